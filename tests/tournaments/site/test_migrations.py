"""The tests' database is made from the models at once; this one grows up by the migrations, as a site's does."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db.migrations.recorder import MigrationRecorder

from tests.support.schema import another_database, constraints, described, load_0_3_0, migrated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_migrations_from_nothing_or_0_3_0_make_the_schema_that_all_tests_use(tmp_path):
    (tmp_path / "upgraded").mkdir()
    with migrated(tmp_path):
        grown, named = described(), constraints()
    with migrated(tmp_path / "upgraded", from_0_3_0=True):
        assert (described(), constraints()) == (grown, named)
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
