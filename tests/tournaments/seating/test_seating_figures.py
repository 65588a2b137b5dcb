"""The measures on the seating page, with what counting allows, and the picture of who meets whom."""

import pytest

from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.entries.models.entries import Entry
from tournaments.seating.services import wishes
from tournaments.seating.services.seating import plan_of
from tournaments.seating.views.figures import broken_in, quality_of
from tournaments.seating.views.heat_map import heat_map


@pytest.fixture
def event():
    tournament = small_tournament(16, rounds=3)
    tournament.separate = ["country"]
    tournament.save()
    tournament.entries.filter(number__lte=5).update(country="FRA")
    return tournament


def _entries(event):
    return {entry.number: entry for entry in event.entries.all()}


@pytest.mark.django_db
def test_figures_are_those_of_the_rounds_so_far_and_of_all_seated_rounds(event):
    first, second = (seat_in_order(event.rounds.get(number=number)) for number in (1, 2))
    found, rounds, _drawn = quality_of(first.round, plan_of(first), _entries(event))
    figures = {figure.key: figure for figure in found}
    assert rounds == [1, 2]
    assert (figures["repeats"].before, figures["repeats"].after, figures["repeats"].bound) == (0, 24, 0)
    # Five of a country at four tables meet once in each round; here four of them sit together.
    country = figures["country"]
    assert (country.before, country.bound_before, country.after, country.bound) == (6, 1, 12, 2)
    assert quality_of(second.round, plan_of(second), _entries(event))[1] == [1, 2]
    seat_in_order(second.round)
    assert quality_of(second.round, plan_of(second), _entries(event))[1] == [1, 2]


@pytest.mark.django_db
def test_broken_wishes_are_named_with_their_players(event):
    one, two, nine = (event.entries.get(number=number) for number in (1, 2, 9))
    wishes.add_constraint(acting(), event, kind="forbidden_pair", entry=one, other=two)
    wishes.add_constraint(acting(), event, kind="fixed_table", entry=nine, table_number=1)
    breaks = [
        {"kind": "country", "name": "FRA", "pairs": [[1, 2], [2, 99]]},
        {"kind": "forbidden", "name": "", "pairs": [[1, 2]]},
        {"kind": "fixed table", "name": "", "pairs": [[9, 9]]},
    ]
    assert broken_in(breaks, _entries(event)) == [
        ("Players of one country apart", "FRA", [(one, two)]),
        ("Pairs that never meet", "", [(one, two)]),
        ("Players with a table of their own", "", [(nine, nine)]),
    ]


TWICE = (((1, 2, 3, 4),), ((1, 2, 3, 5),))


def test_every_pair_is_one_square_of_its_level():
    drawn = heat_map(TWICE, {2: Entry(number=2, family_name="Berg", given_name="Petra")})
    assert drawn.people.split("\n") == ["1", "2 Petra Berg", "3", "4", "5"]
    assert [(times, pairs) for times, pairs, *_drawn in drawn.levels] == [(0, 1), (1, 6), (2, 3), (3, 0)]
    assert drawn.levels[1][2] == "M3 0h1M4 0h1M3 1h1M4 1h1M3 2h1M4 2h1"
    assert drawn.levels[2][2] == "M1 0h1M2 0h1M2 1h1"
    assert drawn.again == ((1, 2, 2), (1, 3, 2), (2, 3, 2))
    assert (drawn.more, drawn.fewer) == ("", "")
    often = heat_map((((1, 2, 3, 4),),) * 5, {})
    assert [(pairs, opacity) for _times, pairs, _path, opacity in often.levels] == [(0, 0), (0, 0.3), (0, 0.65), (6, 1)]
    assert often.again[0] == (1, 2, 5)


def test_what_swaps_change_is_drawn_on_both_sides_of_the_diagonal():
    drawn = heat_map((((1, 2, 3, 5),),), {}, (((1, 2, 3, 4),),))
    assert drawn.more == "".join(f"M{j} {i}h1v1h-1z" for i, j in ((0, 4), (1, 4), (2, 4), (4, 0), (4, 1), (4, 2)))
    assert drawn.fewer == "".join(f"M{j} {i}h1v1h-1z" for i, j in ((0, 3), (1, 3), (2, 3), (3, 0), (3, 1), (3, 2)))


def test_the_edges_bear_at_most_eight_numbers():
    field = heat_map((tuple((n, n + 1, n + 2, n + 3) for n in range(1, 400, 4)),), {})
    assert [number for _, number in field.ticks] == [50, 100, 150, 200, 250, 300, 350, 400]
    assert field.ticks[0] == (49.5, 50)
    assert [number for _, number in heat_map((((1, 2, 3, 4),),), {}).ticks] == [1, 2, 3, 4]
