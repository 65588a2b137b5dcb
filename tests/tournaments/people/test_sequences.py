"""Links, merges, undos and erasures in any order, held against a partition of the entries kept beside them."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.people import acting, person
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.people import services
from tournaments.people.models import MergedLink, Person, PersonEntry, PersonMerge

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NAMES = ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uwe Sand")
SIZE = 8

Links = dict[int, int]
"""Entry -> a label of its person, both from 0."""


@pytest.fixture
@remembered
def events() -> list[Tournament]:
    """Two events; all four of each meet in round 1."""
    played("spring", [(30, 10, -10, -30)], NAMES)
    played("autumn", [(30, 10, -10, -30)], NAMES, day="2026-10-03")
    ada = person("ada")
    ada.is_superuser = ada.is_staff = True
    ada.save()
    return list(Tournament.objects.order_by("pk"))


class Partition:
    """Expected links: entries 0 to 3 play in one event, 4 to 7 in the other."""

    def __init__(self) -> None:
        self.links: Links = {}
        self.fresh = 0
        self.merges: dict[int, int] = {}
        """Key of a merge -> label of the person that went."""

    def label_of(self, entry: int) -> int:
        if entry not in self.links:
            self.fresh += 1
            self.links[entry] = self.fresh
        return self.links[entry]

    def members(self, entry: int) -> set[int]:
        return {key for key, label in self.links.items() if label == self.links.get(entry)} | {entry}

    def groups(self) -> set[frozenset[int]]:
        labels = set(self.links.values())
        return {frozenset(key for key, held in self.links.items() if held == label) for label in labels}


def meets(entries: set[int]) -> bool:
    return any(first // 4 == second // 4 for first, second in combinations(entries, 2))


def read_groups(entries: list[Entry]) -> set[frozenset[int]]:
    places = {entry.pk: place for place, entry in enumerate(entries)}
    rows: dict[int, set[int]] = {}
    for entry, holder in PersonEntry.objects.values_list("entry", "person"):
        rows.setdefault(holder, set()).add(places[entry])
    return {frozenset(group) for group in rows.values()}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("link", "link", "unlink", "merge", "merge", "undo", "erase", "else")),
        st.integers(0, SIZE - 1),
        st.integers(0, SIZE - 1),
    ),
    max_size=14,
)


@settings(
    max_examples=200 if in_full() else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(STEPS)
def test_any_sequence_leaves_the_partition_that_it_describes(
    events: list[Tournament], steps: list[tuple[str, int, int]]
) -> None:
    with transaction.atomic():
        entries = list(Entry.objects.select_related("tournament").order_by("tournament", "number"))
        partition = Partition()
        for step, first, second in steps:
            perform(partition, entries, step, first, second)
            assert read_groups(entries) == partition.groups()
            assert not any(meets(set(group)) for group in read_groups(entries))
            returning = set(MergedLink.objects.values_list("merge__goes", flat=True))
            assert set(Person.objects.filter(links=None).values_list("pk", flat=True)) <= returning
        transaction.set_rollback(True)


def perform(partition: Partition, entries: list[Entry], step: str, first: int, second: int) -> None:
    by, one, other = acting("ada"), entries[first], entries[second]
    links = partition.links
    if step == "link":
        target = partition.members(second)
        if first == second or (first not in target and meets(target | {first})):
            with pytest.raises(UserError):
                services.link(by, entry=one, same_as=other, namesakes=False)
        else:
            services.link(by, entry=one, same_as=other, namesakes=False)
            links[first] = partition.label_of(second)
    elif step == "unlink":
        services.unlink(by, entry=one)
        if list(links.values()).count(links.get(first, 0)) > 1:
            # A player alone keeps the person.
            links.pop(first)
    elif step == "else":
        if first == second or (second in links and links.get(first) == links[second]):
            with pytest.raises(UserError):
                services.answer_somebody_else(by, entry=one, same_as=other)
        else:
            services.answer_somebody_else(by, entry=one, same_as=other)
            partition.label_of(second)
    elif step == "merge":
        both = partition.members(first) | partition.members(second)
        if first == second or second in partition.members(first) or meets(both):
            with pytest.raises(UserError):
                services.merge(by, stays=one, goes=other)
        else:
            merged = services.merge(by, stays=one, goes=other)
            stays, goes = partition.label_of(first), partition.label_of(second)
            links.update({key: stays for key, label in links.items() if label == goes})
            partition.merges[merged.pk] = goes
    elif step == "undo":
        undo(partition, entries)
    elif step == "erase":
        privacy.erase(by, one)
        links.pop(first, None)


def undo(partition: Partition, entries: list[Entry]) -> None:
    """Take the latest merge back that is on record; the entries that it moved and that stayed go back."""
    merge = PersonMerge.objects.order_by("-pk").first()
    if merge is None:
        return
    places = {entry.pk: place for place, entry in enumerate(entries)}
    moved = {places[key] for key in merge.moved.values_list("entry", flat=True)}
    held = {places[key] for key in merge.stays.links.values_list("entry", flat=True)}
    goes = partition.merges[merge.pk]
    services.part(acting("ada"), merge=merge)
    partition.links.update(dict.fromkeys(moved & held, goes))
