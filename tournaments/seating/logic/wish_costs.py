"""Cost of a wish: how many more repeats the draw has than the same draw without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.draws import Draw
from tournaments.seating.logic.draws.fixed import LIBRARY

if TYPE_CHECKING:
    from tournaments.seating.logic.search import Progress

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
"""Kind of wish -> the constraints without that kind."""


def repeats_more(draw: Draw, progress: Progress | None = None) -> dict[str, int]:
    """Kind of each wish -> repeats of this draw less those of a draw of the same seed without it.

    Repeats count together with the rounds before, where the draw adds to some. The other draws are first answers
    without improving. `progress` hears the share done after each draw; where it says stop, the result ends there.
    """
    asked = draw.inputs.constraints
    listed = [kind for kind, leave_out in LEFT_OUT.items() if leave_out(asked) != asked]
    found: dict[str, int] = {}
    for kind in listed:
        other = draw.inputs.without(LEFT_OUT[kind](asked)).again(draw.seed, _bound(draw), version=draw.version)
        found[kind] = _repeats(draw) - _repeats(other)
        if progress is not None and not progress(len(found) / len(listed)):
            break
    return found


def _bound(draw: Draw) -> Mapping[str, Any]:
    """A fixed draw is free to take another template when a wish falls away, unless it came from the library."""
    template = draw.details.get("template")
    return draw.details if template is not None and template["method"] == LIBRARY else {}


def _repeats(draw: Draw) -> int:
    """Repeats with the rounds before where the draw knows them, else of its own rounds."""
    price = draw.details.get("price")
    return int(price["repeats"]) if price is not None else draw.measured().repeats
