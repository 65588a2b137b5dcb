"""Open items stop the steps that depend on them, on pages and by the API, unless a reason is given."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from engine.sentences import Sentence
from judging.cases.models import Case
from judging.cases.services import appeals, cases
from tests.support.cases import case_with_facts, ruled
from tests.support.database import kept_for_the_module
from tests.support.pages import messages_of
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.rows import rows_of
from tests.support.tables import enter, playing, table_of
from tournaments.core import open_items
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import ItemKind, OpenItem, OpenItemStep
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.results.services import open_tables, results
from tournaments.rounds.services import rounds
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)

CORRECTION = "Round 1, table 1: the correction (version 2) is not confirmed"
SHEETS = ((60, 20, -30, -50), (10, 8, -8, -10))
WHY = "The correction moves no place."


def at(name: str, event: Tournament, *parts: object) -> str:
    return reverse(name, args=[event.slug, *parts])


def items(page: str) -> list[tuple[str, str]]:
    """Link and label of the items that a page lists."""
    lists = re.findall(r'<ul class="open-items">(.*?)</ul>', page, re.DOTALL)
    return [item for block in lists for item in re.findall(r'<a href="([^"]+)">([^<]+)</a>', block)]


def labels(page: str) -> list[str]:
    return [label for _link, label in items(page)]


def ask(name: str, event: Tournament, path: str, **body: object) -> tuple[int, dict]:
    browser = program(name, scopes=["event", "play", "read", "results"])
    answer = browser.post(f"/api/v1/tournaments/{event.slug}/{path}/", body, format="json")
    return answer.status_code, answer.json()


def listed(name: str, event: Tournament) -> list[str]:
    """Texts of the open items, by the API."""
    browser = program(name, scopes=["read", "event", "entries"])
    return [item["text"] for item in browser.get(f"/api/v1/tournaments/{event.slug}/open-items/").json()]


@pytest.fixture(scope="module")
def corrected(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Two rounds are played and confirmed; then sam corrects a sheet of round 1 on a phone of his own."""
    with kept_for_the_module(django_db_blocker):
        made = small_tournament(8, slug="autumn-open", rounds=2)
        people(made)
        for number in (1, 2):
            played(made, number, SHEETS)
        sent = {f"points_{order}": str(points) for order, points in enumerate((20, 60, -30, -50))}
        answer = signed_in("sam").post(at("manage_table", made, 1, 1), sent | {"based_on": "1", "reason": "Swapped"})
        assert answer.status_code == 302
        yield made


@pytest.fixture
def event(corrected: Tournament) -> Tournament:
    return Tournament.objects.get(pk=corrected.pk)


def confirm_correction(event: Tournament) -> None:
    assert signed_in("olga").post(at("manage_confirm", event, 1, 1, 2)).status_code == 302


STEPS: dict[str, tuple[str, list[int], dict[str, Any], str, dict[str, Any], str]] = {
    "release": ("manage_release", [2], {}, "rounds/2/release", {}, "results.release"),
    "ceremony": ("manage_ceremony_start", [], {"of": "players", "begin": "3"}, "ceremony/start", {}, "ceremony.start"),
    "reveal": ("manage_hide_standings", [], {"hidden": "0"}, "standings/hide", {"hidden": False}, "standings.hide"),
    "close": ("manage_state", [], {"state": "finished"}, "state", {"state": "finished"}, "tournament.state"),
    "cut": ("manage_stage_cut", [2], {"shown": ["1", "2", "5", "6"]}, "stages/2/cut", {}, "stages.cut"),
}
"""Step -> page with the parts of its address and its form, endpoint with its body, and the action that is logged."""


def prepared(event: Tournament, step: str) -> None:
    if step == "reveal":
        Tournament.objects.update(standings_hidden=True)
    if step == "cut":
        stages.add(acting(), event, name="Final", cut_to=4)


def entries_of(action: str) -> int:
    return AuditEntry.objects.filter(action=action).count()


