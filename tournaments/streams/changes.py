"""Changes of an event as programs and pages hear them: one an entry of the log, named by its number there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from tournaments.models import AuditEntry, Tournament
from tournaments.prepared import Prepared

MOST: Final = 500
"""Entries at a time; whoever is further behind gets the rest with the next ones."""


def since(tournament: int | Tournament, last: int, most: int = MOST) -> list[AuditEntry]:
    """The entries behind `last`, oldest first."""
    found = AuditEntry.objects.filter(tournament=tournament, sequence__gt=last).order_by("sequence")
    return list(found.only("sequence", "at", "action", "object_type", "object_name", "tournament")[:most])


def newest(tournament: Tournament) -> int:
    """The number of the last entry, 0 before the first."""
    return next((sequence for (sequence,) in _NEWEST.rows(tournament.pk)), 0)


_NEWEST: Final = Prepared(
    lambda event: AuditEntry.objects.filter(tournament=event).order_by("-sequence").values_list("sequence")[:1], int
)


def told(entry: AuditEntry, *, whole: bool, shown: bool = True) -> dict[str, Any]:
    """What is said of an entry: to everybody that something of a topic changed; `whole`: what was done to what.

    `shown`: whether a page that everybody may see can be another by it; it is said where none is.
    """
    said: dict[str, Any] = {
        "sequence": entry.sequence,
        "at": entry.at.isoformat(),
        "topic": entry.action.partition(".")[0],
    }
    if not shown:
        said["shown"] = False
    if whole:
        said |= {"action": entry.action, "kind": entry.object_type, "name": entry.object_name}
    return said


def as_events(entries: Iterable[AuditEntry], *, whole: bool, unseen: int | None = None) -> bytes:
    """The entries as server-sent events; `id` is the number in the log, by which a listener goes on after a break.

    Those behind number `unseen` changed no page that everybody may see; None: that is known of none.
    """
    lines = []
    for entry in entries:
        shown = unseen is None or entry.sequence <= unseen
        data = json.dumps(told(entry, whole=whole, shown=shown), ensure_ascii=False)
        lines.append(f"id: {entry.sequence}\nevent: change\ndata: {data}\n\n")
    return "".join(lines).encode()


def behind(entries: Sequence[AuditEntry], last: int) -> list[AuditEntry]:
    """Those of the entries that come after `last`."""
    return [entry for entry in entries if entry.sequence > last]
