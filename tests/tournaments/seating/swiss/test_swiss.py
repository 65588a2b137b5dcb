"""Rounds by the standings: their orders, the search for the best, and looking ahead to the end of an event."""

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.release import in_full
from tests.support.rows import rows_of
from tournaments.seating.logic import Constraints, SeatingError, collect_pairs, measure_rounds
from tournaments.seating.logic.drawing import draw
from tournaments.seating.logic.draws import RankedInputs
from tournaments.seating.logic.measures import END_PRICE, LEAN_PRICE, SETTINGS, WIND_PRICE
from tournaments.seating.logic.random_stream import Noise, shuffle
from tournaments.seating.logic.schedule import Rounds
from tournaments.seating.logic.scheduling import check_schedule, schedule_rounds
from tournaments.seating.logic.search import SPLITS
from tournaments.seating.logic.swiss import grouping as table_search
from tournaments.seating.logic.swiss.grouping import Costs, finish_grouping, list_groupings, match_foursomes
from tournaments.seating.logic.swiss.lookahead import (
    compute_wind_prices,
    find_fresh_round,
    is_fresh,
    is_tight,
    may_leave_fresh_round,
)
from tournaments.seating.logic.swiss.rounds import (
    choose_byes,
    compute_prices,
    compute_wind_excess,
    draw_swiss,
    seat_round_by_standings,
)
from tournaments.seating.logic.verify import verify

rows = rows_of(__file__)


def _inputs(order, played=(), setting="balanced", **options):
    return RankedInputs("swiss", tuple(order), played, setting, **options)


def _played(players, rounds, setting):
    played: Rounds = ()
    spreads = []
    for k in range(rounds):
        drawn = draw(_inputs(shuffle(range(1, players + 1), f"standing {k // 2}"), played, setting), str(k))
        played = (*played, *drawn.rounds)
        spreads.append(drawn.details["price"]["spread"])
    return played, spreads


@rows
def test_standings_interval_and_snake(how, tables):
    assert [sorted(table) for table in seat_round_by_standings(list(range(1, 17)), **how)] == tables
    played = (((1, 2, 3, 4),),) * 3
    assert compute_wind_excess((*played, seat_round_by_standings([1, 2, 3, 4], played=played))) < compute_wind_excess(
        (*played, played[0])
    )


def test_orders_that_do_not_fill_tables_and_unknown_ways_are_refused():
    for order in ([1, 2, 3], [1, 2, 3, 3], []):
        with pytest.raises(SeatingError):
            seat_round_by_standings(order)
    with pytest.raises(SeatingError):
        draw(_inputs([1, 2, 3]), "x")
    with pytest.raises(SeatingError, match="Unknown order of seating: random"):
        seat_round_by_standings([1, 2, 3, 4], "random")
    with pytest.raises(SeatingError, match="Unknown setting: wild"):
        draw(_inputs([1, 2, 3, 4], setting="wild"), "x")


def test_fresh_swiss_of_sixty_four_players_has_no_repeat_in_five_rounds_and_stays_close():
    rounds = 5 if in_full() else 3
    played, spreads = _played(64, rounds, "fresh")
    m = measure_rounds(played)
    assert (m.repeats, m.games) == (0, (rounds, rounds))
    assert all(check_schedule((round_,), range(1, 65)) == [] for round_ in played)
    assert max(spreads) < 12
    assert m.wind_excess <= 0.5 * 64


def test_a_fresh_round_is_nearly_the_best_of_all():
    """No seating of this round costs less than 1,454 (by a linear programme over all tables); one is known at 1,466."""
    order = shuffle(range(1, 65), "standing")
    inputs = _inputs(order, schedule_rounds(64, 8, seed="before").rounds[:4], "fresh", rounds=8)
    drawn = draw(inputs, "a")
    assert drawn.details["price"]["repeats"] == 0
    assert 1454 <= sum(compute_prices(inputs).cost_of(drawn.rounds[0]).values()) <= 1.035 * 1454


