"""The public pages answer everybody, quickly, in four languages, and show nothing too early."""

import datetime
import re

import pytest
from django.core.cache import caches
from django.urls import reverse

from tests.support.people import people, person, signed_in, small_tournament
from tests.support.play import played, published, released
from tests.support.release import in_full
from tests.support.remembered import remembered
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db


PAGES = ["", "players/", "players/1/", "seating/", "seating/1/", "results/", "results/1/", "standings/"]


@pytest.fixture
@remembered
def tournament():
    made = small_tournament()
    released(made, 1)
    published(made.rounds.get(number=2))
    return made


def get(client, path="", **headers):
    return client.get(f"/t/spring-open/{path}", headers=headers)


def test_everybody_can_read_every_page_in_every_language_and_in_the_time_of_the_place(client, tournament):
    tournament.rounds.filter(number=3).update(starts_at=datetime.datetime(2026, 5, 2, 12, 0, tzinfo=datetime.UTC))
    assert "Sat 14:00" in get(client).text
    for at, language in enumerate(("en", "ja", "zh-Hans", "zh-Hant")):
        for path in PAGES if in_full() or not at else PAGES[at::3]:
            answer = get(client, path, accept_language=language)
            assert (path, answer.status_code, answer.cookies) == (path, 200, {})
            assert f'<html lang="{language}"' in answer.text
    answer = client.post("/language/", {"language": "ja", "next": "/t/spring-open/seating/"})
    assert answer.url == "/t/spring-open/seating/"
    assert '<html lang="ja"' in get(client, "seating/").text
    client.force_login(person("petra"))
    own = get(client, "players/")
    assert (own.headers.get("ETag"), own["Cache-Control"]) == (None, "no-cache, private")


def test_the_team_alone_sees_its_event_before_it_is_public(client, tournament):
    people(tournament)
    Tournament.objects.update(published=False)
    for outsider in (client, signed_in("otto")):
        assert [get(outsider, path).status_code for path in PAGES] == [404] * len(PAGES)
    answer = get(signed_in("sam"))
    assert (answer.status_code, "until they are published" in answer.text) == (200, True)


def test_what_is_not_public_yet_is_not_found(client, tournament):
    assert 'href="/t/spring-open/seating/3/"' not in get(client, "seating/").text
    played(tournament, 2)
    hidden = ("results/2/", "seating/3/", "standings/?after=2", "players/99/", "screen/nonsense/", "teams/")
    assert [get(client, path).status_code for path in hidden] == [404] * len(hidden)


def test_finding_one_player_leads_to_the_players_page(client, tournament):
    assert get(client, "players/?q=family07").url == "/t/spring-open/players/7/"
    assert "8 players found" in get(client, "players/?q=family").text
    assert "0 players found" in get(client, "players/?q=<b>").text
    Entry.objects.filter(number=1).update(family_name="<script>alert(1)</script>")
    Tournament.objects.update(version=10_001)
    assert "<script>alert" not in get(client, "players/").text


def test_the_list_of_events_shows_public_ones_by_state(client, tournament):
    Tournament.objects.create(slug="secret", name="Secret Cup", family="mcr")
    Tournament.objects.create(slug="autumn", name="Autumn Cup", family="riichi", published=True)
    text = client.get("/").text
    assert "Secret Cup" not in text
    assert text.index("Running now") < text.index("Spring Open") < text.index("Coming") < text.index("Autumn Cup")


