from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournaments.core.audit import Change, next_number
from tournaments.events.models import Tournament
from tournaments.standings.logic.inputs import UsedPlace
from tournaments.standings.models import InputPlace, InputRecord


def store(
    change: Change, tournament: Tournament, kind: str, places: Iterable[UsedPlace] = (), **facts: Any
) -> InputRecord:
    """Store, within a change, the inputs of what was just made or is kept; `facts` are columns of the record."""
    record = InputRecord.objects.create(
        tournament=tournament,
        number=next_number(tournament.input_records.all()),
        kind=kind,
        made_by=change.user,
        **facts,
    )
    InputPlace.objects.bulk_create(
        InputPlace(
            record=record,
            place=used.place,
            player=used.player,
            team=used.team,
            category=used.category,
            group=used.group,
            facts=used.facts,
        )
        for used in places
    )
    return record
