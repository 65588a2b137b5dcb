"""Options of MCR, each with its clause; defaults are the rules of 2006 as European tournaments play them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import RulesetError
from engine.exact import Range
from engine.parameters import option
from engine.rules.mcr.patterns import FAN_IDS
from engine.sentences import sentence as _

LateStep = tuple[
    int | Literal["over"], Literal["warning", "fine", "warning_and_fine", "forfeit_session", "forfeit_and_fine"], int
]
"""(up to this minute, consequence, points)."""

TieBreak = Literal["table_points", "score", "best_session", "high_sessions", "direct_session", "lot"]

_FANS = frozenset(FAN_IDS)

# Ranges wider than any published rulebook, but small enough to compute.
POINTS = Range(0, 1_000_000)
HANDS = Range(1, 999)
SECONDS = Range(0, 3_600)
MINUTES = Range(0, 1_440)
LATENESS = Range(0, 1_000_000)
BY_PLACE = Range(-1_000_000, 1_000_000)


@dataclass(frozen=True, kw_only=True)
class Parameters:
    # Winning and payment
    min_points: int = option(8, "Minimum points to win (without flowers)", "MCR-5.2", "points", within=POINTS)
    base_payment: int = option(8, "Added by every loser of a hand", "MCR-5.4", "points", within=POINTS)
    fan_cap: int | None = option(None, "Maximum basic points", "MCR-5.3", "points", within=POINTS)
    fan_set: frozenset[str] = option(_FANS, "Fans that are adopted", "MCR-0.6")
    use_flowers: bool = option(True, "Eight flowers are in the wall", "MCR-2.1")
    flower_value: int = option(1, "A flower of the winner counts", "MCR-5.2", "points", within=POINTS)

    # Counting
    two_concealed_kongs_value: int = option(
        8, "Two Concealed Kongs count", "MCR-4/two_concealed_kongs", "points", within=POINTS
    )
    mixed_kongs_value: Literal[3, 5, 6] = option(6, "One melded and one concealed kong count", "MCR-4.14", "points")
    mixed_kongs_single_fans: bool = option(
        False, "One melded and one concealed kong are listed as two single fans", "MCR-E3"
    )
    concealed_form_self_draw: Literal["fully_concealed", "self_drawn"] = option(
        "fully_concealed", "A self-drawn hand of a concealed-only fan adds", "MCR-4.13"
    )
    all_green_flush: bool = option(True, "All Green may add Half Flush", "MCR-4.15")
    all_terminals_double_pung: bool = option(True, "All Terminals may add Double Pung", "MCR-4.15")
    nine_gates_terminal_pungs: Literal["exclude_all", "exclude_one"] = option(
        "exclude_all", "Pungs of terminals beside Nine Gates", "MCR-10.8"
    )
    three_four_kongs_concealed: Literal["kong_fans", "pung_fans_only"] = option(
        "kong_fans", "Concealed kongs inside Three and Four Kongs add", "MCR-4.14"
    )
    seven_pairs_hog: Literal["deduct_one", "count_all", "count_none"] = option(
        "deduct_one", "Tile Hog where seven pairs meet All Green or All Terminals", "MCR-4.16"
    )
    seven_pairs_all_types: bool = option(True, "Seven Pairs may add All Types", "MCR-10.10")
    all_honors_seven_pairs: bool = option(True, "All Honors counts in seven pairs", "MCR-10.9")
    knitted_wait: Literal["not_if_body_kind", "residual", "single_only"] = option(
        "not_if_body_kind", "Wait fans beside Knitted Straight", "MCR-4.17"
    )
    exhausted_waits_count: bool = option(
        True, "A kind of which all four tiles are seen still makes the wait plural", "MCR-4.18"
    )
    strict_count: bool = option(False, "Only the fans that the winner names count", "MCR-6.1")
    merged_win_tile: Literal["free", "no_wait_fans"] = option(
        "free", "The winning tile put among the tiles of the hand", "MCR-E11"
    )

    # Play
    claims_on_final_discard: Literal["hu_only", "all"] = option(
        "hu_only", "Claims after the last tile of the wall", "MCR-3.17"
    )
    hands_per_match: int = option(16, "Hands of a session", "MCR-2.6", "hands", within=HANDS)
    seat_change: Literal["each_round", "after_two_rounds", "none"] = option(
        "each_round", "Seats change between rounds", "MCR-2.7"
    )
    dice_rolls: Literal[1, 2] = option(2, "Rolls of the dice that break the wall", "MCR-2.9")
    start_score: int = option(0, "Points on the score sheet at the start", "MCR-2.4", "points", within=POINTS)
    stick_unit: int | None = option(None, "Stick value of a point", "MCR-2.4", "points", within=POINTS)
    claim_seconds: int | None = option(3, "Window for pung, kong and hu", "MCR-3.8", "seconds", within=SECONDS)
    claim_close: Literal["seconds", "next_act"] = option("seconds", "End of the claim window", "MCR-E10")
    wall_touch_is_draw: bool = option(False, "Touching the wall ends the right to claim", "MCR-E10")
    turn_seconds: int = option(10, "Time to discard", "MCR-3.6", "seconds", within=SECONDS)
    first_discard_seconds: int = option(10, "Time for the first discard", "MCR-3.6", "seconds", within=SECONDS)
    count_seconds: int = option(10, "Time to find further points after hu", "MCR-6.10", "seconds", within=SECONDS)

    # Time
    session_minutes: int = option(120, "Length of a session", "MCR-2.13", "minutes", within=MINUTES)
    time_warning_minutes: int = option(15, "Announcement before the end", "MCR-2.13", "minutes", within=MINUTES)
    time_end_mode: Literal["finish_hand", "stop_at_bell", "one_more_hand"] = option(
        "finish_hand", "At the end of the time", "MCR-10.19"
    )

    # Offences
    false_hu_payment: int = option(10, "A false win costs, for each opponent", "MCR-6.8", "points", within=POINTS)
    false_hu_severe_payment: int = option(20, "A false win without structure costs", "MCR-6.8", "points", within=POINTS)
    false_hu_recipient: Literal["each_opponent", "nobody"] = option(
        "each_opponent", "Recipient of false win payments", "MCR-E12"
    )
    false_hu_far_class: Literal["points", "disqualify_or_20"] = option(
        "disqualify_or_20", "A false win two or more exchanges away", "MCR-E12"
    )
    false_hu_near_severe: bool = option(False, "A false win one exchange away costs the severe payment", "MCR-10.3")
    false_hu_disqualifies: bool = option(False, "A plainly false win may disqualify", "MCR-6.8")
    false_hu_continue: bool = option(True, "The hand goes on after a false win when it can be played", "MCR-6.8")
    false_hu_tiles: Literal["return_to_hand", "must_discard"] = option(
        "return_to_hand", "Tiles shown by a false win", "MCR-10.13"
    )
    late_hu: Literal["false_hu", "warning"] = option("false_hu", "Hu called too late, hand shown", "MCR-E12")
    empty_hu: Literal["ladder", "dead_hand"] = option("ladder", "Hu called, hand not shown", "MCR-E12")
    wrong_word_hu: Literal["none", "hand_drawn"] = option("none", "A winning hand shown without the word", "MCR-E12")
    dead_hand_may_claim: bool = option(True, "A dead hand may chow, pung and kong", "MCR-10.14")
    dead_hand_self_kong: bool = option(True, "A dead hand may make kongs of its own and show flowers", "MCR-E13")
    exposed_tile_rule: Literal["penalty_tile", "none"] = option("none", "Own tile shown by accident", "MCR-6.6")
    empty_call_ladder: tuple[int, ...] = option(
        (0, 5, 10, 20),
        "Empty calls: first a warning (0), then points; the last repeats",
        "MCR-7.4",
        "points",
        within=POINTS,
    )
    ladder_scope: Literal["hand", "session"] = option("hand", "Counting of repeated warnings", "MCR-7.5")
    fine_recipient: Literal["nobody", "opponents"] = option("nobody", "Recipient of fines", "MCR-7.2")
    fine_steps: tuple[int, ...] = option(
        (5, 10, 20, 30, 40, 50, 60), "Fines a referee can give", "MCR-7.1", "points", within=POINTS
    )
    forgot_winning_tile: Literal["fine_10", "dead_hand", "none"] = option(
        "fine_10", "Counting before the winning tile is taken", "MCR-6.11"
    )
    wall_broken: Literal["void", "replay"] = option("void", "A hand that cannot go on", "MCR-E14")
    late_steps: tuple[LateStep, ...] = option(
        ((10, "warning_and_fine", 10), (15, "fine", 20), ("over", "forfeit_session", 0)),
        "Lateness",
        "MCR-7.3",
        "minutes",
        within=LATENESS,
    )
    short_table: Literal["substitute", "three_play"] = option("substitute", "One player is missing", "MCR-E16")
    appeal_minutes: int = option(
        30, "Time for a written appeal after the session", "MCR-6.17", "minutes", within=MINUTES
    )

    # Match
    match_scoring: Literal["table_points", "raw_plus_uma"] = option(
        "table_points", "What a session counts for", "MCR-8.2"
    )
    table_points: tuple[int, ...] = option(
        (4, 2, 1, 0), "Table points by place, ties share", "MCR-8.2", within=BY_PLACE
    )
    uma: tuple[int, ...] = option((), "Points added by place, ties share", "MCR-8.4", "points", within=BY_PLACE)
    tie_break: tuple[TieBreak, ...] = option(("table_points", "score"), "Order of the tournament", "MCR-8.5")
    absent_takes_negative: bool = option(False, "An absent player takes the substitute's negative score", "MCR-8.8")

    def __post_init__(self) -> None:
        unknown = sorted(self.fan_set - _FANS - {"mixed_kongs"})
        if unknown:
            raise RulesetError(_("fan_set names no fan: %(known)s", known=", ".join(unknown)), at="fan_set")
