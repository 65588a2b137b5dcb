from __future__ import annotations

from engine.rules.riichi.circumstances import COUNTING
from judging.law.kind import Condition, Reads
from judging.law.kinds.win import OF_ANOTHER

OF_LIST = {"penalty_list": ["wrc_2025"]}
CHOMBO_BY_COUNT = {"penalty_list": ["wrc_2022", "wrc_2025"]}
LAST_HAND = {"last_hand_chombo_ends": [True]}
WINDS_OF_YAKU = {"temp_furiten_needs_yaku": [True]}

IN_RIICHI = {"in_riichi": [True]}
CIRCUMSTANCES = {
    "first_turn": False,
    "double_riichi": False,
    "ippatsu": False,
    "dora_indicators": (),
    "ura_indicators": (),
    "win_tile_mixed_in": False,
}
OF_RIICHI: dict[str, Condition] = {
    "double_riichi": IN_RIICHI,
    "ippatsu": IN_RIICHI,
    "ura_indicators": IN_RIICHI,
    **COUNTING,
}

READS = {
    "win": Reads(
        decides="in_riichi own_discards passed_tiles happened since passed_own prevalent_wind seat_wind dealer",
        prices="other_valid_win counters",
        assumes={"in_riichi": False, "passed_last_tile": False, "last_hand": False, **CIRCUMSTANCES},
        when={
            "other_valid_win": OF_ANOTHER,
            "in_riichi": OF_ANOTHER,
            "own_discards": OF_ANOTHER,
            "passed_tiles": OF_ANOTHER,
            "happened": OF_ANOTHER,
            "since": OF_ANOTHER,
            "passed_own": IN_RIICHI,
            "last_hand": LAST_HAND,
            **OF_RIICHI,
        },
    ),
    "value": Reads(
        decides="prevalent_wind seat_wind dealer",
        prices="counters",
        assumes={"in_riichi": False, **CIRCUMSTANCES, "claimed_fu": None},
        when=OF_RIICHI,
    ),
    "priority": Reads(decides="chow_callers first_caller", when={"first_caller": {"first_call_precedence": [True]}}),
    "lock": Reads(
        decides="own_discards in_riichi passed_own prevalent_wind seat_wind dealer",
        assumes={"passed_last_tile": False},
        when={
            "passed_own": IN_RIICHI,
            "prevalent_wind": WINDS_OF_YAKU,
            "seat_wind": WINDS_OF_YAKU,
            "dealer": WINDS_OF_YAKU,
        },
    ),
    "inspection": Reads(
        prices="dealer counters",
        assumes={"riichi_seats": (), "nagashi_seats": (), "last_hand": False},
        when={"last_hand": LAST_HAND, "counters": {"nagashi_mangan": [True], "nagashi_settlement": ["as_win"]}},
    ),
    "tile_count": Reads(
        decides="has_discarded",
        assumes={"noticed": "in_time", "last_hand": False},
        when={
            "has_discarded": {"tile_count_correction": [True]},
            "noticed": CHOMBO_BY_COUNT,
            "last_hand": {**LAST_HAND, **CHOMBO_BY_COUNT},
        },
    ),
    "call": Reads(
        decides="tile_taken hand drawn",
        prices="hand_end dealer knew_dead",
        assumes={"in_riichi": False, "kongs_made": None, "last_hand": False, "next_drawn": False},
        when={
            "knew_dead": {"dead": [True], "dead_hand_claim": ["points"]},
            "next_drawn": {"call": ["chow", "pung", "kong"], "early_draw": ["draw_stands"]},
            "tile_taken": {"call": ["chow", "pung", "kong"]},
            "hand": {"call": ["concealed_kong"], "in_riichi": [True]},
            "drawn": {"call": ["concealed_kong"], "in_riichi": [True]},
            "hand_end": {"call": ["concealed_kong"], "in_riichi": [True]},
            "kongs_made": {"call": ["kong", "added_kong", "concealed_kong"]},
            "last_hand": LAST_HAND,
        },
    ),
    "swap": Reads(prices="next_acted", when={"next_acted": {"swap_take_back": [True]}}),
    "exposed": Reads(
        prices="tiles_shown dealer",
        assumes={"last_hand": False, "during_deal": False, "repeated": False},
        when={
            "tiles_shown": (
                {"whose_tiles": ["own"], "exposed_limit": ["anything"], "exposed_steps": ["nothing"]},
                {"exposed_steps": ["anything"]},
            ),
            "during_deal": {"exposed_steps": ["anything"]},
            "repeated": {"exposed_steps": ["anything"]},
            "last_hand": LAST_HAND,
        },
    ),
    "riichi": Reads(
        decides="hand word turned stick corrected wall_left points",
        prices="hand_end dealer knew_dead",
        assumes={"last_hand": False, "dead": False},
        when={
            "dead": {"dead_hand_claim": ["points"]},
            "knew_dead": {"dead": [True], "dead_hand_claim": ["points"]},
            "corrected": {"riichi_correction": [True]},
            "points": {"riichi_needs_points": [True]},
            "last_hand": LAST_HAND,
        },
    ),
    "riichi_kong": Reads(
        decides="hand drawn called_tile",
        prices="hand_end dealer",
        assumes={"wall_left": 1, "last_hand": False},
        when={"last_hand": LAST_HAND},
    ),
    "liability": Reads(
        decides="liable_pattern set_claimed sets_visible concealed_kong_set feeder",
        prices="value by source counters dealer",
        when={
            "dealer": {"liability_scope": ["that_yakuman"]},
            "sets_visible": {"liability_visible_only": [True]},
            "concealed_kong_set": {"liability_concealed_kongs": [False]},
            "source": OF_ANOTHER,
        },
    ),
    "fault": Reads(
        prices="minutes dealer mixed_in next_acted shown_or_misled hand_end",
        assumes={"noticed": "in_time", "last_hand": False, "repeated": False},
        when={
            "mixed_in": {
                "penalty_list": ["wrc_2022", "wrc_2025"],
                "fault": ["wrong_draw", "draw_out_of_turn", "late_draw"],
            },
            "next_acted": {**OF_LIST, "fault": ["early_first_discard"]},
            "shown_or_misled": {**OF_LIST, "fault": ["early_ready"]},
            "hand_end": {**OF_LIST, "fault": ["riichi_discard"]},
            "repeated": OF_LIST,
            "last_hand": LAST_HAND,
        },
    ),
}
