"""Statements that are put together once: of what a short question takes, Django's making of its SQL is the most.

    by_number = Prepared(lambda event, number: Entry.objects.filter(tournament=event, number=number), int, int)
    by_number.objects(event.pk, 7)

The queryset is made at the first question, with marks in the place of the values. Only for questions whose form never
depends on a value: no None, no list of any length, nothing that is prefetched afterwards.

`insert` and `update` write rows in the same spirit. Like Django's bulk methods they send no signals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cache
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=models.Model)

MARKS: Final = {
    int: tuple(range(31_013, 31_021)),
    str: tuple(f"mark-of-value-{place}" for place in range(8)),
}
"""Values that stand in the statement for those of a question: numbers that the smallest columns hold."""


FEW: Final = 24
"""Rows that are written by a statement of their number."""


class StatementMade(NamedTuple):
    """A statement as the database takes it, and what Django needs to make rows of its answer."""

    compiler: Any
    sql: str
    params: tuple[Any, ...]
    places: tuple[int | None, ...]
    """For each parameter the value that it is; None for one that is always the same."""
    converters: Any


class Prepared(Generic[M]):
    """A question to the database, asked with other values each time. `kinds` are their types, `int` or `str`."""

    def __init__(self, make: Callable[..., models.QuerySet[M, Any]], *kinds: type) -> None:
        self._make, self._kinds = make, kinds
        self._ready: dict[str, StatementMade] = {}
        self._lock = Lock()

    def objects(self, *values: int | str) -> list[M]:
        """The rows as objects, with what the queryset selects and annotates."""
        if not _fit(values):
            return list(self._make(*values))
        compiler = self._compiler(values)
        query = SimpleNamespace(get_compiler=lambda using: compiler)
        asked: Any = SimpleNamespace(db=DEFAULT_DB_ALIAS, query=query, _known_related_objects={})
        return list(ModelIterable(asked))

    def rows(self, *values: int | str) -> list[Sequence[Any]]:
        """The rows of a queryset of `values_list`."""
        if not _fit(values):
            return list(self._make(*values))
        return list(self._compiler(values).results_iter(tuple_expected=True))

    def _compiler(self, values: tuple[int | str, ...]) -> Any:
        """Django's compiler of the queryset, which has its SQL already and takes these values into it."""
        if tuple(map(type, values)) != self._kinds:
            raise TypeError(f"this statement takes {self._kinds}, not {values}")
        connection = connections[DEFAULT_DB_ALIAS]
        ready = self._ready.get(connection.vendor) or self._prepare(connection.vendor)
        # Some databases have types of their own for a number that goes into a column.
        given = tuple(
            mark if place is None else type(mark)(values[place])
            for mark, place in zip(ready.params, ready.places, strict=True)
        )
        compiler = copy(ready.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_given, **_named: (ready.sql, given)
        compiler.get_converters = lambda _expressions: ready.converters
        return compiler

    def _prepare(self, vendor: str) -> StatementMade:
        """The statement as this kind of database takes it."""
        with self._lock:
            if vendor not in self._ready:
                marks = [MARKS[kind][place] for place, kind in enumerate(self._kinds)]
                compiler = self._make(*marks).query.get_compiler(using=DEFAULT_DB_ALIAS)
                sql, params = compiler.as_sql()
                places = tuple(marks.index(value) if value in marks else None for value in params)
                if set(places) - {None} != set(range(len(marks))):
                    raise ValueError("a value of the statement does not stand in it")
                converters = compiler.get_converters([found[0] for found in compiler.select])
                self._ready[vendor] = StatementMade(compiler, sql, tuple(params), places, converters)
            return self._ready[vendor]


def _fit(values: Iterable[int | str]) -> bool:
    """Whether no number is larger than columns are: an address may hold any, and Django knows what none equals."""
    return all(isinstance(value, str) or -(2**31) < value < 2**31 for value in values)


def insert(objects: Iterable[M]) -> list[M]:
    """Write these new rows of one model and give them their keys. Returns them.

    A few go in one statement; how many more go at once, Django knows of each database.
    """
    rows = list(objects)
    if not 0 < len(rows) <= FEW:
        return type(rows[0])._default_manager.bulk_create(rows) if rows else rows
    connection = connections[DEFAULT_DB_ALIAS]
    fields, statement = _inserting(type(rows[0]), len(rows))
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for row in rows for field in fields]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(statement, values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk, row._state.adding, row._state.db = key, False, connection.alias
    return rows


def update(row: models.Model, *names: str) -> None:
    """Write these fields of a stored row. Raises DatabaseError where the row is gone."""
    connection = connections[DEFAULT_DB_ALIAS]
    fields, statement = _updating(type(row), names)
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(statement, [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"there is no such row any more: {type(row).__name__} {row.pk}")


@cache
def _inserting(model: type[models.Model], rows: int) -> tuple[Sequence[Any], str]:
    fields = [field for field in model._meta.local_concrete_fields if not field.primary_key]
    line = f"({', '.join(['%s'] * len(fields))})"
    columns, key = ", ".join(map(_column, fields)), _column(model._meta.pk)
    lines = ", ".join([line] * rows)
    return fields, f"INSERT INTO {_table(model)} ({columns}) VALUES {lines} RETURNING {key}"  # noqa: S608 - our names


@cache
def _updating(model: type[models.Model], names: Sequence[str]) -> tuple[Sequence[Any], str]:
    fields = [model._meta.get_field(name) for name in names]
    changes = ", ".join(f"{_column(field)} = %s" for field in fields)
    return fields, f"UPDATE {_table(model)} SET {changes} WHERE {_column(model._meta.pk)} = %s"  # noqa: S608 - our names


def _table(model: type[models.Model]) -> str:
    return str(connections[DEFAULT_DB_ALIAS].ops.quote_name(model._meta.db_table))


def _column(field: Any) -> str:
    if field.generated or hasattr(field, "get_placeholder"):
        raise TypeError(f"{field} is written in a way of its own")
    return str(connections[DEFAULT_DB_ALIAS].ops.quote_name(field.column))
