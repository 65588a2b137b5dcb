"""Rulings in messages of webhooks: what the public digest shows, and only of rulings in force."""

import ipaddress
import json

import pytest

from judging.cases.models import Ruling
from judging.cases.services import cases
from tests.support.cases import case_with_facts, facts, ruled
from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.people import acting, people
from tests.support.receiver import receiving
from tests.support.tables import playing
from tournaments.webhooks.models import WebhookMessage
from tournaments.webhooks.services import hooks, outbox

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def receiver(settings, monkeypatch):
    settings.WEBHOOK_NETWORKS = (ipaddress.ip_network("127.0.0.1/32"),)
    monkeypatch.setattr(outbox, "tell_worker", lambda: None)
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def case(receiver):
    event = playing()
    people(event)
    hooks.add(acting(), event, address=receiver.address, style="json", kinds=["ruling"], language="en")
    return case_with_facts(event)


def test_a_ruling_is_told_without_names_and_tables(case, receiver):
    made = ruled(*case, reason="He said it twice.", note="Family02 was upset.")
    outbox.deliver_due()
    (request,) = receiver.requests
    ruling = request.facts["ruling"]
    assert ruling == {
        "round": 1,
        "measures": [
            {
                "title": "False win: too few points",
                "penalty": ruling["measures"][0]["penalty"],
                "clause": "MCR-6.8 points",
            }
        ],
        "clauses": ["MCR-6.2"],
        "hand": str(made.get_hand_effect_display()),
        "undecided": False,
        "digest": ruling["digest"],
    }
    assert len(ruling["digest"]) == 64
    assert request.facts["text"] == "Spring Open: A ruling is published."
    assert request.facts["link"] == ""
    written = json.dumps(request.facts)
    assert not [
        word for word in ("Family", "Given", "upset", "twice", "ren") if f'"{word}' in written or f" {word}" in written
    ]


def test_a_ruling_that_was_changed_before_it_is_told(case, receiver):
    first = ruled(*case)
    second = ruled(*case, reason="The hand was counted again.")
    assert Ruling.objects.get(in_force=True) == second != first
    outbox.deliver_due()
    states = WebhookMessage.objects.order_by("pk").values_list("about", "state")
    assert list(states) == [([first.pk], "dropped"), ([second.pk], "sent")]


def test_a_ruling_on_a_board_that_others_still_play(receiver):
    event = duplicate_event()
    people(event)
    dealt(event)
    play = session_planned(event)[0]
    hooks.add(acting(), event, address=receiver.address, style="json", kinds=["ruling"], language="en")
    case = cases.open_case(acting("ren"), event, kind="win", table=play.table, hand=1)
    ruled(case, facts(case))
    assert play.board.released_at is None
    outbox.deliver_due()
    assert (receiver.requests, WebhookMessage.objects.get().state) == ([], "dropped")
