"""Statements that are put together once: of what a short question takes, Django's making of its SQL is the most.

    by_number = Prepared(lambda event, number: Entry.objects.filter(tournament=event, number=number), int, int)
    by_number.objects(event.pk, 7)

The queryset is made at the first question, with marks in the place of the values. Only for questions whose form never
depends on a value: no None, no list of any length, nothing that is prefetched afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from django.db import DEFAULT_DB_ALIAS, connections, models
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
        with connection.cursor() as cursor:
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

    def asked(self) -> list[Any]:
        """The answer, asked for by itself."""
        return self.prepared.rows(*self.values) if self.are_rows else self.prepared.objects(*self.values)


def answers(questions: Sequence[PreparedQuestion]) -> list[list[Any]]:
    """What `objects` or `rows` gives for each of them, asked one after the other."""
    return [question.asked() for question in questions]


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


def _fit(values: Iterable[int | str]) -> bool:
    """Whether no number is larger than columns are: an address may hold any, and Django knows what none equals."""
    return all(isinstance(value, str) or -(2**31) < value < 2**31 for value in values)
