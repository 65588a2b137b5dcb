"""Every example of the guide and our own files, by a page, a program and a command: all keep and tell the same."""

import gzip
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from engine.__main__ import main as engine
from tests.docs.test_docs import blocks
from tests.engine.commands.test_logs import FORMS
from tests.support.import_doors import by_api, by_command, by_page, posted, signed_in, undone
from tests.support.pages import messages_of
from tests.support.people import acting, people, person, seat_in_order, small_tournament, token_of
from tests.support.release import in_full
from tests.support.seasons import played
from tests.support.tables import playing, table_of
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document import archive
from tournaments.exchange.document import seasons as season_files
from tournaments.results.models.logs import TableLog
from tournaments.results.models.results import ResultSeat
from tournaments.results.queries.table_logs import compare
from tournaments.rounds.models import Seat
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season
from tournaments.seasons.queries import compute_ranking
from tournaments.seating.models.draws import StoredSchedule
from tournaments.seating.services import seating
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

NO_VALUE = (
    "Line 1: 1 cells have a formula without its value, the first is E1: open the file in a spreadsheet program and "
    "save it."
)


def few(doors, at):
    """All doors for the first example; for each further one another door, unless everything is visited."""
    return doors if in_full() or not at else [doors[-at % len(doors)]]


def players(event):
    entries = event.entries.select_related("team").order_by("number")
    about = [
        (one.number, one.name, one.country, one.club, one.ema_number, one.team and one.team.name) for one in entries
    ]
    return [tuple(filter(None, one)) for one in about]


def tables(rows):
    """(round, table, four values) of rows of (round, table, value)."""
    found = {}
    for round_, table, value in rows:
        found.setdefault((round_, table), []).append(value)
    return [(*place, values) for place, values in found.items()]


def seated(event):
    seats = Seat.objects.filter(seating__round__tournament=event, seating__state="draft")
    rows = seats.values_list("seating__round__number", "table_number", "entry__number")
    return tables(rows.order_by("seating__round__number", "table_number", "wind"))


def entered(event):
    seats = ResultSeat.objects.filter(result__table__round__tournament=event)
    rows = seats.values_list("result__table__round__number", "result__table__number", "points")
    return tables(rows.order_by("result__table__round__number", "result__table__number", "order"))


def four_by_name():
    """Anna, Bo, Cleo and Dai of the guide's examples, at the only table; the second round is seated too."""
    event = playing(4)
    for entry, name in zip(
        event.entries.order_by("number"), ("Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"), strict=True
    ):
        given, family = name.split()
        Entry.objects.filter(pk=entry.pk).update(given_name=given, family_name=family)
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=2)))
    return event


ROSTER_DOORS = (by_page("manage_import", who="olga"), by_api("entries/import", who="olga"), by_command("import_roster"))
SCHEDULE_DOORS = (
    by_page("manage_seating_schedule", 1, prefix="schedule-", who="sue"),
    by_api("rounds/1/schedule", who="sue"),
    by_command("import_schedule"),
)
RESULTS_DOORS = (
    by_page("manage_results_import", who="sam"),
    by_api("results/import", who="sam"),
    by_command("import_results"),
)
TWO = [(1, "Anna Berg"), (2, "Bo Chen")]
RED = [(number, name, "Red") for number, name in enumerate(("Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"), 1)]
BLUE = [(number, name, "Blue") for number, name in enumerate(("Eva Falk", "Gao Hui", "Ines Jung", "Kei Lund"), 5)]
TAKEN_FOR = "The columns have no headings; they were read as %s."
ROUNDS = [(1, 1, [1, 2, 3, 4]), (1, 2, [5, 6, 7, 8]), (2, 1, [1, 5, 2, 6]), (2, 2, [3, 7, 4, 8])]
GAME = (1, 1, [40, 12, -20, -32])
READERS = {
    "roster": (
        lambda: small_tournament(0),
        ROSTER_DOORS,
        players,
        [
            ([], TWO),
            ([], [(1, "Anna Berg", "Denmark", "Copenhagen", "04010001"), (2, "Bo Chen", "China")]),
            ([], [(1, "山田花子", "日本", "東京会")]),
            ([], RED),
            ([TAKEN_FOR % "number and name"], TWO),
            ([TAKEN_FOR % "a team and its members"], RED + BLUE),
        ],
    ),
    "schedule": (small_tournament, SCHEDULE_DOORS, seated, [([], ROUNDS)] * 8),
    "results": (
        four_by_name,
        RESULTS_DOORS,
        entered,
        [
            (["Line 4: The penalty of 3 Cleo Dahl is not taken from here; enter it in the ledger."], [GAME]),
            ([], [GAME]),
            ([], [GAME, (2, 1, [8, 0, 0, -8])]),
        ],
    ),
}
"""Of each kind: the event, its three doors, what it keeps, and for each example what is told and kept."""


