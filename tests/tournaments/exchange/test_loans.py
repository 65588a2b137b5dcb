"""Events that travel: lent to the hall, played there on another site, and brought back whole; what is refused."""

import io
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.duplicate import committed, duplicate_event
from tests.support.import_doors import undone
from tests.support.loans import make_returning_file
from tests.support.people import acting, people, person, program, signed_in, small_tournament, token_of
from tests.support.play import MCR_TABLES, published, released
from tests.support.remembered import remembered
from tests.support.seasons import played
from tests.support.tables import enter, table_of
from tests.support.whole_events import eventful, other_site
from tournaments.accounts.models import Membership, User
from tournaments.core import jobs
from tournaments.core.audit import broken_at
from tournaments.core.audit.undoing import signed, undoing
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, pack_as_json, unpack
from tournaments.exchange.document.sections import list_sections
from tournaments.exchange.models import Loan
from tournaments.exchange.sending import send_home
from tournaments.exchange.services import event_files, loans, privacy, removal
from tournaments.people import services as persons
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable
from tournaments.seasons import services as season_services
from tournaments.seasons.logic import read_rule
from tournaments.seasons.models import SeasonMerge
from tournaments.seasons.queries import compute_ranking
from tournaments.standings.queries.standings import compute_standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SITE = "https://club.example"
LENT = "This event is played in the hall. Nothing changes here until it is brought back."


@pytest.fixture
@remembered
def event() -> Tournament:
    """Round 1 is released, round 2 published."""
    made = small_tournament(8)
    people(made)
    released(made, 1)
    published(made.rounds.get(number=2))
    made.refresh_from_db()
    return made


def lent(event: Tournament) -> bytes:
    """Lend the event; return its file for the hall."""
    loans.lend(acting(), event)
    return pack(event, loan=True, site=SITE)


def read(content: bytes):
    found, problems = unpack(content)
    assert problems == []
    return found


def in_the_hall(content: bytes, play=lambda hall: None) -> bytes:
    """Import the file on this other site, play there, and return the file for the site."""
    hall = event_files.restore(acting("ada"), event=read(content), hall=True)
    play(hall)
    return pack(Tournament.objects.get(pk=hall.pk), loan=True)


def second_round(hall: Tournament) -> None:
    released(hall, 2, [(30, 10, -10, -30), (44, 0, -4, -40)])


def rows(event: Tournament) -> str:
    """The document without what changes with every export."""
    return json.dumps(json.loads(pack_as_json(event)) | {"exported_at": ""}, sort_keys=True)


def keys_of_rows(event: Tournament) -> dict[str, list[int]]:
    return {
        one.name: sorted(one.model._base_manager.filter(**{one.way: event}).values_list("pk", flat=True))
        for one in list_sections()
    }


def refused(event: Tournament, content: bytes) -> str:
    before = rows(event)
    with pytest.raises(UserError) as error:
        loans.bring_back(acting(), event, event=read(content))
    assert rows(event) == before
    return str(error.value)


