"""The record of play of a claim, played by the rules."""

from __future__ import annotations

from typing import Any

from engine.parameters import plain
from engine.play.table import Replay, replay
from engine.records.cases import read_events, read_start
from judging.law.claim import Claim


def replay_case(claim: Claim) -> dict[str, Any]:
    """The replay case of a claim's log with its ruleset."""
    rules = claim.ruleset
    changed = {name: plain(value) for name, value in rules.changed.items()}
    return {**(claim.log or {}), "ruleset": rules.name, "parameters": changed}


def play(claim: Claim) -> Replay:
    """The claim's log played by the rules."""
    case = replay_case(claim)
    return replay(read_start(case), read_events(case))
