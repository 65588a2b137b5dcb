"""Several people on one case: referees hand over, the head referee watches, players answer on the table's phone."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judging.cases.models import Ruling
from judging.desk import services as desk
from tests.support.cases import case_with_facts, facts, ruled
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def at(name: str, event: Tournament, *args: int) -> str:
    return reverse(name, args=[event.slug, *args])


def words(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_ren_hands_a_case_over_and_loses_nothing_on_the_second_device(event: Tournament) -> None:
    """olga goes on with the case; the text that ren has typed meanwhile is saved once he has seen her facts."""
    call = desk.make(acting(), table_of(event))
    desk.arrive(acting("ren"), call)
    case, record = case_with_facts(event)
    case.call = call
    case.save()
    typed = {"based_on": str(case.version), "choice_0": "none", "reason": "Nobody saw it.", "note": "Play on."}
    ren, hand_over = signed_in("ren"), at("manage_case_hand_over", event, 1)
    assert list(ren.post(hand_over, {"referee": "sam"}).context["handover_form"].errors) == ["referee"]
    assert ren.post(hand_over, {"referee": "olga", "note": "Ask West."}).status_code == 302
    assert list(ren.post(hand_over, {"referee": "olga"}).context["handover_form"].errors) == ["referee"]
    case.refresh_from_db()
    call.refresh_from_db()
    assert (case.referee, str(case.version)) == (person("olga"), typed["based_on"])
    assert (call.state, call.taken_by) == ("taken", person("olga"))
    assert re.search(r"ren → olga .{,30} Ask West\.", words(ren.get(at("manage_case", event, 1))))

    facts(case, by="olga")
    refused = ren.post(at("manage_case_rule", event, 1), typed)
    assert (refused.status_code, Ruling.objects.count()) == (422, 0)
    form = refused.context["ruling"]
    kept = {name: form[name].value() for name in ("reason", "note", "choice_0")}
    assert kept == {"reason": "Nobody saw it.", "note": "Play on.", "choice_0": None}
    sent = {**typed, "based_on": form["based_on"].value()}
    assert ren.post(at("manage_case_rule", event, 1), sent).status_code == 302
    assert Ruling.objects.get().claim.number == record.number + 1


def test_the_head_referee_sees_what_waits_what_goes_on_and_what_differs(event: Tournament) -> None:
    waiting = desk.make(acting(), table_of(event, 2))
    case_with_facts(event, table=2)
    lenient, record = case_with_facts(event)
    warning = {**record.proposals[0], "penalty": "warning", "ledger": [], "transfers": []}
    ruled(lenient, record, warning, as_proposed=False, reason="A child at the table.")
    ruled(*case_with_facts(event, hand=4))
    signed_in("ren").post(at("manage_case_appeal", event, 3), {"by_entry": 2, "grounds": "I had eight."})
    answer = signed_in("olga").get(at("manage_case_overview", event))
    shown, text = answer.context["overview"], words(answer)
    assert (shown.waiting, [case.number for case in shown.cases]) == ([waiting], [1])
    assert [(one.ruling.case.number, one.by_entry.number) for one in shown.appeals] == [(3, 2)]
    own = [(one.ruling.case.number, one.proposed, [measure for _name, measure in one.ruled]) for one in shown.own]
    assert own == [(2, ["Payment: −40"], ["Warning"])]
    assert [said in text for said in ("A child at the table.", "I had eight.", "Proposal: Payment: −40")] == [True] * 3
