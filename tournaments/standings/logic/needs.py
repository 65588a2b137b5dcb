"""Possible outcomes before a round: best and worst place, and results at the own table that suffice for a place.

Exact for metrics of each player: all final points that the rules allow at all tables are considered at once. More
points never make a metric worse, so one limit of points per player decides; `orders.fits` tells if a table's four can
have such points together. Ties that only games among the tied decide (`Metric.among`) count as won for the best place,
as lost for the worst. Penalties, and sticks left on the table, are not foreseen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.match.last_hand import LastWin, Ways, cheapest_win
from engine.match.scoring import score_table
from engine.tiles.seats import Seat
from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Competitor, Key
from tournaments.standings.logic.metrics import Tally, get_metric
from tournaments.standings.logic.orders import TableOrder, fits, list_orders, map_seats_to_places
from tournaments.standings.logic.round_ahead import FAR, RankedField, RoundAhead, Value, build_game, compute_value


@dataclass(frozen=True, slots=True)
class Enough:
    """Place at the own table that is `sure` to suffice, from `sure_from` points on, or `possible`."""

    place: int
    sure: bool = False
    sure_from: int | None = None
    possible: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    best: int
    worst: int
    line: int | None = None
    at_table: tuple[Enough, ...] = ()


class Chances:
    """Possible standings after a round; `rows` are those before it, of one stage."""

    def __init__(self, rows: Sequence[StandingsRow], metrics: Sequence[str], ahead: RoundAhead) -> None:
        self.field = RankedField(rows, metrics, ahead)
        self._above: defaultdict[tuple[Value, int, bool], dict[tuple[Key, ...], int]] = defaultdict(dict)

    def of(self, key: Key, line: int | None = None) -> Needs | None:
        """Return the chances of a player, None if unranked; `line`: the last place that is wanted."""
        field = self.field
        if key not in field.tallies:
            return None
        stage = field.tallies[key].stage
        ahead_of = sum(tally.stage > stage for tally in field.tallies.values())
        table = next((seats for seats in field.tables if key in seats), None)
        if table is None:
            value = field.idle[key]
            best, worst = (ahead_of + self._elsewhere(value, stage, (), key, most=most) + 1 for most in (False, True))
            return Needs(best, worst, line)
        seat = table.index(key)
        best = min(self._best(table, seat, stage, end) for end in self._ends(table, seat)) + ahead_of
        worst = max(self._worst(table, seat, stage, end) for end in self._ends(table, seat)) + ahead_of
        wanted = None if line is None else line - ahead_of
        at_table = () if wanted is None else tuple(self._at_table(table, seat, stage, wanted))
        return Needs(best, worst, line, at_table)

    def worst_with(self, key: Key, points: Mapping[Key, int]) -> int | None:
        """Return the worst place of a player whose table ends with these points; None if unranked or not playing."""
        field = self.field
        table = next((seats for seats in field.tables if key in seats), None)
        if table is None or key not in field.chances:
            return None
        places = [seat.place for seat in score_table([points[player] for player in table], field.ahead.scoring)]
        values = {
            player: field.chances[player].value(points[player] // field.ahead.step, place, places.count(place))
            for player, place in zip(table, places, strict=True)
            if player in field.chances
        }
        own_value, stage = values[key], field.tallies[key].stage
        above = sum(tally.stage > stage for tally in field.tallies.values())
        for player, value in values.items():
            if player != key and field.tallies[player].stage == stage:
                above += value > own_value or (value == own_value and field.open_ties)
        return 1 + above + self._elsewhere(own_value, stage, table, key, most=True)

    def _ends(self, table: Sequence[Key], seat: int) -> list[tuple[TableOrder, int, int]]:
        total, low, high = self.field.limits(len(table))
        return list(_list_ranges(len(table), seat, low, high, total, self.field.shared))

    def _best(self, table: Sequence[Key], seat: int, stage: int, end: tuple[TableOrder, int, int]) -> int:
        order, _fewest, most = end
        return self._place(table, seat, stage, order, most, most=False)

    def _worst(self, table: Sequence[Key], seat: int, stage: int, end: tuple[TableOrder, int, int]) -> int:
        order, fewest, _most = end
        return self._place(table, seat, stage, order, fewest, most=True)

    def _place(self, table: Sequence[Key], seat: int, stage: int, order: TableOrder, steps: int, *, most: bool) -> int:
        value = self.field.chances[table[seat]].value(steps, *map_seats_to_places(order)[seat])
        at_table = self.field.above(table, value, stage, most=most, fixed=(order, seat, steps))
        return 1 + at_table + self._elsewhere(value, stage, table, table[seat], most=most)

    def _elsewhere(self, value: Value, stage: int, table: Sequence[Key], player: Key, *, most: bool) -> int:
        field = self.field
        counts = self._above[value, stage, most]
        count = 0
        for seats in field.tables:
            if seats != table:
                if seats not in counts:
                    counts[seats] = field.above(seats, value, stage, most=most)
                count += counts[seats]
        for key, idle_value in field.idle.items():
            if key != player and field.tallies[key].stage == stage:
                count += idle_value > value or (idle_value == value and most and field.open_ties)
        return count

    def _at_table(self, table: Sequence[Key], seat: int, stage: int, line: int) -> Iterable[Enough]:
        """Yield for each place at the table that is not shared if it suffices for the first `line`."""
        ends = self._ends(table, seat)
        for place in range(1, len(table) + 1):
            at_this_place = [end for end in ends if map_seats_to_places(end[0])[seat] == (place, 1)]
            if not at_this_place:
                continue
            fewest, most = min(end[1] for end in at_this_place), max(end[2] for end in at_this_place)
            if self.field.ahead.swing is None:
                fewest, most = max(fewest, -FAR // 8), min(most, FAR // 8)

            def holds(steps: int, at_place: Sequence[tuple[TableOrder, int, int]] = at_this_place) -> bool:
                fitting = [order for order, low, high in at_place if low <= steps <= high]
                return all(self._place(table, seat, stage, order, steps, most=True) <= line for order in fitting)

            possible = any(self._best(table, seat, stage, end) <= line for end in at_this_place)
            if not possible:
                yield Enough(place)
            elif holds(min(end[1] for end in at_this_place)):
                yield Enough(place, sure=True, possible=True)
            elif not holds(most):
                yield Enough(place, possible=True)
            else:
                low, high = fewest, most
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (low, middle) if holds(middle) else (middle, high)
                yield Enough(place, sure_from=high * self.field.ahead.step, possible=True)


@cache
def _list_ranges(
    seats: int, seat: int, low: int, high: int, total: int, shared: bool
) -> tuple[tuple[TableOrder, int, int], ...]:
    """Return each possible order, with the minimum and maximum steps of the seat in it."""
    ends = []
    for order in list_orders(seats, shared):
        lows, highs = [low] * seats, [high] * seats
        if not fits(order, lows, highs, total, shared=shared):
            continue

        def from_on(steps: int, order: TableOrder = order) -> bool:
            steps_of = [steps if index == seat else low for index in range(seats)]
            return not fits(order, steps_of, [high] * seats, total, shared=shared)

        def up_to(steps: int, order: TableOrder = order) -> bool:
            steps_of = [steps if index == seat else high for index in range(seats)]
            return fits(order, [low] * seats, steps_of, total, shared=shared)

        values = range(low, high + 1)
        most = bisect_left(values, True, key=from_on) - 1
        fewest = bisect_left(values, True, key=up_to)
        ends.append((order, values[fewest], values[most]))
    return tuple(ends)


def can_tell_chances(metrics: Sequence[str], ahead: RoundAhead) -> bool:
    """Return False if points without a limit count first, so that every place is possible for everybody."""
    if ahead.swing is not None:
        return True
    first, nobody = get_metric(metrics[0]), Tally(Competitor(0))
    least, most = (compute_value(nobody, [first], build_game(0, ahead, points, 1, 1)) for points in (-FAR, FAR))
    return least == most


def compute_chances(
    rows: Sequence[StandingsRow], metrics: Sequence[str], ahead: RoundAhead, keys: Iterable[Key], line: int
) -> dict[Key, Needs]:
    chances = Chances(rows, metrics, ahead)
    return {key: needs for key in keys if (needs := chances.of(key, line)) is not None}


@dataclass(frozen=True, slots=True)
class Through:
    """Wins by discarder that suffice for a place among the first `line`; `already` if the table as it stands does."""

    already: bool
    wins: Mapping[Seat | None, LastWin | None]


def find_enough_wins(
    rows: Sequence[StandingsRow],
    metrics: Sequence[str],
    ahead: RoundAhead,
    line: int,
    table: Sequence[Key],
    key: Key,
    points: Sequence[int],
    ways: Ways,
) -> Through | None:
    """Return sufficient wins for a player of the table (in seat order, with current points); None if unranked."""
    chances = Chances(rows, metrics, ahead)

    def holds(final: Sequence[int]) -> bool:
        worst = chances.worst_with(key, dict(zip(table, final, strict=True)))
        return worst is not None and worst <= line

    if chances.worst_with(key, dict(zip(table, points, strict=True))) is None:
        return None
    return Through(holds(points), {source: cheapest_win(wins, holds) for source, wins in ways.items()})
