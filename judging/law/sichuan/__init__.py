"""The law of the Sichuan game: its checks with their clauses, and its faults."""

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
            Check(win.hand_not_dead, "SC-6.10", costs=win.win_fault),
            Check(checks.has_not_won, "SC-6.10"),
            Check(win.call_in_time, "SC-6.10", costs=win.win_fault),
            Check(win.robbed_kong, "SC-6.10", costs=win.win_fault),
            Check(win.tile_count, "SC-6.10"),
            Check(win.valid_melds, "SC-6.10"),
            Check(checks.no_void_tile, "SC-3.24"),
            Check(win.form_and_value, "SC-3.24"),
            Check(
                partial(win.no_lock, locks=locks.lock_findings), "SC-6.6", costs=locks.lock_fault, codes=("locked_win",)
            ),
            Check(checks.kong_income_moved, "SC-5.8", if_right=True),
            Check(win.payments, "SC-5.2", if_right=True),
        ),
        "value": (
            Check(value.claimed_value, "SC-5.1"),
            Check(value.claimed_patterns, "SC-5.1"),
            Check(value.payments, "SC-5.2"),
        ),
        "winners": (Check(checks.select_winners, "SC-3.8"),),
        "priority": (
            Check(
                partial(
                    priority.highest_call,
                    winners=checks.select_winners,
                    chows=False,
                    barred=checks.caller_has_won,
                ),
                "SC-3.8",
            ),
        ),
        "lock": (Check(locks.lock_findings, "SC-6.6", codes=(SAME_TURN,)),),
        "void_suit": (
            Check(void_suit.discard_order, "SC-6.2"),
            Check(void_suit.no_void_meld, "SC-3.22"),
            Check(void_suit.final_hand, "SC-6.3"),
        ),
        "inspection": (Check(inspection.inspect, "SC-6.3"),),
        "call": (
            Check(checks.dead_hand_calls, "SC-7.4"),
            Check(checks.no_chow, "SC-3.4", codes=("no_chow",)),
            Check(checks.valid_set, "SC-7"),
            Check(call.call_in_time, "SC-3.5"),
            Check(checks.no_claim_of_a_winner, "SC-3.8"),
            Check(call.tiles_left, "SC-3.26"),
            Check(call.kong_after_claim, "SC-3.7"),
            Check(checks.not_the_void_suit, "SC-3.22"),
            Check(kongs.added_kong_fresh, "SC-6.7", codes=("late_added_kong",)),
        ),
        "kong": (Check(kongs.kong_payments, "SC-5.6"),),
        "exposed": (Check(partial(exposed.tiles_shown, check_own=penalties.own_tiles_shown), "SC-7"),),
        "tile_count": (Check(tile_count.tile_count, "SC-7"),),
        "ready": (Check(ready.is_ready, "SC-6.4"),),
        "fault": (
            Check(
                partial(fault.fault_established, paid_as_inspected=penalties.PAID_AS_INSPECTED),
                "SC-7",
            ),
        ),
    },
    outcomes={(kind, "SC-7"): NO_PENALTY for kind in ("tile_count", "exposed", "call")},
    value_unit="fan",
    call_rights={"pung": "SC-3.5", "kong": "SC-3.7", "added_kong": "SC-3.7", "concealed_kong": "SC-3.7"},
    win_case=checks.win_case,
    ready_case=checks.ready_case,
    require_consistency=checks.require_consistency,
    win_transfers=checks.win_transfers,
    row_in_force=penalties.row_in_force,
    effects=penalties.effects,
    further_findings=kongs.refund_findings,
    kong_income=kongs.kong_income,
    check_facts=kongs.check_kongs,
)
