"""Rounds by the standings."""

from __future__ import annotations

import pytest

from tournaments.seating.logic import Constraints, SeatingError, measures, pairs
from tournaments.seating.logic.drawing import draw
from tournaments.seating.logic.draws import RankedInputs
from tournaments.seating.logic.random_stream import shuffled
from tournaments.seating.logic.schedule import Rounds
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds
from tournaments.seating.logic.swiss.rounds import by_standings, choose_byes, prices_of, wind_excess
from tournaments.seating.logic.verify import verify
from tournaments.seating.logic.weights import SETTINGS


def _inputs(order, played=(), setting="balanced", **options):
    return RankedInputs("swiss", tuple(order), played, setting, **options)


def _event(players, rounds, setting):
    played: Rounds = ()
    spreads = []
    for k in range(rounds):
        drawn = draw(_inputs(shuffled(range(1, players + 1), f"standing {k // 2}"), played, setting), str(k))
        played = (*played, *drawn.rounds)
        spreads.append(drawn.details["price"]["spread"])
    return played, spreads


def test_standings_interval_and_snake():
    order = list(range(1, 17))
    assert [sorted(table) for table in by_standings(order)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]
    assert [sorted(table) for table in by_standings(order, "interval")] == [
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [4, 8, 12, 16],
    ]
    assert [sorted(table) for table in by_standings(order, "snake")] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]
    assert [sorted(table) for table in by_standings(order, "interval", block=2)] == [
        [1, 3, 5, 7],
        [2, 4, 6, 8],
        [9, 11, 13, 15],
        [10, 12, 14, 16],
    ]


def test_orders_keep_winds_even_after_played_rounds():
    played = (((1, 2, 3, 4),), ((1, 2, 3, 4),), ((1, 2, 3, 4),))
    assert wind_excess((*played, by_standings([1, 2, 3, 4], played=played))) < wind_excess((*played, played[0]))


@pytest.mark.parametrize("order", [[1, 2, 3], [1, 2, 3, 3], []])
def test_orders_that_do_not_fill_tables_are_refused(order):
    with pytest.raises(SeatingError):
        by_standings(order)


def test_unknown_modes_and_settings_are_refused():
    with pytest.raises(SeatingError, match="Unknown order of seating: random"):
        by_standings([1, 2, 3, 4], "random")
    with pytest.raises(SeatingError, match="Unknown setting: wild"):
        draw(_inputs([1, 2, 3, 4], setting="wild"), "x")


def test_fresh_swiss_of_sixty_four_players_has_no_repeat_in_five_rounds_and_stays_close():
    played, spreads = _event(64, 5, "fresh")
    m = measures(played)
    assert (m.repeats, m.games) == (0, (5, 5))
    assert all(check_schedule((round_,), range(1, 65)) == [] for round_ in played)
    assert max(spreads) < 12
    assert m.wind_excess <= 0.5 * 64


def test_a_fresh_round_is_nearly_the_best_of_all():
    """No seating of this round costs less than 1,454 (by a linear programme over all tables); one is known at 1,466."""
    order = shuffled(range(1, 65), "standing")
    inputs = _inputs(order, schedule_rounds(64, 8, seed="before").rounds[:4], "fresh", rounds=8)
    drawn = draw(inputs, "a")
    assert drawn.details["price"]["repeats"] == 0
    assert 1454 <= sum(prices_of(inputs).cost_of(drawn.rounds[0]).values()) <= 1.035 * 1454


def test_the_slider_trades_repeats_for_closeness():
    order = shuffled(range(1, 33), "place")
    played = schedule_rounds(32, 6, seed="before").rounds
    prices = [draw(_inputs(order, played, setting), "slider").details["price"] for setting in SETTINGS]
    repeats, spreads = ([price[name] for price in prices] for name in ("repeats", "spread"))
    assert (repeats, spreads) == (sorted(repeats), sorted(spreads, reverse=True))
    assert repeats[0] < repeats[2]
    assert spreads[2] < spreads[0]


def test_the_first_round_seats_neighbours():
    assert draw(_inputs(range(1, 33)), "one").details["price"]["spread"] == 3.0


def test_brackets_make_places_inside_a_group_equal():
    order = list(range(1, 17))
    played = (tuple((a, a + 1, a + 2, a + 3) for a in range(1, 17, 4)),)
    drawn = draw(_inputs(order, played, "close", brackets=[order[:8], order[8:]]), "groups")
    # Two old tables make two new ones in each bracket: two and two meet again, which no seating inside it avoids.
    assert drawn.details["price"]["repeats"] == 8
    assert all(max(table) <= 8 or min(table) > 8 for table in drawn.rounds[0])


def test_who_does_not_fill_a_table_sits_out_lowest_first_and_never_twice():
    order = list(range(1, 11))
    first = draw(_inputs(order), "bye")
    assert first.byes == ((9, 10),)
    second = draw(_inputs(order, first.rounds, byes=dict.fromkeys(first.byes[0], 1)), "bye")
    assert second.byes == ((7, 8),)
    assert choose_byes(order, dict.fromkeys(order, 1)) == (9, 10)


def test_wishes_hold_in_swiss():
    order = list(range(1, 17))
    asked = Constraints(forbidden=pairs([(1, 2)]), teams={5: "a", 6: "a", 7: "a"}, fixed_tables={8: 4})
    drawn = draw(_inputs(order, (), "close", constraints=asked), "wish")
    assert drawn.measured().hard_breaks == 0
    assert 8 in drawn.rounds[0][3]


def test_same_arguments_same_round_and_its_certificate_stands():
    order = shuffled(range(1, 41), "order")
    played = schedule_rounds(40, 4, seed="fixed part").rounds
    drawn = draw(_inputs(order, played, "fresh"), "hybrid")
    assert draw(_inputs(order, played, "fresh"), "hybrid") == drawn
    value = drawn.certificate()
    assert {check.name: check.passed for check in verify(value)} == {
        "tables": True,
        "measures": True,
        "inputs": True,
        "draw": True,
    }
    swapped = {**value, "seed": "other"}
    assert not all(check.passed for check in verify(swapped))


def test_fewer_than_four_are_refused():
    with pytest.raises(SeatingError):
        draw(_inputs([1, 2, 3]), "x")
