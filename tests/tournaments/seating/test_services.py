"""Seatings as versions: what may change when, and what the database refuses whoever comes second."""

import pytest
from django.db import IntegrityError, transaction

from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.core.errors import UserError
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.reading import schedule as schedules
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, wishes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def event() -> Tournament:
    return small_tournament(8)


@pytest.fixture
def first(event) -> Round:
    return event.rounds.get(number=1)


def tables(version: Seating) -> dict[int, list[int]]:
    return {t: [entry.number for entry in entries] for t, entries in seating.plan_of(version).items()}


def playing(first: Round) -> Round:
    seating.publish(acting("sue"), seat_in_order(first))
    first.refresh_from_db()
    return rounds.start(acting("olga"), first)


def test_a_draft_becomes_published_and_then_is_played(event, first):
    draft = seat_in_order(first)
    seating.publish(acting("sue"), draft)
    first.refresh_from_db()
    assert (draft.state, first.state) == ("published", "published")
    assert list(first.tables.values_list("number", flat=True)) == [1, 2]
    rounds.start(acting("olga"), first)
    draft.refresh_from_db()
    assert (draft.state, first.state) == ("playing", "playing")


def test_a_second_published_version_supersedes_the_first(event, first):
    one, two = seat_in_order(first), seat_in_order(first)
    seating.publish(acting("sue"), one)
    seating.publish(acting("sue"), two)
    one.refresh_from_db()
    assert (one.state, two.state) == ("superseded", "published")
    assert first.current_seating == two
    with pytest.raises(IntegrityError), transaction.atomic():
        Seating.objects.filter(pk=one.pk).update(state="published")


def test_publishing_names_the_absent_and_those_without_a_seat(event, first):
    draft = seat_in_order(first)
    late = registration.add(acting("ida"), event, family_name="Late")
    with pytest.raises(UserError, match="9 Late") as refused:
        seating.publish(acting("sue"), draft)
    assert refused.value.field == "leave_out"
    seating.publish(acting("sue"), draft, leave_out=True)
    seating.withdraw(acting("sue"), draft)
    registration.drop(acting(), event.entries.get(number=4), from_round=1)
    with pytest.raises(UserError, match="4 Given04 Family04"):
        seating.publish(acting("sue"), draft, leave_out=True)
    repaired = seating.replace(acting("sue"), draft, leaves=event.entries.get(number=4), comes=late)
    seating.publish(acting("sue"), repaired)
    assert tables(first.current_seating) == {1: [1, 2, 3, 9], 2: [5, 6, 7, 8]}


def test_a_swap_is_a_new_version_and_keeps_table_and_wind(event, first):
    draft = seat_in_order(first)
    swapped = seating.swap(acting("sue"), draft, first=event.entries.get(number=2), second=event.entries.get(number=7))
    draft.refresh_from_db()
    assert (draft.state, swapped.state, swapped.version, swapped.based_on) == ("superseded", "draft", 2, draft)
    assert tables(swapped) == {1: [1, 7, 3, 4], 2: [5, 6, 2, 8]}
    assert tables(draft) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}


def test_a_swap_during_play_needs_a_reason_and_keeps_the_hands(event, first):
    playing(first)
    live = first.current_seating
    table = first.tables.get(number=1)
    two, seven = event.entries.get(number=2), event.entries.get(number=7)
    HandRecord.objects.create(table=table, seating=live, number=1, winner=two, value=12)
    token = table.token
    with pytest.raises(UserError, match="say why"):
        seating.swap(acting("ren"), live, first=two, second=seven)
    newer = seating.swap(acting("ren"), live, first=two, second=seven, reason="sat down wrongly")
    assert first.current_seating == newer
    hand = HandRecord.objects.get(table=table)
    assert (hand.winner, hand.seating, hand.value) == (two, live, 12)
    table.refresh_from_db()
    assert table.token == token


def test_a_table_whose_sheet_is_in_is_left_alone(event, first):
    playing(first)
    TableResult.objects.create(table=first.tables.get(number=1), version=1)
    entry = {number: event.entries.get(number=number) for number in range(1, 9)}
    live = first.current_seating
    with pytest.raises(UserError, match="Table 1 has handed in its sheet"):
        seating.swap(acting("ren"), live, first=entry[1], second=entry[8], reason="too late")
    newer = seating.swap(acting("ren"), live, first=entry[5], second=entry[8], reason="wrong winds")
    assert tables(newer) == {1: [1, 2, 3, 4], 2: [8, 6, 7, 5]}


def test_two_people_who_swap_at_once_end_in_one_version(event, first):
    draft = seat_in_order(first)
    stale = Seating.objects.get(pk=draft.pk)
    entries = list(event.entries.all())
    seating.swap(acting("sue"), draft, first=entries[0], second=entries[5])
    with pytest.raises(UserError, match="in the meantime"):
        seating.swap(acting("ren"), stale, first=entries[1], second=entries[6])
    assert first.seatings.count() == 2


def test_a_correction_of_the_standings_never_moves_a_published_seating(event, first):
    draft = seating_drafts.by_standings(acting("sue"), first)
    seating.publish(acting("sue"), draft)
    before = tables(draft)
    registration.edit(acting(), event.entries.get(number=1), club="Dragons")
    assert tables(first.current_seating) == before


