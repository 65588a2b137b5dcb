from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.core.visibility import exclude_waiting, open_rounds
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.queries import search_players
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class EventNumbers(TypedDict):
    players: int


class PublicRound(TypedDict):
    seated: bool
    released: bool


class PublicTeam(TypedDict):
    listed: list[Entry]


if TYPE_CHECKING:
    ListedEvent = WithAnnotations[Tournament, EventNumbers]
    ListedRound = WithAnnotations[Round, PublicRound]
    ListedTeam = WithAnnotations[Team, PublicTeam]


def query_published_events() -> QuerySet[ListedEvent]:
    """Return the published events, the newest first."""
    playing = filter_field(Entry.objects.filter(tournament=OuterRef("pk"))).order_by()
    # A subquery, because a join would count the players of all events for a page of twenty.
    count = Subquery(playing.values("tournament").annotate(count=Count("pk")).values("count"))
    return Tournament.objects.filter(published=True).annotate(players=Coalesce(count, 0))


def filter_field(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return who plays: neither a house player, nor who waits for a place or has left."""
    return entries.filter(house=False).exclude(status__in=[Entry.Status.WAITING, Entry.Status.DROPPED])


def schedule(tournament: Tournament) -> QuerySet[ListedRound]:
    live = Seating.objects.filter(round=OuterRef("pk"), state__in=Seating.LIVE)
    rounds = tournament.rounds.select_related("stage", "clock").order_by("number")
    return rounds.annotate(seated=Exists(live), released=open_rounds(tournament))


def last_released(rounds: Iterable[ListedRound]) -> ListedRound | None:
    return max((row for row in rounds if row.released), key=lambda row: row.number, default=None)


def query_listed_players(tournament: Tournament) -> QuerySet[Entry]:
    return exclude_waiting(tournament.entries.select_related("team").order_by("number"))


def search_listed_players(tournament: Tournament, query: str) -> list[Entry]:
    """Return players for whom every word is the number or part of a name, the country, the club or the team."""
    return list(search_players(query_listed_players(tournament), query, private=()))


def find_searched_keys(tournament: Tournament, query: str) -> set[int] | None:
    return {entry.pk for entry in search_listed_players(tournament, query)} if query else None


def query_listed_teams(tournament: Tournament) -> QuerySet[ListedTeam]:
    members = Prefetch("members", exclude_waiting(Entry.objects.order_by("number")), to_attr="listed")
    return tournament.teams.order_by("code").prefetch_related(members)
