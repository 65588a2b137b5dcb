"""Results of duplicate boards, seat against seat: differences, IMPs, matchpoints, and the standings they make.

A *cell* holds the results of all who played one board on one seat. Whoever held the same tiles is compared; nobody is
compared with the opponents at the own table. Everything is exact (``Fraction``) but the standard error.

Three kinds of trouble have their place here. A *penalty* stays in the own result and leaves what the others are
compared with. A *fouled* board (tiles not as dealt) is another board from then on: its plays bear another ``version``
and form cells of their own. A board that *could not be played* has no points: the player gets the own average of the
session, or an award.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from tournaments.duplicate.logic.scales import Points, Scale

Method = Literal["difference", "butler", "cross_imp", "matchpoints"]
METHODS: Final[tuple[Method, ...]] = ("difference", "butler", "cross_imp", "matchpoints")
"""In points, IMPs, IMPs and percent."""

BUTLER_LEAST: Final = 6
"""Results of a cell from which the best and the worst can be dropped for the datum."""

EVEN: Final = Fraction(50)
"""Percent of an even result in matchpoints."""

AnyKey = Hashable
"""How the caller names a player, a team, a board."""


class ComparisonError(ValueError):
    """Results that cannot be compared, said in one sentence."""


class BoardScore(NamedTuple):
    """One player's result on one board.

    ``points`` are the table points with penalties in them, None where the board could not be played. ``penalty`` is
    the part of the points that comes from penalties: negative for the offender, positive for who received it.
    ``group`` parts fields that are not compared with one another. ``version`` parts the plays of a fouled board.
    ``award`` is what an unplayable board is worth in percent (60 not at fault: at least, 50 partly, 40 at fault: at
    most); None gives the own average of the session.
    """

    session: int
    board: AnyKey
    seat: int
    player: AnyKey
    points: Points | None
    penalty: Points = 0
    version: AnyKey = 0
    award: Points | None = None
    group: AnyKey = 0
    table: int = 0

    @property
    def clean(self) -> Points:
        """The points without penalties: what others are compared with. Only for a board that was played."""
        return (self.points or 0) - self.penalty


class Compared(NamedTuple):
    """A line and what it is worth: ``value`` in points, IMPs or percent (0 to 100), as the method has it.

    ``datum`` is the mean that the points are compared with, None where there is none (cross-IMPs, matchpoints, a board
    that was not played). ``scores`` counts the cell's results, ``expected`` all plays of that seat, fouled and
    unplayable ones too. ``averaged``: no result to compare, the value is an average or an award.
    """

    line: BoardScore
    value: Fraction
    datum: Fraction | None
    scores: int
    expected: int
    averaged: bool = False


def compare(
    lines: Iterable[BoardScore], method: Method = "difference", *, scale: Scale | None = None, butler: bool = False
) -> tuple[Compared, ...]:
    """What each line is worth, in the order of the lines.

    - ``difference``: points less the datum, the mean of the cell; without penalties a cell sums to 0.
    - ``butler``: that difference in IMPs.
    - ``cross_imp``: the mean of the IMPs against each other result of the cell.
    - ``matchpoints``: 2 for each result beaten and 1 for each equalled, in percent of what could be won; in a cell
      with fewer results than expected by Neuberg's formula, as if all had been played.

    ``butler=True`` drops the best and the worst result for the datum of cells with six results or more. ``scale`` is
    needed for IMPs. A result alone in its cell is, but for matchpoints, worth as much as a board that was not played.
    Raises ComparisonError.

    >>> first, second = Line(1, 1, 0, "ida", 34), Line(1, 1, 0, "sam", -8)
    >>> [str(each.value) for each in compare([first, second])]
    ['21', '-21']
    """
    every = list(lines)
    check_lines(every)
    cells: dict[AnyKey, list[BoardScore]] = defaultdict(list)
    expected: dict[AnyKey, int] = defaultdict(int)
    for line in every:
        expected[_seat(line)] += 1
        if line.points is not None:
            cells[_cell(line)].append(line)
    judge = _judge(method, scale, butler)
    judged: dict[int, Compared] = {}
    own: dict[AnyKey, list[Fraction]] = defaultdict(list)
    for cell in cells.values():
        if len(cell) == 1 and method != "matchpoints":
            continue
        plays = expected[_seat(cell[0])]
        for line, (value, datum) in zip(cell, judge(cell, plays), strict=True):
            judged[id(line)] = Compared(line, value, datum, len(cell), plays)
            own[line.session, line.player].append(value)
    return tuple(
        judged.get(id(line)) or _averaged(line, method, own[line.session, line.player], expected[_seat(line)])
        for line in every
    )


def check_lines(lines: Sequence[BoardScore]) -> None:
    """Raises ComparisonError where a player meets a board twice, or a seat or an award cannot be."""
    met = set()
    for line in lines:
        if line.seat not in range(4):
            raise ComparisonError(f"board {line.board}: a seat is 0, 1, 2 or 3, not {line.seat!r}")
        if (line.session, line.board, line.player) in met:
            raise ComparisonError(f"session {line.session}, board {line.board}: {line.player} has two results")
        if line.award is not None and not 0 <= line.award <= 100:
            raise ComparisonError(f"board {line.board}: an award is a percentage from 0 to 100, not {line.award}")
        met.add((line.session, line.board, line.player))


def _seat(line: BoardScore) -> AnyKey:
    return line.session, line.board, line.group, line.seat


def _cell(line: BoardScore) -> AnyKey:
    return line.session, line.board, line.group, line.seat, line.version


def mean(values: Sequence[Points]) -> Fraction:
    """The exact mean of at least one value."""
    return Fraction(sum(values)) / len(values)


def datum_of(cell: Sequence[BoardScore], *, butler: bool = False) -> Fraction:
    """What a cell's results are compared with: the mean without penalties, at need without the extremes (B6).

    >>> str(datum_of([Line(1, 1, 0, name, points) for name, points in enumerate((-8, -8, -8, 4, 24, 96))], butler=True))
    '3'
    """
    clean = sorted(line.clean for line in cell)
    return mean(clean[1:-1] if butler and len(clean) >= BUTLER_LEAST else clean)


def neuberg(matchpoints: Points, scores: int, expected: int) -> Fraction:
    """Matchpoints out of ``2 * (scores - 1)`` as they would be among ``expected`` scores (Neuberg's formula).

    >>> str(neuberg(4, 3, 4))
    '17/3'
    """
    return (Fraction(matchpoints) + 1) * expected / scores - 1


Judged = tuple[Fraction, Fraction | None]
"""Value and datum."""

Judge = Callable[[Sequence[BoardScore], int], list[Judged]]
"""Values the lines of a cell, in their order; the number is that of the expected plays."""


def _judge(method: Method, scale: Scale | None, butler: bool) -> Judge:
    """The function that values the lines of a cell."""

    def difference(cell: Sequence[BoardScore], _: int) -> list[Judged]:
        datum = datum_of(cell, butler=butler)
        return [((line.points or 0) - datum, datum) for line in cell]

    def matchpoints(cell: Sequence[BoardScore], expected: int) -> list[Judged]:
        if expected == 1:
            return [(EVEN, None)]
        clean = sorted(line.clean for line in cell)
        top = 2 * (expected - 1)
        found: list[Judged] = []
        for line in cell:
            points = line.points or 0
            # Twice those below and once those level; the own result is among them, as it is without the penalty.
            won = bisect_left(clean, points) + bisect_right(clean, points)
            won -= 2 * (points > line.clean) + (points == line.clean)
            found.append((100 * neuberg(won, len(cell), expected) / top, None))
        return found

    if method == "difference":
        return difference
    if method == "matchpoints":
        return matchpoints
    if method not in METHODS:
        raise ComparisonError(f"a method of comparison is one of {', '.join(METHODS)}, not {method!r}")
    if scale is None:
        raise ComparisonError(f"{method} needs a scale")
    imps = scale.imps

    def butler_imps(cell: Sequence[BoardScore], expected: int) -> list[Judged]:
        return [(Fraction(imps(less)), datum) for less, datum in difference(cell, expected)]

    def cross_imps(cell: Sequence[BoardScore], _: int) -> list[Judged]:
        clean = Counter(line.clean for line in cell)
        sums: dict[Points, int] = {}
        found: list[Judged] = []
        for line in cell:
            points = line.points or 0
            if points not in sums:
                sums[points] = sum(times * imps(points - other) for other, times in clean.items())
            found.append((Fraction(sums[points] - imps(points - line.clean), len(cell) - 1), None))
        return found

    return butler_imps if method == "butler" else cross_imps


def _averaged(line: BoardScore, method: Method, own: Sequence[Fraction], expected: int) -> Compared:
    """A line without a result to compare: its award, or the player's average of the session.

    In IMPs 60 percent are 3 IMPs, as in bridge; in points there is no such custom, and an even result stands for the
    award. As in Law 12C2 of bridge, who is not at fault (above 50) gets at least that and the own average where it is
    better; who is at fault (below 50) at most that and the own average where it is worse.
    """
    even = EVEN if method == "matchpoints" else Fraction(0)
    value = mean(own) if own else even
    if line.award is not None:
        per_cent = Fraction(line.award)
        award = {"matchpoints": per_cent, "difference": even}.get(method, (per_cent - EVEN) * 3 / 10)
        if per_cent > EVEN:
            value = max(award, value) if own else award
        else:
            value = min(award, value) if own and per_cent < EVEN else award
    return Compared(line, value, None, 0, expected, averaged=True)


class ComparedRow(NamedTuple):
    """One place. ``error`` is the standard error of the mean per board, None below two compared boards.

    ``out``: disqualified, behind all others or with ``place`` 0 (RI-7.4, MCR-8.9). ``close``: the mean of the next
    place is within one standard error of the difference between the two, so that the boards do not tell who is the
    better one.
    """

    place: int
    shared: bool
    key: AnyKey
    total: Fraction
    mean: Fraction
    boards: int
    error: float | None
    close: bool = False
    out: bool = False


def standings(
    compared: Iterable[Compared], *, by_mean: bool = False, out: Mapping[AnyKey, bool] = MappingProxyType({})
) -> tuple[ComparedRow, ...]:
    """Players by total, the best first; equal totals share the better place and stand in the order of the lines.

    ``by_mean`` ranks by the mean per board, for fields in which players play different numbers of boards, and for
    matchpoints. ``out`` names the disqualified: True for a place behind all others, False for none. What they played
    stays what the others are compared with.
    """
    values: dict[AnyKey, list[tuple[Fraction, bool]]] = defaultdict(list)
    for each in compared:
        values[each.line.player].append((each.value, each.averaged))
    return rows(
        {key: [value for value, _ in found] for key, found in values.items()},
        by_mean=by_mean,
        measured={key: [value for value, averaged in found if not averaged] for key, found in values.items()},
        out=out,
    )


def rows(
    values: Mapping[AnyKey, Sequence[Fraction]],
    *,
    by_mean: bool = False,
    measured: Mapping[AnyKey, Sequence[Fraction]] | None = None,
    out: Mapping[AnyKey, bool] = MappingProxyType({}),
) -> tuple[ComparedRow, ...]:
    """Places from each one's values, one a board. The standard error counts ``measured`` values only, where given."""
    made = []
    for key, found in values.items():
        total = sum(found, Fraction(0))
        error = standard_error((measured or values)[key])
        made.append(ComparedRow(0, False, key, total, total / len(found) if found else Fraction(0), len(found), error))
    made.sort(key=lambda row: row.mean if by_mean else row.total, reverse=True)
    placed = _placed([row for row in made if row.key not in out], 1, by_mean)
    last = _placed([row for row in made if out.get(row.key) is True], 1 + len(placed), by_mean)
    unplaced = [row for row in made if out.get(row.key) is False]
    return (*placed, *(row._replace(out=True) for row in (*last, *unplaced)))


def _placed(ranked: Sequence[ComparedRow], first: int, by_mean: bool) -> tuple[ComparedRow, ...]:
    """The rows, the best first, with their places from ``first`` on."""
    ranks = [row.mean if by_mean else row.total for row in ranked]
    return tuple(
        row._replace(
            place=first + ranks.index(rank),
            shared=ranks.count(rank) > 1,
            close=at + 1 < len(ranked) and within_one_error(row, ranked[at + 1]),
        )
        for at, (row, rank) in enumerate(zip(ranked, ranks, strict=True))
    )


def variance(values: Sequence[Fraction]) -> Fraction:
    """The sample variance of at least two values, exact."""
    middle = mean(values)
    return sum(((value - middle) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def standard_error(values: Sequence[Fraction]) -> float | None:
    """How far the mean per board may be off by chance: sd / sqrt(boards); None below two boards (B6).

    >>> standard_error([Fraction(3), Fraction(-3), Fraction(3), Fraction(-3)])
    1.7320508075688772
    """
    return math.sqrt(variance(values) / len(values)) if len(values) > 1 else None


def within_one_error(first: ComparedRow, second: ComparedRow) -> bool:
    """Whether two means are within one standard error of their difference; False where an error is not known."""
    if first.error is None or second.error is None:
        return False
    return abs(first.mean - second.mean) <= math.hypot(first.error, second.error)
