"""The law of the Taiwanese game: its checks with their clauses, and its faults."""

from __future__ import annotations

from functools import partial

from engine.rules.taiwan.play.passed_wins import PASSED_WIN
from engine.sentences import gettext_noop
from judging.law.families import DEALERS_STAY, Check, Deadline, FamilyLaw, Hint
from judging.law.kinds import call, exposed, fault, priority, ready, tile_count, value, win, winners
from judging.law.kinds.swap import swap_discard
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
            Check(win.hand_not_dead, "TW-6.4", costs=checks.dead_hand_fault),
            # A complete hand shown too late is refused, no false win: that is one that is not complete (TW-7.6).
            Check(win.call_in_time, "TW-6.13", costs=win.unpunished),
            Check(win.robbed_kong, "TW-3.9", costs=win.unpunished),
            Check(locks.no_lock, "TW-6.13", costs=locks.lock_fault, codes=(PASSED_WIN,)),
            Check(
                locks.not_after_exposed_kong,
                "TW-3.25",
                costs=locks.exposed_kong_fault,
                codes=("open_kong_win", "exposed_kong"),
            ),
            Check(win.tile_count, "TW-6.3"),
            Check(win.valid_melds, "TW-3.20"),
            Check(win.form_and_value, "TW-6.13"),
            Check(win.payments, "TW-5.1", if_right=True),
        ),
        "value": (
            Check(value.claimed_value, "TW-5.1"),
            Check(value.claimed_patterns, "TW-4.2"),
            Check(value.payments, "TW-5.1"),
        ),
        "winners": (Check(winners.select_winners, "TW-3.9"),),
        "priority": (
            Check(
                partial(priority.highest_call, winners=winners.select_winners),
                "TW-3.4",
            ),
        ),
        "lock": (Check(locks.lock_findings, "TW-6.1", codes=(PASSED_WIN,)),),
        "call": (
            Check(call.dead_hand_calls, "TW-6.4"),
            Check(call.valid_set, "TW-3.20"),
            Check(call.chow_source, "TW-3.5"),
            Check(call.call_in_time, "TW-3.20"),
            Check(checks.tiles_left, "TW-2.13"),
            Check(checks.second_in_go_around, "TW-3.23"),
            Check(call.kong_after_claim, "TW-3.26"),
        ),
        "swap": (
            Check(partial(swap_discard, after_pung="TW-3.22"), "TW-3.21", codes=("swap_after_chow", "swap_after_pung")),
        ),
        "exposed": (Check(partial(exposed.tiles_shown, check_own=penalties.own_tiles_shown), "TW-7.8"),),
        "tile_count": (Check(tile_count.tile_count, "TW-6.3"),),
        "flower": (Check(flowers.flower, "TW-6.3"),),
        "flower_win": (
            Check(flowers.hand_not_dead, "TW-6.12"),
            Check(flowers.eight_flowers, "TW-6.12"),
            Check(flowers.claimed_in_time, "TW-6.12"),
            Check(flowers.not_barred, "TW-6.12", costs=locks.lock_fault),
            Check(flowers.payments, "TW-5.6"),
        ),
        "ready": (
            Check(ready.is_ready, "TW-3.11"),
            Check(checks.declared_in_time, "TW-3.11"),
        ),
        "fault": (Check(fault.fault_established, "TW-7.8"),),
    },
    deadline=Deadline("TW-6.4", only=frozenset({"open_dead_hand", "hidden_dead_hand"})),
    value_unit="tai",
    call_rights={
        "chow": "TW-3.5",
        "pung": "TW-3.6",
        "kong": "TW-3.7",
        "added_kong": "TW-3.7",
        "concealed_kong": "TW-3.7",
    },
    win_case=checks.win_case,
    require_consistency=locks.require_consistency,
    win_transfers=checks.win_transfers,
    payments_assume=checks.payments_assume,
    require_price_facts=penalties.require_price_facts,
    effects=penalties.effects,
    further_findings=flowers.kept_on_record,
    hints=(
        Hint(PREVALENT_WIND, DEALERS_STAY),
        Hint(DEALER, DEALERS_STAY),
        Hint(SEAT_WIND, FROM_THE_BREAK, {"seat_wind_basis": ["break_seat"]}),
    ),
)
