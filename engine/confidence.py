"""Statements of an edition that were not read in its booklet, and points on which its sources disagree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Dispute(NamedTuple):
    """Point on which sources disagree: the option that decides it, and what was chosen."""

    option: str
    text: str


class Confidence(NamedTuple):
    """Parts of an edition that are inferred, or taken over from another, and so are no text of its booklet."""

    options: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    infractions: frozenset[str] = frozenset()
    infractions_except: frozenset[str] | None = None
    """If given, all infractions but these."""
    disputes: tuple[Dispute, ...] = ()

    def doubts_infraction(self, code: str) -> bool:
        """Return True for an infraction that was not read in the booklet.

        >>> Confidence(infractions_except=frozenset({"false_win"})).doubts_infraction("wall_destroyed")
        True
        """
        if code in self.infractions:
            return True
        return bool(code) and self.infractions_except is not None and code not in self.infractions_except


def read_confidence(not_verified: Mapping[str, Any] | None, disputed: list[Mapping[str, str]] | None) -> Confidence:
    rows = not_verified or {}
    but = rows.get("infractions_except")
    return Confidence(
        frozenset(rows.get("options", ())),
        frozenset(rows.get("clauses", ())),
        frozenset(rows.get("infractions", ())),
        None if but is None else frozenset(but),
        tuple(Dispute(row["option"], row["text"]) for row in disputed or ()),
    )
