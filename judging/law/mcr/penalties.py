"""Effects of penalties in MCR (MCR-6.8, MCR-7)."""

from __future__ import annotations

from fractions import Fraction

from engine.family import Ruleset
from engine.rules.mcr.parameters import Parameters
from engine.tiles.seats import SEATS
from judging.law.competition_sanctions import CompetitionSanction, ScoreOfPresent, disqualify, lose_session
from judging.law.penalties import (
    Effects,
    Offence,
    Row,
    choose_fine_step,
    find_default_effects,
    find_hand_effect,
    find_lateness_effects,
    list_fine_steps,
    make_fine,
    pay_each,
)

SHOWN_TILES_DISCARDED = "shown_tiles_discarded"
"""The tiles that a false win has shown are the next discards, one a turn, from right to left (MCR-6.8)."""

DISQUALIFIED = disqualify("MCR-8.9")


def score_missed_session(ruleset: Ruleset) -> CompetitionSanction:
    """Return the score of a missed session: a substitute plays (MCR-8.8), or three play without the player (MCR-E16).
    "Score 0 for ranking as last" (MCR-7.3): if places earn uma instead of table points, the uma of the last.
    """
    rules = ruleset.options(Parameters)
    uma = rules.uma[-1] if rules.match_scoring == "raw_plus_uma" and rules.uma else 0
    clause = ruleset.cite("MCR-8.8")
    if rules.short_table == "three_play":
        present = (ScoreOfPresent(2, table_points=3), ScoreOfPresent(1, table_points=3))
        return CompetitionSanction("", clause, uma=uma, chair="last", present=present)
    return CompetitionSanction("", clause, uma=uma, takes_negative=rules.absent_takes_negative)


def disqualify_second_loss(ruleset: Ruleset, sessions_lost: int) -> tuple[CompetitionSanction, ...]:
    """Return disqualification for a second session lost by lateness, if three play on (MCR-E16)."""
    if ruleset.options(Parameters).short_table != "three_play" or not sessions_lost:
        return ()
    return (disqualify("MCR-E16"),)


FALSE_WIN_PAYMENT = "false_hu_recipient"
"""``paid_to`` of the rows of false wins (MCR-6.8)."""

FAR = ("false_hu_far", "false_hu_far_disqualified")


def adapt_row(ruleset: Ruleset, row: Row) -> Row:
    """Return the row without points that are no fine of the edition (MCR-7.1, MCR-E13), and the class of a false win.

    A form two or more exchanges away may cost the same as one exchange (MCR-E12); where play does not go on after a
    false win, the hand is void (MCR-6.8).
    """
    rules = ruleset.options(Parameters)
    if row["code"] in FAR and rules.false_hu_far_class == "points":
        amount = "false_hu_severe_payment" if rules.false_hu_near_severe else "false_hu_payment"
        row = {**row, "penalty": "payment", "amount": amount, "paid_to": FALSE_WIN_PAYMENT, "options": ["hand_void"]}
    if row.get("paid_to") == FALSE_WIN_PAYMENT and not rules.false_hu_continue:
        row = {**row, "hand": "hand_void", "options": [option for option in row["options"] if option != "hand_void"]}
    if "points" not in row or row["penalty"] == "table_points":
        return row
    allowed = [points for points in row["points"] if points in rules.fine_steps]
    return {**row, "points": allowed or row["points"]}


def find_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    """Return effects of a penalty; ``repeat``: earlier offences in scope. By option each opponent is paid (MCR-7.2)."""
    penalty = _find_effects(ruleset, row, word, repeat, case)
    if ruleset.options(Parameters).fine_recipient == "nobody" or word == "payment":
        return penalty
    fines = [line for line in penalty.ledger if line.column == "table"]
    paid = [transfer for line in fines for transfer in pay_each(row, case, -line.amount, "fine", tuple(SEATS))]
    ledger = tuple(line for line in penalty.ledger if line not in fines)
    return penalty._replace(transfers=(*penalty.transfers, *paid), ledger=ledger)


def _find_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    hand, rules = find_hand_effect(row, word), ruleset.options(Parameters)
    if row["code"] == "lateness" and word == "fine":
        out = disqualify_second_loss(ruleset, case.sessions_lost)
        return find_lateness_effects(row, case, rules.late_steps, missed=score_missed_session(ruleset), out=out)
    if word == "payment":
        amount = choose_fine_step(ruleset, row, repeat)
        false_win = row.get("paid_to") == FALSE_WIN_PAYMENT
        if not false_win:
            # A player who causes a false win, or destroys the proof of a win, answers as for one (MCR-6.9, row 16).
            amount = Fraction(rules.false_hu_payment)
        goes_on = false_win and hand == "dead_hand"
        notes = (SHOWN_TILES_DISCARDED,) if goes_on and rules.false_hu_tiles == "must_discard" else ()
        if rules.false_hu_recipient == "each_opponent":
            return Effects(hand, pay_each(row, case, amount, "false_win", tuple(SEATS)), notes=notes)
        return Effects(hand, ledger=(make_fine(case, amount, row),), notes=notes)
    if word == "fine" and row.get("paid_to") == "disturbed_player" and case.victim is not None:
        return Effects(hand, pay_each(row, case, choose_fine_step(ruleset, row, repeat), "fine", (case.victim,)))
    if word == "table_points":
        ladder = list_fine_steps(ruleset, row)
        amount = ladder[min(repeat, len(ladder) - 1)] if ladder else Fraction(1)
        return Effects(hand, ledger=(make_fine(case, amount, row, "overall", "table_points"),))
    if word == "session_lost":
        return Effects(hand, place_in_event=(lose_session(score_missed_session(ruleset)),))
    if word == "disqualified":
        return Effects(hand, place_in_event=(DISQUALIFIED,))
    return find_default_effects(ruleset, row, word, repeat, case)
