"""Season as one file, `mahjong-season/1`: its rule, its complete events, in order, merged people and teams.

    season.json          the season
    events/<slug>.zip    each event as `document.archive` packs it
    SHA256SUMS           a line a file

Roles of accounts and the log stay behind: they are the site's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.exact import NumberError
from tournaments.core.errors import UserError
from tournaments.core.installation import get_program_folder
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.exchange import container
from tournaments.exchange.document import archive
from tournaments.exchange.document.reading import MAX_PROBLEMS, ReadEvent
from tournaments.exchange.documents import DocumentReader, make_problem, parse_json, to_json
from tournaments.people.queries import list_same_pairs
from tournaments.seasons.logic import SeasonRule, SeasonRuleError, read_rule
from tournaments.seasons.models import Season
from tournaments.seasons.queries import compute_ranking
from tournaments.seasons.services import MAX_EVENTS, check_factor, format_entry_code, format_team_code

FORMAT: Final = "mahjong-season/1"
DOCUMENT: Final = "season.json"
MAX_UNPACKED: Final = 400_000_000
SCHEMA_FILE: Final = get_program_folder("docs") / "mahjong-season-1.schema.json"


@dataclass(frozen=True)
class ReadSeasonEvent:
    slug: str
    factor: Fraction
    event: ReadEvent


@dataclass(frozen=True)
class ReadSeason:
    """Valid season's file. `merges`: pairs of (event, number); `ranking`: the expected rows."""

    slug: str
    name: str
    published: bool
    rule: SeasonRule
    events: tuple[ReadSeasonEvent, ...]
    merges: tuple[tuple[tuple[str, int], tuple[str, int]], ...]
    ranking: list[Any]
    team_merges: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = ()


def build_season_document(season: Season) -> dict[str, Any]:
    events = season.events.select_related("tournament").order_by("position")
    teams = season.team_merges.select_related("team__tournament", "same_as__tournament").order_by("pk")
    return {
        "format": FORMAT,
        "season": {"slug": season.slug, "name": season.name, "published": season.published, "rule": season.rule},
        "events": [{"event": event.tournament.slug, "factor": str(event.factor)} for event in events],
        "merges": [
            {"entry": format_entry_code(entry), "same_as": format_entry_code(same_as)}
            for entry, same_as in list_merges(season)
        ],
        "team_merges": [
            {"team": format_team_code(row.team), "same_as": format_team_code(row.same_as)} for row in teams
        ],
        "ranking": build_ranking_rows(season),
    }


def list_merges(season: Season) -> list[tuple[Entry, Entry]]:
    """Return the season's merges, and one for each link to a person of the site that they do not hold already."""
    leads = dict(season.merges.order_by("pk").values_list("entry_id", "same_as_id"))
    groups: dict[int, set[int]] = {}

    def join(first: int, second: int) -> None:
        joined = groups.get(first, {first}) | groups.get(second, {second})
        groups.update(dict.fromkeys(joined, joined))

    for pair in leads.items():
        join(*pair)
    for first, second in list_same_pairs(Entry.objects.filter(tournament__seasons__season=season)):
        if second in groups.get(first, ()):
            continue
        # An entry is merged into one other: those of a person form a tree.
        free = next((key for key in sorted(groups.get(first, {first})) if key not in leads), None)
        if free is None:
            free = next((key for key in sorted(groups.get(second, {second})) if key not in leads), None)
            second = first
        if free is None:
            continue
        leads[free] = second
        join(free, second)
    entries = Entry.objects.select_related("tournament").in_bulk({*leads, *leads.values()})
    return [(entries[entry], entries[same_as]) for entry, same_as in leads.items()]


def build_ranking_rows(season: Season, *, persons: bool = True) -> list[dict[str, Any]]:
    """Return the public ranking uncached: a rolled-back import would leave rows under keys that the next one reuses.

    Without `persons`, players are put together by the season's merges alone: what a file can say.
    """
    return [
        {
            "place": line.row.place,
            "total": str(line.row.total),
            "entries": [f"{slug}/{number}" for slug, number in line.person.places],
        }
        for line in compute_ranking(season, rule=read_rule(season.rule), persons=persons).rows
    ]


def pack(season: Season) -> bytes:
    raw = build_season_document(season) | {"exported_at": timezone.now().isoformat(timespec="seconds")}
    contents = {DOCUMENT: to_json(raw)}
    for event in season.events.select_related("tournament").order_by("position"):
        contents[f"events/{event.tournament.slug}.zip"] = archive.pack(event.tournament)
    return container.pack(DOCUMENT, contents)


def unpack(content: bytes) -> tuple[ReadSeason | None, list[RowProblem]]:
    too_large = _("The file unpacks to more than a season has.")
    limits = {"max_files": MAX_EVENTS + 2, "max_bytes": MAX_UNPACKED}
    files, problems = container.unpack(DOCUMENT, content, too_large=too_large, **limits)
    if problems:
        return None, problems[:MAX_PROBLEMS]
    data, problems = parse_json(files[DOCUMENT], DOCUMENT)
    if problems:
        return None, problems
    reader = _SeasonReader(files)
    season = reader.read_season(data)
    return (None if reader.problems else season), reader.problems[:MAX_PROBLEMS]