def test_an_event_is_played_in_the_hall_and_comes_back_whole(event, tmp_path):
    other = played("autumn-open", [[40, 12, -20, -32]], ["Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"])
    season = season_services.create(acting(), name="League", slug="league", published=True, rule={})
    for one in (event, other):
        season_services.add_event(acting(), season, tournament=one)
    first, same = event.entries.get(number=1), other.entries.get(number=1)
    SeasonMerge.objects.create(season=season, entry=first, same_as=same)
    Entry.objects.filter(pk=first.pk).update(account=person("petra"))
    codes = dict(GameTable.objects.filter(round__tournament=event).values_list("pk", "token"))
    roles = set(Membership.objects.filter(tournament=event).values_list("user__username", "role"))
    keys = keys_of_rows(event)
    content = lent(event)
    assert "password" not in content.decode("latin-1")
    with other_site(tmp_path):
        person("ada")
        User.objects.create(username="Ren", email="ren@elsewhere.example")
        back = in_the_hall(content, second_round)
        hall = Tournament.objects.get()
        loan = Loan.objects.get()
        assert (hall.slug, hall.lent_at, loan.site) == (event.slug, None, SITE)
        assert loan.lent_at == read(content).loan.lent_at
        there = {(name.lower(), role) for name, role in hall.memberships.values_list("user__username", "role")}
        assert there == roles | {("ada", "director")}
        assert set(codes.values()) <= set(GameTable.objects.values_list("token", flat=True))
        expected, standings = rows(hall), compute_standings(hall).individual
    version = event.version
    loans.bring_back(acting(), event, event=read(back))
    event.refresh_from_db()
    assert (event.lent_at, broken_at(event), event.version > version) == (None, None, True)
    last = AuditEntry.objects.filter(tournament=event).order_by("-sequence")[0]
    assert (last.action, last.actor_name, last.elsewhere) == ("events.bring_back", "olga", None)
    # The site's document is the hall's, and the entry that it came back.
    ours, theirs = json.loads(rows(event)), json.loads(expected)
    changed = {"log", "origins", "people", "personal_values", "tournament"}
    assert {name: ours[name] for name in ours if name not in changed} == {
        name: theirs[name] for name in theirs if name not in changed
    }
    assert ours["log"][:-1] == theirs["log"]
    assert ours["personal_values"][: len(theirs["personal_values"])] == theirs["personal_values"]
    # Rows that were there have their keys, and what hangs on them.
    now = keys_of_rows(event)
    assert {name: set(keys[name]) - set(now[name]) for name in keys} == {name: set() for name in keys}
    assert SeasonMerge.objects.get().entry == first
    assert Entry.objects.get(account=person("petra")).pk == first.pk
    assert set(Membership.objects.filter(tournament=event).values_list("user__username", "role")) == roles
    found = dict(GameTable.objects.filter(round__tournament=event).values_list("pk", "token"))
    assert found == codes
    assert [row.total for row in compute_standings(event).individual] == [row.total for row in standings]
    # 60 of the first round, 30 of the hall, 40 at the other event.
    assert compute_ranking(season, rule=read_rule(season.rule)).rows[0].row.total == 130
    # Who acted before is the account; who acted in the hall is a name.
    entered = [TableResult.objects.get(table=table_of(event, 1, number)).entered_by for number in (1, 2)]
    assert entered == [person("sam"), User.objects.get(acted_at=event, acted_as="sam (2)", is_active=False)]
    # What was done before the loan is not undone by its button any more: the rows may have changed there.
    entries = AuditEntry.objects.filter(tournament=event, sequence=1)
    with (
        pytest.raises(UserError, match="This undo is out of date"),
        undoing(acting(), "page", event, signed("page", event, entries)),
    ):
        pass


def test_a_file_that_does_not_continue_the_log_is_refused_with_the_first_entry_that_differs(event, tmp_path):
    before = pack(event)
    content = lent(event)
    head = AuditEntry.objects.filter(tournament=event).order_by("-sequence")[0].sequence
    with other_site(tmp_path):
        person("ada")
        back = in_the_hall(content, second_round)
    told = refused(event, before)
    assert re.sub(r"\(olga, [^)]*\)", "(olga)", told) == (
        f"The file does not continue this event: its log ends before entry {head} here, “Event taken to the hall” "
        "(olga)."
    )
    # Taken back: what came after is not in the file.
    loans.take_back(acting(), event, reason="The laptop is lost.")
    nothing = "This event is not played in the hall: it was brought back, or never taken there."
    assert refused(event, back) == nothing
    again = make_returning_file(lent(event))
    assert re.sub(r"\(olga, [^)]*\)", "(olga)", refused(event, back)) == (
        f"The file does not continue this event: entry {head + 1} of the log is “Event taken back without the file” "
        "(olga) here and “Round started” (olga) in the file."
    )
    stranger = small_tournament(4, slug="stranger")
    released(stranger, 1, MCR_TABLES[:1])
    assert refused(event, pack(stranger)).startswith("The file does not continue this event: entry 1 of the log is")
    # The file of the second loan comes back, once.
    loans.bring_back(acting(), event, event=read(again))
    assert refused(event, again) == nothing


def test_what_is_refused_while_an_event_is_lent(event):
    job = Job.objects.create(kind="print", tournament=event)
    with pytest.raises(UserError, match="Background work of this event is under way"):
        loans.lend(acting(), event)
    jobs.cancel(job)
    content = lent(event)
    token = table_of(event, 1, 2).token
    entry = event.entries.get(number=1)
    refusals = {
        "lent twice": lambda: loans.lend(acting(), event),
        "erased": lambda: privacy.erase(acting(), entry, reason="asked"),
        "deleted": lambda: removal.remove(acting("ada"), tournament=event, name=event.name, reason="old"),
        "entered": lambda: enter(table_of(event, 1, 2), [30, 10, -10, -30]),
        "archived": lambda: events.archive(acting(), event, archived=True),
    }
    for name, call in refusals.items():
        with undone(), pytest.raises(UserError) as error:
            call()
        assert (name, str(error.value)) == (name, LENT)
    page = Client().get(f"/e/{token}/").content.decode()
    assert "Played in the hall since" in page
    assert "Played in the hall since" in Client().get(reverse("event", args=[event.slug])).content.decode()
    olga = signed_in("olga")
    shown = olga.get(reverse("manage_home", args=[event.slug])).content.decode()
    assert "Nothing changes here until the event is brought back." in shown
    # A copy on any site is an event of its own.
    made = event_files.restore(acting("ada"), event=read(content), slug="copy")
    assert [(str(one.user), one.role) for one in made.memberships.all()] == [("ada", "director")]
    assert (made.lent_at, Loan.objects.exists()) == (None, False)
    assert token not in GameTable.objects.filter(round__tournament=made).values_list("token", flat=True)
    # On a site that has the codes already the event on loan gets others.
    made = event_files.restore(acting("ada"), event=read(content), slug="twice", hall=True)
    assert token not in GameTable.objects.filter(round__tournament=made).values_list("token", flat=True)
    job = Job.objects.create(kind="print", tournament=event)
    with pytest.raises(UserError, match="Background work of this event is under way"):
        loans.bring_back(acting(), event, event=read(content))


