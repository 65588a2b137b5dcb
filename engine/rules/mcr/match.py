from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Final

from engine.match.plan import HandPlace, MatchPlan
from engine.match.scoring import MatchScoring
from engine.rules.mcr.parameters import Parameters, TieBreak
from engine.tiles.seats import Wind

SEAT_CHANGES: Final = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1))
"""Player at each seat by the prevalent wind (MCR-2.7)."""

RANKING: Final[Mapping[TieBreak, str]] = {
    "table_points": "table_points",
    "score": "total",
    "best_session": "best_table_points",
    "high_sessions": "times_best_table_points",
    "direct_session": "direct_games",
    "lot": "lot",
}


def plan(rules: Parameters) -> MatchPlan:
    scoring = match_scoring(rules)
    criteria = [criterion for criterion in rules.tie_break if scoring.table_points or criterion in ("score", "lot")]
    return MatchPlan(
        scoring=scoring,
        ranking=tuple(RANKING[criterion] for criterion in criteria),
        minutes=rules.session_minutes,
        appeal_minutes=rules.appeal_minutes,
        time_rule="one_more" if rules.time_end_mode == "one_more_hand" else rules.time_end_mode,
        prevalent_winds=min(4, max(1, rules.hands_per_match // 4)),
        hand_place=hand_place,
        seats=partial(seats, rules),
    )


def hand_place(number: int) -> HandPlace:
    """Dealer and wind of a hand: the deal passes after every hand, the prevalent wind changes after four (MCR-2.6).

    >>> hand_place(6)
    HandPlace(dealer=1, wind=<Wind.SOUTH: 1>)
    """
    return HandPlace((number - 1) % 4, Wind((number - 1) // 4 % 4))


def seats(rules: Parameters, prevalent: Wind) -> tuple[int, int, int, int]:
    """Player index at each seat in a round, by seat wind of its first hand (MCR-2.7)."""
    mode = rules.seat_change
    row = prevalent if mode == "each_round" else int(prevalent >= Wind.WEST) if mode == "after_two_rounds" else 0
    return SEAT_CHANGES[row]


def match_scoring(rules: Parameters) -> MatchScoring:
    by_place = rules.match_scoring == "table_points"
    return MatchScoring(
        start_points=rules.start_score,
        return_points=rules.start_score,
        table_points=tuple(map(Fraction, rules.table_points)) if by_place else (),
        uma=() if by_place else tuple(map(Fraction, rules.uma)),
        fines="before",
    )