@pytest.mark.parametrize("kind", READERS)
def test_every_example_is_kept_and_told_alike_by_a_page_a_program_and_a_command(kind, tmp_path):
    make, doors, kept, expected = READERS[kind]
    event = make()
    people(event)
    for at, (example, told) in enumerate(zip(blocks(kind), expected, strict=True)):
        for door in few(doors, at):
            with undone():
                assert (door(example.encode(), tmp_path), kept(event)) == told


def book_of(lines):
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append(line)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_what_is_doubtful_in_a_schedule_is_told_by_every_door_and_it_is_seated_or_kept(tmp_path):
    event = small_tournament()
    people(event)
    with_formula = book_of([[1, 2, 3, 4, "=1+1"], [5, 6, 7, 8]])
    for door in SCHEDULE_DOORS:
        with undone():
            assert (door(with_formula, tmp_path), seated(event)) == ([NO_VALUE], ROUNDS[:2])
    store = by_page("manage_schedules", name="Club night", who="sue")
    assert store(with_formula, tmp_path) == [NO_VALUE]
    assert StoredSchedule.objects.get().rounds == [[[1, 2, 3, 4], [5, 6, 7, 8]]]


def test_the_empty_fields_of_the_import_page_say_nothing_of_an_expired_preview() -> None:
    """A browser sends hidden fields along that are empty."""
    content, ada, page = archive.pack(small_tournament(4)), signed_in("ada"), reverse("event_import")
    hidden = re.findall(r'<input type="hidden" name="(?!csrf)(\w+)"', ada.get(page).content.decode())
    assert "columns" in hidden
    sent = {**dict.fromkeys(hidden, ""), "file": SimpleUploadedFile("event.zip", content), "slug": "again"}
    answer = ada.post(page, {**sent, "look": "yes"})
    assert (answer.status_code, messages_of(answer)) == (200, [])
    assert answer.context["seen"] is not None


def doors(address: str, command: str) -> list[Callable[[bytes, dict[str, str], Path], None]]:
    """A page after a look, a program likewise, and a command."""

    def page(content: bytes, values: dict[str, str], _folder: Path) -> None:
        client, sent = signed_in("ada"), {**values, "published": "on"}
        seen = client.post(address, {**sent, "file": SimpleUploadedFile("sample", content), "look": "yes"})
        assert seen.status_code == 200
        assert client.post(address, {**sent, "kept": seen.context["kept"]}).status_code == 302

    def program(content: bytes, values: dict[str, str], _folder: Path) -> None:
        client, api = APIClient(), f"/api/v1{address}"
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_of('ada', scopes=('tournaments', 'seasons', 'event'))}")
        seen = client.post(api, {**values, "file": SimpleUploadedFile("sample", content)})
        assert seen.status_code == 200, seen.content
        made = client.post(api, {"slug": values["slug"], "kept": seen.json()["kept"], "save": "true"})
        assert made.status_code == 201, made.content

    def command_line(content: bytes, values: dict[str, str], folder: Path) -> None:
        (folder / "sample").write_bytes(content)
        options: dict[str, Any] = {"slug": values["slug"]}
        if "game" in values:
            options |= {"rules": values["game"], "name": values["name"]}
        call_command(command, folder / "sample", stdout=io.StringIO(), **options)

    return [page, program, command_line]


def totals(slug: str) -> dict[str, Any]:
    event = Tournament.objects.get(slug=slug)
    names = {entry.pk: entry.name for entry in event.entries.all()}
    return {names[row.key]: row.values["total"] for row in compute_standings(event).individual}


NAMES = ("Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito")


