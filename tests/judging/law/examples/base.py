"""Claims with facts typed in as a referee would, and what the law must say of them.

Each row: kind, ruleset, facts, verdict, clause and infraction of the finding that decides. Seat 1 claims unless
``seat`` is among the facts' neighbours in the row.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Example(NamedTuple):
    """One claim and the finding that decides it; ``clause`` None where every finding holds."""

    id: str
    kind: str
    ruleset: str
    facts: dict[str, Any]
    verdict: str
    clause: str | None = None
    infraction: str | None = None
    seat: int = 1


WIN = {"dead": False, "in_time": True, "shown": True, "by": "discard", "source": 0}
WINDS = {"prevalent_wind": "E", "seat_wind": "S"}
CALL = {
    "call": "pung",
    "dead": False,
    "in_time": True,
    "called_tile": "3m",
    "own_tiles": "33m",
    "noticed_before_discard": False,
    "tile_taken": True,
    "wall_left": 40,
}
