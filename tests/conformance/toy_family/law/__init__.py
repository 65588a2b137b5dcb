"""The law of the toy game: a claimed win, and the one penalty."""

from __future__ import annotations

from engine.play.transfers import Transfer
from engine.scoring.score import ScoredHand
from judging.law.families import Check, Facts, FamilyLaw
from judging.law.kind import Reads
from judging.law.kinds import fault, value, win
from judging.law.shared_facts import BY, SOURCE

from ..rules.settlement import settle_win


def win_transfers(f: Facts, scored: ScoredHand) -> list[Transfer]:
    """Payers of the scored win (TOY-5)."""
    source = None if f(BY) == "self_draw" else f.other_player(SOURCE)
    return settle_win(int(str(scored.value["points"])), f.seat or 0, source)


LAW = FamilyLaw(
    family="toy",
    record_clause="TOY-2",
    checks={
        "win": (
            Check(win.check_hand_not_dead, "TOY-7"),
            Check(win.check_tile_count, "TOY-3"),
            Check(win.check_form_and_value, "TOY-3"),
            Check(win.report_payments, "TOY-5"),
        ),
        "value": (Check(value.check_claimed_patterns, "TOY-4"),),
        "fault": (Check(fault.check_fault_established, "TOY-7"),),
    },
    reads={kind: Reads(decides="prevalent_wind seat_wind") for kind in ("win", "value")},
    win_transfers=win_transfers,
)
