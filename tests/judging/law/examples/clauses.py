"""Claims that show clauses which the examples of the kinds do not reach (docs/clauses.md)."""

from __future__ import annotations

from typing import Any

from tests.judging.law.examples.base import CALL, WINDS, Example
from tests.judging.law.examples.faults import KONG, told, unseen
from tests.judging.law.examples.mcr import MCR_GOOD, MCR_WIN
from tests.judging.law.examples.riichi import DECLARED, PASSED, RIICHI_GOOD, RIICHI_WIN
from tests.judging.law.examples.sichuan import SBR, SC, SC_CALL, SC_WIN
from tests.judging.law.examples.taiwan import TAIWAN_WIN

THIRTEEN = "34p77z789m chow(123p) pung(555s) +5p"
"""The chicken hand of MCR-9.3; as the last copy of its kind the tile makes it none."""
TWO_SIDED = "123m678m345p789s45s22p +3s"
MIL = "mcr-mil-2025"
TENHOU = "riichi-tenhou"
RCR = "riichi-rcr-2024"
EMA = "riichi-ema-2016"
SC_KONG: dict[str, Any] = {**KONG, "own_tiles": "3333p", "void_suit": "m"}

CLAUSES = [
    told("mcr-counted-too-soon", "mcr-1998", "forgot_winning_tile_dead", "MCR-6.11", "forgot_winning_tile_dead"),
    unseen("mcr-counted-too-soon-unseen", "mcr-1998", "forgot_winning_tile_dead"),
    Example(
        "mcr-chicken-hand", "value", "mcr-2006",
        {**MCR_WIN, "hand": THIRTEEN, "claimed_value": 8, "claimed_patterns": ["chicken_hand"]}, "holds",
    ),
    Example(
        "mcr-no-chicken-hand", "value", "mcr-2006",
        {
            **MCR_WIN, "hand": THIRTEEN, "claimed_value": 8, "claimed_patterns": ["chicken_hand"],
            "circumstances": {"last_copy": True},
        },
        "fails", "MCR-6.10",
    ),
    Example(
        "mcr-last-tile", "value", "mcr-2006",
        {
            **MCR_WIN, "hand": MCR_GOOD, "claimed_value": 12, "claimed_patterns": ["last_tile"],
            "circumstances": {"last_copy": True},
        },
        "holds",
    ),
    Example(
        "mcr-no-last-tile", "value", "mcr-2006",
        {**MCR_WIN, "hand": THIRTEEN, "claimed_value": 8, "claimed_patterns": ["last_tile"]}, "fails", "MCR-6.10",
    ),
    Example("mcr-kong-after-a-claim", "call", "mcr-2006", {**KONG, "after_claim": True}, "fails", "MCR-3.26", None),
    Example("mcr-kong-of-the-last-tile", "call", "mcr-2006", {**KONG, "wall_left": 0}, "fails", "MCR-3.28", None),
    told("mcr-mil-counters", MIL, "tiles_as_counters", "MCR-E11", "tiles_as_counters"),
    unseen("mcr-mil-counters-unseen", MIL, "tiles_as_counters"),
    Example("mcr-mil-win-right", "win", MIL, {**MCR_WIN, "hand": THIRTEEN}, "holds"),
    unseen("mcr-mil-wall-tile-unseen", MIL, "showing_tiles"),
    told("mcr-mil-wall-broken", MIL, "wall_broken", "MCR-E14", "wall_broken"),
    unseen("mcr-mil-wall-broken-unseen", MIL, "wall_broken"),
    told("riichi-discard-from-the-hand", EMA, "riichi_discard", "RI-6.15", "riichi_discard"),
    unseen("riichi-discard-unseen", EMA, "riichi_discard"),
    Example("riichi-with-a-concealed-kong", "riichi", EMA, {**DECLARED, "hand": "234567m23s88s ckong(7777z)"}, "holds"),
    Example(
        "riichi-win-late", "win", EMA, {**RIICHI_WIN, "hand": RIICHI_GOOD, "in_time": False}, "fails", "RI-6.7",
        "false_win",
    ),
    told("riichi-wrong-draw", EMA, "wrong_draw_corrected", "RI-6.14", "wrong_draw_corrected"),
    unseen("riichi-wrong-draw-unseen", EMA, "wrong_draw_corrected"),
    unseen("riichi-late-unseen", EMA, "lateness"),
    Example("riichi-pung-of-the-last-discard", "call", EMA, {**CALL, "wall_left": 0}, "fails", "RI-3.25", None),
    Example(
        "riichi-lock-tenhou-own-discard", "lock", TENHOU,
        {**PASSED, **WINDS, "passed_tiles": "4s", "since": ["own_draw", "discard_incomplete"]}, "holds",
    ),
    Example("riichi-rcr-ready", "ready", RCR, {"hand": "777m1s pung(111s) pung(333m) pung(555s)"}, "holds"),
    Example("riichi-rcr-not-ready", "ready", RCR, {"hand": "1111m234p567p678s"}, "fails", "RI-E10"),
    Example("riichi-rcr-valid", "riichi", RCR, DECLARED, "holds"),
    Example("riichi-rcr-win-right", "win", RCR, {**RIICHI_WIN, "hand": RIICHI_GOOD}, "holds"),
    Example("sichuan-pung-too-late", "call", SC, {**SC_CALL, "in_time": False}, "fails", "SC-3.5", None),
    Example(
        "sichuan-robs-a-concealed-kong", "win", SC,
        {**SC_WIN, "by": "robbed_kong", "robbed_kong_kind": "concealed"}, "fails", "SC-6.10", "false_win",
    ),
    Example(
        "sichuan-kong-of-the-last-discard", "call", SC,
        {**SC_CALL, "call": "kong", "own_tiles": "333p", "wall_left": 0}, "fails", "SC-3.26", "illegal_kong",
    ),
    told("sichuan-first-tile", SC, "first_tile_changed", "SC-7.5", "first_tile_changed"),
    unseen("sichuan-first-tile-unseen", SC, "first_tile_changed"),
    told("sichuan-void-named", SC, "void_named_without_referee", "SC-7.6", "void_named_without_referee"),
    unseen("sichuan-void-named-unseen", SC, "void_named_without_referee"),
    told("sichuan-suit-shown", SBR, "void_suit_shown", "SC-E14", "void_suit_shown"),
    unseen("sichuan-suit-shown-unseen", SBR, "void_suit_shown"),
    Example("sichuan-sbr-kong", "call", SBR, SC_KONG, "holds"),
    Example("sichuan-sbr-pung", "call", SBR, SC_CALL, "holds"),
    Example("sichuan-sbr-pung-too-late", "call", SBR, {**SC_CALL, "in_time": False}, "fails", "SC-E4", None),
    Example("sichuan-sbr-win-right", "win", SBR, {**SC_WIN, "last_discard": ""}, "holds"),
    Example(
        "sichuan-sbr-win-void-tile", "win", SBR,
        {**SC_WIN, "last_discard": "", "void_suit": "p"}, "fails", "SC-3.24", "false_win",
    ),
    Example(
        "taiwan-swap-pung-allowed", "swap", "taiwan-aono",
        {"call": "pung", "called_tile": "3m", "own_tiles": "33m", "discarded": "4m"}, "holds",
    ),
    Example("taiwan-kong-after-claim", "call", "taiwan-aono", {**KONG, "after_claim": True}, "holds"),
    Example(
        "taiwan-single-wait", "value", "taiwan-aono",
        {
            **TAIWAN_WIN, "hand": "123s456s99m24m pung(777z) chow(678p) +3m | 1f", "claimed_value": 2,
            "claimed_patterns": ["duting"],
        },
        "holds",
    ),
    Example(
        "taiwan-no-single-wait", "value", "taiwan-aono",
        {**TAIWAN_WIN, "claimed_value": 2, "claimed_patterns": ["duting"]}, "fails", "TW-4.2",
    ),
    Example(
        "taiwan-all-chows", "value", "taiwan-aono",
        {**TAIWAN_WIN, "hand": TWO_SIDED, "claimed_value": 3, "claimed_patterns": ["pinghu"]}, "holds",
    ),
    Example(
        "taiwan-no-all-chows", "value", "taiwan-aono",
        {**TAIWAN_WIN, "claimed_value": 2, "claimed_patterns": ["pinghu"]}, "fails", "TW-4.2",
    ),
    Example("taiwan-sml-win-right", "win", "taiwan-sml-2026", TAIWAN_WIN, "holds"),
]  # fmt: skip
