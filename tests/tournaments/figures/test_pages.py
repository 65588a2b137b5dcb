"""Pages of figures: what is public is there, what is hidden is not."""

from __future__ import annotations

import csv
import re
from datetime import date
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting
from tests.support.seasons import played
from tests.tournaments.figures.test_stored import NAMES, event_with
from tournaments.entries.models.entries import Team
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.exchange.services import privacy
from tournaments.figures.logic.intervals import compute_student_quantile
from tournaments.figures.queries import compute_event_numbers
from tournaments.people.models import Person, PersonEntry
from tournaments.results.services import settings
from tournaments.seasons import services
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

API = "/api/v1/tournaments/cup/"
PAGES = ("/t/cup/numbers/", "/t/cup/numbers.csv", "/t/cup/players/1/numbers/", "/seasons/league/numbers/")


@pytest.mark.parametrize("preset", ["mcr-2006", "riichi-ema-2016", "sichuan-tfmj-2024", "taiwan-sml-2026"])
def test_pages_show_the_figures_of_the_event(client: Client, preset: str) -> None:
    event = event_with(preset)
    services.add_event(
        acting(), services.create(acting(), name="League", slug="league", published=True, rule={}), tournament=event
    )
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "Win rate" in answer.text, page
    assert "Petra" in client.get(PAGES[0]).text


def test_a_minimum_of_hands_leaves_players_out(client: Client) -> None:
    event_with("mcr-2006")
    whole = "/t/cup/numbers/?figure=win_rate"
    lines = [client.get(f"{whole}&hands={hands}").context["boards"][0]["lines"] for hands in (4, 5)]
    assert [len(of_minimum) for of_minimum in lines] == [4, 0]
    assert [line["text"] for line in lines[0]] == ["50.0%", "25.0%", "0.0%", "0.0%"]
    assert client.get("/t/cup/numbers/?figure=unknown").status_code == 404


def test_hidden_standings_hide_every_figure(client: Client) -> None:
    event = played("cup", [(30, 10, -10, -30)], NAMES)
    assert "Best game" in client.get(PAGES[0]).text
    settings.edit(acting(), event, facts={"standings_hidden": True})
    assert Tournament.objects.get().standings_hidden
    assert "Best game" not in client.get(PAGES[0]).text
    assert "Petra" not in client.get(PAGES[1]).text
    assert client.get(PAGES[2]).status_code == 404
    assert client.get(f"{API}numbers/").json()["leaderboards"] == []
    assert client.get(f"{API}entries/1/numbers/").status_code == 404
    assert PAGES[2] not in client.get("/t/cup/players/1/").text


def test_the_api_has_exact_amounts_with_sample_and_interval(client: Client) -> None:
    event_with("mcr-2006")
    read = client.get(f"{API}numbers/?figure=win_rate").json()
    assert (read["after"], read["games"], read["games_with_hands"], read["families"]) == (1, 1, 1, ["mcr"])
    (board,) = read["leaderboards"]
    first = board["lines"][0]
    assert (board["figure"], first["name"], first["amount"], first["sample"]) == ("win_rate", "Petra Quist", "1/2", 4)
    assert [round(bound, 3) for bound in first["interval"]] == [0.15, 0.85]
    assert client.get(f"{API}numbers/?figure=win_rate&hands=5").json()["leaderboards"][0]["lines"] == []
    assert client.get(f"{API}numbers/?figure=unknown").status_code == 404
    own = {row["figure"]: row["amount"] for row in client.get(f"{API}entries/1/numbers/").json()["figures"]}
    assert (own["games"], own["win_rate"], own["largest_hand"]) == (1, "1/2", 20)
    assert PAGES[2] in client.get("/t/cup/players/1/").text


def test_a_person_has_the_numbers_of_public_rounds_only(client: Client) -> None:
    events = [played(slug, [(30, 10, -10, -30)], NAMES) for slug in ("cup", "open")]
    petra = Person.objects.create(consent=Person.Consent.GIVEN, consent_on=date(2026, 1, 1), consent_source="paper")
    for event in events:
        PersonEntry.objects.create(person=petra, entry=event.entries.get(number=1))

    def read_samples() -> list[str]:
        text = client.get(reverse("public_person", args=[petra.key])).text.partition('id="numbers"')[2]
        row = text.partition("Mean place")[2].partition("</tr>")[0]
        return re.findall(r">([0-9.]+)<", row)

    def read_api() -> tuple[int, int]:
        body = client.get(f"/api/v1/people/{petra.key}/numbers/").json()
        return body["games"], {row["figure"]: row["sample"] for row in body["figures"]}["mean_place"]

    assert (read_samples(), read_api()) == (["1", "2"], (2, 2))
    settings.edit(acting(), events[1], facts={"standings_hidden": True})
    assert (read_samples(), read_api()) == (["1", "1"], (1, 1))
    Tournament.objects.filter(slug="open").update(published=False)
    assert (read_samples(), read_api()) == (["1", "1"], (1, 1))
    Person.objects.update(consent=Person.Consent.WITHDRAWN, withdrawn_on=date(2026, 6, 1))
    assert client.get(f"/api/v1/people/{petra.key}/numbers/").status_code == 404


