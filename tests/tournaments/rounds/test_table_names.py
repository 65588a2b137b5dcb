"""A table that has a name is called by it, on every paper and on its players' pages."""

import pytest

from tests.support.tables import enter, playing, table_of
from tournaments.core.printing.registry import Order, paper_of
from tournaments.rounds.queries import schedule
from tournaments.standings.views import player as public_player

pytestmark = pytest.mark.django_db

PAPERS = ("seating-tables", "seating-names", "score-sheets", "table-cards", "schedules", "results")


def test_papers_and_the_players_page_call_a_table_by_its_name():
    event = playing()
    table = table_of(event, 2)
    table.name = "Window"
    table.save()
    enter(table, (24, 8, -16, -16))
    event.refresh_from_db()
    round_ = event.rounds.get(number=1)
    order = Order(event, base_url="https://hall.example", round=round_, entry=event.entries.get(number=5))
    called = {key: "'Window'" in repr(paper_of(key).leaves(order)) for key in PAPERS}
    assert called == dict.fromkeys(PAPERS, True)
    assert public_player.player_page(event.entries.get(number=5))["now"].at == "Window"
    assert [line.own.at for line in schedule.schedule_of(event, 5).lines] == ["Window"]
    assert [line.own.at for line in schedule.schedule_of(event, 1).lines] == ["1"]
