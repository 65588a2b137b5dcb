"""Entries of several events become one person and are parted again; administrators merge persons and undo that."""

from typing import Any

import pytest

from tests.support.people import acting, people, person, small_tournament
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.accounts.models import Membership
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.people import services
from tournaments.people.models import MergedLink, Person, PersonEntry, PersonMerge, SomebodyElse
from tournaments.people.queries import list_people_sitting_twice, suggest

pytestmark = pytest.mark.django_db

NAMES = ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uwe Sand")


@pytest.fixture
@remembered
def events() -> list[Tournament]:
    """Three events of olga's; round 1 of each is played by all four."""
    return [
        played(slug, [(30, 10, -10, -30)], NAMES, day=day)
        for slug, day in (("spring", "2026-05-02"), ("summer", "2026-07-02"), ("autumn", "2026-10-03"))
    ]


def entry(code: str) -> Entry:
    slug, _stroke, number = code.partition("/")
    return Entry.objects.select_related("tournament").get(tournament__slug=slug, number=number)


def groups() -> set[tuple[str, ...]]:
    """Return the codes of each person's entries."""
    rows: dict[int, list[str]] = {}
    for link in PersonEntry.objects.select_related("entry__tournament"):
        rows.setdefault(link.person_id, []).append(services.format_code(link.entry))
    return {tuple(sorted(codes)) for codes in rows.values()}


def link(first: str, second: str, by: Actor | None = None, **options: Any) -> Person:
    return services.link(by or acting(), entry=entry(first), same_as=entry(second), **options)


def administrator() -> Actor:
    user = person("ada")
    user.is_superuser = user.is_staff = True
    user.save()
    return acting("ada")


def test_one_click_links_a_player_with_all_entries_of_the_known_person(events: list[Tournament]) -> None:
    (first, *_more) = suggest(person("olga"), events[2])
    assert (first.entry.number, [(known.entry.name, known.events) for known in first.people]) == (
        1, [("Ida Leitner", ("Summer", "Spring"))],
    )  # fmt: skip
    link("autumn/1", "summer/1")
    assert groups() == {("autumn/1", "spring/1", "summer/1")}
    assert [row.entry.number for row in suggest(person("olga"), events[2])] == [2, 3, 4]
    noted = AuditEntry.objects.get(action="people.link")
    assert noted.after == {
        "player": "autumn/1", "same_as": "summer/1", "entries": ["autumn/1", "spring/1", "summer/1"],
    }  # fmt: skip
    in_events = AuditEntry.objects.filter(action="people.move").values_list("after", flat=True)
    assert [dict(after) for after in in_events] == [{"linked": True}] * 3


def test_a_second_click_and_a_second_organiser_change_nothing(events: list[Tournament]) -> None:
    link("autumn/1", "summer/1")
    logged = AuditEntry.objects.count()
    link("autumn/1", "summer/1")
    link("summer/1", "autumn/1")
    assert AuditEntry.objects.count() == logged
    services.unlink(acting(), entry=entry("autumn/1"))
    logged = AuditEntry.objects.count()
    services.unlink(acting(), entry=entry("autumn/1"))
    assert (groups(), AuditEntry.objects.count()) == ({("spring/1", "summer/1")}, logged)


def test_somebody_else_is_remembered_until_they_are_linked(events: list[Tournament]) -> None:
    services.answer_somebody_else(acting(), entry=entry("autumn/1"), same_as=entry("summer/1"))
    services.answer_somebody_else(acting(), entry=entry("autumn/1"), same_as=entry("summer/1"))
    assert SomebodyElse.objects.count() == 1
    assert [row.entry.number for row in suggest(person("olga"), events[2])] == [2, 3, 4]
    link("autumn/1", "summer/1")
    assert SomebodyElse.objects.count() == 0
    with pytest.raises(UserError, match="unlink them first"):
        services.answer_somebody_else(acting(), entry=entry("autumn/1"), same_as=entry("summer/1"))


