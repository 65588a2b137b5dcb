"""Statements that are put together once: of what a short question takes, Django's making of its SQL is the most.

    by_number = Prepared(lambda event, number: Entry.objects.filter(tournament=event, number=number), int, int)
    by_number.objects(event.pk, 7)

The queryset is made at the first question, with marks in the place of the values. Only for questions whose form never
depends on a value: no None, no list of any length, nothing that is prefetched afterwards.

`insert` and `update` write rows in the same spirit. Like Django's bulk methods they send no signals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query import get_related_populators
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init
from django.db.models.sql import Query

M = TypeVar("M", bound=models.Model)

MARKS: Final = {
    int: tuple(range(31_013, 31_021)),
    str: tuple(f"mark-of-value-{place}" for place in range(8)),
}
"""Values that stand in the statement for those of a question: numbers that the smallest columns hold."""


FEW: Final = 24
"""Rows that are written by a statement of their number."""


class StatementMade(NamedTuple):
    """A statement as the database takes it, and how rows are made of its answer."""

    sql: str
    params: tuple[Any, ...]
    places: tuple[int | None, ...]
    """For each parameter the value that it is; None for one that is always the same."""
    converters: Sequence[tuple[int, Sequence[Any], Any]]
    """Of columns whose values are not what the database answers: place, functions, expression."""
    made: Callable[[Sequence[Any]], Any] | None
    """An object of a row; None for a queryset of values."""


class Prepared(Generic[M]):
    """A question to the database, asked with other values each time. `kinds` are their types, `int` or `str`."""

    known: Final[WeakSet[Prepared[Any]]] = WeakSet()
    """All there are, for `put_together`."""

    def __init__(self, make: Callable[..., models.QuerySet[M, Any]], *kinds: type) -> None:
        Prepared.known.add(self)
        self._make, self._kinds = make, kinds
        self._marks = [MARKS[kind][place] for place, kind in enumerate(kinds)]
        self._ready: dict[str, StatementMade] = {}
        self._lock = Lock()

    def objects(self, *values: int | str) -> list[M]:
        """The rows as objects, with what the queryset selects and annotates."""
        if not _fit(values):
            return list(self._make(*values))
        ready, rows = self._asked(values)
        if ready.made is None:
            raise TypeError("this statement has rows of values")
        return list(map(ready.made, rows))

    def for_objects(self, *values: int | str) -> PreparedQuestion:
        """What `objects` asks, to be asked together with others by `answers`."""
        return PreparedQuestion(self, values, are_rows=False)

    def for_rows(self, *values: int | str) -> PreparedQuestion:
        """The same of `rows`."""
        return PreparedQuestion(self, values, are_rows=True)

    def rows(self, *values: int | str) -> list[Sequence[Any]]:
        """The rows of a queryset of `values_list`."""
        found: Iterable[Any] = self._asked(values)[1] if _fit(values) else self._make(*values)
        return list(map(tuple, found))

    def _asked(self, values: tuple[int | str, ...]) -> tuple[StatementMade, list[Sequence[Any]]]:
        """The statement and its answer to these values."""
        connection = connections[DEFAULT_DB_ALIAS]
        ready, given = self.statement(values)
        with planned_cursor(connection) as cursor:
            cursor.execute(ready.sql, given)
            rows: list[Sequence[Any]] = cursor.fetchall()
        return ready, _converted(ready, rows)

    def statement(self, values: tuple[int | str, ...]) -> tuple[StatementMade, list[Any]]:
        """The statement, and its parameters for these values."""
        if tuple(map(type, values)) != self._kinds:
            raise TypeError(f"this statement takes {self._kinds}, not {values}")
        connection = connections[DEFAULT_DB_ALIAS]
        ready = self._ready.get(connection.vendor) or self._prepare(connection, self._make(*self._marks).query)
        # Some databases have types of their own for a number that goes into a column.
        return ready, [
            mark if place is None else type(mark)(values[place])
            for mark, place in zip(ready.params, ready.places, strict=True)
        ]

    def put_together(self) -> None:
        """Put the statement together, unless that takes a connection."""
        query = self._make(*self._marks).query
        if not query.select_for_update:
            self._prepare(connections[DEFAULT_DB_ALIAS], query)

    def _prepare(self, connection: Any, query: Query) -> StatementMade:
        """The statement as this kind of database takes it."""
        marks = self._marks
        with self._lock:
            if connection.vendor not in self._ready:
                compiler = query.get_compiler(using=DEFAULT_DB_ALIAS)
                sql, params = compiler.as_sql()
                places = tuple(marks.index(value) if value in marks else None for value in params)
                if set(places) - {None} != set(range(len(marks))):
                    raise ValueError("a value of the statement does not stand in it")
                found = compiler.get_converters([selected[0] for selected in compiler.select])
                converters = [(place, *each) for place, each in found.items()]
                self._ready[connection.vendor] = StatementMade(
                    *(sql, tuple(params), places, converters, maker(compiler) if compiler.klass_info else None)
                )
            return self._ready[connection.vendor]


def put_together() -> None:
    """Put statements together before the first questions, for processes that begin; needs no database.

    Those that lock rows are left for then: Django asks for a connection to put them together.
    """
    for each in list(Prepared.known):
        each.put_together()


class PreparedQuestion(NamedTuple):
    """A statement and the values that it is asked with."""

    prepared: Prepared[Any]
    values: tuple[int | str, ...]
    are_rows: bool

    def statement(self) -> tuple[StatementMade, list[Any]]:
        """The statement, and its parameters."""
        return self.prepared.statement(self.values)

    def asked(self) -> list[Any]:
        """The answer, asked for by itself."""
        return self.prepared.rows(*self.values) if self.are_rows else self.prepared.objects(*self.values)

    def answer(self, ready: StatementMade, rows: list[Sequence[Any]]) -> list[Any]:
        """The answer of these rows."""
        return list(map(tuple if self.are_rows or ready.made is None else ready.made, _converted(ready, rows)))


class KeyAhead(NamedTuple):
    """The key of the next row of a model, asked for before there is the row, so that nobody waits for it then.

    The answer is empty where the database gives a key only with the row. A key that is not used is missed by nobody.
    """

    model: type[models.Model]
    values: tuple[int | str, ...] = ()

    def statement(self) -> tuple[StatementMade, list[Any]]:
        """The statement, and its parameters."""
        table, column = self.model._meta.db_table, self.model._meta.pk.column
        sql = f"SELECT nextval(pg_get_serial_sequence('{table}', '{column}'))"
        return StatementMade(sql, (), (), (), None), []

    def asked(self) -> list[Any]:
        """No answer: this is for questions that are asked together."""
        return []

    def answer(self, _ready: StatementMade, rows: list[Sequence[Any]]) -> list[Any]:
        """The key."""
        return [key for (key,) in rows]


AskedTogether = PreparedQuestion | KeyAhead


def answers(questions: Sequence[AskedTogether]) -> list[list[Any]]:
    """What `objects` or `rows` gives for each of them, asked one after the other.

    Where the database takes a statement before the answer to the one before it is read, it is one way there and back.
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if not hasattr(connection, "rows_together") or not all(_fit(question.values) for question in questions):
        return [question.asked() for question in questions]
    made = [question.statement() for question in questions]
    found = connection.rows_together([(ready.sql, given) for ready, given in made])
    return [each.answer(ready, rows) for each, (ready, _given), rows in zip(questions, made, found, strict=True)]


