"""People across events, made of entries so that nobody is stored twice; players' accounts and seats; registration."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet, Value
from django.utils import timezone
from django.utils.translation import gettext

from engine.exact import integer_or
from tournaments.accounts.models import User
from tournaments.core.permissions import can, list_workplaces
from tournaments.core.text import names, places
from tournaments.core.text.folding import fold_name, fold_search_words, fold_to_name_key
from tournaments.core.visibility import Visitor
from tournaments.entries.fields import PLAYER, PRIVATE_FACTS
from tournaments.entries.models.entries import Entry, Portrait, StageEntry, StageTeam, Team
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Application, Email, RegistrationDesk
from tournaments.events.models import Stage, Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round, Seat, Seating

COPIED = tuple(column.name for column in PLAYER if column.copied)
SEARCHED_APART = tuple(column.name for column in PLAYER if column.searched and column.name in PRIVATE_FACTS)
"""Fields searched besides number, team and search key, for those who may see them."""


ABSENT = (Entry.Status.WAITING, Entry.Status.DROPPED)


def list_visible_private_facts(viewer: Visitor, tournament: Tournament) -> frozenset[str]:
    return frozenset(name for name, action in PRIVATE_FACTS.items() if can(viewer, action, tournament))


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


@dataclass(frozen=True)
class KnownPerson:
    """Person of earlier events: newest entry, names of the events (newest first), and all entries."""

    entry: Entry
    events: tuple[str, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def key(self) -> str:
        """Short name of the event and number there."""
        return f"{self.entry.tournament.slug} {self.entry.number}"

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(entry.name for entry in self.entries))

    @property
    def pictured(self) -> Entry | None:
        return next((entry for entry in self.entries if getattr(entry, "has_portrait", False)), None)

    @property
    def values(self) -> dict[str, Any]:
        return {name: "" if (stored := getattr(self.entry, name)) is None else stored for name in COPIED}


def query_names_of_earlier_events(user: User, tournament: Tournament, words: str = "") -> QuerySet[Entry, str]:
    """Query the folded names of earlier events that nobody has here and that contain every word, by search key."""
    entries = _query_entries_of_earlier_events(user, tournament).exclude(
        folded_name__in=tournament.entries.values("folded_name")
    )
    for word in fold_name(words).split():
        entries = entries.filter(folded_name__contains=word)
    by_name = entries.order_by().values("folded_name").annotate(first_key=Min("search_key"))
    return by_name.order_by("first_key", "folded_name").values_list("folded_name", flat=True)


def list_people_of_earlier_events(user: User, tournament: Tournament, names: Collection[str]) -> list[KnownPerson]:
    """Return the people of earlier events not entered here whose newest folded name is in `names`, by name.

    Two entries are one person by their links, else by the EMA number, or by name and country if one of them has no
    number.
    """
    people = _filter_not_entered(tournament, register_of(user, tournament, names).people)
    return sorted(
        (person for person in people if person.entry.folded_name in names),
        key=lambda person: person.entry.sort_name.casefold(),
    )


def map_keys_to_people(user: User, tournament: Tournament, keys: Iterable[str]) -> dict[str, KnownPerson]:
    places_of = [key.partition(" ")[::2] for key in keys]
    rows = _query_entries_of_earlier_events(user, tournament).filter(
        tournament__slug__in={slug for slug, _number in places_of},
        number__in={integer_or(number, -1) for _slug, number in places_of},
    )
    register = register_of(user, tournament, set(rows.order_by().values_list("folded_name", flat=True)))
    people = _filter_not_entered(tournament, register.people)
    return {f"{entry.tournament.slug} {entry.number}": person for person in people for entry in person.entries}


def _filter_not_entered(tournament: Tournament, people: Iterable[KnownPerson]) -> list[KnownPerson]:
    entered = tournament.entries.order_by().values_list("folded_name", "ema_number")
    names, numbers = {name for name, _number in entered}, {number for _name, number in entered if number}
    linked = tournament.entries.order_by().values("person_link__person")
    same = set(Entry.objects.filter(person_link__person__in=linked).order_by().values_list("pk", flat=True))
    return [
        person
        for person in people
        if person.entry.folded_name not in names
        and person.entry.ema_number not in numbers
        and same.isdisjoint(entry.pk for entry in person.entries)
    ]


def register_of(user: User, tournament: Tournament, names: Collection[str], numbers: Collection[str] = ()) -> Register:
    """Return the people of other events with these folded names or EMA numbers, and all their entries."""
    earlier = _query_entries_of_earlier_events(user, tournament).order_by()
    facts = ("folded_name", "ema_number", "person_link__person")
    met: tuple[set[Any], set[Any], set[Any]] = (set(names), set(numbers), set())
    size = -1
    # Entries with the same number or person may have other names; entries with those names are the same person's.
    while size < (size := sum(map(len, met))):
        rows = earlier.filter(Q(folded_name__in=met[0]) | Q(ema_number__in=met[1]) | Q(person_link__person__in=met[2]))
        for row in rows.values_list(*facts):
            for values, value in zip(met, row, strict=True):
                if value:
                    values.add(value)
    return Register(list_newest_first(rows), persons=map_persons(rows))


def map_persons(entries: QuerySet[Entry]) -> dict[int, int]:
    """Return entry -> person of those that are linked, by keys."""
    return dict(entries.exclude(person_link=None).order_by().values_list("pk", "person_link__person"))


class Register:
    """People from entries, newest first; `same`: pairs of keys that are one person (`SeasonMerge`).

    `persons`: entry -> person. Entries of one are one person; those of two are not, though name or number agree.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        same: Iterable[tuple[int, int]] = (),
        persons: Mapping[int, int] | None = None,
    ) -> None:
        self.people: list[KnownPerson] = []
        self.by_ema: dict[str, KnownPerson] = {}
        self.by_name: dict[str, list[KnownPerson]] = {}
        numbers: dict[tuple[str, str], set[str]] = {}
        for entry in entries:
            if entry.ema_number:
                numbers.setdefault(_build_identity_key(entry), set()).add(entry.ema_number)
        met: dict[tuple[str, str], list[Entry]] = {}
        for entry in entries:
            ema_numbers = {entry.ema_number} if entry.ema_number else numbers.get(_build_identity_key(entry), set())
            key = ("EMA", str(*ema_numbers)) if len(ema_numbers) == 1 else _build_identity_key(entry)
            met.setdefault(key, []).append(entry)
        if persons:
            met = _part_linked_people(met, persons)
            same = [*same, *_list_linked_pairs(persons)]
        newest_first = {entry.pk: index for index, entry in enumerate(entries)}
        ambiguous: set[str] = set()
        for same_person in _join_same_people(met, same).values():
            same_person.sort(key=lambda entry: newest_first[entry.pk])
            names = tuple(dict.fromkeys(entry.tournament.name for entry in same_person))
            person = KnownPerson(same_person[0], names, tuple(same_person))
            self.people.append(person)
            self.by_name.setdefault(same_person[0].folded_name, []).append(person)
            for ema_number in {entry.ema_number for entry in same_person if entry.ema_number}:
                if self.by_ema.setdefault(ema_number, person) is not person:
                    ambiguous.add(ema_number)
        for ema_number in ambiguous:
            del self.by_ema[ema_number]

    def find(self, name: str, ema_number: str = "") -> KnownPerson | None:
        """Return the person with that number, else the only one of that name."""
        if ema_number:
            return self.by_ema.get(ema_number)
        same = self.by_name.get(fold_name(name), [])
        return same[0] if len(same) == 1 else None


