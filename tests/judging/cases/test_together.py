"""Several people on one case: referees hand over, the head referee watches, players answer on the table's phone."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judging.cases.models import Appeal, Ruling
from judging.desk import services as desk
from tests.support.cases import FALSE_WIN, case_with_facts, facts, fine, ruled
from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

TILES: dict[str, Any] = {"kind": "tiles", "label": "Hand", "value": "123m456p789s1112z"}


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


def phone(language: str) -> Client:
    return Client(headers={"Accept-Language": language})


def at_table(name: str, event: Tournament, *args: int) -> str:
    return reverse(name, args=[table_of(event).token, *args])


def test_players_accept_or_appeal_on_the_tables_phone_in_their_own_language(event: Tournament) -> None:
    case, record = case_with_facts(event, findings=[{**FALSE_WIN, "evidence": [TILES]}])
    page = at_table("table_rulings", event)
    assert page not in words(phone("en").get(at_table("table_code", event)))
    ruling = ruled(case, record, fine(hand="ends"))
    petra, second = (party.entry.pk for party in case.parties.order_by("seat")[:2])
    assert page in phone("en").get(at_table("table_code", event)).content.decode()
    seen = phone("ja").get(page)
    ((shown, _form),) = seen.context["rulings"]
    assert [(finding.clause, whole) for finding, whole in shown.findings] == [("MCR-6.2", True)]
    text = seen.content.decode()
    assert [said in text for said in ("裁定を受け入れる", "条項 MCR-6.2", "局を終了", 'class="tile-s"')] == [True] * 4

    accept, appeal = (at_table(name, event, ruling.pk) for name in ("table_accept", "table_appeal"))
    assert phone("ja").post(accept, {"player": petra}).status_code == 302
    assert phone("en").post(accept, {"player": second}).status_code == 302
    assert phone("en").post(appeal, {"player": second}).context["rulings"][0][1].errors == {
        "grounds": ["Enter the grounds of the appeal."]
    }
    assert phone("en").post(appeal, {"player": second, "grounds": "I had eight."}).status_code == 302
    case.refresh_from_db()
    assert (case.state, [party.entry.pk for party in ruling.accepted_by.all()]) == ("appealed", [petra])
    answer = phone("en").post(accept, {"player": second})
    assert answer.context["rulings"][0][1].non_field_errors() == ["Your appeal against this ruling is open."]


def test_an_appeal_after_the_time_or_against_a_superseded_ruling_is_refused_in_one_sentence(event: Tournament) -> None:
    desk.set_desk(acting("olga"), event, head_referee=None, appeal_minutes=5, appeals_from="ruling")
    case, record = case_with_facts(event)
    ruling = ruled(case, record)
    player = case.parties.earliest("seat").entry.pk
    appeal = at_table("table_appeal", event, ruling.pk)
    with mock.patch("django.utils.timezone.now", return_value=ruling.decided_at + timedelta(minutes=6)):
        late = phone("en").post(appeal, {"player": player, "grounds": "I had eight."})
    assert late.context["rulings"][0][1].non_field_errors() == [
        "The time for an appeal is over. Speak to the head referee."
    ]
    ruled(case, record, reason="Seen on the photo.")
    gone = phone("en").post(appeal, {"player": player, "grounds": "I had eight."}, follow=True)
    assert [str(each) for each in gone.context["messages"]] == ["This ruling was superseded. Look at the one in force."]
    assert Appeal.objects.count() == 0


def test_a_running_hand_keeps_its_secrets_from_the_table(event: Tournament) -> None:
    """An unannounced dead hand shows once the sheet is in; the message and tiles of a hand in play likewise."""
    case, record = case_with_facts(event)
    ruled(case, record, fine(hand="hidden_dead_hand"))
    page = at_table("table_rulings", event)
    assert phone("en").get(page).context["rulings"] == []
    ruled(case, record, reason="Announced.")
    assert FALSE_WIN["message"] not in words(phone("en").get(page))
    enter(table_of(event), [30, 10, -20, -20])
    assert FALSE_WIN["message"] in words(phone("en").get(page))
