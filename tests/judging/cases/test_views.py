"""The desk's pages: one referee's, several people's on one case, the players' on the table's phone, and times."""

from __future__ import annotations

import csv
import datetime
import io
import json
import re
import zoneinfo
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.family import ruleset
from judging.cases.forms.facts import FactsForm
from judging.cases.models import Appeal, Case, ClaimRecord, Ruling
from judging.cases.papers import penalty_slips
from judging.cases.queries import judgments, times
from judging.cases.queries.pages import get_seat_names
from judging.cases.services import cases
from judging.desk import services as desk
from judging.desk.models import Call, Desk
from tests.support.cases import FALSE_WIN, SEVEN_POINTS, at, case_with_facts, facts, fine, ruled
from tests.support.claims import MCR_THIN, MCR_WIN
from tests.support.people import acting, person, signed_in
from tests.support.tables import enter, table_of
from tournaments.core.printing.registry import Order
from tournaments.events.models import Tournament
from tournaments.results.queries import hall
from tournaments.results.queries.board import list_board_tables
from tournaments.rounds.queries.clock import build_clock_values
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_event")]


def text(answer):
    return answer.content.decode()


@pytest.mark.both_databases
def test_from_the_call_to_the_standings(event, ren, client):
    client.post(reverse("table_call", args=[table_of(event).token]), {"about": "win"})
    call = Call.objects.get()
    form = ren.get(at("manage_case_new", event) + f"?call={call.pk}")
    assert form.context["form"].initial["table_number"] == 1
    opened = ren.post(
        at("manage_case_new", event) + f"?call={call.pk}",
        {"kind": "win", "round_number": "1", "table_number": "1", "hand": "3"},
    )
    case = Case.objects.get()
    assert opened.url == at("manage_case_facts", event, case.number)
    key = str(ren.get(opened.url).context["form"]["key"].value())
    checked = ren.post(opened.url, SEVEN_POINTS | {"check": "1"}, headers={"HX-Request": "true"})
    assert "MCR-" in text(checked)
    assert ClaimRecord.objects.count() == 0
    recorded = ren.post(opened.url, SEVEN_POINTS | {"record": "1", "key": key})
    record = ClaimRecord.objects.get()
    assert (recorded.status_code, record.verdict, record.ruleset_name) == (302, "fails", "mcr-2006")
    assert [proposal["infraction"] for proposal in record.proposals] == ["false_hu_points"]
    page = ren.get(at("manage_case", event, 1))
    assert "False win: too few points" in text(page)
    case.refresh_from_db()
    rule = at("manage_case_rule", event, 1)
    done = ren.post(rule, {"based_on": str(case.version), "choice_0": "standard", "payments": "ledger"})
    assert done.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.as_proposed, ruling.hand_effect, ruling.decided_by) == (True, "dead_hand", person("ren"))
    lines = ScoreLine.objects.filter(voided_at=None).order_by("pk")
    assert [(line.entry.number, int(line.amount)) for line in lines] == [(1, 10), (2, -30), (3, 10), (4, 10)]
    call.refresh_from_db()
    assert call.state == "closed"


def test_what_a_right_win_is_worth_goes_over_the_sheet_until_the_sheet_is_in(event, ren):
    case, _record = case_with_facts(event, findings=[], proposals=[])
    right = SEVEN_POINTS | {"hand": "123456789m234p5s +5s", "record": "1"}
    assert ren.post(at("manage_case_facts", event, 1), right).status_code == 302
    record = case.claims.get(number=2)
    assert (record.verdict, [proposal["penalty"] for proposal in record.proposals]) == ("holds", ["stands"])
    case.refresh_from_db()
    assert ren.get(at("manage_case", event, 1)).context["ruling"]["payments"].initial == "sheet"
    sent = {"based_on": str(case.version), "choice_0": "standard", "payments": "sheet"}
    assert ren.post(at("manage_case_rule", event, 1), sent).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.as_proposed, ruling.payments, len(ruling.transfers)) == (True, "sheet", 3)
    assert ScoreLine.objects.count() == 0
    assert ren.get(at("manage_case_player", event, 2)).context["sanctions"] == []
    enter(table_of(event), (24, -8, -8, -8))
    assert ren.get(at("manage_case", event, 1)).context["ruling"]["payments"].initial == "none"