def _part_linked_people(
    met: dict[tuple[str, str], list[Entry]], persons: Mapping[int, int]
) -> dict[tuple[str, str], list[Entry]]:
    """Take the linked entries out of those groups that hold entries of several persons."""
    parted: dict[tuple[str, str], list[Entry]] = {}
    for key, entries in met.items():
        several = len({persons[entry.pk] for entry in entries if entry.pk in persons}) > 1
        for entry in entries:
            own_key = ("LINKED", str(persons[entry.pk])) if several and entry.pk in persons else key
            parted.setdefault(own_key, []).append(entry)
    return parted


def _list_linked_pairs(persons: Mapping[int, int]) -> list[tuple[int, int]]:
    leads: dict[int, int] = {}
    return [(leads.setdefault(person, entry), entry) for entry, person in persons.items()]


def _join_same_people(
    met: dict[tuple[str, str], list[Entry]], same: Iterable[tuple[int, int]]
) -> dict[tuple[str, str], list[Entry]]:
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


def _build_identity_key(entry: Entry) -> tuple[str, str]:
    return entry.folded_name, places.identify_country(entry)


def _query_entries_of_earlier_events(user: User, tournament: Tournament) -> QuerySet[Entry]:
    real = Entry.objects.filter(tournament__in=list_workplaces(user), tournament__rehearsal=False)
    return real.exclude(tournament=tournament).filter(filler=False)


def list_newest_first(entries: QuerySet[Entry]) -> list[Entry]:
    """Order the entries for a register: newest event first, without fillers."""
    rows = entries.filter(filler=False).select_related("tournament")
    rows = rows.annotate(has_portrait=Exists(Portrait.objects.filter(entry=OuterRef("pk"))))
    return list(rows.order_by("-tournament__starts_on", "-tournament__pk", "number"))


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
    """Leave out an unconfirmed address."""

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


def build_name_marks(tournament: Tournament) -> names.Marks:
    return names.map_marks(tournament.entries.all())
