"""The desk's pages and the players' form, as people use them."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from engine.family import ruleset, ruleset_names
from engine.match.sheet_rules import NEUTRAL, line_fields
from tests.support.pages import messages_of
from tests.support.people import acting, people, signed_in
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.results.forms.results import HandForm, SheetForm
from tournaments.results.models.results import TableResult
from tournaments.results.papers.scoresheet import list_result_fields
from tournaments.results.queries import sheets
from tournaments.results.services import ledger

pytestmark = pytest.mark.django_db


DEMO = Path(__file__).parents[3] / "tournaments" / "exchange" / "demo"
CODE_PAGES = (("table_code", ()), ("table_code_confirm", (1,)))
CLEAN = {"points_0": "60", "points_1": "20", "points_2": "−30", "points_3": "-50"}


def address(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


@pytest.mark.parametrize("name", [*ruleset_names(), "free"])
def test_forms_have_the_fields_of_the_printed_sheet_in_its_order(name):
    rules = NEUTRAL if name == "free" else ruleset(name).sheet
    seats = sheets.list_seats(table_of(playing()))
    assert SheetForm(rules=rules, seats=seats).written == [field.name for field in list_result_fields(rules)]
    assert list(HandForm(rules=rules, seats=seats).fields) == [field.name for field in line_fields(rules)]


def test_the_fast_page_gets_answers_it_can_show(event, olga):
    url, headers = address("manage_table", event, 1, 1), {"Accept": "application/json"}
    sam, changed = signed_in("sam"), CLEAN | {"points_0": "50", "points_1": "30"}
    doubtful = sam.post(url, CLEAN | {"points_0": "66", "based_on": "0"}, headers=headers)
    assert (doubtful.status_code, doubtful.json()["field"]) == (422, "reason")
    assert doubtful.json()["problems"][0].startswith("The table has 6 points too many.")
    saved = sam.post(url, CLEAN | {"based_on": "0"}, headers=headers)
    undo = {"action": address("manage_take_back", event, 1), "values": {"sheets": "1:1"}}
    shown = {"state": "entered", "label": "Entered", "version": 1, "twice_alike": False, "next": url, "undo": undo}
    answer = saved.json()
    assert answer["undo"]["values"].pop("undoes")
    assert answer == shown | {"warnings": []}
    stale = olga.post(url, changed | {"based_on": "0"}, headers=headers)
    assert (stale.status_code, stale.json()["stale"]) == (409, {"version": 1, "points": [60, 20, -30, -50]})
    # The page shows both sheets and keeps the typed one.
    answer = olga.post(url, changed | {"based_on": "0"})
    assert (answer.status_code, [(theirs, own) for _entry, theirs, own in answer.context["comparison"]]) == (
        409,
        [(60, "50"), (20, "30"), (-30, "−30"), (-50, "-50")],
    )
    assert olga.post(url, changed | {"based_on": "1"}).status_code == 302
    assert TableResult.objects.filter(state="entered").get().version == 2


@pytest.mark.parametrize("corrected", [False, True])
def test_whoever_sends_a_sheet_back_reads_what_the_table_has_then(event, olga, corrected):
    table, number = table_of(event), 1
    enter(table, (60, 20, -30, -50))
    if corrected:
        olga.post(address("manage_confirm", event, 1, 1, 1))
        number = enter(table, (50, 30, -30, -50), based_on=1, reason="misread").version
    answer = olga.post(address("manage_reject", event, 1, 1, number), {"reject-reason": "unreadable"}, follow=True)
    waits, counts = (
        "The sheet is sent back; the table waits for a new one.",
        "The correction is sent back; the sheet before it counts.",
    )
    assert messages_of(answer)[-1] == (counts if corrected else waits)


def code_pages(event, **settings):
    """The table's players, and the addresses by which they enter and confirm."""
    Tournament.objects.update(entry_by="table_code", confirmations="all", **settings)
    table = table_of(event)
    url, confirm = (reverse(name, args=[table.token, *more]) for name, more in CODE_PAGES)
    return [seat.entry for seat in sheets.list_seats(table)], url, confirm