def test_who_is_erased_in_the_hall_is_erased_on_the_site(event, tmp_path):
    other = played("autumn-open", [[40, 12, -20, -32]], ["Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"])
    season = season_services.create(acting(), name="League", slug="league", published=True, rule={})
    for one in (event, other):
        season_services.add_event(acting(), season, tournament=one)
    first = event.entries.get(number=1)
    SeasonMerge.objects.create(season=season, entry=first, same_as=other.entries.get(number=1))
    Entry.objects.filter(pk=first.pk).update(account=person("petra"))

    def erase(hall: Tournament) -> None:
        privacy.erase(acting("ada"), hall.entries.get(number=1), reason="asked by letter")
        players.remove(acting("ada"), players.add(acting("ada"), hall, family_name="Late"))

    content = lent(event)
    with other_site(tmp_path):
        person("ada")
        back = in_the_hall(content, erase)
    loans.bring_back(acting(), event, event=read(back))
    erased = event.entries.get(number=1)
    assert (erased.pk, erased.account, erased.family_name) == (first.pk, None, "")
    assert not SeasonMerge.objects.exists()


def test_links_to_persons_survive_the_return(event, tmp_path):
    other = played("autumn-open", [[40, 12, -20, -32]], ["Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"])
    held = persons.link(acting(), entry=event.entries.get(number=3), same_as=other.entries.get(number=1))
    content = lent(event)
    with other_site(tmp_path):
        person("ada")
        back = in_the_hall(content, second_round)
    loans.bring_back(acting(), event, event=read(back))
    assert persons.list_codes(held) == ["autumn-open/1", f"{event.slug}/3"]


def test_a_file_without_keys_of_rows_keeps_players_by_number(event, tmp_path):
    first = event.entries.get(number=1)
    Entry.objects.filter(pk=first.pk).update(account=person("petra"))
    content = lent(event)
    with other_site(tmp_path):
        person("ada")
        hall = event_files.restore(acting("ada"), event=read(content))
        second_round(hall)
        back = pack(hall)
    loans.bring_back(acting(), event, event=read(back))
    assert event.entries.get(account=person("petra")).pk == first.pk
    assert TableResult.objects.filter(table__round__tournament=event, table__round__number=2).count() == 2


def test_rows_of_another_event_are_never_taken_for_rows_of_this_one(event):
    """A file may name any keys and codes; those of other events stay theirs."""
    other = small_tournament(8, slug="other")
    published(other.rounds.get(number=1))
    content = read(make_returning_file(lent(event)))
    theirs, code = other.entries.get(number=1), table_of(other, 1, 1).token
    content.loan.keys["entry"] = {str(theirs.pk): 1}
    content.loan.keys["user"] = {str(person("ada").pk): "sam"}
    content.loan.tables["1/1"] = code
    loans.bring_back(acting(), event, event=content)
    theirs.refresh_from_db()
    assert (theirs.tournament, table_of(other, 1, 1).token) == (other, code)
    assert event.entries.get(number=1).pk != theirs.pk
    assert str(TableResult.objects.get(table=table_of(event, 1, 1)).entered_by) == "sam"


def test_an_event_with_everything_in_it_travels(tmp_path):
    event = eventful("riichi", 7)
    keys, before = keys_of_rows(event), json.loads(rows(event))
    content = lent(event)
    with other_site(tmp_path):
        person("ada")
        back = in_the_hall(content)
    loans.bring_back(acting(), event, event=read(back))
    now, after = keys_of_rows(event), json.loads(rows(event))
    logged_rows = {name: keys[name] for name in ("log", "personal_values")}
    assert {name: now[name][: len(logged_rows[name])] for name in logged_rows} == logged_rows
    assert {**now, **logged_rows} == keys
    log, logged = before.pop("log"), after.pop("log")
    values = before.pop("personal_values")
    assert after.pop("personal_values")[: len(values)] == values
    assert (logged[: len(log)], [row["action"] for row in logged[len(log) :]]) == (
        log,
        ["events.lend", "events.bring_back"],
    )
    changed = ("origins", "tournament")
    assert {name: rows for name, rows in after.items() if name not in changed} == {
        name: rows for name, rows in before.items() if name not in changed
    }


