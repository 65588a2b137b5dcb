"""Facts that the checks of the Sichuan game read beside those of every family, by kind of claim."""

from __future__ import annotations

from judging.law.kind import Reads

IN_HAND = {"xueliu": [False]}
REFUND = {"violator_kong_refund": [True]}
OWN_DISCARD = {"furiten_own_discard": [True]}

READS = {
    "win": Reads(
        decides="won_seats void_suit last_discard passed_tiles happened since",
        prices="kongs",
        assumes={"passed_circumstances": {}},
        when={"won_seats": IN_HAND, "last_discard": OWN_DISCARD},
    ),
    "value": Reads(decides="void_suit", prices="won_seats kongs", when={"won_seats": {**IN_HAND, "by": ["self_draw"]}}),
    "winners": Reads(decides="won_seats", when={"won_seats": IN_HAND}),
    "priority": Reads(decides="won_seats"),
    "lock": Reads(
        decides="void_suit last_discard",
        assumes={"circumstances": {}, "passed_circumstances": {}},
        when={"last_discard": OWN_DISCARD},
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
