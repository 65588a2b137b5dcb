"""Seatings as versions, and draws: what may change when, what counts, and what the database refuses."""

import hashlib

import pytest
from django.db import IntegrityError, transaction

from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.play import played
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.draws import read
from tournaments.seating.logic.verify import verify
from tournaments.seating.queries.draw_inputs import collect_pairs_met
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, wishes
from tournaments.seating.text.draws import explain_draw
from tournaments.standings.services import stages

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
@remembered
def event() -> Tournament:
    return small_tournament(8)


@pytest.fixture
def first(event) -> Round:
    return event.rounds.get(number=1)


def tables(version: Seating) -> dict[int, list[int]]:
    return {t: [entry.number for entry in entries] for t, entries in seating.read_plan(version).items()}


def playing(first: Round) -> Round:
    seating.publish(acting("sue"), seat_in_order(first))
    first.refresh_from_db()
    return rounds.start(acting("olga"), first)


def test_a_draft_becomes_published_supersedes_the_one_before_and_then_is_played(first):
    one, draft = seat_in_order(first), seat_in_order(first)
    for version in (one, draft):
        seating.publish(acting("sue"), version)
    for row in (one, first):
        row.refresh_from_db()
    assert (one.state, draft.state, first.state) == ("superseded", "published", "published")
    assert first.current_seating == draft
    two, seven = (first.tournament.entries.get(number=number) for number in (2, 7))
    with pytest.raises(UserError, match="in the meantime"):
        seating.swap(acting("ren"), one, first=two, second=seven)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seating.objects.filter(pk=one.pk).update(state="published")
    assert list(first.tables.values_list("number", flat=True)) == [1, 2]
    rounds.start(acting("olga"), first)
    draft.refresh_from_db()
    assert (draft.state, first.state) == ("playing", "playing")


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


def test_a_swap_during_play_needs_a_reason_keeps_the_hands_and_leaves_tables_alone_whose_sheet_is_in(event, first):
    playing(first)
    live, table = first.current_seating, first.tables.get(number=1)
    one, two, five, seven, eight = (event.entries.get(number=number) for number in (1, 2, 5, 7, 8))
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
    TableResult.objects.create(table=table, version=1)
    with pytest.raises(UserError, match="Table 1 has handed in its sheet"):
        seating.swap(acting("ren"), newer, first=one, second=eight, reason="too late")
    newest = seating.swap(acting("ren"), newer, first=five, second=eight, reason="wrong winds")
    assert tables(newest) == {1: [1, 7, 3, 4], 2: [8, 6, 2, 5]}


def test_broken_wishes_are_listed_with_the_pairs(event, first):
    one, two, five = (event.entries.get(number=number) for number in (1, 2, 5))
    wishes.add_constraint(acting(), event, kind="forbidden_pair", entry=two, other=one, reason="married")
    wishes.add_constraint(acting(), event, kind="fixed_table", entry=five, table_number=1)
    draft = seating.draft(acting("sue"), first, {1: event.entries.all()[:4], 2: event.entries.all()[4:]})
    broken = [(line["kind"], line["pairs"]) for line in draft.breaks]
    assert broken == [("forbidden", [[1, 2]]), ("fixed table", [[5, 5]])]
    assert seating_drafts.generate(acting("sue"), event, rounds=[first], seed="wishes")[0].breaks == []


def test_a_finished_round_keeps_its_seating(event, first):
    playing(first)
    live = first.current_seating
    registration.edit(acting(), event.entries.get(number=1), club="Dragons")
    assert tables(live) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}
    rounds.finish(acting("olga"), first, reason="power cut")
    one, five = event.entries.get(number=1), event.entries.get(number=5)
    with pytest.raises(UserError, match="finished"):
        seating.swap(acting(), live, first=one, second=five, reason="x")
    with pytest.raises(UserError, match="finished"):
        seating_drafts.draft_by_standings(acting("sue"), first)


SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


def _round(event: Tournament, number: int) -> Round:
    return event.rounds.get(number=number)


def _generated(event: Tournament, numbers, **options):
    wanted = list(event.rounds.filter(number__in=numbers).order_by("number"))
    return seating_drafts.generate(acting("sue"), event, rounds=wanted, **options)


def _value(draft):
    value = parse_certificate(draft.draws.get().certificate)
    assert [check.name for check in verify(value) if not check.passed] == []
    return value


def _tables(draft):
    return [{entry.number for entry in people} for people in seating.read_plan(draft).values()]


def test_rounds_added_later_are_one_draw_with_one_certificate():
    event = small_tournament(16, rounds=5)
    seating.publish(acting("sue"), seat_in_order(_round(event, 1)))
    drafts = _generated(event, range(2, 6), seed="later")
    value = _value(drafts[0])
    assert (value["kind"], value["price"]) == ("added", {"repeats": 0, "repeat_bound": 0})
    assert [draft.draws.get().pk for draft in drafts] == [drafts[0].draws.get().pk] * 4
    assert drafts[-1].measures["pairs_met_again"] == 0


