"""A table's phone and its duplicate boards: what comes next, the right board, a result entered once."""

import pytest
from django.test import Client
from django.urls import reverse

from engine.tiles.tile import format_tiles
from tests.support.duplicate import dealt, duplicate_event, enter_board, session_planned
from tests.support.people import acting
from tests.support.remembered import remembered
from tournaments.core.models.log import AuditEntry
from tournaments.duplicate.services import board_plays, deals
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    made = duplicate_event(sessions=1)
    Tournament.objects.filter(pk=made.pk).update(entry_by=Tournament.EntryBy.TABLE_CODE)
    made.refresh_from_db()
    dealt(made, sessions=1)
    session_planned(made, copies=1)
    return made


@pytest.fixture
def table(event):
    return event.rounds.get(number=1).tables.get(number=1)


def first_play(table):
    return table.plays.order_by("order").first()


def typed(play, points=(24, -8, -8, -8), left=5, **more):
    """The form as the table fills it in, with the true tails."""
    walls = deals.read_deal_of_board(play.board).walls
    found = {"based_on": play.version}
    for seat in range(4):
        tail = format_tiles(walls[seat][-left:])
        found |= {f"points_{seat}": points[seat], f"left_{seat}": left, f"tail_{seat}": tail}
    return found | more


def test_the_code_of_a_table_with_boards_opens_them_and_says_which_is_next(table):
    answer = Client().get(reverse("table_code", args=[table.token]))
    address = reverse("table_boards", args=[table.token])
    assert (answer.status_code, answer["Location"]) == (302, address)
    page = Client().get(address)
    assert page.context["at"].play == first_play(table)
    assert page.content.decode().count("Result of board") == 4
    assert {board: Client().get(address, {"board": board}).context["answer"] for board in (1, 3, 99, "x")} == {
        1: [],
        3: ["Board 1 comes first, then board 3."],
        99: ["There is no board 99 in this session."],
        "x": None,
    }


def test_a_table_enters_its_board_once_and_the_desk_corrects(table):
    play = first_play(table)
    address = reverse("table_board", args=[table.token, play.pk])
    wrong = Client().post(address, typed(play, points_0=25))
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["reason"])
    assert wrong.context["form"]["tail_0"].value() == typed(play)["tail_0"]
    assert Client().post(address, typed(play)).status_code == 302
    play.refresh_from_db()
    assert (play.verified, play.flag, play.entered_by) == (True, "", None)
    assert AuditEntry.objects.get(action="boards.enter").actor_name == "table 1, round 1"
    assert Client().post(address, typed(play, points=(32, -8, -8, -16), reason="again")).status_code == 302
    assert list(play.seats.order_by("seat").values_list("points", flat=True)) == [24, -8, -8, -8]
    play = table.plays.order_by("order")[1]
    answer = Client().post(reverse("table_board", args=[table.token, play.pk]), typed(play, left_2=22), follow=True)
    assert "call the referee" in answer.content.decode()
    play.refresh_from_db()
    told = "West: 22 tiles left are more than the wall had."
    assert (play.flag, [found["text"] for found in play.findings]) == ("mismatch", [told])
    assert told not in answer.content.decode(), "no tile is betrayed"


def test_a_code_opens_the_boards_of_its_own_table_only_and_while_the_players_may_write(event, table):
    other = event.rounds.get(number=1).tables.get(number=2)
    assert Client().get(reverse("table_board", args=[other.token, first_play(table).pk])).status_code == 404
    assert Client().get(reverse("table_boards", args=["nothing"])).status_code == 404
    Tournament.objects.filter(pk=event.pk).update(entry_by=Tournament.EntryBy.SCORERS)
    answer = Client().post(reverse("table_board", args=[table.token, first_play(table).pk]), typed(first_play(table)))
    assert answer.status_code == 302
    assert first_play(table).entered_at is None


def test_the_sheet_that_the_boards_make_is_confirmed_by_the_code(event, table):
    round_ = event.rounds.get(number=1)
    for board in event.board_sets.get().all_boards.all():
        enter_board(board)
    assert Client().get(reverse("table_code", args=[table.token])).status_code == 302
    board_plays.hand_in(acting("sam"), round_)
    page = Client().get(reverse("table_code", args=[table.token]))
    assert page.status_code == 200
    assert "Confirm sheet" in page.content.decode()


def test_a_board_that_waited_for_the_network_is_saved_once_and_never_over_another(table):
    play, phone = first_play(table), Client()
    address, form = reverse("table_board", args=[table.token, play.pk]), typed(play)
    assert "data-outbox" in phone.get(address).content.decode()
    answers = [phone.post(address, form, headers={"Idempotency-Key": "a" * 32}) for _ in range(2)]
    boards = reverse("table_boards", args=[table.token])
    assert [(answer.status_code, answer.json()) for answer in answers] == [(200, {"next": boards})] * 2
    assert "Thank you. The board is saved." in phone.get(boards).content.decode(), "nothing has read it before"
    play.refresh_from_db()
    assert play.version == 1
    late = phone.post(address, typed(play, points=(0, 0, 0, 0)), headers={"Idempotency-Key": "b" * 32})
    assert (late.status_code, late.json()["message"]) == (
        409, "This board is entered already; corrections are made at the desk."
    )  # fmt: skip
