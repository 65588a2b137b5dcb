"""Sections of an event file, one for each model, discovered in the `document` module of every subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from graphlib import TopologicalSorter
from typing import Any

from django.db.models import Field, ForeignKey, Model, Q

from tournaments.accounts.models import User
from tournaments.core import discovery
from tournaments.events.models import Tournament

Added = Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
"""Function from a file and one of its rows to the value of a field."""


@dataclass(frozen=True)
class Section:
    """Rows of one model. `way` leads from a row to its tournament.

    `key` names the fields by which other rows refer to one of these; without any a row is named by its position from 1.
    `without` are omitted fields, `only` included rows, `many` many-to-many fields. `removed` are fields of earlier
    releases; files may hold them, and an import ignores them. `added` are fields that files of earlier releases lack:
    name -> their value by the whole file and the row, None where these have none.
    """

    name: str
    model: type[Model]
    way: str
    key: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()
    only: Q = field(default_factory=Q)
    many: tuple[str, ...] = ()
    removed: frozenset[str] = frozenset()
    added: Mapping[str, Added] = field(default_factory=dict)

    @property
    def columns(self) -> list[Field]:
        """Stored fields in the file."""
        return columns_of(self.model, self.without)

    @property
    def needs(self) -> set[type[Model]]:
        """Models to which these rows refer, except their own."""
        linked: set[Any] = {column.related_model for column in self.columns if isinstance(column, ForeignKey)}
        linked |= {self.model._meta.get_field(name).related_model for name in self.many}
        return {model for model in linked if isinstance(model, type) and model not in (User, self.model)}


def columns_of(model: type[Model], without: Iterable[str] = ()) -> list[Field]:
    """Return a model's stored fields without its key, the tournament above it and the named ones."""
    return [
        column
        for column in model._meta.concrete_fields
        if not column.primary_key and column.related_model is not Tournament and column.name not in set(without)
    ]


_sections: list[Section] = []


def section(
    name: str,
    model: type[Model],
    way: str,
    *key: str,
    without: Iterable[str] = (),
    only: Q | None = None,
    many: tuple[str, ...] = (),
    removed: Iterable[str] = (),
    added: Mapping[str, Added] | None = None,
) -> None:
    """Register a section of the file."""
    _sections.append(
        Section(name, model, way, key, frozenset(without), only or Q(), many, frozenset(removed), added or {})
    )


@cache
def sections() -> tuple[Section, ...]:
    """Return all sections of all subjects, each after those it refers to."""
    discovery.import_modules("document")
    by_model = {section.model: section for section in _sections}
    order = TopologicalSorter(
        {section.model: sorted(section.needs, key=lambda model: model.__name__) for section in _sections}
    )
    return tuple(by_model[model] for model in order.static_order())


def section_of(model: type[Model]) -> Section:
    """Return the section of a model. Raises KeyError for an omitted one."""
    return next(section for section in sections() if section.model is model)


FORMER_SECTIONS: set[str] = set()
"""Sections of files of earlier releases that are passed over; every app adds its own."""

LEFT_BEHIND: dict[str, str] = {}
"""Name of a model that hangs on an event -> why its rows are not in the file; every app adds its own."""
