"""Backups are made, opened, rotated and put back while the site runs; where one fails, what was saved stays."""

import datetime
import json
import logging
import sqlite3
import stat
import urllib.request
import zipfile
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from tests.support import patience
from tests.support.backups import backups_in
from tests.support.people import acting, people, seat_in_order, signed_in, small_tournament, token_of
from tests.support.tables import enter, playing, table_of
from tournaments.core import jobs
from tournaments.core.audit import broken_at
from tournaments.core.audit.log_head import head
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events.models import Tournament
from tournaments.exchange.backups import archive, dumps, erasures, making, rehearsal, restoring, store
from tournaments.exchange.backups.rotation import BackupInfo, superfluous
from tournaments.exchange.services import privacy, safety
from tournaments.results.models.results import TableResult
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.site import hall_access

both = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    backups_in(settings, tmp_path / "backups")
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "logos").mkdir(parents=True)
    (settings.MEDIA_ROOT / "logos" / "club.svg").write_text("<svg/>")
    (settings.MEDIA_ROOT / "jobs").mkdir()
    (settings.MEDIA_ROOT / "jobs" / "sheets.pdf").write_text("%PDF")


BACKUPS = "/api/v1/site/backups/"


def test_the_last_hours_every_round_and_a_day_each_stay():
    first = datetime.datetime(2026, 5, 1, 8, tzinfo=datetime.UTC)
    clock = [BackupInfo(f"c{n}", first + datetime.timedelta(minutes=10 * n), "clock") for n in range(30)]
    old_round = BackupInfo("r1", first - datetime.timedelta(days=3), "round")
    old_clock = BackupInfo("c-old", first - datetime.timedelta(days=2), "clock")
    older_that_day = BackupInfo("c-older", first - datetime.timedelta(days=2, hours=1), "clock")
    gone = superfluous([*clock, old_round, old_clock, older_that_day])
    assert gone == ["c-older", "c0", "c1", "c2", "c3", "c4", "c5"]


@both
@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_database_files_and_key_and_is_closed_to_others(settings):
    event = playing()
    made = making.make(making.HAND)
    with zipfile.ZipFile(made.path) as opened:
        names = sorted(opened.namelist())
        key = opened.read("secret_key").decode()
    assert names == sorted(["about.json", archive.FILE_NAMES[connection.vendor], "media/logos/club.svg", "secret_key"])
    assert (key, stat.S_IMODE(made.path.stat().st_mode)) == (settings.SECRET_KEY, 0o600)
    last = AuditEntry.objects.filter(tournament=event).latest("sequence")
    assert made.about.heads == {event.slug: [last.sequence, last.digest]}
    assert [one.name for one in store.listed()] == [made.name]


@both
@pytest.mark.django_db(transaction=True)
def test_the_site_goes_back_while_it_runs_and_says_so():
    event = playing()
    people(event)
    enter(table_of(event), (24, 8, -16, -16))
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Token {token_of('ada', scopes=['backups'], days=1)}")
    then = store.named(program.post(BACKUPS).json()["name"])
    head = AuditEntry.objects.filter(tournament=event).latest("sequence").digest
    enter(table_of(event), (80, 0, -40, -40), name="olga", based_on=1, reason="a mistake")
    page = Client().get(f"/t/{event.slug}/").status_code
    before = restoring.in_place(acting("ada"), then)
    assert [version.version for version in TableResult.objects.all()] == [1]
    assert AuditEntry.objects.filter(tournament=event).latest("sequence").digest == head
    assert (broken_at(event), broken_at(None)) == (None, None)
    assert (page, Client().get(f"/t/{event.slug}/").status_code) == (200, 200)
    told = AuditEntry.objects.filter(tournament=None).latest("sequence")
    assert (told.action, told.actor_name, told.after) == ("site.restore", "ada", {"backup": then.about.made_at})
    assert [row["why"] for row in program.get(BACKUPS).json()] == ["restore", "hand"]
    back = program.post(f"{BACKUPS}{before.name}/restore/", {"sure": True}, format="json")
    assert (back.status_code, back.json()["why"]) == (200, "restore")
    assert TableResult.objects.count() == 2


