"""Ratings worked out by hand from their formulas, and the games that count."""

from math import isclose, sqrt

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.support.people import acting
from tests.support.seasons import played
from tournaments.events.models import Tournament
from tournaments.seasons import services as season_services
from tournaments.seasons.logic.ratings import RatedGame, rate

ONE = RatedGame((1, 1), (("a", 1), ("b", 2), ("c", 3), ("d", 4)))
TIED = RatedGame((1, 1), (("a", 1), ("b", 2), ("c", 2), ("d", 4)))


def values(games, system):
    return {player: rating.value for player, rating in rate(games, system).items()}


def test_elo_of_four_newcomers_is_a_step_shared_among_three_opponents():
    # Against each of three equals: 3 x 1/2 x 32/3 = 16 for the first; 2 - 1 = half of that for the second.
    assert values([ONE], "elo") == pytest.approx({"a": 1516, "b": 1500 + 16 / 3, "c": 1500 - 16 / 3, "d": 1484})
    assert values([TIED], "elo") == pytest.approx({"a": 1516, "b": 1500, "c": 1500, "d": 1484})


def test_elo_expects_more_of_who_has_more():
    second = RatedGame((1, 2), (("a", 2), ("e", 1)))
    expected = 1 / (1 + 10 ** ((1500 - 1516) / 400))
    ratings = rate([ONE, second], "elo")
    assert isclose(ratings["a"].value, 1516 - 32 * expected)
    assert isclose(ratings["e"].value, 1500 + 32 * expected)
    assert (ratings["a"].history, ratings["a"].games) == ([((1, 1), 1, 1516), ((1, 2), 2, ratings["a"].value)], 2)


def test_plackett_luce_by_its_formula():
    """Weng and Lin (2011), algorithm 4: mu + variance / c x (1 if first of the rest - chance) for each place."""
    mu, beta, tau = 25.0, 25 / 6, 25 / 300
    variance = (25 / 3) ** 2 + tau**2
    c = sqrt(4 * (variance + beta**2))
    # Of four equals the first has a chance of 1/4, of the three others 1/3, then 1/2.
    gains = {"a": 3 / 4, "b": -1 / 4 + 2 / 3, "c": -1 / 4 - 1 / 3 + 1 / 2, "d": -1 / 4 - 1 / 3 - 1 / 2}
    for player, rating in rate([ONE], "openskill").items():
        assert isclose(rating.value + 3 * rating.uncertainty, mu + variance / c * gains[player]), player
    tied = rate([TIED], "openskill")
    assert tied["b"].value == tied["c"].value


@pytest.mark.parametrize("system", ["openskill", "elo"])
def test_the_order_of_games_matters_and_equal_games_give_equal_ratings(system):
    other = RatedGame((1, 2), (("d", 1), ("a", 2), ("e", 3)))
    assert values([ONE, other], system) == values([ONE, other], system)
    assert values([ONE, other], system) != values([other, ONE], system)


@pytest.mark.parametrize("system", ["openskill", "elo"])
def test_who_is_alone_at_a_table_plays_no_game_and_ten_games_are_enough(system):
    assert rate([], system) == rate([RatedGame((1, 1), (("a", 1),))], system) == {}
    nine = rate([ONE] * 9, system)["a"]
    ten = rate([ONE] * 10, system)["a"]
    assert (nine.provisional, ten.provisional, ten.games, len(ten.history)) == (True, False, 10, 1)


NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")


@pytest.fixture
def season(db):
    """Petra wins the first game and is second of the other; Olaf and Rosa tie in the second event."""
    made = season_services.create(acting(), name="Club league", published=True, rule={"rating": "elo"})
    for event in (
        played("spring", [(30, 10, -10, -30)], NAMES),
        played("autumn", [(-40, 20, 20, 0)], (*NAMES[:3], "Uve Sand"), day="2026-10-03"),
    ):
        season_services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    return made


def read_api():
    return APIClient().get("/api/v1/seasons/club-league/ratings/").json()


def test_a_season_has_a_list_of_ratings_if_its_rule_asks_for_one(season):
    (rated,) = read_api()
    # 1516, 1505.33, 1494.67, 1484 after the spring. In the autumn Rosa and Olaf win a game each against Uve and Petra.
    ratings = {1: 1516.0, 2: 1500 + 16 / 3, 3: 1500 - 16 / 3, 4: 1500.0}
    places = {1: 4, 2: 1, 3: 1, 4: 3}

    def score(a, b):
        return 0.5 if places[a] == places[b] else float(places[a] < places[b])

    expected = {
        a: ratings[a]
        + 32 / 3 * sum(score(a, b) - 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400)) for b in ratings if b != a)
        for a in ratings
    }
    values = {row["name"]: row["rating"] for row in rated["rows"]}
    assert (rated["family"], rated["system"], rated["games"]) == ("mcr", "elo", 2)
    assert [values[name] for name in ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uve Sand")] == pytest.approx(
        list(expected.values())
    )
    assert values["Uwe Sand"] == 1484
    assert {row["place"] for row in rated["rows"]} == {0}, "fewer than ten games: provisional"
    page = Client().get("/seasons/club-league/").content.decode()
    assert "/seasons/club-league/ratings/" in page
    csv = Client().get("/seasons/club-league/ratings.csv").content.decode("utf-8-sig").splitlines()
    assert csv[0] == "Game,Place,Player,Country,Rating,Games"
    assert len(csv) == 6
    own = Client().get("/seasons/club-league/players/spring/1/")
    assert [(name, games) for name, games, _value in own.context["ratings"][0]["events"]] == [
        ("Spring", 1),
        ("Autumn", 2),
    ]
    assert "<polyline" in own.content.decode()
    season_services.set_rule(acting(), season, rule={})
    assert read_api() == []
    assert "ratings/" not in Client().get("/seasons/club-league/").content.decode()


def test_a_changed_result_a_hidden_round_and_an_unpublished_event_change_the_list_at_once(season):
    autumn = Tournament.objects.get(slug="autumn")
    autumn.rounds.update(released_at=None)
    Tournament.objects.filter(pk=autumn.pk).update(version=autumn.version + 1)
    (rated,) = read_api()
    assert (rated["games"], rated["rows"][0]["name"], rated["rows"][0]["rating"]) == (1, "Petra Quist", 1516)
    Tournament.objects.update(published=False)
    assert read_api() == []


def test_chairs_of_substitutes_rate_nobody(season):
    autumn = Tournament.objects.get(slug="autumn")
    autumn.entries.filter(number=4).update(house=True)
    Tournament.objects.filter(pk=autumn.pk).update(version=autumn.version + 1)
    (rated,) = read_api()
    assert "Uve Sand" not in {row["name"] for row in rated["rows"]}
    # Three are left: Petra loses to both, whose tie gives half a game each.
    ratings = {row["name"]: row["rating"] for row in rated["rows"]}
    one, two, three = 1516.0, 1500 + 16 / 3, 1500 - 16 / 3
    gain = sum(0 - 1 / (1 + 10 ** ((their - one) / 400)) for their in (two, three))
    assert isclose(ratings["Petra Quist"], one + 16 * gain)
