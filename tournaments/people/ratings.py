"""Ratings of the people who consent, by family, from the public games of the site; the worker makes them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.isolation import isolate_failure
from tournaments.core.text.rules import format_game_title
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people.careers import Career, load_newest_entries, query_public_entries, query_visible_people
from tournaments.people.models import Person, PersonEntry, PersonRating, StoredRatings
from tournaments.rounds.models import Round
from tournaments.seasons.logic.ratings import (
    PROVISIONAL,
    Player,
    RatedGame,
    draw_rating_chart,
    list_event_ends,
    list_places,
    rate,
)
from tournaments.seasons.rated import load_event_games
from tournaments.standings.queries.standings import find_public_round

SYSTEM: Final = "openskill"
BATCH: Final = 500
CHUNK: Final = 5000


@dataclass(frozen=True)
class SiteRating:
    """Person with a rating; place 0 while it is provisional."""

    place: int
    person: Person
    rating: PersonRating


@dataclass(frozen=True)
class NamedRating(SiteRating):
    entry: Entry

    @property
    def named(self) -> Entry:
        return self.entry


@dataclass(frozen=True)
class SiteRatingList:
    """Ratings of a family, best first, the provisional ones last; without rows until the worker has made them."""

    family: str
    ready: bool
    games: int = 0
    rows: tuple[SiteRating, ...] = ()


def _query_events() -> QuerySet[Tournament]:
    released = Round.objects.filter(tournament=OuterRef("pk"), released_at__isnull=False)
    return Tournament.objects.filter(Exists(released), published=True, rehearsal=False)


def list_families() -> list[str]:
    return list(_query_events().order_by("family").values_list("family", flat=True).distinct())


def get_list(family: str) -> SiteRatingList:
    """Return the list as last made, without who may not be listed any more.

    A list that comes from anything no longer public is not ready.
    """
    stored = StoredRatings.objects.filter(family=family).first()
    if stored is None or not _is_public(stored):
        return SiteRatingList(family, ready=False)
    rows = list(
        stored.ratings.filter(person__in=query_visible_people()).select_related("person").order_by("-value", "person")
    )
    public: dict[int, set[int]] = {}
    entries = query_public_entries().filter(person_link__person__ratings__stored=stored).order_by()
    for person, entry in entries.values_list("person_link__person", "pk"):
        public.setdefault(person, set()).add(entry)
    rows = [row for row in rows if public.get(row.person_id, set()).issuperset(row.entries)]
    rows.sort(key=lambda row: row.games < PROVISIONAL)
    places = list_places((row.value, row.games < PROVISIONAL) for row in rows)
    listed = tuple(SiteRating(place, row.person, row) for place, row in zip(places, rows, strict=True))
    return SiteRatingList(family, True, stored.games, listed)


def _is_public(stored: StoredRatings) -> bool:
    events = {str(event.pk): event for event in _query_events().filter(pk__in=list(stored.events))}
    return all(
        (event := events.get(key)) is not None
        and (state == _format_state(event.version, event.updated_at) or (find_public_round(event) or 0) >= last)
        for key, (state, _mark, last) in stored.events.items()
    )


def name_rows(rows: Sequence[SiteRating]) -> list[NamedRating]:
    """Return the rows with the entries that name the people."""
    newest = load_newest_entries([row.person for row in rows])
    return [
        NamedRating(row.place, row.person, row.rating, newest[row.person.pk]) for row in rows if row.person.pk in newest
    ]


def list_ratings_of(career: Career) -> list[dict[str, Any]]:
    """Return the person's rating of each family, with its chart and the figures after each event."""
    names = {event.tournament.pk: event.tournament.name for event in career.events}
    families = StoredRatings.objects.filter(ratings__person=career.person).order_by("family")
    ratings = []
    for family in families.values_list("family", flat=True):
        for row in get_list(family).rows:
            if row.person == career.person:
                history = [((event, round_), games, value) for event, round_, games, value in row.rating.history]
                ratings.append(
                    {
                        "title": format_game_title(family),
                        "address": f"{reverse('site_ratings')}?family={family}",
                        "row": row,
                        "chart": draw_rating_chart(history),
                        "events": [(names[event], games, value) for event, games, value in list_event_ends(history)],
                    }
                )
    return ratings


