"""Declared hands: the players' record of a hand, settled by the family (`Ruleset.sheet`) without checking tiles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.errors import EngineError
from engine.play.transfers import Transfer, net
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat

KONG_KINDS = ("concealed", "exposed", "added", "late")
"""``late``: the tile added to the pung was drawn in an earlier turn."""

EXHAUSTIVE = "exhaustive"


class DeclaredWin(NamedTuple):
    """Win as announced. ``source`` is the discarder or the robbed player, None for a self-draw.

    ``value`` has the family's value fields (points, han and fu, tai, fan) and remarks on the win, by name.
    """

    seat: Seat
    source: Seat | None
    value: Mapping[str, int]
    liable: Seat | None = None
    robbed: bool = False


class DeclaredKong(NamedTuple):
    seat: Seat
    kind: str
    source: Seat | None = None


class ShownHand(NamedTuple):
    """State shown at the end of the wall by a player still in the hand; ``fan`` is that of the best wait."""

    state: str
    fan: int | None = None
    dead: bool = False


DeclaredEvent = DeclaredWin | DeclaredKong


@dataclass(frozen=True, slots=True)
class DeclaredHand:
    """One hand of a sheet, wins and kongs in the order of play; wins on one tile are adjacent."""

    events: tuple[DeclaredEvent, ...] = ()
    riichi: tuple[Seat, ...] = ()
    """Players who paid a deposit in this hand."""
    ready: tuple[Seat, ...] = ()
    """Players shown ready; used at the end of the wall."""
    nagashi: tuple[Seat, ...] = ()
    """Players paid for discards of terminals and honours only."""
    end: str | None = None
    """Kind of end without a winner; None for the end of the wall."""
    void: bool = False
    """Annulled hand, to be played again: only its fines are paid."""
    fines: tuple[int, ...] = (0, 0, 0, 0)
    """Points by seat; a player's compensation is deducted from the others' fines."""
    shown: Mapping[Seat, ShownHand] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    """Points of the hand by seat as written by the players, for events without a rule family."""

    @property
    def wins(self) -> list[DeclaredWin]:
        return [event for event in self.events if isinstance(event, DeclaredWin)]


class HandStart(NamedTuple):
    """State of the table before a hand: dealer's seat, honba or repeats, points in sticks on the table."""

    dealer: Seat = 0
    counters: int = 0
    deposits: int = 0


class Settlement(NamedTuple):
    transfers: Sequence[Transfer]
    after: HandStart


class SettledHand(NamedTuple):
    """Declared hand with its payments. ``deltas`` by seat sum to 0 except for deposits and fines."""

    before: HandStart
    transfers: tuple[Transfer, ...]
    deltas: tuple[int, int, int, int]
    after: HandStart

    def to_dict(self) -> dict[str, object]:
        return {
            "deltas": list(self.deltas),
            "transfers": [transfer.to_dict() for transfer in self.transfers],
            "after": self.after._asdict(),
        }


class DeclarationError(EngineError):
    kind = "sheet"

    def __init__(self, reason: Sentence, part: str = "") -> None:
        super().__init__(reason, at=part)
        self.part = part


class SheetError(EngineError):
    """Invalid hand in a table's list; ``number`` counts from 1, ``reason`` is the problem."""

    kind = "sheet"

    def __init__(self, reason: Sentence, number: int, part: str = "") -> None:
        field = f"hands.{number - 1}.{part}".rstrip(".")
        super().__init__(_("hand %(number)s: %(reason)s", number=number, reason=reason), at=field)
        self.reason = reason
        self.number = number
        self.part = part

    def __reduce__(self) -> tuple[type[SheetError], tuple[Sentence, int, str]]:
        return type(self), (self.reason, self.number, self.part)


Settle = Callable[[DeclaredHand, HandStart], Settlement]
"""Settlement of a family under its ruleset. Raises DeclarationError for an impossible hand."""


def settle_hand(settle: Settle, hand: DeclaredHand, start: HandStart) -> SettledHand:
    """Settle one hand with its fines. Raises DeclarationError."""
    _check_seats(hand)
    settled = Settlement((), start) if hand.void else settle(hand, start)
    transfers = (*settled.transfers, *_fine_transfers(hand.fines))
    return SettledHand(start, transfers, net(transfers), settled.after)


class MatchProgress(NamedTuple):
    deals: int
    """Number of times the deal has passed since seat 0 dealt first, without earlier hands."""

    hands: int

    points: tuple[int, ...] | None = None
    """Points by seat; None if the start points are unknown."""


Over = Callable[[MatchProgress], bool]


def never_over(_so_far: MatchProgress) -> bool:
    return False


def settle_table(
    settle: Settle,
    hands: Sequence[DeclaredHand],
    start: HandStart,
    *,
    over: Over = never_over,
    start_scores: Sequence[int] | None = None,
) -> list[SettledHand]:
    """Settle a table's hands in sequence. Raises SheetError for an impossible hand, or one after the match."""
    settled: list[SettledHand] = []
    points = None if start_scores is None else tuple(start_scores)
    so_far = MatchProgress(start.dealer, 0, points)
    for number, hand in enumerate(hands, 1):
        if over(so_far):
            raise SheetError(_("the match is over"), number)
        try:
            paid = settle_hand(settle, hand, start)
        except DeclarationError as error:
            raise SheetError(error.message, number, error.part) from error
        settled.append(paid)
        so_far = MatchProgress(
            so_far.deals + (paid.after.dealer != start.dealer),
            so_far.hands + (not hand.void),
            None if so_far.points is None else tuple(map(sum, zip(so_far.points, paid.deltas, strict=True))),
        )
        start = paid.after
    return settled


