"""Records of the inputs that something was made from."""

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
    """Store the inputs of what was just made, or is kept; `facts` are columns of the record. A part of a change.

    The entry of the log is that of the change: it says what was made.
    """
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