class _SeasonReader(DocumentReader):
    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__()
        self.files = files

    def read_season(self, data: Any) -> ReadSeason | None:
        if not self.has_format(data if isinstance(data, dict) else {}, FORMAT):
            return None
        self.refuse_unknown_names(
            "", data, {"format", "exported_at", "season", "events", "merges", "team_merges", "ranking"}
        )
        about = data.get("season")
        if not isinstance(about, dict):
            self.add_problem("season", _("A value is missing."))
            return None
        name, slug, published = about.get("name"), about.get("slug"), about.get("published")
        if not isinstance(name, str) or not 0 < len(name) <= 200:
            self.add_problem("season, name", _("A value is missing."))
        if not isinstance(slug, str) or slug != slugify(slug) or not 0 < len(slug) <= 60:
            self.add_problem("season, slug", _("A short name has small letters, digits and hyphens."))
        if not isinstance(published, bool):
            self.add_problem("season, published", _("Expected true or false, found %(found)s.") % {"found": published})
        try:
            rule = read_rule(about["rule"] if isinstance(about.get("rule"), dict) else {"rule": about.get("rule")})
        except SeasonRuleError as error:
            self.add_problem(f"season, rule, {error.field}", in_words(error))
            return None
        listed, same, ranked = (self.read_list(data.get(part, []), part) for part in ("events", "merges", "ranking"))
        events = tuple(event for raw in listed if (event := self.read_event(raw)) is not None)
        merges = tuple(pair for raw in same if (pair := self.read_merge(raw)) is not None)
        same_teams = self.read_list(data.get("team_merges", []), "team_merges")
        teams = tuple(names for row in same_teams if (names := self.read_team_merge(row)) is not None)
        return ReadSeason(str(slug), str(name), published is True, rule, events, merges, ranked, teams)

    def read_event(self, raw: Any) -> ReadSeasonEvent | None:
        slug = raw.get("event") if isinstance(raw, dict) else None
        path = f"events/{slug}.zip"
        if path not in self.files:
            self.add_problem(path, _("This part of the file is missing."))
            return None
        try:
            factor = check_factor(raw.get("factor", "1"))
        except (UserError, NumberError) as error:
            self.add_problem(f"events, {slug}", str(error))
            return None
        event, problems = archive.unpack(self.files[path])
        self.problems += [make_problem(f"{path}: {problem.column}", problem.message) for problem in problems]
        return ReadSeasonEvent(str(slug), factor, event) if event is not None else None

    def read_merge(self, raw: Any) -> tuple[tuple[str, int], tuple[str, int]] | None:
        places = []
        for name in ("entry", "same_as"):
            text = str(raw.get(name, "")) if isinstance(raw, dict) else ""
            slug, _stroke, number = text.partition("/")
            if not (slug and number.isdecimal() and len(number) < 10):
                self.add_problem("merges", _("“%(found)s” names no row of the file.") % {"found": text})
                return None
            places.append((slug, int(number)))
        return places[0], places[1]

    def read_team_merge(self, raw: Any) -> tuple[tuple[str, str], tuple[str, str]] | None:
        named = []
        for name in ("team", "same_as"):
            text = str(raw.get(name, "")) if isinstance(raw, dict) else ""
            slug, _stroke, code = text.partition("/")
            if not (slug and code):
                self.add_problem("team_merges", _("“%(found)s” names no row of the file.") % {"found": text})
                return None
            named.append((slug, code))
        return named[0], named[1]


def build_season_schema() -> dict[str, Any]:
    text, exact = {"type": "string"}, {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
    place = {"type": "string", "pattern": "^[a-z0-9_-]+/[0-9]+$", "description": "event/number"}
    team = {"type": "string", "pattern": "^[a-z0-9_-]+/.+$", "description": "event/code"}
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
            "season": _build_object_schema(
                slug=text,
                name={"type": "string", "maxLength": 200},
                published={"type": "boolean"},
                rule={"type": "object", "properties": rule, "additionalProperties": False},
            ),
            "events": {
                "type": "array",
                "maxItems": MAX_EVENTS,
                "items": _build_object_schema(event=text, factor=exact),
            },
            "merges": {"type": "array", "items": _build_object_schema(entry=place, same_as=place)},
            "team_merges": {"type": "array", "items": _build_object_schema(team=team, same_as=team)},
            "ranking": {
                "type": "array",
                "description": "What comes out; an import that gives another ranking is refused.",
                "items": _build_object_schema(
                    place={"type": "integer", "minimum": 0}, total=exact, entries={"type": "array", "items": place}
                ),
            },
        },
    }


def _build_object_schema(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }
