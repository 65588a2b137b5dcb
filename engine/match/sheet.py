"""Checks of score sheets; problems are values, because an event continues with sheets that do not add up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.match.scoring import MatchScoring
from engine.match.sheet_rules import Cause, SheetRules, WrongSum

HUNDRED: Final = 100


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """Problem of a sheet.

    total: the points differ from the expected sum by `amount` (negative: short). step: the number at `seats` is not a
    multiple of `amount`. hands: the numbers at `seats` differ from the sum of the hands; `written` and `summed` have
    both, of every seat. leftover: an impossible number of sticks left, each worth `stick`.
    """

    code: str
    amount: int = 0
    seats: tuple[int, ...] = ()
    causes: tuple[Cause, ...] = ()
    stick: int = 0
    written: tuple[int, ...] = ()
    summed: tuple[int, ...] = ()


def check_sheet(
    points: Sequence[int],
    rules: SheetRules,
    scoring: MatchScoring,
    *,
    leftover: int = 0,
    from_hands: Sequence[int] | None = None,
) -> list[SheetProblem]:
    """List all problems of one table's final points, in seat order; empty for a correct sheet.

    `leftover` is the worth of the sticks on the table; `from_hands` are the totals of the hand-by-hand sheet.

    >>> from engine.family import ruleset
    >>> sheet, scoring = ruleset("riichi-wrc").sheet, MatchScoring(30000, 30000, 1000)
    >>> check_sheet([24000, 30000, 30000, 35000], sheet, scoring)[0].causes[0].code
    'sticks_left'
    """
    problems = []
    expected = scoring.expected_total(len(points))
    off = sum(points) + leftover - expected
    hundreds = bool(off) and _is_in_hundreds(points, rules, expected, leftover)
    if hundreds:
        # The other checks need points, and these numbers are hundreds.
        problems.append(SheetProblem("total", off, causes=(Cause("hundreds", amount=HUNDRED),)))
    elif off:
        problems.append(
            SheetProblem("total", off, causes=tuple(_find_causes(points, rules, scoring, WrongSum(off, leftover))))
        )
    if not hundreds and (odd := tuple(seat for seat, score in enumerate(points) if score % rules.step)):
        problems.append(SheetProblem("step", rules.step, odd))
    if not hundreds and (leftover < 0 or (rules.stick and leftover % rules.stick)):
        problems.append(SheetProblem("leftover", leftover, stick=rules.stick))
    if from_hands is not None and list(from_hands) != list(points):
        seats = tuple(seat for seat, (score, sum_) in enumerate(zip(points, from_hands, strict=True)) if score != sum_)
        swapped = _find_swapped_seats(points, from_hands, seats)
        problems.append(
            SheetProblem("hands", seats=seats, causes=swapped, written=tuple(points), summed=tuple(from_hands))
        )
    return problems


def compare_entries(first: Sequence[int], second: Sequence[int]) -> SheetProblem | None:
    """Difference between two entries of the same sheet (double entry), with `seats_swapped` if that explains it."""
    seats = tuple(seat for seat, (typed, retyped) in enumerate(zip(first, second, strict=True)) if typed != retyped)
    return SheetProblem("reentry", seats=seats, causes=_find_swapped_seats(first, second, seats)) if seats else None


def _find_swapped_seats(first: Sequence[int], second: Sequence[int], seats: tuple[int, ...]) -> tuple[Cause, ...]:
    if len(seats) == 2 and sorted(first[seat] for seat in seats) == sorted(second[seat] for seat in seats):
        return (Cause("seats_swapped", seats),)
    return ()


def _is_in_hundreds(points: Sequence[int], rules: SheetRules, expected: int, leftover: int) -> bool:
    if rules.step != HUNDRED or not expected:
        return False
    total = HUNDRED * sum(points) - expected
    sums = [WrongSum(total + sticks, sticks) for sticks in (leftover, HUNDRED * leftover)]
    return any(not wrong.off or rules.first_causes(wrong) for wrong in sums)


def _find_causes(points: Sequence[int], rules: SheetRules, scoring: MatchScoring, wrong: WrongSum) -> list[Cause]:
    causes, off = [], wrong.off
    if scoring.start_points and sum(points) == 0:
        causes.append(Cause("differences", amount=scoring.start_points))
    causes += rules.first_causes(wrong)
    for seat, score in enumerate(points):
        fits = score - off
        if score and fits == -score:
            causes.append(Cause("sign", (seat,), fits))
    for seat, score in enumerate(points):
        fits = score - off
        if _has_swapped_digits(score, fits):
            causes.append(Cause("digits", (seat,), fits))
        if score and fits == score * 10:
            causes.append(Cause("zero_missing", (seat,), fits))
        if score and fits * 10 == score:
            causes.append(Cause("zero_extra", (seat,), fits))
    causes += rules.last_causes(wrong)
    if off % 9 == 0 and not any(cause.seats for cause in causes):
        causes.append(Cause("ninefold", amount=off))
    return causes


def _has_swapped_digits(written: int, meant: int) -> bool:
    written_digits, meant_digits = str(abs(written)), str(abs(meant))
    if (written < 0) != (meant < 0) or len(written_digits) != len(meant_digits):
        return False
    differing = [place for place in range(len(written_digits)) if written_digits[place] != meant_digits[place]]
    return (
        len(differing) == 2
        and differing[1] == differing[0] + 1
        and written_digits[differing[0]] == meant_digits[differing[1]]
        and written_digits[differing[1]] == meant_digits[differing[0]]
    )
