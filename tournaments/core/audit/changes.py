"""Changes of one service call, with the values before and after for the log."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import translation

from tournaments.accounts.models import User
from tournaments.core.audit.actors import Actor
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.sentences import as_json
from tournaments.core.one_line import check_lines
from tournaments.events.models import Tournament

M = TypeVar("M", bound=models.Model)

# A password's hash, a table's secret and a link's digest open doors; the log is read by many.
_SECRET_FIELDS = frozenset({"password", "token", "mail_token", "digest", "sealed_seed", "sealed_deal", "seed_shares"})
# These fields change with every change and tell nothing more.
_SILENT_FIELDS = frozenset({"version_of_site", "updated_at", "last_login", "search_key", "shown_name", "shown_key"})


def next_number(rows: models.QuerySet[Any], field: str = "number") -> int:
    """Return the highest number of the rows plus one. The caller holds the event's lock."""
    return (rows.aggregate(highest=models.Max(field))["highest"] or 0) + 1


def snapshot(instance: models.Model) -> dict[str, Any]:
    """Return the row's stored fields as JSON values: foreign keys as ids, without secrets."""
    values = {
        column.attname: column.value_from_object(instance)
        for column in instance._meta.concrete_fields
        if column.name not in _SECRET_FIELDS | _SILENT_FIELDS
    }
    return plain(values)


def _held(instance: models.Model) -> dict[str, Any]:
    return {
        column.attname: deepcopy(value)
        if isinstance(value := getattr(instance, column.attname), dict | list)
        else value
        for column in instance._meta.concrete_fields
        if column.name not in _SECRET_FIELDS | _SILENT_FIELDS
    }


def without_private(instance: models.Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that the log may keep: `PRIVATE` fields only as present or absent."""
    private: frozenset[str] = getattr(instance, "PRIVATE", frozenset())
    return {name: ("…" if value else value) if name in private else value for name, value in values.items()}


def plain(value: Any) -> Any:
    """Return the value as JSON does: dates as text, tuples as lists, other keys as text, sentences as mappings."""
    return json.loads(json.dumps(as_json(value), cls=DjangoJSONEncoder))


@dataclass
class Change:
    action: str
    by: Actor
    tournament: Tournament | None
    reason: str = ""
    notes: list[AuditEntry] = field(default_factory=list)
    nothing_changed: bool = False
    locked: bool = False

    @property
    def user(self) -> User | None:
        return self.by.user

    def create(self, instance: M) -> M:
        check_lines(instance)
        instance.save(force_insert=True)
        self.note(instance, after=without_private(instance, snapshot(instance)))
        return instance

    @contextmanager
    def edit(self, instance: models.Model, *, forget: Collection[str] = ()) -> Iterator[None]:
        """Save and note the fields that the block changed, if any; `forget` names columns without previous values."""
        before = _held(instance)
        yield
        after = {name: getattr(instance, name) for name in before}
        touched = [name for name in after if before[name] != after[name]]
        was, now = (plain({name: values[name] for name in touched}) for values in (before, after))
        # A date and the same date as a text are equal in the log.
        changed = [name for name in touched if was[name] != now[name]]
        if not changed:
            self.nothing_changed = True
            return
        check_lines(instance, changed)
        instance.save(update_fields=changed)
        was, now = ({name: values[name] for name in changed} for values in (was, now))
        was = {name: "…" if value and name in forget else value for name, value in was.items()}
        self.note(instance, before=without_private(instance, was), after=without_private(instance, now))

    def delete(self, instance: models.Model) -> None:
        before, key = without_private(instance, snapshot(instance)), instance.pk
        self.note(instance, before=before, key=key)
        instance.delete()

    def note(
        self,
        instance: models.Model,
        *,
        before: dict[str, Any] | None = None,
        after: dict[str, Any] | None = None,
        key: object = None,
    ) -> None:
        self.notes.append(
            AuditEntry(
                actor=self.by.user,
                actor_name=self.by.name,
                action=self.action,
                object_type=instance._meta.model_name or "",
                object_id=str(key if key is not None else instance.pk),
                object_name=_english_name(instance)[:200],
                before=plain(before or {}),
                after=plain(after or {}),
                reason=self.reason,
                origin=self.by.origin,
                ip_address=self.by.ip_address,
                user_agent=self.by.user_agent,
            )
        )

    def nothing(self) -> None:
        """Declare that nothing had to be done (a second click on the same button); writes no entry."""
        self.nothing_changed = True


def _english_name(instance: models.Model) -> str:
    with translation.override("en"):
        return str(instance)


def model_of(name: str) -> type[models.Model] | None:
    return next((model for model in apps.get_models() if model._meta.model_name == name), None)


def column_of(model: type[models.Model] | None, name: str) -> models.Field[Any, Any] | None:
    """Return the model's column of that name, or None; a foreign key is stored as `entry_id`."""
    if model is None:
        return None
    try:
        field = model._meta.get_field(name.removesuffix("_id") if name.endswith("_id") else name)
    except FieldDoesNotExist:
        return None
    return field if isinstance(field, models.Field) else None


def keys_in(kind: str, values: Mapping[str, Any]) -> list[tuple[type[models.Model], str]]:
    columns = ((column_of(model_of(kind), name), value) for name, value in values.items() if value is not None)
    return [
        (column.related_model, str(value))
        for column, value in columns
        if isinstance(column, models.ForeignKey) and isinstance(column.related_model, type)
    ]
