"""Events of teams are headed by teams: on the poster, the certificates and in the ceremony."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db

BEST = "Given01 Family01"


@pytest.fixture
@remembered
def event(db: None) -> Tournament:
    """Eight players after the only round; player 1 has most points, team B more than player 1's team A."""
    made = small_tournament(8)
    people(made)
    Tournament.objects.filter(pk=made.pk).update(team_size=4)
    made.refresh_from_db()
    for code, numbers in (("A", (1, 4, 7, 8)), ("B", (2, 3, 5, 6))):
        team = teams.add(acting(), made, code=code, name=f"Team {code}", country="")
        made.entries.filter(number__in=numbers).update(team=team)
    released(made, 1, [(60, -10, -20, -30), (40, 30, -10, -60)])
    made.rounds.update(state=Round.State.FINISHED)
    made.refresh_from_db()
    return made


def leaves(event: Tournament, key: str) -> list[dict[str, object]]:
    paper = find_paper(key)
    assert paper is not None
    return [leaf.values for leaf in paper.leaves(Order(event))]


def test_the_poster_and_the_certificates_begin_with_the_teams(event: Tournament) -> None:
    (poster,) = leaves(event, "result-poster")
    assert [line.name for line in poster["winners"]] == ["Team B", "Team A"]
    ((title, column, unit, lines),) = poster["boards"]
    assert (title, column, unit, lines[0].name) == ("players", "player", "TP", BEST)
    honoured = [(page["place"], page["line"].name) for page in leaves(event, "certificates")]
    assert honoured[:3] == [("place_1", "Team B"), ("place_2", "Team A"), ("place_1", BEST)]


def test_the_ceremony_begins_with_the_teams_and_players_are_chosen(event: Tournament) -> None:
    olga, page = signed_in("olga"), reverse("ceremony", args=[event.slug])
    for query, names in (
        ({}, ["Team A", "Team B"]),
        ({"of": "players"}, None),
        ({"of": "teams"}, ["Team A", "Team B"]),
    ):
        context = olga.get(page, query).context
        assert context["teams"] is (names is not None)
        if names:
            assert [line.team.name for _place, lines in context["steps"] for line, _cells in lines] == names
    form = olga.get(reverse("manage_standings", args=[event.slug])).context["ceremony_form"]
    assert [value for value, _label in form.fields["of"].choices] == ["teams", "players"]


def test_an_event_without_teams_is_headed_by_players(event: Tournament) -> None:
    Tournament.objects.update(team_size=None)
    event.entries.update(team=None)
    event.refresh_from_db()
    (poster,) = leaves(event, "result-poster")
    assert poster["winners"][0].name == BEST
    assert leaves(event, "certificates")[0]["line"].name == BEST
    assert signed_in("olga").get(reverse("ceremony", args=[event.slug])).context["teams"] is False
