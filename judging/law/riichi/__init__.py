from __future__ import annotations

from functools import partial

from engine.rules.riichi.play.furiten import AFTER_RIICHI, PERMANENT, TEMPORARY
from engine.sentences import gettext_noop
from judging.law.families import DEALERS_STAY, Check, FamilyLaw, Hint, PenaltyDeadline
from judging.law.kind import Outcome
from judging.law.kinds import call, fault, priority, ready, swap, tile_count, value, win
from judging.law.kinds.call import TILE_TAKEN
from judging.law.riichi import declaration, exhaustive_draw, locks, penalties, wins
from judging.law.riichi.penalties import find_effects
from judging.law.riichi.reads import READS
from judging.law.shared_facts import DEALER, PASSED_TILES, PREVALENT_WIND

LOCKS = (PERMANENT, AFTER_RIICHI, TEMPORARY)

BEFORE_OWN_DRAW = gettext_noop("In time is before the player's own next draw.")
BEFORE_SECOND_DISCARD = gettext_noop("In time is before the second following player discards.")
SINCE_RIICHI = gettext_noop("Of a player in riichi only those since the riichi.")

INSPECTED_LATER = Outcome(
    "none",
    gettext_noop("There is no penalty now; play goes on, and the player's tiles are inspected at a draw"),
    "continues",
)

LAW = FamilyLaw(
    family="riichi",
    record_clause="RI-6.17",
    kinds=(declaration.KIND, declaration.KONG_KIND, wins.LIABILITY_KIND),
    reads=READS,
    checks={
        "win": (
            Check(win.check_hand_not_dead, "RI-6.9", costs=wins.price_dead_hand),
            Check(win.check_tile_count, "RI-6.13"),
            Check(win.check_melds, "RI-6.7"),
            Check(win.check_call_in_time, "RI-6.7", costs=win.price_false_win),
            Check(wins.check_robbed_kong, "RI-3.14", costs=win.price_false_win),
            Check(partial(win.check_no_lock, locks=locks.examine_locks), "RI-6.7", costs=locks.price_lock, codes=LOCKS),
            Check(wins.check_form_and_value, "RI-6.7"),
            Check(win.report_payments, "RI-5.8", if_right=True),
        ),
        "value": (
            Check(wins.check_claimed_value, "RI-5.8"),
            Check(value.check_claimed_patterns, "RI-5.1"),
            Check(value.report_payments, "RI-5.8"),
        ),
        "winners": (Check(wins.select_winners, "RI-6.11"),),
        "priority": (
            Check(
                partial(priority.check_highest_call, winners=wins.select_winners, in_order=wins.order_callers),
                "RI-3.19",
            ),
        ),
        "lock": (Check(locks.examine_locks, "RI-6.3", codes=LOCKS),),
        "call": (
            Check(call.check_dead_hand_calls, "RI-6.9", costs=penalties.price_dead_call),
            Check(partial(call.check_valid_set, empty="RI-7.4 row 12"), "RI-7.4 row 9"),
            Check(call.check_chow_source, "RI-3.9"),
            Check(declaration.check_call_in_time, "RI-3.8"),
            Check(declaration.check_not_in_riichi, "RI-3.11"),
            Check(declaration.check_kong_in_riichi, "RI-6.5", costs=declaration.price_kong),
            Check(call.check_tile_taken, "RI-3.22"),
            Check(call.check_tiles_left, "RI-3.25"),
            Check(call.check_kong_after_claim, "RI-3.12"),
            Check(declaration.check_kongs_left, "RI-3.17"),
        ),
        "swap": (Check(swap.check_swap_discard, "RI-3.21", costs=swap.price_swap, codes=("swap_calling",)),),
        "exposed": (Check(penalties.check_tiles_shown, "RI-6.8"),),
        "tile_count": (
            Check(
                partial(tile_count.check_tile_count, correctable={"tile_count_correction": [True]}),
                "RI-6.13",
            ),
        ),
        "ready": (Check(ready.check_hand_ready, "RI-6.1"),),
        "riichi": (
            Check(declaration.check_hand_not_dead, "RI-6.9", costs=penalties.price_dead_call, codes=("dead_hand",)),
            Check(declaration.check_closed_hand, "RI-3.23", codes=("riichi_open",)),
            Check(
                declaration.check_hand_ready, "RI-6.8", costs=declaration.price_not_ready, codes=("riichi_not_ready",)
            ),
            Check(declaration.check_min_wall, "RI-3.23", codes=("riichi_wall",)),
            Check(declaration.check_min_points, "RI-3.23", codes=("riichi_points",)),
            Check(declaration.check_declaration_form, "RI-6.12"),
        ),
        "riichi_kong": (Check(declaration.check_kong_after_riichi, "RI-6.5", costs=declaration.price_kong),),
        "inspection": (Check(exhaustive_draw.check_ready_hands, "RI-5.9"),),
        "liability": (Check(wins.check_liable_player, "RI-6.10"),),
        "fault": (Check(fault.check_fault_established, "RI-7.4"),),
    },
    deadline=PenaltyDeadline("RI-7.7", only=frozenset({"chombo"})),
    outcomes={
        ("riichi_kong", "RI-3.25"): call.KIND.fails,
        ("riichi", "RI-6.8"): INSPECTED_LATER,
        ("riichi", "RI-E18"): INSPECTED_LATER,
    },
    draw_stands="RI-E19",
    value_unit="han",
    call_rights={
        "chow": "RI-3.9",
        "pung": "RI-3.8",
        "kong": "RI-3.8",
        "added_kong": "RI-3.15",
        "concealed_kong": "RI-3.13",
    },
    win_case=wins.make_win_case,
    tiles_to_try=wins.list_indicators_to_try,
    win_excused=wins.is_win_excused,
    payments_assume=wins.describe_assumptions,
    win_transfers=wins.pay_win,
    state_of_win=wins.complete_state_of_win,
    require_price_facts=penalties.require_price_facts,
    effects=find_effects,
    row_in_force=penalties.adapt_row,
    proved_fault=penalties.prove_fault,
    further_findings=exhaustive_draw.examine_recorded_hands,
    hints=(
        Hint(TILE_TAKEN, BEFORE_OWN_DRAW, {"penalty_list": ["rcr", "wrc_2025"]}),
        Hint(TILE_TAKEN, BEFORE_SECOND_DISCARD),
        Hint(PASSED_TILES, SINCE_RIICHI),
        Hint(PREVALENT_WIND, DEALERS_STAY),
        Hint(DEALER, DEALERS_STAY),
    ),
)
