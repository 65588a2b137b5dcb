"""Players of an event: their accounts, seats and countries; registration; recipients of e-mails."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext

from engine.exact import integer_or
from tournaments.accounts.models import User
from tournaments.core.permissions import can
from tournaments.core.text import places
from tournaments.core.text.folding import fold_name, fold_search_words, fold_to_name_key
from tournaments.core.visibility import Visitor
from tournaments.entries.fields import PLAYER, PRIVATE_FACTS
from tournaments.entries.models.entries import Entry, StageEntry, StageTeam, Team
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Application, Email, RegistrationDesk
from tournaments.events.models import Stage, Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round, Seat, Seating

SEARCHED_APART = tuple(column.name for column in PLAYER if column.searched and column.name in PRIVATE_FACTS)
"""Fields searched besides number, team and search key, for those who may see them."""


ABSENT = (Entry.Status.WAITING, Entry.Status.DROPPED)


def list_visible_private_facts(viewer: Visitor, tournament: Tournament) -> frozenset[str]:
    return frozenset(name for name, action in PRIVATE_FACTS.items() if can(viewer, action, tournament))


def list_hidden_at_hall(tournament: Tournament) -> Collection[int]:
    """Return the players of a mirror whose names the hall hides; what the mirror has are the shown ones."""
    mirror = getattr(tournament, "mirror", None) if tournament.lent_at is not None else None
    return frozenset(mirror.extra.get("hidden", ()) if mirror is not None else ())


def group_qualified_by_stage(stages: Iterable[Stage]) -> dict[int, set[int]]:
    """Return stage -> keys of the players who passed its cut; after a cut by teams the members of the teams."""
    numbers: dict[int, set[int]] = {}
    by_kind: tuple[list[int], list[int]] = ([], [])
    for stage in stages:
        numbers[stage.pk] = set()
        by_kind[stage.of_teams].append(stage.pk)
    players = StageEntry.objects.filter(stage__in=by_kind[False]).order_by()
    members = StageTeam.objects.filter(stage__in=by_kind[True], team__members__isnull=False).order_by()
    for key, entry in [*players.values_list("stage_id", "entry_id"), *members.values_list("stage_id", "team__members")]:
        numbers[key].add(entry)
    return numbers


def query_present_entries(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.exclude(status__in=ABSENT)


def count_entries_by_status(tournament: Tournament) -> dict[str, int]:
    return dict(tournament.entries.order_by().values_list("status").annotate(Count("pk")))


def list_present_entries(tournament: Tournament) -> list[Entry]:
    return list(query_present_entries(tournament).select_related("team").order_by("number"))


def list_unknown_numbers(tournament: Tournament, numbers: Collection[int]) -> list[int]:
    used = set(tournament.entries.filter(number__in=numbers).values_list("number", flat=True))
    return [number for number in numbers if number not in used]


def in_category(players: QuerySet[Entry], number: int) -> QuerySet[Entry]:
    held = players.order_by().values_list("pk", "categories")
    return players.filter(pk__in=[pk for pk, numbers in held if number in numbers])


def search_players(players: QuerySet[Entry], words: str, private: Collection[str]) -> QuerySet[Entry]:
    """Return players whose fields contain every word; `private`: private fields visible to the caller."""
    folded = fold_search_words(words).split()
    if words.strip() and not folded:
        return players.none()
    for word in folded:
        by_name = Q(shown_key__contains=word)
        if "nickname" in private:
            by_name |= Q(search_key__contains=word)
        anywhere = by_name | Q(team__search_key__contains=word) | Q(number=integer_or(word, -1))
        for name in SEARCHED_APART:
            if name in private:
                anywhere |= Q(**{f"{name}__icontains": word})
        players = players.filter(anywhere)
    return players


def query_members_with_place(team: Team) -> QuerySet[Entry]:
    """Return the members who take a place in the team: a dropped player leaves theirs to the substitute."""
    spare = Q(house=True, substitute_for=None)
    return team.members.exclude(status=Entry.Status.DROPPED).exclude(spare)


def has_place(team: Team, player: Entry | None = None) -> bool:
    size = team.tournament.team_size
    others = query_members_with_place(team) if player is None else query_members_with_place(team).exclude(pk=player.pk)
    return size is None or others.count() < size


def list_oversized_teams(tournament: Tournament) -> list[tuple[Team, int]]:
    size = tournament.team_size
    counted = (
        [] if size is None else [(team, query_members_with_place(team).count()) for team in tournament.teams.all()]
    )
    return [(team, count) for team, count in counted if size is not None and count > size]


@dataclass(frozen=True)
class UnknownCountry:
    """Typed text that names no country; its `entered` players and teams count in the federation's weight."""

    text: str
    count: int
    entered: int
    nearest: str

    @property
    def name(self) -> str:
        return places.format_country_name(self.nearest) if self.nearest else ""


