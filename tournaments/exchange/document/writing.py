"""Event as a `mahjong-event/2` document: plain JSON values, equal for the same event on every site."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from django.db import models
from django.utils import timezone

from engine.bounded_json import digest
from tournaments.accounts.models import User
from tournaments.core.audit import keys_of
from tournaments.core.audit.changes import keys_in, model_of
from tournaments.core.models.log import AuditEntry, PersonalValue
from tournaments.events.models import Tournament
from tournaments.events.settings import STAYS_HERE
from tournaments.exchange.document.event_1 import build_standings_rows
from tournaments.exchange.document.fields import RowKey, get_kind, make_column_writer, write_column
from tournaments.exchange.document.loans import list_lent_roles
from tournaments.exchange.document.public import PUBLIC, TOURNAMENT, list_public_sections
from tournaments.exchange.document.sections import Section, get_section, list_columns, list_sections
from tournaments.exchange.document.visitor import ABOUT, VISITOR, choose_visible_rows
from tournaments.exchange.documents import Raw
from tournaments.exchange.models import Loan
from tournaments.exchange.verification.facts import FORMAT, PUBLIC_PART
from tournaments.rounds.models import GameTable
from tournaments.seasons.models import Evening
from tournaments.standings.logic import compute
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.ledger_input import read
from tournaments.standings.queries.standings import compute_standings, get_last_public_round

AT_ONCE: Final = 500
"""Rows whose related rows are read at once: Django asks for each as an alternative, and SQLite takes a thousand."""


def build_document(tournament: Tournament, *, loan: bool = False, site: str = "") -> tuple[Raw, dict[str, bytes]]:
    """Return the event with its files: (document, path in the archive -> content); `loan` as in `archive.pack`."""
    writer = _Writer(tournament)
    raw, files = writer.build_document()
    return (raw | {"loan": writer.build_loan(site)} if loan else raw), files


def map_keys_to_file(tournament: Tournament) -> dict[str, dict[str, RowKey]]:
    """Return accounts, and rows that have a number or code: model -> key in the database -> key of the file."""
    writer = _Writer(tournament)
    writer.build_sections()
    return writer.map_keys(section for section in writer.sections if section.key)


def build_public_part(tournament: Tournament, through: int) -> Raw:
    return _PublicWriter(tournament).build_public_part(through)


def build_visitor_part(tournament: Tournament) -> Raw:
    return _VisitorWriter(tournament).build_visitor_part()


def build_about(tournament: Tournament, names: Collection[str]) -> Raw:
    columns = [column for column in list_columns(Tournament) if column.name in names]
    return {column.name: write_column(column, column.value_from_object(tournament), {}, {}) for column in columns}


def list_mirrored_rows(
    tournament: Tournament, sections: Iterable[Section]
) -> dict[str, list[tuple[models.Model, Raw]]]:
    """Return the rows here of the sections that deliveries hold, each with its values in the document."""
    writer = _MirroredWriter(tournament, sections)
    return {name: list(zip(writer.rows[name], rows, strict=True)) for name, rows in writer.build_sections().items()}


def compute_checks(tournament: Tournament) -> list[Raw]:
    """Return the digest of the standings after each round with a counted result: `[{"after": 1, "standings": hex}]`."""
    lines = ScoreLine.objects.filter(tournament=tournament, kind=ScoreLine.Kind.RESULT, voided_at=None)
    rounds = sorted(set(lines.order_by().values_list("round__number", flat=True)) - {None})
    inputs = read(tournament)
    return [
        {"after": number, "standings": digest(build_standings_rows(tournament, compute(inputs, number)))}
        for number in rounds
    ]


class _Writer:
    def __init__(self, tournament: Tournament, written_sections: Iterable[Section] | None = None) -> None:
        self.tournament = tournament = Tournament.objects.get(pk=tournament.pk)
        self.keys: dict[type[models.Model], dict[Any, RowKey]] = {}
        self.files: dict[str, bytes] = {}
        self.sections = list_sections() if written_sections is None else tuple(written_sections)
        self.writers: dict[str, list[tuple[str, str, Callable[[Any], Any] | None]]] = {}
        self.rows = {section.name: list_rows_in_order(section, tournament) for section in self.sections}
        self.people = name_accounts(self.list_accounts())

    def list_accounts(self) -> set[int]:
        account_keys: set[int] = set()
        for section in self.sections:
            columns = [column for column in section.columns if get_kind(column) == "person"]
            account_keys |= {getattr(row, column.attname) for row in self.rows[section.name] for column in columns}
        return {key for key in account_keys if key is not None}

    def build_document(self) -> tuple[Raw, dict[str, bytes]]:
        about = {
            column.name: write_column(column, column.value_from_object(self.tournament), {}, {})
            for column in list_columns(Tournament, ["updated_at", *STAYS_HERE])
        }
        about["updated_at"] = _write_moment(self.tournament.updated_at)
        listed = self.build_sections()
        standings = compute_standings(self.tournament) if self.tournament.rulesets.exists() else None
        raw = {
            "format": FORMAT,
            "exported_at": _write_moment(timezone.now()),
            "tournament": about,
            "people": sorted(self.people.values()),
            "origins": self.build_origins(),
            "standings": {"after_round": standings.after} | build_standings_rows(self.tournament, standings)
            if standings
            else {},
            "checks": compute_checks(self.tournament) if standings else [],
        }
        return raw | listed, self.files

    def build_loan(self, site: str) -> Raw:
        """Return the part of `document.loans`. A returning loan names its site and the rows there."""
        event = self.tournament
        borrowed = Loan.objects.filter(tournament=event).first() if event.lent_at is None else None
        if borrowed is None:
            keys = self.map_keys(section for section in self.sections if section.model is not PersonalValue)
        else:
            site, keys = borrowed.site, {name: self.map_origin_keys(name, rows) for name, rows in borrowed.keys.items()}
        codes = GameTable.objects.filter(round__tournament=event).values_list("pk", "token")
        return {
            "site": site,
            "lent_at": _write_moment(borrowed.lent_at if borrowed else event.lent_at),
            "roles": [] if borrowed else list_lent_roles(event),
            "tables": {str(self.keys[GameTable][pk]): token for pk, token in codes},
            "evening": next(iter(Evening.objects.filter(tournament=event).values_list("token", flat=True)), ""),
            "keys": {name: rows for name, rows in keys.items() if rows},
        }

    def map_keys(self, named: Iterable[Section]) -> dict[str, dict[str, RowKey]]:
        """Return the rows written: model -> key in the database -> key of the file."""
        keys = {section.model._meta.model_name or "": self.keys.get(section.model, {}) for section in named} | {
            "user": self.people
        }
        return {model: {str(key): name for key, name in rows.items()} for model, rows in keys.items()}

    def build_sections(self) -> dict[str, list[Raw]]:
        return {
            section.name: [self.build_row(section, index, row) for index, row in enumerate(self.rows[section.name], 1)]
            for section in self.sections
        }

    def build_row(self, section: Section, index: int, row: models.Model) -> Raw:
        values: Raw = {} if section.key else {"id": index}
        for name, attname, write in self.get_writers(section):
            value = getattr(row, attname)
            values[name] = value if value is None or write is None else write(value)
        self.keys.setdefault(section.model, {})[row.pk] = make_row_key(section, index, values)
        for name in section.many:
            linked = getattr(row, name).order_by("pk")
            keys = self.keys[linked.model]
            values[name] = [keys[pk] for pk in linked.values_list("pk", flat=True) if pk in keys]
        if isinstance(row, AuditEntry) and not section.without:
            values["elsewhere"] = keys_of(row)
        for column in section.file_columns:
            if get_kind(column) == "file" and values[column.name]:
                self.add_file(section, values, column, row)
            elif get_kind(column) == "picture":
                path = f"{section.name}/{str(self.keys[section.model][row.pk]).replace('/', '-')}.jpg"
                self.files[path], values[column.name] = bytes(getattr(row, column.name)), path
        return values

    def get_writers(self, section: Section) -> list[tuple[str, str, Callable[[Any], Any] | None]]:
        """Return name, attribute and writer of each column, made once for thousands of rows."""
        if section.name not in self.writers:
            self.writers[section.name] = [
                (column.name, column.attname, make_column_writer(column, self.keys, self.people))
                for column in section.columns
            ]
        return self.writers[section.name]

    def add_file(self, section: Section, values: Raw, column: models.Field, row: models.Model) -> None:
        stored = getattr(row, column.name)
        path = f"files/{section.name}/{self.keys[section.model][row.pk]}/{stored.name.rpartition('/')[2]}"
        with stored.open("rb") as content:
            self.files[path] = content.read()
        values[column.name] = path

    def build_origins(self) -> list[Raw]:
        """Return every site that wrote in the log: its last entry, and its keys of rows as keys of the file."""
        entries: list[AuditEntry] = self.rows["log"]  # type: ignore[assignment]
        earlier = [dict(origin) for origin in self.tournament.origins]
        last = earlier[-1]["through"] if earlier else 0
        new_entries = [entry for entry in entries if entry.sequence > last]
        listed = [
            {
                "through": origin["through"],
                "keys": {name: self.map_origin_keys(name, rows) for name, rows in origin["keys"].items()},
            }
            for origin in earlier
        ]
        if new_entries:
            listed.append({"through": new_entries[-1].sequence, "keys": self.map_keys_in_log(new_entries)})
        return listed

    def map_origin_keys(self, model: str, rows: Mapping[str, int]) -> Raw:
        """Map keys of a site to keys of the file through those of the database, without deleted rows."""
        keys = self.get_own_keys(model)
        return {origin_key: keys[key] for origin_key, key in rows.items() if key in keys}

    def get_own_keys(self, model: str) -> Mapping[int, RowKey]:
        model_class = model_of(model)
        return self.people if model_class is User else self.keys.get(model_class, {}) if model_class is not None else {}

    def map_keys_in_log(self, entries: Iterable[AuditEntry]) -> Raw:
        """Return rows that log entries name: model -> key here -> key of the file."""
        keys_by_model: dict[str, Raw] = {}
        for entry in entries:
            named = [(entry.object_type, entry.object_id)]
            for values in (entry.before, entry.after):
                named += [(model._meta.model_name or "", key) for model, key in keys_in(entry.object_type, values)]
            for model, key in named:
                file_keys = self.get_own_keys(model)
                if key.isdecimal() and int(key) in file_keys:
                    keys_by_model.setdefault(model, {})[key] = file_keys[int(key)]
        return keys_by_model


class _MirroredWriter(_Writer):
    """Writer that leaves out references to rows that are not written."""

    def build_row(self, section: Section, index: int, row: models.Model) -> Raw:
        for column in section.optional_references:
            key = getattr(row, column.attname)
            if key is not None and key not in self.keys.get(column.related_model, {}):  # type: ignore[arg-type]
                setattr(row, column.attname, None)
        return super().build_row(section, index, row)


class _VisitorWriter(_MirroredWriter):
    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament, choose_visible_rows(tournament, get_last_public_round(tournament)))
        for section in self.sections:
            self.rows[section.name] = VISITOR[section.name].show(self.tournament, self.rows[section.name])

    def build_visitor_part(self) -> Raw:
        return {"format": FORMAT, "tournament": build_about(self.tournament, ABOUT), **self.build_sections()}


class _PublicWriter(_Writer):
    """Writer of the public part: keys of rows are those of the complete file."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament, list_public_sections())

    def build_public_part(self, through: int) -> Raw:
        about = [column for column in list_columns(Tournament) if column.name in TOURNAMENT]
        raw: Raw = {
            "format": FORMAT,
            "part": PUBLIC_PART,
            "through": through,
            "tournament": {column.name: column.value_from_object(self.tournament) for column in about},
        }
        public_keys, listed = self.collect_public_keys(through), self.build_sections()
        for name, rows in public_keys.items():
            public_values = PUBLIC[name].public_values
            written = self.rows[name]
            for start in range(0, len(written), AT_ONCE):
                models.prefetch_related_objects(written[start : start + AT_ONCE], *PUBLIC[name].read_with)
            raw[name] = [
                values | {column: show(row) for column, show in public_values.items()}
                for row, values in zip(self.rows[name], listed[name], strict=True)
                if row.pk in rows
            ]
        for values in raw["seats"]:
            # A position among all seats would count those of drafts.
            del values["id"]
        return raw

    def collect_public_keys(self, through: int) -> dict[str, set[Any]]:
        """Return section -> keys of the public rows and of the rows to which these refer."""
        public_keys: dict[str, set[Any]] = {}
        for section in self.sections:
            public, rows = PUBLIC[section.name].rows, self.rows[section.name]
            if isinstance(public, str):
                above = public_keys[get_section(section.model._meta.get_field(public).related_model).name]  # type: ignore[arg-type]
                public_keys[section.name] = {row.pk for row in rows if getattr(row, f"{public}_id") in above}
            elif public is not None:
                queryset = section.model._default_manager.filter(**{section.way: self.tournament})
                public_keys[section.name] = set(
                    queryset.filter(public(self.tournament, through)).values_list("pk", flat=True)
                )
        for section in reversed(self.sections):
            named = (
                [column for column in section.columns if get_kind(column) == "ref"]
                if section.name in public_keys
                else ()
            )
            for column in named:
                keys = {
                    getattr(row, column.attname)
                    for row in self.rows[section.name]
                    if row.pk in public_keys[section.name]
                }
                public_keys.get(get_section(column.related_model).name, set()).update(keys)  # type: ignore[arg-type]
        return public_keys


