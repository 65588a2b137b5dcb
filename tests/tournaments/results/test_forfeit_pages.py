"""Sessions lost and disqualified players on the pages, in the files and in the API, by the same words."""

import csv
import io
import json

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils.html import strip_tags
from pypdf import PdfReader

from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.core.printing import documents as papers
from tournaments.core.printing.registry import Order, paper_of
from tournaments.exchange.document.event_1 import export_event
from tournaments.results.queries import explain
from tournaments.results.queries.public_results import round_results
from tournaments.results.services import forfeits, results
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes
from tournaments.standings.models import Forfeit
from tournaments.standings.papers import standings_list
from tournaments.standings.views import player as public_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    """The first round is released; player 2 has lost it, player 6 is disqualified."""
    tournament = playing()
    people(tournament)
    first = tournament.rounds.get(number=1)
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, table), (10, 40, -20, -30)))
    give(tournament, 2, kind="session_lost", clause="MCR-8.8", reason="Lateness")
    give(tournament, 6, kind="disqualified", clause="MCR-8.9", reason="Exchanging or hiding tiles, marking, signals")
    rounds.finish(acting("olga"), first)
    first.refresh_from_db()
    rounds.release(acting("olga"), first)
    tournament.refresh_from_db()
    return tournament


def give(tournament, number, **values):
    entry = tournament.entries.get(number=number)
    return forfeits.add(acting("ren"), entry, round_=tournament.rounds.get(number=1), **values)


def text(client, name, *args):
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_results_show_what_counts_for_the_player(event):
    rows = {row.player.number: row for row in round_results(event, 1)[0].rows}
    assert [(rows[n].points, rows[n].place, rows[n].table_points, rows[n].forfeit) for n in (1, 2)] == [
        (10, 2, 2, ""),
        (40, 1, 0, "Session lost (MCR-8.8)"),
    ]


def test_the_results_say_for_whom_a_substitute_plays(client):
    """Only where the session is forfeited, so that what the substitute plays counts for nobody."""
    tournament = playing()
    people(tournament)
    first = tournament.rounds.get(number=1)
    give(tournament, 2, kind="session_lost", clause="MCR-8.8", reason="Lateness")
    for number, name in ((2, "Standby"), (6, "Helper")):
        substitutes.substitute(acting("olga"), tournament.entries.get(number=number), from_round=1, family_name=name)
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, table), (10, 40, -20, -30)))
    rounds.finish(acting("olga"), first)
    first.refresh_from_db()
    rounds.release(acting("olga"), first)
    rows = [row for sheet in round_results(tournament, 1) for row in sheet.rows]
    told = {row.player.name: row.stands_in_for and row.stands_in_for.number for row in rows}
    assert {name: number for name, number in told.items() if number} == {"Standby": 2}
    assert text(client, "event_round", tournament.slug, 1).count("Plays as a substitute for") == 1


def forfeits_on_page(event, number):
    return public_player.player_page(public_player.public_player(event, number))["forfeits"]


def test_a_player_reads_why(event, client):
    place = explain.place_of(event, 2)
    assert [(step.forfeit, step.game.table_points) for step in place.rounds] == [("Session lost (MCR-8.8)", 0)]
    assert place.of == 7
    assert [given.clause for given in forfeits_on_page(event, 2)] == ["MCR-8.8"]
    page = text(client, "event_player", event.slug, 6)
    assert "Disqualified: not ranked." in page
    assert "Exchanging or hiding tiles" in page


def test_a_round_that_is_not_released_tells_nothing(event):
    rounds.withdraw(acting("olga"), event.rounds.get(number=1), reason="A sheet is wrong.")
    assert list(forfeits_on_page(event, 2)) == []


@pytest.mark.parametrize("address", ["event_standings", "manage_standings"])
def test_the_standings_end_with_the_disqualified_player(event, client, address):
    client.force_login(person("olga"))
    page = text(client, address, event.slug)
    assert page.count("Disqualified") == 1
    assert page.index("Given08") < page.index("Given06") < page.index("Disqualified")


def test_the_screen_says_it_in_place_of_the_figures(event, client):
    assert text(client, "screen", event.slug, "standings").count("Disqualified") == 1


def test_the_printed_standings_have_the_word(event):
    (leaf,) = standings_list.standings_list(Order(event))
    assert isinstance(leaf, papers.Leaf)
    last = leaf.values["lines"][-1]
    assert (last.place, last.name, last.out) == ("–", "Given06 Family06", True)
    printed = PdfReader(io.BytesIO(paper_of("standings").made(Order(event), "a4")))
    assert "Given06 Family06, disqualified" in " ".join(printed.pages[0].extract_text().split())


def test_the_files_have_the_word(event):
    listed = export_event(event)["standings"]["individual"]
    assert listed[-1] == {
        "place": None, "disqualified": True, "shared": False, "player": 6, "table_points": 4, "total": 40,
    }  # fmt: skip
    assert all("disqualified" not in row for row in listed[:-1])
    out = io.StringIO()
    call_command("standings", event.slug, format="csv", stdout=out)
    assert list(csv.reader(io.StringIO(out.getvalue())))[-1][:4] == ["individual", "disqualified", "no", "6"]


def test_the_api_has_the_word(event, client):
    rows = json.loads(text(client, "api-standings", event.slug))["individual"]
    assert [(row["place"], row["number"], row["disqualified"]) for row in rows][-2:] == [(6, 8, False), (None, 6, True)]


def test_the_ledger_lists_and_crosses_out(event, client):
    client.force_login(person("olga"))
    page = text(client, "manage_ledger", event.slug)
    assert ("MCR-8.8" in page, "MCR-8.9" in page) == (True, True)
    lost = Forfeit.objects.get(kind="session_lost")
    address = reverse("manage_forfeit_void", args=[event.slug, lost.pk])
    assert client.post(address, {"reason": ""}, follow=True).status_code == 200
    assert Forfeit.objects.get(pk=lost.pk).voided_at is None
    client.post(address, {"reason": "He was in time."})
    assert Forfeit.objects.get(pk=lost.pk).void_reason == "He was in time."
    assert "He was in time." in text(client, "manage_ledger", event.slug)


def test_the_players_page_of_the_organiser_says_what_happened(event, client):
    client.force_login(person("olga"))
    page = text(client, "manage_entry", event.slug, 6)
    assert "Dropped out" in page
    assert "(MCR-8.9)" in strip_tags(page)
