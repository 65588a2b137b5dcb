"""Options of riichi, each with its clause; defaults are the EMA rules of 2016, corrected from the booklet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.exact import Range
from engine.parameters import option

Abortive = Literal["four_winds", "four_kongs", "four_riichi", "nine_terminals", "triple_ron"]
"""Abortive draws (RI-2.14, RI-E5)."""

DoubleYakuman = Literal["big_four_winds", "four_concealed_pungs_pair_wait", "thirteen_orphans_13", "nine_gates_9"]
"""Yakuman that old presets count twice (RI-4.42)."""

DoraKind = Literal["first", "kong", "ura", "kong_ura"]
"""Indicators: the first one, those of kongs, and the tiles under them after a riichi (RI-E22)."""

LateStep = tuple[
    int | Literal["over"],
    Literal["warning", "per_minute", "per_minute_over_5", "fine", "substitute", "session_lost"],
    int,
]
"""(up to this minute, consequence, points)."""

ExposedStep = tuple[int | Literal["over"], Literal["warning", "dead_hand", "chombo"], int]
"""(up to this number of tiles, consequence, points when repeated)."""

# Ranges wider than any published rulebook, but small enough to compute.
STICKS = Range(0, 10_000_000)
MINUTES = Range(0, 1_440)
SECONDS = Range(0, 3_600)
KONGS = Range(0, 4)
"""Limited by the four replacement tiles."""
TILES = Range(0, 136)
HAN = Range(0, 13)
COUNTERS = Range(0, 999)
BY_PLACE = Range(-10_000_000, 10_000_000)
LATENESS = Range(0, 1_000_000)


def implied(values: Mapping[str, object], base: Parameters) -> dict[str, object]:
    """Return the list of penalties that a changed manner of chombo brings in: fines with a dead hand are of RCR."""
    if "chombo" not in values or "penalty_list" in values:
        return {}
    if values["chombo"] == "fine_dead_hand":
        return {"penalty_list": "rcr"}
    return {"penalty_list": "ema"} if base.penalty_list == "rcr" else {}


@dataclass(frozen=True, kw_only=True)
class Parameters:
    # Game and equipment
    start_points: int = option(30000, "Points in sticks at the start", "RI-2.3", "points", within=STICKS)
    rounds: tuple[Literal["E", "S", "W", "N"], ...] = option(("E", "S"), "Rounds played", "RI-2.6")
    red_fives: Literal[0, 3] = option(0, "Red fives, one of each suit", "RI-2.1", "tiles")
    dora_kinds: frozenset[DoraKind] = option(
        frozenset({"first", "kong", "ura", "kong_ura"}), "Indicators that make dora", "RI-E22"
    )
    extra_round: Literal["none", "sudden_death"] = option(
        "none", "Further round when nobody reaches the target", "RI-E9"
    )
    target_points: int = option(
        30000, "Points that end an extra round or let a leading dealer stop", "RI-E9", "points", within=STICKS
    )
    dealer_continues: frozenset[Literal["win", "ready"]] = option(
        frozenset({"win", "ready"}), "The dealer stays after", "RI-2.7"
    )
    stop_when_ahead: bool = option(False, "The game ends when the dealer leads in the last hand", "RI-2.8")
    stop_below_zero: bool = option(False, "The game ends when somebody is below zero", "RI-2.8")
    session_minutes: int | None = option(
        90, "Length of a session (none: event setting)", "RI-2.13", "minutes", within=MINUTES
    )
    gong: Literal["warn15_one_more", "finish_hand", "one_more"] = option("warn15_one_more", "At the gong", "RI-2.13")
    last_hand_chombo_ends: bool = option(False, "A chombo in the last hand is not replayed", "RI-E16")
    short_table: Literal["substitute", "three_play"] = option("substitute", "A player is missing", "RI-E13")

    # Draws
    abortive_draws: frozenset[Abortive] = option(frozenset(), "Abortive draws", "RI-2.14")
    abortive_dealer: Literal["passes", "stays"] = option("passes", "The deal after an abortive draw", "RI-E5")
    nagashi_mangan: bool = option(False, "Discards of terminals and honours only are paid as a mangan", "RI-4.40")
    nagashi_settlement: Literal["as_win", "as_draw"] = option(
        "as_win", "Counters and deposits with nagashi mangan", "RI-E6"
    )
    ready_self_held: Literal["hand_and_melds", "concealed_only"] = option(
        "hand_and_melds", "Four own copies that void a wait", "RI-E10"
    )

    # Claims and turns
    swap_calling: Literal["forbidden", "free"] = option("forbidden", "Swap calling (kuikae)", "RI-3.21")
    swap_effect: Literal["dead_hand", "referee", "fine"] = option(
        "dead_hand", "After a forbidden swap discard", "RI-6.6"
    )
    swap_take_back: bool = option(False, "A forbidden swap discard may be taken back at once", "RI-6.6")
    multi_win: Literal["all", "head_bump"] = option("all", "Several players win on one discard", "RI-3.20")
    first_call_precedence: bool = option(False, "Chow and pung go by the time of the call", "RI-3.19")
    claim_seconds: int | None = option(
        None, "Time to claim (none: until next action)", "RI-3.8", "seconds", within=SECONDS
    )
    ron_until_kong: bool = option(False, "A kong of the next player ends the time to win on a discard", "RI-3.8")
    early_draw: Literal["call_stands", "draw_stands"] = option(
        "call_stands", "The next player has drawn before a call", "RI-E19"
    )
    added_kong_wait_seconds: int = option(
        0, "Wait after a kong before the indicator is turned", "RI-3.15", "seconds", within=SECONDS
    )
    kan_dora_timing: Literal["before_replacement", "open_at_discard"] = option(
        "before_replacement", "Timing of kong indicators", "RI-E4"
    )
    max_kongs: int = option(4, "Kongs in a hand, all players together", "RI-3.17", "kongs", within=KONGS)
    rob_concealed_kong: bool = option(True, "Thirteen orphans may rob a concealed kong", "RI-E3")
    temp_furiten_end: Literal["own_draw_or_claim", "any_interruption", "own_discard"] = option(
        "own_draw_or_claim", "End of temporary furiten", "RI-6.3"
    )
    temp_furiten_needs_yaku: bool = option(False, "Only a tile passed with a yaku makes temporary furiten", "RI-E2")
    riichi_min_wall: int = option(4, "Live tiles needed for riichi", "RI-3.23", "tiles", within=TILES)
    riichi_needs_points: bool = option(False, "Riichi needs 1,000 points", "RI-3.23")
    riichi_correction: bool = option(False, "A riichi without word or turned tile may be put right", "RI-6.12")
    riichi_complete: Literal["word_and_tile", "any"] = option(
        "word_and_tile", "A riichi needs word and turned tile, or one of word, turned tile and stick", "RI-6.12"
    )
    ankan_after_riichi: Literal["strict", "same_waits", "off"] = option(
        "strict", "Concealed kong after riichi", "RI-6.5"
    )

    # Yaku
    min_yaku_han: int = option(1, "Han of yaku needed to win, dora left out", "RI-5.1", "han", within=HAN)
    two_han_from_counter: int | None = option(
        None, "From this counter on two han of yaku are needed", "RI-5.1", "counters", within=COUNTERS
    )
    open_all_simples: bool = option(True, "All Simples counts in an open hand", "RI-4/all_simples")
    renho: Literal["mangan_alone", "mangan_add", "yakuman", "off"] = option(
        "mangan_alone", "Blessing of Man", "RI-4/blessing_of_man"
    )
    last_tile_and_after_kong_add: bool = option(
        False, "Under the Sea counts beside After a Kong", "RI-4/under_the_sea_draw"
    )
    ippatsu_with_robbed_kong: bool = option(
        True, "Ippatsu survives until an added kong can no longer be robbed", "RI-E2"
    )
    double_yakuman: frozenset[DoubleYakuman] = option(frozenset(), "Yakuman that count twice", "RI-4.42")
    yakuman_cumulative: bool = option(False, "Several yakuman add up", "RI-5.7")
    counted_yakuman: bool = option(False, "13 han and more are a yakuman", "RI-5.6")
    kiriage_mangan: bool = option(False, "4 han 30 fu and 3 han 60 fu are a mangan", "RI-5.6")
    double_wind_pair_fu: Literal[2, 4] = option(4, "Pair of the wind that is seat and round wind", "RI-5.3", "fu")
    open_pinfu_fu: bool = option(True, "Two fu for an open hand without other fu, won on a discard", "RI-5.3", "")

    # Payments
    multi_ron_counters: Literal["each", "first"] = option("each", "Counters with several winners", "RI-E7")
    multi_ron_bets: Literal["own_back", "all_to_first"] = option(
        "own_back", "Riichi sticks with several winners", "RI-E7"
    )
    liability: frozenset[Literal["big_three_dragons", "big_four_winds", "four_kongs"]] = option(
        frozenset({"big_three_dragons", "big_four_winds"}), "Yakuman with liability (pao)", "RI-6.10"
    )
    liability_visible_only: bool = option(True, "Hidden pungs do not count for liability", "RI-6.10")
    liability_concealed_kongs: bool = option(False, "Concealed kongs count for liability", "RI-6.10")
    liability_counters: Literal["discarder", "liable"] = option(
        "discarder", "Payer of counters on another's discard", "RI-E8"
    )
    liability_scope: Literal["whole_hand", "that_yakuman"] = option(
        "whole_hand", "Liability with several yakuman", "RI-E8"
    )
    left_bets: Literal["first", "lost"] = option("first", "Riichi sticks left at the end", "RI-5.10")
    left_bets_rounding: Literal["exact", "down"] = option(
        "exact", "Shares of the sticks left, several players first", "RI-E15"
    )

    # Match
    uma: tuple[int, int, int, int] = option(
        (15000, 5000, -5000, -15000), "Uma by place", "RI-8.2", "points", within=BY_PLACE
    )
    uma_tie: Literal["share", "seat_order"] = option("share", "Uma of equal players", "RI-8.3")
    oka: int = option(0, "Oka for the first place", "RI-8.2", "points", within=BY_PLACE)
    return_points: int = option(30000, "Points subtracted before uma", "RI-E9", "points", within=STICKS)
    score_rounding: Literal["exact", "whole"] = option("exact", "Final scores are rounded", "RI-E9")
    table_points: tuple[int, int, int, int] | None = option(
        None, "Table points by place", "RI-8.4", "points", within=BY_PLACE
    )
    substitute_score: tuple[int, int] | None = option(
        (-15000, -15000), "Missed session, points and uma (none: referee)", "RI-8.8", "points", within=BY_PLACE
    )

    # Offences
    penalty_list: Literal["ema", "rcr", "wrc", "wrc_2022", "wrc_2025"] = option(
        "ema", "List of offences and penalties", "RI-E20"
    )
    chombo: Literal["after_game", "reverse_mangan", "fine_dead_hand"] = option("after_game", "Chombo", "RI-6.8")
    chombo_points: int = option(20000, "Points of a chombo", "RI-6.8", "points", within=STICKS)
    chombo_open_play: Literal["after_game", "reverse_mangan", "fine_dead_hand"] | None = option(
        "reverse_mangan", "Chombo in open play (none: as in tournaments)", "RI-6.8"
    )
    dead_hand_claim: Literal["chombo", "refused", "points"] = option("chombo", "A claim by a dead hand", "RI-6.9")
    dead_hand_self_kong: bool = option(False, "A dead hand may add to a pung or declare a concealed kong", "RI-E12")
    dead_hand_bet: Literal["stays", "returned_if_invalid"] = option(
        "returned_if_invalid", "The own riichi stick of a dead hand", "RI-6.9"
    )
    exposed_limit: int | None = option(
        None, "Own tiles shown for a chombo (none: no limit)", "RI-6.8", "tiles", within=TILES
    )
    exposed_steps: tuple[ExposedStep, ...] | None = option(
        None, "Tiles shown or knocked over, by their number (none: no steps)", "RI-E20", within=LATENESS
    )
    shown_tiles_dead_hand: bool = option(False, "Showing others' or dead-wall tiles makes the hand dead", "RI-6.9")
    tile_count_correction: bool = option(
        False, "The number of tiles may be put right before the first discard", "RI-6.13"
    )
    late_steps: tuple[LateStep, ...] = option(
        ((10, "per_minute", 1000), ("over", "substitute", 0)), "Lateness", "RI-7.3", within=LATENESS
    )
    fine_steps: tuple[int, ...] = option((), "Allowed fines", "RI-E12", "points", within=STICKS)
    fine_timing: Literal["before_uma", "after_uma"] = option("after_uma", "Do fines change places?", "RI-E12")
