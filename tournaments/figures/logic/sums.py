"""Sums of a player's games and hands; figures are made of them, and sums of several events are added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from engine.match.declared import DeclaredHand, DeclaredKong, DeclaredWin, SettledHand
from engine.tiles.seats import SEATS, Seat

Sums = dict[str, Fraction]
"""Amounts by name. Names that begin with `most_` and `least_` hold the largest and smallest, all others a total."""

MOST: Final = "most_"
LEAST: Final = "least_"
WORTH: Final = frozenset({"discarder", "self_draw", "liability"})
"""Payments that make up the worth of a hand whose value is stated in han."""


class PlayedGame(NamedTuple):
    """Game of a player. `position` is the mean of a shared place."""

    round: int
    table: int
    wind: int | None
    place: int
    position: Fraction
    score: Fraction
    table_points: Fraction


class Opponent(NamedTuple):
    """Games against an opponent: those ended above, and points of hands from and to that player."""

    games: int = 0
    above: int = 0
    points_from: int = 0
    points_to: int = 0

    def add(self, more: Opponent) -> Opponent:
        return Opponent(*map(sum, zip(self, more, strict=True)))


def add_sums(parts: Iterable[Mapping[str, Fraction]]) -> Sums:
    """Return the sums of several events together.

    >>> add_sums([{"games": Fraction(2), "most_score": Fraction(9)}, {"games": Fraction(3), "most_score": Fraction(4)}])
    {'games': Fraction(5, 1), 'most_score': Fraction(9, 1)}
    """
    total: Sums = {}
    for sums in parts:
        for name, amount in sums.items():
            total[name] = _join(name, total[name], amount) if name in total else amount
    return total


def _join(name: str, first: Fraction, second: Fraction) -> Fraction:
    if name.startswith(MOST):
        return max(first, second)
    return min(first, second) if name.startswith(LEAST) else first + second


def sum_games(games: Sequence[PlayedGame]) -> Sums:
    """Return the sums of a player's games in order."""
    sums: Sums = defaultdict(Fraction)
    firsts = above_last = 0
    for game in games:
        sums["games"] += 1
        sums[f"place_{game.place}"] += 1
        _add_sample(sums, "position", game.position)
        _add_sample(sums, "score", game.score)
        _add_sample(sums, "table_points", game.table_points)
        if game.wind is not None:
            sums[f"wind_{game.wind}_games"] += 1
            _add_sample(sums, f"wind_{game.wind}_score", game.score)
        firsts = firsts + 1 if game.place == 1 else 0
        above_last = above_last + 1 if game.place < len(SEATS) else 0
        _keep(sums, "most_firsts", Fraction(firsts))
        _keep(sums, "most_above_last", Fraction(above_last))
        _keep(sums, "most_score", game.score)
        _keep(sums, "least_score", game.score)
    return dict(sums)


def sum_hands(hands: Sequence[DeclaredHand], settled: Sequence[SettledHand]) -> list[Sums]:
    """Return the sums of a table's hands by seat; annulled hands count by their fines only."""
    seats: list[Sums] = [defaultdict(Fraction) for _seat in SEATS]
    for hand, paid in zip(hands, settled, strict=True):
        for seat, fine in enumerate(hand.fines):
            seats[seat]["fines"] += fine < 0
        if not hand.void:
            for seat in SEATS:
                _add_hand(seats[seat], seat, hand, paid)
    return [dict(sums) for sums in seats]


def _add_hand(sums: Sums, seat: Seat, hand: DeclaredHand, paid: SettledHand) -> None:
    won = [win for win in hand.wins if win.seat == seat]
    dealt = [win for win in hand.wins if win.source == seat]
    deals = paid.before.dealer == seat
    sums["hands"] += 1
    sums["hands_won"] += bool(won)
    sums["hands_dealt_in"] += bool(dealt)
    sums["hands_drawn"] += not hand.wins
    sums["wins"] += len(won)
    sums["self_draws"] += sum(win.source is None for win in won)
    sums["deal_ins"] += len(dealt)
    for win in won:
        worth = Fraction(_compute_worth(win, paid))
        _add_sample(sums, "worth_won", worth)
        _keep(sums, "most_worth", worth)
    for win in dealt:
        _add_sample(sums, "worth_dealt_in", Fraction(_compute_worth(win, paid)))
    sums["hands_as_dealer"] += deals
    sums["hands_won_as_dealer"] += deals and bool(won)
    if deals and paid.after.dealer == seat:
        sums["repeats"] += 1
        _keep(sums, "most_repeats", Fraction(paid.after.counters))
    if seat in hand.riichi:
        sums["riichi"] += 1
        sums["riichi_won"] += bool(won)
    sums["kongs"] += sum(isinstance(event, DeclaredKong) and event.seat == seat for event in hand.events)
    if (ending := hand.shown.get(seat)) is not None:
        sums["inspections"] += 1
        sums["flower_pigs"] += ending.state == "flower_pig"
        sums["not_ready"] += ending.state in ("flower_pig", "not_ready")


def _compute_worth(win: DeclaredWin, paid: SettledHand) -> int:
    """Return what a hand is worth in the unit of its family; han are compared by what they pay."""
    if "han" in win.value or "yakuman" in win.value:
        return sum(part.amount for part in paid.transfers if part.target == win.seat and part.reason in WORTH)
    return next(iter(win.value.values()))


def sum_payments(settled: Iterable[SettledHand]) -> dict[tuple[Seat, Seat], int]:
    """Return the points that each seat (first) has got from another (second)."""
    flows: dict[tuple[Seat, Seat], int] = defaultdict(int)
    for paid in settled:
        for part in paid.transfers:
            if part.source is not None and part.target is not None:
                flows[part.target, part.source] += part.amount
    return flows


def _add_sample(sums: Sums, name: str, amount: Fraction) -> None:
    sums[name] += amount
    sums[f"{name}_squares"] += amount * amount


def _keep(sums: Sums, name: str, amount: Fraction) -> None:
    sums[name] = _join(name, sums[name], amount) if name in sums else amount
