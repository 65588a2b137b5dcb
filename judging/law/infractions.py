"""The rows of the infraction table that a ruleset has in force, and which of them a check proves."""

from __future__ import annotations

from collections.abc import Mapping

from engine.family import Ruleset
from engine.parameters import meets
from judging.law.families import Facts, law_of
from judging.law.penalties import Row


def in_force(ruleset: Ruleset) -> dict[str, Row]:
    """Code -> row of the infractions whose conditions (``when``) the parameters meet, in the order of the table."""
    law = law_of(ruleset.family)
    return {
        row["code"]: law.row_in_force(ruleset, {**row, "clause": ruleset.cite(row["clause"])})
        for row in ruleset.family.infractions
        if meets(ruleset.parameters, row.get("when", {}))
    }


def claimable(ruleset: Ruleset) -> dict[str, Row]:
    """Those in force that a claim can name; the others (``proved_by``) are where the facts of such a claim lead.

    >>> from engine.family import ruleset
    >>> "opening_own_hand_invalid" in claimable(ruleset("mcr-2006"))
    False
    """
    return {code: row for code, row in in_force(ruleset).items() if "proved_by" not in row}


SCOPES = ("hand", "session", "tournament")
"""How far back repetitions of an infraction can count; a session is a round."""


def scope_of(ruleset: Ruleset, row: Row) -> str:
    """One of ``SCOPES``; a row without a scope has that of the hand, and a row may name the parameter that says so."""
    scope = str(row.get("scope", "hand"))
    return scope if scope in SCOPES else str(ruleset.option(scope))


def counted_together(ruleset: Ruleset, code: str) -> tuple[str, ...]:
    """The infractions that count as a repetition of this one: itself, or all of its grade on a scale (SC-E14).

    >>> from engine.family import ruleset
    >>> counted_together(ruleset("sichuan-sbr-2025"), "wall_destroyed")[:3]
    ('active_pig', 'false_win', 'locked_win')
    >>> counted_together(ruleset("sichuan-world-championship"), "false_win")
    ('false_win',)
    """
    rows = in_force(ruleset)
    if code not in rows:
        return (code,)
    return law_of(ruleset.family).counted_together(ruleset, rows[code], rows)


def count_offences(ruleset: Ruleset, code: str, earlier: Mapping[str, int]) -> int:
    """How many of the earlier offences make this one a repetition."""
    return sum(earlier.get(each, 0) for each in counted_together(ruleset, code))


def fault(f: Facts, *names: str) -> str | None:
    """The infraction that a fault is under the ruleset, by the first of the names that says something; None for none.

    A name is one of the family's ``faults``, which decides even where it is no infraction, or the code of a row.
    """
    rows = in_force(f.rules)
    for name in names:
        if name in f.law.faults:
            return next((code for code in f.law.faults[name] if code in rows), None)
        if name in rows:
            return name
    return None


def priced(f: Facts, code: str | None) -> str | None:
    """The infraction, once everything is known on which its price depends: in some rulesets who deals."""
    if code is not None:
        f.law.require_price_facts(f, in_force(f.rules)[code])
    return code
