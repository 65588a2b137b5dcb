from __future__ import annotations

import itertools
import random

import pytest

from engine.family import ruleset
from engine.match.plan import TimeRule
from engine.match.progress import MatchError, MatchState, advance, end_for_time, match_result, next_setup, start_match
from engine.play.events import Discarded, Won
from engine.play.positions import KnownSeat, position
from engine.play.start_values import start_values, with_start_values
from engine.play.table import Phase, Setup, TableState, apply, start
from engine.play.walks import play_events, preferred_events, random_setup
from engine.tiles.tile import UNKNOWN


def play(match: MatchState, seed: int) -> TableState:
    rng = random.Random(seed)
    dealt = random_setup(match.ruleset, rng)
    hands = list(dealt.hands)
    setup = next_setup(match, tuple(hands))
    hands[setup.dealer], hands[dealt.dealer] = hands[dealt.dealer], hands[setup.dealer]
    indicators = start_values(dealt).get("dora_indicators", ())
    state = start(with_start_values(setup._replace(hands=tuple(hands), wall=dealt.wall), dora_indicators=indicators))
    while state.phase is not Phase.OVER:
        for event in preferred_events(rng, state, purposeful=True):
            try:
                state = apply(state, event)
            except ValueError:
                continue
            break
    return state


def whole_match(name: str, start_points: int) -> tuple[MatchState, list[TableState]]:
    match, hands = start_match(ruleset(name), start_points), []
    while not match.over:
        hands.append(play(match, len(hands)))
        match = advance(match, hands[-1])
    return match, hands


def test_sixteen_hands_of_mcr_change_seats_and_keep_the_players_points() -> None:
    match, hands = whole_match("mcr-2006", 0)
    assert (match.hands, sum(match.points)) == (16, 0)
    assert [hand.setup.dealer for hand in hands] == [0, 1, 2, 3] * 4
    assert [int(hand.setup.prevalent_wind) for hand in hands] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert sum(seat.table_points for seat in match_result(match, ruleset("mcr-2006").match.scoring)) == 7


@pytest.mark.parametrize(("name", "points"), [("riichi-tenhou", 25_000), ("riichi-ema-2016", 30_000)])
def test_a_riichi_game_ends_with_the_points_it_began_with(name: str, points: int) -> None:
    match, hands = whole_match(name, points)
    assert sum(match.points) + 1000 * match.deposits == 4 * points
    assert match.points == hands[-1].scores
    for before, after in itertools.pairwise(hands):
        assert start_values(after.setup).get("deposits", 0) == before.ruleset.procedure.deposits(before)
        assert after.setup.start_scores == before.scores


def test_a_taiwanese_game_has_its_rounds_and_dealers_who_repeat() -> None:
    match, hands = whole_match("taiwan-aono", 0)
    assert sum(match.points) == 0
    for before, after in itertools.pairwise(hands):
        stays = not before.wins or any(record.seat == before.setup.dealer for record in before.wins)
        assert (after.setup.dealer == before.setup.dealer) is stays


def test_bloody_mahjong_goes_on_until_the_time_is_up() -> None:
    match = start_match(ruleset("sichuan-world-championship"))
    for seed in range(3):
        match = advance(match, play(match, seed))
    assert not match.over
    match = end_for_time(match, in_play=True)
    assert not match.over
    match = advance(match, play(match, 9))
    assert match.over
    with pytest.raises(MatchError):
        next_setup(match, ((),) * 4)


@pytest.mark.parametrize(
    ("name", "rule", "in_play", "left"),
    [
        ("mcr-2006", "stop_at_bell", True, 0),
        ("mcr-2006", "one_more", True, 2),
        ("mcr-2006", None, True, 1),
        ("riichi-ema-2016", None, True, 2),
        ("riichi-ema-2016", None, False, 1),
    ],
)
def test_hands_after_the_time(name: str, rule: TimeRule | None, in_play: bool, left: int) -> None:
    assert end_for_time(start_match(ruleset(name)), in_play=in_play, rule=rule).last_hands == left


def test_a_record_that_ends_with_the_win_is_a_finished_hand() -> None:
    """An open window at the end of the record is closed: nobody else won."""
    rules = ruleset("riichi-tenhou")
    setup = Setup(rules, ((UNKNOWN,) * 13,) * 4, start_scores=(25_000,) * 4)
    hands = {1: KnownSeat.parse("23m55p pung(555z) pung(666z) pung(777z)")}
    before = position(setup, hands, phase=Phase.ACT)
    won = apply(apply(before, Discarded(0, 0)), Won(1, 0, 0))
    assert won.phase is Phase.CLAIM
    match = advance(start_match(rules, 25_000), won)
    assert (match.hands, match.points) == (1, (-7_000, 57_000, 25_000, 25_000))


def test_a_hand_of_another_dealer_or_one_in_play_is_refused() -> None:
    match = advance(start_match(ruleset("mcr-2006")), play(start_match(ruleset("mcr-2006")), 0))
    with pytest.raises(MatchError, match="dealer"):
        advance(match, play(start_match(ruleset("mcr-2006")), 1))
    _, first = next(play_events(ruleset("mcr-2006"), 0))
    with pytest.raises(MatchError, match="not over"):
        advance(match, first)
