"""Ranking of a season: exact results of the units (events, days or games) combined by the rule."""

from __future__ import annotations

import datetime
from calendar import isleap
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, lcm

from tournaments.seasons.logic.rules import SeasonRule
from tournaments.standings.logic.metrics import sum_exactly
from tournaments.standings.logic.ranking import base_rank

NOTHING, WHOLE = Fraction(0), Fraction(1)
Person = Hashable


@dataclass(frozen=True, slots=True)
class SeasonUnit:
    """Event, day or game with one result for each participant; `factor` is the season's, `weight` the federation's.

    `ended` is the last day of an event of several days.
    """

    number: int
    event: int
    day: datetime.date | None = None
    factor: Fraction = WHOLE
    weight: Fraction = WHOLE
    ended: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class UnitResult:
    """Result of one person in one unit: `place` among `field` people, shared by `sharing` (1: not shared)."""

    person: Person
    unit: int
    place: int
    field: int
    sharing: int = 1
    score: Fraction = NOTHING
    table_points: Fraction = NOTHING
    games: int = 0


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """Person's result under the rule; `why` is empty if it counts.

    Otherwise it is `early` (before the last units), `expired` (its weight has become 0), `dropped` (one of the worst)
    or `beyond` (not one of the best). `top`: it counts in the second part, too.
    """

    result: UnitResult
    value: Fraction
    weight: Fraction
    why: str = ""
    top: bool = False

    @property
    def counts(self) -> bool:
        return not self.why

    @property
    def weighted(self) -> Fraction:
        return self.value if self.weight is WHOLE else self.value * self.weight


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """Person in the ranking, with place 0 for too few results.

    `broken_by` is the tie-break against the previous row with equal total; `filled` the number of results added as 0.
    """

    person: Person
    place: int
    shared: bool
    total: Fraction
    lines: tuple[SeasonLine, ...]
    filled: int = 0
    broken_by: str = ""

    @property
    def counted(self) -> tuple[SeasonLine, ...]:
        return tuple(line for line in self.lines if line.counts)

    @property
    def result_count(self) -> int:
        return sum(line.why != "expired" for line in self.lines)


def rank_season(units: Sequence[SeasonUnit], results: Sequence[UnitResult], rule: SeasonRule) -> tuple[SeasonRow, ...]:
    """Return everybody with a result, best first; people with too few results come last, without a place."""
    weights = _sum_weights(units, rule)
    first = max((unit.number for unit in units), default=0) - rule.last + 1 if rule.last else 0
    lines_of: dict[Person, list[SeasonLine]] = {}
    for result in sorted(results, key=lambda result: result.unit):
        weight = weights[result.unit]
        why = "early" if result.unit < first else "expired" if rule.expire and not weight else ""
        line = SeasonLine(result, _get_value(result, rule), weight, why)
        lines_of.setdefault(result.person, []).append(line)
    rows = [_build_row(person, lines, rule) for person, lines in lines_of.items()]
    latest = max((unit.number for unit in units), default=0)
    placed = _assign_places([row for row in rows if row.result_count >= rule.least], rule, latest)
    behind = _assign_places([row for row in rows if row.result_count < rule.least], rule, latest)
    return (*placed, *(replace(row, place=0, shared=False) for row in behind))


def _sum_weights(units: Sequence[SeasonUnit], rule: SeasonRule) -> dict[int, Fraction]:
    by_years = rule.age_unit == "years"
    days = {unit.number: unit.ended if by_years and unit.ended else unit.day for unit in units}
    last = max((day for day in days.values() if day), default=None)
    totals = {}
    for unit in units:
        weight = unit.factor * (unit.weight if rule.weights == "federation" else 1)
        day = days[unit.number]
        aged = WHOLE
        if last is not None and day is not None:
            aged = next((factor for age, factor in reversed(rule.ages) if _is_older(day, last, age, by_years)), WHOLE)
        product = weight * aged
        # The same object spares most results a multiplication.
        totals[unit.number] = WHOLE if product == 1 else product
    return totals


def _is_older(day: datetime.date, last: datetime.date, age: int, by_years: bool) -> bool:
    if by_years:
        # A year ends on its anniversary; that of 29 February, in a year without one, is 28 February.
        return (last.year - day.year, last.month, last.day) > (age, day.month, _limit_leap_day(day, last))
    return (last - day).days >= age


def _limit_leap_day(day: datetime.date, last: datetime.date) -> int:
    return 28 if (day.month, day.day) == (2, 29) and not isleap(last.year) else day.day


def _get_value(result: UnitResult, rule: SeasonRule) -> Fraction:
    if rule.value == "place_points":
        places = range(result.place, result.place + result.sharing)
        points = [rule.place_points[place - 1] for place in places if place <= len(rule.place_points)]
        return sum(points, NOTHING) / result.sharing
    if rule.value == "base_rank":
        return base_rank(result.place, result.field)
    return result.score if rule.value == "score" else result.table_points


