"""Ranking of a season from the standings of its events: public ones, or those that the viewer may see."""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Final

from cachetools import LRUCache
from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Concat
from django.utils.translation import get_language

from tournaments.core.http.public_version import EventState, build_event_state
from tournaments.core.permissions import can, remember_roles
from tournaments.core.text import names
from tournaments.core.text.folding import fold_name, fold_search_words
from tournaments.core.visibility import Visitor, exclude_waiting, may_see_event
from tournaments.entries.known_people import KnownPerson, Register, list_newest_first
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.people.queries import list_same_pairs
from tournaments.seasons import stored
from tournaments.seasons.logic import SeasonLine, SeasonRow, SeasonRule, rank_season, read_rule
from tournaments.seasons.logic.units import EventLine, SeasonSource, split_into_units
from tournaments.seasons.models import Season, SeasonEvent, StoredStandings

HIDDEN, EARLY, COUNTS = "hidden", "early", "counts"


@dataclass(frozen=True)
class EventOfSeason:
    """Event of the season. `state`: `counts`, `hidden` (not public) or `early` (no result yet)."""

    number: int
    slug: str
    name: str
    starts_on: datetime.date | None
    state: str
    factor: Fraction
    weight: Fraction
    players: int = 0


@dataclass(frozen=True)
class SeasonPerson:
    """Ranked player or team. `places`: (event's short name, number) of each entry, newest first; empty for teams."""

    name: str
    sort_name: str
    native_name: str
    country: str
    club: str
    places: tuple[tuple[str, int], ...]
    country_code: str | None = None


SeasonPart = tuple[EventOfSeason, datetime.date | None]


@dataclass(frozen=True)
class SeasonStanding:
    row: SeasonRow
    person: SeasonPerson
    parts: Mapping[int, SeasonPart]

    @property
    def lines(self) -> list[tuple[SeasonPart, SeasonLine]]:
        return [(self.parts[line.result.unit], line) for line in self.row.lines]

    @property
    def by_event(self) -> dict[int, list[SeasonLine]]:
        lines: dict[int, list[SeasonLine]] = {}
        for (event, _day), line in self.lines:
            lines.setdefault(event.number, []).append(line)
        return lines


@dataclass(frozen=True)
class SeasonTable:
    """Ranking of a whole season or of one month (`2026-11`)."""

    rule: SeasonRule
    events: tuple[EventOfSeason, ...]
    rows: tuple[SeasonStanding, ...]
    months: tuple[str, ...]
    month: str = ""

    def standing_of(self, slug: str, number: int) -> SeasonStanding | None:
        return next((row for row in self.rows if (slug, number) in row.person.places), None)


@dataclass(frozen=True)
class _Seen:
    event: SeasonEvent
    tournament: Tournament
    inside: bool
    stored: StoredStandings | None


def choose_viewer(season: Season, user: Visitor) -> Visitor | None:
    """Return the viewer of the ranking: None (public) for a public season, else its organiser."""
    return None if season.published else user


_REMEMBERED: Final[LRUCache[tuple[str, str, str | None], SeasonTable]] = LRUCache(16)
"""Rankings by mark of the season, month and language: each process computes one only once."""
_LOCK: Final = Lock()
"""Lock of the computation: requests for the same ranking wait for it."""
_PLAYERS: Final[LRUCache[EventState, list[Entry]]] = LRUCache(200)
"""Players of events: most events of a season stay the same when one of them changes."""
_PLAYERS_LOCK: Final = Lock()


