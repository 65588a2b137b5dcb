"""Difference between a delivery and the rows here: equal rows stay, with their keys; all others are deleted and made.

Rows are compared with those of the database, not with the delivery before: whatever has changed them here, a delivery
puts them right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import models
from django.db.models import Q

from tournaments.core.models.derived import DerivedColumn, DerivesColumns
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.document.fields import RowKey
from tournaments.exchange.document.sections import Section
from tournaments.exchange.document.visitor import list_visitor_sections
from tournaments.exchange.document.writing import list_mirrored_rows, make_row_key
from tournaments.exchange.documents import Raw

KEPT: Final = frozenset(
    {"AuditEntry", "PersonalValue", "RegistrationDesk", "Application", "EntryQuestion", "FeeDesk", "Fee"}
)
"""Models whose rows stay those of this site: its log, and registrations, which the organiser fetches, with the fees."""
NAMES: Final = ("family_name", "given_name", "native_name", "romanised_name")


@dataclass
class SectionChange:
    """Rows of a section: for each delivered one the row here, or None, and True if it stays as it is."""

    instances: list[Any] = field(default_factory=list)
    same: list[bool] = field(default_factory=list)

    def list_staying(self) -> set[Any]:
        return {row.pk for row, stays in zip(self.instances, self.same, strict=True) if stays}

    def list_reused(self) -> set[Any]:
        return {row.pk for row in self.instances if row is not None}


def build_player_key(values: Mapping[str, Any]) -> tuple[object, ...]:
    """Return number and names: whoever has another name may be somebody else under the same number."""
    return values.get("number"), *(str(values.get(name) or "") for name in NAMES)


def compare_rows(tournament: Tournament, raw: Raw, *, derive: bool) -> dict[str, SectionChange]:
    """Return the changes by section; with `derive`, rows with columns that derive from the event are made again."""
    stored = list_mirrored_rows(tournament, list_visitor_sections())
    steady: dict[type[models.Model], set[RowKey]] = {}
    changes: dict[str, SectionChange] = {}
    for section in list_visitor_sections():
        rows = raw.get(section.name, [])
        delivered = rows if isinstance(rows, list) else []
        if section.model.__name__ in KEPT:
            changes[section.name] = SectionChange([None] * len(delivered), [False] * len(delivered))
            continue
        touched = _find_touched(section, tournament)
        if derive and issubclass(section.model, DerivesColumns):
            touched |= {row.pk for row, _values in stored[section.name]}
        matcher = _SectionMatcher(section, stored[section.name], touched, steady)
        changes[section.name] = matcher.match(delivered)
    return changes


def _find_touched(section: Section, tournament: Tournament) -> set[Any]:
    """Return the rows that hold anything in a column beyond the projection."""
    sent = {column.name for column in section.columns}
    blank = Q()
    for column in section.model._meta.concrete_fields:
        if column.primary_key or column.related_model is Tournament or column.name in sent:
            continue
        usual = column.get_default()
        if isinstance(column, DerivedColumn) or usual != column.get_default() or getattr(column, "auto_now", False):
            continue
        blank &= Q(**{f"{column.attname}__isnull": True} if usual is None else {column.attname: usual})
    if section.model is Entry:
        # Answers name questions, whose numbers here may be others than those of the delivery.
        blank &= Q(answers={})
    rows = section.model._base_manager.filter(**{section.way: tournament})
    return set(rows.exclude(blank).values_list("pk", flat=True)) if blank else set()


class _SectionMatcher:
    """Match of delivered rows and rows here, in the order of both: what is new comes after all that stays.

    `steady` holds, by model, the keys of the delivery that name the same row as before.
    """

    def __init__(
        self,
        section: Section,
        stored: list[tuple[models.Model, Raw]],
        touched: set[Any],
        steady: dict[type[models.Model], set[RowKey]],
    ) -> None:
        self.section, self.stored, self.touched, self.steady = section, stored, touched, steady
        self.references = [(column.name, column.related_model) for column in section.columns if column.is_relation]
        self.many = [(name, section.model._meta.get_field(name).related_model) for name in section.many]
        self.stored_keys = [make_row_key(section, index, values) for index, (_row, values) in enumerate(stored, 1)]

    def match(self, delivered: list[Any]) -> SectionChange:
        change, places = SectionChange(), self.find_places(delivered)
        steady = self.steady.setdefault(self.section.model, set())
        for index, (raw, place) in enumerate(zip(delivered, places, strict=True), 1):
            if place is None:
                change.instances.append(None)
                change.same.append(False)
                continue
            row, values = self.stored[place]
            change.instances.append(row)
            change.same.append(
                row.pk not in self.touched and self.equals(raw, values) and not self.names_other_rows(raw)
            )
            if self.section.key or place == index - 1:
                steady.add(self.stored_keys[place])
        return change

    def equals(self, raw: Any, values: Raw) -> bool:
        if self.section.key:
            return bool(raw == values)
        return isinstance(raw, dict) and {**raw, "id": 0} == {**values, "id": 0}

    def names_other_rows(self, raw: Raw) -> bool:
        """Return True if a key of the row names another row than before, or none."""
        for name, model in self.references:
            if raw[name] is not None and raw[name] not in self.steady.get(model, ()):  # type: ignore[arg-type]
                return True
        return any(key not in self.steady.get(model, ()) for name, model in self.many for key in raw[name])  # type: ignore[arg-type]

    def find_places(self, delivered: list[Any]) -> Iterable[int | None]:
        if self.section.model is Entry:
            return self.find_players(delivered)
        return self.find_keys(delivered) if self.section.key else self.find_equals(delivered)

    def find_players(self, delivered: list[Any]) -> Iterator[int | None]:
        """Players keep their keys in any order, and with them the persons of this site to whom they are linked."""
        places = {build_player_key(values): place for place, (_row, values) in enumerate(self.stored)}
        for raw in delivered:
            yield places.pop(build_player_key(raw), None) if isinstance(raw, dict) else None

    def find_keys(self, delivered: list[Any]) -> Iterator[int | None]:
        places = {key: place for place, key in enumerate(self.stored_keys)}
        last = -1
        for index, raw in enumerate(delivered, 1):
            place = None
            if isinstance(raw, dict) and all(isinstance(raw.get(name), int | str) for name in self.section.key):
                place = places.get(make_row_key(self.section, index, raw))
            if place is None or place <= last:
                # The keys of new rows are higher than all others: everything behind this row is new as well.
                last = len(self.stored)
                yield None
            else:
                last = place
                yield place

    def find_equals(self, delivered: list[Any]) -> Iterator[int | None]:
        place = 0
        for raw in delivered:
            while place < len(self.stored) and not self.equals(raw, self.stored[place][1]):
                place += 1
            if place < len(self.stored):
                yield place
                place += 1
            else:
                yield None
