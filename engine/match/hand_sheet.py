"""The hand-by-hand sheet: what players write down of each hand -> the points of the four seats.

The table has counted the hand itself; here only its declared value is paid out. Seats are 0 to 3 in turn order from the
first East. Payments: MCR-5.4, RI-5.5 to 5.10 with RI-2.7 and 2.9 for the counters, TW-5.1 to 5.5, SC-5.1 to 5.8.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import EngineError, RulesetError
from engine.sentences import Sentence
from engine.sentences import sentence as _

SEATS = range(4)


@dataclass(frozen=True, slots=True)
class Win:
    """A declared win. `value`: MCR points, Taiwan tai without the dealer's, Sichuan fan, riichi han (with `fu`)."""

    winner: int
    value: int
    discarder: int | None = None
    """Who discarded, or whose kong was robbed; None for a self-draw."""
    fu: int = 30


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong that is paid at once (Sichuan): ``concealed``, ``direct`` (from `feeder`), ``fresh`` or ``late`` added."""

    seat: int
    kind: str
    feeder: int | None = None


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand in the order it went. No event is a draw; several wins on one discard stand one after the other."""

    events: tuple[Win | Kong, ...] = ()
    penalties: tuple[int, ...] = (0, 0, 0, 0)
    riichi: tuple[int, ...] = ()
    """Seats whose riichi stick lies on the table."""
    ready: tuple[int, ...] = ()
    """Seats ready at an exhaustive draw (riichi)."""
    transfers: tuple[tuple[int, int, int], ...] = ()
    """(from, to, points) of whatever else was paid, e.g. at the end of the wall (SC-5.9, 5.10)."""
    kept: bool = False
    """The hand was void and is played again (chombo, abortive draw): the deal and the sticks stay."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands before a hand: who deals, counters or repeats, points in sticks on the table."""

    dealer: int = 0
    counters: int = 0
    sticks: int = 0


@dataclass(frozen=True, slots=True)
class PaidHand:
    """A hand with its points; they sum up to zero but for sticks and penalties."""

    before: Standing
    points: tuple[int, ...]
    after: Standing


class SheetError(EngineError):
    """A line of a hand sheet that cannot be; ``at`` is its number, ``reason`` what is wrong without it."""

    kind = "sheet"

    def __init__(self, reason: Sentence, number: int) -> None:
        super().__init__(_("hand %(number)s: %(reason)s", number=number, reason=reason), at=number)
        self.reason = reason


def play_out(
    lines: Sequence[HandLine], family: str, parameters: Mapping[str, object] | None = None, start: int = 0
) -> tuple[list[int], list[PaidHand]]:
    """(final points by seat from `start` points each, every hand). SheetError names the hand that cannot be.

    >>> play_out([HandLine((Win(0, 20, discarder=2),))], "mcr")[0]
    [44, -8, -28, -8]
    """
    totals = [start] * 4
    standing = Standing()
    hands = []
    for number, line in enumerate(lines, 1):
        _check(line, number)
        paid = _pay(line, family, parameters or {}, standing)
        hands.append(paid)
        totals = [total + points for total, points in zip(totals, paid.points, strict=True)]
        standing = paid.after
    return totals, hands


def _check(line: HandLine, number: int) -> None:
    for event in line.events:
        seats = [event.winner, event.discarder] if isinstance(event, Win) else [event.seat, event.feeder]
        known = [seat for seat in seats if seat is not None]
        if any(seat not in SEATS for seat in known) or len(set(known)) < len(known):
            raise SheetError(_("winner and discarder must be two different seats from 0 to 3"), number)
        if isinstance(event, Win) and event.value < 0:
            raise SheetError(_("a value cannot be negative"), number)
        if isinstance(event, Kong) and (event.kind == "direct") != (event.feeder is not None):
            raise SheetError(_("a direct kong, and only that, names who fed it"), number)
    if len(line.penalties) != 4:
        raise SheetError(_("penalties are four numbers in seat order"), number)


def _pay(line: HandLine, family: str, parameters: Mapping[str, object], standing: Standing) -> PaidHand:
    if family == "riichi":
        points, after = _riichi(line, parameters, standing)
    elif family == "taiwan":
        points, after = _taiwan(line, parameters, standing)
    elif family == "sichuan":
        points, after = _sichuan(line, parameters), standing
    elif family == "mcr":
        points, after = _mcr(line, parameters), replace(standing, dealer=(standing.dealer + 1) % 4)
    else:
        raise RulesetError(_("there is no hand sheet for the family %(family)s", family=repr(family)), at="family")
    for payer, receiver, amount in line.transfers:
        points[payer] -= amount
        points[receiver] += amount
    for seat, penalty in enumerate(line.penalties):
        points[seat] += penalty
    return PaidHand(standing, tuple(points), after)


def number(parameters: Mapping[str, object], name: str, default: int) -> int:
    """A whole number of the rule parameters."""
    value = parameters.get(name, default)
    return value if isinstance(value, int) else default


def _wins(line: HandLine) -> list[Win]:
    return [event for event in line.events if isinstance(event, Win)]


def _mcr(line: HandLine, parameters: Mapping[str, object]) -> list[int]:
    base = number(parameters, "base_payment", 8)
    points = [0] * 4
    for win in _wins(line)[:1]:
        for seat in SEATS:
            if seat != win.winner:
                pays = base + (win.value if win.discarder in (None, seat) else 0)
                points[seat] -= pays
                points[win.winner] += pays
    return points