@both
@pytest.mark.django_db(transaction=True)
def test_a_dead_laptop_s_backup_becomes_a_folder_on_another(tmp_path, settings):
    """One of a server takes another way (test_copied_databases.py)."""
    if connection.vendor == "postgresql":
        return
    event = playing()
    made = making.make(making.HAND)
    call_command("restore", str(made.path), "--into", str(tmp_path / "new"))
    with closing(sqlite3.connect(tmp_path / "new" / "db.sqlite3")) as opened:
        assert opened.execute("SELECT slug FROM tournaments_tournament").fetchall() == [(event.slug,)]
    assert (tmp_path / "new" / "secret_key").read_text() == settings.SECRET_KEY
    assert (tmp_path / "new" / "media" / "logos" / "club.svg").read_text() == "<svg/>"
    with pytest.raises(CommandError, match="holds a site already"):
        call_command("restore", str(made.path), "--into", str(tmp_path / "new"))


@both
@pytest.mark.django_db(transaction=True)
def test_tables_of_a_later_version_go_with_a_restore():
    """They refer to tables that the backup replaces, and the migrations that follow would make them again."""
    event = playing()
    made = making.make(making.HAND)
    columns = "id integer PRIMARY KEY, tournament_id bigint REFERENCES tournaments_tournament (id)"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE tournaments_later ({columns})")
        cursor.execute("INSERT INTO tournaments_later VALUES (1, %s)", [event.pk])
    try:
        restoring.in_place(acting("ada"), made)
        assert "tournaments_later" not in connection.introspection.table_names()
        assert Tournament.objects.get().slug == event.slug
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS tournaments_later")


@pytest.mark.django_db(transaction=True)
def test_the_key_of_another_site_is_taken_over_or_to_be_set_on_all_machines(settings, tmp_path, monkeypatch, capsys):
    playing()
    settings.SECRET_KEY, settings.DATA_DIR = "of the other site", tmp_path
    made = making.make(making.HAND)
    settings.SECRET_KEY = "of this site"
    with pytest.raises(UserError, match="comes from another site"):
        restoring.in_place(acting("ada"), made)
    for variable in ("", "of this site"):
        if variable:
            monkeypatch.setenv("MAHJONG_DIRECTOR_SECRET_KEY", variable)
        call_command("restore", str(made.path), "--in-place")
        assert (tmp_path / "secret_key").read_text() == "of the other site"
        assert ("Set MAHJONG_DIRECTOR_SECRET_KEY on all machines" in capsys.readouterr().err) is bool(variable)


@pytest.mark.django_db(transaction=True)
def test_a_copy_goes_to_the_second_folder_and_a_missing_stick_or_a_full_disk_is_said(settings, tmp_path, monkeypatch):
    playing()
    settings.BACKUP_COPY = str(tmp_path / "stick")
    assert (making.make(making.HAND).copied, "Is the stick in?" in making.problem()) == (False, True)
    (tmp_path / "stick").mkdir()
    made = making.make(making.HAND)
    assert (made.copied, making.problem()) == (True, "")
    assert (tmp_path / "stick" / made.name).read_bytes() == made.path.read_bytes()
    there = sorted(store.folder().glob("*.zip"))
    monkeypatch.setattr("shutil.disk_usage", lambda folder: type("Usage", (), {"free": 1_000_000}))
    with pytest.raises(UserError, match="No room for a backup"):
        making.make(making.HAND)
    assert sorted(store.folder().glob("*.zip")) == there


@pytest.mark.django_db(transaction=True)
def test_the_last_sheet_of_a_round_and_the_clock_ask_for_a_backup_while_an_event_runs(settings):
    event = playing()
    people(event)
    wanted = Job.objects.filter(kind="backup")
    safety.back_up_when_due()
    safety.back_up_when_due()
    assert wanted.count() == 1
    wanted.delete()
    made = making.make(making.CLOCK)
    assert making.due() is False
    settings.BACKUP_MINUTES = -1
    assert making.due() is False
    for number in (1, 2):
        assert wanted.count() == 0
        results.confirm_sheet(acting("olga"), enter(table_of(event, number), (24, 8, -16, -16)))
    job = wanted.get()
    assert (job.tournament, job.params["why"], job.params["round"]) == (event, "round", 1)
    assert Job.objects.filter(kind="print", params__document="fallback-pack").count() == 1
    wanted.delete()
    assert making.due() is True
    Tournament.objects.update(starts_on="2020-01-01", ends_on="2020-01-02")
    event.rounds.update(state="finished")
    assert (making.due(), made.path.exists()) == (False, True)


