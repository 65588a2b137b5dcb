"""An erased person is nowhere: not in a table, file, page, answer, e-mail or new backup; the log's chain is whole."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.files.base import ContentFile
from django.db import connection
from django.db.models import Q
from django.urls import reverse

from judging.cases.models import Case, Ruling
from tests.conformance.actions import examples as make_examples
from tests.conformance.test_actions import Account, Scene
from tests.roles.cast import Cast
from tests.roles.rows import table
from tests.support import traces
from tests.support.backups import backups_in
from tests.support.people import acting, signed_in, token_of
from tests.support.photos import photo_of_a_sheet
from tests.support.release import in_full
from tests.support.releases import load, run
from tests.support.slices import in_slice
from tests.support.verifier import lines_of
from tournaments.core import pictures
from tournaments.core.actions import list_actions
from tournaments.core.audit import broken_at
from tournaments.core.audit.log_head import head
from tournaments.core.models.jobs import Job
from tournaments.core.models.site import IdempotencyKey, SiteAddress
from tournaments.core.permissions import SCOPES
from tournaments.entries.models.entries import Entry, MergedEntry
from tournaments.entries.models.registration import Email
from tournaments.entries.services import applications, mailings, players, portraits, questions
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.backups import archive, dumps, making
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.reading import pending_files
from tournaments.exchange.services import privacy
from tournaments.exchange.services.mentions import mentions
from tournaments.fees import services as fees
from tournaments.results.services import ledger

both = pytest.mark.both_databases

NAMES = {
    "family_name": "Zqxfamily",
    "given_name": "Zqxgiven",
    "native_name": "齾龘靐",
    "romanised_name": "Zqxgiven Zqxroman",
}
OWN = NAMES | {"club": "Zqxclub", "ema_number": "77709183", "note": "zqxnote: a vegetarian"}
ANSWER, ADDRESS, MESSAGE = "zqxanswer", "zqxmail@x.example", "zqxmessage: late on Friday"
MARKS = (*NAMES.values(), "Zqxroman", "Zqxclub", "77709183", "zqxnote", ANSWER, "zqxmail", "zqxmessage", "zqxbrought")
WHOLE = f"{NAMES['given_name']} {NAMES['family_name']}"


@pytest.fixture(autouse=True)
def own_folders(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.MEDIA_ROOT.mkdir()
    settings.MAIL_FROM = "info@site.example"
    backups_in(settings, tmp_path / "backups")


def pattern() -> Any:
    return traces.pattern_of(MARKS)


def marked_player(event: Tournament) -> Entry:
    """The first player with a mark in each personal field, typed by services as an organiser and the player do."""
    entry = event.entries.get(number=1)
    question = questions.add(acting(), event, label="Meal", kind="text", required=False, public=True)
    players.edit(acting(), entry, **OWN, answers={str(question.number): ANSWER})
    SiteAddress.objects.update_or_create(pk=1, defaults={"address": "https://mahjong.example"})
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"email": "asked", "club": "asked"}})
    state = Tournament.objects.values_list("state", flat=True).get(pk=event.pk)
    Tournament.objects.filter(pk=event.pk).update(state="planned")
    event.refresh_from_db()
    sent = applications.apply(
        acting(),
        event,
        facts={
            "given_name": NAMES["given_name"],
            "family_name": NAMES["family_name"],
            "club": "Zqxclub",
            "email": ADDRESS,
            "message": MESSAGE,
        },
        language="en",
    )
    applications.admit(acting(), sent, join=entry)
    Tournament.objects.filter(pk=event.pk).update(state=state)
    event.refresh_from_db()
    portraits.keep(acting(), entry, small=pictures.downscale(photo_of_a_sheet(), portraits.SIDE))
    entry.refresh_from_db()
    return entry


def named_by_others(event: Tournament, entry: Entry) -> None:
    """Texts of others that name the player: typed, and made by the program and by imports."""
    players.edit(acting(), event.entries.get(number=2), note=f"shares a room with {WHOLE}")
    players.edit(acting(), event.entries.get(number=3), note="plays with Zqxfamily")
    event_services.announce(acting(), event, text=f"{WHOLE}: please come to the desk.")
    ledger.add(acting(), event, kind="penalty", unit="score", amount=-1, entry=entry, reason=f"{WHOLE} was late")
    Case.objects.update(note=f"{NAMES['native_name']} called")
    Ruling.objects.update(reason=f"{WHOLE} had eight points", note="Zqxfamily, please wait")
    mailings.send(acting(), event, key="first", groups=["field"], language="", subject="Lunch", text=f"Ask {WHOLE}.")
    Tournament.objects.filter(pk=event.pk).update(imported={"players": [{"name": WHOLE, "extra": 1}]})
    MergedEntry.objects.create(stays=entry, number=90, values={"note": "zqxbrought"})
    Email.objects.create(entry=entry, address=ADDRESS, kind="mailing", state="sent")
    fees.set_up(acting(), event, currency="EUR")
    fees.add(acting(), event, label="Entry", amount=4000)
    fees.reduce(acting(), entry, amount=100, reason=f"{WHOLE} helps at the desk")
    job = Job.objects.create(kind="print", tournament=event, state=Job.State.DONE, message=f"for {WHOLE}")
    job.result.save("badges.txt", ContentFile(WHOLE.encode()))
    IdempotencyKey.objects.create(key="k" * 20, path=f"/t/{event.slug}/manage/", body=WHOLE, status=200)
    pending_files.put(1, WHOLE.encode())


def erase_with_all_texts(entry: Entry) -> None:
    """Erase the person as an organiser does who ticks every text."""
    keys = [mention.key for mention in mentions(entry)]
    tournament = entry.tournament
    answer = signed_in("olga").post(
        reverse("manage_entry_erase", args=[tournament.slug, entry.number]), {"texts": keys, "reason": "asked for"}
    )
    assert answer.status_code == 302


@both
@pytest.mark.django_db(transaction=True)
def test_nothing_of_an_erased_person_is_left(settings: Any, tmp_path: Path) -> None:
    cast = Cast()
    event = cast.event
    entry = marked_player(event)
    named_by_others(event, entry)
    former = head(event)
    assert len({mark for mark in MARKS if traces.in_database(traces.pattern_of([mark]))}) == len(MARKS)
    mail.outbox.clear()
    erase_with_all_texts(entry)

    assert traces.in_database(pattern()) == []
    assert traces.in_files(pattern(), tmp_path) == []
    assert [message for message in mail.outbox if pattern().search(str(message.message()).encode())] == []
    assert (broken_at(event), broken_at(None)) == (None, None)
    assert former is not None
    assert event.audit_entries.get(sequence=former.sequence).digest == former.digest

    for document in (build_document(event)[0], build_public_bundle(event)):
        text = json.dumps(document, default=str, ensure_ascii=False)
        assert (traces.in_bytes(pattern(), text.encode()), lines_of(json.loads(text))) == ([], [])
    backup = making.make(making.HAND)
    with zipfile.ZipFile(backup.path) as opened:
        opened.extractall(tmp_path / "opened")
    if connection.vendor == "postgresql":
        dump = tmp_path / "opened" / archive.FILE_NAMES["postgresql"]
        (tmp_path / "opened" / "dump.sql").write_text(
            dumps._run([dumps._program("pg_restore"), "--file=-", str(dump)], {})
        )
    assert traces.in_files(pattern(), tmp_path / "opened") == []

    assert [line for line in pages(cast) if line] == []


def pages(cast: Cast) -> Iterator[str]:
    """Ask for the run's slice of pages, files and answers, all of them in a release, in every role that gets them."""
    rows = [row for row in table() if row.method == "GET" and not row.part]
    shown = 0
    for row in rows if in_full() else in_slice(rows, 4):
        for role in sorted(row.who & {"director", "referee", "admin", "visitor"}):
            answer = cast.ask(row, role)
            shown += answer.status_code == 200
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            yield from (f"{role} {line}" for line in traces.in_bytes(pattern(), content, str(row)))
    assert shown > 50


