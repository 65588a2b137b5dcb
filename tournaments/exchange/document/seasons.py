"""A season as one file, `mahjong-season/1`: its rule, its events whole, in order, and who is one person.

    season.json          the season
    events/<slug>.zip    each event as `portable.archive` packs it
    SHA256SUMS           a line a file

Roles of accounts and the log stay behind: they are the site's.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.bounded_json import JSONError, read_json
from engine.exact import NumberError
from tournaments.core.errors import UserError
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words
from tournaments.exchange.document import archive
from tournaments.exchange.document.reading import ReadEvent
from tournaments.exchange.reading.event_file import problem_at
from tournaments.seasons.logic import SeasonRule, SeasonRuleError, read_rule
from tournaments.seasons.models import Season
from tournaments.seasons.queries import ranking
from tournaments.seasons.services.people import place_of
from tournaments.seasons.services.seasons import MOST_EVENTS, checked_factor

FORMAT: Final = "mahjong-season/1"
DOCUMENT: Final = "season.json"
MOST_UNPACKED: Final = 400_000_000
SCHEMA_FILE: Final = Path(__file__).parents[3] / "docs" / "mahjong-season-1.schema.json"


@dataclass(frozen=True)
class ReadSeasonEvent:
    """An event of the file with its factor."""

    slug: str
    factor: Fraction
    event: ReadEvent


@dataclass(frozen=True)
class ReadSeason:
    """A season's file whose values all fit. `merges`: pairs of (event, number); `ranking`: the rows to come out."""

    slug: str
    name: str
    published: bool
    rule: SeasonRule
    events: tuple[ReadSeasonEvent, ...]
    merges: tuple[tuple[tuple[str, int], tuple[str, int]], ...]
    ranking: list[Any]


def document(season: Season) -> dict[str, Any]:
    """`season.json`, without the time of the export."""
    events = season.events.select_related("tournament").order_by("position")
    merges = season.merges.select_related("entry__tournament", "same_as__tournament").order_by("pk")
    return {
        "format": FORMAT,
        "season": {"slug": season.slug, "name": season.name, "published": season.published, "rule": season.rule},
        "events": [{"event": one.tournament.slug, "factor": str(one.factor)} for one in events],
        "merges": [{"entry": place_of(one.entry), "same_as": place_of(one.same_as)} for one in merges],
        "ranking": rows_of(season),
    }


def rows_of(season: Season) -> list[dict[str, Any]]:
    """The ranking as everybody may see it: place, exact total, and which entries the person is.

    Reckoned anew: what is tried and taken back must not stay in the cache under numbers that the next one gets.
    """
    return [
        {
            "place": one.row.place,
            "total": str(one.row.total),
            "entries": [f"{slug}/{number}" for slug, number in one.person.places],
        }
        for one in ranking(season, rule=read_rule(season.rule)).rows
    ]


def pack(season: Season) -> bytes:
    """The season and its events as a ZIP."""
    whole = document(season) | {"exported_at": timezone.now().isoformat(timespec="seconds")}
    contents = {DOCUMENT: dumps(whole)}
    for one in season.events.select_related("tournament").order_by("position"):
        contents[f"events/{one.tournament.slug}.zip"] = archive.pack(one.tournament)
    sums = "".join(f"{hashlib.sha256(contents[path]).hexdigest()}  {path}\n" for path in sorted(contents))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for path in [DOCUMENT, *sorted(set(contents) - {DOCUMENT})]:
            out.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), contents[path], zipfile.ZIP_DEFLATED)
        out.writestr(zipfile.ZipInfo(archive.SUMS, (1980, 1, 1, 0, 0, 0)), sums.encode())
    return packed.getvalue()