@pytest.mark.parametrize("step", STEPS)
def test_page_and_api_refuse_the_step_name_the_correction_and_continue_with_a_reason(event, step):
    prepared(event, step)
    page_name, parts, sent, path, body, action = STEPS[step]
    address = at(page_name, event, *parts)
    link = at("manage_table", event, 1, 1)
    olga, before = signed_in("olga"), entries_of(action)
    refused = olga.post(address, sent)
    page = refused.content.decode()
    assert (refused.status_code, items(page)) == (409, [(link, CORRECTION)])
    code, told = ask("olga", event, path, **body)
    assert (code, told["code"]) == (409, "open_items")
    assert told["open_items"] == [{"kind": "correction", "round": 1, "text": CORRECTION, "link": link}]
    again = {name: re.findall(f'name="{name}" value="([^"]*)"', page) for name in sent}
    assert again == {name: value if isinstance(value, list) else [value] for name, value in sent.items()}
    assert olga.post(address, sent | {"continue_anyway": "  "}).status_code == 409
    assert entries_of(action) == before
    with transaction.atomic():
        assert ask("olga", event, path, **body, continue_anyway=WHY)[0] == 200
        assert entries_of(action) == before + 1
        transaction.set_rollback(True)
    with transaction.atomic():
        confirm_correction(event)
        assert olga.post(address, sent).status_code == 302
        assert entries_of("open_items.accept") == 0
        transaction.set_rollback(True)
    assert olga.post(address, sent | {"continue_anyway": WHY}).status_code == 302
    assert entries_of(action) == before + 1
    told = AuditEntry.objects.get(action="open_items.accept")
    assert (told.reason, told.actor_name) == (WHY, "olga")
    assert [item["text"] for item in told.after["open_items"]] == [CORRECTION]
    assert WHY in olga.get(at("manage_audit", event)).content.decode()


def test_a_correction_of_a_later_round_does_not_stop_the_release_of_an_earlier_one(event):
    confirm_correction(event)
    enter(table_of(event, 1, 2), (20, 60, -30, -50), based_on=1, reason="Swapped")
    olga = signed_in("olga")
    assert olga.post(at("manage_release", event, 1)).status_code == 302
    assert olga.post(at("manage_release", event, 2)).status_code == 409


def test_a_ceremony_that_was_started_with_a_reason_ends_without_another_one(event):
    olga = signed_in("olga")
    olga.post(at("manage_ceremony_start", event), {"of": "players", "begin": "3", "continue_anyway": WHY})
    assert olga.post(at("manage_ceremony_end", event)).status_code == 302
    enter(table_of(event, 2), (8, 10, -8, -10), based_on=1, reason="Swapped too")
    refused = olga.post(at("manage_ceremony_end", event))
    assert refused.status_code == 409
    assert labels(refused.text) == ["Round 1, table 2: the correction (version 2) is not confirmed"]


def test_the_overview_and_next_name_the_correction_until_it_is_confirmed(event):
    olga = signed_in("olga")
    for number in (1, 2):
        olga.post(at("manage_release", event, number), {"continue_anyway": WHY})
    olga.post(at("manage_state", event), {"state": "finished", "continue_anyway": WHY})
    page = olga.get(at("manage_home", event))
    assert page.context["step"].label == "Settle what is open: 1"
    assert "Everything is done" not in page.content.decode()
    # In *Next* alone: beside "Round 1: Finished" stands how many are open.
    assert labels(page.content.decode()) == [CORRECTION]
    assert page.content.decode().count("1 open item") == 1
    assert labels(olga.get(at("manage_round", event, 1)).content.decode()) == [CORRECTION]
    assert labels(olga.get(at("manage_rounds", event)).content.decode()) == [CORRECTION] * 2
    confirm_correction(event)
    page = olga.get(at("manage_home", event))
    assert (page.context["step"].label, labels(page.content.decode())) == ("Everything is done", [])


