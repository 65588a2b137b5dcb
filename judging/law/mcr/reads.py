from __future__ import annotations

from judging.law.kind import Reads

CIRCUMSTANCES = {"last_copy": False, "visible": ()}
VISIBLE = {"exhausted_waits_count": [False]}

READS = {
    "win": Reads(
        decides="prevalent_wind seat_wind named_points",
        assumes={"misled": False, "wall_touched": False, **CIRCUMSTANCES},
        when={
            "named_points": {"strict_count": [True]},
            "misled": {"by": ["discard"]},
            "visible": VISIBLE,
            "wall_touched": {"wall_touch_is_draw": [True], "by": ["discard"]},
        },
    ),
    "value": Reads(decides="prevalent_wind seat_wind", assumes=CIRCUMSTANCES, when={"visible": VISIBLE}),
    "final": Reads(
        decides="error accepted signed", when={"accepted": {"error": ["count"]}, "signed": {"error": ["writing"]}}
    ),
    "priority": Reads(decides="chow_callers"),
    "tile_count": Reads(decides="has_discarded", assumes={"noticed": "in_time"}),
    "flower": Reads(decides="in_time", when={"in_time": {"flower_fault": ["bamboo_laid_out"]}}),
    "call": Reads(
        decides="tile_taken",
        assumes={"wall_touched": False},
        when={
            "tile_taken": {"call": ["chow", "pung", "kong"]},
            "wall_touched": {"wall_touch_is_draw": [True], "call": ["chow", "pung", "kong"]},
        },
    ),
    "exposed": Reads(prices="victim", when={"victim": {"whose_tiles": ["other", "wall"]}}),
    "fault": Reads(
        prices="other_valid_win tiles_shown tile_seen minutes victim",
        assumes={"order_lost": False, "noticed": "in_time"},
        when={
            "other_valid_win": {"fault": ["opening_own_hand"]},
            "tiles_shown": {"fault": ["wall_knocked"]},
            "order_lost": {"fault": ["wall_knocked"]},
            "tile_seen": {"fault": ["wrong_end_drawn"]},
        },
    ),
}
