"""Texts of an event in which a person is named: found by the name, offered to the organiser and redacted.

Every text column of every row of an event file is searched, and mailings besides; the log has its own erasure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import models
from django.utils import translation
from django.utils.text import capfirst

from engine.sentences import Sentence
from tournaments.branding.models import EventPicture, SponsorLogo
from tournaments.core.audit import Change
from tournaments.core.models.derived import DerivedColumn
from tournaments.core.models.log import AuditEntry, PersonalValue
from tournaments.core.models.sentences import render_text
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.entries.models.entries import Entry, MergedEntry, Portrait
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.exchange.backups import erasures
from tournaments.exchange.document.sections import list_sections
from tournaments.results.models.logs import TableLog, compute_log_digest
from tournaments.results.models.photos import SheetPhoto
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment

EXCERPT: Final = 60
"""Characters shown before and after a name."""

CJK: Final = "\u2e80"
"""First character of scripts that put no spaces between words."""

NOT_SEARCHED: Final[Collection[type[models.Model]]] = (
    AuditEntry,
    PersonalValue,
    Portrait,
    SheetPhoto,
    EventPicture,
    SponsorLogo,
)
"""Models whose contents are erased otherwise."""

MORE_ROWS: Final[Mapping[type[models.Model], str]] = {
    Tournament: "pk",
    Mailing: "tournament",
    MergedEntry: "stays__tournament",
}
"""Further models with texts about an event, and the way to it."""

SEARCHED_ALONE: Final[Mapping[type[models.Model], Collection[str]]] = {
    Entry: {"note", "answers", "imported"},
    Application: {"message", "answers", "reason", "team_name"},
    Board: {"retired_reason"},
    BoardSet: {"corrections", "withdrawn_reason"},
    SeatingDraw: {"why", "discarded_reason"},
    SeedCommitment: {"corrections", "withdrawn_reason"},
}
"""Columns in which a person may be named, of models whose other columns are other people's own names, or promised."""

OF_PLAYER: Final[Mapping[type[models.Model], str]] = {Entry: "pk", Application: "entry", MergedEntry: "stays"}
"""Models with rows of a player, and the way to the player."""

BY_PROGRAM: Final = frozenset({"imported", "values"})
"""Columns that people do not type: a full name in them is redacted without being offered."""


@dataclass(frozen=True)
class Names:
    """Names of a person: in `full` they mean this person, in `parts` maybe another."""

    full: tuple[str, ...]
    parts: tuple[str, ...]

    def in_full(self, text: str) -> bool:
        return bool(self.full) and _pattern(self.full).search(text) is not None

    def named_in(self, text: str) -> re.Match[str] | None:
        names = self.full + self.parts
        return _pattern(names).search(text) if names else None

    def replaced(self, text: str, initials: str, *, only_full: bool = False) -> str:
        names = self.full if only_full else self.full + self.parts
        return _pattern(names).sub(lambda _match: initials, text) if names else text


@dataclass(frozen=True)
class Mention:
    """Text in which the person is named; `certain`: with the full name, an address or a number."""

    row: models.Model
    column: models.Field[Any, Any]
    excerpt: str
    certain: bool

    @property
    def key(self) -> str:
        """Name of the text in forms and requests."""
        return f"{self.row._meta.model_name}.{self.row.pk}.{self.column.name}"

    @property
    def by_program(self) -> bool:
        return self.column.name in BY_PROGRAM

    @property
    def place(self) -> str:
        """Row and column in words."""
        return f"{self.row}: {capfirst(str(self.column.verbose_name))}"

    def digest(self, tournament: Tournament) -> str:
        """Return the digest by which the list of erasures names the text."""
        return erasures.digest_of("text", tournament.created_at, self.key)


def names_of(person: Entry | Application) -> Names:
    """Return the names of a player, those of the registration, and number and address, the longest first."""
    full, parts, rows = set[str](), set[str](), [person]
    if isinstance(person, Entry):
        full |= {person.full_name, render_text(person.romanised_name), person.nickname}
        rows += Application.objects.filter(entry=person)
    for person in rows:
        full |= {f"{person.given_name} {person.family_name}", f"{person.family_name} {person.given_name}"}
        full |= {f"{person.family_name}, {person.given_name}", person.native_name, person.ema_number or ""}
        parts |= {person.family_name, person.given_name}
        if isinstance(person, Application):
            full.add(person.email)
    return Names(_longest_first(full), _longest_first(parts - full))