@pytest.mark.django_db(transaction=True)
def test_the_page_lists_makes_hands_out_and_asks_twice():
    people(playing())
    ada = signed_in("ada")
    assert ada.post(reverse("backup_make"), follow=True).status_code == 200
    [made] = store.listed()
    page = ada.get(reverse("backups"))
    assert (made.name in page.text, "By hand" in page.text) == (True, True)
    taken = ada.get(reverse("backup_file", args=[made.name]))
    assert b"".join(taken.streaming_content) == made.path.read_bytes()
    assert ada.get(reverse("backup_file", args=["20200101T000000Z-hand.zip"])).status_code == 404
    restore = reverse("backup_restore", args=[made.name])
    assert (ada.post(restore, {}).status_code, len(store.listed())) == (422, 1)
    assert ada.post(restore, {"sure": "on"}).status_code == 302
    assert [one.about.why for one in store.listed()] == ["restore", "hand"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("migrated")
def test_a_rehearsal_is_a_site_of_its_own_in_the_hall_while_phones_are_let_in(settings, tmp_path, monkeypatch):
    event = playing()
    people(event)
    ada = signed_in("ada")
    settings.DATA_DIR = tmp_path
    monkeypatch.setenv(hall_access.SUPERVISED, "1")
    hall_access.write_state(tmp_path, hall_access.Access("0.0.0.0", 8000))
    hall_access.let_in(tmp_path, let=True)
    made = making.make(making.HAND)
    try:
        copy, sign_in = rehearsal.start(made, "ada")
        for host in ("127.0.0.1", "127.0.0.2"):
            with urllib.request.urlopen(
                f"http://{host}:{copy.port}/t/{event.slug}/", timeout=patience.SECONDS
            ) as answer:
                page = answer.read().decode()
            assert ("nothing here counts" in page, event.name in page, sign_in[:9]) == (True, True, "/sign-in/")
        assert hall_access.state(tmp_path / "rehearsal") == hall_access.Access("0.0.0.0", copy.port, fixed=True)
        assert rehearsal.running() == copy
        token = {"Authorization": f"Token {token_of('ada', scopes=('backups',), days=1)}"}
        state = ada.get(reverse("api-backup-rehearsal"), headers=token).json()
        moment = made.made_at.replace(second=0, microsecond=0)
        assert datetime.datetime.fromisoformat(state.pop("made_at")) == moment
        assert state == {"open": True, "machine": copy.machine, "port": copy.port}
        shut_out = ada.post(reverse("site_phones"), {"let": "out"}, follow=True)
        assert ("The rehearsal has ended too." in shut_out.text, rehearsal.running()) == (True, None)
    finally:
        rehearsal.close()
    assert (rehearsal.running(), (tmp_path / "rehearsal").exists()) == (None, False)


@both
@pytest.mark.django_db(transaction=True)
def test_a_backup_of_an_older_release_is_refused_and_nothing_changes(migrated, tmp_path):
    event = playing()
    people(event)
    migrated.record_unapplied("tournaments", "0038_own_confirmations")
    old = making.make(making.HAND)
    migrated.record_applied("tournaments", "0038_own_confirmations")
    enter(table_of(event), (24, 8, -16, -16))
    steps = "Restore it with release 0.3.0, run manage.py migrate and manage.py backup there"
    with pytest.raises(UserError, match=f"This backup is older than release 0.3.0. {steps}"):
        restoring.in_place(acting("ada"), old)
    assert TableResult.objects.count() == 1
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match=steps):
            call_command("restore", str(old.path), "--into", str(tmp_path / "new"))
        assert list((tmp_path / "new").iterdir()) == []


@pytest.mark.django_db
def test_what_is_no_backup_is_refused_and_no_name_leads_out_of_the_folder(tmp_path):
    path = tmp_path / "mine.zip"
    for content in (b"", b"PK nothing", b"SQLite format 3\x00"):
        path.write_bytes(content)
        with pytest.raises(UserError, match="not a backup of this program"):
            archive.read_about(path)
    path.write_bytes(b"SQLite format 3\x00" + b"\x00" * 4000)
    with pytest.raises(UserError, match="cannot be opened"):
        dumps.check_sqlite(path)
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("media/../../out.txt", "no")
        made.writestr("media/in.txt", "yes")
    written = archive.extract(path, tmp_path / "into", part="media/")
    assert written == [tmp_path / "into" / "media" / "in.txt"]
    assert not (tmp_path / "out.txt").exists()
    with pytest.raises(UserError, match="no such backup"):
        store.named("../../etc/passwd")


def fails(*_given: object, **_named: object) -> None:
    """Something that goes wrong."""
    raise RuntimeError("the printer is on fire")


