"""Schema and rows of a database, to compare it with another one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

OWN_TABLES = ("tournaments_", "judging_")
"""Beginnings of the names of the tables of this program; how those of the packages grew is theirs to test."""

Facts = dict[str, set[tuple[object, ...]]]


def described(database: BaseDatabaseWrapper) -> Facts:
    """Table -> its columns, constraints, indexes and triggers, as the database itself words them."""
    tables = [name for name in database.introspection.table_names() if name.startswith(OWN_TABLES)]
    facts: Facts = {table: set() for table in tables}
    with database.cursor() as cursor:
        for query in QUERIES[database.vendor]:
            cursor.execute(query)
            for table, *row in cursor.fetchall():
                if table in facts:
                    facts[table].add(tuple(_worded_alike(value) for value in row))
        if database.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
            for table, statement in cursor.fetchall():
                if table in facts:
                    facts[table].update(_definitions(statement))
    return facts


def rows(database: BaseDatabaseWrapper) -> dict[str, list[tuple[object, ...]]]:
    """Table -> its rows, where it has any; of the migrations app and name."""
    filled = {}
    with database.cursor() as cursor:
        for table in database.introspection.table_names(cursor):
            columns = "app, name" if table == MigrationRecorder.Migration._meta.db_table else "*"
            cursor.execute(f"SELECT {columns} FROM {database.ops.quote_name(table)}")
            if content := cursor.fetchall():
                filled[table] = sorted(content)
    return filled


def _worded_alike(fact: object) -> object:
    """Normalise conditions of PostgreSQL, which differ by casts and brackets after a dump is restored."""
    return CASTS.sub("", fact) if isinstance(fact, str) and "::" in fact else fact


CASTS = re.compile(r"::character varying|::text(\[\])?|[()]")


def _definitions(statement: str) -> Iterator[tuple[str, str, str]]:
    """Kind, name and text of the columns and constraints in a statement that made a table of SQLite."""
    within = statement[statement.index("(") + 1 : statement.rindex(")")]
    depth, quoted, start = 0, "", 0
    for place, sign in enumerate(f"{within},"):
        if quoted:
            quoted = "" if sign == quoted else quoted
        elif sign in "'\"":
            quoted = sign
        elif sign == "," and not depth:
            text = within[start:place].strip()
            constraint = text.removeprefix("CONSTRAINT ")
            yield "column" if text == constraint else "constraint", constraint.split('"')[1], text
            start = place + 1
        else:
            depth += {"(": 1, ")": -1}.get(sign, 0)


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
        "SELECT tbl_name, type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql IS NOT NULL",
    ),
}