OF_FORMER_FACTS = {
    "ImportResults": "its file has the former name",
    "RemoveEntry": "nobody is left to be erased: `EraseName` is for that",
    "RemoveEvent": "its backup is older than the name",
    "TakeBackSheets": "the sheet has changed since",
}
"""Actions whose examples are refused once the player has other names, or that delete the player."""

ACTIONS = {action.__name__: action for action in list_actions() if action.__name__ not in OF_FORMER_FACTS}
TYPED = ("reason", "note", "text", "grounds", "decision", "message")


@both
@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ACTIONS) if in_full() else in_slice(sorted(ACTIONS), 8))
def test_no_action_leaves_something_of_a_person_who_is_erased_then(
    name: str, django_capture_on_commit_callbacks: Any
) -> None:
    example = make_examples()[name]()
    event = example.scope
    if not isinstance(event, Tournament) or not event.entries.filter(number=1).exists() or event.is_read_only:
        pytest.skip("nobody of the event is erased")
    players.edit(acting(), event.entries.get(number=1), **OWN)
    typed = () if name.startswith("Import") else TYPED
    body = {field: f"{value} {WHOLE}" if field in typed else value for field, value in example.body.items()}
    headers = {"HTTP_AUTHORIZATION": f"Token {token_of('ada', scopes=tuple(SCOPES), days=1)}"}
    scene = Scene(ACTIONS[name], example, {"ada": Account("", headers)})
    answer = scene.post_api("ada", body) if ACTIONS[name].path else None
    if answer is not None and answer.status_code >= 400:
        answer = scene.post_api("ada", dict(example.body))
    assert answer is None or answer.status_code < 400, answer.content
    marked = Q(family_name=NAMES["family_name"]) | Q(native_name=NAMES["native_name"])
    with django_capture_on_commit_callbacks(execute=True):
        for entry in Entry.objects.filter(marked, tournament__lent_at=None).select_related("tournament"):
            privacy.erase(acting(), entry, texts=[mention.key for mention in mentions(entry)])
    if Tournament.objects.exclude(lent_at=None).exists():
        pytest.skip("an event that is played in the hall is erased there")
    assert traces.in_database(pattern()) == []
    for tournament in Tournament.objects.all():
        assert broken_at(tournament) is None