def riichi_base(han: int, fu: int, parameters: Mapping[str, object] | None = None) -> int:
    """Base points of a hand (RI-5.5, RI-5.6); 13 han stand for a yakuman, 26 for two."""
    if han >= 13:
        return 8000 * (han // 13)
    limits = ((11, 6000), (8, 4000), (6, 3000), (5, 2000))
    for least, base in limits:
        if han >= least:
            return base
    base = fu << (han + 2)
    if (parameters or {}).get("kiriage_mangan") and base >= 1920:
        return 2000
    return min(base, 2000)


def _hundreds(points: int) -> int:
    return -(-points // 100) * 100


def _riichi(line: HandLine, parameters: Mapping[str, object], standing: Standing) -> tuple[list[int], Standing]:
    points = [0] * 4
    sticks = standing.sticks + 1000 * len(line.riichi)
    if line.kept:
        return points, standing
    for seat in line.riichi:
        points[seat] -= 1000
    wins, dealer = _wins(line), standing.dealer
    if not wins:
        if len(line.ready) in (1, 2, 3):
            for seat in SEATS:
                points[seat] += 3000 // len(line.ready) if seat in line.ready else -3000 // (4 - len(line.ready))
        stays = dealer in line.ready
        return points, Standing(dealer if stays else (dealer + 1) % 4, standing.counters + 1, sticks)
    for win in wins:
        base = riichi_base(win.value, win.fu, parameters)
        for seat in SEATS:
            if seat == win.winner or win.discarder not in (None, seat):
                continue
            if win.discarder is None:
                share = 2 if dealer in (win.winner, seat) else 1
                pays = _hundreds(base * share) + 100 * standing.counters
            else:
                pays = _hundreds(base * (6 if win.winner == dealer else 4)) + 300 * standing.counters
            points[seat] -= pays
            points[win.winner] += pays
    own = {win.winner for win in wins} & set(line.riichi) if len(wins) > 1 else set()
    for seat in own:
        points[seat] += 1000
        sticks -= 1000
    discarder = wins[0].discarder
    order = [(discarder + step) % 4 for step in (1, 2, 3)] if discarder is not None else [wins[0].winner]
    taker = next(seat for seat in order if any(win.winner == seat for win in wins))
    points[taker] += sticks
    if any(win.winner == dealer for win in wins):
        return points, Standing(dealer, standing.counters + 1, 0)
    return points, Standing((dealer + 1) % 4, 0, 0)


def _taiwan(line: HandLine, parameters: Mapping[str, object], standing: Standing) -> tuple[list[int], Standing]:
    base, rate = number(parameters, "di", 50), number(parameters, "rate", 20)
    wins, dealer, repeats = _wins(line), standing.dealer, standing.counters
    points = [0] * 4
    for win in wins:
        for seat in SEATS:
            if seat == win.winner or win.discarder not in (None, seat):
                continue
            tai = win.value + dealer_tai(win.winner == dealer, seat == dealer, repeats, parameters)
            points[seat] -= base + rate * tai
            points[win.winner] += base + rate * tai
    stays = line.kept or not wins or any(win.winner == dealer for win in wins)
    return points, Standing(dealer, repeats + 1) if stays else Standing((dealer + 1) % 4)


def dealer_tai(wins: bool, pays: bool, repeats: int, parameters: Mapping[str, object]) -> int:
    """The dealer's tai between a winner and a payer (TW-5.4); `wins`, `pays`: whether that one deals."""
    own = number(parameters, "tai_zhuangjia", 1)
    per_repeat = number(parameters, "repeat_tai_per_n", 2)
    if wins:
        added = repeats * per_repeat + (1 if parameters.get("dealer_bonus_mode") == "additive" and repeats else 0)
        return own + added
    if pays:
        return repeats * per_repeat + 1 if repeats else number(parameters, "dealer_loss_base_tai", 0)
    return 0


def _sichuan(line: HandLine, parameters: Mapping[str, object]) -> list[int]:
    cap = parameters.get("mangan_fan", 3)
    unit = number(parameters, "base_point", 1)

    def base(fan: int) -> int:
        return unit << (min(fan, cap) if isinstance(cap, int) else fan)

    kong_pay = {
        "concealed": number(parameters, "concealed_kong_pay", 2),
        "direct": number(parameters, "direct_kong_pay", 2),
        "fresh": number(parameters, "added_kong_pay", 1),
        "late": number(parameters, "late_added_kong_pay", 0),
    }
    points = [0] * 4
    won: set[int] = set()
    together: list[Win] = []
    for event in line.events:
        if isinstance(event, Kong):
            won |= {win.winner for win in together}
            together = []
            payers = [event.feeder] if event.feeder is not None else [s for s in SEATS if s not in won | {event.seat}]
            for seat in payers:
                points[seat] -= kong_pay[event.kind]
                points[event.seat] += kong_pay[event.kind]
            continue
        if not (together and event.discarder is not None and together[-1].discarder == event.discarder):
            won |= {win.winner for win in together}
            together = []
        together.append(event)
        if event.discarder is not None:
            pays = {event.discarder: base(event.value)}
        else:
            adds_fan = parameters.get("zimo_mode") == "add_fan"
            each = base(event.value + 1) if adds_fan else base(event.value) + unit
            pays = dict.fromkeys((seat for seat in SEATS if seat not in won | {event.winner}), each)
        for seat, amount in pays.items():
            points[seat] -= amount
            points[event.winner] += amount
    return points
