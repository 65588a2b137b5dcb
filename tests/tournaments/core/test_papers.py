"""A paper is one module: everything finds it by being there."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.papers import UndefinedVariableError
from tests.support.people import acting
from tests.support.tables import enter, table_of
from tournaments.awards import services as awards
from tournaments.core.printing import pdf, registry
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, find_paper, list_offered_papers, paper
from tournaments.results.services import open_tables, results
from tournaments.rounds.models import Round


@pytest.fixture
def own_papers(monkeypatch):
    """A registry that forgets what the test adds."""
    list_offered_papers()
    monkeypatch.setattr(registry, "_papers", dict(registry._papers))


def test_the_printing_page_offers_papers_of_a_round_first():
    needs = [each.needs for each in list_offered_papers()]
    assert needs == sorted(needs, reverse=True)
    assert {"score-sheets", "standings", "penalty-slips"} <= {each.key for each in list_offered_papers()}


def test_papers_of_other_pages_are_not_offered_there():
    assert not {"case-protocol", "cards", "board-sheets"} & {each.key for each in list_offered_papers()}
    assert {each.key for each in list_offered_papers(registry.DEALS)} == {"cards", "boards", "players", "building"}
    assert {each.key for each in list_offered_papers(registry.CASE)} == {"case-book", "case-protocol", "case-slips"}


def test_two_papers_of_one_name_are_a_mistake_of_ours(own_papers):
    with pytest.raises(ValueError, match="two papers are called standings"):
        paper("standings", "Other standings")(lambda order: [])


@pytest.mark.django_db
@pytest.mark.parametrize("key", [each.key for each in list_offered_papers()])
def test_every_paper_of_the_printing_page_is_written(key, event):
    """All but the PDF."""
    if key == "room-code":
        open_tables.set_up(acting(), event, is_open=True, newcomers=False)
    round_ = event.rounds.get(number=1)
    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(event, table), (30, 10, -10, -30)))
    if key == "event-numbers":
        event.rounds.update(released_at=timezone.now())
    if key in ("award-certificates", "awards-poster"):
        event.rounds.update(released_at=timezone.now(), state=Round.State.FINISHED)
        awards.add(acting(), event, figure="best_game", title="", category=None, least=1, one_prize=False)
        awards.publish(acting(), event)
        event.rounds.update(state=Round.State.PLAYING)
    if key == "certificates":
        event.rounds.update(state=Round.State.FINISHED)
        round_ = None
    event.refresh_from_db()
    sheets = pdf.fill_leaves(find_paper(key).run(Order(event, "https://hall.example", round_), "letter"))
    assert [sheet for sheet in sheets if "<html" not in sheet.html] == []
    assert "Spring Open" in "".join(sheet.html for sheet in sheets)


@pytest.mark.django_db
def test_a_new_paper_is_printed_without_another_line(own_papers, event, olga):
    @paper("room-sign", "Room sign")
    def room_sign(order: Order) -> list[Leaf]:
        return [Leaf("table_card", {"heading": registry.build_heading(order), "table": 7})]

    assert "Room sign" in olga.get(reverse("manage_print", args=[event.slug])).content.decode()
    asked = {"document": "room-sign", "round": "", "paper": "a4"}
    answer = olga.post(reverse("manage_print", args=[event.slug]), asked)
    assert answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == 'inline; filename="spring-open-room-sign.pdf"'
    assert Client().get(reverse("public_document", args=[event.slug, 1, "room-sign"])).status_code == 404
    case = {"document": "case-protocol", "round": "", "paper": "a4"}
    assert olga.post(reverse("manage_print", args=[event.slug]), case).status_code == 422
    assert find_paper("case-protocol") is not None


def test_a_variable_that_no_leaf_gives_is_a_failure_of_the_test():
    run = pdf.PrintRun([Leaf("table_card", {"table": 7})], "Tables", "a4", "en", {"table": "Table"}, "UTC")
    with pytest.raises(UndefinedVariableError, match=r"paper: heading\.event$"):
        pdf.fill_leaves(run)