def test_the_law_asks_only_for_what_it_lacks(event, ren):
    case_with_facts(event)
    url = at("manage_case_facts", event, 1)
    answer = ren.post(url, {"kind": "win", "seat": "1"}, headers={"HX-Request": "true"})
    asked, others = (
        {field.name for question in answer.context[name] for field in question.fields} for name in ("asked", "others")
    )
    assert {"dead", "hand"} <= asked
    assert {"nearer_winner", "last_tile"} <= others
    assert not {"void_suit", "in_riichi", "kongs"} & (asked | others)


def test_another_measure_needs_a_reason_and_is_kept_as_ones_own(event, ren):
    case, _record = case_with_facts(event)
    case.refresh_from_db()
    rule = at("manage_case_rule", event, 1)
    own = {"based_on": str(case.version), "choice_0": "none", "payments": "sheet", "own_seat": "1"}
    own |= {"own_title": "Talked about the hand", "own_points": "-5", "own_column": "overall"}
    refused = ren.post(rule, own)
    assert (refused.status_code, refused.context["ruling"].errors["reason"]) == (
        422,
        ["Say why you do not follow the proposal."],
    )
    assert ren.post(rule, own | {"reason": "It was talk, not a win."}).status_code == 302
    line = ScoreLine.objects.get()
    assert (int(line.amount), line.scope, line.reason) == (-5, "overall", "Talked about the hand")
    assert Ruling.objects.get().as_proposed is False


def test_time_beside_the_proposal_is_still_the_laws_ruling(event, ren):
    """No reason is asked for, and the table's extra time stands on the board of the round and on the hall's clock."""
    case, _record = case_with_facts(event)
    case.refresh_from_db()
    sent = {"based_on": str(case.version), "choice_0": "standard", "payments": "sheet", "minutes": "4"}
    assert ren.post(at("manage_case_rule", event, 1), sent).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.as_proposed, ruling.minutes) == (True, 4)
    round_ = event.rounds.get(number=1)
    assert [(table.number, table.extra_minutes) for table in list_board_tables(round_)] == [(1, 4), (2, 0)]
    assert build_clock_values(round_)["extra"] == [[1, 240]]
    # In the plan of the hall, and in the list.
    assert text(ren.get(reverse("manage_board", args=[event.slug]))).count("+4 min") == 2
    (hall_now,) = hall.list_halls(event)
    assert hall_now.longer == [("1", (hall_now.minutes_left or 0) + 4)]
    assert f"table 1: {hall_now.longer[0][1]} min left" in text(ren.get(reverse("manage_home", args=[event.slug])))
    table = table_of(event)
    assert table.ends_at == round_.clock.ends_at + datetime.timedelta(minutes=4)
    ends = table.ends_at.astimezone(zoneinfo.ZoneInfo(event.time_zone))
    assert f"(Ends {ends:%H:%M:%S})" in text(ren.get(reverse("manage_round", args=[event.slug, 1])))


def test_an_infraction_of_the_table_is_added_with_its_penalty(event, ren):
    case, _record = case_with_facts(event, proposals=[])
    case.refresh_from_db()
    answer = ren.post(
        at("manage_case_rule", event, 1),
        {
            "based_on": str(case.version),
            "own_seat": "2",
            "own_infraction": "wrong_tile_count",
            "reason": "West has twelve tiles.",
        },
    )
    assert answer.status_code == 302
    sanction = Ruling.objects.get().sanctions.get()
    assert (sanction.entry.number, sanction.infraction, sanction.penalty) == (3, "wrong_tile_count", "dead_hand")


def test_a_measure_of_ones_own_is_priced_by_the_facts(event, ren):
    """MCR-7.4 row 10 is paid to the player whom the facts name."""
    case, _record = case_with_facts(event, proposals=[])
    facts = {"fault": "talk", "established": False, "victim": 3}
    ClaimRecord.objects.update(claim={"kind": "fault", "ruleset": "mcr-2006", "seat": 1, "facts": facts})
    case.refresh_from_db()
    answers = {"own_seat": "1", "own_infraction": "showing_others_tiles", "reason": "North saw it.", "payments": "none"}
    ren.post(at("manage_case_rule", event, 1), {"based_on": str(case.version), **answers})
    assert [(each["from"], each["to"]) for each in Ruling.objects.get().transfers] == [(1, 3)]