def list_unknown_countries(tournament: Tournament) -> list[UnknownCountry]:
    """Return the texts that name no country, each once however it is written, the most frequent first."""
    entered: dict[str, list[str]] = {}
    waiting: dict[str, list[str]] = {}
    unknown = Q(country_code="") & ~Q(country="")
    sources: tuple[QuerySet[Any], ...] = (
        tournament.entries.filter(unknown),
        tournament.teams.filter(unknown),
        tournament.applications.filter(unknown, state__in=TO_APPROVE),
    )
    parts = [rows.order_by().values_list("country", "pk", Value(source)) for source, rows in enumerate(sources)]
    # One query, since the overview asks each time; a union orders by its columns.
    for text, _pk, source in sorted(parts[0].union(*parts[1:], all=True), key=itemgetter(2, 1)):
        (waiting if source == 2 else entered).setdefault(fold_to_name_key(text), []).append(text)
    listed = []
    for key in dict.fromkeys([*entered, *waiting]):
        same = [*entered.get(key, []), *waiting.get(key, [])]
        listed.append(
            UnknownCountry(same[0], len(same), len(entered.get(key, [])), places.find_nearest_country(same[0]))
        )
    return sorted(listed, key=lambda unknown: -unknown.count)


def is_player_in(person: User, tournament: Tournament) -> bool:
    """Return True if the account is a player's, by link, name, or e-mail address of the registration."""
    same = Q(account=person)
    if person.email:
        same |= Q(application__email__iexact=person.email)
    if tournament.entries.filter(same).exists():
        return True
    first, last = fold_search_words(person.first_name), fold_search_words(person.last_name)
    if not first or not last:
        return False
    name, alike = (first, last), tournament.entries.filter(search_key__contains=first)
    return any(
        (fold_search_words(entry.given_name), fold_search_words(entry.family_name)) == name
        or fold_search_words(entry.romanised_name) == " ".join(name)
        for entry in alike.filter(search_key__contains=last)
    )


def query_stand_ins(tournament: Tournament) -> QuerySet[Entry]:
    """Return those who may take a player's chair, the waiting list and house substitutes, by number."""
    free = Q(status=Entry.Status.WAITING) | Q(house=True, substitute_for=None)
    return tournament.entries.filter(free).exclude(status=Entry.Status.DROPPED).order_by("number")


SHEET_IN = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)


def query_live_seats(entry: Entry) -> QuerySet[Seat]:
    return Seat.objects.filter(entry=entry, seating__state__in=Seating.LIVE).exclude(
        seating__round__state=Round.State.FINISHED
    )


def query_rounds_with_sheet(entry: Entry) -> QuerySet[Round]:
    sheet = TableResult.objects.filter(
        table__round=OuterRef("pk"),
        state__in=SHEET_IN,
        seats__entry=entry,
    )
    return Round.objects.filter(Exists(sheet), tournament_id=entry.tournament_id)


IN_FIELD = (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN)
TO_APPROVE = (Application.State.UNCONFIRMED, Application.State.PENDING)


def find_registration_desk(tournament: Tournament) -> RegistrationDesk | None:
    return RegistrationDesk.objects.filter(tournament=tournament).select_related("tournament").first()


def is_registration_open(desk: RegistrationDesk | None, now: datetime.datetime | None = None) -> bool:
    return desk is not None and desk.is_open and not describe_closing_by_event(desk, now)


def describe_closing_by_event(desk: RegistrationDesk, now: datetime.datetime | None = None) -> str:
    """Return the reason why registration is closed although enabled; empty if it is not."""
    if desk.tournament.state != Tournament.State.PLANNED:
        return gettext("Registration stays closed: the event is no longer in preparation.")
    if desk.tournament.lent_at is not None:
        return gettext("Registration stays closed: the event is played in the hall.")
    if desk.closes_at is not None and desk.closes_at <= (now or timezone.now()):
        return gettext("Registration stays closed: its closing time has passed. Set a later one.")
    return ""


@dataclass(frozen=True)
class Places:
    """Places of the event; offered places count as taken, `capacity` and `free` are None without a limit."""

    capacity: int | None
    taken: int
    offered: int
    waiting: int

    @property
    def free(self) -> int | None:
        return None if self.capacity is None else max(0, self.capacity - self.taken - self.offered)