def _format_state(version: int, changed_at: Any) -> str:
    return f"{version} {changed_at.timestamp()}"


def _build_people_mark() -> str:
    """Return a digest of all links and consents, in two queries however many people there are."""
    links = PersonEntry.objects.order_by("entry").values_list("entry", "person")
    people = query_visible_people().order_by("pk").values_list("pk", flat=True)
    marks = hashlib.sha256()
    for rows in (links, people):
        for row in rows.iterator(chunk_size=CHUNK):
            marks.update(f"{row} ".encode())
    return marks.hexdigest()


def _list_stale_families() -> list[str]:
    states: dict[str, dict[str, str]] = {}
    for event in _query_events().only("pk", "family", "version", "updated_at").order_by("pk"):
        states.setdefault(event.family, {})[str(event.pk)] = _format_state(event.version, event.updated_at)
    rows = {row.family: row for row in StoredRatings.objects.all()}
    people = _build_people_mark() if states else ""
    return [
        family
        for family in sorted({*states, *rows})
        if (row := rows.get(family)) is None
        or row.people != people
        or {key: facts[0] for key, facts in row.events.items()} != states.get(family, {})
    ]


def has_stale_lists() -> bool:
    return bool(_list_stale_families())


def store_stale() -> None:
    """Make the lists again whose games, links or consents have changed."""
    for family in _list_stale_families():
        with isolate_failure("ratings of the site", family=family):
            store(family)


def store(family: str) -> None:
    """Make the list, unless no public version, link or consent has changed."""
    # Marks are read first: later changes make the rows newer than their marks, so that they are made once more.
    people = _build_people_mark()
    events = list(_query_events().filter(family=family).order_by("pk"))
    if not events:
        StoredRatings.objects.filter(family=family).delete()
        return
    facts = {
        str(event.pk): [
            _format_state(event.version, event.updated_at),
            get_public_version(build_event_state(event)),
            find_public_round(event) or 0,
        ]
        for event in events
    }
    row = StoredRatings.objects.filter(family=family).first()
    if row is not None and row.people == people and _drop_states(row.events) == _drop_states(facts):
        StoredRatings.objects.filter(pk=row.pk).update(events=facts)
        return
    games, ratings = _compute(events)
    with transaction.atomic():
        StoredRatings.objects.filter(family=family).delete()
        stored = StoredRatings.objects.create(family=family, people=people, events=facts, games=games)
        for rating in ratings:
            rating.stored = stored
        PersonRating.objects.bulk_create(ratings, batch_size=BATCH)


def _drop_states(facts: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {key: marks[1:] for key, marks in facts.items()}


def _compute(events: Iterable[Tournament]) -> tuple[int, list[PersonRating]]:
    """Return the number of games, and the ratings of the visible people. Others play and are never listed."""
    links = dict(PersonEntry.objects.order_by().values_list("entry", "person"))
    games: list[tuple[tuple[Any, ...], RatedGame]] = []
    entries: dict[int, set[int]] = {}
    for event in events:
        for (released, round_, table), places in load_event_games(event):
            played: list[tuple[Player, int]] = [(links.get(entry, ("entry", entry)), place) for entry, place in places]
            if len({player for player, _place in played}) == len(played):
                order = (released, round_, event.pk, table)
                games.append((order, RatedGame((event.pk, round_), tuple(played))))
                for entry, _place in places:
                    entries.setdefault(links.get(entry, 0), set()).add(entry)
    games.sort(key=lambda row: row[0])
    visible = set(query_visible_people().values_list("pk", flat=True))
    ratings = [
        PersonRating(
            person_id=player,
            value=rating.value,
            uncertainty=rating.uncertainty,
            games=rating.games,
            entries=sorted(entries[player]),
            history=[[*part, count, value] for part, count, value in rating.history],
        )
        for player, rating in rate((game for _order, game in games), SYSTEM).items()
        if isinstance(player, int) and player in visible
    ]
    return len(games), ratings
