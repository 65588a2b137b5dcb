"""Names of changes in sentences about them: action, tables or people, author and time."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Callable
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format

from tournaments.core import discovery
from tournaments.core.audit.changes import model_of
from tournaments.core.audit.decorators import ACTIONS
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.sentences import render_text
from tournaments.core.text.sentences import translate_text


class ChangeName(NamedTuple):
    title: str
    about: str


_NAMERS: Final[dict[str, Callable[[AuditEntry], ChangeName]]] = {}


def namer(*actions: str) -> Callable[[Callable[[AuditEntry], ChangeName]], Callable[[AuditEntry], ChangeName]]:
    def register(function: Callable[[AuditEntry], ChangeName]) -> Callable[[AuditEntry], ChangeName]:
        _NAMERS.update(dict.fromkeys(actions, function))
        return function

    return register


def name_of(entry: AuditEntry) -> ChangeName:
    if entry.action in _NAMERS:
        return _NAMERS[entry.action](entry)
    return ChangeName(label_of(entry.action), _row_of(entry))


def label_of(action: str) -> str:
    # Some services are called by the worker only; a web process has not loaded them.
    discovery.import_modules("services")
    return translate_text(ACTIONS.get(action, action))


def _row_of(entry: AuditEntry) -> str:
    model = model_of(entry.object_type)
    row = model._base_manager.filter(pk=entry.object_id).first() if model is not None else None
    return str(row) if row is not None else entry.object_name


def author_of(entry: AuditEntry) -> str:
    return render_text(entry.actor_name)


def time_of(entry: AuditEntry) -> str:
    """Return date and time of a change in the event's time zone, in the active language."""
    zone = zoneinfo.ZoneInfo(entry.tournament.time_zone) if entry.tournament else datetime.UTC
    return date_format(timezone.localtime(entry.at, zone), "SHORT_DATETIME_FORMAT")