def final_points(settled: Sequence[SettledHand], start_scores: Sequence[int]) -> list[int]:
    """Points by seat after all hands.

    >>> final_points([], [30000] * 4)
    [30000, 30000, 30000, 30000]
    """
    return [score + sum(hand.deltas[seat] for hand in settled) for seat, score in enumerate(start_scores)]


def _fine_transfers(fines: Sequence[int]) -> list[Transfer]:
    return [
        Transfer(seat, None, -points, "fine", "") if points < 0 else Transfer(None, seat, points, "fine", "")
        for seat, points in enumerate(fines)
        if points
    ]


def _check_seats(hand: DeclaredHand) -> None:
    for index, event in enumerate(hand.events):
        liable = event.liable if isinstance(event, DeclaredWin) else None
        for seat in (event.seat, event.source, liable):
            if seat is not None and seat not in SEATS:
                raise DeclarationError(_("expected a seat from 0 to 3"), f"events.{index}")
        if event.seat == event.source:
            reason = (
                _("%(seat)s cannot win on its own discard", seat=event.seat)
                if isinstance(event, DeclaredWin)
                else _("%(seat)s cannot make a kong of its own discard", seat=event.seat)
            )
            raise DeclarationError(reason, f"events.{index}")
        if isinstance(event, DeclaredWin) and liable == event.seat:
            raise DeclarationError(_("%(seat)s cannot answer for its own hand", seat=event.seat), f"events.{index}")
        if isinstance(event, DeclaredKong) and event.kind not in KONG_KINDS:
            raise DeclarationError(
                _("unknown kind of kong; use one of %(known)s", known=", ".join(KONG_KINDS)), f"events.{index}"
            )
        if isinstance(event, DeclaredKong) and (event.kind == "exposed") != (event.source is not None):
            reason = _("give the discarder for an exposed kong, and for no other kong")
            raise DeclarationError(reason, f"events.{index}")
        if isinstance(event, DeclaredWin) and event.robbed and event.source is None:
            raise DeclarationError(_("give the player who declared the robbed kong"), f"events.{index}")
    for part in ("riichi", "ready", "nagashi", "shown"):
        seats = list(getattr(hand, part))
        if any(seat not in SEATS for seat in seats) or len(set(seats)) < len(seats):
            raise DeclarationError(_("expected different seats from 0 to 3"), part)
    if len(hand.fines) != len(SEATS):
        raise DeclarationError(_("expected four fines in seat order"), "fines")
    if sum(hand.fines) > 0:
        raise DeclarationError(_("fines cannot add points; write them as negative numbers"), "fines")


# --- checks for families ----------------------------------------------------------------------------------------


def reject_parts(hand: DeclaredHand, *parts: str) -> None:
    for part in parts:
        if getattr(hand, part):
            raise DeclarationError(_("these rules have no %(part)s", part=part), part)


def wins_on_one_tile(hand: DeclaredHand) -> list[DeclaredWin]:
    """Wins of a hand that a win ends: one self-draw, or all on a tile. Raises DeclarationError for all else."""
    wins: list[DeclaredWin] = []
    for index, event in enumerate(hand.events):
        if not isinstance(event, DeclaredWin):
            raise DeclarationError(_("kongs are not paid under these rules"), f"events.{index}")
        if any(event.seat == win.seat for win in wins):
            raise DeclarationError(_("%(seat)s has won already", seat=event.seat), f"events.{index}")
        if wins and (event.source is None or event.source != wins[0].source or event.robbed != wins[0].robbed):
            raise DeclarationError(_("the hand has ended with the win before"), f"events.{index}")
        wins.append(event)
    return wins


def end_without_win(hand: DeclaredHand, allowed: Collection[str] = (EXHAUSTIVE,)) -> str:
    """Return the kind of draw of a hand without a win. Raises DeclarationError if it was won or has no such end."""
    end = hand.end or EXHAUSTIVE
    if hand.wins and hand.end is not None:
        raise DeclarationError(_("a hand that was won has no other end"), "end")
    if end not in allowed:
        raise DeclarationError(_("a hand does not end by %(end)s under these rules", end=end), "end")
    return end


def declared_number(win: DeclaredWin, name: str, index: int, least: int, most: int) -> int:
    """Number of the declared value. Raises DeclarationError when missing or out of range."""
    value = win.value.get(name)
    if value is None:
        raise DeclarationError(_("the win of %(seat)s lacks its %(name)s", seat=win.seat, name=name), f"events.{index}")
    if not least <= value <= most:
        reason = _(
            "%(name)s of %(seat)s: %(value)s is not between %(least)s and %(most)s",
            name=name,
            seat=win.seat,
            value=value,
            least=least,
            most=most,
        )
        raise DeclarationError(reason, f"events.{index}")
    return value


def reject_remarks(win: DeclaredWin, index: int, allowed: Collection[str], *, liability: bool) -> None:
    """Raise DeclarationError for an unknown value field, or for liability in a family without it."""
    unknown = sorted(set(win.value) - set(allowed))
    if unknown:
        reason = _("a win has no %(name)s here; it has %(known)s", name=unknown[0], known=", ".join(allowed))
        raise DeclarationError(reason, f"events.{index}")
    if win.liable is not None and not liability:
        raise DeclarationError(_("nobody is liable for a hand under these rules"), f"events.{index}")
