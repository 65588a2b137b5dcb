"""Rows that log entries refer to, by the names used in the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import models


def model_of(name: str) -> type[models.Model] | None:
    """Return the model of a name in the log; None for a removed model."""
    return next((each for each in apps.get_models() if each._meta.model_name == name), None)


def column_of(model: type[models.Model] | None, name: str) -> models.Field[Any, Any] | None:
    """Return the model's column of that name; a foreign key is stored as ``entry_id``."""
    if model is None:
        return None
    try:
        found = model._meta.get_field(name.removesuffix("_id") if name.endswith("_id") else name)
    except FieldDoesNotExist:
        return None
    return found if isinstance(found, models.Field) else None


def keys_in(kind: str, values: Mapping[str, Any]) -> list[tuple[type[models.Model], str]]:
    """Return the rows that an entry's values refer to by key."""
    columns = ((column_of(model_of(kind), name), value) for name, value in values.items() if value is not None)
    return [
        (column.related_model, str(value))
        for column, value in columns
        if isinstance(column, models.ForeignKey) and isinstance(column.related_model, type)
    ]
