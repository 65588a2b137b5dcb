"""The migration that `tools.squash` writes makes the models that the migrations so far have led to."""

from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from tools.squash import source, squashed


@pytest.mark.parametrize("app", ["tournaments", "judging"])
def test_the_squashed_migration_makes_the_models_of_all_that_it_replaces(app, settings):
    settings.MIGRATION_MODULES = {}
    loader = MigrationLoader(None)
    written: dict[str, Any] = {}
    exec(source(squashed(app, loader)), written)
    migration = written["Migration"]("written", app)
    (last,) = loader.graph.leaf_nodes(app)
    models = {key: model for key, model in loader.project_state(last).models.items() if key[0] == app}
    assert migration.mutate_state(ProjectState()).models == models
    single = MigrationLoader(None, replace_migrations=False)
    assert {key for key in migration.replaces if key in single.graph.nodes} == {
        key for key in single.disk_migrations if key[0] == app and key not in single.replacements
    }
