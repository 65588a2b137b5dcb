"""The desk's pages and the players' form, as people use them."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from engine.family import ruleset, ruleset_names
from engine.match.sheet_rules import NEUTRAL, line_fields
from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.results.forms.results import HandForm, SheetForm
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.results.papers.sheet_fields import result_fields
from tournaments.results.queries import sheets
from tournaments.results.services import ledger, results
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db

DEMO = Path(__file__).parents[3] / "tournaments" / "exchange" / "demo"
CODE_PAGES = (("table_code", ()), ("table_code_confirm", (1,)))
CLEAN = {"points_0": "60", "points_1": "20", "points_2": "−30", "points_3": "-50"}


@pytest.fixture
def event(client):
    tournament = playing()
    people(tournament)
    client.force_login(person("sam"))
    return tournament


def address(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


@pytest.mark.parametrize("name", [*ruleset_names(), "free"])
def test_forms_have_the_fields_of_the_printed_sheet_in_its_order(name):
    rules = NEUTRAL if name == "free" else ruleset(name).sheet
    seats = sheets.seats_of(table_of(playing()))
    assert SheetForm(rules=rules, seats=seats).written == [field.name for field in result_fields(rules)]
    assert list(HandForm(rules=rules, seats=seats).fields) == [field.name for field in line_fields(rules)]


def test_sam_enters_and_olga_confirms(client, event):
    url = address("manage_table", event, 1, 1)
    assert client.post(url, CLEAN | {"based_on": "0"}).status_code == 302
    result = TableResult.objects.get()
    assert [seat.points for seat in result.seats.all()] == [60, 20, -30, -50]
    confirm = address("manage_confirm", event, 1, 1, 1)
    assert client.post(confirm).status_code == 422
    client.force_login(person("olga"))
    assert client.post(confirm).status_code == 302
    result.refresh_from_db()
    assert result.state == "confirmed"
    assert client.get(address("manage_standings", event)).status_code == 200
    assert client.get(address("manage_results", event, 1)).status_code == 200


def test_the_fast_page_gets_answers_it_can_show(client, event):
    url, headers = address("manage_table", event, 1, 1), {"Accept": "application/json"}
    doubtful = client.post(url, CLEAN | {"points_0": "66", "based_on": "0"}, headers=headers)
    assert (doubtful.status_code, doubtful.json()["field"]) == (422, "reason")
    assert doubtful.json()["problems"][0].startswith("The table has 6 points too many.")
    saved = client.post(url, CLEAN | {"based_on": "0"}, headers=headers)
    assert saved.json() == {
        "state": "entered",
        "label": "Entered",
        "version": 1,
        "twice_alike": False,
        "next": url,
    }
    client.force_login(person("olga"))
    stale = client.post(url, CLEAN | {"points_0": "50", "points_1": "30", "based_on": "0"}, headers=headers)
    assert (stale.status_code, stale.json()["stale"]) == (409, {"version": 1, "points": [60, 20, -30, -50]})


def test_a_stale_form_shows_both_sheets_and_keeps_the_typed_one(client, event):
    enter(table_of(event), (60, 20, -30, -50), name="olga")
    url = address("manage_table", event, 1, 1)
    answer = client.post(url, CLEAN | {"points_0": "50", "points_1": "30", "based_on": "0"})
    assert answer.status_code == 409
    assert [(theirs, own) for _entry, theirs, own in answer.context["comparison"]] == [
        (60, "50"), (20, "30"), (-30, "−30"), (-50, "-50"),
    ]  # fmt: skip
    assert client.post(url, CLEAN | {"points_0": "50", "points_1": "30", "based_on": "1"}).status_code == 302
    assert TableResult.objects.filter(state="entered").get().version == 2


def test_hand_by_hand_adds_up_and_is_stored(client, event):
    hands = {"hand_1-winner": "0", "hand_1-discarder": "2", "hand_1-value": "20", "hand_2-drawn": "on", "based_on": "0"}
    url = address("manage_hands", event, 1, 1)
    computed = client.post(url, hands | {"compute": "1"})
    assert [points for _seat, points in computed.context["preview"]] == [44, -8, -28, -8]
    assert client.post(url, hands | {"save": "1"}).status_code == 302
    assert [seat.points for seat in TableResult.objects.get().seats.all()] == [44, -8, -28, -8]
    assert list(HandRecord.objects.values_list("number", "value")) == [(1, 20), (2, None)]
    wrong = client.post(url, {"hand_1-winner": "0", "hand_1-discarder": "0", "hand_1-value": "8", "save": "1"})
    assert wrong.status_code == 422


def test_players_enter_and_confirm_with_their_tables_code(client, event):
    Tournament.objects.update(entry_by="table_code", confirmations="all")
    table = table_of(event)
    players = [seat.entry for seat in sheets.seats_of(table)]
    client.logout()
    url = reverse("table_code", args=[table.token])
    assert client.get(url).status_code == 200
    assert client.post(url, CLEAN | {"player": players[0].pk, "based_on": "0"}).status_code == 302
    confirm = reverse("table_code_confirm", args=[table.token, 1])
    assert client.post(confirm, {"player": players[0].pk}).status_code == 422
    for player in players[1:]:
        assert client.post(confirm, {"player": player.pk}).status_code == 422, "the phone that entered it"
        phone = Client()
        phone.get(url)
        assert phone.post(confirm, {"player": player.pk}).status_code == 302
    assert TableResult.objects.get().state == "confirmed"
    assert client.get(url).status_code == 200
    assert client.get(reverse("table_code", args=["unknown"])).status_code == 404


def test_one_phone_says_one_players_word(client, event):
    Tournament.objects.update(entry_by="table_code", confirmations="all")
    table = table_of(event)
    players = [seat.entry for seat in sheets.seats_of(table)]
    petras, other = Client(), Client()
    url, confirm = (reverse(name, args=[table.token, *more]) for name, more in CODE_PAGES)
    petras.post(url, CLEAN | {"player": players[0].pk, "based_on": "0"})
    assert petras.get(url).context["who"]["player"].value() == players[0].pk
    other.get(url)
    assert other.post(confirm, {"player": players[1].pk}).status_code == 302
    refused = other.post(confirm, {"player": players[2].pk})
    assert refused.status_code == 422
    assert refused.context["error"] == (
        "This phone has entered or confirmed the sheet already. Confirm on your own phone, or at the desk."
    )
    assert TableResult.objects.get().state == "entered"


def test_an_event_may_let_players_sign_on_one_phone(client, event):
    Tournament.objects.update(entry_by="table_code", confirmations="all", one_phone=True)
    table = table_of(event)
    players = [seat.entry for seat in sheets.seats_of(table)]
    phone = Client()
    url, confirm = (reverse(name, args=[table.token, *more]) for name, more in CODE_PAGES)
    phone.post(url, CLEAN | {"player": players[0].pk, "based_on": "0"})
    for initials in ("", "12"):
        refused = phone.post(confirm, {"player": players[1].pk, "initials": initials})
        assert refused.context["error"] == "Another player has used this phone: sign with your initials."
    for player, initials in zip(players[1:], ("PF", "K", "王"), strict=True):
        assert phone.post(confirm, {"player": player.pk, "initials": initials}).status_code == 302
    result = TableResult.objects.get()
    assert (result.state, [each.initials for each in result.confirmed_by.all()]) == ("confirmed", ["", "PF", "K", "王"])
    assert phone.get(url).context["who"]["player"].value() == players[0].pk, "the owner stays the owner"


def test_without_leave_the_code_only_shows(client, event):
    table = table_of(event)
    player = sheets.seats_of(table)[0].entry
    client.logout()
    answer = client.post(reverse("table_code", args=[table.token]), CLEAN | {"player": player.pk})
    assert (answer.status_code, TableResult.objects.count()) == (403, 0)


def test_the_ledger_takes_a_penalty_and_crosses_it_out(client, event):
    client.force_login(person("ren"))
    url = address("manage_ledger", event)
    line = {"kind": "penalty", "entry": 1, "amount": "−10", "unit": "points",
            "scope": "table", "round_number": "1", "table_number": "1", "reason": "phone"}  # fmt: skip
    assert client.post(url, line | {"amount": "ten"}).status_code == 422
    assert client.post(url, line).status_code == 302
    made = ScoreLine.objects.get()
    assert (made.amount, made.author.username) == (-10, "ren")
    assert client.post(address("manage_ledger_void", event, made.pk), {"reason": "appeal"}).status_code == 302
    made.refresh_from_db()
    assert made.void_reason == "appeal"
    assert client.get(url).status_code == 200


def test_whoever_gives_penalties_crosses_out_penalties_only(client, event):
    ren, first = person("ren"), event.entries.get(number=1)
    penalty = ledger.add(acting("olga"), event, amount=-10, unit="score", reason="late", entry=first)
    bonus = ledger.add(acting("olga"), event, amount=5, unit="score", reason="fair play", entry=first, kind="bonus")
    client.force_login(ren)
    answer = client.post(address("manage_ledger_void", event, bonus.pk), {"reason": "appeal"})
    bonus.refresh_from_db()
    assert (answer.status_code, bonus.voided_at) == (403, None)
    shown = client.get(address("manage_ledger", event)).content.decode()
    assert [address("manage_ledger_void", event, line.pk) in shown for line in (penalty, bonus)] == [True, False]


def test_release_and_board(client, event):
    client.force_login(person("olga"))
    board = client.get(address("manage_board", event))
    assert [table.state for table in board.context["tables"]] == ["playing", "playing"]
    sent = {"continue_anyway": "Two tables play on."}
    assert client.post(address("manage_release", event, 1), sent).status_code == 302
    assert event.rounds.get(number=1).released_at is not None


@pytest.mark.parametrize(("confirmed", "missing"), [(0, [1, 2]), (1, [2])])
def test_whoever_releases_is_asked_about_the_tables_that_are_missing(client, event, confirmed, missing):
    if confirmed:
        results.confirm_sheet(acting("olga"), enter(table_of(event), (60, 20, -30, -50)))
    client.force_login(person("olga"))
    page = client.post(address("manage_release", event, 1))
    assert page.status_code == 409
    told = re.findall(r">(Round 1, table [^<]*)</a>", page.content.decode())
    assert told == [f"Round 1, table {number}: there is no sheet" for number in missing]
    assert event.rounds.get(number=1).released_at is None


@pytest.mark.parametrize(
    ("lines", "offered"),
    [("x,Bo", "Save without the row with problems"), ("x,Bo\ny,Cy", "Save without the 2 rows with problems")],
)
def test_what_would_stay_out_of_a_roster_is_counted_on_the_button(client, event, lines, offered):
    client.force_login(person("olga"))
    sent = {"text": f"number,family_name\n901,Anna\n{lines}"}
    page = client.post(address("manage_import", event), sent).content.decode()
    assert offered in " ".join(page.split())


def test_only_site_staff_upload_events(client):
    organiser = person("olga")
    organiser.is_staff = True
    organiser.save()
    client.force_login(organiser)
    url = reverse("event_import")
    broken = client.post(url, {"file": SimpleUploadedFile("x.json", b"[]")})
    assert (broken.status_code, len(broken.context["problems"])) == (422, 1)
    content = (DEMO / "madrid-2018.json").read_bytes()
    assert client.post(url, {"file": SimpleUploadedFile("m.json", content), "published": "on"}).status_code == 302
    exported = client.get(reverse("event_export", args=["madrid-2018"]))
    assert json.loads(exported.content) == json.loads(content)
    client.force_login(person("otto"))
    assert client.get(url).status_code == 403


def test_the_warnings_of_an_imported_file_are_told(client):
    client.force_login(person("ada"))
    data = json.loads((DEMO / "madrid-2018.json").read_bytes())
    data["penalties"] = [
        {"player": data["players"][0]["id"], "round": 1, "amount": "?", "unit": "points", "reason": "phone"},
        {"round": 1, "amount": -9},
    ]
    upload = SimpleUploadedFile("m.json", json.dumps(data).encode())
    answer = client.post(reverse("event_import"), {"file": upload}, follow=True)
    told = [str(message) for message in answer.context["messages"]]
    assert told[1:3] == [
        "penalty 1: Kept, but it names no known player or no amount.",
        "penalty 2: Kept, but it names no known player or no amount.",
    ]


def test_olga_confirms_together_what_two_people_have_typed_alike(event, client):
    Tournament.objects.update(blind_reentry=True)
    for number in (1, 2):
        enter(table_of(event, number), (60, 20, -30, -50))
    enter(table_of(event, 2), (60, 20, -30, -50), name="ida", based_on=1)
    client.force_login(person("olga"))
    page = client.get(address("manage_results", event, 1))
    assert [result.table.number for result in page.context["alike"]] == [2]
    assert 'name="sheet"' in page.text
    said = client.post(address("manage_confirm_alike", event, 1), {"sheet": ["2:1"]}, follow=True)
    assert "Confirmed: tables 2." in said.text
    late = client.post(address("manage_confirm_alike", event, 1), {"sheet": ["1:1", "x"]}, follow=True)
    assert "Nothing was confirmed" in late.text