def test_from_the_ledger_to_the_case_and_back(event, ren):
    case, record = case_with_facts(event)
    ruled(case, record, fine(), fine(seat=2))
    shown = text(ren.get(at("manage_ledger", event)))
    assert shown.count(f'href="{at("manage_case", event, 1)}"') == 2
    assert at("manage_ledger", event) in text(ren.get(at("manage_case", event, 1)))
    assert at("manage_case", event, 1) not in text(signed_in("sam").get(at("manage_ledger", event)))


def test_a_players_line_leads_referees_to_the_ruling_and_everybody_to_the_clause(event, ren, client):
    """The fine and the payment each stand in the ledger and in the steps to the place. The digest tells more than the
    line (dead hand, every clause looked at): no line with a name leads there.
    """
    case, record = case_with_facts(event)
    ruled(case, record, payments="ledger")
    enter(table_of(event), (8, -8, 0, 0))
    event.rounds.filter(number=1).update(released_at=timezone.now())
    address = reverse("event_player", args=[event.slug, 2])
    the_case, the_clause = at("manage_case", event, 1), at("event_rulebook_clause", event, "MCR-6.8")
    pages = {
        name: text(viewer.get(address)) for name, viewer in (("ren", ren), ("sam", signed_in("sam")), ("", client))
    }
    assert {name: (page.count(the_case), page.count(the_clause)) for name, page in pages.items()} == {
        "ren": (4, 1), "sam": (0, 1), "": (0, 1),
    }  # fmt: skip


def test_in_riichi_only_tiles_since_the_riichi_count():
    """RI-6.4: what was passed before the declaration has been released by the draw."""
    shown = [FactsForm(kind="lock", rules=ruleset(name), seats=[]) for name in ("riichi-ema-2016", "taiwan-aono")]
    texts = [str(form.fields["passed_tiles"].help_text) for form in shown]
    assert texts == ["Of a player in riichi only those since the riichi.", ""]


def test_a_table_without_its_round_is_asked_for_it(event, ren):
    answer = ren.post(at("manage_case_new", event), {"kind": "win", "table_number": "1"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"round_number": ["Choose the round of the table."]}


def test_appeal_and_decision_on_the_page(event, ren):
    case, record = case_with_facts(event)
    ruled(case, record)
    filed = ren.post(at("manage_case_appeal", event, 1), {"by_entry": 2, "grounds": "I had eight."})
    assert filed.status_code == 302
    appeal = Appeal.objects.get()
    decide = at("manage_appeal_decide", event, 1, appeal.pk)
    assert decide not in text(ren.get(at("manage_case", event, 1)))
    assert ren.post(decide, {"state": "upheld", "decision": "No."}).status_code == 422
    olga = signed_in("olga")
    assert decide in text(olga.get(at("manage_case", event, 1)))
    assert olga.post(decide, {"state": "upheld", "decision": "Seven points."}).status_code == 302
    appeal.refresh_from_db()
    assert (appeal.state, appeal.decided_by) == ("upheld", person("olga"))


@pytest.fixture
def booked(event):
    first, record = case_with_facts(event)
    ruled(first, record)
    second, record = case_with_facts(event, table=2, hand=5)
    ruled(
        second,
        record,
        fine(infraction="empty_call", clause="MCR-7.4 row 1", title="Empty call", ledger=[], transfers=[]),
    )
    case_with_facts(event, findings=[], proposals=[])
    return event


SEARCHES = (
    ("", [3, 2, 1]),
    ("clause=MCR-6.2", [2, 1]),
    ("clause=MCR-7.4", [2]),
    ("clause=MCR-6", []),
    ("table=2", [2]),
    ("kind=value", []),
    ("kind=win&state=ruled", [2, 1]),
    ("q=empty", [2]),
)


@pytest.mark.both_databases
def test_the_book_is_searched(booked, ren):
    for query, numbers in SEARCHES:
        answer = ren.get(at("manage_case_book", booked) + f"?{query}")
        assert [case.number for case in answer.context["page_obj"]] == numbers, query


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["celik", "CELIK ayse", "Çelik"])
def test_the_book_finds_names_without_accents(booked, ren, words):
    booked.entries.filter(number=2).update(given_name="Ayşe", family_name="Çelik")
    answer = ren.get(at("manage_case_book", booked), {"q": words})
    assert [case.number for case in answer.context["page_obj"]] == [3, 1]