def test_two_who_met_in_a_round_are_not_one_person(events: list[Tournament]) -> None:
    refusal = "Autumn: players 1 and 2 both play in round 1, so they are not one person."
    with pytest.raises(UserError) as refused:
        link("autumn/1", "autumn/2")
    assert str(refused.value) == refusal
    link("autumn/1", "spring/1", namesakes=False)
    with pytest.raises(UserError) as refused:
        link("autumn/2", "spring/1", namesakes=False)
    assert str(refused.value) == refusal
    link("autumn/2", "spring/2", namesakes=False)
    with pytest.raises(UserError) as refused:
        services.merge(administrator(), stays=entry("spring/1"), goes=entry("spring/2"))
    assert "in round 1" in str(refused.value)
    assert groups() == {("autumn/1", "spring/1"), ("autumn/2", "spring/2")}


def test_a_later_seating_stands_and_is_named_as_an_open_item(events: list[Tournament]) -> None:
    late = players.add(acting(), events[2], given_name="Ida", family_name="Leitner-Sol")
    services.link(acting(), entry=late, same_as=entry("autumn/1"))
    assert list_people_sitting_twice(events[2]) == []
    seat = entry("autumn/2").seats.get()
    seat.entry = late
    seat.save()
    (pair,) = list_people_sitting_twice(events[2])
    assert (pair.first.number, pair.second.number, pair.rounds) == (1, late.number, (1,))
    services.unlink(acting(), entry=late)
    assert list_people_sitting_twice(events[2]) == []


def test_an_organiser_neither_learns_of_nor_links_players_of_others(events: list[Tournament]) -> None:
    Membership.objects.filter(user=person("olga"), tournament=events[0]).delete()
    (first, *_more) = suggest(person("olga"), events[2])
    assert [known.events for known in first.people] == [("Summer",)]
    with pytest.raises(UserError, match="that you direct"):
        link("autumn/1", "spring/1")
    services.merge(administrator(), stays=entry("spring/1"), goes=entry("summer/1"))
    link("autumn/1", "summer/1")
    (held,) = groups()
    assert held == ("autumn/1", "spring/1", "summer/1")


def test_scorers_are_offered_nobody(events: list[Tournament]) -> None:
    event = small_tournament(0, slug="winter")
    people(event)
    players.add(acting(), event, given_name="Ida", family_name="Leitner")
    assert suggest(person("sam"), event) == []


def test_an_undo_of_a_merge_restores_exactly_the_former_links(events: list[Tournament]) -> None:
    ada = administrator()
    link("summer/1", "spring/1", namesakes=False)
    before, persons = groups(), set(Person.objects.values_list("key", flat=True))
    merged = services.merge(ada, stays=entry("spring/1"), goes=entry("autumn/3"))
    assert groups() == {("autumn/3", "spring/1", "summer/1")}
    services.part(ada, merge=merged)
    assert groups() == before | {("autumn/3",)}
    assert persons < set(Person.objects.values_list("key", flat=True))
    with pytest.raises(UserError, match="removed in the meantime"):
        services.part(ada, merge=merged)


def test_merges_are_taken_back_in_turn_and_leave_what_was_linked_elsewhere_since(events: list[Tournament]) -> None:
    ada = administrator()
    first = services.merge(ada, stays=entry("spring/1"), goes=entry("summer/1"))
    second = services.merge(ada, stays=entry("autumn/1"), goes=entry("spring/1"))
    with pytest.raises(UserError, match="merged into another since"):
        services.part(ada, merge=first)
    services.unlink(acting(), entry=entry("summer/1"))
    services.part(ada, merge=second)
    assert groups() == {("spring/1",), ("autumn/1",)}
    services.part(ada, merge=first)
    assert groups() == {("spring/1",), ("autumn/1",)}
    assert Person.objects.count() == 2


def test_a_person_goes_with_the_last_entry(events: list[Tournament]) -> None:
    ada = administrator()
    services.merge(ada, stays=entry("spring/1"), goes=entry("summer/1"))
    services.answer_somebody_else(ada, entry=entry("autumn/2"), same_as=entry("spring/1"))
    privacy.erase(ada, entry("summer/1"))
    assert (groups(), Person.objects.count(), PersonMerge.objects.count()) == ({("spring/1",)}, 1, 0)
    privacy.erase(ada, entry("spring/1"))
    assert [model.objects.count() for model in (Person, PersonEntry, PersonMerge, MergedLink, SomebodyElse)] == [0] * 5
