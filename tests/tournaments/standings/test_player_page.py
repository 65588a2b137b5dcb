"""The page of a player: opponents with the points of both, a sentence, a chart with a scale, a face by consent."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, small_tournament
from tests.support.play import played, released
from tournaments.entries.models.entries import Portrait
from tournaments.events.models import Tournament
from tournaments.people import consent
from tournaments.people.models import Person
from tournaments.rounds.services import rounds
from tournaments.standings.logic.charts import draw_rounds_chart

pytestmark = pytest.mark.django_db

SECOND = ((7351, -2451, -2450, -2450), (10, 10, -8, -12))
PAGE = "/t/spring-open/players/1/"


def read(client: Client, page: str = PAGE) -> str:
    caches["pages"].clear()
    return client.get(page).text


def met(text: str) -> dict[str, tuple[str, str]]:
    """The rounds and points of both by the name of each opponent."""
    section = text.partition('<h2 id="met">')[2].partition("</section>")[0]
    lines = {}
    for row in section.split("<tr")[2:]:
        cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        name, numbers, points = (" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in cells)
        lines[name] = (numbers, points)
    return lines


def test_opponents_have_the_points_of_both_as_soon_as_they_are_public(client: Client) -> None:
    event = small_tournament()
    released(event, 1)
    assert met(read(client)) == {
        "Given02 Family02": ("1", "Ahead 60 : 20"),
        "Given03 Family03": ("1", "Ahead 60 : −30"),
        "Given04 Family04": ("1", "Ahead 60 : −50"),
    }
    assert met(read(client, "/t/spring-open/players/2/"))["Given01 Family01"] == ("1", "20 : 60")
    played(event, 2, SECOND)
    text = read(client)
    assert met(text)["Given02 Family02"] == ("1 2", "Ahead 60 : 20 –")
    assert "7,351" not in text
    assert "7351" not in text
    rounds.release(acting(), event.rounds.get(number=2))
    assert met(read(client))["Given02 Family02"] == ("1 2", "Ahead 60 : 20 Ahead 7,351 : −2,451")


def test_hidden_results_are_in_neither_the_sentence_nor_the_chart(client: Client) -> None:
    event = small_tournament()
    released(event, 1)
    assert "First at 1 of 1 table; best result 60 points in round 1." in " ".join(read(client).split())
    released(event, 2, SECOND)
    words = " ".join(read(client).split())
    assert "First at 2 of 2 tables; best result 7,351 points in round 2." in words
    assert "rounds-chart" in words
    Tournament.objects.update(standings_hidden=True, hidden_from_round=2, version=1000)
    hidden = " ".join(read(client).split())
    assert "First at 1 of 1 table; best result 60 points in round 1." in hidden
    assert "7,351" not in hidden


def test_the_chart_has_a_scale_from_the_first_to_the_last_place_and_room_for_rounds_to_come() -> None:
    drawn = draw_rounds_chart([(1, 8, None), (3, 1, None)], 8, planned=4)
    assert [place for _height, place in drawn.scale] == [1, 8]
    assert [mark.round for mark in drawn.marks] == [1, 2, 3, 4]
    (last, _gap, first, _to_come) = drawn.marks
    assert ((last.y, last.place), (first.y, first.place)) == ((drawn.bottom, 8), (drawn.top, 1))
    assert drawn.lines == ((last.x, last.y, first.x, first.y),)
    assert all(0 < mark.x < 100 for mark in drawn.marks)


def test_a_face_is_shown_where_the_person_lets_everybody_see_it_else_letters(client: Client) -> None:
    event = small_tournament()
    people(event)
    entry = event.entries.get(number=1)
    Portrait.objects.create(entry=entry, picture=b"jpeg", width=1, height=1, digest="0")
    assert ">GF<" in read(client)
    consent.record(acting(), entry, consent_on=date(2026, 1, 1), consent_source=Person.Source.PAPER, shows_photo=True)
    person = Person.objects.get()
    photo = reverse("public_person_photo", args=[person.key])
    assert f'src="{photo}"' in read(client)
    assert ">GF<" not in read(client)
    event.entries.filter(number=1).update(shown_name="G. F.")
    assert photo not in read(client), "this event hides the name"
    event.entries.filter(number=1).update(shown_name="")
    consent.withdraw(acting(), entry)
    assert photo not in read(client)


def test_a_team_has_its_place_after_each_round(client: Client) -> None:
    event = small_tournament()
    Tournament.objects.update(team_size=4, features=["teams"])
    for code, numbers in (("A", (1, 2, 5, 6)), ("B", (3, 4, 7, 8))):
        team = event.teams.create(code=code, name=f"Team {code}")
        event.entries.filter(number__in=numbers).update(team=team)
    released(event, 1)
    released(event, 2, ((-5000, -3000, 2000, 6000), (-12, -8, 10, 10)))
    text = read(client, "/t/spring-open/teams/")
    cells = re.findall(r'class="round-place quarter-(\d)".*?>\s*(\d)\s*</span>', text, re.DOTALL)
    assert cells == [("4", "2"), ("2", "1"), ("2", "1"), ("4", "2")], "team B, then team A"
