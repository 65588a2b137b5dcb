from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from tournaments.core.text.sentences import translate_text
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Round, Seating
from tournaments.seating.logic.constraints import Pair
from tournaments.seating.logic.measures import ConstraintLine, Measures
from tournaments.seating.logic.schedule import Rounds
from tournaments.seating.logic.text import KIND_NAMES
from tournaments.seating.queries.numbers import map_people_by_number
from tournaments.seating.queries.quality import (
    TablePlan,
    get_constraints,
    map_numbers_by_table,
    map_seated_plans,
    measure_plans,
)
from tournaments.seating.text import seatings as words

WISHES = ("team", "club", "country", "referees", "forbidden", "met before", "wished", "fixed table")


@dataclass(frozen=True)
class Figure:
    """Measure before and after, smaller is better; bounds are the fewest possible, None if unknown."""

    key: str
    before: int
    after: int
    bound_before: int | None = None
    bound: int | None = None

    @property
    def label(self) -> str:
        return words.describe_figure(self.key)

    @property
    def trend(self) -> str:
        if self.after == self.before:
            return "same"
        return "better" if self.after < self.before else "worse"


Broken = tuple[str, str, list[tuple[Entry, Entry]]]
"""Wish that a round breaks: its kind, its group, and the pairs (a fixed table: one player twice)."""


def collect_pairs_met_before(seating: Seating) -> frozenset[Pair]:
    """Return the pairs of an earlier event that this version's draw kept apart, in entry numbers."""
    pairs_of_all: frozenset[Pair] = frozenset()
    for draw in seating.origin.draws.all():
        if pairs := draw.value.inputs.constraints.met_before:
            people = map_people_by_number(draw)
            today = [sorted(people[key].number for key in pair if key in people) for pair in pairs]
            pairs_of_all |= {(pair[0], pair[1]) for pair in today if len(pair) == 2}
    return pairs_of_all


def compute_quality(
    round_: Round, plan: TablePlan, entries: Mapping[int, Entry], *, met_before: frozenset[Pair] = frozenset()
) -> tuple[tuple[Figure, ...], list[int], Rounds]:
    """Return figures (up to this round, and over all), the numbers of the seated rounds, and those rounds. `met_before`
    are pairs that this draw alone was asked to keep apart.
    """
    constraints = replace(get_constraints(round_.tournament, entries.values()), met_before=met_before)
    plans = map_seated_plans(round_.tournament) | {round_.number: map_numbers_by_table(plan)}
    so_far = {number: tables for number, tables in plans.items() if number <= round_.number}
    measured, drawn = measure_plans(plans, constraints)
    figures = build_figures(measure_plans(so_far, constraints)[0], measured)
    return figures, sorted(plans), drawn


def describe_breaks(
    breaks: Sequence[Mapping[str, Any]],
    entries: Mapping[int, Entry],
    plan: TablePlan | None = None,
    met_before: frozenset[Pair] = frozenset(),
) -> list[Broken]:
    """Return stored breaks in words, and pairs of `met_before` in `plan`; removed players are left out."""
    lines = []
    tables = [sorted(entry.number for entry in table) for table in (plan or {}).values()]
    again = sorted(pair for table in tables for pair in combinations(table, 2) if pair in met_before)
    for line in [*breaks, *([{"kind": "met before", "name": "", "pairs": again}] if again else [])]:
        pairs = [(entries[a], entries[b]) for a, b in line["pairs"] if a in entries and b in entries]
        group = "" if line["kind"] in ("team", "referees") else str(line["name"])
        lines.append((translate_text(KIND_NAMES[line["kind"]]), group, pairs))
    return lines


def build_figures(old: Measures, new: Measures) -> tuple[Figure, ...]:
    figures = [
        Figure("repeats", old.repeats, new.repeats, old.least_repeats, new.least_repeats),
        Figure("third_meetings", old.third_meetings, new.third_meetings),
        Figure("without_common", old.without_common, new.without_common),
        Figure("repeated_tables", old.repeated_tables, new.repeated_tables),
        Figure("wind_excess", old.wind_excess, new.wind_excess),
    ]
    was, now = _sum_lines_by_kind(old.constraints), _sum_lines_by_kind(new.constraints)
    for kind in WISHES:
        if kind in was or kind in now:
            (before, bound_before), (after, bound) = was.get(kind, (0, 0)), now.get(kind, (0, 0))
            figures.append(Figure(kind.replace(" ", "_"), before, after, bound_before, bound))
    return tuple(figures)


def _sum_lines_by_kind(lines: Sequence[ConstraintLine]) -> dict[str, tuple[int, int]]:
    totals: dict[str, tuple[int, int]] = {}
    for line in lines:
        breaks, bound = totals.get(line.kind, (0, 0))
        totals[line.kind] = breaks + line.breaks, bound + line.bound
    return totals
