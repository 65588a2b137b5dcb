"""A site moves from a laptop's SQLite to a server's PostgreSQL and back, with every row."""

import os
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from tests.support.backups import backups_in
from tests.support.people import acting, people, small_tournament
from tests.support.tables import enter, playing, table_of
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.core.installation import ROOT, build_manage_command
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.backups import archive, copying, dumps, making, restoring, store
from tournaments.results.models.results import TableResult

on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="both kinds of database are needed")


@pytest.fixture
def laptop(tmp_path: Path, settings: Any, migrated: None) -> Path:
    """The data folder that a laptop has of the server's site, in which table 1 has a result."""
    backups_in(settings, tmp_path / "backups")
    settings.MEDIA_ROOT = tmp_path / "media"
    event = playing()
    people(event)
    enter(table_of(event), (24, 8, -16, -16))
    call_command("restore", making.make(making.HAND).name, "--into", str(tmp_path / "laptop"))
    return tmp_path / "laptop"


def backup_of_laptop(folder: Path) -> store.Backup:
    environment = {name: text for name, text in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {"MAHJONG_DIRECTOR_DATA": str(folder), "MAHJONG_DIRECTOR_BACKUPS": str(folder / "backups")}
    subprocess.run(build_manage_command("backup"), cwd=ROOT, env=environment, check=True, capture_output=True)
    return store.of_file(max((folder / "backups").glob("*.zip")))


@on_postgresql
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_site_goes_to_a_laptop_and_comes_back_with_every_row(laptop):
    (backup,) = store.listed()
    assert dumps.check_sqlite(laptop / "db.sqlite3") == backup.about.heads
    assert sorted(path.name for path in laptop.iterdir()) == ["db.sqlite3", "secret_key"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_database WHERE datname = %s", [f"{connection.settings_dict['NAME']}_copied"]
        )
        assert cursor.fetchone() == (0,)
    brought = backup_of_laptop(laptop)
    assert brought.about.engine == archive.SQLITE
    event = Tournament.objects.get()
    enter(table_of(event), (80, 0, -40, -40), name="olga", based_on=1, reason="a mistake")
    small_tournament(8, slug="later")
    restoring.in_place(acting("ada"), brought)
    assert [result.version for result in TableResult.objects.all()] == [1]
    assert (broken_at(event), broken_at(None), Tournament.objects.count()) == (None, None, 1)
    # Its numbers go on, and its triggers guard it again, also after a refusal.
    with closing(sqlite3.connect(laptop / "db.sqlite3")) as opened, opened:
        opened.execute("UPDATE tournaments_tournament SET place = 'The' || char(0) || 'hall'")
    with pytest.raises(UserError, match="A row does not fit the other kind of database"):
        restoring.in_place(acting("ada"), backup_of_laptop(laptop))
    assert (TableResult.objects.count(), Tournament.objects.get().place) == (1, "")
    assert small_tournament(8, slug="later").pk > event.pk
    with pytest.raises(DatabaseError), transaction.atomic():
        AuditEntry.objects.update(reason="another")


@pytest.mark.django_db
def test_a_table_is_compared_by_all_its_columns():
    event = small_tournament(8)
    before = copying.compute_digest(Tournament, "default")
    assert copying.compute_digest(Tournament, "default") == before
    Tournament.objects.filter(pk=event.pk).update(place="The hall")
    after = copying.compute_digest(Tournament, "default")
    assert (before.rows, after.rows, before.digest == after.digest) == (1, 1, False)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_laptop_names_the_command_for_a_backup_of_a_server(settings, tmp_path):
    backups_in(settings, tmp_path / "backups")
    playing()
    made = making.make(making.HAND)
    if connection.vendor == "postgresql":
        return
    crafted = tmp_path / "server.zip"
    about = replace(made.about, engine=archive.POSTGRESQL, database=archive.FILE_NAMES[archive.POSTGRESQL])
    with zipfile.ZipFile(made.path) as source, zipfile.ZipFile(crafted, "w") as target:
        target.writestr(archive.ABOUT, archive.text_of(about))
        target.writestr(about.database, source.read(made.about.database))
        target.writestr(archive.SECRET, source.read(archive.SECRET))
    for options in (["--in-place"], ["--into", str(tmp_path / "new")]):
        with pytest.raises(CommandError, match="mahjong-director restore FILE --into FOLDER"):
            call_command("restore", str(crafted), *options)
    assert not (tmp_path / "new").exists()