def mentions(entry: Entry, names: Names | None = None) -> list[Mention]:
    """Return the texts of the event, outside the player's own rows, in which the player is named."""
    return mentions_of(entry.tournament, names or names_of(entry), without=entry)


def mentions_of(tournament: Tournament, names: Names, *, without: Entry | None = None) -> list[Mention]:
    """Return the texts of the event in which somebody of these names is named, outside the rows of a player."""
    if not names.full and not names.parts:
        return []
    return [
        mention
        for row, columns in _rows(tournament, without)
        for column in columns
        if (mention := _mention(row, column, names)) is not None
    ]


def redact(change: Change, chosen: Iterable[Mention], names: Names, initials: str) -> None:
    """Replace the names by initials in these texts. Part of a change."""
    by_row: dict[tuple[type[models.Model], Any], list[Mention]] = {}
    for mention in chosen:
        by_row.setdefault((type(mention.row), mention.row.pk), []).append(mention)
    for mentioned in by_row.values():
        row, columns = mentioned[0].row, {mention.column.attname for mention in mentioned}
        with change.edit(row, forget=columns):
            for mention in mentioned:
                former = getattr(row, mention.column.attname)
                redacted = _replaced(former, lambda text: names.replaced(text, initials))
                longest = mention.column.max_length
                if longest and isinstance(redacted, str) and not isinstance(redacted, Sentence):
                    redacted = redacted[:longest]
                setattr(row, mention.column.attname, redacted)
            if isinstance(row, TableLog):
                row.digest = compute_log_digest(row.text)


def _rows(tournament: Tournament, without: Entry | None) -> Iterator[tuple[models.Model, list[models.Field[Any, Any]]]]:
    ways = {section.model: section.way for section in list_sections() if section.model not in NOT_SEARCHED}
    ways.update(MORE_ROWS)
    for model, way in ways.items():
        columns = _columns(model)
        if not columns:
            continue
        # The key of the event itself is its own; others lead to it.
        rows = model._base_manager.filter(**{way: tournament.pk if model is Tournament else tournament})
        if without is not None and model in OF_PLAYER:
            rows = rows.exclude(**{OF_PLAYER[model]: without.pk})
        for row in rows.order_by("pk").iterator():
            yield row, columns


def _columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return the columns that hold texts of people or of the program."""
    only = SEARCHED_ALONE.get(model)
    return [
        column
        for column in model._meta.concrete_fields
        if isinstance(column, models.CharField | models.TextField | models.JSONField)
        and not isinstance(column, DerivedColumn)
        and not column.choices
        and not column.primary_key
        and not column.unique
        and (only is None or column.name in only)
    ]


def _mention(row: models.Model, column: models.Field[Any, Any], names: Names) -> Mention | None:
    texts = list(_texts(getattr(row, column.attname)))
    for text in texts:
        if match := names.named_in(text):
            start, end = max(match.start() - EXCERPT, 0), match.end() + EXCERPT
            return Mention(row, column, text[start:end].strip(), any(map(names.in_full, texts)))
    return None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Sentence):
        yield from _texts(dict(value.values))
        with translation.override("en"):
            yield str(value)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)


def _replaced(value: Any, replace: Callable[[str], str]) -> Any:
    if isinstance(value, Sentence):
        return Sentence(value.template, _replaced(dict(value.values), replace))
    if isinstance(value, str):
        return replace(value)
    if isinstance(value, Mapping):
        return {name: _replaced(part, replace) for name, part in value.items()}
    return [_replaced(part, replace) for part in value] if isinstance(value, list | tuple) else value


def _pattern(names: Collection[str]) -> re.Pattern[str]:
    return re.compile("|".join(map(_of_name, names)), re.IGNORECASE)


def _of_name(name: str) -> str:
    """Return a pattern of the name as whole words, in scripts that have spaces between them."""
    text = r"\s+".join(map(re.escape, name.split()))
    before = r"(?<!\w)" if name[0] < CJK else ""
    return before + text + (r"(?!\w)" if name[-1] < CJK else "")


def _longest_first(names: Iterable[str]) -> tuple[str, ...]:
    stripped = {name.strip(" ,") for name in names if name}
    return tuple(sorted({name for name in stripped if len(name) > 1}, key=lambda name: (-len(name), name)))
