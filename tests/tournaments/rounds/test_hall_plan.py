"""The plan of the hall: laid out once; board, projector and paper follow, and it is copied with the event."""

import re

import pytest
from django.test import Client

from tests.support.people import acting, small_tournament
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events.models import Tournament
from tournaments.exchange.services import event_files
from tournaments.rounds.queries.hall_plan import lay_out_tables, map_tables_to_names, map_tables_to_spots

pytestmark = pytest.mark.django_db

PAGE, BOARD = "/t/spring-open/manage/board/hall/", "/t/spring-open/manage/board/"
APART = {"row_1": "1", "column_1": "1", "row_2": "1", "column_2": "3"}


def squares(page: str, kind: str) -> list[str]:
    """Return the label of each place of a plan, "" for an aisle."""
    plan = re.search(rf'<ol[^>]*class="{kind}[^>]*>(.*?)</ol>', page, re.S)
    assert plan is not None
    return re.findall(r'<li aria-hidden="true"></li>|</span>(\w+)</b>', plan[1])


def test_board_projector_paper_and_copy_follow_the_plan(olga: Client, event: Tournament) -> None:
    answer = olga.post(PAGE, APART | {"seen": ""})
    assert (answer.status_code, answer["Location"]) == (302, BOARD)
    shown = [olga.get(address).content.decode() for address in (BOARD, "/t/spring-open/screen/plan/")]
    assert squares(shown[0], "hall-plan in-3") == squares(shown[1], "screen-hall in-3") == ["1", "", "2"]
    paper = find_paper("hall-plan")
    assert paper is not None
    event.refresh_from_db()
    assert paper.leaves(Order(event))[0].values["rows"] == [["1", "", "2"]]
    copied = event_files.copy(acting(), tournament=event, slug="again")
    assert map_tables_to_spots(copied) == {1: (1, 1), 2: (1, 3)}
    kept = AuditEntry.objects.get(tournament=event, action="hall.arrange", after__has_key="places")
    assert (kept.actor_name, kept.before, kept.after) == ("olga", {"places": ""}, {"places": "1:1.1,2:1.3"})
    olga.post(PAGE, APART | {"seen": "1:1.1,2:1.3", "forget": "1"})
    assert (map_tables_to_spots(event), squares(olga.get(BOARD).content.decode(), "hall-plan")) == ({}, ["1", "2"])


def test_tables_stand_in_rows_and_what_cannot_stand_is_said_and_nothing_is_lost(
    olga: Client, event: Tournament
) -> None:
    page = olga.get(PAGE, {"in_row": "1"}).content.decode()
    assert re.findall(r'name="((?:row|column)_\d)" value="(\d)"', page) == [
        ("row_1", "1"), ("column_1", "1"), ("row_2", "2"), ("column_2", "1"),
    ]  # fmt: skip
    for sent, told in (
        ({"column_2": "1"}, "Table 2: table 1 stands in this place."),
        ({"column_2": ""}, "Enter both numbers or neither."),
        ({"column_2": "21"}, "Ensure this value is less than or equal to 20."),
        ({"seen": "1:2.2"}, "The tables were arranged in the meantime."),
        ({"seen": "here"}, "This page has expired. Open it again."),
    ):
        answer = olga.post(PAGE, APART | {"seen": ""} | sent)
        page = answer.content.decode()
        assert (answer.status_code, page.count(told) > 0, map_tables_to_spots(event)) == (422, True, {})
        value = (APART | sent)["column_2"]
        assert re.search(rf'name="column_2"{f" value=.{value}." if value else ""} min', page)
    assert map_tables_to_names(small_tournament(10, slug="unseated")) == {1: "", 2: "", 3: ""}
    assert lay_out_tables([1, 2, 3, 4], {1: (3, 5), 2: (4, 4)}, 8).rows == [(None, 1), (2, None), (3, 4)]
