"""The tests' database is made from the models at once; this one grows up by the migrations, as a site's does."""

import pytest
from django.apps import apps

from tests.support.schema import constraints, described, migrated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_migrations_from_nothing_make_the_schema_that_all_tests_use(tmp_path):
    with migrated(tmp_path):
        grown, named = described(), constraints()
    assert grown == described()
    assert named == constraints()
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
