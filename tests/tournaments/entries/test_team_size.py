"""No way of entering puts more players into a team than the event has in one."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.core.open_items import list_open_items
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.models.registration import Application
from tournaments.entries.queries import has_place, query_members_with_place
from tournaments.entries.reading import roster
from tournaments.entries.services import applications, teams
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.seating.services import substitutes

pytestmark = pytest.mark.django_db

FULL = "Team “World” has its 4 players. Move one of them first, or choose another team."


@pytest.fixture
@remembered
def world() -> Team:
    event = small_tournament(8)
    people(event)
    event.team_size = 4
    event.save(update_fields=["team_size"])
    team = teams.add(acting(), event, name="World")
    for entry in event.entries.filter(number__lte=4):
        teams.assign(acting(), entry, team=team)
    return team


def applied(event: Tournament, given_name: str) -> Application:
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"team_name": "asked"}})
    facts = {"given_name": given_name, "family_name": "Late", "team_name": "world"}
    return applications.apply(acting(), event, facts=facts)


def test_a_registration_is_approved_without_the_full_team_and_the_page_says_so(world: Team) -> None:
    event = world.tournament
    event.state = Tournament.State.PLANNED
    event.save(update_fields=["state"])
    one, other = applied(event, "Ada"), applied(event, "Bo")
    olga = signed_in("olga")
    page = olga.post(reverse("manage_registration_admit", args=[event.slug, one.number]), follow=True)
    assert "Their team is full or does not exist, so choose one for: Ada Late." in page.content.decode()
    page = olga.post(reverse("manage_registrations_admit_all", args=[event.slug]), follow=True)
    assert "so choose one for: Bo Late." in page.content.decode()
    entries = Entry.objects.filter(family_name="Late")
    assert [(entry.team, entry.application.team_name) for entry in entries] == [(None, "world")] * 2
    assert query_members_with_place(world).count() == 4
    registration.drop(acting(), event.entries.get(number=1), from_round=1)
    applications.change_own(acting(), Application.objects.get(pk=other.pk), facts={"team_name": "WORLD"})
    assert Entry.objects.get(application=other).team == world


def test_form_api_and_team_page_refuse_a_fifth_player(world: Team) -> None:
    event = world.tournament
    with pytest.raises(UserError) as refused:
        registration.add(acting(), event, family_name="Fifth", team=world)
    assert (str(refused.value), refused.value.field) == (FULL, "team")
    with pytest.raises(UserError, match="Move one of them first"):
        registration.edit(acting(), event.entries.get(number=5), team=world)
    with pytest.raises(UserError, match="Move one of them first"):
        teams.assign(acting(), event.entries.get(number=5), team=world)
    path = f"/api/v1/tournaments/{event.slug}/entries/5/team/"
    assert program("olga").post(path, {"team": world.code}, format="json").json()["detail"] == FULL
    # A member is edited as before.
    registration.edit(acting(), event.entries.get(number=4), team=world, club="Harbour")


def test_an_import_keeps_the_player_without_the_team_and_lets_players_change_places(world: Team) -> None:
    event = world.tournament
    preview = roster.preview(event, b"number,name,team\n20,Eva Late,World\n")
    told = "Team “World” has its 4 players; this one is imported without a team."
    assert [(one.line, one.warning, one.message) for one in preview.problems] == [(2, True, told)]
    roster.save(acting(), event, rows=preview.rows)
    assert event.entries.get(number=20).team is None
    other = teams.add(acting(), event, name="Rest")
    for entry in event.entries.filter(number__in=(5, 6, 7, 8)):
        teams.assign(acting(), entry, team=other)
    swap = roster.preview(event, b"number,name,team\n1,,Rest\n5,,World\n")
    assert swap.problems == []
    roster.save(acting(), event, rows=swap.rows)
    assert (event.entries.get(number=1).team, event.entries.get(number=5).team) == (other, world)


def test_a_substitute_takes_the_place_of_the_absent_player(world: Team) -> None:
    event = world.tournament
    absent = event.entries.get(number=1)
    came = substitutes.substitute(acting(), absent, from_round=1, family_name="Stands", given_name="In")
    assert (came.team, has_place(world)) == (world, False)


def test_a_team_that_is_too_large_is_an_open_item(world: Team) -> None:
    event = world.tournament
    event.team_size = 3
    event.save(update_fields=["team_size"])
    told = [item.label for item in list_open_items(event) if "World" in item.label]
    assert told == ["Team “World” has 4 players, the event 3 per team"]
    assert Client().get(reverse("event_teams", args=[event.slug])).status_code == 200
