"""Repairs within a play-off of teams: its places are those of the teams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.database import kept_for_the_module
from tests.support.people import acting, signed_in
from tests.support.team_leagues import add_play_off, play_by_team, seated_by_places, team_league
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.repairs.forms.problems import find_form
from tournaments.repairs.services import repairs
from tournaments.rounds.models import Round, StandIn
from tournaments.rounds.queries.participants import list_round_players
from tournaments.standings.queries.standings import get_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def play_off(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Teams A, E, B and F are seated for the play-off; player 17 waits, of no team, and player 3 is of team C."""
    with kept_for_the_module(django_db_blocker):
        event = team_league()
        players.add(acting(), event, family_name="Late", status="waiting")
        stage = add_play_off(event, number_of_rounds=1)
        stages.cut(acting(), stage)
        seated_by_places(event.rounds.get(number=2))
        yield event


@pytest.fixture
def event(play_off: Tournament) -> Tournament:
    return Tournament.objects.get(pk=play_off.pk)


def seats_of(event: Tournament) -> set[int]:
    live = Round.objects.get(tournament=event, number=2).current_seating
    assert live is not None
    return set(live.seats.values_list("entry__number", flat=True))


def repair(event: Tournament, kind: str, **sent: Any) -> None:
    form_class = find_form(kind)
    assert form_class is not None
    form = form_class(sent | {"reason": "Ill."}, tournament=event)
    assert form.is_valid(), form.errors
    repairs.make(acting(), event, kind=kind, steps=form.steps, reason="Ill.")


def totals(event: Tournament) -> dict[str, Any]:
    names = dict(event.teams.values_list("pk", "name"))
    event = Tournament.objects.get(pk=event.pk)
    return {names[int(row.key)]: row.total for row in get_standings(event).teams}


def test_somebody_of_another_team_plays_a_round_for_a_member_and_the_points_are_the_team_s(event: Tournament) -> None:
    """Nobody is asked for a place in the final, which is the team's."""
    preview = {"round": 2, "leaves": 1, "comes": 3, "reason": "Ill."}
    page = signed_in("olga").post(f"/t/{event.slug}/manage/fix/replaced/preview/", preview)
    assert (page.status_code, "place" in page.context["form"].fields) == (200, False)
    repair(event, "replaced", round=2, leaves=1, comes=3)
    assert {3} < seats_of(event)
    assert StandIn.objects.filter(entry__number=3, plays_for__number=1).exists()
    play_by_team(event.rounds.get(number=2), {"A": -10, "E": 5, "B": 4, "F": 1, "C": -10})
    assert totals(event) == {"A": 10, "E": 34, "B": 18, "F": 10, "G": -16, "C": -20, "H": -48, "D": -60}


def test_a_late_player_without_a_team_joins_that_of_the_empty_seat(event: Tournament) -> None:
    players.drop(acting(), event.entries.get(number=1), from_round=2, reason="Ill.")
    form_class = find_form("arrived")
    assert form_class is not None
    (seat,) = form_class({"comes": 17}, tournament=event).seats
    refused = form_class({"comes": 7, "seat": seat, "reason": "Late."}, tournament=event)
    assert refused.errors["seat"] == ["7 Given07 Family07 is of no team that plays “Play-off”. Choose another seat."]
    repair(event, "arrived", comes=17, seat=seat)
    late = Entry.objects.select_related("team").get(tournament=event, number=17)
    assert late.team is not None
    assert late.team.name == "A"
    assert 17 in seats_of(event)
    assert 17 in {entry.number for entry in list_round_players(event.rounds.get(number=2))}
