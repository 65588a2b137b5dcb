"""Two machines with data folders of their own, one database, and a place for backups and files that both see or not."""

from __future__ import annotations

import datetime
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.utils import ConnectionHandler
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from moto import mock_aws

from tests.support.people import acting, people, signed_in, token_of
from tests.support.tables import enter, playing, table_of
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.exchange.backups import dumps, locks, making, rehearsal, restoring, store
from tournaments.exchange.backups.locks import BackupTask
from tournaments.exchange.backups.rehearsal import Rehearsal
from tournaments.results.models.results import TableResult
from tournaments.site.environment import make_closed_folder, read_backup_storage, read_file_storage

both = pytest.mark.both_databases
pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Machines:
    """The machines `one` and `two`; this process is one of them at a time."""

    folder: Path
    settings: Any
    monkeypatch: pytest.MonkeyPatch
    shared: dict[str, dict[str, Any]]

    def be(self, name: str) -> None:
        """Continue as this machine."""
        self.settings.DATA_DIR = self.folder / name
        self.settings.DATA_DIR.mkdir(exist_ok=True)
        self.settings.MEDIA_ROOT = self.folder / name / "media"
        own = {"backups": read_backup_storage(self.settings.DATA_DIR)}
        self.settings.STORAGES = {**self.settings.STORAGES, **own, **self.shared}
        self.monkeypatch.setattr("socket.gethostname", lambda: name)


