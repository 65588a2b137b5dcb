"""Ranking of a season from the standings of its events.

The public ranking uses public results of published events; organisers of a season that is not public, and its own
organiser's pages, use what the viewer may see.
"""

from __future__ import annotations

import datetime
import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.core.cache import cache
from django.utils.translation import get_language

from tournaments.core.permissions import can
from tournaments.core.text.folding import fold_name
from tournaments.core.visibility import Visitor, knows_event, listed
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.queries import KnownPerson, Register, newest_first
from tournaments.events.models import Tournament
from tournaments.seasons.logic import SeasonLine, SeasonRow, SeasonRule, rank_season, read_rule
from tournaments.seasons.logic.units import SeasonSource, taken_apart
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.standings.federations.forms import federations
from tournaments.standings.logic import Standings
from tournaments.standings.queries import federation
from tournaments.standings.queries.standings import public_after, standings

HIDDEN, EARLY, COUNTS = "hidden", "early", "counts"
CACHE_SECONDS = 24 * 3600


@dataclass(frozen=True)
class EventOfSeason:
    """An event of the season. `state`: `counts`, `hidden` (not public) or `early` (no result yet)."""

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
    """A ranked player or team. `places`: (event's short name, number) of each entry, newest first; empty for teams."""

    name: str
    sort_name: str
    native_name: str
    country: str
    club: str
    places: tuple[tuple[str, int], ...]
    country_code: str | None = None


SeasonPart = tuple[EventOfSeason, datetime.date | None]
"""Source of one result: the event and the day of it."""


@dataclass(frozen=True)
class SeasonStanding:
    """A row of the ranking with its person."""

    row: SeasonRow
    person: SeasonPerson
    parts: Mapping[int, SeasonPart]

    @property
    def lines(self) -> list[tuple[SeasonPart, SeasonLine]]:
        """Every result with its source, in order."""
        return [(self.parts[line.result.unit], line) for line in self.row.lines]

    @property
    def by_event(self) -> dict[int, list[SeasonLine]]:
        """The results of each event, by its number in the season."""
        found: dict[int, list[SeasonLine]] = {}
        for (event, _day), line in self.lines:
            found.setdefault(event.number, []).append(line)
        return found


@dataclass(frozen=True)
class SeasonTable:
    """Ranking of a whole season or of one month (`2026-11`)."""

    rule: SeasonRule
    events: tuple[EventOfSeason, ...]
    rows: tuple[SeasonStanding, ...]
    months: tuple[str, ...]
    month: str = ""

    def standing_of(self, slug: str, number: int) -> SeasonStanding | None:
        """Return the row of the person with this entry."""
        return next((one for one in self.rows if (slug, number) in one.person.places), None)


@dataclass(frozen=True)
class _Seen:
    """An event with the standings that the viewer may see."""

    event: SeasonEvent
    tournament: Tournament
    inside: bool
    visible: bool
    after: int | None
    """The round after which; None for all."""

    @cached_property
    def found(self) -> Standings | None:
        """Return the standings; None if none are visible."""
        return standings(self.tournament, self.after) if self.visible else None


def effective_viewer(season: Season, user: Visitor) -> Visitor | None:
    """Return the viewer for whom the ranking is computed: None (public) for a public season, else its organiser."""
    return None if season.published else user


def ranking(
    season: Season, viewer: Visitor | None = None, *, month: str = "", rule: SeasonRule | None = None
) -> SeasonTable:
    """Return the public ranking, or that visible to `viewer`. `rule`: try another rule.

    Cached until the season, or one of its events, changes.
    """
    seen = [_seen(event, viewer) for event in season.events.select_related("tournament").order_by("position")]
    versions = [(one.tournament.pk, one.tournament.version, one.inside, one.visible) for one in seen]
    key = f"season:{season.pk}:{season.version}:{_digest(versions, month, get_language())}"
    kept: SeasonTable | None = None if rule else cache.get(key)
    if kept is None:
        kept = _Ranking(season, seen, rule or read_rule(season.rule)).table(month)
        if rule is None:
            cache.set(key, kept, CACHE_SECONDS)
    return kept


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def mark(season: Season, viewer: Visitor | None = None) -> str:
    """Return a cache mark: the versions of the season and of its events, as this viewer sees them."""
    rows = season.events.select_related("tournament").order_by("position")
    return "/".join(
        [str(season.version)]
        + [f"{one.tournament_id}.{one.tournament.version}.{_inside(one.tournament, viewer):d}" for one in rows]
    )


def _inside(tournament: Tournament, viewer: Visitor | None) -> bool:
    return viewer is not None and can(viewer, "standings.view", tournament)


def _seen(event: SeasonEvent, viewer: Visitor | None) -> _Seen:
    tournament = event.tournament
    inside = _inside(tournament, viewer)
    after = public_after(tournament) if tournament.published and not inside else None
    return _Seen(event, tournament, inside, inside or after is not None, after)