def test_a_draw_is_repeatable_by_its_seed_and_shows_its_measures(event):
    all_rounds = list(event.rounds.all())
    one = seating_drafts.generate(acting("sue"), event, rounds=all_rounds, seed="east wind")
    two = seating_drafts.generate(acting("sue"), event, rounds=all_rounds, seed="east wind")
    assert [tables(version) for version in one] == [tables(version) for version in two]
    assert [version.seed for version in one] == ["east wind"] * 3
    named = {"pairs_met_again", "without_common", "repeated_tables", "wind_excess"}
    assert named - set(one[-1].measures) == set()
    assert one[0].measures["wind_excess"] == 0


def test_later_rounds_are_drawn_against_those_that_are_seated():
    event = small_tournament(16)
    numbered = {round_.number: round_ for round_ in event.rounds.all()}
    seating.publish(acting("sue"), seating_drafts.generate(acting("sue"), event, rounds=[numbered[1]], seed="one")[0])
    later = seating_drafts.generate(acting("sue"), event, rounds=[numbered[2], numbered[3]], seed="two")
    assert later[-1].measures["pairs_met_again"] == 0
    assert later[-1].measures["rounds"] == 3


def test_broken_wishes_are_listed_with_the_pairs(event, first):
    one, two, five = (event.entries.get(number=number) for number in (1, 2, 5))
    wishes.add_constraint(
        acting(), event, kind=SeatingConstraint.Kind.FORBIDDEN_PAIR, entry=two, other=one, reason="married"
    )
    wishes.add_constraint(acting(), event, kind=SeatingConstraint.Kind.FIXED_TABLE, entry=five, table_number=1)
    plan = {1: event.entries.all()[:4], 2: event.entries.all()[4:]}
    draft = seating.draft(acting("sue"), first, plan)
    assert [(line["kind"], line["pairs"]) for line in draft.breaks] == [
        ("forbidden", [[1, 2]]),
        ("fixed table", [[5, 5]]),
    ]
    drawn = seating_drafts.generate(acting("sue"), event, rounds=[first], seed="wishes")[0]
    assert drawn.breaks == []


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("standings", [{1, 2, 3, 4}, {5, 6, 7, 8}]), ("interval", [{1, 3, 5, 7}, {2, 4, 6, 8}])],
)
def test_by_standings_seats_neighbours_or_intervals(event, first, mode, expected):
    draft = seating_drafts.by_standings(acting("sue"), first, mode=mode)
    assert [set(table) for table in tables(draft).values()] == expected
    assert (draft.source, draft.algorithm) == ("standings", mode)


def test_players_who_do_not_fill_tables_are_counted(event, first):
    registration.add(acting(), event, family_name="Ninth")
    with pytest.raises(UserError, match="9 players do not fill tables of four; 1 too many"):
        seating_drafts.by_standings(acting("sue"), first)
    drawn = seating_drafts.generate(acting("sue"), event, rounds=[first], seed="nine")[0]
    assert sorted(len(table) for table in tables(drawn).values()) == [4, 4]


def test_a_schedule_is_refused_with_the_missing_and_the_extra_players_named(event):
    text = "round,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,42\n9,1,1,2,3,4\n2,1,1,2,3,1\n"
    parsed = schedules.parse(event, text)
    assert parsed.problems == []
    with pytest.raises(UserError) as refused:
        seating_drafts.from_schedule(acting("sue"), event, schedule=parsed.tables)
    assert refused.value.problems == [
        "Round 1, table 2: there is no player 42.",
        "Round 1: these players are missing: 8 Given08 Family08.",
        "Round 2: player 1 Given01 Family01 sits at table 1 and at table 1.",
        "Round 2: these players are missing: 4 Given04 Family04, 5 Given05 Family05, 6 Given06 Family06, "
        "7 Given07 Family07, 8 Given08 Family08.",
        "The tournament has no round 9.",
    ]
    assert Seating.objects.count() == 0


@pytest.mark.parametrize(
    "text",
    [
        "1 1 1 2 3 4\n1 2 5 6 7 8\n",
        "1;1;1;2;3;4\n1;2;5;6;7;8",
        "Runde\tTisch\tO\tS\tW\tN\n1\t1\t1\t2\t3\t4\n1\t2\t5\t6\t7\t8",
        '1,1,Given01 Family01,2,"Family03, Given03",Family04 Given04\n1,2,5,6,7,8\n',
        "５ ６ ７ ８\n1 2 3 4\n",
    ],
)
def test_a_schedule_is_read_as_people_write_it(event, text):
    parsed = schedules.parse(event, text, round_number=1)
    assert parsed.problems == []
    made = seating_drafts.from_schedule(acting("sue"), event, schedule=parsed.tables)
    assert sorted(map(sorted, tables(made[0]).values())) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert made[0].source == "schedule"


def test_lines_that_are_no_table_are_named_by_their_number(event):
    parsed = schedules.parse(event, "1,1,1,2,3\n1,0,1,2,3,4\n1,1,1,2,3,Nobody\n1,1,1,2,3,4\n1,1,5,6,7,8\n")
    assert [(problem.line, problem.message[:31]) for problem in parsed.problems] == [
        (0, "Line 1: four players are wanted"),
        (2, "Round and table are numbers fro"),
        (3, "There is no player, or more tha"),
        (5, "Table 1 of round 1 stands here "),
    ]


def test_a_finished_round_keeps_its_seating(event, first):
    playing(first)
    rounds.finish(acting("olga"), first, reason="power cut")
    live = first.current_seating
    with pytest.raises(UserError, match="finished"):
        seating.swap(acting(), live, first=event.entries.get(number=1), second=event.entries.get(number=5), reason="x")
    with pytest.raises(UserError, match="finished"):
        seating_drafts.by_standings(acting("sue"), first)
