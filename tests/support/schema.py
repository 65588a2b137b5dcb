"""The schema of a test database, made from the models without migrations: quicker, and equal, as a test of it shows."""

from django.apps import apps
from django.db import connection
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
