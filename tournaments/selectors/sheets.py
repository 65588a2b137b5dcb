"""A table's sheet for those who write on it: who sits there, what was entered, and whether it adds up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.match.scoring import MatchScoring
from engine.match.sheet import SheetProblem, check_sheet
from tournaments.models import Entry, GameTable, Seat, Seating, TableResult


@dataclass(frozen=True)
class SheetSeat:
    """One line of the sheet; `wind` 0-3 from East, None where an imported event does not tell."""

    order: int
    wind: int | None
    entry: Entry


def seats_of(table: GameTable) -> list[SheetSeat]:
    """The players of the table in the order of the sheet (turn order from East), by the live seating; else empty."""
    return seats_of_round(table.round_id).get(table.number, [])


def seats_of_round(round_id: int) -> dict[int, list[SheetSeat]]:
    """The same for every table of a round, by table number."""
    seats = Seat.objects.filter(seating__round=round_id, seating__state__in=Seating.LIVE).select_related("entry__team")
    tables: dict[int, list[SheetSeat]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.table_number, seat.wind is None, seat.wind or 0, seat.pk)):
        listed = tables.setdefault(seat.table_number, [])
        listed.append(SheetSeat(len(listed), seat.wind, seat.entry))
    return tables


def latest(table: GameTable) -> TableResult | None:
    """The newest version that is entered or confirmed; None where nothing stands."""
    standing = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)
    return table.results.filter(state__in=standing).order_by("-version").first()


def confirmed(table: GameTable) -> TableResult | None:
    """The version that counts; None before the first confirmation."""
    return table.results.filter(state=TableResult.State.CONFIRMED).first()


def latest_version(table: GameTable) -> int:
    """The newest version's number, 0 where there is none: what an entry form is based on."""
    newest = table.results.order_by("-version").first()
    return newest.version if newest else 0


def problems_of(
    table: GameTable, points: Sequence[int], leftover: int = 0, from_hands: Sequence[int] | None = None
) -> list[SheetProblem]:
    """What is doubtful about these final points of the table, in the order of the sheet."""
    tournament = table.round.tournament
    ruleset = table.round.ruleset or tournament.ruleset
    return check_sheet(
        points,
        tournament.family,
        MatchScoring.from_dict(ruleset.match_scoring),
        leftover=leftover,
        parameters=ruleset.parameters,
        from_hands=from_hands,
    )
