from __future__ import annotations

from judging.law.facts import NONE
from judging.law.kind import Condition, Reads
from judging.law.kinds.win import SELF_DRAWN

STRICT = {"guoshui_mode": ["strict"]}
LOCKING = {"guoshui_mode": ["strict", "until_own_draw"]}
LOCK = "hand passed_tiles happened since passed_own discarded_since witnesses"
NON_WAIT_TILE = {"guoshui_release": ["non_wait_tile"]}
OF_LOCK = {
    "passed_tiles": LOCKING,
    "happened": LOCKING,
    "since": LOCKING,
    "witnesses": LOCKING,
    "passed_own": STRICT,
    "discarded_since": NON_WAIT_TILE,
}
TRIPLE_DICE = {"triple_dice_double": [True]}
CIRCUMSTANCES = {"flower_replacement": False, "first_turn": False, "ready": NONE, "ready_first_round": False}
DECLARED = ({"tianting_enabled": [True]}, {"diting_enabled": [True]}, {"declared_ting_enabled": [True]})
OF_READY: dict[str, Condition | tuple[Condition, ...]] = {
    "ready": DECLARED,
    "ready_first_round": {"diting_enabled": [True], "ready": ["diting"]},
}

READS = {
    "win": Reads(
        decides=f"{LOCK} exposed_kong_chain prevalent_wind seat_wind dealer triple_dice",
        prices="dealer_repeats",
        assumes=CIRCUMSTANCES,
        when={
            **OF_LOCK,
            "exposed_kong_chain": {"open_kong_win_ban": [True], "by": ["self_draw"]},
            "triple_dice": TRIPLE_DICE,
            **OF_READY,
            "flower_replacement": SELF_DRAWN,
        },
    ),
    "value": Reads(
        decides="prevalent_wind seat_wind dealer triple_dice",
        prices="dealer_repeats",
        assumes=CIRCUMSTANCES,
        when={"triple_dice": TRIPLE_DICE, **OF_READY, "flower_replacement": SELF_DRAWN},
    ),
    "priority": Reads(decides="chow_callers"),
    "lock": Reads(decides=LOCK, when=OF_LOCK),
    "tile_count": Reads(assumes={"noticed": "in_time"}),
    "flower_win": Reads(
        decides=f"dead flowers_held replaced acted_since {LOCK} exposed_kong_chain flower_from robbed_seat from_deal"
        " winning_tile robbed_flower prevalent_wind seat_wind dealer triple_dice",
        prices="dealer_repeats",
        assumes={"last_tile": False, "replacement": False, "ready": NONE, "ready_first_round": False},
        when={
            **OF_LOCK,
            **OF_READY,
            "passed_tiles": STRICT,
            "happened": STRICT,
            "since": STRICT,
            "witnesses": STRICT,
            "exposed_kong_chain": {"open_kong_win_ban": [True], "open_kong_ban_covers_flower_win": [True]},
            "robbed_seat": {"flower_from": ["shown", "seventh"]},
            "robbed_flower": {"flower_from": ["shown", "seventh"]},
            "triple_dice": TRIPLE_DICE,
        },
    ),
    "call": Reads(
        decides="go_around_discards witnesses",
        when={"go_around_discards": {"call": ["pung", "chow"]}, "witnesses": {"call": ["pung", "chow"]}},
    ),
    "ready": Reads(
        decides="declaration dealer interrupted first_discard",
        when={
            "dealer": {"declaration": ["tianting"]},
            "interrupted": {"declaration": ["tianting"], "tianting_deadline": ["dealer_first_action"]},
            "first_discard": {"declaration": ["tianting", "diting"]},
        },
    ),
    "fault": Reads(
        prices="dealer dealer_repeats noticed_before_discard",
        assumes={"noticed": "in_time"},
        when={
            "dealer": {"false_win_effect": ["end_hand"], "false_win_adds_dealer": [True]},
            "dealer_repeats": {"false_win_effect": ["end_hand"], "false_win_adds_dealer": [True]},
            "noticed_before_discard": {"illegal_meld_undo": [True]},
        },
    ),
}
