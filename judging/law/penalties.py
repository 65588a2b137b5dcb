"""What an infraction costs: the standard penalty, what a repetition adds, and what the referee may choose instead.

A row of infractions.toml names its penalty by a word; here each word becomes effects on the hand, on the points of the
table, on the ledger and on the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from engine.exact import read_stored
from engine.family import Ruleset
from engine.parameters import plain
from engine.play.transfers import Transfer
from engine.rules.riichi.settlement import settle_chombo
from engine.rules.taiwan.settlement import dealer_item, pay
from engine.tiles.seats import SEATS
from judging.law.infractions import Row
from judging.law.kongs import refund_clause, returned
from judging.law.place_in_event import Standing, disqualified, out_after_two, session_lost, substituted


class Case(NamedTuple):
    """What the amount of a penalty depends on beside the row.

    ``still_in`` are the seats that take part in the hand (Sichuan: have not won); ``minutes`` how late somebody was;
    ``dealer_repeats`` n of 連n in Taiwan; ``inspected`` what the inspection has the seat pay; ``kong_income`` what the
    seat has earned by kongs in this hand, None where nobody knows (Sichuan); ``sessions_lost`` how many sessions of the
    event the player has lost before.
    """

    seat: int
    dealer: int = 0
    still_in: tuple[int, ...] = tuple(SEATS)
    victim: int | None = None
    minutes: int | None = None
    open_play: bool = False
    dealer_repeats: int = 0
    inspected: tuple[Transfer, ...] = ()
    kong_income: tuple[Transfer, ...] | None = None
    sessions_lost: int = 0


class LedgerLine(NamedTuple):
    """A deduction that goes to nobody. ``column``: ``hand`` and ``table`` are game points at the table, ``overall`` is
    the tournament score after uma; ``unit`` is ``points``, ``table_points`` or ``score``. Negative: deducted.
    """

    seat: int
    column: str
    unit: str
    amount: Fraction
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The line as JSON has it; a broken amount is a text such as ``-1/2``."""
        amount = int(self.amount) if self.amount.denominator == 1 else str(self.amount)
        return {**self._asdict(), "amount": amount}


class Effects(NamedTuple):
    """What a penalty does. ``hand`` is one of continues, refused, taken_back, dead_hand, hidden_dead_hand, void,
    drawn, replay, ends; ``refund_kongs`` says that the offender's kong income goes back, but is not among the transfers
    because nobody has named the kongs (Sichuan).
    """

    hand: str = "continues"
    transfers: tuple[Transfer, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    refund_kongs: bool = False
    notes: tuple[str, ...] = ()
    standing: tuple[Standing, ...] = ()


HANDS = {
    "none": "continues",
    "dead_hand": "dead_hand",
    "hand_void": "void",
    "hand_drawn": "drawn",
    "refused": "refused",
    "taken_back": "taken_back",
    "open_dead_hand": "dead_hand",
    "hidden_dead_hand": "hidden_dead_hand",
    "end_hand": "ends",
    "replay": "replay",
    "forced_discard": "dead_hand",
    "right_lost": "refused",
    "forced_win": "continues",
}
"""A word for what becomes of the hand -> the effect."""

SUBSTITUTE_LATER = "substitute_later"
"""Beside every ``substitute``: the substitute comes in when play has begun, and is last at the table (editions 5)."""


def penalty_word(row: Row, repeat: int) -> str:
    """The standard penalty when the offender has done the same ``repeat`` times before in the row's scope.

    >>> penalty_word({"penalty": "warning", "repeated": ["fine", "session_lost"]}, 2)
    'session_lost'
    """
    repeated = row.get("repeated")
    if not repeat or not repeated:
        return str(row["penalty"])
    steps = [repeated] if isinstance(repeated, str) else list(repeated)
    return str(steps[min(repeat, len(steps)) - 1])


def effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Case) -> Effects:
    """What a penalty does. ``repeat`` counts the earlier offences of the same kind in the row's scope."""
    return _FAMILIES[ruleset.family.name](ruleset, row, word, repeat, case)


def steps(ruleset: Ruleset, row: Row) -> list[Fraction]:
    """The points a row can cost, the first step first; empty where it costs none."""
    amount = row.get("amount")
    value = plain(getattr(ruleset.parameters, amount)) if amount and amount != "late_steps" else None
    found = value if value is not None else row.get("points")
    if found is None and amount is None and "fine" in row.get("options", ()):
        # A fine chosen by the referee where the row has no points of its own is one of the ruleset's scale (MCR-7.1).
        found = plain(getattr(ruleset.parameters, "fine_steps", ())) or None
    if found is None or isinstance(found, str):
        return []
    return [read_stored(each) for each in (found if isinstance(found, list) else [found])]