def _converted(ready: StatementMade, rows: list[Sequence[Any]]) -> list[Sequence[Any]]:
    if not ready.converters:
        return rows
    connection = connections[DEFAULT_DB_ALIAS]
    changed = list(map(list, rows))
    for row in changed:
        for place, functions, expression in ready.converters:
            for function in functions:
                row[place] = function(row[place], expression, connection)
    return [*changed]


def maker(compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """What makes an object of a row of the answer, with the objects beside it and what is annotated, as Django does."""
    info, selected = compiler.klass_info, compiler.select
    first, last = info["select_fields"][0], info["select_fields"][-1] + 1
    names = [selected[place][0].target.attname for place in info["select_fields"]]
    beside: list[Any] = get_related_populators(info, selected, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
    for populator in beside:
        _straight(populator)
    made, annotated = loader(info["model"]), list(compiler.annotation_col_map.items())

    def object_of(row: Sequence[Any]) -> Any:
        found = made(DEFAULT_DB_ALIAS, names, row[first:last])
        for populator in beside:
            populator.populate(row, found)
        for name, place in annotated:
            setattr(found, name, row[place])
        return found

    return object_of


def _straight(populator: Any) -> None:
    """Let Django's populator make its objects as `loader` says."""
    populator.model_cls = SimpleNamespace(from_db=loader(populator.model_cls))
    for further in populator.related_populators:
        _straight(further)


def loader(model: type[models.Model]) -> Callable[[str, Sequence[str], Sequence[Any]], Any]:
    """How an object of the model is made of database, names of fields and values: Django's `from_db`.

    Where neither the model nor a field of it has anything to say to that, the values go where Django puts them without
    asking each field.
    """
    ways = (getattr(each, "from_db").__func__ for each in (model, models.Model))  # noqa: B009 - typed without it
    own = model.__init__ is not models.Model.__init__ or len(set(ways)) > 1
    heard = pre_init.has_listeners(model) or post_init.has_listeners(model)
    kinds = {type(getattr(model, field.attname)) for field in model._meta.concrete_fields}
    if own or heard or kinds - {DeferredAttribute, ForeignKeyDeferredAttribute}:
        return model.from_db
    whole = len(model._meta.concrete_fields)

    def made(alias: str, names: Sequence[str], values: Sequence[Any]) -> Any:
        if len(names) != whole:
            return model.from_db(alias, names, values)
        found = model.__new__(model)
        state = found._state = ModelState()
        state.adding, state.db = False, alias
        found.__dict__.update(zip(names, values, strict=True))
        return found

    return made


def another(row: M) -> M:
    """A new row like this new one, for whoever writes many that differ in little: Django's making asks each field."""
    found: M = type(row).__new__(type(row))
    state = ModelState()
    state.fields_cache = dict(row._state.fields_cache)
    found.__dict__.update(row.__dict__, _state=state)
    return found


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
    values = list(chain.from_iterable(zip(*(_column_of(field, rows, connection) for field in fields), strict=True)))
    with transaction.atomic(savepoint=False), planned_cursor(connection) as cursor:
        cursor.execute(statement, values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk, row._state.adding, row._state.db = key, False, connection.alias
    return rows


def insert_later(objects: Iterable[models.Model]) -> None:
    """Write these new rows, within a transaction; they get no keys, but may all have them already from `KeyAhead`.

    Where the database can be written to without waiting for its answers, what is wrong with them is raised by the next
    statement that is no such one, or by the commit.
    """
    rows = list(objects)
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if not 0 < len(rows) <= FEW or not hasattr(connection, "write_later"):
        insert(rows)
        return
    keyed = rows[0].pk is not None
    fields, statement = _inserting(type(rows[0]), len(rows), keyed=keyed)
    columns = (_column_of(field, rows, connection) for field in fields)
    values = list(chain.from_iterable(zip(*columns, strict=True)))
    otherwise = f"these rows were not written: {type(rows[0]).__name__}"
    connection.write_later(statement.partition(" RETURNING ")[0], values, len(rows), otherwise)
    for row in rows if keyed else ():
        row._state.adding, row._state.db = False, connection.alias


def update(row: models.Model, *names: str) -> None:
    """Write these fields of a stored row, within a transaction. Raises DatabaseError where the row is gone.

    Where the database can be written to without waiting, it is raised as `insert_later` says.
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    fields, statement = _updating(type(row), names)
    values = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    gone = f"there is no such row any more: {type(row).__name__} {row.pk}"
    if hasattr(connection, "write_later"):
        connection.write_later(statement, [*values, row.pk], 1, gone)
        return
    with transaction.atomic(savepoint=False), planned_cursor(connection) as cursor:
        cursor.execute(statement, [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(gone)


def planned_cursor(connection: Any) -> Any:
    """A cursor for statements that are always the same: some databases keep their plans."""
    cursor = getattr(connection, "planned_cursor", connection.cursor)
    return cursor()


def rows_by_plan(statement: str, values: Sequence[Any]) -> list[Sequence[Any]]:
    """The answer to a statement that is always the same, asked by itself: outside of what is written, by the whole."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if hasattr(connection, "rows_by_plan"):
        return list(connection.rows_by_plan(statement, values))
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _column_of(field: Any, rows: Iterable[models.Model], connection: Any) -> list[Any]:
    """The field's values of these new rows, as the database takes them. What many have in common is made once."""
    found: list[Any] = []
    before: Any = found
    for row in rows:
        value = field.pre_save(row, True)
        found.append(found[-1] if value is before else field.get_db_prep_save(value, connection))
        before = value
    return found


@cache
def _inserting(model: type[models.Model], rows: int, *, keyed: bool = False) -> tuple[Sequence[Any], str]:
    fields = [field for field in model._meta.local_concrete_fields if keyed or not field.primary_key]
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
