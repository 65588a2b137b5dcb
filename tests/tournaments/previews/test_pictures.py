"""Pictures of public pages: what they say, that they hide what the pages hide, how often they are drawn."""

import io
import threading
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.support import seasons
from tests.support.duplicate import dealt, duplicate_event, enter_board, session_planned
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tournaments.core.http.throttles import Rate
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.previews import cards, pictures
from tournaments.previews.logic import Card
from tournaments.results.services import settings
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

EVENT = "/t/spring-open/preview.png"
STANDINGS = "/t/spring-open/standings/preview.png"
PLAYER = "/t/spring-open/players/1/preview.png"
TABLE = "/t/spring-open/results/1/table/1/preview.png"


@pytest.fixture
@remembered
def tournament():
    made = small_tournament()
    people(made)
    released(made, 1)
    published(made.rounds.get(number=2))
    return made


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Card]]:
    """Cards of the pictures that were drawn; nothing is remembered from other tests."""
    made: list[Card] = []

    def draw(card: Card) -> bytes:
        made.append(card)
        return b"picture"

    monkeypatch.setattr(pictures, "draw_png", draw)
    caches["pictures"].clear()
    yield made
    caches["pictures"].clear()


def texts(card: Card) -> str:
    rows = [" ".join((row.lead, row.text, row.detail, row.figure)) for row in card.rows]
    return "\n".join([card.heading, card.title, *card.facts, card.value, card.unit, *rows])


def test_a_picture_has_the_size_that_other_sites_expect(client, tournament):
    caches["pictures"].clear()
    answer = client.get(EVENT)
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert (answer["Content-Type"], picture.format, picture.size) == ("image/png", "PNG", (1200, 630))


def test_the_cards_say_what_the_pages_say(client, tournament, drawn):
    for address in (EVENT, STANDINGS, PLAYER, TABLE):
        assert client.get(address).status_code == 200
    event, standings, player, table = drawn
    places = {row.lead: row.text for row in standings.rows}
    # Four, two, one and no table points at each table; 60 points more than 10.
    assert (event.title, standings.title) == ("Spring Open", "Standings after round 1")
    assert [row.lead for row in standings.rows][:1] == ["1"]
    first = Entry.objects.get(number=1)
    assert places["1"] == first.name == player.title
    assert (player.value, player.unit, player.trail, player.of) == ("1", "of 8 after round 1", (1,), 8)
    assert player.facts[-1].startswith("Round 2, table 1")
    assert (table.title, table.rows[0].lead, table.rows[0].detail) == ("Round 1, table 1", "東", "60")


def test_a_card_is_in_the_language_of_the_page(client, tournament, drawn):
    client.get(f"{STANDINGS}?lang=ja", headers={"accept-language": "de"})
    client.get(STANDINGS, headers={"accept-language": "de"})
    assert [card.language for card in drawn] == ["ja", "de"]


def test_hidden_standings_and_results_are_on_no_card(client, tournament, drawn):
    settings.edit(acting(), tournament, facts={"standings_hidden": True})
    for visitor in (client, signed_in("olga")):
        for address in (EVENT, STANDINGS, PLAYER, TABLE):
            assert visitor.get(address).status_code == 200
    # The organiser gets the same picture as everybody, so each was drawn once.
    event, standings, player, table = drawn
    assert (event.rows, standings.rows, player.value, player.trail) == ((), (), "", ())
    assert "not public yet" in texts(standings)
    assert {(row.detail, row.figure) for row in table.rows} == {(row.detail, "") for row in table.rows}
    assert "60" not in texts(table)


def test_a_round_in_play_is_on_no_card_before_its_release(client, tournament, drawn):
    before = client.get(TABLE.replace("results/1", "results/2"))
    assert before.status_code == 200
    assert [row.figure for row in drawn[0].rows] == [""] * 4
    assert client.get(TABLE.replace("results/1", "results/3")).status_code == 404


def test_an_event_that_is_not_public_has_no_picture_even_for_its_team(tournament, drawn):
    Tournament.objects.update(published=False)
    for name in (None, "olga", "sam"):
        visitor = signed_in(name) if name else Client()
        assert [visitor.get(address).status_code for address in (EVENT, STANDINGS, PLAYER, TABLE)] == [404] * 4
    assert drawn == []


