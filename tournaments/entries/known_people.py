"""Known people: entries of several events put together into persons, for those who work at these events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet

from engine.exact import integer_or
from tournaments.accounts.models import User
from tournaments.core.permissions import list_workplaces
from tournaments.core.text import places
from tournaments.core.text.folding import fold_name
from tournaments.entries.fields import PLAYER
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.events.models import Tournament

COPIED = tuple(column.name for column in PLAYER if column.copied)


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
