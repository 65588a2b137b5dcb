"""What each constraint costs: the same draw without it, compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournaments.seating.constraints import Constraints
from tournaments.seating.draw import generate
from tournaments.seating.measures import Measures, measures
from tournaments.seating.schedule import Schedule

LEFT_OUT: dict[str, Callable[[Constraints], Constraints]] = {
    "team": lambda c: replace(c, teams={}),
    "country": lambda c: replace(c, countries={}),
    "club": lambda c: replace(c, clubs={}),
    "forbidden": lambda c: replace(c, forbidden=frozenset()),
    "wished": lambda c: replace(c, wished=frozenset()),
    "fixed table": lambda c: replace(c, fixed_tables={}),
    "referees": lambda c: replace(c, referees=frozenset()),
    "met before": lambda c: replace(c, met_before=frozenset()),
}
"""Kind of constraint -> the constraints without that kind, in the order of the price list."""


@dataclass(frozen=True, slots=True)
class Price:
    """One kind of constraint: its breaks in this draw and in the same draw without it, and what keeping it costs.

    The differences are this draw minus the other one: more repeats, more repeated tables, fewer shared opponents
    (positive is a loss).
    """

    kind: str
    breaks: int
    bound: int
    breaks_without: int
    repeats: int
    repeated_tables: int
    lowest_common: int


def kinds(constraints: Constraints) -> list[str]:
    """The kinds of constraint that are asked for, in the order of the price list."""
    return [kind for kind, leave_out in LEFT_OUT.items() if leave_out(constraints) != constraints]


def price_list(schedule: Schedule) -> list[Price]:
    """The price of each kind of constraint in a fixed draw; one more draw of the same seed for each (first
    answers, no improving).
    """
    result = []
    players: Sequence[int] = schedule.players
    for kind in kinds(schedule.constraints):
        other = generate(
            players, len(schedule.rounds), seed=schedule.seed, constraints=LEFT_OUT[kind](schedule.constraints)
        )
        judged = measures(other.rounds, schedule.constraints, players=players, table_numbers=other.table_numbers)
        mine = schedule.measures
        breaks, bound = _breaks(mine, kind)
        result.append(
            Price(
                kind=kind,
                breaks=breaks,
                bound=bound,
                breaks_without=_breaks(judged, kind)[0],
                repeats=mine.repeats - judged.repeats,
                repeated_tables=mine.repeated_tables - judged.repeated_tables,
                lowest_common=(judged.lowest_common or 0) - (mine.lowest_common or 0),
            )
        )
    return result


def _breaks(of: Measures, kind: str) -> tuple[int, int]:
    lines = [line for line in of.constraints if line.kind == kind]
    return sum(line.breaks for line in lines), sum(line.bound for line in lines)