class SeasonView:
    """Season for a viewer (None: public), with its rankings, computed once for all viewers of the same rows."""

    def __init__(self, season: Season, viewer: Visitor | None = None, *, persons: bool = True) -> None:
        self.season = season
        self.seen = _list_seen_events(season, viewer)
        events = [
            (
                event.tournament.slug,
                event.tournament.name,
                event.tournament.starts_on,
                event.tournament.ends_on,
                event.tournament.published,
                event.inside,
            )
            for event in self.seen
        ]
        rows = [(row.pk, row.made_at) if (row := event.stored) is not None else None for event in self.seen]
        self.same = list_same_entries(season, [event.tournament for event in self.seen] if persons else [])
        self.mark = _digest(season.pk, season.version, events, rows, self.same)
        """Text that changes whenever a ranking does."""

    def ranking(self, month: str = "", rule: SeasonRule | None = None) -> SeasonTable:
        """Return the ranking of the whole season, or of a month; `rule` replaces the season's."""
        if rule is not None:
            return _Ranking(self, rule).table(month)
        key = (self.mark, month, get_language())
        with _LOCK:
            if (ranking := _REMEMBERED.get(key)) is None:
                ranking = _REMEMBERED[key] = _Ranking(self, read_rule(self.season.rule)).table(month)
        return ranking

    def identify_people(self) -> tuple[Mapping[object, SeasonPerson], Mapping[object, object]]:
        """Return the people of the events with standings, and for each entry the key of its person."""
        ranking = _Ranking(self, SeasonRule())
        return ranking.persons, ranking.of_entry


def compute_ranking(
    season: Season,
    viewer: Visitor | None = None,
    *,
    month: str = "",
    rule: SeasonRule | None = None,
    persons: bool = True,
) -> SeasonTable:
    """Return the public ranking, or that visible to `viewer`; `rule` replaces the season's."""
    return SeasonView(season, viewer, persons=persons).ranking(month, rule)


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def search_rows(rows: Iterable[SeasonStanding], words: str) -> list[SeasonStanding]:
    """Return the rows of the people whose name, country or club contain every word; all without words."""
    folded = fold_search_words(words).split()
    if not words.strip():
        return list(rows)
    return [row for row in rows if folded and all(word in _join_words(row.person) for word in folded)]


def _join_words(person: SeasonPerson) -> str:
    return fold_search_words(person.name, person.native_name, person.country, person.club)


def _list_seen_events(season: Season, viewer: Visitor | None) -> list[_Seen]:
    events = list(season.events.select_related("tournament").order_by("position"))
    tournaments = [event.tournament for event in events]
    inside: set[int] = set()
    if viewer is not None:
        remember_roles(viewer, tournaments)
        inside = {event.pk for event in tournaments if can(viewer, "standings.view", event)}
    audience = stored.Audience
    current = stored.get_current_standings([event for event in tournaments if event.published], audience.PUBLIC)
    hidden = [
        event for event in tournaments if event.pk in inside and not (event.pk in current and current[event.pk].whole)
    ]
    current |= stored.get_current_standings(hidden, audience.TEAM)
    return [
        _Seen(event, event.tournament, event.tournament_id in inside, row if row is not None and row.shown else None)
        for event in events
        for row in (current.get(event.tournament_id),)
    ]


COLUMNS: Final = (
    "tournament_id", "number", "family_name", "given_name", "native_name", "romanised_name", "shown_name",
    "country", "country_code", "club", "ema_number", "folded_name",
)  # fmt: skip