def test_sheets_of_the_round_under_way_are_no_open_items_of_the_next_step():
    event = playing()
    people(event)
    enter(table_of(event), SHEETS[0])
    page = signed_in("olga").get(at("manage_home", event))
    assert (page.context["step"].label, labels(page.text)) == ("Enter and confirm the sheets: 2 to go", [])
    sheets = ["Round 1, table 1: the sheet is not confirmed", "Round 1, table 2: there is no sheet"]
    assert listed("olga", event) == sheets
    late = Entry.objects.create(tournament=event, number=9, family_name="Late", status="checked_in")
    assert listed("olga", event) == [*sheets, f"Round 1: {late} has no seat"]
    late.delete()
    enter(table_of(event), (60, 20, -30, -51), based_on=1, reason="Signed so")
    rounds.finish(acting(), event.rounds.get(number=1), reason="Power cut")
    doubtful = "Round 1, table 1: the sheet does not add up and is not confirmed"
    assert listed("olga", event) == [sheets[1], doubtful]


def test_cases_and_appeals_stop_the_release_of_their_round_and_what_comes_after():
    event = playing(rounds_planned=1)
    people(event)
    for table, sheet in enumerate(SHEETS, 1):
        results.confirm_sheet(acting("olga"), enter(table_of(event, table), sheet))
    case, record = case_with_facts(event)
    rounds.finish(acting(), event.rounds.get(number=1))
    olga = signed_in("olga")
    refused = olga.post(at("manage_release", event, 1))
    unruled = (at("manage_case", event, 1), "Round 1, table 1: case 1 is not ruled")
    assert (refused.status_code, items(refused.text)) == (409, [unruled])
    ruling = ruled(case, record)
    appeals.file_appeal(acting("olga"), ruling, by_entry=event.entries.get(number=2), grounds="Not so")
    code, told = ask("olga", event, "state", state="finished")
    assert (code, [item["kind"] for item in told["open_items"]]) == (409, ["appeal"])
    assert [item["text"] for item in told["open_items"]] == ["Round 1, table 1: the appeal in case 1 is not decided"]
    appeals.decide(acting("olga"), ruling.appeals.get(), state="upheld", decision="It stands.")
    assert olga.post(at("manage_release", event, 1)).status_code == 302
    assert Case.objects.get().state == "ruled"


def test_a_case_without_a_table_does_not_stop_a_release_but_the_end(event):
    confirm_correction(event)
    cases.open_case(acting("ren"), event, kind="win", players=[event.entries.get(number=1)])
    olga = signed_in("olga")
    assert olga.post(at("manage_release", event, 1)).status_code == 302
    refused = olga.post(at("manage_state", event), {"state": "finished"})
    assert (refused.status_code, labels(refused.content.decode())) == (409, ["Case 1 is not ruled"])


def test_players_fees_and_failed_jobs_stop_the_end_alone_and_are_shown_to_those_who_keep_them(event):
    confirm_correction(event)
    RegistrationDesk.objects.create(tournament=event, fee="40 €")
    one, two = event.entries.filter(number__in=(1, 2)).order_by("number")
    facts = {"tournament": event, "family_name": "Family", "given_name": "Given"}
    Application.objects.create(number=1, entry=one, state="entered", **facts)
    Application.objects.create(number=2, entry=two, state="entered", fee_paid_at="2026-05-01T10:00Z", **facts)
    Application.objects.create(number=3, state="pending", **facts)
    Job.objects.create(kind="print", tournament=event, state="failed", params={"document": "badges"})
    Job.objects.create(kind="print", tournament=event, state="failed", params={"document": "schedules"})
    Job.objects.create(kind="print", tournament=event, state="done", params={"document": "schedules"})
    olga = signed_in("olga")
    assert olga.post(at("manage_release", event, 2)).status_code == 302
    refused = olga.post(at("manage_state", event), {"state": "finished"})
    assert refused.status_code == 409
    assert labels(refused.content.decode()) == [
        "Registration 3 is waiting for approval",
        f"{one} has not paid the fee",
        "A job has failed: Printing",
    ]
    overview = signed_in("olga").get(at("manage_home", event)).text
    assert all(label in overview for label in labels(signed_in("olga").get(at("manage_open_items", event)).text)[:5])
    of_sam = labels(signed_in("sam").get(at("manage_open_items", event)).text)
    assert listed("sam", event) == of_sam == ["A job has failed: Printing"]


