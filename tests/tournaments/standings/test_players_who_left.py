"""Players who left are marked in every list of standings, from the round after which they left."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.support.people import acting
from tests.support.tables import enter, table_of
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes
from tournaments.standings.queries import standings as ranking

pytestmark = pytest.mark.django_db

MARK = "Left after round 1"


@pytest.fixture
def left(event: Tournament) -> Tournament:
    """One round of three is released; player 5 has left after it, 6 will after the second, 7 after the last."""
    for number, out in ((5, 2), (6, 3), (7, 4)):
        players.drop(acting("olga"), event.entries.get(number=number), from_round=out)
    for table in (1, 2):
        results.confirm_sheet(acting("ren"), enter(table_of(event, table), (30, 0, -10, -20)))
    rounds.release(acting("olga"), rounds.finish(acting("olga"), event.rounds.get(number=1)))
    event.refresh_from_db()
    return event


def test_every_list_of_standings_marks_who_has_left_by_then(left: Tournament, olga: Client) -> None:
    slug = left.slug
    public = [reverse(name, args=[slug]) for name in ("event", "event_standings")]
    for address in (*public, f"{public[1]}?after=1"):
        page = Client().get(address).content.decode()
        assert (address, page.count(MARK), page.count("Left after")) == (address, 1, 1)
    screen = Client().get(reverse("screen", args=[slug, "standings"])).content.decode()
    assert re.findall(r"screen-name.>(.*?)</span>\s*<span class=.screen-left.>(.*?)<", screen) == [
        ("Given05 Family05", "left")
    ]
    page = olga.get(reverse("manage_standings", args=[slug])).content.decode()
    assert (page.count(MARK), page.count("Left after")) == (1, 1)
    rows = Client().get(reverse("api-standings", args=[slug])).json()["individual"]
    assert {row["number"]: row["left_after"] for row in rows if row["left_after"] is not None} == {5: 1}
    printed = PdfReader(io.BytesIO(find_paper("standings").made(Order(left), "a4")))
    words = " ".join(printed.pages[0].extract_text().split())
    assert (words.count("Given05 Family05, left after round 1"), words.count("left after")) == (1, 1)


def test_the_mark_comes_with_the_round_and_goes_with_the_return(left: Tournament) -> None:
    def marked(after: int) -> dict[int, int]:
        found = ranking.build_table(left, replace(ranking.get_standings(left), after=after))
        return {line.player.number: line.left_after for line in found.individual if line.left_after is not None}

    assert [marked(after) for after in (0, 1, 2, 3)] == [{}, {5: 1}, {5: 1, 6: 2}, {5: 1, 6: 2}]
    substitutes.return_(acting("olga"), left.entries.get(number=5), from_round=2)
    assert marked(2) == {6: 2}
