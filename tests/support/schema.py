"""The schema of a test database, made from the models without migrations: quicker, and equal, as a test of it shows.

The ways in which migrations make one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler
from django.test import override_settings


def install_guards() -> None:
    """The triggers that only migrations make: their operations carry the hint ``guard``, and run in order."""
    with override_settings(MIGRATION_MODULES={}):
        # Those of the single migrations: a new database, of the squashed ones, is compared with them.
        loader = MigrationLoader(None, replace_migrations=False)
    order = dict.fromkeys(
        node for leaf in sorted(loader.graph.leaf_nodes()) for node in loader.graph.forwards_plan(leaf)
    )
    with connection.schema_editor(atomic=True) as editor:
        for node in order:
            for operation in loader.disk_migrations[node].operations:
                if isinstance(operation, RunPython) and operation.hints.get("guard"):
                    operation.code(apps, editor)  # type: ignore[arg-type]


@contextmanager
def default_database(database: BaseDatabaseWrapper) -> Iterator[BaseDatabaseWrapper]:
    """Connect Django to another database."""
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        with closing(database):
            yield database
    finally:
        connections[DEFAULT_DB_ALIAS] = usual


def sqlite(path: Path | str) -> AbstractContextManager[BaseDatabaseWrapper]:
    """Connect Django to a database of SQLite."""
    databases = ConnectionHandler({DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}})
    return default_database(databases[DEFAULT_DB_ALIAS])


def migrate(database: BaseDatabaseWrapper) -> None:
    """Apply all migrations that the database has not had."""
    with override_settings(MIGRATION_MODULES={}):
        executor = MigrationExecutor(database)
        executor.migrate(executor.loader.graph.leaf_nodes())


def migrate_singly(database: BaseDatabaseWrapper) -> None:
    """Fill an empty database by the single migrations that the squashed ones replace, then by those that follow."""
    with override_settings(MIGRATION_MODULES={}):
        executor = MigrationExecutor(database)
        squashed = executor.loader.replacements.values()
        executor.loader = MigrationLoader(database, replace_migrations=False)
        disk = executor.loader.disk_migrations
        executor.migrate([migration.replaces[-1] for migration in squashed])
        for migration in squashed:
            for app, name in migration.replaces:
                if (app, name) not in disk:
                    MigrationRecorder(database).record_applied(app, name)
    migrate(database)
