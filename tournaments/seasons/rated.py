"""Ratings of a season's players by family, from the games of its published events, once for all viewers."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.db.models import F
from django.utils.translation import get_language, gettext

from tournaments.core.http.public_version import EventState, build_event_state
from tournaments.core.visibility import open_rounds
from tournaments.entries.known_people import KnownPerson, Register
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import StandIn
from tournaments.seasons.logic import read_rule
from tournaments.seasons.logic.ratings import PlayerRating, RatedGame, list_places, rate
from tournaments.seasons.models import Season, StoredStandings
from tournaments.seasons.queries import SeasonPerson, SeasonView, list_same_entries
from tournaments.standings.queries.forfeits import map_lost_sessions
from tournaments.standings.queries.ledger_input import load_games
from tournaments.standings.queries.standings import find_public_round

Released = tuple[datetime.datetime, int, int]
"""Order of games: release of the round, its number, the number of the table."""
EventGames = list[tuple[Released, tuple[tuple[int, int], ...]]]

_GAMES: Final[LRUCache[EventState, EventGames]] = LRUCache(200)
_LISTS: Final[LRUCache[tuple[str, str | None], tuple[RatingList, ...]]] = LRUCache(8)
_LOCK: Final = Lock()
"""Lock of the computation: requests for the same list wait for it."""


@dataclass(frozen=True)
class RatedPerson:
    """Person with a rating; place 0 while it is provisional."""

    place: int
    person: SeasonPerson
    rating: PlayerRating

    @property
    def named(self) -> SeasonPerson:
        return self.person


@dataclass(frozen=True)
class RatingList:
    """Ratings of a family, best first, the provisional ones last; `events` has the names of its events by number."""

    family: str
    system: str
    games: int
    rows: tuple[RatedPerson, ...]
    events: Mapping[int, str]

    def rating_of(self, slug: str, number: int) -> RatedPerson | None:
        return next((row for row in self.rows if (slug, number) in row.person.places), None)


def get_rating_lists(view: SeasonView) -> tuple[RatingList, ...]:
    """Return the lists of the season's families by name; none where its rule asks for no ratings."""
    system = read_rule(view.season.rule).rating
    if not system:
        return ()
    key = (view.mark, get_language())
    with _LOCK:
        if (lists := _LISTS.get(key)) is None:
            lists = _LISTS[key] = _compute_lists(view, system)
    return lists


def _compute_lists(view: SeasonView, system: str) -> tuple[RatingList, ...]:
    people, of_entry = view.identify_people()
    games: dict[str, list[tuple[datetime.datetime, int, int, RatedGame]]] = defaultdict(list)
    names: dict[int, str] = {}
    for number, seen in enumerate(view.seen, 1):
        event, stored = seen.tournament, seen.stored
        if not event.published or stored is None or stored.audience != StoredStandings.Audience.PUBLIC:
            continue
        names[number] = event.name
        for (released, round_, table), places in load_event_games(event):
            # Who is no person of the season plays for the ratings of the others, and is never listed.
            played = tuple((of_entry.get(entry, ("entry", entry)), place) for entry, place in places)
            if len({player for player, _place in played}) == len(played):
                order = (released, number, table)
                games[event.family].append((*order, RatedGame((number, round_), played)))
    return tuple(_build_list(family, system, rows, people, names) for family, rows in sorted(games.items()))


def _build_list(
    family: str,
    system: str,
    rows: list[tuple[datetime.datetime, int, int, RatedGame]],
    people: Mapping[object, SeasonPerson],
    names: Mapping[int, str],
) -> RatingList:
    rows.sort(key=lambda row: (row[0], row[1], row[3].part, row[2]))
    ratings = rate((row[3] for row in rows), system)
    listed = [RatedPerson(0, people[key], rating) for key, rating in ratings.items() if key in people]
    listed.sort(key=lambda row: (row.rating.provisional, -row.rating.value, row.person.sort_name.casefold()))
    places = list_places((row.rating.value, row.rating.provisional) for row in listed)
    placed = [replace(row, place=place) for row, place in zip(listed, places, strict=True)]
    return RatingList(family, system, len(rows), tuple(placed), names)


