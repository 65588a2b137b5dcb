"""The measures on the seating page: over the rounds so far and over all seated ones, with what counting allows."""

import pytest

from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.seating.services import wishes
from tournaments.seating.services.seating import plan_of
from tournaments.seating.views.figures import broken_in, quality_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = small_tournament(16, rounds=3)
    tournament.separate = ["country"]
    tournament.save()
    tournament.entries.filter(number__lte=5).update(country="FRA")
    return tournament


def _entries(event):
    return {entry.number: entry for entry in event.entries.all()}


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


def test_a_version_that_is_not_the_newest_is_measured_in_its_round(event):
    old = seat_in_order(event.rounds.get(number=1))
    seat_in_order(event.rounds.get(number=1))
    assert quality_of(old.round, plan_of(old), _entries(event))[1] == [1]


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
