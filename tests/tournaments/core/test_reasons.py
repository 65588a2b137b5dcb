"""Reasons that a service asks for in some cases: no label calls them optional."""

from django import forms
from django.template.loader import render_to_string

from tournaments.core.actions import actions
from tournaments.core.forms.fields import DependentReasonField, OptionalReasonForm


def label_of(form: forms.Form, name: str) -> str:
    return " ".join(render_to_string("components/_label.html", {"field": form[name]}).split())


def test_a_label_says_optional_only_where_nothing_asks_for_the_reason() -> None:
    class Sheet(forms.Form):
        reason = DependentReasonField(label="Reason", help_text="Needed for corrections.")

    assert label_of(Sheet(), "reason") == "Reason"
    assert 'class="optional"' in label_of(OptionalReasonForm(), "reason")
    assert Sheet({}).is_valid()


def fields() -> list[tuple[str, str, forms.Field]]:
    """Return the fields of all actions' forms, with action and name."""
    found = []
    for action in actions():
        for form_class in {action.form_class, action.page_form_class or action.form_class}:
            found += [(action.__name__, name, field) for name, field in form_class.base_fields.items()]
    return found


def test_a_field_whose_help_says_when_it_is_needed_is_not_called_optional() -> None:
    needed = [(action, name, field) for action, name, field in fields() if str(field.help_text).startswith("Needed")]
    assert len({name for _action, name, _field in needed}) > 2
    called = [(action, name) for action, name, field in needed if not isinstance(field, DependentReasonField)]
    assert called == []
