"""People across events, players' accounts and seats, registration: places, waiting list, duplicates.

The register is made of the entries at an account's events, so that a person is stored in one place only, and the next
event needs no typing.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext

from engine.exact import integer_or
from tournaments.accounts.models import User
from tournaments.core.permissions import can, workplaces
from tournaments.core.text import names, places
from tournaments.core.text.folding import fold_name, name_key, search_key
from tournaments.core.visibility import Visitor
from tournaments.entries.fields import PLAYER, PRIVATE_FACTS
from tournaments.entries.models.entries import Entry, Portrait, StageEntry, StageTeam, Team
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Application, Email, RegistrationDesk
from tournaments.events.models import Stage, Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round, Seat, Seating

COPIED = tuple(column.name for column in PLAYER if column.copied)
"""Fields that the next event takes over."""
SEARCHED_APART = tuple(column.name for column in PLAYER if column.searched and column.name in PRIVATE_FACTS)
"""Fields that a search looks into besides number, team and search key, for those who may see them."""


ABSENT = (Entry.Status.WAITING, Entry.Status.DROPPED)
"""Statuses of those who do not play."""


def private_facts(viewer: Visitor, tournament: Tournament) -> frozenset[str]:
    """Return the private fields of players that the viewer sees."""
    return frozenset(name for name, action in PRIVATE_FACTS.items() if can(viewer, action, tournament))


def qualified(stages: Iterable[Stage]) -> dict[int, set[int]]:
    """Return by stage the keys of the players who passed its cut; after a cut by teams the members of the teams."""
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


def present(tournament: Tournament) -> QuerySet[Entry]:
    """Query everybody who plays."""
    return tournament.entries.exclude(status__in=ABSENT)


def by_status(tournament: Tournament) -> dict[str, int]:
    """Return the number of players of each status that anybody has."""
    return dict(tournament.entries.order_by().values_list("status").annotate(Count("pk")))


def playing(tournament: Tournament) -> list[Entry]:
    """Return everybody who plays, by number."""
    return list(present(tournament).select_related("team").order_by("number"))


def unknown_numbers(tournament: Tournament, numbers: Collection[int]) -> list[int]:
    """Return the numbers that no player of the event has, in the same order."""
    used = set(tournament.entries.filter(number__in=numbers).values_list("number", flat=True))
    return [number for number in numbers if number not in used]


def in_category(players: QuerySet[Entry], number: int) -> QuerySet[Entry]:
    """Return the players in the category with this number."""
    held = players.order_by().values_list("pk", "categories")
    return players.filter(pk__in=[pk for pk, numbers in held if number in numbers])


def search_players(players: QuerySet[Entry], words: str, private: Collection[str]) -> QuerySet[Entry]:
    """Return players whose number, names, club, country or team contain every word; all without words.

    Case, accents, alphabet and apostrophes do not count. `private`: private fields visible to the caller, which are
    searched too.
    """
    folded = search_key(words).split()
    if words.strip() and not folded:
        return players.none()
    for word in folded:
        anywhere = Q(search_key__contains=word) | Q(team__search_key__contains=word) | Q(number=integer_or(word, -1))
        for name in SEARCHED_APART:
            if name in private:
                anywhere |= Q(**{f"{name}__icontains": word})
        players = players.filter(anywhere)
    return players


def members_of(team: Team) -> QuerySet[Entry]:
    """Return the members who take a place in the team: a dropped player leaves theirs to the substitute."""
    spare = Q(house=True, substitute_for=None)
    return team.members.exclude(status=Entry.Status.DROPPED).exclude(spare)


def has_place(team: Team, player: Entry | None = None) -> bool:
    """Return whether the team has a place for the player, or for a new one."""
    size = team.tournament.team_size
    others = members_of(team) if player is None else members_of(team).exclude(pk=player.pk)
    return size is None or others.count() < size


def large_teams(tournament: Tournament) -> list[tuple[Team, int]]:
    """Return the teams with more players than the event has in a team, with their numbers of players."""
    size = tournament.team_size
    counted = [] if size is None else [(team, members_of(team).count()) for team in tournament.teams.all()]
    return [(team, count) for team, count in counted if size is not None and count > size]


@dataclass(frozen=True)
class UnknownCountry:
    """A typed text that names no country, how many have it, and the code of a similar country.

    `entered`: the players and teams among them, who count in the federation's weight; the others wait for approval.
    """

    text: str
    count: int
    entered: int
    nearest: str

    @property
    def name(self) -> str:
        """The similar country in the reader's language; empty without one."""
        return places.name_of(self.nearest) if self.nearest else ""


