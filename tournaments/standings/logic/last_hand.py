"""What a win of the last hand means in the standings, whatever happens at the other tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.match.last_hand import LastWin, Ways, least
from engine.tiles.seats import Seat
from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Key
from tournaments.standings.logic.needs import Chances
from tournaments.standings.logic.round_ahead import RoundAhead


@dataclass(frozen=True, slots=True)
class Through:
    """Whether the first `line` places are certain as the table stands, and which wins are enough, by who discards."""

    already: bool
    wins: Mapping[Seat | None, LastWin | None]


def through(
    rows: Sequence[StandingsRow],
    metrics: Sequence[str],
    ahead: RoundAhead,
    line: int,
    table: Sequence[Key],
    key: Key,
    points: Sequence[int],
    ways: Ways,
) -> Through | None:
    """For a player of the table (in seat order, with the points as they stand); None for somebody who is not ranked."""
    chances = Chances(rows, metrics, ahead)

    def holds(final: Sequence[int]) -> bool:
        worst = chances.worst_with(key, dict(zip(table, final, strict=True)))
        return worst is not None and worst <= line

    if chances.worst_with(key, dict(zip(table, points, strict=True))) is None:
        return None
    return Through(holds(points), {source: least(wins, holds) for source, wins in ways.items()})
