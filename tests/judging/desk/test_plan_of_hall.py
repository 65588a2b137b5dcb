import re

import pytest
from django.test import Client

from judging.desk import services as calls
from tests.support.people import acting, people, signed_in
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


def test_squares_have_state_and_a_bell_and_open_the_sheet(client: Client) -> None:
    tournament = playing()
    people(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(tables_in_row=5)
    enter(table_of(tournament, 1), (10, 40, -20, -30))
    calls.make(acting("petra"), table_of(tournament, 2))
    signed_in("olga", client)
    plan = re.search(r"<ol.*?</ol>", client.get("/t/spring-open/manage/board/").content.decode(), re.S)
    assert plan is not None
    assert re.findall(r'class="(hall-[^"]*)"\s+href="([^"]*)"', plan[0]) == [
        ("hall-table entered", "/t/spring-open/manage/results/1/table/1/"),
        ("hall-table playing", "/t/spring-open/manage/results/1/table/2/"),
    ]
    assert (plan[0].count('class="hall-plan in-5"'), plan[0].count('class="bell"')) == (1, 1)
