"""Options of Sichuan Bloody; defaults are the first world championship in Chengdu, amounts in di."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.exact import Range
from engine.parameters import option

# Ranges wider than any published rulebook, but small enough to compute.
STACKS = Range(0, 27)
DICE = Range(1, 6)
SESSIONS = Range(1, 999)
HANDS = Range(1, 999)
TABLE_POINTS = Range(-1_000, 1_000)
WINNERS = Range(1, 3)
SECONDS = Range(0, 3_600)
MINUTES = Range(0, 1_440)
TILES = Range(0, 108)
NON_WINNERS = Range(0, 4)
FAN = Range(0, 16)
"""Every fan doubles the payment."""
DI = Range(0, 1_000_000)


@dataclass(frozen=True, kw_only=True)
class Parameters:
    # Equipment, session
    tile_count: Literal[108] = option(108, "Tiles in play", "SC-2.1", "tiles")
    wall_stacks_dealer_pair: int = option(
        14, "Stacks of the dealer and the opposite player", "SC-2.2", "stacks", within=STACKS
    )
    wall_stacks_other_pair: int = option(13, "Stacks of the other two", "SC-2.2", "stacks", within=STACKS)
    wall_stacks_basis: Literal["dealer", "seat"] = option(
        "dealer", "The longer walls belong to the dealer's pair or to the seats East and West", "SC-E1"
    )
    dice_count: int = option(2, "Dice in a throw", "SC-2.4", "dice", within=DICE)
    break_skip: Literal["min_die", "min_die_minus_one", "dice_sum"] = option(
        "min_die", "Stacks left at the break", "SC-2.4"
    )
    sessions: int | None = option(
        10, "Sessions of a tournament (none: event setting)", "SC-2.9", "sessions", within=SESSIONS
    )
    hands_per_session: int | None = option(
        8, "Hands of a session (none: event setting)", "SC-2.9", "hands", within=HANDS
    )
    session_minutes: int | None = option(
        None, "Length of a session (none: event setting)", "SC-2.9", "minutes", within=MINUTES
    )
    table_points: tuple[int, ...] | None = option(
        None, "Table points for the places of a session, ties share", "SC-E13", "table points", within=TABLE_POINTS
    )
    max_winners: int = option(3, "Winners that end a hand", "SC-2.7", "players", within=WINNERS)

    # Play
    void_procedure: Literal["tile_or_card", "cards_together"] = option(
        "tile_or_card", "Declaration of the void suit", "SC-E2"
    )
    void_rule: Literal["strict", "first_only"] = option("strict", "Void tiles go first, always or once", "SC-3.3")
    void_card_call_judge: bool = option(True, "The void card is laid by the referee", "SC-2.6")
    kong_replacement_end: Literal["front", "tail"] = option("front", "Source of replacement tiles", "SC-3.9")
    added_kong_late: Literal["allowed", "forbidden"] = option(
        "allowed", "Added kong of a tile that was not just drawn", "SC-6.7"
    )
    kong_after_pung: bool = option(True, "Concealed or added kong between a pung and its discard", "SC-E3")
    multiple_wins: bool = option(True, "Several players may win on one tile", "SC-3.8")
    last_discard_pung: bool = option(True, "Pung of a last discard", "SC-3.10")
    passed_pung_ban: bool = option(False, "No pung of a tile passed in the go-around", "SC-3.6")
    claim_seconds: int | None = option(
        None, "Time to claim (none: until next action)", "SC-E4", "seconds", within=SECONDS
    )
    furiten_mode: Literal["same_turn_higher_ok", "same_turn", "off"] = option(
        "same_turn_higher_ok", "Lock after a passed win", "SC-6.6"
    )
    furiten_release: Literal["own_draw", "own_draw_or_claim", "own_draw_or_pung_incomplete"] = option(
        "own_draw", "End of the lock", "SC-6.6"
    )
    furiten_compare: Literal["points", "fan_capped"] = option("points", "Value to exceed under the lock", "SC-E8")
    furiten_own_discard: bool = option(False, "Discarding the own winning tile starts the lock", "SC-E8")
    forced_win_last_tiles: int = option(
        0, "A win must be taken with so few tiles left", "SC-3.27", "tiles", within=TILES
    )
    dead_hand_claims: Literal["all", "to_be_ready"] = option("all", "Pungs and kongs of a dead hand", "SC-E11")
    xueliu: bool = option(False, "Winners stay in the hand (blood river)", "SC-3.28")

    # Settlement
    base_point: int = option(1, "Worth of a hand without pattern", "SC-5.1", "di", within=DI)
    mangan_fan: int | None = option(3, "Cap in fan (none: no cap)", "SC-5.1", "fan", within=FAN)
    mangan_hand_fan: int = option(3, "Fan of the capped hands when there is no cap", "SC-4.15", "fan", within=FAN)
    zimo_mode: Literal["add_base", "add_fan"] = option("add_base", "Self-draw adds a di or a fan", "SC-5.3")
    concealed_kong_pay: int = option(2, "Concealed kong, from each non-winner", "SC-5.6", "di", within=DI)
    direct_kong_pay: int = option(2, "Direct kong, from the discarder", "SC-5.6", "di", within=DI)
    added_kong_pay: int = option(
        1, "Added kong of the tile just drawn, from each non-winner", "SC-5.6", "di", within=DI
    )
    late_added_kong_pay: int = option(
        0, "Added kong of a tile from the hand, from each non-winner", "SC-5.6", "di", within=DI
    )
    kong_shot: Literal["refund", "transfer"] = option(
        "refund", "Kong income after a shot: back to its payers or to the winner", "SC-5.8"
    )
    kong_shot_multi: Literal["nearest", "split", "ceil_each"] = option("nearest", "Several winners of a shot", "SC-5.8")
    kong_shot_on_rekong: bool = option(False, "Robbing an added kong made directly after a kong is a shot too", "SC-E6")
    kong_refund_min_nonwinners: int = option(
        2, "Non-winners that make the kong refund apply", "SC-5.9", "players", within=NON_WINNERS
    )
    kong_refund_first: bool = option(False, "Kong income goes back before players who are not ready pay", "SC-E17")
    huazhu_pay: Literal["mangan", "as_not_ready"] | int = option(
        "mangan", "Payment of a flower pig", "SC-5.10", "di", within=DI
    )
    takame_includes_self_held: bool = option(
        False, "The high wait may be a kind held four times in the concealed hand", "SC-6.5"
    )
    takame_counts_kongs: bool = option(True, "Declared kongs count in the inspection", "SC-E9")
    inspection_skip_equal: bool = option(True, "No inspection when all left have one state", "SC-E10")

    # Faults
    void_violation_pay: int | None = option(16, "Void-suit violation", "SC-7.1", "di", within=DI)
    void_violation_redistributed: bool = option(True, "Paid to players, or only deducted", "SC-7.1")
    void_violation_end: Literal["end_hand", "dead_hand"] = option("end_hand", "A violation during play", "SC-E11")
    violator_kong_refund: bool = option(True, "The violator returns all kong income", "SC-7.1")
    late_violation_payees: Literal["unwon_at_first_evidence", "nonwinners_now"] = option(
        "unwon_at_first_evidence", "Recipients for violations found at the end", "SC-6.2"
    )
    late_violation_mode: Literal["replaces", "adds"] = option(
        "replaces", "At the wall's end: instead of, or on top of, paying as not ready", "SC-E10"
    )
    false_win_pay: Literal["mangan"] | int | None = option(
        "mangan", "False win, to each player still in", "SC-7.4", "di", within=DI
    )
    false_win_redistributed: bool = option(True, "Paid to players, or only deducted", "SC-E12")
    false_win_effect: Literal["dead_hand", "end_hand"] = option("dead_hand", "After a false win", "SC-7.4")
    shunhe_pay: int | None = option(None, "Locked win found at the end (none: claim refused)", "SC-E8", "di", within=DI)
    penalty_scale: bool = option(
        False, "Faults of every kind are graded, and a second one of 24 points in a session loses it", "SC-E14"
    )

    # Patterns
    fan_gen: int = option(1, "Four of a kind", "SC-4.6", "fan", within=FAN)
    fan_daduizi: int = option(1, "All pungs", "SC-4.7", "fan", within=FAN)
    fan_jingoudiao: int = option(1, "Golden single", "SC-4.8", "fan", within=FAN)
    jingoudiao_definition: Literal["four_melds", "all_pungs_on_pair"] = option(
        "four_melds", "Definition of a golden single", "SC-E5"
    )
    fan_qingyise: int = option(2, "Full flush", "SC-4.9", "fan", within=FAN)
    fan_qidui: int = option(2, "Seven pairs", "SC-4.10", "fan", within=FAN)
    fan_gangshanghua: int = option(1, "Win on a replacement", "SC-4.11", "fan", within=FAN)
    fan_gangshangpao: int = option(1, "Shot after a kong", "SC-4.11", "fan", within=FAN)
    fan_qianggang: int = option(1, "Robbing a kong", "SC-4.11", "fan", within=FAN)
    fan_haidi: int = option(1, "Last tile", "SC-4.12", "fan", within=FAN)
    enable_daiyao: bool = option(False, "Outside hand counts", "SC-4.13")
    fan_daiyao: int = option(2, "Outside hand", "SC-4.13", "fan", within=FAN)
    enable_tiandihu: bool = option(False, "Heavenly and earthly win count", "SC-4.14")
    dihu_definition: Literal["first_draw", "dealer_first_discard"] = option(
        "first_draw", "Definition of an earthly win", "SC-4.14"
    )
    enable_jiangdui: bool = option(False, "Pungs of 2, 5 and 8 count", "SC-4.15")
    enable_juezhang: bool = option(False, "Last copy counts", "SC-4.16")
    fan_juezhang: int = option(1, "Last copy", "SC-4.16", "fan", within=FAN)
    report_kong_separately: bool = option(
        False, "Declared kongs are shown under their own name, at the same value", "SC-E5"
    )
