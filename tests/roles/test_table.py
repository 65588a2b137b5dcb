"""Permissions: every route grants each role exactly the access in the table."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from typing import Any

import pytest

from tests.roles.cast import NAMES, Cast, stopped_behind_its_guard, without_what_takes_long
from tests.roles.mutants import asking_lines
from tests.roles.rows import EVERYBODY, Row, guard_of, holders, methods, routes, rows_of_actions, table
from tests.support.database import kept_for_the_module
from tests.support.release import in_full
from tests.support.slices import in_slice, number
from tournaments.accounts.models import Role
from tournaments.core.permissions import ALL_ACTIONS
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

ROWS = table()
WRITTEN = ROWS[: len(ROWS) - len(list(rows_of_actions()))]
"""Rows of actions follow from their permissions; tests/conformance/test_actions.py asks each action as everybody."""
WHOLE = frozenset(in_slice(WRITTEN, 3))
"""Pages that somebody who may sees whole in this run."""
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
    """Actions have one door, so that a third of them stands for all."""
    Tournament.objects.update(published=False)
    asked = [*WRITTEN, *in_slice(ROWS[len(WRITTEN) :], 3)]
    rows = [row for row in asked if not row.part and "slug" in routes()[row.route].pattern.converters]
    assert {str(row): cast.ask(row, "outsider").status_code for row in rows} == {str(row): 404 for row in rows}


def who_is_let_in(cast: Cast, row: Row) -> list[str]:
    """Return the roles that get what the row is about.

    Except in a release not all ask. Where the decorator alone decides, its permission stands for those between the
    least who may and the first who may not, and of every third page somebody sees more than that the decorator lets
    them through; elsewhere the least and another one in turn ask for all who may, and for all who may not the first,
    the last and another one in turn. Of a page that is everybody's the visitor asks, and another one of every third.
    """
    least = max(row.who - {"admin"} or row.who, key=EVERYBODY.index)
    asked, taken, guard = list(NAMES), set[str](), decorator_that_decides(row)
    if not in_full():
        turn = WRITTEN.index(row) + number()
        more = [role for role in NAMES if role in row.who and role != least]
        kept_out = [role for role in NAMES if role not in row.who]
        if guard is not None and guard.required_action in ALL_ACTIONS:
            asked, taken = [least, kept_out[0], "visitor"], holders(guard.required_action) - {least, kept_out[0]}
        else:
            some = {role for roles in (more, kept_out) if roles for role in (roles[turn % len(roles)],)}
            if not kept_out and row not in WHOLE:
                some = set()
            asked = [role for role in NAMES if role in {least, *some, *kept_out[:1], *kept_out[-1:]}]
            taken = set(more) - some
    sooner = [role for role in asked if role != least or row not in WHOLE] if guard is not None else []
    found = {role for role in asked if role not in sooner and cast.lets_in(row, role)}
    with stopped_behind_its_guard(row) if sooner else nullcontext():
        found |= {role for role in sooner if cast.lets_in(row, role)}
    return sorted(found | taken)


def decorator_that_decides(row: Row) -> Any:
    """The guard of a whole page, in a file in which nothing else asks for a permission; else None."""
    view = routes()[row.route].callback
    file, guard = inspect.unwrap(view).__module__.replace(".", "/") + ".py", guard_of(view)
    return guard if not row.part and hasattr(guard, "required_action") and file not in asking_files() else None


@cache
def asking_files() -> frozenset[str]:
    """Return the files with a line that asks for a permission."""
    return frozenset(line.file for line in asking_lines())
