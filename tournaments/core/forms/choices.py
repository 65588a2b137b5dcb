"""Choices of a form's fields."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.db.models import QuerySet


def choose_from(form: forms.BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Offer only these rows in the field of that name."""
    cast(forms.ModelChoiceField, form.fields[name]).queryset = rows