@both
@pytest.mark.django_db(transaction=True)
def test_what_is_done_counts_though_its_papers_its_backup_and_the_worker_fail(monkeypatch, caplog):
    def failed():
        told = [str(record.args) for record in caplog.records if record.levelno == logging.ERROR]
        caplog.clear()
        return told

    for module, name in ((safety, "_make_pack"), (safety, "_after_round"), (jobs, "send")):
        monkeypatch.setattr(module, name, fails)
    event, fire = playing(4), ["(RuntimeError('the printer is on fire'),)"]
    assert (event.rounds.get(number=1).state, failed()) == (Round.State.PLAYING, fire)
    result = enter(table_of(event), (24, 8, -8, -24))
    results.confirm_sheet(acting("olga"), result)
    assert (TableResult.objects.get(pk=result.pk).state, failed()) == (TableResult.State.CONFIRMED, fire)
    job = jobs.create("print", created_by=None, tournament=event)
    assert (job.state, failed()) == (job.State.QUEUED, fire)


def templates(event) -> list[str]:
    event.refresh_from_db()
    return [leaf.template for leaf in find_paper("fallback-pack").leaves(Order(event, "http://192.0.2.1:8000"))]


@pytest.mark.django_db
def test_it_grows_with_the_event():
    event = small_tournament()
    with pytest.raises(UserError, match="publish the seating"):
        templates(event)
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=1)))
    seats = ["seating_tables", "seating_names", "scoresheet", "scoresheet"]
    assert templates(event) == ["fallback_cover", *seats]
    rounds.start(acting("olga"), event.rounds.get(number=1))
    for number in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(event, number), (24, 8, -8, -24)))
    assert templates(event) == ["fallback_cover", "standings"]
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=2)))
    assert templates(event) == ["fallback_cover", "standings", *seats]


@pytest.mark.django_db
def test_its_cover_names_the_team_and_the_head_of_the_log_and_the_newest_is_one_click_away():
    event = playing()
    people(event)
    event.refresh_from_db()
    cover = find_paper("fallback-pack").leaves(Order(event, ""))[0].values
    assert ["Referee", "ren", "ren@example.org"] in cover["people"]
    now = head(event)
    assert (cover["next_round"], cover["kept"]["lines"]) == (1, [("log_head", now.sequence, now.grouped)])
    olga, page = signed_in("olga"), reverse("manage_home", args=[event.slug])
    assert "Fallback pack" not in olga.get(page).text
    job = Job.objects.create(
        tournament=event, kind="print", state="done", params={"document": "fallback-pack"}, result="jobs/x.pdf",
        finished_at=event.updated_at,
    )  # fmt: skip
    assert reverse("job_file", args=[job.pk]) in olga.get(page).text


DEEP = "[" * 100_000
NO_BACKUPS = {
    "an absolute path": {"database": "/tmp/anywhere.sqlite3"},
    "a path out of the folder": {"database": "../db.sqlite3"},
    "a database of another kind": {"engine": "oracle", "database": "database.sqlite3"},
    "no text": {"program": 7},
    "a time before all": {"made_at": "0001-01-01T00:00:00+00:00"},
    "a time after all": {"made_at": "9999-12-31T23:59:59+00:00"},
    "a time of no zone": {"made_at": "2026-05-01T08:00:00"},
    "another format": {"format": "new"},
    "a round that is none": {"round": [1]},
    "no heads": {"heads": []},
    "a field more": {"more": 1},
    "a field that is deep": {"heads": {"spring": ["DEEP"]}},
    "nothing else": None,
}


def crafted(made: store.Backup, change: dict[str, object] | None, name: str) -> Path:
    """A copy of the backup whose description says something else."""
    values = json.dumps(asdict(made.about) | (change or {})).replace('"DEEP"', DEEP) if change else DEEP
    target = made.path.with_name(name)
    with zipfile.ZipFile(made.path) as source, zipfile.ZipFile(target, "w") as opened:
        opened.writestr(archive.ABOUT, values)
        opened.writestr(archive.SECRET, source.read(archive.SECRET))
        opened.writestr(made.about.database, "")
    return target


