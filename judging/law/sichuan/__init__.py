from __future__ import annotations

from functools import partial

from engine.rules.sichuan.play.passed_wins import LOCK as SAME_TURN
from engine.sentences import gettext_noop
from judging.law.families import Check, FamilyLaw
from judging.law.kind import Outcome
from judging.law.kinds import call, exposed, fault, priority, ready, tile_count, value, win
from judging.law.sichuan import checks, inspection, kongs, locks, penalties, void_suit
from judging.law.sichuan.reads import READS

NO_PENALTY = Outcome(
    "referee", gettext_noop("These rules name no penalty; the referee corrects the mistake"), "continues"
)
"""The rules have no row for what was proved (SC-7)."""

LAW = FamilyLaw(
    family="sichuan",
    record_clause="SC-6.10",
    kinds=(void_suit.KIND, kongs.KIND),
    reads=READS,
    checks={
        "win": (
            Check(win.check_hand_not_dead, "SC-6.10", costs=win.price_false_win),
            Check(checks.check_has_not_won, "SC-6.10"),
            Check(win.check_call_in_time, "SC-6.10", costs=win.price_false_win),
            Check(win.check_robbed_kong, "SC-6.10", costs=win.price_false_win),
            Check(win.check_tile_count, "SC-6.10"),
            Check(win.check_melds, "SC-6.10"),
            Check(checks.check_no_void_tile, "SC-3.24"),
            Check(win.check_form_and_value, "SC-3.24"),
            Check(
                partial(win.check_no_lock, locks=locks.examine_locks),
                "SC-6.6",
                costs=locks.price_lock,
                codes=("locked_win",),
            ),
            Check(checks.report_kong_income, "SC-5.8", if_right=True),
            Check(win.report_payments, "SC-5.2", if_right=True),
        ),
        "value": (
            Check(value.check_claimed_value, "SC-5.1"),
            Check(value.check_claimed_patterns, "SC-5.1"),
            Check(value.report_payments, "SC-5.2"),
        ),
        "winners": (Check(checks.select_winners, "SC-3.8"),),
        "priority": (
            Check(
                partial(
                    priority.check_highest_call,
                    winners=checks.select_winners,
                    chows=False,
                    barred=checks.bar_winner,
                ),
                "SC-3.8",
            ),
        ),
        "lock": (Check(locks.examine_locks, "SC-6.6", codes=(SAME_TURN,)),),
        "void_suit": (
            Check(void_suit.check_discard_order, "SC-6.2"),
            Check(void_suit.check_no_void_meld, "SC-3.22"),
            Check(void_suit.check_final_hand, "SC-6.3"),
        ),
        "inspection": (Check(inspection.inspect, "SC-6.3"),),
        "call": (
            Check(checks.check_dead_hand_calls, "SC-7.4"),
            Check(checks.check_no_chow, "SC-3.4", codes=("no_chow",)),
            Check(checks.check_valid_set, "SC-7"),
            Check(call.check_call_in_time, "SC-3.5"),
            Check(checks.check_no_claim_of_winner, "SC-3.8"),
            Check(call.check_tiles_left, "SC-3.26"),
            Check(call.check_kong_after_claim, "SC-3.7"),
            Check(checks.check_not_void_suit, "SC-3.22"),
            Check(kongs.check_added_kong_fresh, "SC-6.7", codes=("late_added_kong",)),
        ),
        "kong": (Check(kongs.check_kong_payments, "SC-5.6"),),
        "exposed": (Check(partial(exposed.check_tiles_shown, check_own=penalties.check_own_tiles_shown), "SC-7"),),
        "tile_count": (Check(tile_count.check_tile_count, "SC-7"),),
        "ready": (Check(ready.check_hand_ready, "SC-6.4"),),
        "fault": (
            Check(
                partial(fault.check_fault_established, paid_as_inspected=penalties.PAID_AS_INSPECTED),
                "SC-7",
            ),
        ),
    },
    outcomes={(kind, "SC-7"): NO_PENALTY for kind in ("tile_count", "exposed", "call")},
    value_unit="fan",
    call_rights={"pung": "SC-3.5", "kong": "SC-3.7", "added_kong": "SC-3.7", "concealed_kong": "SC-3.7"},
    win_case=checks.make_win_case,
    ready_case=checks.make_ready_case,
    require_consistency=checks.require_consistency,
    win_transfers=checks.pay_win,
    row_in_force=penalties.adapt_row,
    effects=penalties.find_effects,
    further_findings=kongs.report_refunds,
    kong_income=kongs.compute_kong_income,
    check_facts=kongs.check_kongs,
)
