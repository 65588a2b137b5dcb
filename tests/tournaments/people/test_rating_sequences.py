"""The stored ratings of the site equal those computed from the sheets alone, after any sequence of changes."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.people import acting, person
from tests.support.rating_formulas import openskill_values
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.services import event_files, removal
from tournaments.people import consent, ratings, services
from tournaments.people.careers import query_visible_people
from tournaments.people.models import Person, PersonEntry, PersonMerge, PersonRating
from tournaments.results.models.results import TableResult
from tournaments.results.services import results
from tournaments.results.services import settings as event_settings
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NAMES = ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uwe Sand")
POINTS = [(30, 10, -10, -30)], [(-20, 20, 20, -20), (5, 15, -15, -5)]
DAY = datetime.date(2026, 5, 1)


@pytest.fixture
@remembered
def archive() -> str:
    """Two public events of the same four names, and the file of a third, which was released before both."""
    ada = person("ada")
    ada.is_superuser = ada.is_staff = True
    ada.save()
    winter = played("winter", [(-40, 0, 10, 30)], NAMES, day="2026-01-04")
    for number, points in enumerate(POINTS):
        played(f"event-{number}", points, NAMES, day=f"2026-0{number + 5}-02")
    content = pack(winter)
    delete(winter)
    ratings.store_stale()
    return content.hex()


def delete(event: Tournament) -> None:
    removal.remove(acting("ada"), tournament=event, name=event.name, reason="Made twice.", demonstration=True)


def compute_from_nothing() -> dict[int, tuple[float, int]]:
    """Return person -> rating and games, from confirmed sheets of released rounds in public events."""
    people = dict(PersonEntry.objects.values_list("entry", "person"))
    sheets = TableResult.objects.filter(
        state=TableResult.State.CONFIRMED,
        table__round__released_at__isnull=False,
        table__round__tournament__published=True,
        table__round__tournament__standings_hidden=False,
    )
    order = ("table__round__released_at", "table__round__number", "table__round__tournament", "table__number")
    games = []
    for sheet in sheets.order_by(*order):
        seats = list(sheet.seats.values_list("entry", "points"))
        chairs = [(people.get(entry, ("entry", entry)), points) for entry, points in seats]
        if len({player for player, _points in chairs}) == len(chairs):
            games.append([(player, 1 + sum(more > points for _o, more in chairs)) for player, points in chairs])
    visible = set(query_visible_people().values_list("pk", flat=True))
    return {
        player: (value, sum(player in dict(game) for game in games))
        for player, value in openskill_values(games).items()
        if isinstance(player, int) and player in visible
    }


def read_stored() -> dict[int, tuple[float, int]]:
    return {row.person_id: (row.value, row.games) for row in PersonRating.objects.all()}


def check() -> None:
    expected = compute_from_nothing()
    if not ratings.has_stale_lists():
        assert_equal(expected)
    ratings.store_stale()
    assert not ratings.has_stale_lists()
    assert_equal(expected)


def assert_equal(expected: dict[int, tuple[float, int]]) -> None:
    stored = read_stored()
    assert {key: games for key, (_value, games) in stored.items()} == {
        key: games for key, (_value, games) in expected.items()
    }
    assert {key: value for key, (value, _games) in stored.items()} == pytest.approx(
        {key: value for key, (value, _games) in expected.items()}
    )


def record(entry: Entry, _other: Entry) -> None:
    consent.record(acting(), entry, consent_on=DAY, consent_source="paper")


def correct(entry: Entry, _other: Entry) -> None:
    """The first sheet of the event turns out to be read backwards."""
    table = entry.tournament.rounds.get(number=1).tables.get()
    newest = table.results.order_by("version").last()
    points = [seat.points for seat in newest.seats.order_by("pk")][::-1]
    made = results.submit_sheet(acting(), table, points=points, reason="Backwards.", based_on=newest.version)
    if made.state != TableResult.State.CONFIRMED:
        results.confirm_sheet(acting("ada"), made)


def release_again(entry: Entry, _other: Entry) -> None:
    round_ = entry.tournament.rounds.get(number=1)
    rounds.release(acting(), rounds.withdraw(acting(), round_, reason="A slip."))


def part(entry: Entry, _other: Entry) -> None:
    merge = PersonMerge.objects.filter(stays__links__entry=entry).last()
    if merge is not None:
        services.part(acting("ada"), merge=merge)


def hide(entry: Entry, _other: Entry) -> None:
    event = Tournament.objects.get(pk=entry.tournament_id)
    facts = {"standings_hidden": not event.standings_hidden}
    event_settings.edit(acting(), event, facts=facts)


def publish(entry: Entry, _other: Entry) -> None:
    event = Tournament.objects.get(pk=entry.tournament_id)
    event_services.publish(acting(), event, published=not event.published)


STEPS: dict[str, Callable[[Entry, Entry], Any]] = {
    "record": record,
    "withdraw": lambda entry, _other: consent.withdraw(acting(), entry),
    "link": lambda entry, other: services.link(acting("ada"), entry=entry, same_as=other, namesakes=False),
    "unlink": lambda entry, _other: services.unlink(acting("ada"), entry=entry),
    "merge": lambda entry, other: services.merge(acting("ada"), stays=entry, goes=other),
    "part": part,
    "hide": hide,
    "publish": publish,
    "correct": correct,
    "release": release_again,
    "delete": lambda entry, _other: delete(entry.tournament),
}
OFTEN = ["record", "record", "link", "link", "merge", "import", *STEPS]


def perform(step: str, first: int, second: int, archive: str, count: int) -> None:
    if step == "import":
        event, _problems = unpack(bytes.fromhex(archive))
        assert event is not None
        event_files.restore(acting("ada"), event=event, slug=f"winter-{count}")
        return
    entries = list(Entry.objects.select_related("tournament").order_by("tournament", "number"))
    if entries:
        STEPS[step](entries[first % len(entries)], entries[second % len(entries)])


@settings(
    max_examples=100 if in_full() else 12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.lists(
        st.tuples(st.sampled_from(OFTEN), st.integers(0, 11), st.integers(0, 11)),
        min_size=3,
        max_size=12,
    )
)
def test_after_any_sequence_the_list_is_that_of_a_new_computation(
    archive: str, steps: list[tuple[str, int, int]]
) -> None:
    with transaction.atomic():
        for count, (step, first, second) in enumerate(steps):
            try:
                with transaction.atomic():
                    perform(step, first, second, archive, count)
            except UserError:
                continue
            check()
        transaction.set_rollback(True)


def test_links_that_change_without_a_change_of_any_sum_are_noticed(archive: str) -> None:
    """People without consent play for the ratings of others; number, sums and sums of products of links stay."""
    one, two, olaf, _uwe, again = Entry.objects.order_by("tournament", "number")[:5]
    record(olaf, olaf)
    base = 1_000_000
    for key in (base, base + one.pk, base + two.pk):
        Person.objects.create(pk=key)
    PersonEntry.objects.create(entry=one, person_id=base)
    PersonEntry.objects.create(entry=two, person_id=base + one.pk)
    PersonEntry.objects.create(entry=again, person_id=base)
    check()
    before = read_stored()
    PersonEntry.objects.filter(entry=one).update(person_id=base + two.pk)
    PersonEntry.objects.filter(entry=two).update(person_id=base)
    assert one.pk * base + two.pk * (base + one.pk) == one.pk * (base + two.pk) + two.pk * base
    assert ratings.has_stale_lists()
    check()
    assert len(read_stored()) == len(before) == 1
