"""What is still possible before a round: the best and worst place, and what at the own table is enough for a place.

Exact for standings ordered by metrics of each player: all final points that the rules allow at all tables are looked at
at once, not one by one. What a player's points do to a metric never makes it worse, so one number a player decides: the
points up to which the player stays at or below somebody, or from which on the player is above. Whether a table's four
can have such points together is a question of their order, their sum and the limits (`orders.fits`).

Ties that only the games among the tied players decide (`Metric.among`) are counted as open: for the best place as won,
for the worst as lost. Fines, and sticks left on the table, are not foreseen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import Final

from engine.match.scoring import MatchScoring, score_table, share
from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Competitor, Game, Key
from tournaments.standings.logic.metrics import Metric, Tally, metric
from tournaments.standings.logic.orders import TableOrder, fits, orders, placed

FAR: Final = 10**7
"""Steps of points that stand for no limit."""

Value = tuple[Fraction, ...]
"""A player's metrics in their order, each so that more is better."""


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """The round to be played: its number, who sits at its tables in seat order, and how its points count.

    `step`: every final score is a multiple of it. `swing`: the most that can be lost and won; None for no limit.
    """

    number: int
    tables: tuple[tuple[Key, ...], ...]
    scoring: MatchScoring
    step: int = 1
    swing: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Enough:
    """What one place at the own table means for being among the first `line`.

    `sure`: always enough; `sure_from`: enough with so many final points or more; `possible`: it can be enough, as the
    other tables go.
    """

    place: int
    sure: bool = False
    sure_from: int | None = None
    possible: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    """A player's chances: places that are still possible, and for the `line` asked what is enough at the own table."""

    best: int
    worst: int
    line: int | None = None
    at_table: tuple[Enough, ...] = ()


Fixed = tuple[TableOrder, int, int] | None


@dataclass(slots=True)
class _Chance:
    """A player with a game still to play: the metrics by place and number of tied players, as the points decide."""

    tally: Tally
    metrics: Sequence[Metric]
    ahead: RoundAhead
    low: int
    high: int
    known: dict[tuple[int, int, int], Value] = field(default_factory=dict)

    def value(self, steps: int, place: int, tied: int) -> Value:
        """The metrics with a game of so many steps of points."""
        key = (steps, place, tied)
        if key not in self.known:
            game = game_of(self.tally.competitor.key, self.ahead, steps * self.ahead.step, place, tied)
            self.known[key] = _value(self.tally, self.metrics, game)
        return self.known[key]

    def most_below(self, than: Value, place: int, tied: int, *, tie_is_below: bool) -> int | None:
        """The most steps with which the player is not above `than`; None where the fewest already are above."""

        def below(steps: int) -> bool:
            found = self.value(steps, place, tied)
            return found < than or (tie_is_below and found == than)

        if not below(self.low):
            return None
        if below(self.high):
            return self.high
        low, high = self.low, self.high
        near = self._near(than, place, tied)
        for guess in (near - 2, near + 2):
            if low < guess < high:
                low, high = (guess, high) if below(guess) else (low, guess)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if below(middle) else (low, middle)
        return low

    def _near(self, than: Value, place: int, tied: int) -> int:
        """About where the answer changes, if the first metric that moves is linear; any other only takes longer."""
        least, most = self.value(self.low, place, tied), self.value(self.high, place, tied)
        for at_least, at_most, wanted in zip(least, most, than, strict=True):
            if at_least != at_most:
                return self.low + int((wanted - at_least) / (at_most - at_least) * (self.high - self.low))
        return self.low