def test_a_season_is_made_once_for_all_visitors_until_a_result_changes(client: Client) -> None:
    event = event_with("mcr-2006")
    league = services.create(acting(), name="League", slug="league", published=True, rule={})
    services.add_event(acting(), league, tournament=event)
    page = PAGES[3]
    first = client.get(page)
    assert first.status_code == 200
    assert "Hands are written down of 1 of 1 games, 4 hands in all." in re.sub(r"\s+", " ", first.text)
    assert client.get(page, headers={"If-None-Match": first["ETag"]}).status_code == 304
    with mock.patch("tournaments.seasons.numbers.read_numbers", side_effect=AssertionError):
        assert client.get(page).text == first.text
    board = client.get(f"{page}?figure=win_rate")
    assert (board["ETag"] != first["ETag"], "sum of the places" in board.text) == (True, False)
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": True})
    hidden = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert (hidden.status_code, "Petra" in hidden.text) == (200, False)


def test_the_figure_chosen_and_its_coverage_are_on_the_pages(client: Client) -> None:
    event_with("mcr-2006")
    chosen = client.get("/t/cup/numbers/?figure=win_rate&hands=2").text
    assert '<option value="win_rate" selected>' in chosen
    player = re.sub(r"\s+", " ", client.get(PAGES[2]).text)
    assert "Hands are written down of 1 of 1 games, 4 hands in all." in player


def test_negative_scores_have_a_minus_sign(client: Client) -> None:
    event_with("mcr-2006")
    scores = client.get(PAGES[0]).text.partition('id="distribution"')[2].partition("</section>")[0]
    assert "\N{MINUS SIGN}" in scores
    assert not re.search(r">\s*-[0-9]", scores)


@pytest.mark.parametrize(
    ("freedom", "published"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_quantiles_of_t_are_the_published_ones(freedom: int, published: float) -> None:
    assert round(compute_student_quantile(freedom), 3) == published


def test_games_of_an_erased_player_still_count(client: Client) -> None:
    event = played("cup", [(30, 10, -10, -30)] * 6, NAMES)
    privacy.erase(acting(), event.entries.get(number=4))
    assert "After round 6: 6 games." in client.get("/t/cup/numbers/").text
    assert client.get("/api/v1/tournaments/cup/numbers/").json()["games"] == 6
    assert compute_event_numbers(Tournament.objects.get())[1][0].coverage == (6, 0, 0)


@pytest.mark.parametrize("rank_house", [False, True])
def test_leaderboards_leave_out_who_has_no_place(client: Client, rank_house: bool) -> None:
    event = played("cup", [(30, 10, -10, -30)], NAMES)
    event.entries.filter(number=1).update(house=True)
    event.entries.filter(number=2).update(filler=True, unranked=True)
    RulesetVersion.objects.update(substitute_policy={"rank_house": rank_house})
    listed = {1, 3, 4} if rank_house else {3, 4}
    boards = client.get("/api/v1/tournaments/cup/numbers/").json()["leaderboards"]
    assert {line["number"] for board in boards for line in board["lines"]} == listed
    assert all(board["lines"] for board in boards)
    text = client.get("/t/cup/numbers/").text
    assert ("Quist" in text, "Lind" in text, "Olaf" in text) == (rank_house, False, True)
    assert "1 games. Hands are written down of 0 of 1 games" in text
    assert client.get("/t/cup/players/1/numbers/").status_code == 200


def test_a_season_has_its_numbers_as_file_and_in_the_api(client: Client) -> None:
    event = event_with("mcr-2006")
    league = services.create(acting(), name="League", slug="league", published=True, rule={})
    services.add_event(acting(), league, tournament=event)
    body = client.get("/api/v1/seasons/league/numbers/?figure=win_rate").json()
    assert (body["family"], body["games"], body["games_with_hands"]) == ("mcr", 1, 1)
    (board,) = body["leaderboards"]
    first = board["lines"][0]
    assert (first["name"], first["amount"], first["entries"]) == ("Petra Quist", "1/2", ["cup/1"])
    heads, line = csv.reader(client.get("/seasons/league/numbers.csv").text.removeprefix("\ufeff").splitlines()[:2])
    assert line[:3] == ["mcr", "Petra Quist", "France"]
    assert line[heads.index("Win rate")] in ("1/2", "0.5")
    assert 'href="/seasons/league/numbers.csv"' in client.get(PAGES[3]).text
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": True})
    assert client.get("/api/v1/seasons/league/numbers/").json()["leaderboards"] == []
    assert "Petra" not in client.get("/seasons/league/numbers.csv").text
    services.edit(acting(), Season.objects.get(), published=False, name="League")
    for address in (PAGES[3], "/seasons/league/numbers.csv", "/api/v1/seasons/league/numbers/"):
        assert client.get(address).status_code == 404


def test_a_season_of_teams_has_the_numbers_of_its_players(client: Client) -> None:
    event = event_with("mcr-2006")
    for code, numbers in {"A": (1, 2), "B": (3, 4)}.items():
        event.entries.filter(number__in=numbers).update(
            team=Team.objects.create(tournament=event, code=code, name=f"Team {code}")
        )
    league = services.create(acting(), name="League", slug="league", published=True, rule={"ranked": "teams"})
    services.add_event(acting(), league, tournament=event)
    assert "Petra Quist" in client.get(PAGES[3]).text
