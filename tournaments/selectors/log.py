"""The audit log of a tournament, filtered."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_date

from tournaments.models import AuditEntry, Tournament


def filtered(tournament: Tournament, asked: Mapping[str, Any]) -> QuerySet[AuditEntry]:
    """Newest first; `asked` may hold who, action, what (part of the name), since and until (days).

    An action is a code (`entries.drop`) or what it is about (`entries`).
    """
    found = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence")
    if who := asked.get("who", "").strip():
        same = [name for name in names_in(tournament) if name.casefold() == who.casefold()]
        found = found.filter(actor_name__in=same)
    if action := asked.get("action", "").strip():
        found = found.filter(Q(action=action) | Q(action__startswith=f"{action.rstrip('.')}."))
    if what := asked.get("what", "").strip():
        found = found.filter(object_name__icontains=what)
    if since := _day(asked.get("since", "")):
        found = found.filter(at__date__gte=since)
    if until := _day(asked.get("until", "")):
        found = found.filter(at__date__lte=until)
    return found


def names_in(tournament: Tournament) -> list[str]:
    """Everybody who is in the log, by the English or typed name; a table's code is a sentence."""
    names = AuditEntry.objects.filter(tournament=tournament).order_by().values_list("actor_name", flat=True)
    return sorted(set(names))


def _day(text: str) -> datetime.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None
