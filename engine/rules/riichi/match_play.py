"""From hand to hand: who deals, counters, sticks, and when the game is over (RI-2.6 to RI-2.9, RI-E5, RI-E9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.play.table import TableState
from engine.rules.riichi.parameters import Parameters
from engine.tiles.seats import Seat, Wind

ROUND_LETTERS = "ESWN"


def after_hand(
    state: TableState, parameters: Parameters, ready_seats: Callable[[TableState], list[Seat]]
) -> dict[str, Any] | None:
    """What the next hand takes over, None when the game is over. Seat 0 is the first dealer of the game."""
    setup = state.setup
    stays = dealer_stays(state, parameters, ready_seats)
    drawn = not state.wins
    honba = setup.honba + 1 if drawn or stays else 0
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
        "honba": honba,
        "deposits": state.deposits,
        "start_scores": scores,
    }


def dealer_stays(state: TableState, parameters: Parameters, ready_seats: Callable[[TableState], list[Seat]]) -> bool:
    """True when the same dealer deals again (RI-2.7, RI-E5)."""
    dealer = state.setup.dealer
    if state.wins:
        return "win" in parameters.dealer_continues and any(record.seat == dealer for record in state.wins)
    if _abortive(state):
        return parameters.abortive_dealer == "stays"
    return "ready" in parameters.dealer_continues and dealer in ready_seats(state)


def _abortive(state: TableState) -> bool:
    """True after a draw that is not that of an empty wall: the dealer stays without having won or being ready."""
    return not state.wins and state.ended not in ("exhaustive", "nagashi")