def test_players_enter_and_confirm_with_their_tables_code(event):
    players, url, confirm = code_pages(event)
    phone, other = Client(), Client()
    assert phone.get(url).status_code == 200
    assert phone.post(url, CLEAN | {"player": players[0].pk, "based_on": "0"}).status_code == 302
    assert phone.get(url).context["who"]["player"].value() == players[0].pk
    for player in players:
        assert phone.post(confirm, {"player": player.pk}).status_code == 422, "the phone that entered it"
    other.get(url)
    assert other.post(confirm, {"player": players[1].pk}).status_code == 302
    refused = other.post(confirm, {"player": players[2].pk})
    assert (refused.status_code, refused.context["error"]) == (
        422,
        "This phone has entered or confirmed the sheet already. Confirm on your own phone, or at the desk.",
    )
    assert TableResult.objects.get().state == "entered"
    for player in players[2:]:
        own = Client()
        own.get(url)
        assert own.post(confirm, {"player": player.pk}).status_code == 302
    assert TableResult.objects.get().state == "confirmed"
    assert phone.get(url).status_code == 200
    assert phone.get(reverse("table_code", args=["unknown"])).status_code == 404
    # Without leave the code only shows.
    Tournament.objects.update(entry_by="scorers")
    second = reverse("table_code", args=[table_of(event, 2).token])
    player = event.entries.get(number=5)
    assert (phone.post(second, CLEAN | {"player": player.pk}).status_code, TableResult.objects.count()) == (403, 1)


def test_an_event_may_let_players_sign_on_one_phone(event):
    players, url, confirm = code_pages(event, one_phone=True)
    phone = Client()
    phone.post(url, CLEAN | {"player": players[0].pk, "based_on": "0"})
    for initials in ("", "12"):
        refused = phone.post(confirm, {"player": players[1].pk, "initials": initials})
        assert refused.context["error"] == "Another player has used this phone: sign with your initials."
    for player, initials in zip(players[1:], ("PF", "K", "王"), strict=True):
        assert phone.post(confirm, {"player": player.pk, "initials": initials}).status_code == 302
    result = TableResult.objects.get()
    assert (result.state, [each.initials for each in result.confirmed_by.all()]) == ("confirmed", ["", "PF", "K", "王"])
    assert phone.get(url).context["who"]["player"].value() == players[0].pk, "the owner stays the owner"


def test_whoever_gives_penalties_crosses_out_penalties_only(event):
    ren, first = signed_in("ren"), event.entries.get(number=1)
    penalty = ledger.add(acting("olga"), event, amount=-10, unit="score", reason="late", entry=first)
    bonus = ledger.add(acting("olga"), event, amount=5, unit="score", reason="fair play", entry=first, kind="bonus")
    answer = ren.post(address("manage_ledger_void", event, bonus.pk), {"reason": "appeal"})
    bonus.refresh_from_db()
    assert (answer.status_code, bonus.voided_at) == (403, None)
    shown = ren.get(address("manage_ledger", event)).text
    assert [address("manage_ledger_void", event, line.pk) in shown for line in (penalty, bonus)] == [True, False]


@pytest.mark.parametrize(
    ("lines", "offered"),
    [("x,Bo", "Save without the row with problems"), ("x,Bo\ny,Cy", "Save without the 2 rows with problems")],
)
def test_what_would_stay_out_of_a_roster_is_counted_on_the_button(event, olga, lines, offered):
    sent = {"text": f"number,family_name\n901,Anna\n{lines}"}
    assert offered in " ".join(olga.post(address("manage_import", event), sent).text.split())


def test_the_warnings_of_an_imported_file_are_told():
    data = json.loads((DEMO / "madrid-2018.json").read_bytes())
    data["penalties"] = [
        {"player": data["players"][0]["id"], "round": 1, "amount": "?", "unit": "points", "reason": "phone"},
        {"round": 1, "amount": -9},
    ]
    upload = SimpleUploadedFile("m.json", json.dumps(data).encode())
    answer = signed_in("ada").post(reverse("event_import"), {"file": upload}, follow=True)
    assert messages_of(answer)[1:3] == [
        f"penalty {number}: Kept, but it names no known player or no amount." for number in (1, 2)
    ]


def test_olga_confirms_together_what_two_people_have_typed_alike(event, olga):
    Tournament.objects.update(blind_reentry=True)
    for number in (1, 2):
        enter(table_of(event, number), (60, 20, -30, -50))
    enter(table_of(event, 2), (60, 20, -30, -50), name="ida", based_on=1)
    page = olga.get(address("manage_results", event, 1))
    assert ([result.table.number for result in page.context["alike"]], 'name="sheet"' in page.text) == ([2], True)
    for sent, told in ((["2:1"], "Confirmed: table 2."), (["1:1", "x"], "Nothing was confirmed")):
        assert told in olga.post(address("manage_confirm_alike", event, 1), {"sheet": sent}, follow=True).text


ROWS = [SimpleNamespace(number=number) for number in range(1, 224)]
ADDRESSES = {"tournament": SimpleNamespace(slug="spring-open"), "current": 37, "number": 37, "after": 37, "chosen": 37}