class _Field:
    """Everybody who is ranked beside a player, and the tables that are still to be played."""

    def __init__(self, rows: Sequence[StandingsRow], metrics: Sequence[str], ahead: RoundAhead) -> None:
        self.ahead, self.shared = ahead, ahead.scoring.ties == "share"
        known = [metric(key) for key in metrics]
        among = next((at for at, one in enumerate(known) if one.among is not None), len(known))
        self.metrics, self.open_ties = known[:among], among < len(known)
        ranked = [row for row in rows if row.out is None]
        self.tallies = {row.key: _tally(row, ahead.number) for row in ranked}
        tables = [tuple(key for key in table if key in self.tallies) for table in ahead.tables]
        # Who has no place (a house substitute) sits at a table and takes points all the same.
        self.tables = [table for table, all_of in zip(ahead.tables, tables, strict=True) if all_of]
        self.chances: dict[Key, _Chance] = {}
        for table in self.tables:
            _total, low, high = self.limits(len(table))
            for key in table:
                tally = self.tallies.get(key)
                if tally is not None:
                    self.chances[key] = _Chance(tally, self.metrics, ahead, low, high)
        idle = [key for key in self.tallies if key not in self.chances]
        self.idle = {key: _value(self.tallies[key], self.metrics) for key in idle}

    def limits(self, seats: int) -> tuple[int, int, int]:
        """(sum of the final points, fewest, most) at a table, in steps."""
        step, start = self.ahead.step, self.ahead.scoring.start_points
        lost, won = self.ahead.swing or (FAR * step, FAR * step)
        return start * seats // step, (start - lost) // step, (start + won) // step

    def above(self, table: Sequence[Key], than: Value, stage: int, *, most: bool, fixed: Fixed = None) -> int:
        """The fewest players of a table who can end above `than`, or the most; `fixed` (order, seat, steps) where one
        seat's result is given.
        """
        rivals = [
            seat
            for seat, key in enumerate(table)
            if key in self.chances and self.tallies[key].stage == stage and not (fixed and fixed[1] == seat)
        ]
        total, low, high = self.limits(len(table))
        bound: dict[tuple[int, int, int], int | None] = {}
        found = 0
        for order in (fixed[0],) if fixed else orders(len(table), self.shared):
            lows, highs = [low] * len(table), [high] * len(table)
            if fixed:
                lows[fixed[1]] = highs[fixed[1]] = fixed[2]
            places, able = placed(order), {}
            for seat in rivals:
                at = (seat, *places[seat])
                if at not in bound:
                    bound[at] = self._bound(table[seat], than, *places[seat], most=most)
                if (limit := bound[at]) is not None:
                    able[seat] = limit
            if len(able) > found:
                found = max(found, _together(order, able, (lows, highs), total, most=most, shared=self.shared))
            if found == len(rivals):
                break
        return found if most else len(rivals) - found

    def _bound(self, key: Key, than: Value, place: int, tied: int, *, most: bool) -> int | None:
        """From which steps on the player is above (`most`), or up to which not; None where that cannot be."""
        chance = self.chances[key]
        below = chance.most_below(than, place, tied, tie_is_below=not (most and self.open_ties))
        if not most:
            return below
        if below is None:
            return chance.low
        return below + 1 if below < chance.high else None


def _together(
    order: TableOrder,
    able: Mapping[int, int],
    limits: tuple[list[int], list[int]],
    total: int,
    *,
    most: bool,
    shared: bool,
) -> int:
    """How many of the seats `able` can keep to their bounds at once in this order; -1 where it cannot be at all."""
    for size in range(len(able), -1, -1):
        for chosen in combinations(able, size):
            low, high = list(limits[0]), list(limits[1])
            for seat in chosen:
                if most:
                    low[seat] = max(low[seat], able[seat])
                else:
                    high[seat] = min(high[seat], able[seat])
            if fits(order, low, high, total, shared=shared):
                return size
    return -1


