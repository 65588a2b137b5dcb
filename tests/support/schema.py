"""The schema of a test database, made from the models without migrations: quicker, and equal, as a test of it shows."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython
from django.test import override_settings


def install_guards() -> None:
    """The triggers that only migrations make: their operations carry the hint ``guard``, and run in order."""
    with override_settings(MIGRATION_MODULES={}):
        loader = MigrationLoader(None)
    order = dict.fromkeys(
        node for leaf in sorted(loader.graph.leaf_nodes()) for node in loader.graph.forwards_plan(leaf)
    )
    with connection.schema_editor(atomic=True) as editor:
        for node in order:
            for operation in loader.disk_migrations[node].operations:
                if isinstance(operation, RunPython) and operation.hints.get("guard"):
                    operation.code(apps, editor)  # type: ignore[arg-type]


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
    script = (Path(__file__).parents[1] / "data" / STORED[database.vendor]).read_text("utf-8")
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
