"""An event as it was after an entry of its log: standings and seatings.

Lines of the ledger and forfeits carry the moments at which they began and ceased to count, versions of a seating their
states in the log; what was edited in place (who has dropped out, whose substitute, which team) is taken back by the
entries that followed. Names are today's.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round, Seating
from tournaments.standings.queries import public, standings


@dataclass(frozen=True)
class LogMoment:
    """After the entry of this number; 0 is before the first."""

    sequence: int
    at: datetime.datetime
    entry: AuditEntry


@dataclass(frozen=True)
class EventThen:
    """What stood then: the standings of all confirmed results (None without one), and the seating of each round."""

    standings: standings.StandingsTable | None
    seatings: tuple[public.RoundSeating, ...]


def moment(tournament: Tournament, sequence: int) -> LogMoment | None:
    """The moment after an entry of the log; None where there is no such entry."""
    entry = AuditEntry.objects.filter(tournament=tournament, sequence=sequence).first()
    return None if entry is None else LogMoment(sequence, entry.at, entry)


def before(then: LogMoment) -> int | None:
    """The number of the last entry before the change that the moment's entry is part of; None where it is the first."""
    earlier = AuditEntry.objects.filter(tournament=then.entry.tournament, at__lt=then.at).order_by("-sequence")
    return earlier.values_list("sequence", flat=True).first()


def event_then(tournament: Tournament, then: LogMoment) -> EventThen:
    """Standings and seatings after the entry."""
    people = _taken_back(tournament, "entry", then.at)
    found = standings.compute_standings(tournament, at=then.at, people=people)
    table = standings.table(tournament, found) if found.after else None
    return EventThen(table, tuple(_seatings(tournament, then.at)))


def _taken_back(tournament: Tournament, kind: str, at: datetime.datetime) -> dict[int, dict[str, Any]]:
    """Row -> the fields that changed later, as they were; a row that was made later is `{"made": False}`."""
    found: dict[int, dict[str, Any]] = defaultdict(dict)
    later = AuditEntry.objects.filter(tournament=tournament, object_type=kind, at__gt=at).order_by("sequence")
    for key, old, new in later.values_list("object_id", "before", "after"):
        row = found[int(key)]
        if not old and "number" in new:
            row.setdefault("made", False)
        for name, value in old.items():
            row.setdefault(name, value)
    return dict(found)


def _seatings(tournament: Tournament, at: datetime.datetime) -> list[public.RoundSeating]:
    """The seating of each round that was out then."""
    versions = Seating.objects.filter(round__tournament=tournament, published_at__lte=at)
    told: dict[str, str] = {}
    entries = AuditEntry.objects.filter(tournament=tournament, object_type="seating", at__lte=at).order_by("sequence")
    for key, new in entries.values_list("object_id", "after"):
        if "state" in new:
            told[key] = new["state"]
    found = []
    for round_ in Round.objects.filter(tournament=tournament).order_by("number"):
        of_round = versions.filter(round=round_).select_related("round__stage").order_by("-version")
        live = next((one for one in of_round if told.get(str(one.pk), one.state) in Seating.LIVE), None)
        if live is not None:
            found.append(public.seating_of(live))
    return found
