"""The law of MCR: its checks with their clauses, and its faults."""

from __future__ import annotations

from functools import partial

from engine.sentences import gettext_noop
from judging.law.families import Check, Deadline, FamilyLaw, Hint
from judging.law.kinds import call, exposed, fault, priority, ready, tile_count, value, win, winners
from judging.law.kinds.call import TILE_TAKEN
from judging.law.mcr.checks import (
    FINAL_KIND,
    claimed_value,
    claims_discard,
    concealed_kong_fault,
    correctable,
    flower,
    late_call_fault,
    late_win_fault,
    misnamed_tile,
    named_points,
    own_tiles_shown,
    payments_as_claimed,
    payments_as_named,
    proved_fault,
    wall_untouched,
    win_excused,
    win_transfers,
    wins_on_discard,
)
from judging.law.mcr.penalties import effects, row_in_force
from judging.law.mcr.reads import READS

BEFORE_OWN_ACT = gettext_noop("In time is before the player's own next draw or claim.")
BEFORE_SECOND_DISCARD = gettext_noop("In time is before the second following player discards.")

LAW = FamilyLaw(
    family="mcr",
    record_clause="MCR-3.1",
    first_test_decides=True,
    kinds=(FINAL_KIND,),
    reads=READS,
    checks={
        "win": (
            Check(win.hand_not_dead, "MCR-6.7", costs=win.win_fault),
            Check(win.call_in_time, "MCR-6.1", costs=late_win_fault),
            Check(partial(wall_untouched, claims=wins_on_discard), "MCR-E10", costs=late_win_fault),
            Check(win.robbed_kong, "MCR-6.13", costs=concealed_kong_fault),
            Check(win.tile_count, "MCR-6.3"),
            Check(win.valid_melds, "MCR-6.5"),
            Check(partial(win.form_and_value, named=named_points), "MCR-6.1"),
            Check(payments_as_named, "MCR-5.4", if_right=True),
        ),
        "value": (
            Check(claimed_value, "MCR-6.10"),
            Check(value.claimed_patterns, "MCR-6.10"),
            Check(payments_as_claimed, "MCR-5.4"),
        ),
        "winners": (Check(winners.select_winners, "MCR-6.2"),),
        "priority": (Check(partial(priority.highest_call, winners=winners.select_winners), "MCR-3.20"),),
        "call": (
            Check(call.dead_hand_calls, "MCR-6.7"),
            Check(partial(call.valid_set, empty="MCR-7.4 row 1"), "MCR-6.5"),
            Check(call.chow_source, "MCR-3.21"),
            Check(call.call_in_time, "MCR-7.4 row 3"),
            Check(partial(wall_untouched, claims=claims_discard), "MCR-E10", costs=late_call_fault),
            Check(call.tile_taken, "MCR-3.23"),
            Check(call.tiles_left, "MCR-3.17"),
            Check(call.kong_after_claim, "MCR-3.26"),
        ),
        "exposed": (Check(partial(exposed.tiles_shown, check_own=own_tiles_shown), "MCR-6.6"),),
        "tile_count": (Check(partial(tile_count.tile_count, correctable={}), "MCR-6.3"),),
        "flower": (Check(flower, "MCR-6.15"),),
        "ready": (Check(ready.is_ready, "MCR-4.18"),),
        "fault": (Check(fault.fault_established, "MCR-7.4"),),
        "final": (Check(correctable, "MCR-6.10"),),
    },
    deadline=Deadline(
        "MCR-7.7", session=frozenset({"illegal_information", "cheating", "disturbance", "discipline", "lateness"})
    ),
    call_rights={
        "chow": "MCR-3.21",
        "pung": "MCR-3.21",
        "kong": "MCR-3.21",
        "added_kong": "MCR-3.14",
        "concealed_kong": "MCR-3.13",
    },
    win_transfers=win_transfers,
    win_excused=win_excused,
    further_findings=misnamed_tile,
    proved_fault=proved_fault,
    row_in_force=row_in_force,
    effects=effects,
    hints=(
        Hint(TILE_TAKEN, BEFORE_OWN_ACT, {"claim_close": ["next_act"]}),
        Hint(TILE_TAKEN, BEFORE_SECOND_DISCARD),
    ),
)
