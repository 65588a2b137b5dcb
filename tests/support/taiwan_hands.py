"""Taiwanese wins in one line."""

from __future__ import annotations

from typing import Any

from engine.records.hand_cases import read_score_case
from engine.scoring.score import ScoredHand, score


def scored(line: str, preset: str = "aono", **more: Any) -> ScoredHand:
    """The hand of one line, won on a discard by a player who sits West and does not deal unless the test says so."""
    case: dict[str, Any] = {"ruleset": f"taiwan-{preset}", "hand": line, "by": "discard", "seat_wind": "W"}
    case |= {name: more.pop(name) for name in ("by", "prevalent_wind", "seat_wind", "parameters") if name in more}
    return score(*read_score_case({**case, "context": {"dealer": False} | more}))


def tai_by_pattern(result: ScoredHand) -> dict[str, int]:
    """Pattern -> tai, all occurrences together."""
    return {award.pattern: award.total for award in result.awards}
