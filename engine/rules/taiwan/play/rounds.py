from __future__ import annotations

from collections.abc import Sequence

from engine.play.default_hooks import break_by_one_roll
from engine.play.procedure import Procedure
from engine.play.table import NextHand, TableState
from engine.play.wall_on_table import Break, seat_reached
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play.start_values import dealer_repeats, read_start_values
from engine.rules.taiwan.settlement import dealer_after
from engine.tiles.seats import SEATS, Seat, Wind, seat_wind


def opening_throw(play: Procedure[Parameters], rolls: Sequence[Sequence[int]]) -> Sequence[int]:
    """Throw that opens the wall: the dealer's, or in the first hand the one that chose the dealer (TW-2.5).

    ``rolls``: the throws before the deal in order, in the first hand that of the player in the East chair first.
    """
    return rolls[0] if play.parameters.first_hand_break == "dealer_choice_roll" else rolls[-1]


def wall_break(play: Procedure[Parameters], rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
    return break_by_one_roll(play, [opening_throw(play, rolls)], dealer)


def seat_winds(play: Procedure[Parameters], rolls: Sequence[Sequence[int]], dealer: Seat) -> tuple[Wind, ...]:
    """Wind of each seat: East sits where the wall is broken, or deals (TW-2.7)."""
    east = (
        seat_reached(dealer, sum(opening_throw(play, rolls)))
        if play.parameters.seat_wind_basis == "break_seat"
        else dealer
    )
    return tuple(seat_wind(seat, east) for seat in SEATS)


def next_hand(play: Procedure[Parameters], state: TableState) -> NextHand | None:
    """Setup of the next hand: the dealer stays after winning or a draw, with one more repeat (TW-2.14, TW-2.15)."""
    setup = state.setup
    winners = [record.seat for record in state.wins]
    dealer, repeats = dealer_after(play.parameters, setup.dealer, dealer_repeats(setup), winners)
    rounds = setup.prevalent_wind + (1 if dealer == 0 and dealer != setup.dealer else 0)
    if rounds >= play.parameters.rounds_per_game:
        return None
    return {
        "prevalent_wind": Wind(rounds),
        "dealer": dealer,
        "start_scores": state.scores,
        "special": read_start_values({"dealer_repeats": repeats}),
    }
