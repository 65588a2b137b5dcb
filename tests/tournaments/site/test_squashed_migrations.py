"""Squashed migrations replace the single ones in new databases; those that have had some of them go on singly."""

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.support.schema import sqlite
from tournaments.site.checks import FORMER_NAMES, OWN_APPS, is_newer, is_older

JUDGING = ("judging", "0001_squashed_0013_remove_device_answers")
TOURNAMENTS = ("tournaments", "0001_squashed_0113_event_in_use")


@pytest.fixture(autouse=True)
def migrations_of_a_site(settings):
    settings.MIGRATION_MODULES = {}


def test_single_migrations_and_squashed_ones_make_the_same_models():
    squashed = MigrationLoader(None).replacements
    last = [migration.replaces[-1] for migration in squashed.values()]
    assert squashed.keys() == {TOURNAMENTS, JUDGING}
    single = MigrationLoader(None, replace_migrations=False).project_state(last)
    assert MigrationLoader(None).project_state(list(squashed)).models == single.models


@pytest.mark.django_db
@pytest.mark.parametrize("former_name", [True, False], ids=["squashed", "0.3.0"])
@pytest.mark.parametrize("last", [38, 39, 63, 88, 93, 112, 113])
def test_a_database_that_has_had_some_migrations_gets_the_rest(last, former_name):
    """Those of 0.3.0 know the first 38 by name only; later ones have had squashed ones that are gone."""
    squashed = MigrationLoader(None).replacements
    single = [name for _app, name in squashed[TOURNAMENTS].replaces]
    with sqlite(":memory:") as database:
        recorder = MigrationRecorder(database)
        recorder.ensure_schema()
        of_packages = [name for name in MigrationLoader(None).disk_migrations if name[0] not in OWN_APPS]
        of_tournaments = [("tournaments", name) for name in single[:last]]
        for app, name in (*of_packages, *squashed[JUDGING].replaces, *of_tournaments):
            recorder.record_applied(app, name)
        if former_name:
            for app, name in FORMER_NAMES:
                recorder.record_applied(app, name)
        applied = recorder.applied_migrations().keys()
        assert (is_older(applied), is_newer(applied)) == (False, False)
        loader = MigrationLoader(database)
        loader.check_consistent_history(database)
    plan = loader.graph.forwards_plan(loader.graph.leaf_nodes("tournaments")[0])
    waiting = [name for app, name in plan if app == "tournaments" and (app, name) not in loader.applied_migrations]
    later = [name for name in waiting if name > single[-1]]
    assert waiting == [*single[last:], *later]
    assert (TOURNAMENTS in loader.graph.nodes) == (last == len(single))