class _Ranking:
    """Computation of a ranking: the register of all entries, and the events that count."""

    def __init__(self, view: SeasonView, rule: SeasonRule) -> None:
        season, visible = view.season, view.seen
        self.rule, self.seen = rule, visible
        self.register = Register(_load_entries([event.tournament for event in visible]), view.same)
        stored_events = {event.tournament.pk: index for index, event in enumerate(visible) if event.stored is not None}
        self.persons: dict[object, SeasonPerson] = {}
        self.of_entry: dict[object, object] = {}
        for number, person in enumerate(self.register.people):
            entries = [entry for entry in person.entries if entry.tournament_id in stored_events]
            if entries:
                self.persons[number] = _build_person(entries)
                self.of_entry |= {entry.pk: number for entry in entries}
        self.of_team: dict[object, object] = {}
        if rule.ranked == "teams":
            same_teams = _map_merged_teams(season)
            # The name of the latest event stands for the others.
            teams = Team.objects.filter(tournament__in=stored_events).order_by("pk")
            for team in sorted(teams, key=lambda team: stored_events[team.tournament_id]):
                # Teams with the same or merged names are one team of the season.
                name = fold_name(team.name)
                key = self.of_team[team.pk] = ("team", same_teams.get(name, name))
                self.persons[key] = SeasonPerson(team.name, team.name, "", team.country, "", (), team.country_code)

    def table(self, month: str) -> SeasonTable:
        events = tuple(self.event(number, visible) for number, visible in enumerate(self.seen, 1))
        lines = stored.load_lines(
            [event.stored for event in self.seen if event.stored is not None],
            teams=self.rule.ranked == "teams",
            with_games=self.rule.unit != "event",
        )
        sources = [
            self.source(event, visible, visible.stored, lines.get(visible.stored.pk, []))
            for event, visible in zip(events, self.seen, strict=True)
            if visible.stored is not None
        ]
        units, results = split_into_units(sources, self.rule.unit)
        months = sorted({f"{unit.day:%Y-%m}" for unit in units if unit.day})

        def wanted(day: datetime.date | None) -> bool:
            return day is not None and f"{day:%Y-%m}" == month

        if month:
            units, results = split_into_units(sources, self.rule.unit, wanted)
        named = {event.number: event for event in events}
        parts = {unit.number: (named[unit.event], unit.day) for unit in units}
        rows = rank_season(units, results, self.rule)
        standings_ = [SeasonStanding(row, self.persons[row.person], parts) for row in rows]
        # Rows of equal place, and those without one, in the order of their names.
        standings_.sort(
            key=lambda standing: (
                standing.row.place or len(rows) + 1,
                -standing.row.total,
                standing.person.sort_name.casefold(),
            )
        )
        return SeasonTable(
            self.rule, events, tuple(standings_), tuple(months) if self.rule.unit != "event" else (), month
        )

    def event(self, number: int, visible: _Seen) -> EventOfSeason:
        tournament = visible.tournament
        state = HIDDEN if not (tournament.published or visible.inside) else EARLY if visible.stored is None else COUNTS
        weighs = visible.stored is not None and self.rule.weights == "federation"
        return EventOfSeason(
            number,
            tournament.slug,
            tournament.name,
            tournament.starts_on,
            state,
            visible.event.factor,
            Fraction(visible.stored.weight) if visible.stored is not None and weighs else Fraction(1),
            visible.stored.players if visible.stored is not None else 0,
        )

    def source(
        self, event: EventOfSeason, visible: _Seen, row: StoredStandings, lines: list[EventLine]
    ) -> SeasonSource:
        teams = self.rule.ranked == "teams"
        days = stored.parse_days(row)
        metrics = row.team_metrics if teams else row.metrics
        return SeasonSource(
            number=event.number,
            rows=lines,
            people=self.of_team if teams else self.of_entry,
            days=days,
            day=visible.tournament.starts_on or min(days.values(), default=None),
            factor=event.factor,
            weight=event.weight,
            by_table_points=list(metrics[:1]) == ["table_points"],
            ended=visible.tournament.ends_on,
        )


def _load_entries(tournaments: list[Tournament]) -> list[Entry]:
    """Return the players of the events without fillers, newest event first."""
    newest = sorted(
        tournaments, key=lambda tournament: (tournament.starts_on or datetime.date.min, tournament.pk), reverse=True
    )
    with _PLAYERS_LOCK:
        remembered = {
            tournament.pk: players
            for tournament in newest
            if (players := _PLAYERS.get(build_event_state(tournament))) is not None
        }
    events = {tournament.pk: tournament for tournament in newest if tournament.pk not in remembered}
    read: dict[int, list[Entry]] = {key: [] for key in events}
    rows = Entry.objects.filter(tournament__in=events).filter(filler=False).only(*COLUMNS)
    for entry in rows.order_by("number") if events else ():
        entry.tournament = events[entry.tournament_id]
        read[entry.tournament_id].append(entry)
    with _PLAYERS_LOCK:
        for key, event in events.items():
            _PLAYERS[build_event_state(event)] = read[key]
    remembered |= read
    return [entry for tournament in newest for entry in remembered[tournament.pk]]