@pytest.mark.both_databases
def test_the_book_finds_a_player_and_shows_the_record(booked, ren):
    player = booked.entries.get(number=2)
    answer = ren.get(at("manage_case_book", booked) + f"?player={player.pk}")
    assert [case.number for case in answer.context["page_obj"]] == [3, 1]
    record = ren.get(at("manage_case_player", booked, 2))
    assert [sanction.title for sanction in record.context["sanctions"]] == ["False win: too few points"]
    assert "Payment: −40" in record.content.decode()


@pytest.mark.both_databases
def test_the_book_as_csv_and_json(booked, ren):
    lines = list(csv.DictReader(io.StringIO(ren.get(at("manage_case_book_csv", booked)).content.decode("utf-8-sig"))))
    assert [(line["case"], line["infraction"], line["state"]) for line in lines] == [
        ("1", "false_hu_points", "ruled"),
        ("2", "empty_call", "ruled"),
        ("3", "", "open"),
    ]
    whole = json.loads(ren.get(at("manage_case_book_json", booked) + "?table=2").content)
    (case,) = whole["cases"]
    assert (whole["format"], case["case"], case["facts"][0]["ruleset"]) == ("mahjong-cases/1", 2, "mcr-2006")
    assert case["rulings"][0]["sanctions"][0]["title"] == "Empty call"


def test_the_public_digest_names_nobody(booked, client):
    event_page = text(client.get(reverse("event", args=[booked.slug])))
    assert reverse("event_rulings", args=[booked.slug]) in event_page
    page = text(client.get(reverse("event_rulings", args=[booked.slug])))
    assert "False win: too few points" in page
    assert [entry.name for entry in booked.entries.all() if entry.name in page] == []


def test_the_digest_is_as_public_as_the_event(booked, client):
    type(booked).objects.filter(pk=booked.pk).update(published=False)
    assert client.get(reverse("event_rulings", args=[booked.slug])).status_code == 404


def test_the_head_referee_is_named_by_the_director(event):
    olga = signed_in("olga")
    sent = {"head_referee": "ren", "appeal_minutes": "20"}
    answer = olga.post(at("manage_case_settings", event), sent | {"appeals_from": "ruling"})
    assert answer.status_code == 302
    desk = event.desk
    assert (desk.head_referee, desk.appeal_minutes, desk.appeals_from) == (person("ren"), 20, "ruling")


def test_stored_facts_show_when_a_later_engine_answers_otherwise(event, ren):
    case, _record = case_with_facts(event)
    answer = ren.get(at("manage_case", event, case.number))
    assert "The current engine rules differently" in text(answer)


@pytest.mark.parametrize(("changed", "shown"), [({"template": "Only %(points)s of %(least)s."}, 0), ({}, 2)])
def test_other_words_of_a_later_engine_are_no_other_answer(event, changed, shown):
    case, _record = case_with_facts(event)
    record = judgments.judge(case, {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN, "won_seats": []}})
    record.engine_version = "0123456789ab"
    (finding, *_others) = [each for each in record.findings if each["verdict"] == "fails"]
    finding["sentence"] |= changed or {"values": {"reason": {"text": "", "template": "", "values": {"points": 9}}}}
    assert len(judgments.list_changed_findings(record, {})) == shown


UNDECIDED = {
    "verdict": "undecided",
    "clause": "MCR-6.2",
    "message": "This cannot be decided without an answer to: Was the call made in time?",
    "missing": ["in_time"],
    "evidence": [],
    "infraction": None,
    "seat": 1,
}