class _Ranking:
    """Computation of a ranking: the register of all entries, and the events that count."""

    def __init__(self, season: Season, seen: list[_Seen], rule: SeasonRule) -> None:
        self.rule, self.seen = rule, seen
        entries = newest_first(Entry.objects.filter(tournament__in=[one.tournament for one in seen]))
        same = season.merges.values_list("entry_id", "same_as_id")
        self.register = Register(entries, same)
        shown = {one.tournament.pk for one in seen if one.visible}
        self.same_teams = _same_teams(season)
        self.persons: dict[object, SeasonPerson] = {}
        self.of_entry: dict[object, object] = {}
        for number, known in enumerate(self.register.people):
            own = [entry for entry in known.entries if entry.tournament_id in shown]
            if own:
                self.persons[number] = _person(own)
                self.of_entry |= {entry.pk: number for entry in own}

    def table(self, month: str) -> SeasonTable:
        events = tuple(self.event(number, one) for number, one in enumerate(self.seen, 1))
        sources = [
            self.source(event, one, one.found)
            for event, one in zip(events, self.seen, strict=True)
            if one.found is not None
        ]
        all_units, _results = taken_apart(sources, self.rule.unit)
        months = sorted({f"{unit.day:%Y-%m}" for unit in all_units if unit.day})

        def wanted(day: datetime.date | None) -> bool:
            return not month or (day is not None and f"{day:%Y-%m}" == month)

        units, results = taken_apart(sources, self.rule.unit, wanted)
        named = {one.number: one for one in events}
        parts = {unit.number: (named[unit.event], unit.day) for unit in units}
        rows = rank_season(units, results, self.rule)
        standings_ = [SeasonStanding(row, self.persons[row.person], parts) for row in rows]
        # Rows of equal place, and those without one, in the order of their names.
        standings_.sort(
            key=lambda one: (one.row.place or len(rows) + 1, -one.row.total, one.person.sort_name.casefold())
        )
        return SeasonTable(
            self.rule, events, tuple(standings_), tuple(months) if self.rule.unit != "event" else (), month
        )

    def event(self, number: int, one: _Seen) -> EventOfSeason:
        tournament = one.tournament
        state = HIDDEN if not (tournament.published or one.inside) else EARLY if one.found is None else COUNTS
        return EventOfSeason(
            number,
            tournament.slug,
            tournament.name,
            tournament.starts_on,
            state,
            one.event.factor,
            _weight(tournament) if state == COUNTS and self.rule.weights == "federation" else Fraction(1),
            len(one.found.individual) if one.found else 0,
        )

    def source(self, event: EventOfSeason, one: _Seen, found: Standings) -> SeasonSource:
        tournament = one.tournament
        teams = self.rule.ranked == "teams"
        days = {round_.number: round_.played_on for round_ in tournament.rounds.all()}
        metrics = found.team_metrics if teams else found.metrics
        return SeasonSource(
            number=event.number,
            rows=found.teams if teams else found.individual,
            people=self.teams_of(tournament) if teams else self.of_entry,
            days=days,
            day=tournament.starts_on or min((day for day in days.values() if day), default=None),
            factor=event.factor,
            weight=event.weight,
            by_table_points=metrics[:1] == ("table_points",),
        )

    def teams_of(self, tournament: Tournament) -> dict[object, object]:
        """Return the event's teams; teams of one name, or of names put together, are one team of the season."""
        found: dict[object, object] = {}
        for team in tournament.teams.all():
            name = fold_name(team.name)
            key = ("team", self.same_teams.get(name, name))
            found[team.pk] = key
            self.persons[key] = SeasonPerson(team.name, team.name, "", team.country, "", (), team.country_code)
        return found


def _same_teams(season: Season) -> dict[str, str]:
    """Return the folded names of teams that are put together, each with the one name that stands for them all."""
    leads: dict[str, str] = {}

    def lead(name: str) -> str:
        while leads.get(name, name) != name:
            name = leads[name]
        return name

    for names in season.team_merges.order_by("pk").values_list("team__name", "same_as__name"):
        one, other = (lead(fold_name(name)) for name in names)
        leads[one] = other
    return {name: lead(name) for name in leads}


def teams_of_season(season: Season, viewer: Visitor) -> list[Team]:
    """Return the teams of the events that the viewer may know, by name, then in the order of the events."""
    rows = season.events.select_related("tournament").order_by("position")
    seen = [row.tournament for row in rows if knows_event(viewer, row.tournament)]
    order = {tournament.pk: position for position, tournament in enumerate(seen)}
    teams = Team.objects.filter(tournament__in=seen).select_related("tournament")
    return sorted(teams, key=lambda team: (team.name.casefold(), order[team.tournament_id]))


def _weight(tournament: Tournament) -> Fraction:
    """Return the weight of the event by its federation; 1 if it has none."""
    known = federations()[federation.chosen(tournament)["federation"]]
    found = federation.weight(tournament, known)
    return found.total if found is not None else Fraction(1)


def _person(entries: list[Entry]) -> SeasonPerson:
    newest = entries[0]
    return SeasonPerson(
        newest.name,
        newest.sort_name,
        newest.native_name,
        newest.country,
        newest.club,
        tuple((entry.tournament.slug, entry.number) for entry in entries),
        newest.country_code,
    )


def spellings(season: Season, viewer: Visitor) -> list[tuple[KnownPerson, bool]]:
    """Everybody of the events that the viewer may know the players of, by name: to find who stands there twice.

    True for those who share a part of the name with another.
    """
    known = [one.tournament for one in season.events.select_related("tournament")]
    seen = [one for one in known if one.published or can(viewer, "entries.view", one)]
    rows = listed(Entry.objects.filter(tournament__in=seen))
    found = Register(newest_first(rows), season.merges.values_list("entry_id", "same_as_id")).people
    parts = Counter(part for one in found for part in set(fold_name(one.entry.name).split()) if len(part) > 1)
    people = sorted(found, key=lambda one: one.entry.sort_name.casefold())
    return [(one, any(parts[part] > 1 for part in fold_name(one.entry.name).split())) for one in people]
