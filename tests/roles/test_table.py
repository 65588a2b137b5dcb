"""Permissions: every route grants each role exactly the access in the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.roles.cast import NAMES, Cast, without_what_takes_long
from tests.roles.mutants import SECOND_LOCKS, asking_lines, mutants
from tests.roles.rows import Row, methods, routes, rows_of_actions, table
from tests.support.database import kept_for_the_module
from tournaments.accounts.models import Role
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

ROWS = table()
WRITTEN = ROWS[: len(ROWS) - len(list(rows_of_actions()))]
"""Rows of actions follow from their permissions; tests/conformance/test_actions.py asks each action as everybody."""
SLICES = 4
"""Tests of the table, so that the processes of a run share the work."""


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: Any) -> Iterator[Cast]:
    """The event and its people, made once a process; what a test changes is undone."""
    with kept_for_the_module(django_db_blocker):
        yield Cast()


@pytest.fixture(autouse=True)
def blank_pages() -> Iterator[None]:
    """Render no templates: only access is tested here."""
    with without_what_takes_long():
        yield


def test_every_route_and_method_stands_in_the_table():
    named = {(row.route, row.method) for row in ROWS}
    there = {(name, method) for name, pattern in routes().items() for method in methods(pattern)}
    assert (there - named, named - there) == (set(), set())
    assert len(ROWS) == len(set(ROWS))


def test_the_cast_has_somebody_for_every_role_of_the_site():
    assert {role.value.replace("_", "-") for role in Role} <= set(NAMES)


@pytest.mark.long
@pytest.mark.parametrize("part", range(SLICES))
def test_the_site_lets_in_whom_the_table_says(cast, part):
    found = {str(row): who_is_let_in(cast, row) for row in WRITTEN[part::SLICES]}
    assert found == {str(row): sorted(row.who) for row in WRITTEN[part::SLICES]}


def test_an_event_that_is_not_published_does_not_exist_for_outsiders(cast):
    Tournament.objects.update(published=False)
    rows = [row for row in ROWS if not row.part and "slug" in routes()[row.route].pattern.converters]
    assert {str(row): cast.ask(row, "outsider").status_code for row in rows} == {str(row): 404 for row in rows}


def who_is_let_in(cast: Cast, row: Row) -> list[str]:
    return sorted(role for role in NAMES if cast.lets_in(row, role))


@pytest.mark.long
def test_whoever_is_let_in_where_a_permission_is_loosened_shows_in_the_table(cast):
    """Quick where it is killed: the first request of somebody who is kept out shows it. Shown by `-s`."""
    lived = []
    for mutant in mutants(ROWS):
        killer = mutant.killed_by(cast)
        print(f"{'killed' if killer else 'LIVES ':<7} {mutant.place:<60} {mutant.loosened:<10} {killer}")
        if not killer:
            lived.append((mutant.place, mutant.loosened))
    assert lived == []


def test_every_second_lock_still_stands():
    """Lines that are not mutated because another permission stands before them."""
    assert {(line.file, line.action) for line in asking_lines() if line.second_lock} == set(SECOND_LOCKS)
