"""Rows of the infraction table in force under a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

from engine.family import RuleFamily, Ruleset
from engine.parameters import meets
from judging.law.families import get_law
from judging.law.penalties import Row


def list_infractions(ruleset: Ruleset) -> dict[str, Row]:
    """Return the rows whose ``when`` the parameters meet, by code, in the order of the table."""
    law = get_law(ruleset.family)
    return {
        row["code"]: law.row_in_force(ruleset, {**row, "clause": ruleset.cite(row["clause"])})
        for row in ruleset.family.infractions
        if meets(ruleset.parameters, row.get("when", {}))
    }


def list_claimable(ruleset: Ruleset) -> dict[str, Row]:
    """Return infractions that a claim can name; rows with ``proved_by`` follow from the facts of such a claim.

    >>> from engine.family import ruleset
    >>> "opening_own_hand_invalid" in list_claimable(ruleset("mcr-2006"))
    False
    """
    return {code: row for code, row in list_infractions(ruleset).items() if "proved_by" not in row}


SCOPES = ("hand", "session", "tournament")
"""Scopes in which repetitions of an infraction count; a session is a round."""


def get_scope(ruleset: Ruleset, row: Row) -> str:
    """Return the row's scope, one of ``SCOPES``; by default the hand, or the value of the parameter that it names."""
    scope = str(row.get("scope", "hand"))
    return scope if scope in SCOPES else str(ruleset.option(scope))


def list_counted_together(ruleset: Ruleset, code: str) -> tuple[str, ...]:
    """Return codes that count as a repetition of this one: itself, or all of its grade on a scale (SC-E14).

    >>> from engine.family import ruleset
    >>> list_counted_together(ruleset("sichuan-sbr-2025"), "wall_destroyed")[:3]
    ('active_pig', 'false_win', 'locked_win')
    >>> list_counted_together(ruleset("sichuan-world-championship"), "false_win")
    ('false_win',)
    """
    rows = list_infractions(ruleset)
    together = rows[code].get("together") if code in rows else None
    return (
        (code,)
        if together is None
        else tuple(other_code for other_code, row in rows.items() if row.get("together") == together)
    )


def count_offences(ruleset: Ruleset, code: str, earlier: Mapping[str, int]) -> int:
    return sum(earlier.get(counted_code, 0) for counted_code in list_counted_together(ruleset, code))


def find_codes(family: RuleFamily, name: str) -> list[str]:
    """Return the codes of rows that list the fault of a check or a breach under ``faults``, in their order."""
    return [row["code"] for row in family.infractions if name in row.get("faults", ())]