class Chances:
    """What is still possible in standings before a round; `rows` are those before it, of the stage that plays it."""

    def __init__(self, rows: Sequence[StandingsRow], metrics: Sequence[str], ahead: RoundAhead) -> None:
        self.field = _Field(rows, metrics, ahead)

    def of(self, key: Key, line: int | None = None) -> Needs | None:
        """The chances of a player; None for somebody who is not ranked. `line`: the last place that is wanted."""
        field = self.field
        if key not in field.tallies:
            return None
        stage = field.tallies[key].stage
        ahead_of = sum(tally.stage > stage for tally in field.tallies.values())
        table = next((each for each in field.tables if key in each), None)
        if table is None:
            own = field.idle[key]
            best, worst = (ahead_of + self._elsewhere(own, stage, (), key, most=most) + 1 for most in (False, True))
            return Needs(best, worst, line)
        seat = table.index(key)
        best = min(self._best(table, seat, stage, each) for each in self._ends(table, seat)) + ahead_of
        worst = max(self._worst(table, seat, stage, each) for each in self._ends(table, seat)) + ahead_of
        wanted = None if line is None else line - ahead_of
        at_table = () if wanted is None else tuple(self._at_table(table, seat, stage, wanted))
        return Needs(best, worst, line, at_table)

    def worst_with(self, key: Key, points: Mapping[Key, int]) -> int | None:
        """The worst place of a player whose table ends with these points by player, however all others end; None for
        somebody who is not ranked or does not play.
        """
        field = self.field
        table = next((each for each in field.tables if key in each), None)
        if table is None or key not in field.chances:
            return None
        places = [seat.place for seat in score_table([points[one] for one in table], field.ahead.scoring)]
        values = {
            one: field.chances[one].value(points[one] // field.ahead.step, place, places.count(place))
            for one, place in zip(table, places, strict=True)
            if one in field.chances
        }
        own, stage = values[key], field.tallies[key].stage
        above = sum(tally.stage > stage for tally in field.tallies.values())
        for one, value in values.items():
            if one != key and field.tallies[one].stage == stage:
                above += value > own or (value == own and field.open_ties)
        return 1 + above + self._elsewhere(own, stage, table, key, most=True)

    def _ends(self, table: Sequence[Key], seat: int) -> list[tuple[TableOrder, int, int]]:
        """The orders in which the table can end with the fewest and the most steps of the seat in each."""
        total, low, high = self.field.limits(len(table))
        return list(_ranges(len(table), seat, low, high, total, self.field.shared))

    def _best(self, table: Sequence[Key], seat: int, stage: int, end: tuple[TableOrder, int, int]) -> int:
        order, _fewest, most = end
        return self._place(table, seat, stage, order, most, most=False)

    def _worst(self, table: Sequence[Key], seat: int, stage: int, end: tuple[TableOrder, int, int]) -> int:
        order, fewest, _most = end
        return self._place(table, seat, stage, order, fewest, most=True)

    def _place(self, table: Sequence[Key], seat: int, stage: int, order: TableOrder, steps: int, *, most: bool) -> int:
        """The best place of the seat with this result in this order, or with `most` the worst."""
        value = self.field.chances[table[seat]].value(steps, *placed(order)[seat])
        at_table = self.field.above(table, value, stage, most=most, fixed=(order, seat, steps))
        return 1 + at_table + self._elsewhere(value, stage, table, table[seat], most=most)

    def _elsewhere(self, value: Value, stage: int, table: Sequence[Key], own: Key, *, most: bool) -> int:
        """How many who do not sit at the table can end above, the fewest or the most."""
        field = self.field
        known = self._kept.setdefault((value, stage, most), {})
        count = 0
        for each in field.tables:
            if each != table:
                if each not in known:
                    known[each] = field.above(each, value, stage, most=most)
                count += known[each]
        for key, other in field.idle.items():
            if key != own and field.tallies[key].stage == stage:
                count += other > value or (other == value and most and field.open_ties)
        return count

    @cached_property
    def _kept(self) -> dict[tuple[Value, int, bool], dict[tuple[Key, ...], int]]:
        return {}

    def _at_table(self, table: Sequence[Key], seat: int, stage: int, line: int) -> Iterable[Enough]:
        """For each place at the table that is not shared, whether it is enough for the first `line`."""
        ends = self._ends(table, seat)
        for place in range(1, len(table) + 1):
            own = [end for end in ends if placed(end[0])[seat] == (place, 1)]
            if not own:
                continue
            fewest, most = min(end[1] for end in own), max(end[2] for end in own)
            if self.field.ahead.swing is None:
                fewest, most = max(fewest, -FAR // 8), min(most, FAR // 8)

            def holds(steps: int, own: Sequence[tuple[TableOrder, int, int]] = own) -> bool:
                """Whether the place with so many steps is enough, however all tables end."""
                fitting = [order for order, low, high in own if low <= steps <= high]
                return all(self._place(table, seat, stage, order, steps, most=True) <= line for order in fitting)

            possible = any(self._best(table, seat, stage, end) <= line for end in own)
            if not possible:
                yield Enough(place)
            elif holds(min(end[1] for end in own)):
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
def _ranges(
    seats: int, seat: int, low: int, high: int, total: int, shared: bool
) -> tuple[tuple[TableOrder, int, int], ...]:
    """Each order that can be, with the fewest and the most steps that the seat can have in it."""
    found = []
    for order in orders(seats, shared):
        lows, highs = [low] * seats, [high] * seats
        if not fits(order, lows, highs, total, shared=shared):
            continue

        def from_on(steps: int, order: TableOrder = order) -> bool:
            own = [steps if at == seat else low for at in range(seats)]
            return not fits(order, own, [high] * seats, total, shared=shared)

        def up_to(steps: int, order: TableOrder = order) -> bool:
            own = [steps if at == seat else high for at in range(seats)]
            return fits(order, [low] * seats, own, total, shared=shared)

        values = range(low, high + 1)
        most = bisect_left(values, True, key=from_on) - 1
        fewest = bisect_left(values, True, key=up_to)
        found.append((order, values[fewest], values[most]))
    return tuple(found)


def _tally(row: StandingsRow, number: int) -> Tally:
    """What the player has before the round."""
    drawn = row.values.get("lot", Fraction(0))
    lot = int(drawn) if 0 < drawn < 10**6 else 0
    games = [game for game in row.games if game.round < number]
    return Tally(Competitor(row.key, lot=lot), games, list(row.adjustments), dict(row.weights), row.stage)


def game_of(key: Key, ahead: RoundAhead, points: int, place: int, tied: int) -> Game:
    """The game as `engine.match.scoring.score_table` counts it, with no fine and no stick left."""
    scoring = ahead.scoring
    uma = share(scoring.uma, place, tied)
    oka = scoring.oka / tied if place == 1 else Fraction(0)
    return Game(
        key,
        ahead.number,
        0,
        score=Fraction(points - scoring.return_points, scoring.divisor) + uma + oka,
        points=Fraction(points),
        table_points=share(scoring.table_points, place, tied),
        uma=uma,
        place=place,
        shared=tied > 1,
    )


def _value(tally: Tally, metrics: Sequence[Metric], game: Game | None = None) -> Value:
    games = tally.games if game is None else [*tally.games, game]
    then = Tally(tally.competitor, games, tally.adjustments, tally.weights, tally.stage)
    return tuple(one.compute(then) if one.higher_wins else -one.compute(then) for one in metrics)


def tells(metrics: Sequence[str], ahead: RoundAhead) -> bool:
    """Whether anything can be told: where points without a limit count first, every place is possible for everybody."""
    if ahead.swing is not None:
        return True
    first, nobody = metric(metrics[0]), Tally(Competitor(0))
    least, most = (_value(nobody, [first], game_of(0, ahead, points, 1, 1)) for points in (-FAR, FAR))
    return least == most


def chances_of(
    rows: Sequence[StandingsRow], metrics: Sequence[str], ahead: RoundAhead, keys: Iterable[Key], line: int
) -> dict[Key, Needs]:
    """The chances of several players; those who are not ranked are left out."""
    chances = Chances(rows, metrics, ahead)
    return {key: needs for key in keys if (needs := chances.of(key, line)) is not None}
