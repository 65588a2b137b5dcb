from __future__ import annotations

from functools import partial

from engine.sentences import gettext_noop
from judging.law.families import Check, FamilyLaw, Hint, PenaltyDeadline
from judging.law.kinds import call, exposed, fault, priority, ready, tile_count, value, win, winners
from judging.law.kinds.call import TILE_TAKEN
from judging.law.mcr.checks import (
    FINAL_KIND,
    check_claimed_value,
    check_correctable,
    check_flower,
    check_named_points,
    check_own_tiles_shown,
    check_wall_untouched,
    claims_discard,
    find_misnamed_tile,
    is_win_excused,
    pay_win,
    price_concealed_kong,
    price_late_call,
    price_late_win,
    prove_fault,
    report_payments_as_claimed,
    report_payments_as_named,
    wins_on_discard,
)
from judging.law.mcr.penalties import adapt_row, find_effects
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
            Check(win.check_hand_not_dead, "MCR-6.7", costs=win.price_false_win),
            Check(win.check_call_in_time, "MCR-6.1", costs=price_late_win),
            Check(partial(check_wall_untouched, claims=wins_on_discard), "MCR-E10", costs=price_late_win),
            Check(win.check_robbed_kong, "MCR-6.13", costs=price_concealed_kong),
            Check(win.check_tile_count, "MCR-6.3"),
            Check(win.check_melds, "MCR-6.5"),
            Check(partial(win.check_form_and_value, named=check_named_points), "MCR-6.1"),
            Check(report_payments_as_named, "MCR-5.4", if_right=True),
        ),
        "value": (
            Check(check_claimed_value, "MCR-6.10"),
            Check(value.check_claimed_patterns, "MCR-6.10"),
            Check(report_payments_as_claimed, "MCR-5.4"),
        ),
        "winners": (Check(winners.select_winners, "MCR-6.2"),),
        "priority": (Check(partial(priority.check_highest_call, winners=winners.select_winners), "MCR-3.20"),),
        "call": (
            Check(call.check_dead_hand_calls, "MCR-6.7"),
            Check(partial(call.check_valid_set, empty="MCR-7.4 row 1"), "MCR-6.5"),
            Check(call.check_chow_source, "MCR-3.21"),
            Check(call.check_call_in_time, "MCR-7.4 row 3"),
            Check(partial(check_wall_untouched, claims=claims_discard), "MCR-E10", costs=price_late_call),
            Check(call.check_tile_taken, "MCR-3.23"),
            Check(call.check_tiles_left, "MCR-3.17"),
            Check(call.check_kong_after_claim, "MCR-3.26"),
        ),
        "exposed": (Check(partial(exposed.check_tiles_shown, check_own=check_own_tiles_shown), "MCR-6.6"),),
        "tile_count": (Check(partial(tile_count.check_tile_count, correctable={}), "MCR-6.3"),),
        "flower": (Check(check_flower, "MCR-6.15"),),
        "ready": (Check(ready.check_hand_ready, "MCR-4.18"),),
        "fault": (Check(fault.check_fault_established, "MCR-7.4"),),
        "final": (Check(check_correctable, "MCR-6.10"),),
    },
    deadline=PenaltyDeadline(
        "MCR-7.7", session=frozenset({"illegal_information", "cheating", "disturbance", "discipline", "lateness"})
    ),
    call_rights={
        "chow": "MCR-3.21",
        "pung": "MCR-3.21",
        "kong": "MCR-3.21",
        "added_kong": "MCR-3.14",
        "concealed_kong": "MCR-3.13",
    },
    win_transfers=pay_win,
    win_excused=is_win_excused,
    further_findings=find_misnamed_tile,
    proved_fault=prove_fault,
    row_in_force=adapt_row,
    effects=find_effects,
    hints=(
        Hint(TILE_TAKEN, BEFORE_OWN_ACT, {"claim_close": ["next_act"]}),
        Hint(TILE_TAKEN, BEFORE_SECOND_DISCARD),
    ),
)