def _build_row(person: Person, lines: Sequence[SeasonLine], rule: SeasonRule) -> SeasonRow:
    # Of equal lines the later stays, since lines follow the order of the units.
    looked_at = sorted(
        (i for i, line in enumerate(lines) if line.counts), key=lambda i: _get_rank_key(lines[i], i, rule)
    )
    why = dict.fromkeys(looked_at[: rule.drop], "dropped")
    remaining = looked_at[rule.drop :]
    if rule.best:
        further = max(0, len(remaining) - rule.best)
        left_out = further - ceil(rule.share * further)
        why |= dict.fromkeys(remaining[:left_out], "beyond")
        remaining = remaining[left_out:]
    top = set(remaining[-rule.top :]) if rule.top else set()
    explained = tuple(
        replace(line, why=why.get(index, line.why), top=index in top) if index in why or index in top else line
        for index, line in enumerate(lines)
    )
    counted = [line for line in explained if line.counts]
    filled = max(0, rule.best - len(counted)) if rule.fill else 0
    if rule.combine == "mean":
        total = _compute_mean(counted, filled)
        if rule.top:
            best = [line for line in counted if line.top]
            total = (total + _compute_mean(best, min(filled, rule.top - len(best)))) / 2
    else:
        total = sum_exactly(line.weighted for line in counted)
    return SeasonRow(person, 0, False, total, explained, filled)


def _compute_mean(lines: Sequence[SeasonLine], filled: int) -> Fraction:
    """Return the weighted mean of the lines and of `filled` results of 0 that weigh 1; 0 without a weight."""
    weight = sum_exactly(line.weight for line in lines) + filled
    return sum_exactly(line.weighted for line in lines) / weight if weight else NOTHING


def _get_rank_key(line: SeasonLine, index: int, rule: SeasonRule) -> tuple[Fraction, Fraction, int]:
    """Return the order of the results, the worst first; of equal ones, one that weighs more is better for parts."""
    return _get_worth(line, rule), line.weight if rule.top or rule.share else NOTHING, index


def _get_worth(line: SeasonLine, rule: SeasonRule) -> Fraction:
    """Return the value that decides best and worst: in a mean the value, in a sum the weighted value."""
    return line.value if rule.combine == "mean" else line.weighted


def _assign_places(rows: Sequence[SeasonRow], rule: SeasonRule, latest: int) -> list[SeasonRow]:
    breaks = [_TIE_BREAKS[name] for name in rule.tie_breaks]
    keys = _scale_to_integers(
        {row.person: ((row.total,), *(tie_break(row, rule, latest) for tie_break in breaks)) for row in rows}
    )
    ordered = sorted(rows, key=lambda row: str(row.person))
    ordered.sort(key=lambda row: keys[row.person], reverse=True)
    placed: list[SeasonRow] = []
    for number, row in enumerate(ordered, 1):
        key = keys[row.person]
        before = keys[ordered[number - 2].person] if number > 1 else None
        after = keys[ordered[number].person] if number < len(ordered) else None
        place = placed[-1].place if before == key else number
        parted = ""
        if before is not None and before != key and before[0] == key[0]:
            first = next(index for index, pair in enumerate(zip(before, key, strict=True)) if pair[0] != pair[1])
            parted = rule.tie_breaks[first - 1]
        placed.append(replace(row, place=place, shared=key in (before, after), broken_by=parted))
    return placed


def _scale_to_integers(
    keys: Mapping[Person, tuple[tuple[Fraction | int, ...], ...]],
) -> dict[Person, tuple[tuple[int, ...], ...]]:
    """Return the keys over one common denominator: whole numbers are compared ten times as fast."""
    common = lcm(*{value.denominator for key in keys.values() for part in key for value in part})
    return {
        person: tuple(tuple(value.numerator * (common // value.denominator) for value in part) for part in key)
        for person, key in keys.items()
    }


SeasonTieBreak = Callable[[SeasonRow, SeasonRule, int], tuple[Fraction | int, ...]]


def _sort_counted_values(row: SeasonRow, rule: SeasonRule, _latest: int) -> tuple[Fraction | int, ...]:
    return tuple(sorted((_get_worth(line, rule) for line in row.counted), reverse=True))


def _get_latest_points(row: SeasonRow, rule: SeasonRule, latest: int) -> tuple[Fraction | int, ...]:
    latest_points = [_get_worth(line, rule) for line in row.lines if line.result.unit == latest]
    return (1, latest_points[0]) if latest_points else (0,)


def _make_sum_tie_break(name: str) -> SeasonTieBreak:
    return lambda row, _rule, _latest: (sum_exactly(getattr(line.result, name) for line in row.counted),)


_TIE_BREAKS: Mapping[str, SeasonTieBreak] = {
    "best": _sort_counted_values,
    "wins": lambda row, _rule, _latest: (sum(line.result.place == 1 for line in row.counted),),
    "latest": _get_latest_points,
    "events": lambda row, _rule, _latest: (row.result_count,),
    "games": _make_sum_tie_break("games"),
    "score": _make_sum_tie_break("score"),
    "table_points": _make_sum_tie_break("table_points"),
}