def _step(ruleset: Ruleset, row: Row, repeat: int) -> Fraction:
    """The points of the offence after ``repeat`` others; a ladder that begins with 0 has its warning as first step."""
    ladder = steps(ruleset, row)
    if not ladder:
        return Fraction(0)
    if ladder[0] != 0 and row["penalty"] == "warning":
        repeat = max(repeat - 1, 0)
    elif ladder[0] == 0:
        repeat = max(repeat, 1)
    return ladder[min(repeat, len(ladder) - 1)]


def _fine(case: Case, amount: Fraction, row: Row, column: str = "table", unit: str = "points") -> LedgerLine:
    return LedgerLine(case.seat, column, unit, -amount, row["title"])


def _paid(row: Row, case: Case, amount: Fraction, reason: str, payees: tuple[int, ...]) -> tuple[Transfer, ...]:
    clause = str(row["clause"])
    return tuple(Transfer(case.seat, other, int(amount), reason, clause) for other in payees if other != case.seat)


def _mcr(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Case) -> Effects:
    hand = HANDS.get(word) or HANDS[row.get("hand", "none")]
    rules = ruleset.parameters
    if row["code"] == "lateness" and word == "fine":
        return _late(ruleset, row, case)
    if word == "payment":
        amount = _step(ruleset, row, repeat)
        if row.get("paid_to") != "false_hu_recipient":
            # Who causes a false win, or destroys the proof of a win, answers as for a false win (MCR-6.9, row 16).
            amount = Fraction(rules.false_hu_payment)
        if rules.false_hu_recipient == "each_opponent":
            return Effects(hand, _paid(row, case, amount, "false_win", tuple(SEATS)))
        return Effects(hand, ledger=(_fine(case, amount, row),))
    if word == "fine":
        amount = _step(ruleset, row, repeat)
        if row.get("paid_to") == "disturbed_player" and case.victim is not None:
            return Effects(hand, _paid(row, case, amount, "fine", (case.victim,)))
        return Effects(hand, ledger=(_fine(case, amount, row),))
    if word == "table_points":
        ladder = steps(ruleset, row)
        amount = ladder[min(repeat, len(ladder) - 1)] if ladder else Fraction(1)
        return Effects(hand, ledger=(_fine(case, amount, row, "overall", "table_points"),))
    if word == "session_lost":
        return Effects(hand, standing=(session_lost(ruleset),))
    if word == "disqualified":
        return Effects(hand, standing=(disqualified(ruleset),))
    return Effects(hand)


def _late(ruleset: Ruleset, row: Row, case: Case) -> Effects:
    """The step of ``late_steps`` that the minutes reach (MCR-7.3, RI-7.3)."""
    minutes = case.minutes or 0
    for until, what, amount in plain(ruleset.parameters.late_steps):
        if until != "over" and minutes > until:
            continue
        points = Fraction(amount)
        if what == "per_minute":
            points = Fraction(amount) * minutes
        elif what.startswith("per_minute_over_"):
            points = Fraction(amount) * max(minutes - int(what.rsplit("_", 1)[1]), 0)
        after = getattr(ruleset.parameters, "fine_timing", "before_uma") == "after_uma"
        line = (_fine(case, points, row, *(("overall", "score") if after else ("table", "points"))),) if points else ()
        standing: tuple[Standing, ...] = ()
        if what in ("forfeit_session", "session_lost"):
            standing = (session_lost(ruleset),)
        elif what == "forfeit_and_fine":
            standing = (session_lost(ruleset), *out_after_two(ruleset, case.sessions_lost))
        elif what == "substitute":
            standing = (substituted(ruleset),)
        return Effects(ledger=line, notes=("warning",) if what == "warning" else (), standing=standing)
    return Effects()


def _riichi(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Case) -> Effects:
    rules = ruleset.parameters
    if word == "late_steps":
        return _late(ruleset, row, case)
    if word == "chombo":
        transfers = tuple(settle_chombo(rules, case.seat, dealer=case.dealer, open_play=case.open_play))
        if transfers:
            return Effects("replay", transfers)
        return Effects("replay", ledger=(_fine(case, Fraction(rules.chombo_points), row, "overall", "score"),))
    if word in ("fine", "fine_dead_hand", "fine_replay", "points"):
        hand = {"fine_dead_hand": "dead_hand", "fine_replay": "replay"}.get(word, "continues")
        amount = _step(ruleset, row, repeat)
        after = word == "points" or rules.fine_timing == "after_uma"
        column = ("overall", "score") if after else ("table", "points")
        return Effects(hand, ledger=(_fine(case, amount, row, *column),))
    if word == "disqualification":
        return Effects("void", standing=(disqualified(ruleset),))
    if word in ("substitute", SUBSTITUTE_LATER):
        return Effects(standing=(substituted(ruleset, later=word == SUBSTITUTE_LATER),))
    return Effects(HANDS.get(word, "continues"))


