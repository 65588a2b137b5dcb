"""Standings and seatings as of an entry of the log: later entries revert fields edited in place; names are today's."""

from __future__ import annotations

import datetime
from collections import defaultdict
from typing import Any

from tournaments.core.former_extra import convert_former_facts
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.public_seatings import SeatedTable, list_seated_tables
from tournaments.standings.logic import compute
from tournaments.standings.queries import standings
from tournaments.standings.queries.ledger_input import read

SeatingThen = tuple[Seating, list[SeatedTable]]


def find_entry_before(entry: AuditEntry) -> int | None:
    """Return the number of the last entry before the change of this one; None if there is none."""
    earlier = AuditEntry.objects.filter(tournament=entry.tournament, at__lt=entry.at).order_by("-sequence")
    return earlier.values_list("sequence", flat=True).first()


def get_event_then(
    tournament: Tournament, entry: AuditEntry
) -> tuple[standings.StandingsTable | None, list[SeatingThen]]:
    """Return the standings confirmed by the entry (None without one), and each round's seating."""
    people = _map_former_values(tournament, "entry", entry.at)
    computed = compute(read(tournament, moment=entry.at, people=people))
    table = standings.build_table(tournament, computed) if computed.after else None
    return table, _list_former_seatings(tournament, entry.at)


def _map_former_values(tournament: Tournament, kind: str, moment: datetime.datetime) -> dict[int, dict[str, Any]]:
    """Return row -> later changed fields as they were; `{"made": False}` for a row made later."""
    values: dict[int, dict[str, Any]] = defaultdict(dict)
    later = AuditEntry.objects.filter(tournament=tournament, object_type=kind, at__gt=moment).order_by("sequence")
    for key, old, new in later.values_list("object_id", "before", "after"):
        row = values[int(key)]
        if not old and "number" in new:
            row.setdefault("made", False)
        for name, value in convert_former_facts(kind, old).items():
            row.setdefault(name, value)
    return dict(values)


def _list_former_seatings(tournament: Tournament, moment: datetime.datetime) -> list[SeatingThen]:
    versions = Seating.objects.filter(round__tournament=tournament, published_at__lte=moment)
    states: dict[str, str] = {}
    entries = AuditEntry.objects.filter(tournament=tournament, object_type="seating", at__lte=moment).order_by(
        "sequence"
    )
    for key, new in entries.values_list("object_id", "after"):
        if "state" in new:
            states[key] = new["state"]
    seatings = []
    for round_ in Round.objects.filter(tournament=tournament).order_by("number"):
        of_round = versions.filter(round=round_).select_related("round__stage").order_by("-version")
        live = next(
            (seating for seating in of_round if states.get(str(seating.pk), seating.state) in Seating.LIVE), None
        )
        if live is not None:
            seatings.append((live, list_seated_tables(live)))
    return seatings
