"""Effects of penalties: the words of infractions.toml as effects on hand, table, ledger and time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from engine.exact import read_stored
from engine.family import Ruleset
from engine.play.transfers import Transfer
from engine.tiles.seats import SEATS
from judging.law.competition_sanctions import CompetitionSanction, disqualify, lose_session, substitute_player

Row = dict[str, Any]

REFEREE_DECIDES = "referee"
"""The penalty of a fault for which the rules name none: the referee decides. It is no measure that can be ruled."""

LATE_STEPS = "late_steps"

AnyLateStep = tuple[int | str, str, int]
"""(up to this minute or ``over``, what happens, points)."""


class Offence(NamedTuple):
    """Everything beside the row that sets the amount of a penalty.

    ``still_in``: seats that have not won. ``minutes``: minutes late. ``dealer_repeats``: n of 連n in Taiwan.
    ``inspected``: payments of the seat by the inspection. ``kong_income``: its kong income in this hand, None if
    unknown (Sichuan). ``sessions_lost``: sessions that the player has lost before. ``before_discard``: a call was found
    to be wrong before the player's discard. ``last_hand``: no hand would have followed, False if nobody has said.
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
    before_discard: bool = False
    last_hand: bool = False


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
        return {**self._asdict(), "amount": write_stored(self.amount)}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> LedgerLine:
        return cls(**{**stored, "amount": read_stored(stored["amount"])})


def write_stored(points: Fraction) -> int | str:
    """Return the points as JSON, which ``read_stored`` reads back: a fraction is a text such as ``-1/2``."""
    return int(points) if points.denominator == 1 else str(points)


