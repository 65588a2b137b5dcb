"""Rows of a removed feature are exported into the backup folder before the migration removes them."""

import gzip
import json
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from tests.support.backups import backups_in
from tests.support.people import small_tournament
from tournaments.migrations._removed_rows import keep_rows

pytestmark = pytest.mark.django_db


def exported(tmp_path, settings, *models, **options):
    folder = tmp_path / "backups"
    backups_in(settings, folder)
    operation = keep_rows("seasons", *models, **options)
    # The export needs the editor's connection only, and SQLite's editor refuses to start inside a test's transaction.
    operation.code(apps, SimpleNamespace(connection=connection))
    return sorted(folder.glob("*")) if folder.exists() else []


def test_every_row_is_a_line_of_a_closed_file(tmp_path, settings):
    small_tournament(4)
    (path,) = exported(tmp_path, settings, "tournaments.Tournament", "tournaments.Entry")
    assert path.name.startswith("removed-seasons-")
    assert path.stat().st_mode & 0o777 == 0o600
    rows = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert [row["model"] for row in rows] == ["tournaments.tournament"] + ["tournaments.entry"] * 4


def test_where_only_a_column_goes_the_rows_are_those_in_which_it_is_set(tmp_path, settings):
    dated, undated = small_tournament(4), small_tournament(4, slug="undated")
    undated.starts_on = None
    undated.save(update_fields=["starts_on"])
    (path,) = exported(tmp_path, settings, "tournaments.Tournament", having="starts_on")
    (row,) = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert row["pk"] == dated.pk


def test_no_file_where_there_are_no_rows(tmp_path, settings):
    assert exported(tmp_path, settings, "tournaments.Season") == []
