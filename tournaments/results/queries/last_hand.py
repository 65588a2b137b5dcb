"""Wins that a table's last hand requires for better places, and for the line in public standings that it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.match.declared import HandStart, MatchProgress, SettledHand
from engine.match.last_hand import LastWin, cheapest_win, winning_ways, worst_place
from engine.match.scoring import MatchScoring
from engine.match.sheet_rules import SheetRules
from engine.tiles.seats import Seat
from tournaments.core.http.limits import LimitError, run_with_limit
from tournaments.events.models import Tournament
from tournaments.results.queries.sheets import SheetSeat
from tournaments.rounds.models import GameTable
from tournaments.standings.logic.needs import Through, find_enough_wins
from tournaments.standings.queries import needs
from tournaments.standings.queries.needs import LastRound

FIRST: Final = 1


@dataclass(frozen=True)
class PlayerAtTheEnd:
    """Player before the last hand. `place`: if nothing changes, the last of a shared one. `goals`: better places, the
    best first, with the least win that makes it certain, by discarder (None: self-drawn).
    """

    seat: SheetSeat
    place: int
    goals: Mapping[int, Mapping[Seat | None, LastWin | None]]


@dataclass(frozen=True)
class AtTheEnd:
    """Table before a possible last hand; `certain`: last if the deal passes; `through`: of `player` in round `last`."""

    players: tuple[PlayerAtTheEnd, ...]
    certain: bool
    player: int | None = None
    last: LastRound | None = None
    through: Through | None = None


def find_state_at_the_end(
    table: GameTable,
    rules: SheetRules,
    scoring: MatchScoring,
    seats: Sequence[SheetSeat],
    paid: Sequence[SettledHand],
    points: Sequence[int],
    player: int | None,
) -> AtTheEnd | None:
    """Return the state after the hands `paid`; None before the first, after the last, and where wins have no value."""
    start = paid[-1].after if paid else HandStart()
    deals = sum(hand.before.dealer != hand.after.dealer for hand in paid)
    if not paid or not rules.win_values or rules.over(MatchProgress(deals, len(paid), tuple(points))):
        return None
    players = []
    for seat in range(len(seats)):
        place = worst_place(points, seat, scoring)
        won = winning_ways(rules, points, start, seat)
        goals = {goal: _find_cheapest_wins(won, seat, goal, scoring) for goal in range(FIRST, place)}
        players.append(PlayerAtTheEnd(seats[seat], place, goals))
    certain = rules.over(MatchProgress(deals + 1, len(paid) + 1, tuple(points)))
    own_seat = next((seat.order for seat in seats if seat.entry.pk == player), None)
    if own_seat is None:
        return AtTheEnd(tuple(players), certain)
    last = needs.last_round(table.round.tournament)
    cheapest = None
    if last is not None and last.number == table.round.number and last.ahead.swing is not None:
        cheapest = _find_way_through(
            table.round.tournament, last, seats, own_seat, points, winning_ways(rules, points, start, own_seat)
        )
    return AtTheEnd(tuple(players), certain, player, last if cheapest else None, cheapest)


def _find_cheapest_wins(
    won: Mapping[Seat | None, Sequence[LastWin]], seat: Seat, goal: int, scoring: MatchScoring
) -> dict[Seat | None, LastWin | None]:  # fmt: skip
    return {
        source: cheapest_win(wins, lambda final: worst_place(final, seat, scoring) <= goal)
        for source, wins in won.items()
    }


def _find_way_through(
    tournament: Tournament,
    last: LastRound,
    seats: Sequence[SheetSeat],
    own_seat: Seat,
    points: Sequence[int],
    won: Mapping[Seat | None, Sequence[LastWin]],
) -> Through | None:
    rows, metrics = needs.compute_rows_before(tournament, last)
    keys = [seat.entry.pk for seat in seats]
    cache_key = (rows, metrics, last.ahead, last.line, keys, keys[own_seat], tuple(points), won)
    try:
        return run_with_limit(needs.SECONDS, find_enough_wins, *cache_key)
    except LimitError:
        return None
