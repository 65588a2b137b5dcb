"""Next round: effect of points on the metrics, and players of a table who can end above somebody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from engine.match.scoring import MatchScoring, shared_amount
from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Competitor, Game, Key
from tournaments.standings.logic.metrics import Metric, Tally, get_metric
from tournaments.standings.logic.orders import TableOrder, fits, list_orders, map_seats_to_places

FAR: Final = 10**7
"""Steps of points without a limit."""

Value = tuple[Fraction, ...]
"""Metrics of a player in their order, each so that more is better."""


@dataclass(frozen=True, slots=True)
class RoundAhead:
    """Next round; scores are multiples of `step`; `swing`: maximum lost and won, None for no limit."""

    number: int
    tables: tuple[tuple[Key, ...], ...]
    scoring: MatchScoring
    step: int = 1
    swing: tuple[int, int] | None = None


def build_tally_before(row: StandingsRow, number: int) -> Tally:
    drawn = row.values.get("lot", Fraction(0))
    lot = int(drawn) if 0 < drawn < 10**6 else 0
    games = [game for game in row.games if game.round < number]
    return Tally(Competitor(row.key, lot=lot), games, list(row.adjustments), row.weights, row.stage)


def build_game(key: Key, ahead: RoundAhead, points: int, place: int, tied: int) -> Game:
    """Return the game as `engine.match.scoring.score_table` counts it, without penalties and sticks left."""
    scoring = ahead.scoring
    uma = shared_amount(scoring.uma, place, tied)
    oka = scoring.oka / tied if place == 1 else Fraction(0)
    return Game(
        key,
        ahead.number,
        0,
        score=Fraction(points - scoring.return_points, scoring.divisor) + uma + oka,
        points=Fraction(points),
        table_points=shared_amount(scoring.table_points, place, tied),
        uma=uma,
        place=place,
        shared=tied > 1,
    )


def compute_value(tally: Tally, metrics: Sequence[Metric], game: Game | None = None) -> Value:
    games = tally.games if game is None else [*tally.games, game]
    then = Tally(tally.competitor, games, tally.adjustments, tally.weights, tally.stage)
    return tuple(metric.compute(then) if metric.higher_wins else -metric.compute(then) for metric in metrics)


Fixed = tuple[TableOrder, int, int] | None


@dataclass(slots=True)
class Chance:
    """Player with one more game: the metrics by points, place and number of tied players."""

    tally: Tally
    metrics: Sequence[Metric]
    ahead: RoundAhead
    low: int
    high: int
    known: dict[tuple[int, int, int], Value] = field(default_factory=dict)

    def value(self, steps: int, place: int, tied: int) -> Value:
        key = (steps, place, tied)
        if key not in self.known:
            game = build_game(self.tally.competitor.key, self.ahead, steps * self.ahead.step, place, tied)
            self.known[key] = compute_value(self.tally, self.metrics, game)
        return self.known[key]

    def most_below(self, than: Value, place: int, tied: int, *, tie_is_below: bool) -> int | None:
        """Return the maximum steps with which the player is not above `than`; None if the minimum is above it."""

        def below(steps: int) -> bool:
            value = self.value(steps, place, tied)
            return value < than or (tie_is_below and value == than)

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
        """Estimate where the answer changes, for a linear first metric; others only take longer."""
        least, most = self.value(self.low, place, tied), self.value(self.high, place, tied)
        for at_least, at_most, wanted in zip(least, most, than, strict=True):
            if at_least != at_most:
                return self.low + int((wanted - at_least) / (at_most - at_least) * (self.high - self.low))
        return self.low


class RankedField:
    def __init__(self, rows: Sequence[StandingsRow], metrics: Sequence[str], ahead: RoundAhead) -> None:
        self.ahead, self.shared = ahead, ahead.scoring.ties == "share"
        used = [get_metric(key) for key in metrics]
        among = next((index for index, used_metric in enumerate(used) if used_metric.among is not None), len(used))
        self.metrics, self.open_ties = used[:among], among < len(used)
        ranked = [row for row in rows if row.out is None]
        self.tallies = {row.key: build_tally_before(row, ahead.number) for row in ranked}
        tables = [tuple(key for key in table if key in self.tallies) for table in ahead.tables]
        # Players without a place (house substitutes) sit at a table and take points too.
        self.tables = [table for table, all_of in zip(ahead.tables, tables, strict=True) if all_of]
        self.chances: dict[Key, Chance] = {}
        for table in self.tables:
            _total, low, high = self.limits(len(table))
            for key in table:
                tally = self.tallies.get(key)
                if tally is not None:
                    self.chances[key] = Chance(tally, self.metrics, ahead, low, high)
        idle = [key for key in self.tallies if key not in self.chances]
        self.idle = {key: compute_value(self.tallies[key], self.metrics) for key in idle}

    def limits(self, seats: int) -> tuple[int, int, int]:
        """Return (sum of the final points, minimum, maximum) at a table, in steps."""
        step, start = self.ahead.step, self.ahead.scoring.start_points
        lost, won = self.ahead.swing or (FAR * step, FAR * step)
        return start * seats // step, (start - lost) // step, (start + won) // step

    def above(self, table: Sequence[Key], than: Value, stage: int, *, most: bool, fixed: Fixed = None) -> int:
        """Return the minimum or maximum of players who can end above `than`; `fixed`: (order, seat, steps)."""
        rivals = [
            seat
            for seat, key in enumerate(table)
            if key in self.chances and self.tallies[key].stage == stage and not (fixed and fixed[1] == seat)
        ]
        total, low, high = self.limits(len(table))
        bound: dict[tuple[int, int, int], int | None] = {}
        count = 0
        for order in (fixed[0],) if fixed else list_orders(len(table), self.shared):
            lows, highs = [low] * len(table), [high] * len(table)
            if fixed:
                lows[fixed[1]] = highs[fixed[1]] = fixed[2]
            places, able = map_seats_to_places(order), {}
            for seat in rivals:
                key = (seat, *places[seat])
                if key not in bound:
                    bound[key] = self._bound(table[seat], than, *places[seat], most=most)
                if (limit := bound[key]) is not None:
                    able[seat] = limit
            if len(able) > count:
                count = max(count, _count_together(order, able, (lows, highs), total, most=most, shared=self.shared))
            if count == len(rivals):
                break
        return count if most else len(rivals) - count

    def _bound(self, key: Key, than: Value, place: int, tied: int, *, most: bool) -> int | None:
        chance = self.chances[key]
        below = chance.most_below(than, place, tied, tie_is_below=not (most and self.open_ties))
        if not most:
            return below
        if below is None:
            return chance.low
        return below + 1 if below < chance.high else None


def _count_together(
    order: TableOrder,
    able: Mapping[int, int],
    limits: tuple[list[int], list[int]],
    total: int,
    *,
    most: bool,
    shared: bool,
) -> int:
    """Return the number of seats `able` to keep their bounds together in this order; -1 if impossible."""
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
