from __future__ import annotations

from judging.law.kind import Condition, Reads
from judging.law.kinds.win import OF_ANOTHER, SELF_DRAWN

IN_HAND = {"xueliu": [False]}
REFUND = {"violator_kong_refund": [True]}
OWN_DISCARD = {"furiten_own_discard": [True]}
FIRST_TURN = {"enable_tiandihu": [True]}
CIRCUMSTANCES = {"after_kong": False, "first_turn": False, "visible": ()}
PASSED = {"passed_last_tile": False, "passed_after_kong": False, "passed_first_turn": False}
OF_WIN: dict[str, Condition] = {
    "after_kong": OF_ANOTHER,
    "first_turn": FIRST_TURN,
    "visible": {"enable_juezhang": [True]},
}

READS = {
    "win": Reads(
        decides="won_seats void_suit last_discard passed_tiles happened since",
        prices="kongs",
        assumes={**CIRCUMSTANCES, **PASSED},
        when={"won_seats": IN_HAND, "last_discard": OWN_DISCARD, **OF_WIN, "passed_first_turn": FIRST_TURN},
    ),
    "value": Reads(
        decides="void_suit",
        prices="won_seats kongs",
        assumes=CIRCUMSTANCES,
        when={"won_seats": {**IN_HAND, **SELF_DRAWN}, **OF_WIN},
    ),
    "winners": Reads(decides="won_seats", when={"won_seats": IN_HAND}),
    "priority": Reads(decides="won_seats"),
    "lock": Reads(
        decides="void_suit last_discard",
        assumes={"last_tile": False, "replacement": False, **CIRCUMSTANCES, **PASSED},
        when={
            "last_discard": OWN_DISCARD,
            "replacement": SELF_DRAWN,
            **OF_WIN,
            "passed_first_turn": FIRST_TURN,
        },
    ),
    "void_suit": Reads(
        decides="void_suit own_discards just_drawn later_just_drawn void_meld wall_ended hand",
        prices="won_seats won_before kongs",
        assumes={"carded": False},
        when={"hand": {"wall_ended": [True]}, "kongs": REFUND},
    ),
    "inspection": Reads(
        decides="void_suits other_suit_discarded",
        prices="won_before kongs",
        assumes={"forced_missed": ()},
        when={"forced_missed": {"forced_win_last_tiles": ["anything"]}},
    ),
    "call": Reads(
        decides="becomes_ready won_seats void_suit just_added",
        prices="won_before kongs",
        when={
            "becomes_ready": {"dead_hand_claims": ["to_be_ready"], "call": ["pung", "kong"], "dead": [True]},
            "just_added": {"added_kong_late": ["forbidden"], "call": ["added_kong"]},
            "kongs": REFUND,
        },
    ),
    "kong": Reads(
        decides="kong_kind just_added source won_seats",
        when={
            "just_added": {"kong_kind": ["added"]},
            "source": {"kong_kind": ["direct"]},
            "won_seats": IN_HAND,
        },
    ),
    "ready": Reads(decides="void_suit"),
    "fault": Reads(prices="minutes won_seats won_before kongs", when={"kongs": REFUND}),
}