def test_an_undecided_case_is_ruled_with_a_reason_and_shown_as_such(event, ren, client):
    case, record = case_with_facts(event, findings=[UNDECIDED], proposals=[])
    assert (record.verdict, record.undecided) == ("undecided", True)
    page = text(ren.get(at("manage_case", event, 1)))
    assert "The rules do not decide this case yet." in page
    assert "No penalty is proposed." not in page
    case.refresh_from_db()
    rule, sent = at("manage_case_rule", event, 1), {"based_on": str(case.version)}
    refused = ren.post(rule, sent)
    assert (refused.status_code, list(refused.context["ruling"].errors)) == (422, ["reason"])
    assert Ruling.objects.count() == 0
    sent |= {"reason": "Nobody heard the call.", "own_seat": "1", "own_title": "Call not heard"}
    assert ren.post(rule, sent).status_code == 302
    assert Ruling.objects.get().undecided is True
    assert "Not decided by the rules" in text(ren.get(at("manage_case", event, 1)))
    assert "Not decided by the rules" in text(client.get(at("event_rulings", event)))
    slip = penalty_slips(Order(event, subject=Case.objects.get()))[0].values["slips"][0]
    assert dict(slip.ruled)["the_law"] == "undecided; the referee has ruled"


def test_a_price_that_waits_for_an_answer_is_not_ruled_without_a_reason(event, ren):
    failing = UNDECIDED | {"verdict": "fails", "missing": ["minutes"]}
    case, record = case_with_facts(event, findings=[failing], proposals=[])
    assert (record.verdict, record.undecided) == ("fails", True)
    case.refresh_from_db()
    refused = ren.post(at("manage_case_rule", event, 1), {"based_on": str(case.version)})
    assert list(refused.context["ruling"].errors) == ["reason"]


def test_nothing_that_rules_is_chosen_beforehand(event, ren):
    case, _record = case_with_facts(event)
    assert 'name="choice_0"' in text(ren.get(at("manage_case", event, 1)))
    assert ren.get(at("manage_case", event, 1)).context["ruling"]["choice_0"].initial is None
    case.refresh_from_db()
    refused = ren.post(at("manage_case_rule", event, 1), {"based_on": str(case.version), "payments": "sheet"})
    assert (refused.status_code, refused.context["ruling"].errors["choice_0"]) == (422, ["Choose a ruling."])


def test_the_referee_decides_is_no_measure(event, ren):
    left_open = fine(penalty="referee", ledger=[], transfers=[], options=[fine(-5), fine(penalty="referee")])
    case, _record = case_with_facts(event, proposals=[left_open])
    choices = ren.get(at("manage_case", event, 1)).context["ruling"].fields["choice_0"].choices
    assert [value for value, _words in choices] == ["0", "none"]
    case.refresh_from_db()
    sent = {"based_on": str(case.version), "payments": "none", "reason": "It was noticed at once."}
    rule = at("manage_case_rule", event, 1)
    assert list(ren.post(rule, sent).context["ruling"].errors) == ["choice_0"]
    assert ren.post(rule, sent | {"own_seat": "1", "own_title": "Noticed at once"}).status_code == 302
    assert [sanction.title for sanction in Ruling.objects.get().sanctions.all()] == ["Noticed at once"]


TILES: dict[str, Any] = {"kind": "tiles", "label": "Hand", "value": "123m456p789s1112z"}