@pytest.fixture
def apart(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machines:
    """Machines that share nothing but the database."""
    monkeypatch.delenv("MAHJONG_DIRECTOR_BACKUPS", raising=False)
    return Machines(tmp_path, settings, monkeypatch, {})


@pytest.fixture
def bucket(apart: Machines) -> Iterator[Machines]:
    """Machines that share a bucket."""
    for variable, value in {
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "key",
        "AWS_DEFAULT_REGION": "us-east-1",
        "MAHJONG_DIRECTOR_S3": "https://s3.amazonaws.com/hall/files",
        "MAHJONG_DIRECTOR_BACKUPS": "https://s3.amazonaws.com/hall/backups",
    }.items():
        apart.monkeypatch.setenv(variable, value)
    with mock_aws():
        boto3.resource("s3").create_bucket(Bucket="hall")
        yield replace(apart, shared={"default": read_file_storage()})


@pytest.fixture
def share(apart: Machines) -> Machines:
    """Machines that share a folder."""
    folder = {name: make_closed_folder(apart.folder / "share" / name) for name in ("backups", "files")}
    return replace(apart, shared={"backups": folder["backups"], "default": folder["files"]})


@pytest.fixture(params=["share", "bucket"])
def machines(request: pytest.FixtureRequest) -> Machines:
    found: Machines = request.getfixturevalue(request.param)
    return found


def figures() -> dict[str, float]:
    """Return the figures of backups in /metrics."""
    lines = [line.split() for line in Client().get("/metrics").text.splitlines() if line.startswith("mahjong_backup_")]
    return {name.removeprefix("mahjong_backup_"): float(value) for name, value in lines}


def bucket_keys() -> list[str]:
    return sorted(item.key for item in boto3.resource("s3").Bucket("hall").objects.all())


@both
def test_a_backup_of_one_machine_is_listed_fetched_and_restored_by_another(machines: Machines, capsys: Any) -> None:
    event = playing()
    people(event)
    machines.be("one")
    assert figures() == {"age_seconds": -1, "in_sight": 0}
    made = making.make(making.HAND)
    with made.local() as path:
        content = path.read_bytes()
    enter(table_of(event), (24, 8, -16, -16))
    machines.be("two")
    age = (timezone.now() - made.made_at).total_seconds()
    assert (abs(figures()["age_seconds"] - age) < 30, figures()["in_sight"], making.due()) == (True, 1, False)
    ada = signed_in("ada")
    page = ada.get(reverse("backups"))
    assert (store.place_sentence() in page.text, page.context["out_of_sight"]) == (True, "")
    assert b"".join(ada.get(reverse("backup_file", args=[made.name])).streaming_content) == content
    call_command("backup", "--list")
    listed = capsys.readouterr()
    assert (listed.out.split()[0], listed.out.split()[-1], listed.err) == (made.about.made_at, made.address, "")
    call_command("restore", made.address, "--in-place")
    assert TableResult.objects.count() == 0
    machines.be("one")
    assert [(backup.about.why, backup.machine) for backup in store.known()] == [("restore", ""), ("hand", "")]
    assert [backup.size for backup in store.listed()][1] == len(content)
    with pytest.raises(CommandError, match="neither a file nor a backup"):
        call_command("restore", "20200101T000000Z-hand.zip", "--in-place")


def test_a_file_of_a_job_is_fetched_from_either_machine(machines: Machines) -> None:
    event = playing()
    people(event)
    machines.be("one")
    olga = signed_in("olga")
    job = Job.objects.create(tournament=event, kind="print", state="done", result_name="a.pdf")
    job.result.save("a.pdf", ContentFile(b"%PDF"))
    machines.be("two")
    assert b"".join(olga.get(reverse("job_file", args=[job.pk])).streaming_content) == b"%PDF"


def test_a_machine_that_does_not_see_the_newest_backup_names_the_one_that_made_it(
    apart: Machines, capsys: Any, tmp_path: Path
) -> None:
    people(playing())
    apart.be("two")
    old = making.make(making.HAND)
    apart.be("one")
    newest = making.make(making.CLOCK)
    assert figures()["in_sight"] == 1
    apart.be("two")
    sentence = f"The newest backup, {newest.name}, was made on the machine one and is not in {old.path.parent}"
    page = signed_in("ada").get(reverse("backups"))
    assert (page.context["out_of_sight"].startswith(sentence), page.text.count("on the machine one")) == (True, 2)
    assert (0 <= figures()["age_seconds"] < 60, figures()["in_sight"]) == (True, 0)
    program = Client(headers={"Authorization": f"Token {token_of('ada', scopes=['backups'], days=1)}"})
    rows = [(row["name"], row["why"], row["machine"]) for row in program.get("/api/v1/site/backups/").json()]
    assert rows == [(newest.name, "clock", "one"), (old.name, "hand", "")]
    call_command("backup", "--list")
    assert sentence in capsys.readouterr().err
    making.make(making.HAND)
    assert (store.warning(), figures()["in_sight"]) == ("", 1)
    if connection.vendor == "sqlite":
        # Where the copy goes there is none of these machines.
        call_command("restore", str(making.make(making.HAND).path), "--into", str(tmp_path / "laptop"))
        copy = ConnectionHandler({"default": {**connection.settings_dict, "NAME": tmp_path / "laptop" / "db.sqlite3"}})
        with copy["default"].cursor() as cursor:
            assert cursor.execute("SELECT count(*) FROM tournaments_newestbackup").fetchone() == (0,)


def test_old_backups_go_from_the_bucket_and_one_put_there_by_hand_counts(bucket: Machines) -> None:
    playing()
    stick = bucket.folder / "stick"
    stick.mkdir()
    bucket.settings.BACKUP_COPY = str(stick)
    bucket.be("one")
    first = making.make(making.HAND)
    with first.local() as path:
        content = path.read_bytes()
    assert (first.copied, (stick / first.name).read_bytes() == content) == (True, True)
    assert bucket_keys() == [f"backups/{first.name}", f"backups/{first.name}.json"]
    by_hand = store.storage().save("20200101T000000Z-hand.zip", ContentFile(content))
    store.storage().save("20200102T000000Z-hand.zip", ContentFile(b"PK nothing"))
    bucket.be("two")
    listed = [(backup.name, backup.about, backup.size) for backup in store.listed()]
    assert listed == [(name, first.about, len(content)) for name in (first.name, by_hand)]
    bucket.monkeypatch.setattr(making, "superfluous", lambda backups: [backup.name for backup in backups][1:])
    later = timezone.now() + datetime.timedelta(minutes=1)
    bucket.monkeypatch.setattr(making.timezone, "now", lambda: later)
    second = making.make(making.COMMAND)
    keys = [f"backups/{name}" for name in ("20200102T000000Z-hand.zip", second.name, f"{second.name}.json")]
    assert (bucket_keys(), [path.name for path in stick.iterdir()]) == (keys, [second.name])
    assert [path.name for path in (bucket.folder / "two" / "backups").iterdir()] == []


def test_while_a_bucket_does_not_answer_the_page_says_so_and_the_age_stays_right(bucket: Machines) -> None:
    people(playing())
    bucket.be("one")
    making.make(making.HAND)
    ada = signed_in("ada")
    hall = boto3.resource("s3").Bucket("hall")
    hall.objects.all().delete()
    hall.delete()
    assert (0 <= figures()["age_seconds"] < 60, figures()["in_sight"]) == (True, 0)
    page = ada.get(reverse("backups"))
    assert (page.status_code, "store of files does not answer" in page.text) == (503, True)


def test_a_bucket_s_description_is_checked_as_a_backup_s_is(bucket: Machines) -> None:
    playing()
    bucket.be("one")
    made = making.make(making.HAND)
    with store.storage().open(f"{made.name}.json") as description:
        values = json.loads(description.read())
    values["about"]["database"] = "../db.sqlite3"
    store.storage().delete(f"{made.name}.json")
    store.storage().save(f"{made.name}.json", ContentFile(json.dumps(values).encode()))
    bucket.be("two")
    assert store.listed() == []
    with pytest.raises(UserError, match="is not a backup"):
        store.named(made.name)


@both
def test_all_machines_say_that_a_restore_is_in_progress_and_begin_no_other(share: Machines) -> None:
    people(playing())
    share.be("one")
    made = making.make(making.HAND)
    ada = signed_in("ada")
    assert (restoring.in_progress(), "being restored" in ada.get(reverse("backups")).text) == (False, False)
    with locks.held(BackupTask.RESTORE, wait=False) as alone:
        # The lock of SQLite, which knows one machine, is a file of its data folder.
        share.be("one" if connection.vendor == "sqlite" else "two")
        assert (alone, "being restored" in ada.get(reverse("backups")).text) == (True, True)
        with pytest.raises(UserError, match="being restored already"):
            restoring.in_place(acting("ada"), made)
    assert (restoring.in_progress(), len(store.listed())) == (False, 1)


def test_a_rehearsal_is_seen_from_every_machine_and_ended_from_there(share: Machines) -> None:
    people(playing())
    if connection.vendor == "sqlite":
        assert rehearsal.running() is None
        return
    name = f"{connection.settings_dict['NAME']}_rehearsal"
    copy = Rehearsal("one", "127.0.0.1", 8100, "2026-05-02 10:15 UTC", name)
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(name)}")
    # Without the pool, which Django keeps by alias.
    session = ConnectionHandler({"default": {**connection.settings_dict, "NAME": name, "OPTIONS": {}}})["default"]
    try:
        dumps.set_note(name, json.dumps(copy.__dict__))
        share.be("two")
        assert rehearsal.running() is None
        session.ensure_connection()
        assert (rehearsal.running(), copy.is_elsewhere) == (copy, True)
        ada = signed_in("ada")
        page = ada.get(reverse("backups")).text
        assert ("ssh -L 8100:127.0.0.1:8100 one" in page, "http://localhost:8100/" in page) == (True, True)
        ended = ada.post(reverse("backup_rehearsal_end"), follow=True).text
        assert ("The rehearsal has ended" in ended, rehearsal.running(), dumps.note_of(name)) == (True, None, None)
        # In the process of the copy.
        with pytest.raises(Exception, match=r"terminat|closed"):
            dumps.note_of(name, session)
    finally:
        session.close()
        dumps.drop(name)


def test_a_copy_ends_when_its_database_is_another_one_or_stays_away(share: Machines) -> None:
    if connection.vendor == "sqlite":
        rehearsal.end_with_its_database()
        assert "end of the rehearsal" not in [thread.name for thread in threading.enumerate()]
        return
    name = f"{connection.settings_dict['NAME']}_rehearsal"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {connection.ops.quote_name(name)}")
    # Without the pool, which Django keeps by alias.
    session = ConnectionHandler({"default": {**connection.settings_dict, "NAME": name, "OPTIONS": {}}})["default"]
    notes = ["first", "second"]
    try:
        dumps.set_note(name, "first")
        rehearsal.wait_for_end(session, pause=lambda: dumps.set_note(name, notes.pop(0)))
        assert notes == []
        rehearsal.wait_for_end(session, pause=lambda: dumps.drop(name), patience=0.1)
    finally:
        session.close()
        dumps.drop(name)
