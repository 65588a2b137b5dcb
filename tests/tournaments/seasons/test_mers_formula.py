"""MERS held line by line against its formula written once more, and one event of each family by hand."""

import datetime
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.people import acting, people, small_tournament
from tests.support.play import released
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.seasons import services as seasons
from tournaments.seasons.logic import SeasonUnit, UnitResult, load_presets, rank_season
from tournaments.seasons.models import Season
from tournaments.seasons.queries import compute_ranking

F = Fraction
MERS = load_presets()["mers"]
TODAY = datetime.date(2026, 3, 1)
FIELD = 21
AGES = {datetime.date(2026, 1, 4): F(1), datetime.date(2024, 9, 1): F(1, 2), datetime.date(2023, 6, 4): F(0)}
"""Last day of an event -> factor: within a year of the season's last day, in the second year, after it."""
WEIGHTS = [F(1), F(3, 2), F(2), F(5, 2), F(3), F(4), F(6)]

Result = tuple[int, Fraction, datetime.date]
"""Place, weight of the event, its last day."""


def rank_of(results: list[Result]) -> tuple[bool, Fraction]:
    """Return whether the player has a place, and the rank: base rank 1000 x (N - p) / (N - 1), weight x factor of age.

    Half the weighted mean of the best ceil(5 + 0.8 x max(n - 5, 0)) results, those missing from five 0 of weight 1;
    half that of the best four. Best by base rank, of equal ones by weight.
    """
    aged = [(F(1000 * (FIELD - place), FIELD - 1), weight * AGES[day]) for place, weight, day in results]
    best = sorted(((base, weight) for base, weight in aged if weight), reverse=True)
    count = len(best)
    parts = []
    for size in (max(5, ceil(5 + F(4, 5) * max(count - 5, 0))), 4):
        rows = [*best[:size], *[(F(0), F(1))] * max(0, min(size, 5) - count)]
        parts.append(sum(base * weight for base, weight in rows) / sum(weight for _base, weight in rows))
    return count >= 2, sum(parts) / 2


@given(st.lists(st.tuples(st.integers(1, FIELD), st.sampled_from(WEIGHTS), st.sampled_from(sorted(AGES))), max_size=16))
def test_any_results_give_the_rank_of_the_formula(results: list[Result]) -> None:
    units = [SeasonUnit(number, number, day, weight=weight) for number, (_p, weight, day) in enumerate(results, 1)]
    units.append(SeasonUnit(len(units) + 1, 0, TODAY))
    rows = [UnitResult("petra", number, place, FIELD) for number, (place, _w, _day) in enumerate(results, 1)]
    rows.append(UnitResult("rosa", len(units), 1, 1))
    ranked = {row.person: row for row in rank_season(units, rows, MERS)}
    if not results:
        assert "petra" not in ranked
        return
    placed, total = rank_of(results)
    assert (ranked["petra"].place > 0, ranked["petra"].total) == (placed, total)


@given(st.integers(0, 15), st.integers(1, FIELD), st.sampled_from(WEIGHTS))
def test_an_expired_result_changes_nothing(count: int, place: int, weight: Fraction) -> None:
    old = datetime.date(2023, 6, 4)
    results = [(1 + number % FIELD, F(2), datetime.date(2026, 1, 4)) for number in range(count)]
    assert rank_of([*results, (place, weight, old)]) == rank_of(results)


@given(st.integers(1, FIELD - 1), st.integers(2, 12))
def test_a_better_place_is_never_worse(place: int, count: int) -> None:
    day = datetime.date(2026, 1, 4)
    rest = [(1 + 3 * number % FIELD, F(2), day) for number in range(count)]
    assert rank_of([*rest, (place, F(2), day)])[1] >= rank_of([*rest, (place + 1, F(2), day)])[1]


PRESETS = {
    "mcr": "mcr-2006",
    "riichi": "riichi-ema-2016",
    "sichuan": "sichuan-world-championship",
    "taiwan": "taiwan-aono",
}
ZERO_SUM = ((60, 20, -30, -50), (40, 10, -10, -40))
FROM_30000 = ((50000, 40000, 20000, 10000), (45000, 35000, 25000, 15000))


@pytest.mark.django_db
@pytest.mark.parametrize("family", sorted(PRESETS))
def test_one_event_of_each_family_by_hand(family: str) -> None:
    """Eight players of one country, two days (2), qualification (1): weight 3. Alone, with four results of 0 beside it:
    base rank b gives (3b / (3 + 4) + 3b / (3 + 3)) / 2 = 13b / 28.
    """
    event = small_tournament(8, slug="open", family="riichi" if family == "riichi" else "mcr", rounds=1)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(family=family, qualification=True)
    RulesetVersion.objects.filter(tournament=event).update(preset=PRESETS[family])
    released(Tournament.objects.get(pk=event.pk), 1, FROM_30000 if family == "riichi" else ZERO_SUM)
    season = seasons.create(acting(), name="Europe", published=True, rule=MERS.to_dict())
    seasons.add_event(acting(), season, tournament=event)
    table = compute_ranking(Season.objects.get())
    lines = {row.person.places[0][1]: (row.row.lines[0].value, row.row.lines[0].weight, row) for row in table.rows}
    # Winners of the tables 1 and 5, 2 and 6 second, 3 and 7 third, 4 and 8 last; the higher score first:
    # 60 and 40, 20 and 10, -10 (player 7) and -30, -40 (player 8) and -50, in riichi by score alone.
    order = [1, 5, 2, 6, 7, 3, 8, 4]
    expected = {number: F(1000 * (8 - place), 7) for place, number in enumerate(order, 1)}
    assert {number: value for number, (value, _weight, _row) in lines.items()} == expected
    assert {weight for _value, weight, _row in lines.values()} == {F(3)}
    assert {row.row.place for _value, _weight, row in lines.values()} == {0}, "one result is no place"
    assert lines[5][2].row.total == F(13, 28) * F(6000, 7)