def test_every_example_of_an_event_and_a_season_come_in_by_a_page_a_program_and_a_command(tmp_path: Path) -> None:
    person("ada")
    slug = {"slug": "season"}
    table = slug | {"game": "mcr-ema", "name": "Season"}
    whole = played("whole", [(40, 12, -20, -32), (8, 0, 0, -8)], NAMES)
    fined, plain, two_rounds = blocks("results")
    examples = (
        (fined.encode(), table, (40, 12, -30, -32)),
        (book_of([line.split(";") for line in plain.splitlines()]), table, (40, 12, -20, -32)),
        (two_rounds.encode(), table, (48, 12, -20, -40)),
        (blocks("event")[0].encode(), slug, (40, 12, -30, -32)),
        (archive.pack(whole), slug, (48, 12, -20, -40)),
    )
    for at, (content, values, points) in enumerate(examples):
        for door in few(doors("/events/import/", "import_event"), at):
            with undone():
                door(content, values, tmp_path)
                assert totals("season") == dict(zip(NAMES, points, strict=True))
    titled = book_of([["Club league 2026"], [], *(line.split(";") for line in plain.splitlines())])
    for door in doors("/events/import/", "import_event"):
        with undone():
            door(titled, table, tmp_path)
            assert totals("season") == dict(zip(NAMES, (40, 12, -20, -32), strict=True))
    league = season_services.create(acting("olga"), name="League", published=True)
    season_services.add_event(acting("olga"), league, tournament=whole)
    content = season_files.pack(league)
    for door in doors("/seasons/import/", "import_season"):
        with undone():
            door(content, {"slug": "again"}, tmp_path)
            again = compute_ranking(Season.objects.get(slug="again")).rows
            assert [(row.row.place, row.person.name) for row in again] == list(enumerate(NAMES, 1))


def answered(command: str, file: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines that the engine prints for a file."""
    assert engine([command, str(file)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


WORTH = list(zip([one.strip() for one in blocks("hand")], (5, 7, 92, 23, 23, 23), strict=True))


@pytest.mark.parametrize(("written", "points"), WORTH)
def test_every_example_of_a_hand_is_worth_the_same_everywhere(written, points, tmp_path, capsys):
    page = Client().get("/hand/", {"ruleset": "mcr-2006", "hand": written}).context
    asked = page["question"]
    situation = {"by": asked.by, "prevalent_wind": asked.prevalent, "seat_wind": asked.seat}
    case = tmp_path / "case.jsonl"
    case.write_text(json.dumps({"ruleset": "mcr-2006", "hand": written, **situation}), "utf-8")
    (scored,) = answered("score", case, capsys)
    facts = {"hand": written, "dead": False, "in_time": True, "shown": True, **situation}
    claim = {"kind": "win", "ruleset": "mcr-2006", "seat": 0, "facts": facts}
    examined = APIClient().post("/api/v1/judging/examine/", claim, format="json").json()
    evidence = [one for finding in examined["findings"] for one in finding["evidence"]]
    (value,) = [one["value"]["points"] for one in evidence if one["label"] == "value"]
    assert (page["answer"].value, scored["value"]["points"], value) == (f"{points} points", points, points)


MCR_SERVERS = [form for form in FORMS if form.startswith(("botzone", "tziakcha"))]
FORMS_OF = {"mcr": MCR_SERVERS, "riichi": [form for form in FORMS if form not in MCR_SERVERS]}


def by_desk(form, text):
    desk = reverse("manage_attach_log", args=["spring-open", 1, 1])
    sent = {"file": SimpleUploadedFile(form, text.encode()), "first_line": "0"}
    assert signed_in("sam").post(desk, sent).status_code == 302


def by_program(_form, text):
    assert posted("sam", "rounds/1/tables/1/logs/attach", text=text).status_code == 200


@pytest.mark.parametrize(("family", "start"), [("riichi", 30_000), ("mcr", 0)])
def test_a_log_of_every_form_is_read_alike_by_pages_a_program_and_the_engine(family, start, tmp_path, capsys):
    event = playing(family=family)
    people(event)
    table = table_of(event)
    for form in FORMS_OF[family]:
        (tmp_path / form).write_text(FORMS[form], "utf-8")
        (hand,) = answered("replay", tmp_path / form, capsys)
        brought = Client().post("/replay/", {"file": SimpleUploadedFile(form, gzip.compress(FORMS[form].encode()))})
        assert Client().get(brought["Location"]).context["hands"] == [
            "East 2" if form in ("mjai", "tenhou-json", "tenhou-xml") else "East 1"
        ]
        for door in (by_desk, by_program):
            with undone():
                door(form, FORMS[form])
                log = TableLog.objects.get(table=table)
                gained = [seat.logged - start for seat in compare(table, [log], None).seats]
                assert (form, log.hands, gained) == (form, 1, hand["deltas"])
