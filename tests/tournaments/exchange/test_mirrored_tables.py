"""Boards, logs of tables and public questions at a mirror: what a visitor of the hall may open, and nothing sealed."""

from __future__ import annotations

import gzip
import json

import pytest
from django.test import Client

from tests.support.checked_events import boards_event
from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.people import acting, people, small_tournament
from tests.support.whole_events import eventful
from tests.tournaments.exchange.test_mirrors import LINK, deliver, sites, start  # noqa: F401 - a fixture
from tests.tournaments.figures.test_stored import event_with
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board
from tournaments.duplicate.services import board_plays
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application
from tournaments.entries.services import players, questions
from tournaments.events.models import Tournament
from tournaments.exchange.models import Publication
from tournaments.exchange.services import publishing
from tournaments.results.models.logs import TableLog
from tournaments.results.models.results import HandRecord

pytestmark = [pytest.mark.django_db]

SLUG = "spring-open"


def sent(sites) -> str:  # noqa: F811
    return gzip.decompress(sites.requests[-1][1]).decode()


def test_boards_arrive_and_come_again(sites):  # noqa: F811
    event = boards_event()
    start(event, sites)
    assert deliver(event, sites).problem == ""
    Publication.objects.update(published_version="")
    assert deliver(event, sites).problem == ""
    with sites.there():
        page = Client().get(f"/t/{SLUG}/deals/1/1/")
        assert page.status_code == 200
        assert Client().get(f"/t/{SLUG}/deals/1/1/sheet/").content.decode() == Board.objects.get(number=1).text
        assert BoardPlay.objects.filter(entered_by__isnull=False).count() == 0


def test_a_sealed_board_sends_neither_tiles_nor_points(sites):  # noqa: F811
    event = duplicate_event(sessions=1)
    made = dealt(event, sessions=1, boards=2)
    first, *later = session_planned(event)
    board = first.board
    enter(first, 7171)
    BoardPlay.objects.filter(pk=first.pk).update(
        record={"zq-record": 1}, flag="fouled", flag_reason="zq-flag", findings=["zq-finding"]
    )
    PlaySeat.objects.filter(play=first).update(award=37, tail="zq-tail")
    start(event, sites)
    assert deliver(event, sites).problem == ""
    hidden = ["zq-", "7171", '"award":37', "fouled", made.sealed_seed, board.sealed_deal]
    assert [word for word in hidden if word in sent(sites)] == []
    with sites.there():
        assert Client().get(f"/t/{SLUG}/deals/1/{board.number}/").status_code == 404
        # As at the hall, the page of the next boards says that the table is ready.
        assert [play.done for play in BoardPlay.objects.filter(board__number=board.number)].count(True) == 1
    BoardPlay.objects.filter(pk=first.pk).update(record={}, flag="")
    for play in later:
        if play.board_id == board.pk:
            enter(play, 16)
    deliver(event, sites)
    with sites.there():
        assert "7,171" in Client().get(f"/t/{SLUG}/deals/1/{board.number}/").content.decode()


def enter(play: BoardPlay, most: int) -> None:
    points = (most, -most, 0, 0)
    board_plays.enter(acting("sam"), play, seats=[SeatEntry(value, left=5, ticked=True) for value in points])


def test_logs_come_with_the_release_and_go_with_their_removal(sites):  # noqa: F811
    event = eventful("mcr", 7)
    Tournament.objects.filter(pk=event.pk).update(published=True)
    log = TableLog.objects.get(table__round__tournament=event)
    start(event, sites)
    deliver(event, sites)
    address = f"/t/{SLUG}/results/2/table/{log.table.number}/logs/"

    def visit() -> tuple[int, int]:
        Publication.objects.update(published_version="")
        deliver(event, sites)
        with sites.there():
            return Client().get(address).status_code, TableLog.objects.count()

    assert visit() == (404, 0)
    event.rounds.filter(number=2).update(released_at=event.rounds.get(number=1).released_at)
    assert visit() == (200, 1)
    assert "table two.txt" not in sent(sites)
    TableLog.objects.filter(pk=log.pk).update(removed_at=log.attached_at)
    assert visit() == (404, 0)


def test_public_questions_beside_those_of_registrations(sites):  # noqa: F811
    event = small_tournament(8, slug=SLUG)
    people(event)
    meal = questions.add(acting(), event, label="Meal", public=True)
    secret = questions.add(acting(), event, label="Illness")
    entry = event.entries.get(number=1)
    players.edit(acting(), entry, answers={meal.key: "vegan", secret.key: "zq-ill"})
    with sites.there():
        there = Tournament.objects.get()
        for number, label in enumerate(("Arrival", "Unused", "Meal"), 1):
            EntryQuestion.objects.create(tournament=there, number=number, label=label, public=True)
        Application.objects.create(tournament=there, number=1, answers={"1": "train"}, email="a@b.example")
    start(event, sites)
    deliver(event, sites)
    assert "zq-ill" not in sent(sites)
    with sites.there():
        assert "vegan" in Client().get(f"/t/{SLUG}/players/").content.decode()
        rows = EntryQuestion.objects.order_by("number").values_list("number", "label", "public")
        assert list(rows) == [(1, "Arrival", False), (3, "Meal", True), (4, "Illness", False)]
    questions.edit(acting(), EntryQuestion.objects.get(pk=meal.pk), label="Lunch")
    deliver(event, sites)
    with sites.there():
        page = Client().get(f"/t/{SLUG}/players/").content.decode()
        assert ("Lunch" in page, "Meal" in page, "vegan" in page) == (True, False, True)
        assert EntryQuestion.objects.filter(label="Meal").count() == 0


def test_figures_of_hands_come_without_the_hands(sites):  # noqa: F811
    event = event_with("mcr-2006")
    Tournament.objects.filter(pk=event.pk).update(published=True)
    start(event, sites)
    assert deliver(event, sites).problem == ""

    def read(slug: str) -> tuple[object, ...]:
        numbers = Client().get(f"/api/v1/tournaments/{slug}/numbers/").json()
        player = Client().get(f"/api/v1/tournaments/{slug}/entries/1/numbers/").json()
        return numbers, player, Client().get(f"/t/{slug}/players/1/numbers/").status_code

    here = read(event.slug)
    with sites.there():
        there = read(SLUG)
        assert HandRecord.objects.count() == 0
    assert here[0]["games_with_hands"] == 1
    assert there == here


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"openings": [], "hands": {}, "log": []},
        {"openings": [{"kind": "printed"}], "hands": {}},
        {"openings": [], "hands": {"games_with_hands": 1, "hands": 1, "sums": [["x"]]}},
    ],
)
def test_strangers_cannot_store_beside_the_rows_what_no_page_shows(sites, wrong):  # noqa: F811
    event = small_tournament(8, slug=SLUG)
    row = start(event, sites)
    body = json.loads(gzip.decompress(publishing.make_delivery(event, epoch=row.epoch, number=7)))
    headers = {"Authorization": f"Mirror {sites.key}", "Content-Type": "application/octet-stream"}
    body["extra"] = wrong
    answer = sites.send(f"{LINK}mirror/", headers=headers, body=gzip.compress(json.dumps(body).encode()))
    assert answer.status == 422
