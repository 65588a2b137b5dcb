"""Persons known to an organiser: entries of their events that may be one person, and rounds in which both sit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from django.db.models import Count, Q, QuerySet
from django.utils.translation import ngettext

from tournaments.accounts.models import Role, User
from tournaments.core.permissions import list_workplaces
from tournaments.entries.known_people import KnownPerson, Register, list_newest_first, map_persons
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people.models import PersonEntry, SomebodyElse
from tournaments.rounds.models import Seat, Seating, StandIn


@dataclass(frozen=True)
class SharedRound:
    """Round in which two entries of one event both play, so that they cannot be one person."""

    first: Entry
    second: Entry
    rounds: tuple[int, ...]


@dataclass(frozen=True)
class Suggestion:
    """Player without a person here, and the known persons that it may be."""

    entry: Entry
    people: tuple[KnownPerson, ...]


def query_events_to_link(user: User) -> QuerySet[Tournament]:
    """Query the events whose players the account may link: those that it directs; of an administrator all."""
    events = list_workplaces(user).filter(rehearsal=False)
    if user.limits is not None and "entries.edit" not in user.limits.actions:
        return events.none()
    if user.is_superuser:
        return events
    return events.filter(pk__in=user.memberships.filter(role=Role.DIRECTOR).values("tournament"))


def list_same_pairs(entries: QuerySet[Entry]) -> list[tuple[int, int]]:
    """Return pairs of keys of those entries that are linked to one person, by person."""
    links = PersonEntry.objects.filter(entry__in=entries).order_by("person", "entry").values_list("person", "entry")
    return [(first[1], second[1]) for first, second in pairwise(links) if first[0] == second[0]]


def map_rounds_of(entries: Collection[int]) -> dict[int, set[int]]:
    """Return entry -> keys of the rounds in which it sits or stands in."""
    rounds: dict[int, set[int]] = {}
    seats = Seat.objects.filter(entry__in=entries, seating__state__in=Seating.LIVE).order_by()
    stand_ins = StandIn.objects.filter(entry__in=entries).order_by()
    for entry, round_ in [*seats.values_list("entry", "seating__round"), *stand_ins.values_list("entry", "round")]:
        rounds.setdefault(entry, set()).add(round_)
    return rounds


def list_shared_rounds(entries: Iterable[Entry]) -> list[SharedRound]:
    """Return the pairs of the entries that play in one round, with the numbers of the rounds."""
    by_event: dict[int, list[Entry]] = {}
    for entry in entries:
        by_event.setdefault(entry.tournament_id, []).append(entry)
    several = {event: same for event, same in by_event.items() if len(same) > 1}
    rounds = map_rounds_of([entry.pk for same in several.values() for entry in same]) if several else {}
    numbers = (
        dict(Tournament.objects.filter(pk__in=several).order_by().values_list("rounds__pk", "rounds__number"))
        if rounds
        else {}
    )
    shared = []
    for same in several.values():
        for first, second in combinations(sorted(same, key=lambda entry: entry.number), 2):
            if both := rounds.get(first.pk, set()) & rounds.get(second.pk, set()):
                shared.append(SharedRound(first, second, tuple(sorted(numbers[key] for key in both))))
    return shared


def list_people_sitting_twice(tournament: Tournament) -> list[SharedRound]:
    """Return the entries of one person that both play in a round: seated after they were linked."""
    links = PersonEntry.objects.filter(entry__tournament=tournament).order_by("person").select_related("entry")
    by_person: dict[int, list[Entry]] = {}
    for link in links:
        by_person.setdefault(link.person_id, []).append(link.entry)
    return [shared for same in by_person.values() if len(same) > 1 for shared in list_shared_rounds(same)]


def find_entry(events: QuerySet[Tournament], event: str, number: int) -> Entry | None:
    """Return the player of one of these events by short name and number."""
    rows = Entry.objects.filter(tournament__in=events, tournament__slug=event, number=number, filler=False)
    return rows.select_related("tournament").first()


def list_entries_of_same_person(user: User, entry: Entry) -> list[Entry]:
    """Return the entries of other events of the account that are linked to the entry's person, newest first."""
    link = PersonEntry.objects.filter(entry=entry).first()
    if link is None:
        return []
    rows = Entry.objects.filter(person_link__person=link.person_id, tournament__in=query_events_to_link(user))
    return list_newest_first(rows.exclude(pk=entry.pk))


