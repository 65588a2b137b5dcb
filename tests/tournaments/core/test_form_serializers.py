"""Serializers made from forms: each kind of field takes the same values in a JSON body as on the page."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import override

from tournaments.core.form_serializers import build_api_field, build_serializer_of_form
from tournaments.core.text.places import list_coded_countries
from tournaments.entries.models.entries import Entry, Team

CHOICES = (("", "none"), ("one", "One"), ("Group", (("two", "Two"),)))
DEFAULTS: list[tuple[forms.Field, Any]] = [
    (forms.CharField(required=False), ""),
    (forms.CharField(initial="spring"), "spring"),
    (forms.BooleanField(required=False), False),
    (forms.BooleanField(required=False, initial=True), True),
    (forms.IntegerField(required=False), None),
    (forms.IntegerField(required=False, initial=lambda: 3), 3),
    (forms.IntegerField(initial=4), 4),
    (forms.DecimalField(required=False), None),
    (forms.DateField(required=False), None),
    (forms.DateTimeField(required=False), None),
    (forms.TimeField(required=False), None),
    (forms.ChoiceField(choices=CHOICES, required=False), ""),
    (forms.ChoiceField(choices=CHOICES, initial="two"), "two"),
    (forms.TypedChoiceField(choices=CHOICES, required=False, empty_value=None), None),
    (forms.MultipleChoiceField(choices=CHOICES, required=False), []),
    (forms.ModelChoiceField(Entry.objects.none(), required=False, to_field_name="number"), None),
    (forms.ModelMultipleChoiceField(Entry.objects.none(), required=False, to_field_name="number"), []),
]
VALUES: list[tuple[forms.Field, Any, Any]] = [
    (forms.CharField(max_length=4), "wind", "winds"),
    (forms.RegexField(r"^[a-z]$"), "a", "ab"),
    (forms.IntegerField(min_value=1, max_value=9), 9, 10),
    (forms.IntegerField(min_value=1, max_value=9), 1, 0),
    (forms.IntegerField(), -2, 2**31),
    (forms.FloatField(max_value=2), 1.5, 2.5),
    (forms.DecimalField(max_digits=3, decimal_places=1), "10.5", "10.55"),
    (forms.NullBooleanField(), True, "perhaps"),
    (forms.ChoiceField(choices=CHOICES), "two", "Group"),
    (forms.TypedChoiceField(choices=(("40", "40 %"),), coerce=int), 40, 50),
    (forms.MultipleChoiceField(choices=CHOICES), ["one", "two"], ["three"]),
    (forms.ModelChoiceField(Entry.objects.none(), to_field_name="number"), 7, "seven"),
    (forms.ModelChoiceField(Team.objects.none(), to_field_name="code"), "A", ["A"]),
    (forms.ModelMultipleChoiceField(Entry.objects.none(), to_field_name="number"), [7], [0]),
]


def body_of(field: forms.Field, body: dict[str, Any]) -> Any:
    """The serializer of a form with this field alone, with a body."""
    form = type("SampleForm", (forms.Form,), {"sample": field})
    found = build_serializer_of_form(form, "Sample", "A sample.")(data=body)
    found.is_valid()
    return found


@pytest.mark.parametrize(("field", "default"), DEFAULTS)
def test_what_may_be_left_out_has_a_default(field: forms.Field, default: Any) -> None:
    found = body_of(field, {})
    assert (found.errors, dict(found.validated_data)) == ({}, {"sample": default})


@pytest.mark.parametrize(("field", "right", "wrong"), VALUES)
def test_the_limits_are_those_of_the_form(field: forms.Field, right: Any, wrong: Any) -> None:
    assert body_of(field, {"sample": right}).errors == {}
    assert [list(body_of(field, body).errors) for body in ({"sample": wrong}, {})] == [["sample"], ["sample"]]


def test_a_form_can_name_and_replace_fields_for_programs() -> None:
    class SampleForm(forms.Form):
        kind = forms.CharField(help_text="Of fault.")
        seats = forms.CharField()

    names, fields = {"kind": "fault"}, {"seats": build_api_field(forms.IntegerField())}
    found = build_serializer_of_form(SampleForm, "Sample", "A sample.", names=names, fields=fields)().fields
    assert {name: (type(field).__name__, field.help_text) for name, field in found.items()} == {
        "fault": ("CharField", "Of fault."),
        "seats": ("IntegerField", None),
    }


@pytest.mark.parametrize(
    ("field", "why"),
    [
        (forms.FileField(), "FileField needs an attribute api_field"),
        (forms.ModelChoiceField(Entry.objects.none()), "names rows by to_field_name"),
    ],
)
def test_a_field_that_a_program_could_not_fill_is_an_error_of_ours(field: forms.Field, why: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=why):
        build_api_field(field)


def test_computed_choices_have_one_order_whoever_asks_first() -> None:
    """Serializer classes stay for the life of a process."""
    orders = []
    for language in ("en", "ja", "de"):
        with override(language):
            orders.append(list(build_api_field(forms.ChoiceField(choices=list_coded_countries)).choices))
    assert orders == [orders[0]] * 3
