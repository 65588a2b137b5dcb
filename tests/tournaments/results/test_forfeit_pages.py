"""Sessions lost and disqualified players on the pages, in the files and in the API, by the same words."""

import csv
import io
import json

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils.html import strip_tags
from pypdf import PdfReader

from tests.support.people import acting
from tests.support.tables import enter, table_of
from tournaments.core.printing import documents as papers
from tournaments.core.printing.registry import Order, find_paper
from tournaments.exchange.document.event_1 import export_event
from tournaments.results.queries import explain
from tournaments.results.queries.public_results import find_round_results
from tournaments.results.services import forfeits, results
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes
from tournaments.standings.models import Forfeit
from tournaments.standings.papers import standings_list
from tournaments.standings.views import player as public_player

pytestmark = pytest.mark.django_db


def released(event):
    """The first round, in which player 2 or the substitute has 40 points."""
    first = event.rounds.get(number=1)
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(event, table), (10, 40, -20, -30)))
    rounds.release(acting("olga"), rounds.finish(acting("olga"), first))
    event.refresh_from_db()


def give(event, number, **values):
    entry = event.entries.get(number=number)
    return forfeits.add(acting("ren"), entry, round_=event.rounds.get(number=1), **values)


def lose(event, number):
    give(event, number, kind="session_lost", clause="MCR-8.8", reason="Lateness")


@pytest.fixture
def punished(event):
    """The first round is released; player 2 has lost it, player 6 is disqualified."""
    lose(event, 2)
    give(event, 6, kind="disqualified", clause="MCR-8.9", reason="Exchanging or hiding tiles, marking, signals")
    released(event)
    return event


def text(client, name, event, *args):
    answer = client.get(reverse(name, args=[event.slug, *args]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_results_say_for_whom_a_substitute_plays(client, event):
    """Only where the session is forfeited, so that what the substitute plays counts for nobody."""
    lose(event, 2)
    for number, name in ((2, "Standby"), (6, "Helper")):
        substitutes.substitute(acting("olga"), event.entries.get(number=number), from_round=1, family_name=name)
    released(event)
    rows = [row for sheet in find_round_results(event, 1) for row in sheet.rows]
    assert {row.player.name: row.stands_in_for.number for row in rows if row.stands_in_for} == {"Standby": 2}
    assert text(client, "event_round", event, 1).count("Plays as a substitute for") == 1


def forfeits_on_page(event, number):
    return public_player.build_player_values(public_player.find_public_player(event, number))["forfeits"]


def test_public_pages_screen_and_api_say_what_counts_and_why(punished, client, olga):
    rows = {row.player.number: row for row in find_round_results(punished, 1)[0].rows}
    assert [(rows[n].points, rows[n].place, rows[n].table_points, rows[n].forfeit) for n in (1, 2)] == [
        (10, 2, 2, ""),
        (40, 1, 0, "Session lost (MCR-8.8)"),
    ]
    place = explain.find_explained_place(punished, 2)
    assert [(step.forfeit, step.game.table_points) for step in place.rounds] == [("Session lost (MCR-8.8)", 0)]
    assert (place.of, [given.clause for given in forfeits_on_page(punished, 2)]) == (7, ["MCR-8.8"])
    page = text(client, "event_player", punished, 6)
    assert [said in page for said in ("Disqualified: not ranked.", "Exchanging or hiding tiles")] == [True] * 2
    for browser, address in ((client, "event_standings"), (olga, "manage_standings")):
        page = text(browser, address, punished)
        assert page.count("Disqualified") == 1
        assert page.index("Given08") < page.index("Given06") < page.index("Disqualified")
    assert text(client, "screen", punished, "standings").count("Disqualified") == 1
    rows = json.loads(text(client, "api-standings", punished))["individual"]
    assert [(row["place"], row["number"], row["disqualified"]) for row in rows][-2:] == [(6, 8, False), (None, 6, True)]
    rounds.withdraw(acting("olga"), punished.rounds.get(number=1), reason="A sheet is wrong.")
    assert list(forfeits_on_page(punished, 2)) == []


def test_papers_and_files_have_the_word(punished):
    (leaf,) = standings_list.standings_list(Order(punished))
    assert isinstance(leaf, papers.Leaf)
    last = leaf.values["lines"][-1]
    assert (last.place, last.name, last.out) == ("–", "Given06 Family06", True)
    printed = PdfReader(io.BytesIO(find_paper("standings").made(Order(punished), "a4")))
    assert "Given06 Family06, disqualified" in " ".join(printed.pages[0].extract_text().split())
    listed = export_event(punished)["standings"]["individual"]
    assert listed[-1] == {
        "place": None, "disqualified": True, "shared": False, "player": 6, "table_points": 4, "total": 40,
    }  # fmt: skip
    assert all("disqualified" not in row for row in listed[:-1])
    out = io.StringIO()
    call_command("standings", punished.slug, format="csv", stdout=out)
    assert list(csv.reader(io.StringIO(out.getvalue())))[-1][:4] == ["individual", "disqualified", "no", "6"]


def test_the_organiser_reads_it_and_why_it_was_voided(punished, olga):
    page = text(olga, "manage_ledger", punished)
    assert ("MCR-8.8" in page, "MCR-8.9" in page) == (True, True)
    page = text(olga, "manage_entry", punished, 6)
    assert ("Dropped out" in page, "(MCR-8.9)" in strip_tags(page)) == (True, True)
    forfeits.void(acting(), Forfeit.objects.get(kind="session_lost"), reason="He was in time.")
    assert "He was in time." in text(olga, "manage_ledger", punished)