def test_the_slider_trades_repeats_for_closeness():
    order = shuffle(range(1, 25), "place")
    played = schedule_rounds(24, 5, seed="before").rounds
    prices = [draw(_inputs(order, played, setting), "slider").details["price"] for setting in SETTINGS]
    repeats, spreads = ([price[name] for price in prices] for name in ("repeats", "spread"))
    assert (repeats, spreads) == (sorted(repeats), sorted(spreads, reverse=True))
    assert repeats[0] < repeats[2]
    assert spreads[2] < spreads[0]
    assert draw(_inputs(range(1, 33)), "one").details["price"]["spread"] == 3.0, "the first round seats neighbours"


def test_brackets_make_places_inside_a_group_equal():
    order = list(range(1, 17))
    played = (tuple((a, a + 1, a + 2, a + 3) for a in range(1, 17, 4)),)
    drawn = draw(_inputs(order, played, "close", brackets=[order[:8], order[8:]]), "groups")
    # Two old tables make two new ones in each bracket: two and two meet again, which no seating inside it avoids.
    assert drawn.details["price"]["repeats"] == 8
    asked = Constraints(forbidden=collect_pairs([(1, 2)]), teams={5: "a", 6: "a", 7: "a"}, fixed_tables={8: 4})
    wished = draw(_inputs(order, (), "close", constraints=asked), "wish")
    assert (wished.measure().hard_breaks, 8 in wished.rounds[0][3]) == (0, True)
    assert all(max(table) <= 8 or min(table) > 8 for table in drawn.rounds[0])


def test_who_does_not_fill_a_table_sits_out_lowest_first_and_never_twice():
    order = list(range(1, 11))
    first = draw(_inputs(order), "bye")
    assert first.byes == ((9, 10),)
    second = draw(_inputs(order, first.rounds, byes=dict.fromkeys(first.byes[0], 1)), "bye")
    assert second.byes == ((7, 8),)
    assert choose_byes(order, dict.fromkeys(order, 1)) == (9, 10)


def test_same_arguments_same_round_and_its_certificate_stands():
    order = shuffle(range(1, 25), "order")
    played = schedule_rounds(24, 3, seed="fixed part").rounds
    drawn = draw(_inputs(order, played, "fresh"), "hybrid")
    assert draw(_inputs(order, played, "fresh"), "hybrid") == drawn
    value = drawn.certificate()
    checks = dict.fromkeys(("tables", "measures", "inputs", "draw"), True)
    assert {check.name: check.passed for check in verify(value)} == checks
    swapped = {**value, "seed": "other"}
    assert not all(check.passed for check in verify(swapped))


def _free(players, rounds):
    free = ~np.eye(players, dtype=bool)
    for round_ in rounds:
        for table in round_:
            at = np.array(table) - 1
            free[at[:, None], at[None, :]] = False
    return free


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.integers(1, 12))
def test_a_wind_is_dear_where_it_leaves_the_end_uneven_and_the_rarest_never(winds, left):
    prices = compute_wind_prices(np.array([winds], dtype=float), left)[0]
    assert prices[winds.index(min(winds))] == min(prices) == 0
    # Of eight games, four are left after this one: everything can still be mended, the rarest is only preferred. The
    # last of four: a second East is one too many, and the North that is missing one too few. Nobody knows when it
    # ends: each game above the rarest.
    for more, price in ((5, LEAN_PRICE), (1, 2 * END_PRICE + LEAN_PRICE), (None, WIND_PRICE)):
        assert compute_wind_prices(np.array([[1.0, 1.0, 1.0, 0.0]]), more).tolist() == [[price, price, price, 0.0]]


def test_the_last_round_of_a_full_schedule_is_found_where_only_one_is_left():
    rounds = schedule_rounds(16, 5, seed="a").rounds
    found, left = find_fresh_round(_free(16, rounds[:4])), _rows(rounds[4])
    assert sorted(map(sorted, found.tolist())) == sorted(map(sorted, left.tolist()))
    assert find_fresh_round(_free(16, rounds)) is None


def test_who_leaves_a_fresh_round_is_told_before_it_is_drawn():
    rounds = schedule_rounds(16, 5, seed="a").rounds
    free = _free(16, rounds[:3])
    assert is_fresh(free, _rows(rounds[3]))
    assert may_leave_fresh_round(free, _rows(rounds[3]))
    assert not is_fresh(free, _rows(rounds[2]))
    tight = {(16, 3): True, (32, 7): True, (64, 8): False, (64, 11): True}
    assert {event: is_tight(*event) for event in tight} == tight, "once everybody meets half the field"
    assert not may_leave_fresh_round(
        free, _rows(seat_round_by_standings([1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16]))
    )


