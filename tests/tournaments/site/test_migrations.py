"""The tests' database is made from the models at once; this one grows up by the migrations, as a site's does."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from tests.support.release import in_full

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


STORED = {"sqlite": "release-0.3.0.sql", "postgresql": "release-0.3.0-postgresql.sql"}
"""Databases of release 0.3.0 in `tests/data`."""


@contextmanager
def migrated(folder: Path, *, from_0_3_0: bool = False) -> Iterator[None]:
    """Connect Django to another database, which the migrations made from nothing or from that of release 0.3.0."""
    with another_database(folder) as grown:
        if from_0_3_0:
            load_0_3_0(grown)
        with override_settings(MIGRATION_MODULES={}):
            executor = MigrationExecutor(grown)
            executor.migrate(executor.loader.graph.leaf_nodes())
        yield


def load_0_3_0(database: BaseDatabaseWrapper) -> None:
    """Load the stored database of release 0.3.0."""
    script = (Path(__file__).parents[2] / "data" / STORED[database.vendor]).read_text("utf-8")
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
    grown = type(usual)({**settings, "NAME": name}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = grown
    try:
        yield grown
    finally:
        grown.close()
        connections[DEFAULT_DB_ALIAS] = usual
        if usual.vendor == "postgresql":
            _on_the_server(f'DROP DATABASE "{name}"')


def _on_the_server(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def described() -> dict[str, set[tuple[object, ...]]]:
    """Table -> its columns, constraints, indexes and triggers, as the database itself words them."""
    with connection.cursor() as cursor:
        rows: list[tuple[str, ...]] = []
        for query in QUERIES[connection.vendor]:
            cursor.execute(query)
            rows += cursor.fetchall()
    found: dict[str, set[tuple[object, ...]]] = {table: set() for table in _tables()}
    for table, *facts in rows:
        if table in found:
            found[table].add(tuple(_worded_alike(fact) for fact in facts))
    return found


def _worded_alike(fact: object) -> object:
    """Normalise conditions of PostgreSQL, which differ by casts and brackets after a dump is restored."""
    return CASTS.sub("", fact) if isinstance(fact, str) and "::" in fact else fact


CASTS = re.compile(r"::character varying|::text(\[\])?|[()]")


QUERIES = {
    "postgresql": (
        "SELECT table_name, 'column', column_name, data_type, is_nullable, character_maximum_length, column_default,"
        " is_identity FROM information_schema.columns WHERE table_schema = 'public'",
        "SELECT conrelid::regclass::text, 'constraint', conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = 'public'::regnamespace",
        "SELECT tablename, 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT tgrelid::regclass::text, 'trigger', tgname, pg_get_triggerdef(t.oid), p.prosrc FROM pg_trigger t"
        " JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT tgisinternal",
    ),
    "sqlite": (
        "SELECT m.name, 'column', c.name, c.type, c.\"notnull\", c.pk, c.dflt_value FROM sqlite_master m"
        " JOIN pragma_table_info(m.name) c WHERE m.type = 'table'",
        'SELECT m.name, \'key\', k."from", k."table", k."to" FROM sqlite_master m'
        " JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table'",
        "SELECT tbl_name, type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql IS NOT NULL",
    ),
}


def constraints() -> dict[str, set[str]]:
    """SQLite keeps them in the text of the table only: table -> the names of its checks and of what is unique."""
    with connection.cursor() as cursor:
        return {
            table: {
                name
                for name, each in connection.introspection.get_constraints(cursor, table).items()
                if (each["check"] or each["unique"]) and not name.startswith("__unnamed")
            }
            for table in _tables()
        }


def _tables() -> list[str]:
    """The tables of this program; how those of the packages grew is theirs to test."""
    return [name for name in connection.introspection.table_names() if name.startswith(("tournaments_", "judging_"))]


def test_migrations_from_nothing_or_0_3_0_make_the_schema_that_all_tests_use(tmp_path):
    (tmp_path / "upgraded").mkdir()
    grown, named = described(), constraints()
    with migrated(tmp_path / "upgraded", from_0_3_0=True):
        assert (described(), constraints()) == (grown, named)
    if in_full():
        with migrated(tmp_path):
            assert (described(), constraints()) == (grown, named)
    names = {fact[1] for facts in grown.values() for fact in facts}.union(*named.values())
    wanted = {
        constraint.name
        for model in apps.get_models()
        for constraint in model._meta.constraints
        if model._meta.app_label in ("tournaments", "judging")
    }
    assert wanted
    assert wanted - names == set()
    assert {"audit_entries_stay", "board_set_stays", "board_stays"} <= names


WITHOUT_EXTRA = "0091_events_without_extra"
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


def test_keys_of_the_former_bags_of_json_become_columns_and_back(tmp_path, settings):
    settings.MIGRATION_MODULES = {}
    with another_database(tmp_path) as database:
        load_0_3_0(database)
        rows = {name: apps.get_model("tournaments", name)._meta.db_table for name in FORMER_EXTRA}
        with database.cursor() as cursor:
            for name, table in rows.items():
                said = "UPDATE {0} SET extra = %s WHERE id = (SELECT min(id) FROM {0})"
                cursor.execute(said.format(table), [json.dumps(FORMER_EXTRA[name][0])])
        MigrationExecutor(database).migrate([("tournaments", WITHOUT_EXTRA)])
        for name, (_bag, columns) in FORMER_EXTRA.items():
            kept = apps.get_model("tournaments", name)._base_manager.order_by("pk").values(*columns).first()
            assert (name, kept) == (name, columns)
        MigrationExecutor(database).migrate([("tournaments", "0088_loans")])
        with database.cursor() as cursor:
            for name, table in rows.items():
                cursor.execute(f"SELECT extra FROM {table} ORDER BY id LIMIT 1")
                assert (name, json.loads(cursor.fetchone()[0])) == (name, FORMER_EXTRA[name][0])


def test_a_partly_migrated_database_is_refused(tmp_path, settings):
    """Django itself would leave out the rest of a squashed migration that was applied in part."""
    settings.MIGRATION_MODULES = {}
    with another_database(tmp_path) as database:
        load_0_3_0(database)
        MigrationRecorder(database).record_unapplied("judging", "0008_constraint_sentences")
        before = described()
        with pytest.raises(SystemCheckError, match=r"older than release 0\.3\.0, or was migrated only in part"):
            call_command("migrate", skip_checks=False)
        assert described() == before
