"""How hard a dispute is to judge, as a number and in three steps."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from judging.law.disputes.generator import Dispute
from judging.law.findings import Finding, Verdict, overall

USUAL_CLAUSES: Final = 2
"""Clauses that bear on a dispute that is no harder for it."""


class Level(Enum):
    """A step of difficulty."""

    EASY = "easy"
    MIDDLE = "middle"
    HARD = "hard"


BOUNDS: Final = ((Level.EASY, 2), (Level.MIDDLE, 5))
"""The most points of a step; above is hard."""


def difficulty(dispute: Dispute, findings: Sequence[Finding]) -> int:
    """Points: clauses that bear beyond the usual two, the place of the deciding one among the tests (five at most), two
    for each step of rareness, and three for a claim that is right although a winning tile was let pass.
    """
    verdict = overall(findings)
    points = max(len({each.clause for each in findings}) - USUAL_CLAUSES, 0) + 2 * dispute.kind.rare
    if verdict is Verdict.FAILS:
        return points + min(next(at for at, each in enumerate(findings) if each.verdict is verdict), 5)
    return points + (3 if dispute.facts.get("passed_tiles") else 0)


def level(points: int) -> Level:
    """The step of these points."""
    return next((step for step, most in BOUNDS if points <= most), Level.HARD)