def dumps(whole: dict[str, Any]) -> bytes:
    """The document as the file holds it."""
    return (json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def unpack(content: bytes) -> tuple[ReadSeason | None, list[RowProblem]]:
    """The season of a file; None with every problem that keeps it out."""
    reader = _SeasonReader()
    try:
        found = reader.season(content)
    except archive.DAMAGED:
        return None, [problem_at("", _("The file is damaged: it cannot be unpacked."))]
    return (None if reader.problems else found), reader.problems[:50]


class _SeasonReader:
    def __init__(self) -> None:
        self.problems: list[RowProblem] = []
        self.files: dict[str, bytes] = {}

    def problem(self, where: str, message: str) -> None:
        self.problems.append(problem_at(where, message))

    def season(self, content: bytes) -> ReadSeason | None:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            listed = packed.infolist()
            if len(listed) > MOST_EVENTS + 2 or sum(one.file_size for one in listed) > MOST_UNPACKED:
                self.problem("", _("The file unpacks to more than a season has."))
                return None
            self.files = {one.filename: packed.read(one) for one in listed if not one.is_dir()}
        self.sums()
        data = self.json() if not self.problems else None
        return self.read(data) if isinstance(data, dict) else None

    def sums(self) -> None:
        """Every part is there, and as it was written."""
        for path in (DOCUMENT, archive.SUMS):
            if path not in self.files:
                self.problem(path, _("This part of the file is missing."))
                return
        lines = (line.partition("  ") for line in self.files.pop(archive.SUMS).decode(errors="replace").splitlines())
        sums = {path: digest for digest, _spaces, path in lines if path}
        for path in sorted(set(sums) - set(self.files)):
            self.problem(path, _("This part of the file is missing."))
        for path in sorted(self.files):
            if sums.get(path) != hashlib.sha256(self.files[path]).hexdigest():
                self.problem(path, _("This part was changed since the export."))

    def json(self) -> Any:
        try:
            data = read_json(self.files[DOCUMENT].decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.problem(DOCUMENT, _("The file is not written in UTF-8."))
            return None
        except JSONError as error:
            self.problem(DOCUMENT, in_words(error))
            return None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, dict) else None
            self.problem(
                "format", _("This program reads %(known)s, not %(found)s.") % {"known": FORMAT, "found": found}
            )
            return None
        for name in sorted(set(data) - {"format", "exported_at", "season", "events", "merges", "ranking"}):
            self.problem(name, _("This program knows no such field; a newer one may have written the file."))
        return data

    def read(self, data: dict[str, Any]) -> ReadSeason | None:
        about = data.get("season")
        if not isinstance(about, dict):
            self.problem("season", _("A value is missing."))
            return None
        name, slug, published = about.get("name"), about.get("slug"), about.get("published")
        if not isinstance(name, str) or not 0 < len(name) <= 200:
            self.problem("season, name", _("A value is missing."))
        if not isinstance(slug, str) or slug != slugify(slug) or not 0 < len(slug) <= 60:
            self.problem("season, slug", _("A short name has small letters, digits and hyphens."))
        if not isinstance(published, bool):
            self.problem("season, published", _("Expected true or false, found %(found)s.") % {"found": published})
        try:
            rule = read_rule(about["rule"] if isinstance(about.get("rule"), dict) else {"rule": about.get("rule")})
        except SeasonRuleError as error:
            self.problem(f"season, rule, {error.field}", in_words(error))
            return None
        events = tuple(found for one in self.items(data, "events") if (found := self.event(one)) is not None)
        merges = tuple(pair for one in self.items(data, "merges") if (pair := self.merge(one)) is not None)
        return ReadSeason(str(slug), str(name), published is True, rule, events, merges, self.items(data, "ranking"))

    def items(self, data: dict[str, Any], name: str) -> list[Any]:
        value = data.get(name, [])
        if not isinstance(value, list):
            self.problem(name, _("Expected a list, found %(found)s.") % {"found": type(value).__name__})
            return []
        return value

    def event(self, raw: Any) -> ReadSeasonEvent | None:
        slug = raw.get("event") if isinstance(raw, dict) else None
        path = f"events/{slug}.zip"
        if path not in self.files:
            self.problem(path, _("This part of the file is missing."))
            return None
        try:
            factor = checked_factor(raw.get("factor", "1"))
        except (UserError, NumberError) as error:
            self.problem(f"events, {slug}", str(error))
            return None
        event, problems = archive.unpack(self.files[path])
        self.problems += [problem_at(f"{path}: {one.column}", one.message) for one in problems]
        return ReadSeasonEvent(str(slug), factor, event) if event is not None else None

    def merge(self, raw: Any) -> tuple[tuple[str, int], tuple[str, int]] | None:
        found = []
        for name in ("entry", "same_as"):
            text = str(raw.get(name, "")) if isinstance(raw, dict) else ""
            slug, _stroke, number = text.partition("/")
            if not (slug and number.isdecimal() and len(number) < 10):
                self.problem("merges", _("“%(found)s” names no row of the file.") % {"found": text})
                return None
            found.append((slug, int(number)))
        return found[0], found[1]


def schema() -> dict[str, Any]:
    """`season.json` as JSON Schema."""
    text, exact = {"type": "string"}, {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
    place = {"type": "string", "pattern": "^[a-z0-9_-]+/[0-9]+$", "description": "event/number"}
    rule = {name: {"type": ["boolean", "integer", "string", "array"]} for name in SeasonRule().to_dict()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "type": "object",
        "required": ["format", "season", "events"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "exported_at": {"type": "string", "format": "date-time"},
            "season": _object(
                slug=text,
                name={"type": "string", "maxLength": 200},
                published={"type": "boolean"},
                rule={"type": "object", "properties": rule, "additionalProperties": False},
            ),
            "events": {"type": "array", "maxItems": MOST_EVENTS, "items": _object(event=text, factor=exact)},
            "merges": {"type": "array", "items": _object(entry=place, same_as=place)},
            "ranking": {
                "type": "array",
                "description": "What comes out; an import that gives another ranking is refused.",
                "items": _object(
                    place={"type": "integer", "minimum": 0}, total=exact, entries={"type": "array", "items": place}
                ),
            },
        },
    }


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


def schema_text() -> str:
    """The schema as its file has it."""
    return json.dumps(schema(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
