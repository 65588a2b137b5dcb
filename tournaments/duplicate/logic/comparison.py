"""Results of duplicate boards compared seat by seat: differences, IMPs, matchpoints, and standings.

A *cell* holds the results of all who played one board on one seat. Everything is exact but the standard error.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from tournaments.duplicate.logic.scales import Points, Scale

Method = Literal["difference", "cross_imp", "butler", "matchpoints"]
METHODS: Final[tuple[Method, ...]] = ("difference", "cross_imp", "butler", "matchpoints")
"""Methods of comparison: in points, IMPs, IMPs and percent."""

EVEN: Final = Fraction(50)


class BoardScore(NamedTuple):
    """One player's result on one board.

    ``points``: table points including penalties, None if the board could not be played. ``penalty``: the part of them
    that comes from penalties, negative for the offender; the others are not compared with it. ``version`` separates the
    plays of a fouled board. ``award``: percent for an unplayable board (60 not at fault: at least, 50 partly, 40 at
    fault: at most), None for the own average of the session.
    """

    session: int
    board: int
    seat: int
    player: Any
    points: int | None
    penalty: int = 0
    version: str = ""
    award: int | None = None

    @property
    def clean(self) -> int:
        """Points without penalties, for the comparison with others."""
        return (self.points or 0) - self.penalty

    @property
    def place(self) -> tuple[int, int, int]:
        return self[:3]


class Compared(NamedTuple):
    """Result with its ``value`` in points, IMPs or percent; ``averaged`` if that is an average or an award."""

    line: BoardScore
    value: Fraction
    datum: Fraction | None = None
    averaged: bool = False


def compare(
    lines: Sequence[BoardScore], method: Method = "difference", *, scale: Scale | None = None
) -> list[Compared]:
    """Compare each line with its cell; return the results in the order of the lines.

    - ``difference``: points less the datum, the mean of the cell; without penalties a cell sums to 0.
    - ``butler``: that difference in IMPs.
    - ``cross_imp``: the mean of the IMPs against each other result of the cell.
    - ``matchpoints``: 2 for each result beaten and 1 for each equalled, in percent of the maximum; in a cell with fewer
      results than expected by Neuberg's formula, as if all had been played.

    A single result in its cell counts as not played, except for matchpoints. IMPs need a ``scale``.

    >>> first, second = BoardScore(1, 1, 0, "ida", 34), BoardScore(1, 1, 0, "sam", -8)
    >>> [str(each.value) for each in compare([first, second])]
    ['21', '-21']
    """
    cells: dict[Hashable, list[BoardScore]] = defaultdict(list)
    for line in lines:
        if line.points is not None:
            cells[line.place, line.version].append(line)
    expected = Counter(line.place for line in lines)
    judged: dict[int, Compared] = {}
    points_of: dict[Hashable, list[Fraction]] = defaultdict(list)
    for cell in cells.values():
        if len(cell) > 1 or method == "matchpoints":
            for compared_line in _compare_cell(cell, method, scale, expected[cell[0].place]):
                judged[id(compared_line.line)] = compared_line
                points_of[compared_line.line.session, compared_line.line.player].append(compared_line.value)
    return [judged.get(id(line)) or _average_line(line, method, points_of[line.session, line.player]) for line in lines]


def _compare_cell(cell: Sequence[BoardScore], method: Method, scale: Scale | None, expected: int) -> list[Compared]:
    clean = sorted(line.clean for line in cell)
    if method == "matchpoints":
        return [Compared(line, _compute_matchpoints(line, clean, expected)) for line in cell]
    if method == "difference":
        datum = mean(clean)
        return [Compared(line, (line.points or 0) - datum, datum) for line in cell]
    if scale is None:
        raise ValueError(f"{method} needs a scale")
    imps = scale.imps
    if method == "butler":
        datum = mean(clean)
        return [Compared(line, Fraction(imps((line.points or 0) - datum)), datum) for line in cell]
    times = Counter(clean)
    sums = {
        points: sum(count * imps(points - points_elsewhere) for points_elsewhere, count in times.items())
        for points in {line.points or 0 for line in cell}
    }
    return [
        Compared(line, Fraction(sums[line.points or 0] - imps((line.points or 0) - line.clean), len(cell) - 1))
        for line in cell
    ]


def _compute_matchpoints(line: BoardScore, clean: Sequence[int], expected: int) -> Fraction:
    if expected == 1:
        return EVEN
    points = line.points or 0
    # 2 for each result beaten, 1 for each equalled, less those for the own result, which is in `clean` too.
    won = bisect_left(clean, points) + bisect_right(clean, points)
    won -= 2 * (points > line.clean) + (points == line.clean)
    return 100 * neuberg(won, len(clean), expected) / (2 * (expected - 1))


def neuberg(matchpoints: int, scores: int, expected: int) -> Fraction:
    """Scale matchpoints out of ``2 * (scores - 1)`` to ``expected`` scores (Neuberg's formula).

    >>> str(neuberg(4, 3, 4))
    '17/3'
    """
    return (Fraction(matchpoints) + 1) * expected / scores - 1


def _average_line(line: BoardScore, method: Method, own_points: Sequence[Fraction]) -> Compared:
    """Return the award of a line without comparable result, or the player's average of the session.

    As in Law 12C2 of bridge, a player not at fault (above 50) gets the better of the two, a player at fault (below 50)
    the worse. In IMPs 60 percent are 3 IMPs; in points an even result stands for the award.
    """
    even = EVEN if method == "matchpoints" else Fraction(0)
    value = mean(own_points) if own_points else even
    if line.award is not None:
        percent = Fraction(line.award)
        award = {"matchpoints": percent, "difference": even}.get(method, (percent - EVEN) * 3 / 10)
        if not own_points or percent == EVEN:
            value = award
        else:
            value = max(award, value) if percent > EVEN else min(award, value)
    return Compared(line, value, averaged=True)


def mean(values: Sequence[Points]) -> Fraction:
    return Fraction(sum(values)) / len(values)


class ComparedRow(NamedTuple):
    """Place by boards. ``error`` is the standard error of the mean per board, None below two compared boards.

    ``out``: disqualified, last or with ``place`` 0 (RI-7.4, MCR-8.9). ``close``: the boards do not tell it from the
    next.
    """

    place: int
    shared: bool
    key: Any
    total: Fraction
    mean: Fraction
    boards: int
    error: float | None
    close: bool = False
    out: bool = False


def compute_standings(
    compared: Iterable[Compared], *, by_mean: bool = False, out: Mapping[Any, bool] = MappingProxyType({})
) -> list[ComparedRow]:
    """Rank players by total or ``by_mean`` per board, best first; equal ones share the better place.

    ``out``: the disqualified, True for a place behind all others, False for none; their results are compared.
    """
    values: dict[Hashable, list[Fraction]] = defaultdict(list)
    measured: dict[Hashable, list[Fraction]] = defaultdict(list)
    for line in compared:
        values[line.line.player].append(line.value)
        if not line.averaged:
            measured[line.line.player].append(line.value)
    return rank_rows(values, measured, by_mean=by_mean, out=out)


def rank_rows(
    values: Mapping[Any, Sequence[Fraction]],
    measured: Mapping[Any, Sequence[Fraction]] | None = None,
    *,
    by_mean: bool = False,
    out: Mapping[Any, bool] = MappingProxyType({}),
) -> list[ComparedRow]:
    """Rank by values, one a board; the standard error counts ``measured`` only, if given."""
    rows = []
    for key, points in values.items():
        error = standard_error(points if measured is None else measured.get(key, ()))
        rows.append(ComparedRow(0, False, key, sum(points, Fraction(0)), mean(points), len(points), error))
    rows.sort(key=lambda row: row.mean if by_mean else row.total, reverse=True)
    placed = _assign_places([row for row in rows if row.key not in out], 1, by_mean)
    last = _assign_places([row for row in rows if out.get(row.key) is True], 1 + len(placed), by_mean)
    unplaced = [row for row in rows if out.get(row.key) is False]
    return [*placed, *(row._replace(out=True) for row in (*last, *unplaced))]


def _assign_places(ranked: Sequence[ComparedRow], first: int, by_mean: bool) -> list[ComparedRow]:
    ranks = [row.mean if by_mean else row.total for row in ranked]
    return [
        row._replace(
            place=first + ranks.index(rank),
            shared=ranks.count(rank) > 1,
            close=index + 1 < len(ranked) and _is_close(row, ranked[index + 1]),
        )
        for index, (row, rank) in enumerate(zip(ranked, ranks, strict=True))
    ]


def _is_close(first: ComparedRow, second: ComparedRow) -> bool:
    if first.error is None or second.error is None:
        return False
    return abs(first.mean - second.mean) <= math.hypot(first.error, second.error)


def standard_error(values: Sequence[Fraction]) -> float | None:
    """Return the standard error of the mean per board, sd / sqrt(boards); None below two boards (B6).

    >>> standard_error([Fraction(3), Fraction(-3), Fraction(3), Fraction(-3)])
    1.7320508075688772
    """
    if len(values) < 2:
        return None
    middle = mean(values)
    variance = sum(((value - middle) ** 2 for value in values), Fraction(0)) / (len(values) - 1)
    return math.sqrt(variance / len(values))