def test_by_pages(event):
    olga, address = signed_in("olga"), reverse("manage_loan", args=[event.slug])
    file = reverse("manage_loan_file", args=[event.slug])
    assert olga.get(file).headers["Location"] == address
    assert olga.post(reverse("manage_loan_take", args=[event.slug])).headers["Location"] == address
    content = olga.get(file).content
    assert read(content).loan.roles[1] == ("ida", "ida@example.org", "check_in")
    answer = olga.post(address, {"file": SimpleUploadedFile("event.zip", b"PK nothing")})
    assert (answer.status_code, "cannot be unpacked" in answer.content.decode()) == (422, True)
    answer = olga.post(address, {"file": SimpleUploadedFile("event.zip", content)})
    assert (answer.status_code, "This is the file that went to the hall." in answer.content.decode()) == (422, True)
    content = make_returning_file(content)
    answer = olga.post(address, {"file": SimpleUploadedFile("event.json", content)})
    event.refresh_from_db()
    assert (answer.headers["Location"], event.lent_at) == (address, None)
    answer = olga.post(address, {"file": SimpleUploadedFile("event.json", content)})
    assert (answer.status_code, "never taken there" in answer.content.decode()) == (422, True)


def test_by_the_api(event):
    olga, address = program("olga"), f"/api/v1/tournaments/{event.slug}/loan/"
    answer = olga.get(f"{address}file/")
    assert (answer.status_code, json.loads(answer.content)["detail"]) == (
        400,
        "Take the event to the hall first; then it has a file for the hall.",
    )
    assert olga.post(f"{address}take/").status_code == 200
    content = olga.get(f"{address}file/").content
    assert olga.get(f"/api/v1/tournaments/{event.slug}/").json()["lent_at"] is not None
    old = SimpleUploadedFile("event.json", make_returning_file(content))
    answer = olga.post(f"{address}bring-back/", {"file": old}, format="multipart")
    assert (answer.status_code, answer.json()["version"]) == (200, Tournament.objects.get().version)
    answer = program("sam").post(f"{address}bring-back/", {"file": old}, format="multipart")
    assert answer.status_code == 403


@contextmanager
def site_that_answers(status: int, body: bytes) -> Iterator[tuple[str, list[Any]]]:
    """A site on this machine that keeps what is sent to it; yields its address, and (path, headers, body) of each."""
    received: list[Any] = []

    class Site(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((self.path, dict(self.headers), content))
            self.send_response(status)
            self.send_header("Location", "/elsewhere/")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """Be quiet."""

    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", received
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_hall_sends_the_event_home_by_the_network(event, tmp_path, monkeypatch):
    content, token = lent(event), token_of("olga")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{token}\n"))
    with other_site(tmp_path), site_that_answers(200, b"{}") as (address, received):
        person("ada")
        second_round(event_files.restore(acting("ada"), event=read(content), hall=True))
        call_command("send_home", event.slug, site=address, stdout=(told := io.StringIO()))
    assert told.getvalue() == f"{event.slug}: brought back\n"
    ((path, headers, body),) = received
    answer = Client().post(path, body, content_type=headers["Content-Type"], headers=headers)
    assert answer.status_code == 200, answer.content
    assert TableResult.objects.filter(table__round__tournament=event, table__round__number=2).count() == 2


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (400, b'{"detail": "The log differs."}', "The site has not taken the event: The log differs."),
        (302, b"", "The site has not taken the event: it answered with status 302"),
    ],
)
def test_the_hall_says_what_the_site_refuses(event, status, body, why):
    Loan.objects.create(tournament=event, site="http://hall.example", lent_at=timezone.now())
    with site_that_answers(status, body) as (address, received), pytest.raises(UserError) as error:
        send_home(event, token="nobody's", site=address)
    assert (str(error.value), len(received)) == (why, 1)
    # The token is never sent where others could read it.
    for site in ("", "http://192.0.2.1", "ftp://127.0.0.1", "https://"):
        with pytest.raises(UserError, match="Give the address of the site"):
            send_home(event, token="nobody's", site=site)


def test_the_page_warns_of_deals_that_a_computer_with_another_key_cannot_open():
    event = duplicate_event()
    address = reverse("manage_loan", args=[event.slug])
    before = signed_in("olga").get(address).content.decode()
    committed(event)
    after = signed_in("olga").get(address).content.decode()
    assert ["another secret key" in page for page in (before, after)] == [False, True]