def test_who_waits_for_a_place_has_no_picture_and_who_shows_initials_is_on_it_with_them(client, tournament, drawn):
    Entry.objects.filter(number=2).update(status=Entry.Status.WAITING)
    assert client.get("/t/spring-open/players/2/preview.png").status_code == 404
    first = Entry.objects.get(number=1)
    first.initials_only = True
    first.save()
    Tournament.objects.update(version=99)
    client.get(PLAYER)
    assert drawn[-1].title == Entry.objects.get(number=1).name
    assert first.family_name not in texts(drawn[-1])


def test_a_board_has_a_picture_when_its_last_table_has_played_it(client, drawn):
    event = duplicate_event()
    made = dealt(event)
    session_planned(event)
    board = made.all_boards.filter(session=1).order_by("number").first()
    address = reverse("event_board_preview", args=[event.slug, 1, board.number])
    assert client.get(address).status_code == 404
    enter_board(board)
    for other in made.all_boards.filter(session=1).exclude(pk=board.pk):
        enter_board(other)
    event.refresh_from_db()
    assert client.get(address).status_code == 200
    assert (sum(map(len, drawn[0].tiles)) >= 13, drawn[0].rows[0].figure) == (True, "+32")
    settings.edit(acting(), event, facts={"standings_hidden": True})
    assert client.get(address).status_code == 404


def test_a_season_has_a_picture_of_its_public_ranking(client, drawn):
    seasons.long_season(2, 12)
    assert client.get("/seasons/long-league/preview.png").status_code == 200
    assert (drawn[0].title, len(drawn[0].rows)) == ("Long league", cards.FIRST)
    Season.objects.update(published=False)
    assert client.get("/seasons/long-league/preview.png").status_code == 404


def test_a_hand_has_a_picture_with_its_tiles_patterns_and_value(client, drawn):
    query = "ruleset=mcr-2006&hand=111222333m444s5p+5p"
    assert client.get(f"/hand/preview.png?{query}").status_code == 200
    page = client.get(f"/hand/?{query}").text
    assert sum(map(len, drawn[0].tiles)) == 14
    assert drawn[0].title in page
    assert drawn[0].rows
    assert all(row.text in page for row in drawn[0].rows)
    assert client.get("/hand/preview.png?hand=nonsense").status_code == 200
    assert client.get("/hand/preview.png").status_code == 200


def test_a_picture_is_drawn_once_for_each_public_version(client, tournament, drawn):
    first = client.get(STANDINGS)
    again = client.get(STANDINGS, headers={"if-none-match": first["ETag"]})
    assert (first.content, again.status_code, len(drawn)) == (b"picture", 304, 1)
    assert (client.get(STANDINGS)["ETag"], len(drawn)) == (first["ETag"], 1)
    settings.edit(acting(), tournament, facts={"place": "Espoo"})
    assert client.get(STANDINGS)["ETag"] != first["ETag"]
    assert len(drawn) == 2


def test_who_asks_for_many_new_pictures_is_refused_and_those_that_are_there_stay_free(
    client, tournament, drawn, monkeypatch
):
    monkeypatch.setattr(pictures, "PICTURES", Rate("pictures-test", account=2, table=2, address=2, seconds=600))
    asked = [client.get(f"/t/spring-open/players/{number}/preview.png") for number in (1, 2, 3, 1)]
    assert [answer.status_code for answer in asked] == [200, 200, 429, 200]
    assert int(asked[2]["Retry-After"]) > 0


def test_pictures_are_drawn_one_at_a_time_and_only_few_wait(client, tournament, drawn, monkeypatch):
    monkeypatch.setattr(pictures, "PATIENCE", 0.01)
    with pictures._taking_turns():
        busy = client.get(EVENT)
    assert (busy.status_code, busy["Retry-After"], drawn) == (429, "10", [])
    monkeypatch.setattr(pictures, "_waiting", threading.BoundedSemaphore(1))
    monkeypatch.setattr(pictures, "PATIENCE", 60)
    with pictures._taking_turns():
        # Nobody may wait, so that it does not take the minute.
        assert client.get(EVENT).status_code == 429
    assert client.get(EVENT).status_code == 200


def test_the_memory_for_pictures_is_bounded_in_each_process():
    memory = caches["pictures"]
    for number in range(300):
        memory.set(f"bounded-{number}", b"", 60)
    assert sum(memory.has_key(f"bounded-{number}") for number in range(300)) <= 200
    memory.clear()
