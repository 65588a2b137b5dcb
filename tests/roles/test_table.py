"""Permissions: every route grants each role exactly the access in the table."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from tests.roles.cast import NAMES, Cast, stopped_behind_its_guard, without_what_takes_long
from tests.roles.mutants import asking_lines
from tests.roles.rows import EVERYBODY, TEAM, Row, guard_of, methods, routes, rows_of_actions, table
from tests.support.database import kept_for_the_module
from tournaments.accounts.models import Role
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

ROWS = table()
WRITTEN = ROWS[: len(ROWS) - len(list(rows_of_actions()))]
"""Rows of actions follow from their permissions; tests/conformance/test_actions.py asks each action as everybody."""
ASKING = {line.file for line in asking_lines()}
"""Files with a line that asks for a permission."""
SLICES = 2
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
    """Return the roles that get what the row is about.

    Where nobody is kept out, the roles of the team take turns. Where the decorator alone decides, all but the least
    of those who may are answered as soon as it has.
    """
    if row.who == set(EVERYBODY):
        team = TEAM[WRITTEN.index(row) % len(TEAM)]
        refused = {role for role in (team, "player", "outsider", "admin", "visitor") if not cast.lets_in(row, role)}
        return sorted(set(EVERYBODY) - refused)
    to_the_end, sooner = list(NAMES), list[str]()
    if decided_by_its_decorator(row):
        to_the_end = [max(row.who - {"admin"} or row.who, key=EVERYBODY.index)]
        sooner = [role for role in NAMES if role not in to_the_end]
    found = [role for role in to_the_end if cast.lets_in(row, role)]
    with stopped_behind_its_guard(row) if sooner else nullcontext():
        found += [role for role in sooner if cast.lets_in(row, role)]
    return sorted(found)


def decided_by_its_decorator(row: Row) -> bool:
    """True for a whole page with a permission, in a file in which nothing else asks for one."""
    view = routes()[row.route].callback
    file = inspect.unwrap(view).__module__.replace(".", "/") + ".py"
    return not row.part and hasattr(guard_of(view), "required_action") and file not in ASKING