def test_nine_players_by_the_standings_sit_out_only_when_allowed_and_three_fill_no_table():
    with pytest.raises(UserError, match="No seating could be made: 3 players do not fill a table of four"):
        _generated(small_tournament(3, slug="three"), [1])
    event = small_tournament(9)
    with pytest.raises(UserError, match="9 players do not fill tables of four; 1 too many"):
        seating_drafts.draft_by_standings(acting("sue"), _round(event, 1))
    draft = seating_drafts.draft_by_standings(acting("sue"), _round(event, 1), sit_out=True)
    assert _value(draft)["byes"] == [[9]]
    assert [len(table) for table in _tables(_generated(event, [1], seed="nine")[0])] == [4, 4]


def test_substitutes_from_the_waiting_list_fill_the_last_table_and_play_from_then_on():
    event = small_tournament(10)
    event.entries.filter(number__in=[9, 10]).update(status=Entry.Status.WAITING)
    nine, ten = event.entries.filter(number__gt=8).order_by("number")
    event.entries.filter(number=8).delete()
    (draft,) = _generated(event, [1], substitutes=[nine, ten], seed="join")
    assert set().union(*_tables(draft)) == {1, 2, 3, 4, 5, 6, 7, 9}
    nine.refresh_from_db()
    ten.refresh_from_db()
    assert (nine.status, ten.status) == ("registered", "waiting")
    assert _value(draft)["inputs"]["substitutes"] == [9]


def test_players_of_equal_points_are_drawn_among_themselves():
    event = small_tournament(16, rounds=3)
    played(event, 1, SHEETS)
    draft = seating_drafts.draft_swiss(acting("sue"), _round(event, 2), DrawOptions(in_brackets=True, seed="groups"))
    brackets = _value(draft)["inputs"]["brackets"]
    points = {number: place for place, group in enumerate(brackets) for number in group}
    # The second table's first two share the points of the first place and of the second.
    assert [len(group) for group in brackets] == [3, 2, 3, 4, 4]
    assert max(points[a] - points[b] for table in _tables(draft) for a in table for b in table) <= 2
    plain = seating_drafts.draft_swiss(acting("sue"), _round(event, 2))
    sentence = "Players of equal points were drawn among themselves."
    assert [sentence in explain_draw(read(_value(one))) for one in (draft, plain)] == [True, False]


def test_pairs_of_the_event_before_and_playing_referees_are_kept_apart():
    before, now = small_tournament(8, slug="autumn"), small_tournament(16, slug="spring")
    before.entries.filter(number=1).update(ema_number="10000001", family_name="Maiden")
    now.entries.filter(number=5).update(ema_number="10000001", family_name="Married")
    now.entries.filter(number=2).update(family_name="GIVEN02", given_name="Fámily02")
    seating.publish(acting("sue"), seat_in_order(_round(before, 1)))
    # Players 1-4 sat together; number 1 is number 5 now, and number 5 of old is nobody's name any more.
    assert collect_pairs_met(now, before) == {(2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)}
    one, two = (now.entries.get(number=number) for number in (9, 10))
    for entry in (one, two):
        wishes.add_constraint(acting(), now, kind="referee", entry=entry)
    with pytest.raises(UserError, match="one player for a referee"):
        wishes.add_constraint(acting(), now, kind="referee", entry=one)
    (draft,) = _generated(now, [1], seed="again", earlier=before)
    assert _value(draft)["inputs"]["constraints"]["referees"] == [9, 10]
    lines = {line["kind"]: line["breaks"] for line in _value(draft)["measures"]["constraints"]}
    assert lines == {"met before": 0, "referees": 0}


def test_a_stage_with_a_cut_is_seated_only_after_the_cut():
    event = small_tournament(16, rounds=1)
    final = stages.add(acting(), event, name="Final", cut_to=8).rounds.get()
    for attempt in (
        lambda: seating_drafts.generate(acting(), event, rounds=[_round(event, 1), final]),
        lambda: seating_drafts.draft_swiss(acting(), final),
        lambda: seating_drafts.draw_swiss_choices(final, DrawOptions(seed="s")),
        lambda: seating_drafts.draft_by_standings(acting(), final),
    ):
        with pytest.raises(UserError, match="Make the cut for “Final”"):
            attempt()
    assert not event.draws.exists()


def test_a_first_swiss_round_is_a_lottery_unless_the_numbers_are_a_seeding_list():
    def order(seed, **how):
        round_ = small_tournament(16, slug=f"{seed}-{len(how)}").rounds.get(number=1)
        draft = seating_drafts.draft_swiss(acting(), round_, DrawOptions(setting="close", seed=seed, **how))
        return _value(draft)["inputs"]["order"]

    numbers = list(range(1, 17))
    assert order("east", seeded=True) == numbers
    lots = [order("east"), order("south")]
    assert [sorted(lot) for lot in lots] == [numbers, numbers]
    assert numbers not in lots
    assert lots[0] == sorted(numbers, key=lambda number: hashlib.sha256(f"east|{number}".encode()).digest())
    assert lots[0] != lots[1]
