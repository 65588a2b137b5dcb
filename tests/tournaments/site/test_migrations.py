"""The tests' database is made from the models at once; these are made by the migrations, as a site's is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.support.described import described, rows
from tests.support.releases import load
from tests.support.schema import default_database, migrate, migrate_singly, sqlite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


STORED = {"sqlite": "release-{}.sql", "postgresql": "release-{}-postgresql.sql"}
"""Databases of releases in `tests/data`."""


def load_stored(database: BaseDatabaseWrapper, release: str = "0.3.0") -> None:
    script = (Path(__file__).parents[2] / "data" / STORED[database.vendor].format(release)).read_text("utf-8")
    with database.constraint_checks_disabled(), database.cursor() as cursor:
        if database.vendor == "sqlite":
            cursor.connection.executescript(script)
        else:
            cursor.execute(script)


@contextmanager
def another_database(folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """Connect Django to another, empty database, and drop it at the end."""
    usual = connections[DEFAULT_DB_ALIAS]
    settings = usual.settings_dict
    if usual.vendor == "postgresql":
        name = f"{settings['NAME']}_migrated"
        _on_the_server(f'CREATE DATABASE "{name}"')
    else:
        name = str(folder / "migrated.sqlite3")
    try:
        # Its pool of connections would be that of the usual database.
        options = {name: option for name, option in settings["OPTIONS"].items() if name != "pool"}
        with default_database(type(usual)({**settings, "NAME": name, "OPTIONS": options}, DEFAULT_DB_ALIAS)) as grown:
            yield grown
    finally:
        if usual.vendor == "postgresql":
            _on_the_server(f'DROP DATABASE "{name}"')
        else:
            Path(name).unlink()


def _on_the_server(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def test_a_new_database_has_the_schema_that_all_tests_use(tmp_path):
    with another_database(tmp_path) as database:
        migrate(database)
        facts = described(database)
    assert facts == described(connection)
    names = {fact[1] for of_table in facts.values() for fact in of_table}
    wanted = {
        constraint.name
        for model in apps.get_models()
        for constraint in model._meta.constraints
        if model._meta.app_label in ("tournaments", "judging")
    }
    assert wanted
    assert wanted - names == set()
    assert {"audit_entries_stay", "board_set_stays", "board_stays"} <= names


@pytest.mark.release
def test_single_migrations_and_squashed_ones_make_the_same_schema_and_rows(tmp_path):
    with another_database(tmp_path) as database:
        migrate(database)
        at_once = described(database), rows(database)
    with another_database(tmp_path) as database:
        migrate_singly(database)
        assert (described(database), rows(database)) == at_once


@pytest.mark.release
@pytest.mark.parametrize("release", ["0.3.0", "0.4.0"])
def test_a_database_of_a_release_gets_the_schema_of_a_new_one(tmp_path, release):
    """`test_releases` does this on SQLite in every run."""
    with another_database(tmp_path) as database:
        load_stored(database, release)
        migrate(database)
        assert described(database) == described(connection)


WITHOUT_EXTRA = "0093_score_line_games"
FORMER_EXTRA: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "tournament": (
        {
            "accepted_open_items": {"federation": ["sheet 1"]},
            "countries": {"somewhere": "NO"},
            "federation": {
                "federation": "wrc",
                "columns": [["Rank", "place"]],
                "limits": {"days": [[1, "1/2"]]},
                "qualification": True,
            },
            "digest": "ab",
            "file": {"wind": "east"},
            "lists": ["players"],
            "penalties_noted": {},
            "standings_digest": "cd",
        },
        {
            "accepted_open_items": {"federation": ["sheet 1"]},
            "named_countries": {"somewhere": "NO"},
            "federation": "wrc",
            "federation_columns": [["Rank", "place"]],
            "federation_limits": {"days": [[1, "1/2"]]},
            "qualification": True,
            "import_digest": "ab",
            "imported": {
                "file": {"wind": "east"},
                "lists": ["players"],
                "penalties_noted": {},
                "standings_digest": "cd",
            },
        },
    ),
    "team": ({"id": "W", "file": {"id": "W"}}, {"imported": {"id": "W", "file": {"id": "W"}}}),
    "entry": (
        {"in_competition": True, "filler": True, "unranked": True, "lot": 3, "id": "x", "file": {"id": "x"}},
        {
            "in_competition": True,
            "filler": True,
            "unranked": True,
            "lot": 3,
            "imported": {"id": "x", "file": {"id": "x"}},
        },
    ),
    "round": ({"alone": True, "file": {"round": 1}}, {"alone": True, "imported": {"file": {"round": 1}}}),
    "gametable": ({"position": 2, "file": {}}, {"imported": {"position": 2, "file": {}}}),
}
"""Name of a model -> the bag `extra` of a row of release 0.3.0, and the columns that have its values now."""


FORMER_AMOUNTS = json.loads(Path(__file__).with_name("former_amounts.json").read_text(encoding="utf-8"))
"""Name of a model of sheets or ledger lines -> the bag and the columns of several rows."""


BEFORE = ("tournaments", "0088_loans")


def make_one_of_each(models: Apps) -> None:
    """Make a row of every model that had a bag."""

    def make(model: str, **values: Any) -> Any:
        return models.get_model("tournaments", model)._base_manager.create(**values)

    tournament = make("tournament", slug="spring", name="Spring", family="mcr")
    stage = make("stage", tournament=tournament, number=1)
    of_round = make("round", tournament=tournament, stage=stage, number=1)
    table = make("gametable", round=of_round, number=1)
    make("team", tournament=tournament, code="W", name="Winds")
    entry = make("entry", tournament=tournament, number=1, given_name="Petra")
    make("entry", tournament=tournament, number=2, given_name="Nobody")
    result = make("tableresult", table=table, version=1)
    make("resultseat", result=result, order=0, entry=entry, points=8)
    of_entry = {"tournament": tournament, "entry": entry}
    make("scoreline", **of_entry, scope="overall", unit="score", kind="result", amount_numerator=8)


@contextmanager
def database_with_bags(folder: Path, *, stored: bool) -> Iterator[BaseDatabaseWrapper]:
    """Connect Django to a database before the migrations that move the keys: the stored one, or a new one."""
    if stored:
        with sqlite(load("0.3.0-0088", folder)) as database:
            yield database
        return
    with another_database(folder) as database:
        executor = MigrationExecutor(database)
        executor.loader = MigrationLoader(database, replace_migrations=False)
        executor.migrate([BEFORE])
        make_one_of_each(executor.loader.project_state([BEFORE]).apps)
        yield database


def write_bags(database: BaseDatabaseWrapper) -> Iterator[tuple[str, int, dict[str, Any], dict[str, Any]]]:
    """Give rows their bags of release 0.3.0: model, primary key, bag, and the columns of now."""
    with database.cursor() as cursor:

        def keys(model: str, condition: str = "1 = 1") -> list[int]:
            table = apps.get_model("tournaments", model)._meta.db_table
            cursor.execute(f"SELECT id FROM {table} WHERE {condition} ORDER BY id")
            return [key for (key,) in cursor.fetchall()]

        scores = keys("scoreline", "kind = 'result' AND unit = 'score'")[:4]
        of_model = {name: keys(name) for name in (*FORMER_EXTRA, *FORMER_AMOUNTS)}
        of_model["ScoreLine"] = [*scores, *keys("scoreline", "kind != 'result'")[:2]] or of_model["ScoreLine"]
        for name, written in {**{name: [row] for name, row in FORMER_EXTRA.items()}, **FORMER_AMOUNTS}.items():
            assert of_model[name], f"no row of {name}"
            table = apps.get_model("tournaments", name)._meta.db_table
            for key, (bag, columns) in zip(of_model[name], written, strict=False):
                cursor.execute(f"UPDATE {table} SET extra = %s WHERE id = %s", [json.dumps(bag), key])
                yield name, key, bag, columns
        cursor.execute(
            f"UPDATE {apps.get_model('tournaments', 'entry')._meta.db_table} SET extra = %s WHERE id = %s",
            [json.dumps({"filler": True}), of_model["entry"][-1]],
        )


@pytest.mark.release
@pytest.mark.parametrize("stored", [True, False])
def test_keys_of_the_former_bags_of_json_become_columns_and_back(tmp_path, settings, stored):
    """These migrations change no more; `test_releases` runs them on the events of 0.3.0 in every run."""
    settings.MIGRATION_MODULES = {}
    with database_with_bags(tmp_path, stored=stored) as database:
        written = list(write_bags(database))
        executor = MigrationExecutor(database)
        executor.migrate([("tournaments", WITHOUT_EXTRA)])
        for name, key, _bag, columns in written:
            kept = apps.get_model("tournaments", name)._base_manager.values(*columns).get(pk=key)
            assert (name, kept) == (name, columns)
        # By columns: later migrations add some that this database does not have.
        fillers = apps.get_model("tournaments", "entry")._base_manager.order_by("pk").values("filler", "unranked")
        assert fillers.last() == {"filler": True, "unranked": True}, "a file edited by hand left the second out"
        # A graph that is read anew after the last of the migrations has the squashed one in their place.
        executor.loader.applied_migrations = executor.recorder.applied_migrations()
        executor.migrate([BEFORE])
        with database.cursor() as cursor:
            for name, key, bag, _columns in written:
                table = apps.get_model("tournaments", name)._meta.db_table
                cursor.execute(f"SELECT extra FROM {table} WHERE id = %s", [key])
                assert (name, json.loads(cursor.fetchone()[0])) == (name, bag)


def test_a_partly_migrated_database_is_refused(tmp_path, settings):
    """Django itself would make tables that are there, or leave out the rest of a squashed migration."""
    settings.MIGRATION_MODULES = {}
    with another_database(tmp_path) as database:
        load_stored(database)
        MigrationRecorder(database).record_unapplied("judging", "0008_constraint_sentences")
        before = described(database)
        with pytest.raises(SystemCheckError, match=r"older than release 0\.3\.0, or was migrated only in part"):
            call_command("migrate", skip_checks=False)
        assert described(database) == before
