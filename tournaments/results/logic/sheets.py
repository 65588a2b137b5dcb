"""Table sheets: accept or reject a new one, compute ledger amounts of a confirmed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from engine.exact import read_stored
from engine.match.scoring import GameResult, MatchScoring, score_table
from tournaments.standings.logic.forfeits import Heirs

SCORE = "score"
TABLE_POINTS = "table_points"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Final points by player in turn order, points in sticks left, and `official` amounts of imported games."""

    rows: tuple[tuple[int, Fraction | int], ...]
    leftover: int = 0
    official: Mapping[int, Mapping[str, Any]] = field(default_factory=dict, compare=False)

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(player for player, _points in self.rows)


class Decision(Enum):
    """Result of `decide`; rejections in the order in which they are checked."""

    OTHER_PLAYERS = "other_players"
    UNCHANGED = "unchanged"
    """The same sheet was entered before: a second click, or equal numbers from another form."""
    STALE = "stale"
    """Another sheet was entered after the form was opened."""
    REASON_WANTED = "reason_wanted"
    """A confirmed sheet would be corrected without a reason."""
    DOUBTFUL = "doubtful"
    """The sheet does not add up, and no reason is given."""
    TAKEN = "taken"


def decide(
    sheet: Sheet,
    *,
    seated: Sequence[int],
    standing: Sheet | None = None,
    counts: bool = False,
    stale: bool = False,
    doubtful: bool = False,
    reason: str = "",
    more: bool = False,
) -> Decision:
    """Decide on a sheet for a table with the players `seated` and the current sheet `standing`, confirmed if `counts`.

    `stale`: the form was opened with an older version than the newest. `more`: the sheet contains more than points
    (hands), so that equal points do not make an equal sheet.

    >>> decide(Sheet(((7, 20), (8, 0), (9, 0), (10, -20))), seated=(7, 8, 9, 10))
    <Decision.TAKEN: 'taken'>
    """
    explained = bool(reason.strip())
    if sheet.players != tuple(seated):
        return Decision.OTHER_PLAYERS
    if standing == sheet and not more:
        return Decision.UNCHANGED
    if standing is not None and stale:
        return Decision.STALE
    if standing is not None and counts and not explained:
        return Decision.REASON_WANTED
    return Decision.DOUBTFUL if doubtful and not explained else Decision.TAKEN


class SeatAmount(NamedTuple):
    """A seat's addition to the ledger; a score has its parts: points beyond the start, uma, place."""

    player: int
    unit: str
    amount: Fraction
    points: Fraction | None = None
    uma: Fraction | None = None
    place: int | None = None
    shared: bool = False


def score_games(sheet: Sheet, scoring: MatchScoring, fines: Mapping[int, Fraction], heirs: Heirs) -> list[GameResult]:
    """Score each seat of the sheet.

    `fines` by player, in raw points and negative, count only if the scoring has them before the places. `heirs` on a
    chair that a forfeit ranks last are behind all others, whatever their points (MCR-E16, RI-E13, RI-8.8).
    """
    counted = fines if scoring.fines == "before" else {}
    last = heirs.last(sheet.players)
    before = [counted.get(player, Fraction(0)) for player in sheet.players]
    behind = [index for index, player in enumerate(sheet.players) if player in last]
    return score_table([points for _player, points in sheet.rows], scoring, sheet.leftover, before, behind)


def compute_ledger_lines(
    sheet: Sheet, scoring: MatchScoring, fines: Mapping[int, Fraction], heirs: Heirs
) -> list[SeatAmount]:
    """Return a score per seat, and table points if the scoring has them; published amounts override computed ones."""
    problems = []
    for player, game in zip(sheet.players, score_games(sheet, scoring, fines, heirs), strict=True):
        official = sheet.official.get(player, {})
        score, place = read_stored(official.get(SCORE, game.score)), official.get("place", game.place)
        problems.append(
            SeatAmount(player, SCORE, score, game.points - scoring.start_points, game.uma, place, game.shared)
        )
        if scoring.table_points:
            points = read_stored(official.get(TABLE_POINTS, game.table_points))
            problems.append(SeatAmount(player, TABLE_POINTS, points))
    return problems