def build_known_register(user: User, tournament: Tournament, entries: Sequence[Entry]) -> Register:
    """Return the people of the account's other events who share a name, a number or a person with the entries."""
    names = {entry.folded_name for entry in entries}
    numbers = {entry.ema_number for entry in entries if entry.ema_number}
    events = query_events_to_link(user).exclude(pk=tournament.pk)
    others = Entry.objects.filter(tournament__in=events).order_by()
    named = others.filter(Q(folded_name__in=names) | Q(ema_number__in=numbers))
    rows = others.filter(
        Q(folded_name__in=names)
        | Q(ema_number__in=numbers)
        | Q(ema_number__in=named.exclude(ema_number=None).values("ema_number"))
        | Q(person_link__person__in=PersonEntry.objects.filter(entry__in=named).values("person"))
    )
    return Register(list_newest_first(rows), persons=map_persons(rows))


def suggest(user: User, tournament: Tournament, numbers: Collection[int] | None = None) -> list[Suggestion]:
    """Return the players without a person who may be known persons of the account's other events, by number.

    Nobody is suggested to who does not direct this event, nor in a rehearsal.

    `numbers`: only these players. Persons who are linked to another player here, and those to whom somebody has
    answered that they are somebody else, are left out.
    """
    entries = tournament.entries.filter(filler=False, person_link=None).exclude(folded_name="").order_by("number")
    chosen = list(entries if numbers is None else entries.filter(number__in=numbers))
    if not chosen or not query_events_to_link(user).filter(pk=tournament.pk).exists():
        return []
    people = build_known_register(user, tournament, chosen).people
    keys = [entry.pk for person in people for entry in person.entries]
    persons = dict(PersonEntry.objects.filter(entry__in=keys).order_by().values_list("entry", "person"))
    refused: dict[int, set[int]] = {}
    for entry_key, person_key in (
        SomebodyElse.objects.filter(entry__in=chosen).order_by().values_list("entry", "person")
    ):
        refused.setdefault(entry_key, set()).add(person_key)
    entered = set(PersonEntry.objects.filter(entry__tournament=tournament).order_by().values_list("person", flat=True))
    suggestions = []
    for entry in chosen:
        left_out = entered | refused.get(entry.pk, set())
        known = tuple(
            person
            for person in people
            if _may_be(entry, person) and not left_out & {persons.get(same.pk) for same in person.entries}
        )
        if known:
            suggestions.append(Suggestion(entry, known))
    return suggestions


def describe_suggestions(user: User, tournament: Tournament) -> str:
    """Return the number of players who may be known persons as a sentence; empty without any."""
    count = len(suggest(user, tournament))
    if not count:
        return ""
    return ngettext("%(n)s player may be a known person.", "%(n)s players may be known persons.", count) % {"n": count}


def _may_be(entry: Entry, person: KnownPerson) -> bool:
    numbers = {same.ema_number for same in person.entries if same.ema_number}
    if entry.ema_number and numbers:
        return entry.ema_number in numbers
    return any(same.folded_name == entry.folded_name for same in person.entries)


def list_linked_players(user: User, tournament: Tournament) -> list[tuple[Entry, list[Entry]]]:
    """Return the linked players by number, each with the entries of its person in the account's other events."""
    # A player alone has a person for the consent to a page across events.
    linked = PersonEntry.objects.order_by().values("person").annotate(count=Count("pk")).filter(count__gt=1)
    own = tournament.entries.filter(person_link__person__in=linked.values("person"))
    own = own.select_related("person_link").order_by("number")
    rows = Entry.objects.filter(
        person_link__person__in=own.order_by().values("person_link__person"),
        tournament__in=query_events_to_link(user),
    )
    by_person: dict[int, list[Entry]] = {}
    for entry in rows.select_related("tournament", "person_link").order_by("-tournament__starts_on", "-pk"):
        by_person.setdefault(entry.person_link.person_id, []).append(entry)
    return [(entry, [row for row in by_person.get(entry.person_link.person_id, []) if row != entry]) for entry in own]


def find_by_code(code: str) -> Entry | None:
    """Return the player with this code, of any event: `spring-open/12`."""
    slug, _stroke, number = code.strip().partition("/")
    if not (number.isdecimal() and len(number) < 7):
        return None
    return find_entry(Tournament.objects.filter(rehearsal=False), slug, int(number))


@dataclass(frozen=True)
class MergeEffects:
    """Entries that a merge makes one person, with True for those of the person that stays; what forbids it."""

    rows: tuple[tuple[Entry, bool], ...]
    shared: tuple[SharedRound, ...]


def describe_merge(stays: Entry, goes: Entry) -> MergeEffects:
    rows = [(entry, is_staying) for first, is_staying in ((stays, True), (goes, False)) for entry in _list_same(first)]
    return MergeEffects(tuple(rows), tuple(list_shared_rounds({entry for entry, _staying in rows})))


def _list_same(entry: Entry) -> list[Entry]:
    rows = Entry.objects.filter(person_link__person__links__entry=entry).select_related("tournament")
    return list(rows.order_by("-tournament__starts_on", "-pk")) or [entry]