def _map_merged_teams(season: Season) -> dict[str, str]:
    """Return the folded names of merged teams, each with the name that stands for them all."""
    leads: dict[str, str] = {}

    def lead(name: str) -> str:
        while leads.get(name, name) != name:
            name = leads[name]
        return name

    for pair in season.team_merges.order_by("pk").values_list("team__name", "same_as__name"):
        first, second = (lead(fold_name(name)) for name in pair)
        leads[first] = second
    return {name: lead(name) for name in leads}


def list_same_entries(season: Season, tournaments: list[Tournament]) -> list[tuple[int, int]]:
    """Return pairs of entries that are one person: merged in the season, or linked to one person of the site."""
    linked = list_same_pairs(Entry.objects.filter(tournament__in=tournaments)) if tournaments else []
    return [*season.merges.order_by("pk").values_list("entry_id", "same_as_id"), *linked]


def list_known_events(season: Season, viewer: Visitor) -> list[Tournament]:
    rows = season.events.select_related("tournament").order_by("position")
    return [row.tournament for row in rows if may_see_event(viewer, row.tournament)]


def query_teams_with_merges(season: Season, events: list[Tournament]) -> QuerySet[Team]:
    """Return the teams of the events by name; `season_code` and `same_as` are event and code, `spring-open/T01`."""
    merges = season.team_merges.filter(team=OuterRef("pk"), same_as__tournament__in=events)
    merged = Concat("same_as__tournament__slug", Value("/"), "same_as__code")
    return (
        Team.objects.filter(tournament__in=events)
        .annotate(season_code=Concat("tournament__slug", Value("/"), "code"))
        .annotate(same_as=Subquery(merges.values_list(merged)))
        .order_by("name", "season_code")
    )


def list_known_teams(season: Season, viewer: Visitor) -> list[Team]:
    """Return the teams of the events that the viewer may know, by name, then in the order of the events."""
    visible = list_known_events(season, viewer)
    order = {tournament.pk: position for position, tournament in enumerate(visible)}
    teams = Team.objects.filter(tournament__in=visible).select_related("tournament")
    return sorted(teams, key=lambda team: (team.name.casefold(), order[team.tournament_id]))


def _build_person(entries: list[Entry]) -> SeasonPerson:
    newest = entries[0]
    with names.reading_names(full=False):
        # The full name of another event would tell the hidden one.
        shown = next((entry for entry in entries if entry.hides_name), newest)
        name, sort_name, native_name = shown.name, shown.sort_name, "" if shown.hides_name else shown.native_name
    return SeasonPerson(
        name,
        sort_name,
        native_name,
        newest.country,
        newest.club,
        tuple((entry.tournament.slug, entry.number) for entry in entries),
        newest.country_code,
    )


def list_spellings(season: Season, viewer: Visitor) -> list[tuple[KnownPerson, bool]]:
    """Return the people of the visible events by name, and True for those who share a part of it with another."""
    tournaments = [event.tournament for event in season.events.select_related("tournament")]
    visible = [
        tournament for tournament in tournaments if tournament.published or can(viewer, "entries.view", tournament)
    ]
    rows = exclude_waiting(Entry.objects.filter(tournament__in=visible))
    register = Register(list_newest_first(rows), list_same_entries(season, visible)).people
    parts = Counter(part for person in register for part in set(fold_name(person.entry.name).split()) if len(part) > 1)
    people = sorted(register, key=lambda person: person.entry.sort_name.casefold())
    return [(person, any(parts[part] > 1 for part in fold_name(person.entry.name).split())) for person in people]
