"""A value of its own for every private field of players and registrations, to be looked for where none may be."""

from __future__ import annotations

import json
import re
from typing import Any

from django.db import models
from django.db.models import Model

from tournaments.core.models.log import AuditEntry
from tournaments.entries.fields import PLAYER, Visibility
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application

MARK, DIGITS = "Geheim", "7770"
PUBLIC = frozenset(column.name for column in PLAYER if column.visible == Visibility.PUBLIC) - Entry.PRIVATE
"""Names, country and club of a registration are public once there is a player."""
# Digests of the log have such digits by chance, but among others.
_FOUND = re.compile(rf"{MARK}[\w.]*|\b{DIGITS}\d{{4}}\b", re.IGNORECASE)


def mark_private_values() -> None:
    """Fill every private text of every player and registration."""
    for model in (Entry, Application):
        rows: list[Any] = list(model._base_manager.order_by("pk"))
        columns = [column for column in model._meta.concrete_fields if _holds_text(model, column)]
        for row in rows:
            for column in columns:
                setattr(row, column.name, marked(column, row.pk, getattr(row, column.name)))
        if rows:
            model._base_manager.bulk_update(rows, [column.name for column in columns])


def marked(column: Any, number: int, value: Any = None) -> Any:
    """Return the marked value of a column: a text, an address, eight digits, or answers."""
    name = f"{MARK}.{column.name}.{number}"
    if isinstance(column, models.JSONField):
        return {**(value or {}), "99": name}
    if isinstance(column, models.EmailField):
        return f"{name}@x.example"
    if column.name == "ema_number":
        # Nobody who registers is a player already.
        return f"{DIGITS}{(number + 5000 * (column.model is Application)) % 10_000:04}"
    return name


def _holds_text(model: type[Model], column: Any) -> bool:
    private: frozenset[str] = model.PRIVATE - PUBLIC  # type: ignore[attr-defined]
    return column.name in private and (
        isinstance(column, models.CharField | models.TextField) or column.name == "answers"
    )


def private_values_in(text: str) -> list[str]:
    """Return the marked values in a text."""
    return _FOUND.findall(text)


def private_values_in_log() -> list[tuple[str, str]]:
    """Return action and value of each marked value in the log."""
    found = []
    for entry in AuditEntry.objects.order_by("pk"):
        told = json.dumps([entry.before, entry.after, str(entry.reason), entry.object_name], ensure_ascii=False)
        found += [(entry.action, value) for value in private_values_in(told)]
    return found
