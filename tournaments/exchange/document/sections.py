"""Sections of an event file, one for each model, discovered in the `document` module of every subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from graphlib import TopologicalSorter
from typing import Any

from django.db.models import BinaryField, Field, FileField, ForeignKey, Model, Q

from tournaments.accounts.models import User
from tournaments.core import discovery
from tournaments.events.models import Tournament

Added = Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
"""Function from a file and one of its rows to the value of a field."""


@dataclass(frozen=True)
class Section:
    """Rows of one model. `way` leads from a row to its tournament.

    `key` names the fields by which other rows refer to it; without any, rows are numbered from 1. `without`: omitted
    fields; `only`: included rows; `many`: many-to-many fields; `removed`: fields of earlier releases, which imports
    ignore; `added`: fields that files of earlier releases lack, by name, with a function for their value (None: none).
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

    @cached_property
    def columns(self) -> list[Field]:
        return list_columns(self.model, self.without)

    @cached_property
    def file_columns(self) -> list[Field]:
        return [column for column in self.columns if isinstance(column, FileField | BinaryField)]

    @cached_property
    def optional_references(self) -> list[Field]:
        return [column for column in self.columns if isinstance(column, ForeignKey) and column.null]

    @property
    def needs(self) -> set[type[Model]]:
        """Other models to which these rows refer."""
        linked: set[Any] = {column.related_model for column in self.columns if isinstance(column, ForeignKey)}
        linked |= {self.model._meta.get_field(name).related_model for name in self.many}
        return {model for model in linked if isinstance(model, type) and model not in (User, self.model)}


def list_columns(model: type[Model], without: Iterable[str] = ()) -> list[Field]:
    """Return a model's stored fields without its key, the tournament above it and the named ones."""
    left_out = set(without)
    return [
        column
        for column in model._meta.concrete_fields
        if not column.primary_key and column.related_model is not Tournament and column.name not in left_out
    ]


_sections: list[Section] = []


def add_section(
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
    _sections.append(
        Section(name, model, way, key, frozenset(without), only or Q(), many, frozenset(removed), added or {})
    )


@cache
def list_sections() -> tuple[Section, ...]:
    """Return all sections of all subjects, each after those to which it refers."""
    discovery.import_modules("document")
    by_model = {section.model: section for section in _sections}
    order = TopologicalSorter(
        {section.model: sorted(section.needs, key=lambda model: model.__name__) for section in _sections}
    )
    return tuple(by_model[model] for model in order.static_order())


def get_section(model: type[Model]) -> Section:
    """Return the section of a model. Raises KeyError for an omitted one."""
    return next(section for section in list_sections() if section.model is model)


FORMER_SECTIONS: set[str] = set()
"""Sections of earlier releases that imports ignore; every app adds its own."""

LEFT_BEHIND: dict[str, str] = {}
"""Models below an event that files omit, with the reason; every app adds its own."""