def _event(players, rounds, told, steps):
    """Chance results; the same for both ways."""
    chance = np.random.default_rng(players + rounds)
    points = np.zeros(players)
    played = ()
    for k in range(rounds):
        order = [int(i) + 1 for i in np.lexsort((np.arange(players), -points))]
        inputs = RankedInputs("swiss", tuple(order), played, "fresh", rounds=rounds if told else None)
        played = (*played, *draw_swiss(inputs, str(k), steps=steps).rounds)
        points += chance.choice([0, 1, 2, 4], players)
    return played


def test_who_knows_the_number_of_rounds_keeps_opponents_for_the_last_and_evens_the_winds():
    """Counted in steps, so always the same: 32 players and 7 rounds, each meets 21 of 31 others."""
    assert measure_rounds(_event(32, 7, True, 100)).repeats < measure_rounds(_event(32, 7, False, 100)).repeats
    assert compute_wind_excess(_event(32, 4, True, 100)) <= 0.5 * 32


def test_a_table_costs_its_six_pairs_and_the_best_of_its_24_orders_and_groupings_come_by_cost():
    chance = np.random.default_rng(1)
    weight = chance.integers(0, 100, (24, 24)).astype(float)
    weight = (weight + weight.T) * (1 - np.eye(24))
    uneven = chance.integers(0, 50, (24, 4)).astype(float)
    costs, table = Costs(weight, uneven), [6, 1, 4, 3]
    pairs_of_it = sum(weight[a, b] for a, b in combinations(table, 2))
    winds = min(sum(uneven[player, wind] for wind, player in enumerate(order)) for order in permutations(table))
    assert costs.of(np.array([table])).tolist() == [pairs_of_it + winds]
    found = list_groupings(costs, Noise("some"), 60)
    assert [grouping.cost for grouping in found] == sorted(grouping.cost for grouping in found)
    assert len({tuple(sorted(map(tuple, np.sort(g.tables).tolist()))) for g in found}) == len(found) > 1
    for grouping in found:
        assert sorted(grouping.tables.ravel().tolist()) == list(range(24))
        assert grouping.cost == costs.of(grouping.tables).sum()
    # The winds of every split of eight are those of its tables.
    costs, eight = Costs(np.zeros_like(weight), uneven), np.array([11, 0, 7, 2, 3, 9, 5, 8])
    both = eight[SPLITS].reshape(35, 2, 4)
    assert costs.winds(eight[None])[0].tolist() == costs.of(both).sum(axis=1).tolist()


def test_four_tables_are_seated_in_the_best_of_all_ways():
    """Tables that alone cost nothing are found from any start."""
    best = np.array(shuffle(range(16), "hidden")).reshape(4, 4)
    weight = np.ones((16, 16))
    weight[best[:, :, None], best[:, None, :]] = 0
    found = finish_grouping(Costs(weight, np.zeros((16, 4))), np.arange(16).reshape(4, 4), Noise("any"), 10)
    assert found.cost == 0
    assert sorted(sorted(table) for table in found.tables.tolist()) == sorted(sorted(table) for table in best.tolist())


def test_pairs_of_pairs_cost_what_their_four_pairings_cost_to_the_last_bit():
    """Fractions of places are no whole numbers, and a draw of an earlier release is made again byte for byte."""
    weight = np.random.default_rng(3).random((80, 80)) / 3
    weight += weight.T
    couples = table_search._match_couples(weight)
    merged = np.array([[weight[np.ix_(one, two)].sum() for two in couples] for one in couples])
    assert match_foursomes(weight) == [[*couples[a], *couples[b]] for a, b in table_search._match_couples(merged)]


def test_progress_is_told_in_order_and_changes_no_draw():
    told = []
    inputs = _inputs(range(1, 21))
    drawn = draw_swiss(inputs, "lot", steps=20, progress=lambda share: told.append(share) or True)
    assert all(one <= two for one, two in pairwise(told))
    assert (told[0], 0.8 < told[-1] < 1) == (0, True)
    assert drawn == draw_swiss(inputs, "lot", steps=20)


def _rows(round_):
    return np.array(round_) - 1
