"""A paper is one module: everything finds it by being there."""

from contextlib import suppress

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person
from tests.support.tables import playing
from tournaments.core.errors import UserError
from tournaments.core.printing import pdf, registry
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, offered, paper, paper_of
from tournaments.events.models import Tournament


@pytest.fixture
def own_papers(monkeypatch):
    """A registry that forgets what the test adds."""
    offered()
    monkeypatch.setattr(registry, "_papers", dict(registry._papers))


def test_the_printing_page_offers_papers_of_a_round_first():
    needs = [each.needs for each in offered()]
    assert needs == sorted(needs, reverse=True)
    assert {"score-sheets", "standings", "penalty-slips"} <= {each.key for each in offered()}


def test_papers_of_other_pages_are_not_offered_there():
    assert not {"case-protocol", "cards", "board-sheets"} & {each.key for each in offered()}
    assert {each.key for each in offered(registry.DEALS)} == {"cards", "boards", "players", "building"}
    assert {each.key for each in offered(registry.CASE)} == {"case-book", "case-protocol", "case-slips"}


def test_two_papers_of_one_name_are_a_mistake_of_ours(own_papers):
    with pytest.raises(ValueError, match="two papers are called standings"):
        paper("standings", "Other standings")(lambda order: [])


@pytest.mark.django_db
def test_every_paper_of_the_printing_page_is_written():
    """All but the PDF; some have nothing to print yet."""
    event = Tournament.objects.get(pk=playing().pk)
    event.refresh_from_db()
    order = Order(event, "https://hall.example", event.rounds.get(number=1))
    written = {}
    for each in offered():
        with suppress(UserError):
            written[each.key] = pdf.filled(each.run(order, "a4"))
    assert {"score-sheets", "seating-tables", "hall-plan", "badges"} <= written.keys()
    assert [key for key, sheets in written.items() if not all("<html" in sheet.html for sheet in sheets)] == []


@pytest.mark.django_db
def test_a_new_paper_is_printed_without_another_line(own_papers, client: Client):
    event = playing()
    people(event)

    @paper("room-sign", "Room sign")
    def room_sign(order: Order) -> list[Leaf]:
        return [Leaf("table_card", {"heading": registry.heading(order), "numbers": [7]})]

    client.force_login(person("olga"))
    assert "Room sign" in client.get(reverse("manage_print", args=[event.slug])).content.decode()
    asked = {"document": "room-sign", "round": "", "paper": "a4"}
    answer = client.post(reverse("manage_print", args=[event.slug]), asked)
    assert answer.content.startswith(b"%PDF")
    assert answer["Content-Disposition"] == 'inline; filename="spring-open-room-sign.pdf"'
    assert client.get(reverse("public_document", args=[event.slug, 1, "room-sign"])).status_code == 404


@pytest.mark.django_db
def test_a_paper_of_a_case_is_not_printed_by_the_printing_page(client: Client):
    event = playing()
    people(event)
    client.force_login(person("olga"))
    asked = {"document": "case-protocol", "round": "", "paper": "a4"}
    assert client.post(reverse("manage_print", args=[event.slug]), asked).status_code == 422
    assert paper_of("case-protocol") is not None
