"""What one service call changes, with its values before and after as the log keeps them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

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
_SECRET_FIELDS = frozenset({"password", "token", "mail_token", "digest", "sealed_seed", "sealed_deal", "sealed_share"})
# These move with every change and would only repeat that something happened.
_SILENT_FIELDS = frozenset({"version_of_site", "updated_at", "last_login"})


def snapshot(instance: models.Model) -> dict[str, Any]:
    """The row's stored fields as JSON values; foreign keys as ids, secrets left out."""
    values = {
        column.attname: column.value_from_object(instance)
        for column in instance._meta.concrete_fields
        if column.name not in _SECRET_FIELDS | _SILENT_FIELDS
    }
    return plain(values)


def _held(instance: models.Model) -> dict[str, Any]:
    """The row's fields to compare with later: plain values as they are, lists and mappings as copies."""
    return {
        column.attname: deepcopy(value)
        if isinstance(value := getattr(instance, column.attname), dict | list)
        else value
        for column in instance._meta.concrete_fields
        if column.name not in _SECRET_FIELDS | _SILENT_FIELDS
    }


def without_private(instance: models.Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the log may keep them for good: of a model's `PRIVATE` fields only whether they were given."""
    private: frozenset[str] = getattr(instance, "PRIVATE", frozenset())
    return {name: ("…" if value else value) if name in private else value for name, value in values.items()}


def plain(value: Any) -> Any:
    """The value as JSON gives it back: dates as text, tuples as lists, other keys as text, sentences as mappings."""
    return json.loads(json.dumps(as_json(value), cls=DjangoJSONEncoder))


@dataclass
class Change:
    """What one service call does; it is given to the function in place of the actor."""

    action: str
    by: Actor
    tournament: Tournament | None
    reason: str = ""
    notes: list[AuditEntry] = field(default_factory=list)
    nothing_changed: bool = False
    locked: bool = False
    """The tournament's row is held already; who makes a tournament holds nothing."""

    @property
    def user(self) -> User | None:
        """The acting account, for `created_by` and the like; None for a table's code or a command."""
        return self.by.user

    def create(self, instance: M) -> M:
        """Insert the row and note it. Returns the same instance. Raises `UserError` for a name of several lines."""
        check_lines(instance)
        instance.save(force_insert=True)
        self.note(instance, after=without_private(instance, snapshot(instance)))
        return instance

    @contextmanager
    def edit(self, instance: models.Model, *, forget: Collection[str] = ()) -> Iterator[None]:
        """Save what the block changed, by name, and note those fields; an unchanged row is neither saved nor noted.

        The log does not take the values before of the columns in `forget`.
        """
        before = _held(instance)
        yield
        after = {name: getattr(instance, name) for name in before}
        touched = [name for name in after if before[name] != after[name]]
        was, now = (plain({name: values[name] for name in touched}) for values in (before, after))
        # A date and the same date as a text are one value to whoever reads the log.
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
        """Delete the row and note what it held."""
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
        """Note a change in words of one's own, where rows are written in bulk or the act is more than its rows."""
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
        """Say that there was nothing to do (a second click on the same button); no entry is written."""
        self.nothing_changed = True


def _english_name(instance: models.Model) -> str:
    """The row's name for the log, whatever language the writer reads."""
    with translation.override("en"):
        return str(instance)