@pytest.mark.parametrize(
    ("template", "name", "more", "rounds", "option"),
    [
        ("results/_rounds.html", "manage_results", {"list": "manage_results_home"}, ROWS, "<option selected>37"),
        ("standings/public/_after_nav.html", "event_standings", {}, range(1, 224), "<option selected>37"),
        ("rounds/public/_rounds_nav.html", "event_round", {}, ROWS, "<summary>"),
    ],
)
def test_a_season_of_223_rounds_has_a_list_and_no_row_of_buttons(template, name, more, rounds, option):
    long = render_to_string(template, {**ADDRESSES, "name": name, **more, "rounds": rounds})
    short = render_to_string(template, {**ADDRESSES, "name": name, **more, "rounds": rounds[:5]})
    assert (option in long, option in short, long.count('class="button small"') < 2) == (True, False, True)
    assert short.count("<a") == 5


@pytest.mark.django_db
def test_a_chosen_round_opens_on_results_and_board(event):
    sam = signed_in("sam")
    assert sam.get(reverse("manage_results_home", args=[event.slug]), {"round": 2}).url == reverse(
        "manage_results", args=[event.slug, 2]
    )
    board = reverse("manage_board", args=[event.slug])
    assert [sam.get(board, {"round": number}).status_code for number in ("1", "999")] == [200, 404]


NAMES = ["Anna & Co", "<b>Bo</b>", 'Cy "the wall"', "Dee", "Eva", "Fay", "Gil", "Hu"]


@pytest.fixture
@remembered
def with_odd_names():
    tournament = playing(12)
    people(tournament)
    for entry, name in zip(tournament.entries.order_by("number"), NAMES, strict=False):
        entry.given_name, entry.family_name = "", name
        entry.save(update_fields=["given_name", "family_name"])
    return tournament


def line_of(event: Tournament, table: int) -> str:
    page = signed_in("olga").get(reverse("manage_results", args=[event.slug, 1])).text
    (line,) = re.findall(rf'<form[^>]*data-table="{table}".*?</form>', page, re.DOTALL)
    return re.sub(r"\s+", " ", line)


def controls(line: str) -> dict[str, str]:
    """Name of each control with a value -> what it holds."""
    return {
        name: found.group(1)
        for tag in re.findall(r"<input[^>]*>", line)
        for name in re.findall(r'name="(\w+)"', tag)
        if name != "csrfmiddlewaretoken" and (found := re.search(r'value="([^"]*)"', tag))
    }


def test_tables_of_one_kind_have_their_own_names_numbers_and_addresses(with_odd_names):
    enter(table_of(with_odd_names, 1), (60, 20, -30, -50))
    enter(table_of(with_odd_names, 2), (1, 2, 3, -6))
    first, second = line_of(with_odd_names, 1), line_of(with_odd_names, 2)
    for line, points in ((first, (60, 20, -30, -50)), (second, (1, 2, 3, -6))):
        assert controls(line) == {"based_on": "1"} | {f"points_{at}": str(own) for at, own in enumerate(points)}
    labels = [re.findall(r'<label for="(\w+)" > (.*?) </label>', line) for line in (first, second)]
    unit = ' <span class="visually-hidden">(points)</span>'
    assert labels[0][:3] == [
        ("id_t1_points_0", f"E · Anna &amp; Co{unit}"),
        ("id_t1_points_1", f"S · &lt;b&gt;Bo&lt;/b&gt;{unit}"),
        ("id_t1_points_2", f"W · Cy &quot;the wall&quot;{unit}"),
    ]
    assert [name for name, _label in labels[1]] == [*(f"id_t2_points_{at}" for at in range(4)), "id_t2_reason"]
    for number, line in ((1, first), (2, second)):
        assert f'action="{reverse("manage_table", args=[with_odd_names.slug, 1, number])}"' in line
        assert f'formaction="{reverse("manage_confirm", args=[with_odd_names.slug, 1, number, 1])}"' in line


def test_what_is_missing_ones_own_or_to_be_entered_again_is_not_confirmed_here(with_odd_names):
    enter(table_of(with_odd_names, 1), (60, 20, -30, -50), name="olga")
    line = line_of(with_odd_names, 3)
    assert (controls(line), "formaction" in line, "Save" in line) == ({"based_on": "0"}, False, True)
    assert "formaction" not in line_of(with_odd_names, 1)
    Tournament.objects.update(blind_reentry=True)
    enter(table_of(with_odd_names, 2), (60, 20, -30, -50))
    line = line_of(with_odd_names, 2)
    assert ("Second entry" in line, "formaction" in line, controls(line)) == (True, False, {"based_on": "1"})
