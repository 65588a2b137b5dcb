"""The rows of the infraction table that a ruleset has in force."""

from __future__ import annotations

from typing import Any

from engine.family import Ruleset

Row = dict[str, Any]


def plain(value: Any) -> Any:
    """A parameter's value as the table writes it: lists for tuples."""
    if isinstance(value, frozenset):
        return sorted(value)
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def in_force(ruleset: Ruleset) -> dict[str, Row]:
    """Code -> row of the infractions whose conditions (``when``) the parameters meet, in the order of the table."""
    return {
        row["code"]: row
        for row in ruleset.family.infractions
        if all(plain(getattr(ruleset.parameters, name)) in allowed for name, allowed in row.get("when", {}).items())
    }


def first_in_force(ruleset: Ruleset, *codes: str) -> str | None:
    """The first of these codes that the ruleset knows; None when it punishes none of them."""
    rows = in_force(ruleset)
    return next((code for code in codes if code in rows), None)
