"""Facts from which tests make claims of their own, and the worked examples of all families."""

from __future__ import annotations

from typing import Any

import pytest

from engine.family import families
from judging.law import Claim
from judging.law.examples import load_examples
from judging.law.families import Facts
from judging.law.kinds import get_declared

EXAMPLES = [each for family in families() for each in load_examples(family)]


def note_facts(monkeypatch: pytest.MonkeyPatch) -> list[Facts]:
    """A list that gets the facts of each claim that is examined from now on."""
    made: list[Facts] = []
    begin = Facts.__init__

    def noted(facts: Facts, *args: Any, **more: Any) -> None:
        made.append(facts)
        begin(facts, *args, **more)

    monkeypatch.setattr(Facts, "__init__", noted)
    return made


def undeclared(claim: Claim, made: list[Facts]) -> list[str]:
    """Facts that checks have read although their kind does not declare them, or not for this edition and claim."""
    rows = get_declared(claim.kind, claim.ruleset.family)
    return [
        name
        for name in sorted({name for facts in made for name in facts.queried})
        if name not in rows
        or not rows[name].in_edition(claim.ruleset.parameters)
        or not (rows[name].assumed or rows[name].may_matter(claim.facts))
    ]


WIN = {"dead": False, "in_time": True, "shown": True, "by": "discard", "source": 0}
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

MCR_WIN = {**WIN, "prevalent_wind": "E", "seat_wind": "S"}
MCR_GOOD = "234567m345p23s88s +4s"
"""All chows, concealed, all simples, mixed double chow and more: enough for eight points."""
MCR_THIN = "123m45p99s chow(345s) pung(222s) +6p | 1f2f5f"
"""One point without its three flowers."""

RIICHI_WIN = {**MCR_WIN, "own_discards": "5z", "passed_tiles": "", "in_riichi": False, "dealer": 0}
RIICHI_GOOD = "234567m345p23s88s +4s"
RIICHI_DECLARED = {"hand": "234567m345p23s88s", "wall_left": 30, "word": True, "turned": True, "stick": True}

TAIWAN_HAND = "234567m345p23s88s111z"
TAIWAN_WIN = {
    **MCR_WIN,
    "hand": f"{TAIWAN_HAND} +4s",
    "passed_tiles": "",
    "passed_own": False,
    "dealer": 0,
    "exposed_kong_chain": False,
}
TAIWAN_LOCK = {"hand": TAIWAN_HAND, "passed_tiles": "4s", "passed_own": False}
FLOWER_WIN: dict[str, Any] = {
    "dead": False,
    "flowers_held": 8,
    "replaced": True,
    "acted_since": False,
    "passed_tiles": "",
    "passed_own": False,
    "exposed_kong_chain": False,
    "flower_from": "own",
    "from_deal": False,
    "hand": "23s567s789s99s pung(666z) chow(345s) +1p",
    "prevalent_wind": "S",
    "seat_wind": "S",
    "dealer": 0,
}
"""Seat 1 has all eight flowers; the replacement does not complete the hand (TW-8.19)."""


def ready_log(*more: list[Any]) -> dict[str, Any]:
    """A record of play in which South waits for 1s and 4s and seat 2 has drawn."""
    events = [["draw", 0, "?"], ["discard", 0, "9p"], ["draw", 1, "9s"], ["discard", 1, "9s"], ["draw", 2, "?"]]
    deal = ["?" * 13, "234567m23s55p777z", "?" * 13, "?" * 13]
    return {"deal": deal, "start_scores": [30000] * 4, "events": [*events, *more]}


SC = "sichuan-world-championship"
SBR = "sichuan-sbr-2025"
SC_WIN = {**WIN, "won_seats": [], "void_suit": "m", "hand": "234567p345s88s23s +4s", "passed_tiles": ""}