def printed(client: Client, event: Tournament, key: str, number: str = "", **more: str) -> tuple[int, str, bytes]:
    answer = client.post(at("manage_print", event), {"document": key, "round": number, "paper": "a4", **more})
    return answer.status_code, answer["Content-Type"].partition(";")[0], answer.content


def text_of(pdf: bytes, folder: Path) -> str:
    (folder / "document.pdf").write_bytes(pdf)
    done = subprocess.run(["pdftotext", "-layout", "document.pdf", "-"], cwd=folder, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


def test_certificates_wait_for_the_last_round_on_the_page_and_by_the_api():
    event = small_tournament(8, rounds=3)
    people(event)
    played(event, 1, SHEETS)
    status, _kind, page = printed(signed_in("sam"), event, "certificates")
    told = "Certificates are made after the last round: round 2 is not finished."
    assert (status, told in page.decode()) == (422, True)
    code, answer = ask("olga", event, "prints", document="certificates")
    assert (code, answer["detail"]) == (400, told)
    assert Job.objects.count() == 0
    for number in (2, 3):
        played(event, number, SHEETS)
    early = printed(signed_in("sam"), event, "certificates", "1")
    assert (early[0], "leave the round empty" in early[2].decode()) == (422, True)
    assert printed(signed_in("sam"), event, "certificates")[:2] == (200, "application/pdf")
    assert ask("olga", event, "prints", document="certificates")[0] == 200


def test_certificates_and_the_federations_list_wait_for_a_correction_or_a_reason(event):
    olga = signed_in("olga")
    status, _kind, page = printed(olga, event, "certificates")
    assert (status, labels(page.decode())) == (409, [CORRECTION])
    assert ask("olga", event, "prints", document="certificates")[0] == 409
    listing = at("manage_federation_csv", event)
    refused = olga.get(listing)
    assert (refused.status_code, labels(refused.content.decode())) == (409, [CORRECTION])
    path = f"/api/v1/tournaments/{event.slug}/files/manage_federation_csv/"
    by_api = partial(program("olga", scopes=["event"]).get, path)
    assert by_api().json()["code"] == "open_items"
    accepting = at("manage_open_items_accept", event)
    assert re.findall(r'<form class="form" method="post" action="([^"]+)"', refused.content.decode()) == [accepting]
    assert signed_in("sam").post(accepting, {"step": "federation", "continue_anyway": WHY}).status_code == 403
    olga.post(accepting, {"step": "federation", "continue_anyway": ""})
    assert olga.get(listing).status_code == 409
    olga.post(accepting, {"step": "federation", "continue_anyway": WHY})
    assert olga.get(listing)["Content-Type"] == "text/csv; charset=utf-8"
    assert by_api().status_code == 200
    assert printed(olga, event, "certificates")[0] == 409
    assert ask("olga", event, "open-items/accept", step="certificates", reason=WHY)[0] == 200
    assert printed(olga, event, "certificates")[:2] == (200, "application/pdf")
    enter(table_of(event, 2), (8, 10, -8, -10), based_on=1, reason="Swapped too")
    assert olga.get(listing).status_code == 409


@pytest.mark.parametrize("key", ["standings", "result-poster", "results"])
def test_result_papers_are_provisional_until_the_event_is_closed(event, key, tmp_path):
    confirm_correction(event)
    olga = signed_in("olga")
    open_paper = text_of(printed(olga, event, key, "1")[2], tmp_path)
    assert "Provisional, after round 1" in open_paper
    event_services.set_state(acting(), event, state="finished")
    closed = text_of(printed(olga, event, key, "1" if key == "results" else "")[2], tmp_path)
    assert ("Provisional" in closed, "After round 2" in closed) == (False, key != "results")


def test_the_cut_shows_who_goes_through_and_who_just_misses_and_asks(event):
    confirm_correction(event)
    stages.add(acting(), event, name="Final", cut_to=4)
    olga = signed_in("olga")
    address = at("manage_stage_cut", event, 2)
    assert f'href="{address}"' in olga.get(at("manage_stages", event)).content.decode()
    assert f'href="{address}#cut"' in olga.get(at("manage_home", event)).content.decode()
    page = olga.get(address)
    shown = {name: [row.player.number for row, _cells in page.context[name]] for name in ("through", "tied", "missed")}
    assert shown == {"through": [5, 1, 2, 6], "tied": [], "missed": [7, 3, 8, 4]}
    assert event.stages.get(number=2).cut_at is None
    assert olga.post(address).status_code == 422
    assert event.stages.get(number=2).cut_at is None
    # Another sheet is corrected between the look and the press.
    second = enter(table_of(event, 2), (-8, -10, 10, 8), based_on=1, reason="Seats swapped")
    results.confirm_sheet(acting("olga"), second)
    third = enter(table_of(event, 2, 2), (-8, -10, 10, 8), based_on=1, reason="Seats swapped")
    results.confirm_sheet(acting("olga"), third)
    sent = {"shown": [str(number) for number in page.context["shown"]]}
    stale = olga.post(address, sent)
    assert (stale.status_code, "The standings have changed" in stale.content.decode()) == (422, True)
    sent = {"shown": [str(number) for number in stale.context["shown"]]}
    assert olga.post(address, sent).status_code == 302
    assert {row.entry.number for row in event.stages.get(number=2).stage_entries.all()} == {1, 2, 7, 8}


@rows
def test_results_are_called_public_only_where_they_are(event, state, told):
    confirm_correction(event)
    Tournament.objects.update(**state)
    page = signed_in("olga").post(at("manage_release", event, 1), follow=True)
    assert messages_of(page) == [told]
    seen = Client().get(f"/api/v1/tournaments/{event.slug}/rounds/1/results/")
    assert (seen.status_code == 200) == told.endswith("are public.")


def provider_of(item: OpenItem, *stops: OpenItemStep) -> Any:
    """Return a list of providers with one of this item alone, which names these steps."""
    return mock.patch.object(open_items, "_providers", {lambda _event: [item]: frozenset(stops)})


def test_a_step_asks_those_who_may_stop_it_and_an_item_stops_no_other(event):
    start, cut = OpenItemStep.START, OpenItemStep.CUT
    item = OpenItem(
        ItemKind.COUNTRY, "key", Sentence("Text"), "/", "entries.edit", 1, frozenset({start}), frozenset({1})
    )
    first = event.rounds.get(number=1)
    with provider_of(item, start):
        found = {step: open_items.list_blocking_items(event, step, first) for step in OpenItemStep}
        assert found == {step: [] for step in OpenItemStep} | {start: [item], OpenItemStep.CLOSE: [item]}
    for wrong in (item, replace(item, kind=ItemKind.SHEET)):
        with provider_of(wrong, cut), pytest.raises(ValueError, match="does not name"):
            open_items.list_open_items(event)


def test_a_round_that_nobody_has_played_is_not_released():
    event = small_tournament(8, rounds=1)
    people(event)
    published(event.rounds.get())
    sent = {"continue_anyway": WHY, "incomplete": "1"}
    refused = signed_in("olga").post(at("manage_release", event, 1), sent, follow=True)
    assert [str(message) for message in refused.context["messages"]] == ["Round 1 has not been played."]
    assert event.rounds.get().released_at is None


def test_a_case_does_not_keep_back_the_sheet_of_an_open_evening():
    event = small_tournament(4, rounds=1)
    people(event)
    open_tables.set_up(acting(), event, is_open=True, newcomers=False)
    table = open_tables.open_table(acting(), event, sitters=list(event.entries.order_by("number")))
    cases.open_case(acting("ren"), event, kind="win", table=table)
    results.confirm_sheet(acting("olga"), enter(table, SHEETS[0]))
    assert event.rounds.get().released_at is not None
    assert listed("olga", event) == ["Round 1, table 1: case 1 is not ruled"]
    assert AuditEntry.objects.get(action="open_items.accept").reason == "Results of open evenings are public at once."