@pytest.mark.parametrize(
    ("preset", "scoring", "heading", "other"),
    [
        ("sichuan-world-championship", {"table_points": [4, 2, 1, 0]}, "Table points", "Score"),
        ("mcr-2006", {"table_points": [], "uma": [15, 5, -5, -15]}, "Score", "Table points"),
    ],
    ids=["Sichuan with table points", "MCR with uma"],
)
def test_columns_of_results_follow_the_scoring(client, preset, scoring, heading, other):
    made = small_tournament()
    Tournament.objects.filter(pk=made.pk).update(family=preset.partition("-")[0])
    made.refresh_from_db()
    scoring = {**made.ruleset.match_scoring, **scoring}
    made.rulesets.update(preset=preset, match_scoring=scoring, tie_breaks=["total"])
    released(made, 1)
    for path in ("results/1/", "players/1/"):
        headings = re.findall(r"<th scope=\"col\" class=\"num\">\s*(.*?)\s*</th>", get(client, path).text)
        assert heading in headings
        assert other not in headings


def test_petras_account_marks_her_row_of_the_standings_and_nobody_elses(client, tournament):
    tournament.entries.filter(number=5).update(account=person("petra"))
    marks = {}
    for name in (None, "otto", "petra"):
        if name:
            client.force_login(person(name))
        marks[name] = re.findall(r'data-own="(\d+)"', get(client, "standings/").text)
    assert marks == {None: [], "otto": [], "petra": ["5"]}


def headings(client, tournament: Tournament) -> list[str]:
    """The headings of the sections that a visitor sees, in their order."""
    text = client.get(f"/t/{tournament.slug}/", headers={"accept-language": "en"}).text
    found = re.findall(r"<h2[^>]*>(.*?)</h2>", text.partition("<main")[2], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", each).split()) for each in found]


def test_what_leads_the_page_before_play_while_it_runs_and_after(client):
    tournament = small_tournament()
    assert headings(client, tournament)[:3] == ["Facts", "Schedule", "For the hall"]
    released(tournament, 1)
    published(tournament.rounds.get(number=2))
    caches["pages"].clear()
    assert headings(client, tournament)[:4] == ["Round 2", "Best results of round 1", "Schedule", "After round 1"]
    text = client.get(f"/t/{tournament.slug}/").text
    assert "event-next" not in text
    tournament.rounds.filter(number=2).update(state=Round.State.PLAYING)
    caches["pages"].clear()
    while_playing = client.get(f"/t/{tournament.slug}/").text
    assert re.findall(r"event-next.*?<strong>\s*(.*?)\s*</strong>", while_playing, re.DOTALL) == ["Next: round 3"]
    assert text.index("Find my table") < text.index('data-clock-url="/t/spring-open/clock.json"')

    Tournament.objects.update(state=Tournament.State.FINISHED)
    caches["pages"].clear()
    after = ["The first places", "The event in numbers", "After round 1", "Schedule", "Facts", "Files"]
    assert headings(client, tournament)[:6] == after
    text = client.get(f"/t/{tournament.slug}/").text
    assert re.findall(r"event-medal-place.*?</span>\s*(\S+)", text, re.DOTALL) == ["1", "2=", "2="]
    Tournament.objects.update(standings_hidden=True)
    caches["pages"].clear()
    assert headings(client, tournament)[:2] == ["Schedule", "Facts"], "kept for the ceremony"


def screens(page: str) -> list[str]:
    """The views for the projector that a page lists for the hall."""
    return re.findall(r'href="/t/[-\w]+/screen/(\w+)/"', page.partition('<h2 id="screens">')[2])


def test_the_hall_gets_the_teams_where_there_are_some_and_chances_while_a_round_is_to_come(client, tournament):
    people(tournament)
    olga = signed_in("olga")

    def pages() -> list[list[str]]:
        caches["pages"].clear()
        return [screens(get(client).text), screens(olga.get(reverse("manage_print", args=[tournament.slug])).text)]

    assert pages() == [["seating", "plan", "standings", "numbers", "clock", "needs"]] * 2
    Tournament.objects.update(team_size=4, features=["teams"])
    assert pages() == [["seating", "plan", "standings", "teams", "numbers", "clock", "needs"]] * 2
    Round.objects.update(state=Round.State.FINISHED)
    assert pages() == [["seating", "plan", "standings", "teams", "numbers", "clock"]] * 2
