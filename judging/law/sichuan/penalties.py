"""Effects of penalties in the Sichuan game (SC-7, SC-E8 to SC-E14), and the scale of the 2025 edition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.family import Ruleset
from engine.rules.sichuan.parameters import Parameters
from engine.sentences import gettext_noop
from engine.tiles.seats import SEATS
from judging.law.competition_sanctions import CompetitionSanction, ScoreOfPresent, lose_session
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.penalties import (
    HAND_EFFECTS,
    Effects,
    Offence,
    Row,
    choose_fine_step,
    find_hand_effect,
    make_fine,
    pay_each,
)
from judging.law.shared_facts import WON_SEATS
from judging.law.sichuan.kongs import VIOLATIONS, find_refund_clause, make_refunds
from judging.law.statements import find_fault, report_failing

PAID_AS_INSPECTED = gettext_noop("The fault is proved: %(title)s. The inspection of all hands gives the payments.")
"""The sentence on a flower pig and on a player who is not ready."""


def check_own_tiles_shown(facts: Facts) -> Iterator[Finding]:
    """Own tiles shown are a fault on the scale (SC-E14)."""
    yield report_failing(
        facts, gettext_noop("The player showed own tiles."), infraction=find_fault(facts, "own_tiles_shown")
    )


def adapt_row(ruleset: Ruleset, row: Row) -> Row:
    """Return the row with the fact that its amount asks for, as it is paid to those who have not won (SC-7.1, SC-7.4).

    After a false win play goes on, or the hand ends (SC-7.4). On the scale the faults of one grade count together;
    grade II costs 24 points or two table points, and repeated the session (SC-E14).
    """
    rules, amount, grade = ruleset.options(Parameters), row.get("amount"), row.get("grade")
    if (amount == "void_violation_pay" and rules.void_violation_redistributed) or (
        amount == "false_win_pay" and rules.false_win_redistributed
    ):
        row = {**row, "asks": WON_SEATS.name}
    if row["code"] == "false_win" and row["penalty"] != rules.false_win_effect:
        others = (row["penalty"], *row["options"])
        row = {
            **row,
            "penalty": rules.false_win_effect,
            "options": [option for option in others if option != "end_hand"],
        }
    if not _may_be_deducted(ruleset, row):
        row = {**row, "options": [option for option in row["options"] if option != "deduction"]}
    if grade is None or not rules.penalty_scale:
        return row
    if grade == "II":
        options = dict.fromkeys((*row["options"], "table_points"))
        row = {**row, "options": list(options), "repeated": ["session_lost"], "scope": "session"}
    return {**row, "together": grade}


def _may_be_deducted(ruleset: Ruleset, row: Row) -> bool:
    """Return False where the edition names no points for the fault, nor for a false win (T/TFMJ)."""
    priced = row.get("points") or _get_amount(ruleset, row) or _get_amount(ruleset, {"amount": "false_win_pay"})
    return bool(priced)


def score_missed_session(ruleset: Ruleset) -> CompetitionSanction:
    """Return the score of a missed session: three play on, fewer share the table points (SC-E14)."""
    shared = (ScoreOfPresent(2, table_points=3), ScoreOfPresent(1, table_points=3))
    return CompetitionSanction(
        "", "SC-E14", chair="last", present=shared if ruleset.options(Parameters).table_points else ()
    )


SESSION_LOST_AFTER = 15
"""Minutes late (SC-E14)."""


FOUND_AT_THE_END = ("flower_pig", "not_ready")


def find_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    """Return effects of a penalty; ``repeat`` counts earlier offences in the row's scope. An inspected hand is over."""
    penalty = _find_effects(ruleset, row, word, repeat, case)
    inspected = row["code"] in FOUND_AT_THE_END or case.inspected
    return penalty._replace(hand="over") if inspected and penalty.hand in ("continues", "dead_hand") else penalty


def _find_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    rules, code = ruleset.options(Parameters), row["code"]
    amount = _get_amount(ruleset, row)
    clause = find_refund_clause(ruleset, code)
    refund = clause is not None and case.kong_income is None
    back = make_refunds(case.kong_income or (), clause) if clause is not None else ()
    hand = HAND_EFFECTS.get(row["penalty"], "continues")
    if code in VIOLATIONS and case.inspected:
        # Found at the wall's end: the inspection has computed what is paid, deducted and given back (SC-E10).
        back, refund, hand = (
            tuple(transfer for transfer in case.inspected if transfer.target is not None),
            False,
            "continues",
        )
        lost = sum((Fraction(transfer.amount) for transfer in case.inspected if transfer.target is None), Fraction(0))
        if word not in ("session_lost", "table_points"):
            return Effects(hand, back, (make_fine(case, lost, row),) if lost and word != "warning" else ())
    if word in ("end_hand", "dead_hand", "deduction") and amount:
        to_players = rules.void_violation_redistributed if code in VIOLATIONS else rules.false_win_redistributed
        hand = {"end_hand": "ends", "dead_hand": "dead_hand"}.get(word, "continues")
        if to_players and word != "deduction":
            # In the blood river nobody leaves the hand (SC-3.28).
            payees = tuple(SEATS) if rules.xueliu and code not in VIOLATIONS else case.still_in
            return Effects(hand, (*pay_each(row, case, amount, code, payees), *back), refund_kongs=refund)
        total = amount * 3 if to_players else amount
        return Effects(hand, back, (make_fine(case, total, row),), refund)
    if word == "deduction":
        # Without a price of its own the fault costs a false win's (SC-7.4): the 24 points belong to the scale (SC-E14).
        price = choose_fine_step(ruleset, row, repeat) or _get_amount(ruleset, {"amount": "false_win_pay"})
        return Effects(ledger=(make_fine(case, price, row),))
    if word == "payment":
        # The payments of a flower pig or an unready player depend on the other hands: the inspection computes them.
        return Effects(transfers=case.inspected)
    if word == "table_points" and code == "late_player" and (case.minutes or 0) > SESSION_LOST_AFTER:
        return Effects(place_in_event=(lose_session(score_missed_session(ruleset)),))
    if word == "table_points" and row.get("grade") == "II":
        # In the place of the 24 points; the hand is dead and the kongs go back all the same (SC-E14).
        return Effects(hand, back, (make_fine(case, Fraction(2), row, "overall", "table_points"),), refund)
    if word == "table_points":
        return Effects(ledger=(make_fine(case, _count_late_table_points(case), row, "overall", "table_points"),))
    if word == "session_lost":
        return Effects(hand, back, refund_kongs=refund, place_in_event=(lose_session(score_missed_session(ruleset)),))
    if code == "locked_win" and word == "refused" and rules.shunhe_pay:
        return Effects("refused", back, (make_fine(case, Fraction(rules.shunhe_pay), row),), refund)
    return Effects(find_hand_effect(row, word))


def _count_late_table_points(case: Offence) -> Fraction:
    """Return half a table point up to ten minutes late, else one; one for other faults of this grade (SC-E14)."""
    return Fraction(1, 2) if case.minutes is not None and case.minutes <= 10 else Fraction(1)


def _get_amount(ruleset: Ruleset, row: Row) -> Fraction:
    name = row.get("amount")
    if not name:
        return Fraction(0)
    rules = ruleset.options(Parameters)
    value = ruleset.option(name)
    if value == "mangan":
        return Fraction(rules.base_point * 2 ** (rules.mangan_fan or rules.mangan_hand_fan))
    return Fraction(value) if isinstance(value, int) else Fraction(0)