def test_a_person_of_an_event_of_0_3_0_is_erased_from_its_log_too(tmp_path: Path) -> None:
    """Entries of the log of that release have the names in them: their digests stay, and every verifier says so."""
    load("0.3.0" if in_full() else "0.3.0-0088", tmp_path)
    answer = run(tmp_path, "-m", "tests.support.erased_release")
    assert answer.returncode == 0, answer.stderr
    facts = json.loads(answer.stdout)
    assert (facts["missing_before"], facts["database"], facts["backup"]) == ([], [], [])
    assert (facts["digests_stay"], set(facts["broken"])) == (True, {None})
    assert [lines_of(document) for document in (*facts["bundles"], *facts["files"])] == [[]] * 8


def test_the_search_finds_a_text_in_packed_files(tmp_path: Path) -> None:
    """A test of the search itself: each kind of place in which it has to look."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive_file:
        archive_file.writestr("inner.json", json.dumps({"name": NAMES["native_name"]}))
    (tmp_path / "outer.zip").write_bytes(packed.getvalue())
    (tmp_path / "log.gz").write_bytes(gzip.compress(b"ZQXFAMILY"))
    (tmp_path / "77709183.txt").write_bytes(b"")
    assert len(traces.in_files(pattern(), tmp_path)) == 3