def _taiwan(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Case) -> Effects:
    rules = ruleset.parameters
    if word != "payment":
        return Effects(HANDS.get(word, "continues"))
    transfers = []
    for other in SEATS:
        if other == case.seat:
            continue
        tai = rules.false_win_tai
        if rules.false_win_adds_dealer:
            wins, pays = case.dealer == other, case.dealer == case.seat
            tai += dealer_item(rules, case.dealer_repeats, dealer_wins=wins, dealer_pays=pays)
        transfers.append(Transfer(case.seat, other, pay(rules, tai), "false_win", str(row["clause"])))
    return Effects("replay", tuple(transfers))


SESSION_LOST_AFTER = 15
"""Minutes late after which the session is lost (SC-E14)."""

VIOLATIONS = ("void_violation", "active_pig", "void_suit_claim")
"""Infractions against the void suit."""


def _sichuan(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Case) -> Effects:
    rules, code = ruleset.parameters, row["code"]
    amount = _sichuan_amount(ruleset, row)
    clause = refund_clause(ruleset, code)
    refund = clause is not None and case.kong_income is None
    back = returned(case.kong_income or (), clause) if clause is not None else ()
    hand = HANDS.get(row["penalty"], "continues")
    if code in VIOLATIONS and case.inspected:
        # Found at the wall's end: the inspection has computed what is paid, deducted and given back (SC-E10).
        back, refund, hand = tuple(each for each in case.inspected if each.target is not None), False, "continues"
        lost = sum((Fraction(each.amount) for each in case.inspected if each.target is None), Fraction(0))
        if word not in ("session_lost", "table_points"):
            return Effects(hand, back, (_fine(case, lost, row),) if lost and word != "warning" else ())
    if word in ("end_hand", "dead_hand", "deduction") and amount:
        paid = rules.void_violation_redistributed if code in VIOLATIONS else rules.false_win_redistributed
        hand = {"end_hand": "ends", "dead_hand": "dead_hand"}.get(word, "continues")
        if paid and word != "deduction":
            return Effects(hand, (*_paid(row, case, amount, code, case.still_in), *back), refund_kongs=refund)
        total = amount * 3 if paid else amount
        return Effects(hand, back, (_fine(case, total, row),), refund)
    if word == "deduction":
        # Without a price of its own the fault costs a false win's (SC-7.4): the 24 points belong to the scale (SC-E14).
        price = _step(ruleset, row, repeat) or _sichuan_amount(ruleset, {"amount": "false_win_pay"})
        return Effects(ledger=(_fine(case, price, row),))
    if word == "payment":
        # What a flower pig or a player who is not ready pays depends on the other hands: the inspection computes it.
        return Effects(transfers=case.inspected)
    if word == "table_points" and code == "late_player" and (case.minutes or 0) > SESSION_LOST_AFTER:
        return Effects(standing=(session_lost(ruleset),))
    if word == "table_points" and row.get("grade") == "II":
        # In the place of the 24 points; the hand is dead and the kongs go back all the same (SC-E14).
        return Effects(hand, back, (_fine(case, Fraction(2), row, "overall", "table_points"),), refund)
    if word == "table_points":
        return Effects(ledger=(_fine(case, _late_table_points(case), row, "overall", "table_points"),))
    if word == "session_lost":
        return Effects(hand, back, refund_kongs=refund, standing=(session_lost(ruleset),))
    if code == "locked_win" and word == "refused" and rules.shunhe_pay:
        return Effects("refused", back, (_fine(case, Fraction(rules.shunhe_pay), row),), refund)
    return Effects(HANDS.get(word, "continues"))


def _late_table_points(case: Case) -> Fraction:
    """Late to ten minutes half a table point, later one (SC-E14); one for other faults of this grade."""
    return Fraction(1, 2) if case.minutes is not None and case.minutes <= 10 else Fraction(1)


def _sichuan_amount(ruleset: Ruleset, row: Row) -> Fraction:
    """The parameter of the row in di; ``mangan`` is the points of the capped hand."""
    name = row.get("amount")
    if not name:
        return Fraction(0)
    rules = ruleset.parameters
    value = getattr(rules, name)
    if value == "mangan":
        return Fraction(rules.base_point * 2 ** (rules.mangan_fan or rules.mangan_hand_fan))
    return Fraction(value) if isinstance(value, int) else Fraction(0)


_FAMILIES: Mapping[str, Callable[[Ruleset, Row, str, int, Case], Effects]] = {
    "mcr": _mcr,
    "riichi": _riichi,
    "taiwan": _taiwan,
    "sichuan": _sichuan,
}
