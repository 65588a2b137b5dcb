"""A database that says which migrations it has had."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


@pytest.fixture
def migrated(transactional_db: None, settings: Any) -> Iterator[MigrationRecorder]:
    """The tests' database is made from the models; a site's own says which migrations it has had."""
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for key, migration in MigrationLoader(None).disk_migrations.items():
        for app, name in [key, *migration.replaces]:
            recorder.record_applied(app, name)
    yield recorder
    with connection.schema_editor() as editor:
        editor.delete_model(recorder.Migration)
