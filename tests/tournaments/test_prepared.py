"""A statement that is put together once asks what the queryset asks, whatever values it is asked with."""

import pytest
from django.db.models import Exists, OuterRef, QuerySet

from tests.support.people import seat_in_order, small_tournament
from tournaments.models import Entry, Seat, Seating
from tournaments.prepared import Prepared, answers

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
