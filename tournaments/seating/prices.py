"""What each constraint costs: the same draw without it, compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tournaments.seating.bounds import pairs_bound
from tournaments.seating.constraints import Constraints, Pair
from tournaments.seating.draws import Draw
from tournaments.seating.draws.fixed import LIBRARY
from tournaments.seating.measures import Measures, measures

if TYPE_CHECKING:
    from tournaments.seating.search import Progress

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


PAIRS: dict[str, Callable[[Constraints], frozenset[Pair]]] = {
    "forbidden": lambda c: c.forbidden,
    "met before": lambda c: c.met_before,
}
"""Kinds that keep single pairs apart: where there are too many of them, some meet whatever is drawn."""


@dataclass(frozen=True, slots=True)
class Price:
    """One kind of constraint: its breaks in this draw and in the same draw without it, and what keeping it costs.

    The differences are this draw minus the other one: more repeats (with the rounds before, where the draw adds to
    some), more repeated tables, wider tables in a draw by the standings (positive is a loss).
    """

    kind: str
    breaks: int
    bound: int
    breaks_without: int
    repeats: int
    repeated_tables: int
    spread: float | None


def kinds(constraints: Constraints) -> list[str]:
    """The kinds of constraint that are asked for, in the order of the price list."""
    return [kind for kind, leave_out in LEFT_OUT.items() if leave_out(constraints) != constraints]


def price_list(draw: Draw, progress: Progress | None = None) -> list[Price]:
    """The price of each kind of constraint in a draw; one more draw of the same seed for each (first answers, no
    improving), which takes a second or two where the draw was searched and up to five in the largest fields.

    `progress` hears the share done after each draw; where it says stop, the list ends there.
    """
    asked = draw.inputs.constraints
    mine = draw.measured()
    result = []
    listed = kinds(asked)
    for kind in listed:
        other = draw.inputs.without(LEFT_OUT[kind](asked)).again(draw.seed, _bound(draw), version=draw.version)
        judged = measures(other.rounds, asked, table_numbers=other.table_numbers)
        breaks, bound = _breaks(mine, kind)
        if kind in PAIRS:
            bound = pairs_bound(PAIRS[kind](asked), draw.rounds)
        result.append(
            Price(
                kind=kind,
                breaks=breaks,
                bound=bound,
                breaks_without=_breaks(judged, kind)[0],
                repeats=_repeats(draw, mine) - _repeats(other, judged),
                repeated_tables=mine.repeated_tables - judged.repeated_tables,
                spread=_spread(draw, other),
            )
        )
        if progress is not None and not progress(len(result) / len(listed)):
            break
    return result


def _bound(draw: Draw) -> Mapping[str, Any]:
    """A fixed draw is free to take another template when a wish falls away, unless it came from the library."""
    template = draw.details.get("template")
    return draw.details if template is not None and template["method"] == LIBRARY else {}


def _repeats(draw: Draw, judged: Measures) -> int:
    """Repeats with the rounds before where the draw knows them, else of its own rounds."""
    price = draw.details.get("price")
    return int(price["repeats"]) if price is not None else judged.repeats


def _spread(draw: Draw, other: Draw) -> float | None:
    price, without = draw.details.get("price", {}), other.details.get("price", {})
    return round(float(price["spread"]) - float(without["spread"]), 2) if "spread" in price else None


def _breaks(of: Measures, kind: str) -> tuple[int, int]:
    lines = [line for line in of.constraints if line.kind == kind]
    return sum(line.breaks for line in lines), sum(line.bound for line in lines)