def count_places(desk: RegistrationDesk) -> Places:
    entries = desk.tournament.entries
    return Places(
        desk.capacity,
        entries.filter(status__in=IN_FIELD).count(),
        query_waiting_registrations(desk.tournament).exclude(offered_until=None).count(),
        query_waiting_registrations(desk.tournament).count(),
    )


def query_waiting_registrations(tournament: Tournament) -> QuerySet[Application]:
    """Return the waiting registrations in order, those with an offer first until it lapses."""
    waiting = tournament.applications.filter(state=Application.State.ENTERED, entry__status=Entry.Status.WAITING)
    return waiting.select_related("entry").order_by("entry__created_at", "number")


def place_in_line(application: Application) -> int | None:
    line = list(query_waiting_registrations(application.tournament).values_list("pk", flat=True))
    return line.index(application.pk) + 1 if application.pk in line else None


def list_possible_duplicates(application: Application) -> list[Entry]:
    """Return entered players who may be the same person, by EMA number or name."""
    names = {fold_name(application.whole_name), fold_name(application.native_name)} - {""}
    others = Entry.objects.filter(tournament=application.tournament, application=None).order_by("number")
    return [
        entry
        for entry in others
        if (application.ema_number and entry.ema_number == application.ema_number)
        or names
        & {
            fold_name(f"{entry.given_name} {entry.family_name}"),
            fold_name(entry.full_name),
            fold_name(entry.native_name),
        }
    ]


def find_other_application(application: Application) -> Application | None:
    names = {fold_name(application.whole_name), fold_name(application.native_name)} - {""}
    closed = (Application.State.REFUSED, Application.State.WITHDRAWN)
    for application_row in application.tournament.applications.exclude(state__in=closed).exclude(pk=application.pk):
        if application.ema_number and application_row.ema_number == application.ema_number:
            return application_row
        if names & {fold_name(application_row.whole_name), fold_name(application_row.native_name)}:
            return application_row
    return None


@dataclass(frozen=True)
class Recipient:
    application: Application | None
    entry: Entry | None
    confirmed_only: bool = False

    @property
    def name(self) -> str:
        return self.application.whole_name if self.application else self.entry.full_name if self.entry else ""

    @property
    def number(self) -> int | None:
        return self.entry.number if self.entry else None

    @property
    def address(self) -> str:
        if self.application is None or (self.confirmed_only and self.application.confirmed_at is None):
            return ""
        return self.application.email

    @property
    def language(self) -> str:
        return self.application.language if self.application else ""


ENTRIES_IN = {
    Mailing.Group.FIELD: (*IN_FIELD, Entry.Status.SUBSTITUTE),
    Mailing.Group.WAITING: (Entry.Status.WAITING,),
    Mailing.Group.CHECKED_IN: (Entry.Status.CHECKED_IN,),
    Mailing.Group.NOT_CHECKED_IN: (Entry.Status.REGISTERED,),
    Mailing.Group.GONE: (Entry.Status.DROPPED,),
}
REGISTRATIONS_IN = {
    Mailing.Group.PENDING: Application.State.PENDING,
    Mailing.Group.GONE: Application.State.WITHDRAWN,
}
"""Registrations without an entry; no unconfirmed ones, as anybody can type somebody else's address."""


def with_counts(mailings: QuerySet[Mailing]) -> QuerySet[Mailing]:
    states = (Email.State.SENT, Email.State.FAILED, Email.State.NO_ADDRESS)
    return mailings.annotate(**{state.value: Count("emails", filter=Q(emails__state=state)) for state in states})


def list_recipients(
    tournament: Tournament, groups: Iterable[str], language: str = "", *, confirmed_only: bool = False
) -> list[Recipient]:
    """Return the people in any of the groups, each once, players by number first; `language`: of their registration."""
    chosen = set(groups)
    statuses = {status for group, group_statuses in ENTRIES_IN.items() if group in chosen for status in group_statuses}
    entries = tournament.entries.filter(status__in=statuses).filter(filler=False).order_by("number")
    states = [state for group, state in REGISTRATIONS_IN.items() if group in chosen]
    people = [
        Recipient(getattr(entry, "application", None), entry, confirmed_only)
        for entry in entries.select_related("application")
    ]
    people += [
        Recipient(application, None, confirmed_only)
        for application in tournament.applications.filter(state__in=states, entry=None).order_by("number")
    ]
    unique: dict[object, Recipient] = {}
    for person in people:
        # Somebody who withdrew and registered again gets one e-mail; two of a family with one address get two.
        key = (person.address.casefold(), fold_name(person.name)) if person.address else (id(person),)
        if not language or person.language == language:
            unique.setdefault(key, person)
    return list(unique.values())
