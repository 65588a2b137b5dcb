"""Ratings by which a draw can be seeded: those of the site, and those of public seasons."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people import ratings
from tournaments.people.careers import query_visible_people
from tournaments.people.models import PersonEntry, StoredRatings
from tournaments.seasons.logic import read_rule
from tournaments.seasons.logic.ratings import SYSTEMS
from tournaments.seasons.models import Season
from tournaments.seasons.rated import map_ratings
from tournaments.seating.logic.seeding import SEASON, SITE, Ratings, Seeding


def list_sources(tournament: Tournament) -> list[tuple[str, str]]:
    """Return (source, name) of each public list that has ratings of the event's family."""
    sources = []
    if StoredRatings.objects.filter(family=tournament.family).exists():
        sources.append((SITE, _("Ratings of the site")))
    return sources + [(f"{SEASON}{season.slug}", season.name) for season in _list_seasons(tournament)]


def _list_seasons(tournament: Tournament) -> list[Season]:
    events = Tournament.objects.filter(family=tournament.family, published=True)
    seasons = Season.objects.filter(published=True, rule__rating__in=SYSTEMS, events__tournament__in=events)
    return list(seasons.distinct().order_by("name", "pk"))


def name_source(seeding: Seeding) -> str:
    if seeding.source == SITE:
        return _("Ratings of the site")
    slug = seeding.source.removeprefix(SEASON)
    return Season.objects.filter(slug=slug, published=True).values_list("name", flat=True).first() or slug


def find_seeding(tournament: Tournament, source: str) -> Seeding:
    """Return today's ratings of the event's players. Raises `UserError` while there is no public list."""
    entries = _list_named_players(tournament)
    if source == SITE:
        system, values = ratings.SYSTEM, _map_site_ratings(tournament)
    else:
        season = next((row for row in _list_seasons(tournament) if f"{SEASON}{row.slug}" == source), None)
        if season is None:
            raise UserError(_("There is no such public list of ratings."), field="ratings")
        system, values = read_rule(season.rule).rating, map_ratings(season, tournament)
    rated = {entry.number: round(100 * values[entry.pk]) for entry in entries if entry.pk in values}
    return Seeding(source, system, rated)


def _list_named_players(tournament: Tournament) -> list[Entry]:
    # The rating of a list with names would tell who it is that the event shows by initials.
    return [entry for entry in Entry.objects.filter(tournament=tournament) if not entry.is_hidden_from_public]


def list_disclosed(tournament: Tournament, seeding: Seeding) -> set[int]:
    """Return the numbers of players whose former ratings everybody may read: of the site only with their consent."""
    entries = _list_named_players(tournament)
    if seeding.source != SITE:
        return {entry.number for entry in entries}
    people = query_visible_people().filter(links__entry__tournament=tournament)
    consenting = set(people.values_list("links__entry", flat=True))
    return {entry.number for entry in entries if entry.pk in consenting}


def _map_site_ratings(tournament: Tournament) -> dict[int, float]:
    rating_list = ratings.get_list(tournament.family)
    if not rating_list.ready:
        raise UserError(_("The ratings are being computed. Try again in a minute."), field="ratings")
    rating_of = {row.person.pk: row.rating.value for row in rating_list.rows}
    links = PersonEntry.objects.filter(entry__tournament=tournament, person__in=rating_of)
    return {entry: rating_of[person] for entry, person in links.values_list("entry", "person")}


def find_ratings_today(tournament: Tournament, seeding: Seeding) -> Ratings | None:
    """Return the ratings of the same list as they are now; None while there is no such public list."""
    try:
        return find_seeding(tournament, seeding.source).ratings
    except UserError:
        return None
