"""The rows of the infraction table that a ruleset has in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.family import Ruleset
from engine.parameters import meets
from judging.law.facts import Facts

Row = dict[str, Any]


def _scaled(ruleset: Ruleset, row: Row) -> Row:
    """The row as the scale of the ruleset has it: a fault of grade II costs 24 points or two table points, and the
    second one in a session loses it (SC-E14).
    """
    if row.get("grade") != "II" or not ruleset.parameters.penalty_scale:
        return row
    options = dict.fromkeys((*row["options"], "table_points"))
    return {**row, "options": list(options), "repeated": ["session_lost"], "scope": "session"}


def in_force(ruleset: Ruleset) -> dict[str, Row]:
    """Code -> row of the infractions whose conditions (``when``) the parameters meet, in the order of the table."""
    return {
        row["code"]: _scaled(ruleset, {**row, "clause": ruleset.cite(row["clause"])})
        for row in ruleset.family.infractions
        if meets(ruleset.parameters, row.get("when", {}))
    }


def counted_together(ruleset: Ruleset, code: str) -> tuple[str, ...]:
    """The infractions that count as a repetition of this one: itself, or all of its grade on a scale (SC-E14).

    >>> from engine.family import ruleset
    >>> counted_together(ruleset("sichuan-sbr-2025"), "wall_destroyed")[:3]
    ('active_pig', 'false_win', 'locked_win')
    >>> counted_together(ruleset("sichuan-world-championship"), "false_win")
    ('false_win',)
    """
    rows = in_force(ruleset)
    grade = rows.get(code, {}).get("grade")
    if grade is None or not ruleset.parameters.penalty_scale:
        return (code,)
    return tuple(other for other, row in rows.items() if row.get("grade") == grade)


def offences(ruleset: Ruleset, code: str, earlier: Mapping[str, int]) -> int:
    """How many of the earlier offences make this one a repetition."""
    return sum(earlier.get(each, 0) for each in counted_together(ruleset, code))


def first_in_force(ruleset: Ruleset, *codes: str) -> str | None:
    """The first of these codes that the ruleset knows; None when it punishes none of them."""
    rows = in_force(ruleset)
    return next((code for code in codes if code in rows), None)


def priced(f: Facts, code: str | None) -> str | None:
    """The infraction, once who deals is known where its price depends on it.

    A reverse mangan does (RI-6.8), and a false win in Taiwan that is paid with the dealer item (TW-7.6).
    """
    if code is not None and pays_by_dealer(f) and in_force(f.rules)[code]["penalty"] in ("chombo", "payment"):
        f("dealer")
    return code


def pays_by_dealer(f: Facts) -> bool:
    """Whether it matters for the price of a false win who deals."""
    family, rules = f.rules.family.name, f.parameters
    if family == "riichi":
        return bool(rules.chombo == "reverse_mangan")
    return family == "taiwan" and rules.false_win_effect == "end_hand" and bool(rules.false_win_adds_dealer)
