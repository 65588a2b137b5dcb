from __future__ import annotations

from functools import partial

from engine.rules.taiwan.play.passed_wins import PASSED_WIN
from engine.sentences import gettext_noop
from judging.law.families import DEALERS_STAY, Check, FamilyLaw, Hint, PenaltyDeadline
from judging.law.kinds import call, exposed, fault, priority, ready, tile_count, value, win, winners
from judging.law.kinds.swap import check_swap_discard
from judging.law.shared_facts import DEALER, PREVALENT_WIND, SEAT_WIND
from judging.law.taiwan import checks, flowers, locks, penalties
from judging.law.taiwan.reads import READS

FROM_THE_BREAK = gettext_noop("Counted from the seat where the wall was broken; the dealer may have any wind.")

LAW = FamilyLaw(
    family="taiwan",
    record_clause="TW-6.13",
    kinds=(flowers.WIN_KIND,),
    first_test_decides=True,
    reads=READS,
    checks={
        "win": (
            Check(win.check_hand_not_dead, "TW-6.4", costs=checks.price_dead_hand),
            # A complete hand shown too late is refused, no false win: that is one that is not complete (TW-7.6).
            Check(win.check_call_in_time, "TW-6.13", costs=win.cost_nothing),
            Check(win.check_robbed_kong, "TW-3.9", costs=win.cost_nothing),
            Check(locks.check_no_lock, "TW-6.13", costs=locks.price_lock, codes=(PASSED_WIN,)),
            Check(
                locks.check_not_after_exposed_kong,
                "TW-3.25",
                costs=locks.price_exposed_kong,
                codes=("open_kong_win", "exposed_kong"),
            ),
            Check(win.check_tile_count, "TW-6.3"),
            Check(win.check_melds, "TW-3.20"),
            Check(win.check_form_and_value, "TW-6.13"),
            Check(win.report_payments, "TW-5.1", if_right=True),
        ),
        "value": (
            Check(value.check_claimed_value, "TW-5.1"),
            Check(value.check_claimed_patterns, "TW-4.2"),
            Check(value.report_payments, "TW-5.1"),
        ),
        "winners": (Check(winners.select_winners, "TW-3.9"),),
        "priority": (
            Check(
                partial(priority.check_highest_call, winners=winners.select_winners),
                "TW-3.4",
            ),
        ),
        "lock": (Check(locks.examine_locks, "TW-6.1", codes=(PASSED_WIN,)),),
        "call": (
            Check(call.check_dead_hand_calls, "TW-6.4"),
            Check(call.check_valid_set, "TW-3.20"),
            Check(call.check_chow_source, "TW-3.5"),
            Check(call.check_call_in_time, "TW-3.20"),
            Check(checks.check_tiles_left, "TW-2.13"),
            Check(checks.check_second_in_go_around, "TW-3.23"),
            Check(call.check_kong_after_claim, "TW-3.26"),
        ),
        "swap": (
            Check(
                partial(check_swap_discard, after_pung="TW-3.22"),
                "TW-3.21",
                codes=("swap_after_chow", "swap_after_pung"),
            ),
        ),
        "exposed": (Check(partial(exposed.check_tiles_shown, check_own=penalties.check_own_tiles_shown), "TW-7.8"),),
        "tile_count": (Check(tile_count.check_tile_count, "TW-6.3"),),
        "flower": (Check(flowers.check_flower, "TW-6.3"),),
        "flower_win": (
            Check(flowers.check_hand_not_dead, "TW-6.12"),
            Check(flowers.check_eight_flowers, "TW-6.12"),
            Check(flowers.check_claimed_in_time, "TW-6.12"),
            Check(flowers.check_not_barred, "TW-6.12", costs=locks.price_lock),
            Check(flowers.report_payments, "TW-5.6"),
        ),
        "ready": (
            Check(ready.check_hand_ready, "TW-3.11"),
            Check(checks.check_declared_in_time, "TW-3.11"),
        ),
        "fault": (Check(fault.check_fault_established, "TW-7.8"),),
    },
    deadline=PenaltyDeadline("TW-6.4", only=frozenset({"open_dead_hand", "hidden_dead_hand"})),
    value_unit="tai",
    call_rights={
        "chow": "TW-3.5",
        "pung": "TW-3.6",
        "kong": "TW-3.7",
        "added_kong": "TW-3.7",
        "concealed_kong": "TW-3.7",
    },
    win_case=checks.make_win_case,
    require_consistency=locks.require_consistency,
    win_transfers=checks.pay_win,
    payments_assume=checks.describe_assumptions,
    require_price_facts=penalties.require_price_facts,
    effects=penalties.find_effects,
    further_findings=flowers.find_kept_on_record,
    hints=(
        Hint(PREVALENT_WIND, DEALERS_STAY),
        Hint(DEALER, DEALERS_STAY),
        Hint(SEAT_WIND, FROM_THE_BREAK, {"seat_wind_basis": ["break_seat"]}),
    ),
)
