"""What each constraint costs: the same draw without it, compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.seating.bounds import pairs_bound
from tournaments.seating.constraints import Constraints, Pair
from tournaments.seating.measures import Measures, measures
from tournaments.seating.schedule import freeze
from tournaments.seating.search import Progress
from tournaments.seating.verify import REDRAW

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


def price_list(certificate: Mapping[str, Any], progress: Progress | None = None) -> list[Price]:
    """The price of each kind of constraint in a certified draw; one more draw of the same seed for each (first answers,
    no improving), which takes a second or two where the draw was searched and up to five in the largest fields.

    `progress` hears the share done after each draw; where it says stop, the list ends there.
    """
    inputs = certificate["inputs"]
    asked = Constraints.from_dict(inputs["constraints"])
    mine = _judged(certificate, asked)
    result = []
    listed = kinds(asked)
    for kind in listed:
        others = {**inputs, "constraints": LEFT_OUT[kind](asked).as_dict()}
        if "improve" in others:
            others["improve"] = 0
        other = REDRAW[str(certificate["kind"])]({**certificate, "inputs": others, **_unbound(certificate)})
        judged = _judged(other, asked)
        breaks, bound = _breaks(mine, kind)
        if kind in PAIRS:
            bound = pairs_bound(PAIRS[kind](asked), freeze(certificate["rounds"]))
        result.append(
            Price(
                kind=kind,
                breaks=breaks,
                bound=bound,
                breaks_without=_breaks(judged, kind)[0],
                repeats=_repeats(certificate, mine) - _repeats(other, judged),
                repeated_tables=mine.repeated_tables - judged.repeated_tables,
                spread=_spread(certificate, other),
            )
        )
        if progress is not None and not progress(len(result) / len(listed)):
            break
    return result


def _unbound(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """A fixed draw is free to take another template when a wish falls away, unless it came from the library."""
    template = certificate.get("template")
    if not isinstance(template, Mapping) or template["method"] == "library":
        return {}
    return {"template": {"method": "any", "parameters": {}}}


def _judged(certificate: Mapping[str, Any], asked: Constraints) -> Measures:
    return measures(freeze(certificate["rounds"]), asked, table_numbers=certificate.get("table_numbers"))


def _repeats(certificate: Mapping[str, Any], judged: Measures) -> int:
    """Repeats with the rounds before where the draw knows them, else of its own rounds."""
    price = certificate.get("price")
    return int(price["repeats"]) if isinstance(price, Mapping) else judged.repeats


def _spread(certificate: Mapping[str, Any], other: Mapping[str, Any]) -> float | None:
    price, without = certificate.get("price"), other.get("price")
    if not isinstance(price, Mapping) or not isinstance(without, Mapping) or "spread" not in price:
        return None
    return round(float(price["spread"]) - float(without["spread"]), 2)


def _breaks(of: Measures, kind: str) -> tuple[int, int]:
    lines = [line for line in of.constraints if line.kind == kind]
    return sum(line.breaks for line in lines), sum(line.bound for line in lines)