def describe_system(system: str) -> str:
    if system == "elo":
        return gettext(
            "Elo: everybody begins with 1500. A table counts as a game against each of the others; what was expected "
            "follows from the difference of the ratings, and a table is worth 32 in all."
        )
    return gettext(
        "OpenSkill's Plackett-Luce model: a rating is the estimated strength less three times its uncertainty, "
        "which shrinks with the games. Everybody begins with 0."
    )


def load_event_games(event: Tournament) -> EventGames:
    """Return the games of public rounds without forfeited chairs and those of substitutes."""
    state = build_event_state(event)
    if (remembered := _GAMES.get(state)) is not None:
        return remembered
    last = find_public_round(event) or 0
    rounds: dict[int, Any] = dict(
        event.rounds.filter(open_rounds(event), number__lte=last, annulled_at=None).values_list("number", "released_at")
    )
    left_out = {*map_lost_sessions(event)}
    left_out |= {
        (round_, entry)
        for round_, entry in StandIn.objects.filter(round__tournament=event).values_list("round__number", "entry")
    }
    substitutes = Entry.objects.filter(tournament=event).exclude(filler=False, house=False, substitute_for=None)
    no_players = set(substitutes.values_list("pk", flat=True))
    tables: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for game in load_games(event):
        entry = int(str(game.player))
        if game.round in rounds and entry not in no_players and (game.round, entry) not in left_out:
            tables[game.round, game.table].append((entry, game))
    games: EventGames = []
    for (round_, table), chairs in tables.items():
        ranked = all(game.place for _entry, game in chairs)
        places = tuple(
            (entry, game.place if ranked else 1 + sum(other.score > game.score for _e, other in chairs))
            for entry, game in chairs
        )
        if len(places) > 1:
            games.append(((rounds[round_], round_, table), places))
    _GAMES[state] = games
    return games


def map_ratings(season: Season, tournament: Tournament) -> dict[int, float]:
    """Return entry -> rating of its person in the public list of its family; the event need not be of the season."""
    view = SeasonView(season)
    rating_list = next((rated for rated in get_rating_lists(view) if rated.family == tournament.family), None)
    if rating_list is None:
        return {}
    rating_of = {place: row.rating.value for row in rating_list.rows for place in row.person.places}
    others = [seen.tournament for seen in view.seen if seen.tournament.published and seen.tournament != tournament]
    events = [tournament, *others]
    entries = Entry.objects.filter(tournament__in=events, filler=False).select_related("tournament")
    newest_first = entries.order_by(F("tournament__starts_on").desc(nulls_last=True), "-tournament__pk", "number")
    register = Register(list(newest_first), list_same_entries(season, events))
    ratings: dict[KnownPerson, float] = {}
    for person in register.people:
        places = ((entry.tournament.slug, entry.number) for entry in person.entries)
        rating = next((rating_of[place] for place in places if place in rating_of), None)
        if rating is not None:
            ratings[person] = rating
    players: dict[KnownPerson, list[int]] = {}
    for person in register.people:
        rated = person if person in ratings else _find_namesake(person, ratings)
        if rated is not None:
            entries_here = (entry.pk for entry in person.entries if entry.tournament_id == tournament.pk)
            players.setdefault(rated, []).extend(entries_here)
    # Two players of one event who cannot be told apart have no rating.
    return {keys[0]: ratings[rated] for rated, keys in players.items() if len(keys) == 1}


def _find_namesake(person: KnownPerson, rated: Iterable[KnownPerson]) -> KnownPerson | None:
    """Return the only rated person of the same name, where one of the two was entered without a country."""
    entry = person.entry
    same = [other for other in rated if other.entry.folded_name == entry.folded_name]
    if len(same) != 1 or entry.ema_number or (entry.country_code and same[0].entry.country_code):
        return None
    return same[0]
