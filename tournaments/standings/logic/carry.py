"""A row's value taken apart: what came before a round, what the round added, and what a stage carried over."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Competitor
from tournaments.standings.logic.metrics import Tally, get_metric


@dataclass(frozen=True, slots=True)
class Carry:
    """Points taken over by a stage: `share` of them; `score` and `table_points` are the change, negative if lost."""

    round: int
    """First round of the stage."""
    share: Fraction
    score: Fraction
    table_points: Fraction
    first: Fraction
    """Part of the first criterion that still counts."""


def compute_value_before(row: StandingsRow, key: str, number: int) -> Fraction:
    """Return a metric of what still counts of the rounds before `number`, lines of no round included."""
    games = [game for game in row.games if game.round < number]
    lines = [line for line in row.adjustments if line.round is None or line.round < number]
    return get_metric(key).compute(Tally(Competitor(row.key), games, lines, row.weights))


def compute_added_value(row: StandingsRow, key: str, number: int) -> Fraction | None:
    """Return the contribution of the row's last round `number` to a metric; None without a game or line of it."""
    played = any(game.round == number for game in row.games) or any(line.round == number for line in row.adjustments)
    if not played or get_metric(key).among is not None:
        return None
    return compute_value_before(row, key, number + 1) - compute_value_before(row, key, number)


def compute_carried_value(row: StandingsRow, key: str) -> Fraction | None:
    """Return the part that still counts of the rounds before the last stage with carry; None without one."""
    if not row.carried_at or get_metric(key).among is not None:
        return None
    return compute_value_before(row, key, row.carried_at)


def carry_line(before: StandingsRow, row: StandingsRow, first: str) -> Carry:
    """Return the line of points carried over, from the player's rows before the stage and after its first round."""
    carried_at = row.carried_at
    share, weight = (line.weights.get((row.key, carried_at - 1), Fraction(1)) for line in (row, before))
    total, table_points = (
        compute_value_before(row, key, carried_at) - compute_value_before(before, key, carried_at)
        for key in ("total", "table_points")
    )
    return Carry(carried_at, share / (weight or 1), total, table_points, compute_value_before(row, first, carried_at))
