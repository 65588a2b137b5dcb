"""Reasons that a service asks for in some cases: no label calls them optional."""

import re
from pathlib import Path

from django import forms
from django.apps import apps
from django.db.models import CharField
from django.template.loader import render_to_string

from tournaments.core.actions import list_actions
from tournaments.core.forms.fields import DependentReasonField, OptionalReasonForm, ReasonField
from tournaments.core.models.columns import MAX_REASON_LENGTH

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
FIELD = re.compile(r"<(?:input|textarea)\b[^>]*>")
REASONS = ("reason", "why", "late_reason", "continue_anyway")


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
    for action in list_actions():
        for form_class in {action.form_class, action.page_form_class or action.form_class}:
            found += [(action.__name__, name, field) for name, field in form_class.base_fields.items()]
    return found


def test_a_field_whose_help_says_when_it_is_needed_is_not_called_optional() -> None:
    needed = [(action, name, field) for action, name, field in fields() if str(field.help_text).startswith("Needed")]
    assert len({name for _action, name, _field in needed}) > 2
    called = [(action, name) for action, name, field in needed if not isinstance(field, DependentReasonField)]
    assert called == []


def test_every_reason_has_the_same_length_in_forms_and_columns() -> None:
    typed = [
        (action, name, field.max_length)
        for action, name, field in fields()
        if isinstance(field, forms.CharField) and (name in REASONS or isinstance(field, ReasonField))
    ]
    assert len(typed) > 60
    assert [row for row in typed if row[2] != MAX_REASON_LENGTH] == []
    columns = [
        (model.__name__, column.name, column.max_length)
        for model in apps.get_models()
        for column in model._meta.get_fields()
        if isinstance(column, CharField) and column.name.endswith("reason")
    ]
    assert {name for name, _column, _length in columns} >= {"Application", "Payment", "SeatingConstraint"}
    assert [row for row in columns if row[2] != MAX_REASON_LENGTH] == []


def test_templates_take_the_length_of_a_reason_from_the_program() -> None:
    written = [tag for path in TEMPLATES.rglob("*.html") for tag in FIELD.findall(path.read_text("utf-8"))]
    reasons = [tag for tag in written if re.search(r'name="(\w*reason|why|continue_anyway)"', tag)]
    assert len(reasons) > 10
    assert [tag for tag in reasons if re.search(r'maxlength="\d', tag)] == []