class Effects(NamedTuple):
    """Effects of a penalty. ``hand``: continues, won, over, refused, taken_back, dead_hand, hidden_dead_hand, void,
    drawn, replay or ends. ``refund_kongs``: the offender's kong income goes back, but the kongs are not named yet
    (Sichuan).
    """

    hand: str = "continues"
    transfers: tuple[Transfer, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    refund_kongs: bool = False
    notes: tuple[str, ...] = ()
    place_in_event: tuple[CompetitionSanction, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "transfers": [transfer.to_dict() for transfer in self.transfers],
            "ledger": [line.to_dict() for line in self.ledger],
            "refund_kongs": self.refund_kongs,
            "notes": list(self.notes),
            "place_in_event": [place.to_dict() for place in self.place_in_event],
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Effects:
        return cls(
            stored["hand"],
            tuple(map(Transfer.from_dict, stored["transfers"])),
            tuple(map(LedgerLine.from_dict, stored["ledger"])),
            stored["refund_kongs"],
            tuple(stored["notes"]),
            tuple(map(CompetitionSanction.from_dict, stored["place_in_event"])),
        )


HAND_EFFECTS = {
    "none": "continues",
    "dead_hand": "dead_hand",
    "hand_void": "void",
    "hand_drawn": "drawn",
    "refused": "refused",
    "taken_back": "taken_back",
    "open_dead_hand": "dead_hand",
    "hidden_dead_hand": "hidden_dead_hand",
    "end_hand": "ends",
    "fine_dead_hand": "dead_hand",
    "replay": "replay",
    "fine_replay": "replay",
    "chombo": "replay",
    "forced_discard": "dead_hand",
    "right_lost": "refused",
    "forced_win": "continues",
}
"""A word for what becomes of the hand -> the effect."""

SUBSTITUTE_LATER = "substitute_later"
"""Beside every ``substitute``: the substitute comes in when play has begun, and is last at the table (editions 5)."""


def choose_penalty(row: Row, repeat: int) -> str:
    """Return the standard penalty after ``repeat`` earlier offences in the row's scope.

    >>> choose_penalty({"penalty": "warning", "repeated": ["fine", "session_lost"]}, 2)
    'session_lost'
    """
    repeated = row.get("repeated")
    if not repeat or not repeated:
        return str(row["penalty"])
    steps = [repeated] if isinstance(repeated, str) else list(repeated)
    return str(steps[min(repeat, len(steps)) - 1])


def find_default_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    hand = find_hand_effect(row, word)
    if word in ("fine", "points", "fine_replay"):
        return Effects(hand, ledger=(make_fine(case, choose_fine_step(ruleset, row, repeat), row),))
    if word == "session_lost":
        return Effects(hand, place_in_event=(lose_session(CompetitionSanction("", str(row["clause"]))),))
    if word in ("disqualified", "disqualification"):
        return Effects(hand, place_in_event=(disqualify(str(row["clause"])),))
    return Effects(hand)


def find_hand_effect(row: Row, word: str) -> str:
    return HAND_EFFECTS.get(word) or HAND_EFFECTS[row.get("hand", "none")]


def list_fine_steps(ruleset: Ruleset, row: Row) -> list[Fraction]:
    """Return points that a row, else the scale, can cost, first step first; empty for none (MCR-7.1, RI-E12)."""
    amount = row.get("amount")
    points = ruleset.option(amount) if amount and amount != LATE_STEPS else None
    if points is None:
        points = row.get("points")
    if points is None and amount is None and "fine" in row.get("options", ()):
        points = getattr(ruleset.parameters, "fine_steps", None) or None
    if points is None or isinstance(points, str):
        return []
    return [read_stored(step) for step in (points if isinstance(points, list | tuple) else [points])]


def choose_fine_step(ruleset: Ruleset, row: Row, repeat: int) -> Fraction:
    """Return points after ``repeat`` earlier offences; in a ladder that begins with 0 the warning is the first step."""
    ladder = list_fine_steps(ruleset, row)
    if not ladder:
        return Fraction(0)
    if ladder[0] != 0 and row["penalty"] == "warning":
        repeat = max(repeat - 1, 0)
    elif ladder[0] == 0:
        repeat = max(repeat, 1)
    return ladder[min(repeat, len(ladder) - 1)]


def make_fine(case: Offence, amount: Fraction, row: Row, column: str = "table", unit: str = "points") -> LedgerLine:
    """Return a deduction of the amount (positive) that goes to nobody."""
    return LedgerLine(case.seat, column, unit, -amount, row["title"])


def pay_each(row: Row, case: Offence, amount: Fraction, reason: str, payees: tuple[int, ...]) -> tuple[Transfer, ...]:
    clause = str(row["clause"])
    return tuple(Transfer(case.seat, payee, int(amount), reason, clause) for payee in payees if payee != case.seat)


def find_lateness_effects(
    row: Row,
    case: Offence,
    late_steps: Iterable[AnyLateStep],
    *,
    missed: CompetitionSanction,
    after_uma: bool = False,
    out: tuple[CompetitionSanction, ...] = (),
) -> Effects:
    """Return effects of the first step that the minutes do not exceed (MCR-7.3, RI-7.3).

    ``missed``: score of a missed session. ``after_uma``: fines come off the tournament score. ``out``: further effects
    of a session forfeited with a fine.
    """
    minutes = case.minutes or 0
    for until, what, amount in late_steps:
        if isinstance(until, int) and minutes > until:
            continue
        points = Fraction(amount)
        if what == "per_minute":
            points = Fraction(amount) * minutes
        elif what.startswith("per_minute_over_"):
            points = Fraction(amount) * max(minutes - int(what.rsplit("_", 1)[1]), 0)
        column = ("overall", "score") if after_uma else ("table", "points")
        line = (make_fine(case, points, row, *column),) if points else ()
        places: tuple[CompetitionSanction, ...] = ()
        if what in ("forfeit_session", "session_lost"):
            places = (lose_session(missed),)
        elif what == "forfeit_and_fine":
            places = (lose_session(missed), *out)
        elif what == "substitute":
            places = (substitute_player(missed),)
        return Effects(ledger=line, notes=("warning",) if what.startswith("warning") else (), place_in_event=places)
    return Effects()
