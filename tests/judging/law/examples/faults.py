"""Faults, calls and what facts make of them: one claim that holds and one that fails for each."""

from __future__ import annotations

from typing import Any

from tests.judging.law.examples.base import CALL, Example
from tests.judging.law.examples.mcr import MCR_GOOD, MCR_WIN

SEEN = {"established": True}
KONG: dict[str, Any] = {**CALL, "call": "concealed_kong", "own_tiles": "3333m", "after_claim": False}
del KONG["called_tile"]


def told(name: str, ruleset: str, fault: str, clause: str, infraction: str, **facts: Any) -> Example:
    """A fault that was seen."""
    return Example(name, "fault", ruleset, {**SEEN, "fault": fault, **facts}, "fails", clause, infraction)


def unseen(name: str, ruleset: str, fault: str) -> Example:
    """A fault that nobody saw."""
    return Example(name, "fault", ruleset, {"fault": fault, "established": False}, "holds")


FAULTS = [
    # MCR-7.4 row 11, MCR-6.7: the other's hu decides.
    told(
        "mcr-hand-opened-beside-a-win", "mcr-2006", "opening_own_hand", "MCR-7.4 row 11", "opening_own_hand",
        other_valid_win=True,
    ),
    told(
        "mcr-hand-opened-beside-a-false-win", "mcr-2006", "opening_own_hand", "MCR-7.4 row 11",
        "opening_own_hand_invalid", other_valid_win=False,
    ),
    unseen("mcr-hand-opened-unseen", "mcr-2006", "opening_own_hand"),
    # MCR-7.3: up to 10 minutes a warning and 10 points.
    told("mcr-late", "mcr-2006", "lateness", "MCR-7.3", "lateness", minutes=10),
    unseen("mcr-late-unseen", "mcr-2006", "lateness"),
    # MCR-6.16: a wall knocked over, and the wrong end of it.
    told("mcr-wall-two-tiles", "mcr-2006", "wall_knocked", "MCR-6.16", "wall_knocked", tiles_shown=2),
    told("mcr-wall-three-tiles", "mcr-1998", "wall_knocked", "MCR-6.16", "wall_knocked_disordered", tiles_shown=3),
    told(
        "mcr-wall-order-lost", "mcr-beginner", "wall_knocked", "MCR-6.16", "wall_knocked_disordered",
        tiles_shown=1, order_lost=True,
    ),
    told(
        "mcr-wall-mil", "mcr-mil-2025", "wall_knocked", "MCR-6.16", "wall_knocked_disordered_replay", tiles_shown=3
    ),
    unseen("mcr-wall-unseen", "mcr-2014", "wall_knocked"),
    told("mcr-wrong-end", "mcr-japan", "wrong_end_drawn", "MCR-6.16", "wrong_end_drawn", tile_seen=False),
    told("mcr-wrong-end-seen", "mcr-2014", "wrong_end_drawn", "MCR-6.16", "wrong_end_drawn_seen", tile_seen=True),
    unseen("mcr-wrong-end-unseen", "mcr-2006", "wrong_end_drawn"),
    # The rulebooks of these games price no conduct.
    told("taiwan-late", "taiwan-aono", "lateness", "TW-7", "lateness"),
    unseen("taiwan-late-unseen", "taiwan-aono", "lateness"),
    told("taiwan-slow", "taiwan-blog2015", "slow_play", "TW-7", "slow_play"),
    told("taiwan-talk", "taiwan-sml-2026", "disturbance", "TW-7", "disturbance"),
    told("sichuan-late", "sichuan-world-championship", "lateness", "SC-7", "lateness"),
    unseen("sichuan-late-unseen", "sichuan-world-championship", "lateness"),
    told("sichuan-slow", "sichuan-world-championship", "slow_play", "SC-7", "slow_play"),
    told("sichuan-talk", "sichuan-xueliu", "disturbance", "SC-7", "disturbance"),
    Example("sichuan-slow-sbr", "fault", "sichuan-sbr-2025", {"fault": "slow_play"}, "holds"),
    # A concealed kong is of the player's own four tiles: no tile is claimed for it.
    Example("mcr-concealed-kong", "call", "mcr-2006", KONG, "holds"),
    Example(
        "mcr-concealed-kong-wrong", "call", "mcr-2006", {**KONG, "own_tiles": "3334m"}, "fails", "MCR-6.5", "wrong_set"
    ),
    Example("riichi-concealed-kong", "call", "riichi-ema-2016", KONG, "holds"),
    Example("taiwan-concealed-kong", "call", "taiwan-aono", {**KONG, "go_around_discards": ""}, "holds"),
    Example("sichuan-concealed-kong", "call", "sichuan-world-championship", {**KONG, "void_suit": "p"}, "holds"),
    Example(
        "sichuan-concealed-kong-of-the-void-suit", "call", "sichuan-world-championship",
        {**KONG, "void_suit": "m", "won_seats": [], "noticed_before_discard": True},
        "fails", "SC-3.22", "void_suit_claim",
    ),
    # RI-3.17: four kongs in a hand.
    Example("riichi-fourth-kong", "call", "riichi-ema-2016", {**KONG, "kongs_made": 3}, "holds"),
    Example("riichi-fifth-kong", "call", "riichi-ema-2016", {**KONG, "kongs_made": 4}, "fails", "RI-3.17", None),
    # MCR-3.17: the last discard is only won on.
    Example("mcr-pung-of-the-last-discard", "call", "mcr-2006", {**CALL, "wall_left": 0}, "fails", "MCR-3.17", None),
    Example("mcr-pung-before-the-last-tile", "call", "mcr-2006", {**CALL, "wall_left": 1}, "holds"),
    # MCR-3.23: the claimed tile is taken before the second following discard.
    Example("mcr-tile-taken", "call", "mcr-2006", CALL, "holds"),
    Example(
        "mcr-tile-not-taken", "call", "mcr-2006", {**CALL, "tile_taken": False}, "fails", "MCR-3.23", "tile_not_taken"
    ),
    # MCR-6.13: only the tile added to a pung is robbed.
    Example(
        "mcr-robs-an-added-kong", "win", "mcr-2006",
        {**MCR_WIN, "by": "robbed_kong", "robbed_kong_kind": "added", "hand": MCR_GOOD}, "holds",
    ),
    Example(
        "mcr-robs-a-concealed-kong-mil", "win", "mcr-mil-2025",
        {**MCR_WIN, "by": "robbed_kong", "robbed_kong_kind": "concealed", "hand": MCR_GOOD},
        "fails", "MCR-6.13", "false_hu_concealed_kong",
    ),
    # RI-6.9: riichi on an open hand kills it in every edition.
    Example(
        "rcr-riichi-on-an-open-hand", "riichi", "riichi-rcr-2024",
        {"hand": "234567m23s88s pung(777z)", "wall_left": 40, "word": True, "turned": True, "stick": True},
        "fails", "RI-6.9", "riichi_open",
    ),
]  # fmt: skip