@pytest.mark.django_db(transaction=True)
def test_a_crafted_backup_is_none_and_hides_no_other(tmp_path, settings):
    site = Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None
    made = making.make(making.HAND)
    for number, (title, change) in enumerate(NO_BACKUPS.items()):
        path = crafted(made, change, f"20270101T0000{number:02}Z-hand.zip")
        with pytest.raises(CommandError, match="is not a backup of this program"):
            call_command("restore", str(path), "--into", str(tmp_path / "new"))
        with pytest.raises(CommandError, match="is not a backup of this program"):
            call_command("restore", str(path), "--in-place")
        assert not (tmp_path / "new").exists(), title
    assert site is None or site.exists()
    assert [one.name for one in store.listed()] == [made.name]
    assert [backup.name for backup, _why, _holding in signed_in("ada").get(reverse("backups")).context["backups"]] == [
        made.name
    ]
    assert Client().get("/metrics").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("part", [archive.SECRET, "database"])
def test_a_backup_without_a_part_says_so_and_changes_nothing(part, tmp_path):
    event = playing()
    made = making.make(making.HAND)
    missing = made.about.database if part == "database" else part
    target = made.path.with_name("20270101T000000Z-hand.zip")
    with zipfile.ZipFile(made.path) as source, zipfile.ZipFile(target, "w") as opened:
        for name in set(source.namelist()) - {missing}:
            opened.writestr(name, source.read(name))
    with pytest.raises(CommandError, match="backup"):
        call_command("restore", str(target), "--in-place")
    assert Tournament.objects.get().slug == event.slug


@both
@pytest.mark.django_db(transaction=True)
def test_a_restored_backup_erases_again_whom_it_brings_back():
    event = playing()
    people(event)
    older = making.make(making.HAND)
    name = event.entries.get(number=1).name
    privacy.erase(acting(), event.entries.get(number=1))
    (erasure,) = erasures.listed()
    restoring.in_place(acting("ada"), older)
    assert (event.entries.get(number=1).name, event.entries.get(number=2).name) == (
        privacy.initials_of(name),
        "Given02 Family02",
    )
    assert broken_at(event) is None
    assert [erasure.digest for erasure in erasures.listed()] == [erasure.digest]
    assert privacy.erase_again(acting()) == 0
    for file in (store.folder() / "erasures").iterdir():
        assert "Family" not in file.read_text()
        assert file.stat().st_mode & 0o077 == 0


@both
@pytest.mark.django_db(transaction=True)
def test_the_list_gets_erasures_that_were_made_while_it_was_out_of_reach():
    event = playing()
    people(event)
    privacy.erase(acting(), event.entries.get(number=1))
    (erasure,) = erasures.listed()
    (store.folder() / "erasures" / f"{erasure.digest}.json").unlink()
    privacy.erase_again(acting())
    assert [erasure.digest for erasure in erasures.listed()] == [erasure.digest]


@pytest.mark.django_db(transaction=True)
def test_a_folder_made_from_a_backup_takes_the_list_along(tmp_path, settings):
    if connection.vendor == "postgresql":
        pytest.skip("a backup of PostgreSQL makes no folder")
    event = playing()
    people(event)
    older = making.make(making.HAND)
    privacy.erase(acting(), event.entries.get(number=1))
    restoring.into_folder(older.path, tmp_path / "new")
    settings.DATA_DIR = tmp_path / "new"
    backups_in(settings, tmp_path / "new" / "backups")
    assert [erasure.digest for erasure in erasures.listed()] == [privacy.identity(event.entries.get(number=1))]


@pytest.mark.django_db(transaction=True)
def test_backups_say_until_when_they_hold_an_erased_person_and_go_then(monkeypatch, capsys):
    event = playing()
    people(event)
    older = making.make(making.HAND)
    privacy.erase(acting(), event.entries.get(number=1))
    day = erasures.listed()[0].at + datetime.timedelta(days=30)
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Token {token_of('ada', scopes=['backups'], days=1)}")
    (row,) = program.get(BACKUPS).json()
    assert (row["erased_people"], datetime.datetime.fromisoformat(row["removed_by"])) == (1, day)
    call_command("backup", "--list")
    assert capsys.readouterr().out.rstrip().endswith(f"erased people: 1, removed by {day:%Y-%m-%d}")
    assert "Holds 1 person erased since" in signed_in("ada").get(reverse("backups")).content.decode()
    making.remove_outlived()
    assert [backup.name for backup in store.listed()] == [older.name]
    monkeypatch.setattr(making.timezone, "now", lambda: day + datetime.timedelta(minutes=1))
    making.remove_outlived()
    (newer,) = store.listed()
    assert newer.name != older.name
    assert erasures.holding(newer, erasures.listed()) is None
