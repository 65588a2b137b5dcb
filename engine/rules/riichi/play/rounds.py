from __future__ import annotations

from collections.abc import Collection

from engine.play.procedure import Procedure
from engine.play.table import NextHand, TableState
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.ends import ready_seats
from engine.rules.riichi.play.start_values import read_start_values, riichi_setup
from engine.rules.riichi.play.state import riichi_table
from engine.tiles.seats import Seat, Wind

ROUND_LETTERS = "ESWN"

WALL_ENDS = ("exhaustive", "nagashi")
"""Ends of a hand by the empty wall; all others are abortive draws."""


def next_hand(play: Procedure[Parameters], state: TableState) -> NextHand | None:
    """Setup of the next hand, None at the end of the game; seat 0 dealt first (RI-2.6 to RI-2.9, RI-E9)."""
    setup, parameters = state.setup, play.parameters
    stays = dealer_stays(play, state)
    honba = counters_after(riichi_setup(setup).honba, won=bool(state.wins), stays=stays)
    scores = state.scores
    if parameters.stop_below_zero and min(scores) < 0:
        return None
    last = ROUND_LETTERS.index(parameters.rounds[-1])
    extra = parameters.extra_round == "sudden_death"
    reached = max(scores) >= parameters.target_points
    at_last = setup.prevalent_wind > last or (setup.prevalent_wind == last and setup.dealer == 3)
    if stays:
        leads = scores[setup.dealer] == max(scores) and scores.index(max(scores)) == setup.dealer
        if at_last and parameters.stop_when_ahead and reached and leads and not _abortive(state):
            return None
        prevalent, dealer = setup.prevalent_wind, setup.dealer
    else:
        if at_last and (not extra or reached or (setup.prevalent_wind > last and setup.dealer == 3)):
            return None
        dealer = (setup.dealer + 1) % 4
        prevalent = Wind(setup.prevalent_wind + 1) if dealer == 0 else setup.prevalent_wind
    return {
        "prevalent_wind": prevalent,
        "dealer": dealer,
        "start_scores": scores,
        "special": read_start_values({"honba": honba, "deposits": riichi_table(state).deposits}),
    }


def dealer_stays(play: Procedure[Parameters], state: TableState) -> bool:
    ready = [] if state.wins or _abortive(state) else ready_seats(play, state)
    winners = [record.seat for record in state.wins]
    return dealer_repeats(play.parameters, state.setup.dealer, winners, state.ended or "", ready)


def dealer_repeats(
    parameters: Parameters, dealer: Seat, winners: Collection[Seat], ended: str, ready: Collection[Seat]
) -> bool:
    """Return True when the dealer deals again: after winning, ready at the wall's end, or an abortive draw.

    ``ended`` is the kind of draw of a hand without ``winners``, ``ready`` the players ready then (RI-2.7, RI-E5).
    """
    if winners:
        return "win" in parameters.dealer_continues and dealer in winners
    if ended not in WALL_ENDS:
        return parameters.abortive_dealer == "stays"
    return "ready" in parameters.dealer_continues and dealer in ready


def counters_after(honba: int, *, won: bool, stays: bool) -> int:
    """Counters of the next hand: one more after a draw or if the dealer stays, else none (RI-2.9).

    >>> counters_after(2, won=True, stays=False), counters_after(2, won=False, stays=False)
    (0, 3)
    """
    return honba + 1 if stays or not won else 0


def _abortive(state: TableState) -> bool:
    return not state.wins and state.ended not in WALL_ENDS