def unknown_countries(tournament: Tournament) -> list[UnknownCountry]:
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
        (waiting if source == 2 else entered).setdefault(name_key(text), []).append(text)
    listed = []
    for key in dict.fromkeys([*entered, *waiting]):
        same = [*entered.get(key, []), *waiting.get(key, [])]
        listed.append(UnknownCountry(same[0], len(same), len(entered.get(key, [])), places.nearest(same[0])))
    return sorted(listed, key=lambda unknown: -unknown.count)


@dataclass(frozen=True)
class KnownPerson:
    """A person of earlier events: the newest entry, names of the events (newest first), and all entries."""

    entry: Entry
    events: tuple[str, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def key(self) -> str:
        """The event's short name and the number there, by which the person is chosen."""
        return f"{self.entry.tournament.slug} {self.entry.number}"

    @property
    def names(self) -> list[str]:
        """The names as they are written, newest first."""
        return list(dict.fromkeys(entry.name for entry in self.entries))

    @property
    def pictured(self) -> Entry | None:
        """The newest entry with a photo."""
        return next((entry for entry in self.entries if getattr(entry, "has_portrait", False)), None)

    @property
    def values(self) -> dict[str, Any]:
        """Values for a new entry."""
        return {name: getattr(self.entry, name) or "" for name in COPIED}


def known_names(user: User, tournament: Tournament, words: str = "") -> QuerySet[Entry, str]:
    """Query the folded names of the account's other events that nobody has here and that contain every word, in the
    order of their search keys.
    """
    entries = _earlier(user, tournament).exclude(folded_name__in=tournament.entries.values("folded_name"))
    for word in fold_name(words).split():
        entries = entries.filter(folded_name__contains=word)
    by_name = entries.order_by().values("folded_name").annotate(first_key=Min("search_key"))
    return by_name.order_by("first_key", "folded_name").values_list("folded_name", flat=True)


def known_people(user: User, tournament: Tournament, names: Collection[str]) -> list[KnownPerson]:
    """Return the people of the account's other events who are not entered here and whose newest name is one of
    the folded `names`, by name.

    Two entries are one person by the EMA number, or by name and country if one of them has no number.
    """
    people = _not_entered(tournament, register_of(user, tournament, names).people)
    return sorted(
        (person for person in people if person.entry.folded_name in names),
        key=lambda person: person.entry.sort_name.casefold(),
    )


def people_of_keys(user: User, tournament: Tournament, keys: Iterable[str]) -> dict[str, KnownPerson]:
    """Return the people who are not entered here by any of their keys (event's short name and number)."""
    places_of = [key.partition(" ")[::2] for key in keys]
    rows = _earlier(user, tournament).filter(
        tournament__slug__in={slug for slug, _number in places_of},
        number__in={integer_or(number, -1) for _slug, number in places_of},
    )
    register = register_of(user, tournament, set(rows.order_by().values_list("folded_name", flat=True)))
    people = _not_entered(tournament, register.people)
    return {f"{entry.tournament.slug} {entry.number}": person for person in people for entry in person.entries}


def _not_entered(tournament: Tournament, people: Iterable[KnownPerson]) -> list[KnownPerson]:
    entered = tournament.entries.order_by().values_list("folded_name", "ema_number")
    names, numbers = {name for name, _number in entered}, {number for _name, number in entered if number}
    return [
        person for person in people if person.entry.folded_name not in names and person.entry.ema_number not in numbers
    ]


def register_of(user: User, tournament: Tournament, names: Collection[str], numbers: Collection[str] = ()) -> Register:
    """Return the people of the account's other events with one of the folded names or EMA numbers, with all their
    entries.
    """
    earlier = _earlier(user, tournament).order_by()
    numbered = earlier.filter(folded_name__in=names).exclude(ema_number=None)
    numbers = {*numbers, *map(str, numbered.values_list("ema_number", flat=True))}
    # Entries of a number may bear other names, whose entries without a number are the same person's.
    names = {*names, *earlier.filter(ema_number__in=numbers).values_list("folded_name", flat=True)}
    return Register(newest_first(earlier.filter(Q(folded_name__in=names) | Q(ema_number__in=numbers))))


class Register:
    """People from entries, newest entry first.

    `same`: pairs of entries, by key, that are one person whatever their names (`SeasonMerge`).
    """

    def __init__(self, entries: Sequence[Entry], same: Iterable[tuple[int, int]] = ()) -> None:
        self.people: list[KnownPerson] = []
        self.by_ema: dict[str, KnownPerson] = {}
        self.by_name: dict[str, list[KnownPerson]] = {}
        numbers: dict[tuple[str, str], set[str]] = {}
        for entry in entries:
            if entry.ema_number:
                numbers.setdefault(_name_of(entry), set()).add(entry.ema_number)
        met: dict[tuple[str, str], list[Entry]] = {}
        for entry in entries:
            ema_numbers = {entry.ema_number} if entry.ema_number else numbers.get(_name_of(entry), set())
            key = ("EMA", str(*ema_numbers)) if len(ema_numbers) == 1 else _name_of(entry)
            met.setdefault(key, []).append(entry)
        for (kind, number), same_person in _joined(met, same).items():
            names = tuple(dict.fromkeys(entry.tournament.name for entry in same_person))
            person = KnownPerson(same_person[0], names, tuple(same_person))
            self.people.append(person)
            self.by_name.setdefault(same_person[0].folded_name, []).append(person)
            if kind == "EMA":
                self.by_ema[number] = person

    def find(self, name: str, ema_number: str = "") -> KnownPerson | None:
        """Return the person with that number, else the only one of that name."""
        if ema_number:
            return self.by_ema.get(ema_number)
        same = self.by_name.get(fold_name(name), [])
        return same[0] if len(same) == 1 else None


def _joined(
    met: dict[tuple[str, str], list[Entry]], same: Iterable[tuple[int, int]]
) -> dict[tuple[str, str], list[Entry]]:
    """Merge groups connected by a pair, in the order of their first entries."""
    pairs = list(same)
    if not pairs:
        return met
    group = {entry.pk: key for key, entries in met.items() for entry in entries}
    leads = {key: key for key in met}

    def lead(key: tuple[str, str]) -> tuple[str, str]:
        while leads[key] != key:
            key = leads[key]
        return key

    for first, second in pairs:
        if first in group and second in group:
            leads[lead(group[first])] = lead(group[second])
    joined: dict[tuple[str, str], list[Entry]] = {}
    for key, entries in met.items():
        joined.setdefault(lead(key), []).extend(entries)
    return joined


def _name_of(entry: Entry) -> tuple[str, str]:
    return entry.folded_name, places.identity(entry)


def _earlier(user: User, tournament: Tournament) -> QuerySet[Entry]:
    """Query the entries of the account's other events, without fillers."""
    real = Entry.objects.filter(tournament__in=workplaces(user), tournament__rehearsal=False)
    return real.exclude(tournament=tournament).filter(filler=False)


def newest_first(entries: QuerySet[Entry]) -> list[Entry]:
    """Order the entries for a register: newest event first, without fillers."""
    rows = entries.filter(filler=False).select_related("tournament")
    rows = rows.annotate(has_portrait=Exists(Portrait.objects.filter(entry=OuterRef("pk"))))
    return list(rows.order_by("-tournament__starts_on", "-tournament__pk", "number"))


def plays_in(person: User, tournament: Tournament) -> bool:
    """Return whether the account is a player's, also on the waiting list: linked to the entry, with the player's name,
    or with the e-mail address of the registration.
    """
    same = Q(account=person)
    if person.email:
        same |= Q(application__email__iexact=person.email)
    if tournament.entries.filter(same).exists():
        return True
    first, last = search_key(person.first_name), search_key(person.last_name)
    if not first or not last:
        return False
    name, alike = (first, last), tournament.entries.filter(search_key__contains=first)
    return any(
        (search_key(entry.given_name), search_key(entry.family_name)) == name
        or search_key(entry.romanised_name) == " ".join(name)
        for entry in alike.filter(search_key__contains=last)
    )


def stand_ins(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that may take a player's chair: the waiting list and house substitutes, by number."""
    free = Q(status=Entry.Status.WAITING) | Q(house=True, substitute_for=None)
    return tournament.entries.filter(free).exclude(status=Entry.Status.DROPPED).order_by("number")


SHEET_IN = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)


def live_seats_of(entry: Entry) -> QuerySet[Seat]:
    """Return the player's seats in published and playing seatings of unfinished rounds."""
    return Seat.objects.filter(entry=entry, seating__state__in=Seating.LIVE).exclude(
        seating__round__state=Round.State.FINISHED
    )


def rounds_with_sheet(entry: Entry) -> QuerySet[Round]:
    """Return the rounds in which a sheet of the player's table is entered or confirmed."""
    sheet = TableResult.objects.filter(
        table__round=OuterRef("pk"),
        state__in=SHEET_IN,
        seats__entry=entry,
    )
    return Round.objects.filter(Exists(sheet), tournament_id=entry.tournament_id)


IN_FIELD = (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN)
TO_APPROVE = (Application.State.UNCONFIRMED, Application.State.PENDING)
"""States of registrations that the desk has not decided on."""


def desk_of(tournament: Tournament) -> RegistrationDesk | None:
    """Return the event's registration settings; None if they were never set."""
    return RegistrationDesk.objects.filter(tournament=tournament).select_related("tournament").first()


def registration_is_open(desk: RegistrationDesk | None, now: datetime.datetime | None = None) -> bool:
    """Return whether registration is open: enabled, before its closing date and before play."""
    return desk is not None and desk.is_open and not closed_by_event(desk, now)


def closed_by_event(desk: RegistrationDesk, now: datetime.datetime | None = None) -> str:
    """Return why registration is closed even if it is enabled: the event has begun, or the closing date has passed;
    otherwise an empty text.
    """
    if desk.tournament.state != Tournament.State.PLANNED:
        return gettext("Registration stays closed: the event is no longer in preparation.")
    if desk.tournament.lent_at is not None:
        return gettext("Registration stays closed: the event is played in the hall.")
    if desk.closes_at is not None and desk.closes_at <= (now or timezone.now()):
        return gettext("Registration stays closed: its closing time has passed. Set a later one.")
    return ""


@dataclass(frozen=True)
class Places:
    """Places of the event. `free` is None without a limit; offered places count as taken."""

    capacity: int | None
    taken: int
    offered: int
    waiting: int

    @property
    def free(self) -> int | None:
        """Number of free places."""
        return None if self.capacity is None else max(0, self.capacity - self.taken - self.offered)


def places_of(desk: RegistrationDesk) -> Places:
    """Return the event's current places."""
    entries = desk.tournament.entries
    return Places(
        desk.capacity,
        entries.filter(status__in=IN_FIELD).count(),
        waiting_line(desk.tournament).exclude(offered_until=None).count(),
        waiting_line(desk.tournament).count(),
    )


def waiting_line(tournament: Tournament) -> QuerySet[Application]:
    """Return the waiting registrations in order; those with an offer come first until it lapses."""
    waiting = tournament.applications.filter(state=Application.State.ENTERED, entry__status=Entry.Status.WAITING)
    return waiting.select_related("entry").order_by("entry__created_at", "number")


def place_in_line(application: Application) -> int | None:
    """Return the position in the waiting list, from 1; None if not waiting."""
    line = list(waiting_line(application.tournament).values_list("pk", flat=True))
    return line.index(application.pk) + 1 if application.pk in line else None


def same_person(application: Application) -> list[Entry]:
    """Return entered players who may be the same person, by EMA number or name."""
    names = {fold_name(application.whole_name), fold_name(application.native_name)} - {""}
    others = Entry.objects.filter(tournament=application.tournament, application=None).order_by("number")
    return [
        entry
        for entry in others
        if (application.ema_number and entry.ema_number == application.ema_number)
        or names
        & {fold_name(f"{entry.given_name} {entry.family_name}"), fold_name(entry.name), fold_name(entry.native_name)}
    ]


def applied_twice(application: Application) -> Application | None:
    """Return an earlier valid registration that seems to be the same person's."""
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
    """A person that a mailing is for: a registration, a player, or both."""

    application: Application | None
    entry: Entry | None
    confirmed_only: bool = False
    """Leave an address out that nobody has confirmed."""

    @property
    def name(self) -> str:
        """The whole name if the person registered, else the player's."""
        return self.application.whole_name if self.application else self.entry.name if self.entry else ""

    @property
    def number(self) -> int | None:
        """The player's number; None before a registration is approved."""
        return self.entry.number if self.entry else None

    @property
    def address(self) -> str:
        """The e-mail address of the registration; empty without one."""
        if self.application is None or (self.confirmed_only and self.application.confirmed_at is None):
            return ""
        return self.application.email

    @property
    def language(self) -> str:
        """The language of the registration; empty if unknown."""
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
"""Registrations without an entry. Unconfirmed ones are in no group: anybody can type somebody else's address."""


def with_counts(mailings: QuerySet[Mailing]) -> QuerySet[Mailing]:
    """Annotate mailings with the numbers of their e-mails that are `sent`, `failed` or have `no_address`."""
    states = (Email.State.SENT, Email.State.FAILED, Email.State.NO_ADDRESS)
    return mailings.annotate(**{state.value: Count("emails", filter=Q(emails__state=state)) for state in states})


def recipients(
    tournament: Tournament, groups: Iterable[str], language: str = "", *, confirmed_only: bool = False
) -> list[Recipient]:
    """Return the people in any of the groups of `Mailing.Group`, each once, players by number first.

    `language`: only those who registered in it. `confirmed_only`: the site itself writes to them, and not to addresses
    that nobody has confirmed.
    """
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


def marks_of(tournament: Tournament) -> names.Marks:
    """Return what tells the namesakes of the event apart, for pages where names decide."""
    return names.marks(tournament.entries.all())
