"""Room signs: the rows of the hall's plan lead to their tables; the code leads to the event's page."""

from __future__ import annotations

import pytest

from tests.support.people import small_tournament
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events.models import Tournament
from tournaments.rounds import papers

pytestmark = pytest.mark.django_db


def list_signs(event: Tournament, base_url: str = "") -> list[tuple[str, str, str]]:
    leaves = papers.room_signs(Order(event, base_url))
    return [(leaf.values["sign"].word, leaf.values["sign"].tables, leaf.values["sign"].address) for leaf in leaves]


def test_each_row_of_the_plan_has_a_sign_with_its_tables() -> None:
    event = Tournament.objects.get(pk=small_tournament(20).pk)
    assert list_signs(event) == [
        ("playing_hall", "", ""),
        ("tables", "1–5", ""),
        ("check_in", "", ""),
        ("referee", "", ""),
        ("seats_and_results", "", ""),
        ("quiet", "", ""),
    ]
    event.tables_in_row = 2
    rows = [sign[1] for sign in list_signs(event) if sign[0] == "tables"]
    assert rows == ["1–2", "3–4", "5"]


def test_the_code_leads_to_the_page_of_the_event() -> None:
    event = Tournament.objects.get(pk=small_tournament(8).pk)
    address = f"https://hall.example/t/{event.slug}/"
    assert ("seats_and_results", "", address) in list_signs(event, "https://hall.example")
    sheets = pdf.fill_leaves(find_paper("signs").run(Order(event, "https://hall.example"), "a4"))
    assert [sheet.html.count('class="code"') for sheet in sheets] == [0, 0, 0, 0, 1, 0]
    assert {sheet.html.count("tile-frame") > 0 for sheet in sheets} == {True}
