"""The public page of a team: its rounds with opponents, results and who rests, as far as they are public."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.support.database import kept_for_the_module
from tests.support.line_ups import line_up_league, named, week
from tests.support.people import acting, signed_in
from tests.support.play import played
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds
from tournaments.seating.services import drafts, seating
from tournaments.standings.views.team import build_team_values

pytestmark = pytest.mark.django_db

SHEET = (60, 20, -30, -50)


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Any:
    """Three weeks of four teams; the first is played, the second published, the third drawn."""
    with kept_for_the_module(django_db_blocker):
        made = line_up_league(teams=4, rounds=4)
        named(made, 2, "T01", 1, 2, 3, 5)
        named(made, 3, "T01", 2, 3, 4, 5)
        for number in (1, 2, 3):
            drafts.generate(acting(), made, rounds=[week(made, number)], seed=f"week {number}")
            if number < 3:
                seating.publish(acting(), week(made, number).seatings.get())
        made.rounds.filter(number=2).update(starts_at="2026-05-09T17:00:00Z")
        played(made, 1, [SHEET] * 4)
        yield made.pk


@pytest.fixture
def event(kept: int, db: None) -> Tournament:
    return Tournament.objects.get(pk=kept)


def page(event: Tournament, code: str = "T01") -> str:
    return Client().get(reverse("event_team", args=[event.slug, code])).content.decode()


def test_it_has_members_tables_opponents_and_rests_of_public_seatings_only(event: Tournament) -> None:
    lines = build_team_values(event, event.teams.get(code="T01"))["lines"]
    facts = [
        (line.round.number, [place.seat.entry.number for place, _own in games], [entry.number for entry in line.out])
        for line, games in lines
    ]
    by_number = [(number, sorted(plays), rests) for number, plays, rests in facts]
    assert by_number == [(1, [1, 2, 3, 4], [5]), (2, [1, 2, 3, 5], [4]), (3, [], []), (4, [], [])]
    assert [[team.code for team in line.against] for line, _games in lines] == [["T02", "T03", "T04"]] * 2 + [[]] * 2
    text = page(event)
    assert (text.count("Rests:"), text.count("Not seated yet"), "Given05 Family05" in text) == (2, 2, True)
    assert (
        reverse("event_team", args=[event.slug, "T01"])
        in Client().get(reverse("event_teams", args=[event.slug])).content.decode()
    )


def test_results_and_place_appear_with_the_release_and_hide_with_the_standings(event: Tournament) -> None:
    team = event.teams.get(code="T01")

    def public() -> tuple[int, bool]:
        values = build_team_values(Tournament.objects.get(pk=event.pk), team)
        return sum(own is not None for _line, games in values["lines"] for _place, own in games), bool(values["line"])

    assert public() == (0, False)
    rounds.release(acting(), week(event, 1))
    assert public() == (4, True)
    text = page(event)
    assert ("Place after round 1" in text, text.count("place ")) == (True, 4)
    Tournament.objects.filter(pk=event.pk).update(standings_hidden=True)
    assert public() == (0, False)
    assert "Place after round" not in page(event)


def test_its_calendar_has_the_weeks_with_a_time_and_the_opponents(event: Tournament) -> None:
    answer = Client().get(reverse("event_team_calendar", args=[event.slug, "T01"]))
    (found,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(found["SUMMARY"]) == "Round 2: Club A – Club B, Club C, Club D".replace(", ", " – ")
    lines = str(found["DESCRIPTION"]).splitlines()
    assert sorted(line.partition(": ")[2] for line in lines[:4]) == [
        "Given01 Family01", "Given02 Family02", "Given03 Family03", "Given05 Family05",
    ]  # fmt: skip
    assert lines[4] == f"http://testserver{reverse('event_team', args=[event.slug, 'T01'])}"


def test_there_is_none_of_an_unknown_team_without_teams_or_for_strangers_before_the_event_is_public(
    event: Tournament,
) -> None:
    addresses = [reverse(name, args=[event.slug, "T01"]) for name in ("event_team", "event_team_calendar")]
    unknown = reverse("event_team", args=[event.slug, "T09"])
    assert [Client().get(address).status_code for address in [*addresses, unknown]] == [200, 200, 404]
    Tournament.objects.filter(pk=event.pk).update(published=False)
    assert [Client().get(address).status_code for address in addresses] == [404, 404]
    assert signed_in("olga").get(addresses[0]).status_code == 200
    Tournament.objects.filter(pk=event.pk).update(published=True, line_up_size=None, team_size=None)
    assert [Client().get(address).status_code for address in addresses] == [404, 404]
