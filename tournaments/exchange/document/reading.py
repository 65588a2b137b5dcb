"""Validation of a whole `mahjong-event/2` document before anything is stored; a problem with any field rejects it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.match.scoring import MatchScoring
from tournaments.core.former_extra import convert_former_facts
from tournaments.core.tabular.reading import RowProblem
from tournaments.events.models import Tournament
from tournaments.events.presets import list_event_families
from tournaments.events.settings import REMOVED, STAYS_HERE
from tournaments.exchange.document.fields import FieldError, RowKey, get_kind, read_column
from tournaments.exchange.document.loans import ReadLoan, read_loan
from tournaments.exchange.document.sections import FORMER_SECTIONS, Section, list_columns, list_sections
from tournaments.exchange.document.writing import make_row_key
from tournaments.exchange.documents import DocumentReader, Raw
from tournaments.exchange.verification.facts import FORMAT

MAX_PROBLEMS = 50

_HEAD = frozenset(
    {"format", "exported_at", "tournament", "people", "origins", "standings", "checks", "files", "loan", "$schema"}
)


@dataclass
class ReadRow:
    """Valid row: values by field, other rows and accounts still by their names in the file."""

    key: RowKey
    values: dict[str, Any]
    many: dict[str, list[RowKey]] = field(default_factory=dict)


@dataclass
class ReadEvent:
    about: dict[str, Any]
    rows: dict[str, list[ReadRow]]
    people: list[str]
    origins: list[Raw]
    checks: list[Raw]
    standings: Raw
    files: Mapping[str, bytes]
    loan: ReadLoan | None = None

    @property
    def name(self) -> str:
        return str(self.about["name"])


def read_document(
    data: Any, files: Mapping[str, bytes], stored: Mapping[str, Sequence[bool]] | None = None
) -> tuple[ReadEvent | None, list[RowProblem]]:
    """Return the event, or None with all problems; rows that `stored` marks equal rows here, and are valid."""
    reader = _EventReader(files, stored or {})
    event = reader.read_event(data)
    return (None if reader.problems else event), reader.problems[:MAX_PROBLEMS]


class _EventReader(DocumentReader):
    def __init__(self, files: Mapping[str, bytes], stored: Mapping[str, Sequence[bool]]) -> None:
        super().__init__()
        self.files, self.stored = files, stored
        self.keys: dict[type[models.Model], set[RowKey]] = {}
        self.people: list[str] = []

    def read_event(self, data: Any) -> ReadEvent | None:
        if not isinstance(data, dict):
            self.add_problem("", _("The file does not hold an event: its outermost value is not an object."))
            return None
        if not self.has_format(data, FORMAT):
            return None
        if "part" in data:
            message = _(
                "This file holds the public part of an event, for checking it. To import the event, ask its organisers"
                " for the whole event file."
            )
            self.add_problem("part", message)
            return None
        self.refuse_unknown_names("", data, {*_HEAD, *(section.name for section in list_sections()), *FORMER_SECTIONS})
        self.people = [str(name) for name in self.read_list(data.get("people", []), "people")]
        if len(set(self.people)) != len(self.people) or any(not 0 < len(name) <= 150 for name in self.people):
            self.add_problem("people", _("Each name stands once and has at most 150 characters."))
        about = self.read_about(data.get("tournament"))
        rows = {section.name: list(self.read_section(section, data)) for section in list_sections()}
        if about:
            self.check_rules(rows)
        return ReadEvent(
            about=about,
            rows=rows,
            people=self.people,
            origins=list(self.read_origins(data)),
            checks=[check for check in self.read_list(data.get("checks", []), "checks") if isinstance(check, dict)],
            standings=data["standings"] if isinstance(data.get("standings"), dict) else {},
            files=self.files,
            loan=read_loan(self, data.get("loan")),
        )

    def read_about(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.add_problem("tournament", _("Expected an object, found %(found)s.") % {"found": type(value).__name__})
            return {}
        value = convert_former_facts("tournament", value)
        columns = list_columns(Tournament, STAYS_HERE)
        self.refuse_unknown_names("tournament", value, {column.name for column in columns} | REMOVED)
        facts = self.read_columns("tournament", columns, value)
        slug, family = facts.get("slug", ""), facts.get("family", "")
        if slug != slugify(slug) or not slug:
            self.add_problem("tournament, slug", _("A short name has small letters, digits and hyphens."))
        if family not in list_event_families():
            families = ", ".join(list_event_families())
            self.add_problem(
                "tournament, family", _("“%(found)s” is none of %(known)s.") % {"found": family, "known": families}
            )
        return facts

    def read_columns(self, where: str, columns: Iterable[models.Field], raw: Mapping[str, Any]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for column in columns:
            if column.name not in raw:
                if not (column.has_default() or column.null or column.blank):
                    self.add_problem(f"{where}, {column.name}", _("A value is missing."))
                continue
            try:
                values[column.name] = read_column(column, raw[column.name])
            except FieldError as error:
                self.add_problem(f"{where}, {column.name}", str(error))
        return values

    def read_section(self, section: Section, data: Raw) -> Iterable[ReadRow]:
        keys = self.keys.setdefault(section.model, set())
        stored = self.stored.get(section.name, ())
        for index, raw in self.read_objects(data.get(section.name, []), section.name):
            if index <= len(stored) and stored[index - 1]:
                keys.add(key := make_row_key(section, index, raw))
                yield ReadRow(key, raw)
                continue
            where = f"{section.name} {index}"
            raw = convert_former_facts(str(section.model._meta.model_name), raw)
            names = (
                {column.name for column in section.columns}
                | {*section.many}
                | section.removed
                | (set() if section.key else {"id"})
            )
            self.refuse_unknown_names(where, raw, names)
            raw = self.add_former_values(section, data, raw)
            before = len(self.problems)
            values = self.read_columns(where, section.columns, raw)
            many = {name: self.read_linked_keys(section, where, name, raw) for name in section.many}
            if len(self.problems) > before or any(name not in values for name in section.key):
                continue
            self.check_references(section, where, values)
            key = make_row_key(section, index, values)
            if key in keys or (not section.key and raw.get("id", index) != index):
                self.add_problem(where, _("The row “%(key)s” stands twice or out of its order.") % {"key": key})
                continue
            keys.add(key)
            yield ReadRow(key, values, many)

    def add_former_values(self, section: Section, data: Raw, raw: Raw) -> Raw:
        """Return the row with the values that files of earlier releases have in another place."""
        later = {name: value_of(data, raw) for name, value_of in section.added.items() if name not in raw}
        return raw | {name: value for name, value in later.items() if value is not None}

    def read_linked_keys(self, section: Section, where: str, name: str, raw: Raw) -> list[RowKey]:
        model = section.model._meta.get_field(name).related_model
        wanted = self.read_list(raw.get(name, []), name)
        keys = self.keys.get(model, set())  # type: ignore[arg-type]
        for key in wanted:
            if not isinstance(key, int | str) or key not in keys:
                self.add_problem(f"{where}, {name}", _("“%(found)s” names no row of the file.") % {"found": key})
        return wanted

    def check_references(self, section: Section, where: str, values: Mapping[str, Any]) -> None:
        for column in section.columns:
            value, kind = values.get(column.name), get_kind(column)
            if value is None:
                continue
            if kind == "person" and value not in self.people:
                self.add_problem(
                    f"{where}, {column.name}", _("“%(found)s” is not among the people.") % {"found": value}
                )
            elif kind == "ref" and value not in self.keys.get(column.related_model, set()):  # type: ignore[arg-type]
                self.add_problem(
                    f"{where}, {column.name}", _("“%(found)s” names no row of the file.") % {"found": value}
                )
            elif kind in ("file", "picture") and value and value not in self.files:
                self.add_problem(f"{where}, {column.name}", _("The file “%(found)s” is missing.") % {"found": value})

    def check_rules(self, rows: Mapping[str, list[ReadRow]]) -> None:
        if not rows["rulesets"]:
            self.add_problem("rulesets", _("The file names no rules."))
        for index, row in enumerate(rows["rulesets"], 1):
            try:
                MatchScoring.from_dict(row.values.get("match_scoring", {}))
            except (EngineError, ValueError, TypeError, KeyError, AttributeError) as error:
                self.add_problem(f"rulesets {index}, match_scoring", str(error))

    def read_origins(self, data: Raw) -> Iterable[Raw]:
        for index, raw in enumerate(self.read_list(data.get("origins", []), "origins"), 1):
            keys = raw.get("keys") if isinstance(raw, dict) else None
            if not isinstance(keys, dict) or not isinstance(raw.get("through"), int):
                self.add_problem(f"origins {index}", _("Expected the last entry and the keys of rows."))
                continue
            if all(isinstance(rows, dict) for rows in keys.values()):
                yield {"through": raw["through"], "keys": keys}
