"""Events that many tests begin with: made by the services once, and written again as rows by the tests that follow."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import IntegrityError, connection, transaction
from django.utils import timezone, translation

from tests.support.emptying import tables
from tournaments.awards import queries as awards
from tournaments.core.http import public_version
from tournaments.events.models import Tournament
from tournaments.seasons import queries as seasons
from tournaments.seasons import rated, stored
from tournaments.seating.queries import outdated
from tournaments.standings.queries import standings

P = ParamSpec("P")
R = TypeVar("R")

SECONDS = 20
"""The age of an event from which it is made anew: its clock runs, and tests say what a clock shows."""
PARAMETERS = 900
"""Values of one statement: SQLite of old took no more than 999."""

MEMORIES: tuple[Any, ...] = (
    public_version._REMEMBERED,
    seasons._REMEMBERED,
    seasons._PLAYERS,
    rated._GAMES,
    rated._LISTS,
    stored._LINES,
    outdated._REMEMBERED,
    awards._REMEMBERED,
    standings._REMEMBERED,
)
"""Caches of this process by the state of an event: a copy has the state of the one before it, and what a test then did
to that one past the services does not show there.
"""

_clock = timezone.now


Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]
"""Table -> its columns, quoted, and its rows."""


@dataclass(frozen=True)
class Recording:
    """Rows that existed before and exist again, statements that write the others, the pickled result, the time."""

    before: Rows
    statements: list[tuple[str, list[Any]]]
    result: bytes
    at: float

    def is_written(self) -> bool:
        """Write the rows; nothing, and False, where those before them are others, or a key or name is taken."""
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                if any(_rows(name) != rows for name, rows in self.before.items()):
                    return False
                for statement, values in self.statements:
                    cursor.execute(statement, values)
        except IntegrityError:
            return False
        for memory in MEMORIES:
            memory.clear()
        return True


def remembered(make: Callable[P, R]) -> Callable[P, R]:
    """Let a function that makes an event do so once in a while; in between its rows are copied.

    Inside the transaction of a test, by the clock of today and where no event is yet; elsewhere it makes it as ever.
    Its arguments are values; nothing else may change what it makes, and it makes nothing but rows.
    """
    recordings: dict[Hashable, Recording] = {}

    @wraps(make)
    def again(*args: P.args, **kwargs: P.kwargs) -> R:
        if not connection.in_atomic_block or timezone.now is not _clock:
            return make(*args, **kwargs)
        site = connection.vendor, connection.settings_dict["NAME"]
        key = site, translation.get_language(), pickle.dumps((args, kwargs))
        recording = recordings.get(key)
        if recording is not None and time.monotonic() - recording.at < SECONDS:
            if recording.is_written():
                return pickle.loads(recording.result)
            return make(*args, **kwargs)
        if Tournament.objects.exists():
            return make(*args, **kwargs)
        at, before = time.monotonic(), _all_rows()
        result = make(*args, **kwargs)
        recordings[key] = Recording(before, _statements(before, _all_rows()), pickle.dumps(result), at)
        return result

    return again


def _statements(before: Rows, after: Rows) -> list[tuple[str, list[Any]]]:
    """Statements, with their values, that write what is there now and was not before."""
    statements: list[tuple[str, list[Any]]] = []
    for name, (columns, rows) in after.items():
        earlier = before[name][1] if name in before else []
        new = [row for row in rows if row not in earlier]
        size, places = max(1, PARAMETERS // len(columns)), f"({', '.join(['%s'] * len(columns))})"
        for start in range(0, len(new), size):
            part = new[start : start + size]
            statement = f"INSERT INTO {name} ({', '.join(columns)}) VALUES {', '.join([places] * len(part))}"
            statements.append((statement, [value for row in part for value in row]))
    return statements


def _all_rows() -> Rows:
    """The rows of every table of the models that has any."""
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables()))
        return {name: _rows(name) for (name,) in cursor.fetchall()}


def _rows(name: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {name} ORDER BY 1")
        return [connection.ops.quote_name(column[0]) for column in cursor.description], cursor.fetchall()