def words(answer: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_ren_hands_a_case_over_and_loses_nothing_on_the_second_device(event: Tournament) -> None:
    """olga goes on with the case; the text that ren has typed meanwhile is saved once he has seen her facts."""
    call = desk.make(acting(), table_of(event))
    desk.record_referee_arrival(acting("ren"), call)
    case, record = case_with_facts(event)
    case.call = call
    case.save()
    typed = {"based_on": str(case.version), "choice_0": "none", "reason": "Nobody saw it.", "note": "Play on."}
    ren, hand_over = signed_in("ren"), at("manage_case_hand_over", event, 1)
    assert list(ren.post(hand_over, {"handover-referee": "sam"}).context["handover_form"].errors) == ["referee"]
    assert ren.post(hand_over, {"handover-referee": "olga", "handover-note": "Ask West."}).status_code == 302
    assert list(ren.post(hand_over, {"handover-referee": "olga"}).context["handover_form"].errors) == ["referee"]
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
    case_with_facts(event, table=2)
    waiting = desk.make(acting(), table_of(event, 2))
    lenient, record = case_with_facts(event)
    warning = {**record.proposals[0], "penalty": "warning", "ledger": [], "transfers": []}
    ruled(lenient, record, warning, as_proposed=False, reason="A child at the table.")
    ruled(*case_with_facts(event, hand=4))
    signed_in("ren").post(at("manage_case_appeal", event, 3), {"by_entry": 2, "grounds": "I had eight."})
    answer = signed_in("olga").get(at("manage_case_overview", event))
    shown, text = answer.context["overview"], words(answer)
    assert (shown.waiting, [case.number for case in shown.cases]) == ([waiting], [1])
    assert [(one.ruling.case.number, one.by_entry.number) for one in shown.appeals] == [(3, 2)]
    own = [
        (one.ruling.case.number, one.proposed, [measure for _name, measure in one.ruled]) for one in shown.own_rulings
    ]
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


NOW = datetime.datetime(2026, 5, 1, 12, 0, tzinfo=datetime.UTC)


def opened(tournament: Tournament, table: int, before: int, *, called: int | None = None) -> Case:
    here = table_of(tournament, table)
    call = desk.make(acting(), here, about="win") if called is not None else None
    case = cases.open_case(acting("ren"), tournament, kind="win", table=here, call=call)
    Case.objects.filter(pk=case.pk).update(opened_at=NOW - datetime.timedelta(seconds=before))
    Call.objects.filter(case=case).update(called_at=NOW - datetime.timedelta(seconds=called or 0))
    case.refresh_from_db()
    return case


def test_a_case_tells_the_namesakes_of_its_table_apart(event: Tournament) -> None:
    case = opened(event, 1, 60)
    first, second = [party.entry for party in case.parties.order_by("seat")[:2]]
    for entry, club in ((first, "Lyon"), (second, "Porto")):
        type(entry).objects.filter(pk=entry.pk).update(family_name="Kim", given_name="Ana", club=club)
    names = get_seat_names(case)
    assert [names[seat] for seat in (0, 1)] == ["Ana Kim (Lyon)", "Ana Kim (Porto)"]
    assert "Ana Kim" not in names.values()


def test_the_times_run_from_the_call_to_the_first_ruling(event: Tournament) -> None:
    assert times.measure_ruling_times(event) is None
    called, walked_by = opened(event, 1, 200, called=300), opened(event, 2, 60)
    opened(event, 1, 900)
    for case in (called, walked_by):
        ruled(case, facts(case))
    Ruling.objects.update(decided_at=NOW)
    ruled(called, facts(called), reason="Looked at again.")
    found = times.measure_ruling_times(event)
    assert found is not None
    assert (found.cases, found.median, found.longest, found.slowest) == (2, 180, 300, called)


def test_an_open_case_rings_after_five_minutes(event: Tournament) -> None:
    late, young, done = opened(event, 1, 10, called=300), opened(event, 2, 299), opened(event, 1, 900)
    ruled(done, facts(done))
    assert times.list_overdue(event, NOW) == [late]
    assert times.list_overdue(event, NOW + datetime.timedelta(seconds=1)) == [late, young]
    assert times.count_seconds_waited(late, NOW) == 300


def test_every_page_of_the_desk_carries_what_waits_too_long(event: Tournament, client: Client) -> None:
    late = opened(event, 1, 900)
    Case.objects.update(opened_at=timezone.now() - datetime.timedelta(minutes=6))
    signed_in("ren", client)
    watch = client.get(reverse("manage_case_watch", args=[event.slug])).content.decode()
    assert f'data-overdue="{late.number} "' in watch
    assert "1 over 5 min" in watch


def test_the_head_referee_sees_the_times(event: Tournament, client: Client) -> None:
    case = opened(event, 1, 900)
    ruled(case, facts(case))
    desk = reverse("manage_cases", args=[event.slug])

    def sees(name: str) -> bool:
        signed_in(name, client)
        return client.get(desk).context["times"] is not None

    assert (sees("ren"), sees("olga")) == (False, True)
    Desk.objects.update_or_create(tournament=event, defaults={"head_referee": person("ren")})
    assert sees("ren")
