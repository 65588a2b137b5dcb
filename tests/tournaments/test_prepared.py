"""A statement that is put together once asks what the queryset asks, whatever values it is asked with."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from tests.support.people import seat_in_order, small_tournament
from tournaments.models import Entry, Seat, Seating
from tournaments.prepared import KeyAhead, Prepared, answers, insert, insert_later, update

pytestmark = pytest.mark.django_db


def seats(round_number: int, name: str) -> QuerySet[Seat]:
    drafts = Seating.objects.filter(pk=OuterRef("seating"), state=Seating.State.DRAFT)
    found = Seat.objects.select_related("entry__team", "seating__round__tournament").annotate(in_draft=Exists(drafts))
    return found.filter(seating__round__number=round_number, entry__family_name=name)


def told(seat):
    round_ = seat.seating.round
    return (
        seat,
        seat.wind,
        seat.entry,
        seat.entry.team,
        seat.in_draft,
        round_,
        round_.extra,
        round_.tournament.updated_at,
    )


def test_it_finds_what_the_queryset_finds_and_is_made_once(django_assert_num_queries):
    event = small_tournament()
    for round_ in event.rounds.all()[:2]:
        seat_in_order(round_, Seating.State.DRAFT if round_.number == 1 else Seating.State.PUBLISHED)
    made = []
    prepared = Prepared(lambda *values: made.append(values) or seats(*values), int, str)
    for number, name in ((1, "Family01"), (2, "Family08"), (2, "nobody")):
        plain = list(map(told, seats(number, name)))
        with django_assert_num_queries(1):
            found = list(map(told, prepared.objects(number, name)))
        assert (found, len(found)) == (plain, name.startswith("Family"))
    assert len(made) == 1


@pytest.mark.parametrize("number", [40_000, 2**31 - 1, 2**31, -1, 10**30])
def test_a_number_that_no_column_holds_is_nobody_s(number):
    event = small_tournament(4)
    asked = Prepared(lambda number: Seating.objects.filter(version=number), int)
    seat_in_order(event.rounds.get(number=1))
    assert (asked.objects(1)[0].version, asked.objects(number)) == (1, [])


def test_it_gives_rows_of_values_too():
    event = small_tournament(4)
    pairs = Prepared(
        lambda event, number: (
            Entry.objects.filter(tournament=event, number__gt=number).order_by("number").values_list("number", "extra")
        ),
        *(int, int),
    )
    assert pairs.rows(event.pk, 2) == [(3, {}), (4, {})]


def test_what_is_asked_together_is_answered_one_after_the_other(django_assert_num_queries):
    event = small_tournament(4)
    of_number = Prepared(lambda number: Entry.objects.filter(number=number).order_by(), int)
    extras = Prepared(lambda number: Entry.objects.filter(number=number).values_list("number", "extra"), int)
    with django_assert_num_queries(3):
        entries, rows, none = answers([of_number.for_objects(2), extras.for_rows(3), of_number.for_objects(9)])
    assert (entries, rows, none) == ([event.entries.get(number=2)], [(3, {})], [])
    assert answers([of_number.for_objects(10**30), extras.for_rows(3)]) == [[], [(3, {})]]


def test_a_value_of_another_kind_or_one_that_the_statement_lacks_is_refused():
    prepared = Prepared(lambda number: Entry.objects.filter(number=number), int)
    with pytest.raises(TypeError, match="this statement takes"):
        prepared.objects("7")
    with pytest.raises(ValueError, match="does not stand in it"):
        Prepared(lambda number: Entry.objects.all(), int).objects(7)


def made(event, number, **facts):
    return Entry(tournament=event, number=number, family_name=f"Family{number}", **facts)


def test_rows_are_written_as_django_writes_them_and_get_their_keys(django_assert_num_queries):
    event = small_tournament(4)
    names = [field.attname for field in Entry._meta.concrete_fields if field.attname not in ("id", "number")]
    (plain,) = Entry.objects.bulk_create([made(event, 90, status=Entry.Status.WAITING)])
    with django_assert_num_queries(1):
        rows = insert(made(event, number, status=Entry.Status.WAITING) for number in (91, 92))
    stored = Entry.objects.in_bulk([row.pk for row in rows])
    assert [stored[row.pk].number for row in rows] == [91, 92]
    for row in stored.values():
        told = {name: getattr(row, name) for name in names if name not in ("family_name", "created_at")}
        assert told == {name: getattr(plain, name) for name in told}
    assert (insert([]), len(insert(made(event, number) for number in range(100, 140)))) == ([], 40)


def test_a_row_that_must_not_be_is_not_written():
    event = small_tournament(4)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([made(event, 50), made(event, 1)])
    assert event.entries.count() == 4


def test_fields_of_a_row_are_written_and_no_others(django_assert_num_queries):
    entry = small_tournament(4).entries.get(number=2)
    entry.family_name, entry.given_name = "Chen", "Mei"
    with django_assert_num_queries(1):
        update(entry, "family_name")
    stored = Entry.objects.get(pk=entry.pk)
    assert (stored.family_name, stored.given_name) == ("Chen", "Given02")
    Entry.objects.filter(pk=entry.pk).delete()
    with pytest.raises(DatabaseError, match="no such row"), transaction.atomic():
        update(entry, "given_name")


def test_what_is_written_later_is_there_and_in_its_order():
    event = small_tournament(4)
    with transaction.atomic():
        insert_later([made(event, 50), made(event, 51)])
        entry = event.entries.get(number=50)
        entry.given_name = "Mei"
        update(entry, "given_name")
        insert_later([made(event, 52)])
    assert [entry.given_name for entry in event.entries.filter(number__gte=50).order_by("number")] == ["Mei", "", ""]


def test_a_key_that_was_asked_for_ahead_is_the_key_of_the_row():
    event = small_tournament(4)
    keys = [key for answer in answers([KeyAhead(Entry), KeyAhead(Entry)]) for key in answer]
    # SQLite gives a key only with the row.
    given = keys if connection.vendor == "postgresql" else [None, None]
    with transaction.atomic():
        for number, key in zip((50, 51), given, strict=True):
            entry = made(event, number)
            entry.pk = key
            insert_later([entry])
    found = dict(event.entries.filter(number__gte=50).order_by("number").values_list("number", "pk"))
    assert list(found) == [50, 51]
    assert [found[50], found[51]] == (keys or list(found.values()))
    (another,) = insert([made(event, 52)])
    assert another.pk not in found.values()


def written(event, *numbers, given_up=False):
    """Numbers of players written later in one transaction; those behind the commit are told."""
    told = []
    with transaction.atomic():
        transaction.on_commit(lambda: told.append("written"))
        for number in numbers:
            insert_later([made(event, number)])
        if given_up:
            raise LookupError
    return told


@pytest.mark.parametrize("numbers", [(50, 1), (50, 1, 51)])
def test_a_row_that_must_not_be_undoes_all_that_is_written_with_it(numbers):
    event = small_tournament(4)
    with pytest.raises(IntegrityError):
        written(event, *numbers)
    assert event.entries.count() == 4


def test_what_is_given_up_is_not_written_later():
    event = small_tournament(4)
    for numbers in ((50,), (50, 1)):
        with pytest.raises((LookupError, IntegrityError)):
            written(event, *numbers, given_up=True)
    assert event.entries.count() == 4


@pytest.mark.django_db(transaction=True)
def test_a_commit_with_a_row_that_must_not_be_does_not_happen():
    event = small_tournament(4)
    with pytest.raises(IntegrityError):
        written(event, 50, 1)
    assert event.entries.count() == 4
    with pytest.raises((LookupError, IntegrityError)):
        written(event, 50, 1, given_up=True)
    assert written(event, 50) == ["written"]
    assert event.entries.count() == 5