def list_rows_in_order(section: Section, tournament: Tournament) -> list[models.Model]:
    """Return the event's rows of a section in order of creation, each after those to which it refers."""
    # The log is written with its commitments; its values are a section of their own.
    manager = section.model._base_manager
    rows = list(manager.filter(**{section.way: tournament}).filter(section.only).defer(*section.without).order_by("pk"))
    above = [column.attname for column in section.columns if column.related_model is section.model]
    if not above:
        return rows
    # A projection may omit a row to which others refer.
    done = {None} | {getattr(row, name) for row in rows for name in above} - {row.pk for row in rows}
    ordered: list[models.Model] = []
    while rows:
        before = len(ordered)
        for row in rows:
            if all(getattr(row, name) in done for name in above):
                ordered.append(row)
                done.add(row.pk)
        rows = [row for row in rows if row.pk not in done]
        if len(ordered) == before:
            raise ValueError(f"rows of {section.name} name each other in a circle")
    return ordered


def make_row_key(section: Section, index: int, values: Raw) -> RowKey:
    """Return the row's key in the file: its number or code, several parts joined by slashes, else its position."""
    if not section.key:
        return index
    parts = [values[name] for name in section.key]
    return parts[0] if len(parts) == 1 else "/".join(map(str, parts))


def name_accounts(accounts: Iterable[int]) -> dict[int, str]:
    """Return account -> name in the file: imported names stay, an equal name gets a number."""
    names: dict[int, str] = {}
    rows = list(User.objects.filter(pk__in=set(accounts)))
    for user in sorted(rows, key=lambda user: (user.acted_at_id is None, user.pk)):
        name, more = str(user), 1
        while name in names.values():
            more += 1
            name = f"{user} ({more})"
        names[user.pk] = name
    return names


def _write_moment(value: Any) -> str:
    return write_column(AuditEntry._meta.get_field("at"), value, {}, {})
