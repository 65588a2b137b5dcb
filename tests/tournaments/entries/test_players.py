"""Late, dropped, substitute and returning players at every stage of a round; each time something legal comes next."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.play import played
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.events.views import next_steps
from tournaments.results.models.results import Confirmation, ResultSeat, TableResult
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.queries.participants import list_absent_players, list_players_without_seat, list_round_players
from tournaments.rounds.services import rounds
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, substitutes

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NEXT = {
    "before the draw": "seat", "with a draft": "publish", "published": "start", "playing": "results",
    "half confirmed": "results",
}  # fmt: skip
"""Stage of a round -> what comes next."""
STAGES = tuple(NEXT)


@remembered
def at_stage(stage: str) -> tuple[Tournament, Round]:
    """Eight players; round 1 has come so far. Half confirmed: table 1 (players 1-4) has, table 2 has not."""
    event = small_tournament(8)
    round_ = event.rounds.get(number=1)
    steps = (
        lambda: seat_in_order(round_),
        lambda: seating.publish(acting("sue"), round_.seatings.get()),
        lambda: rounds.start(acting("olga"), event.rounds.get(number=1)),
        lambda: confirmed_sheet(round_, 1),
    )
    for step in steps[: STAGES.index(stage)]:
        step()
        round_.refresh_from_db()
    return event, round_


def confirmed_sheet(round_: Round, number: int) -> None:
    table = round_.tables.get(number=number)
    seated = Seat.objects.filter(seating=round_.current_seating, table_number=number).order_by("wind")
    sheet = TableResult.objects.create(table=table, version=1, state=TableResult.State.CONFIRMED)
    for order, (seat, points) in enumerate(zip(seated, (30, 10, -10, -30), strict=True)):
        ResultSeat.objects.create(result=sheet, order=order, wind=seat.wind, entry=seat.entry, points=points)
    Confirmation.objects.create(result=sheet, user=acting("sam").user)


def chairs(round_: Round) -> dict[int, list[int]]:
    """Table -> numbers of the players, of the live seating or else the newest draft."""
    shown = round_.current_seating or round_.seatings.filter(state="draft").latest("version")
    return {t: [entry.number for entry in entries] for t, entries in seating.read_plan(shown).items()}


@pytest.mark.parametrize("stage", STAGES)
def test_a_late_player_starts_with_the_first_open_round(stage):
    event, round_ = at_stage(stage)
    late = registration.add(acting("ida"), event, family_name="Late", status=Entry.Status.CHECKED_IN)
    assert late.number == 9
    assert late.from_round == (2 if stage in ("playing", "half confirmed") else 1)
    step = next_steps.find_round_step(round_)
    needs = ["Without a seat: 9 Late."] if stage in ("with a draft", "published") else []
    assert (step.action, list(map(str, step.needs))) == (NEXT[stage], needs)


@pytest.mark.parametrize("stage", STAGES)
def test_who_drops_out_is_named_until_somebody_sits_there(stage):
    event, round_ = at_stage(stage)
    eight = event.entries.get(number=8)
    registration.drop(acting(), eight, from_round=1, reason="ill")
    step = next_steps.find_round_step(round_)
    if stage == "before the draw":
        assert step.action == "seat"
        return
    assert step.action == "replace"
    assert "8 Given08 Family08" in step.label
    guest = substitutes.substitute(acting(), eight, from_round=1, family_name="Guest")
    assert (guest.number, guest.status, guest.substitute_for) == (9, Entry.Status.SUBSTITUTE, eight)
    assert chairs(round_) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 9]}
    versions = list(round_.seatings.values_list("version", "state"))
    live = {"with a draft": "draft", "published": "published"}.get(stage, "playing")
    assert versions == [(1, "superseded"), (2, live)]
    second = round_.seatings.get(version=2)
    assert (list_absent_players(second), list_players_without_seat(second)) == ([], [])
    assert next_steps.find_round_step(round_).action == NEXT[stage]


@pytest.mark.parametrize("stage", STAGES)
def test_who_comes_back_takes_the_chair_from_the_substitute(stage):
    event, round_ = at_stage(stage)
    eight = event.entries.get(number=8)
    guest = substitutes.substitute(acting(), eight, from_round=1, family_name="Guest")
    back = substitutes.return_(acting(), eight, from_round=1, reason="well again")
    guest.refresh_from_db()
    assert (back.status, back.dropped_from_round) == (Entry.Status.CHECKED_IN, None)
    assert (guest.status, guest.dropped_from_round) == (Entry.Status.DROPPED, 1)
    assert [entry.number for entry in list_round_players(round_)] == [1, 2, 3, 4, 5, 6, 7, 8]
    if stage != "before the draw":
        assert chairs(round_) == {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}


def test_nobody_leaves_a_round_whose_sheet_is_in():
    event, round_ = at_stage("half confirmed")
    one = event.entries.get(number=1)
    with pytest.raises(UserError, match="choose a later round") as refused:
        registration.drop(acting(), one, from_round=1)
    assert refused.value.field == "from_round"
    with pytest.raises(UserError, match="choose a later round"):
        substitutes.substitute(acting(), one, from_round=1, family_name="Guest")
    assert event.entries.count() == 8
    registration.drop(acting(), one, from_round=2)
    assert 1 in [entry.number for entry in list_round_players(round_)]
    assert 1 not in [entry.number for entry in list_round_players(event.rounds.get(number=2))]


def test_a_substitute_sits_in_all_later_drafts_too():
    event = small_tournament(16)
    seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.all()), seed="east")
    third = event.entries.get(number=3)
    guest = substitutes.substitute(acting(), third, from_round=2, family_name="Guest")
    seated = {round_.number: [n for table in chairs(round_).values() for n in table] for round_ in event.rounds.all()}
    sits = {number: (3 in numbers, guest.number in numbers) for number, numbers in seated.items()}
    assert sits == {1: (True, False), 2: (False, True), 3: (False, True)}


def test_a_waiting_player_can_stand_in_and_a_playing_one_cannot():
    event, round_ = at_stage("published")
    waiting = registration.add(acting("ida"), event, family_name="Patient", status=Entry.Status.WAITING)
    eight = event.entries.get(number=8)
    with pytest.raises(UserError, match="plays already"):
        substitutes.substitute(acting(), eight, from_round=1, stand_in=event.entries.get(number=2))
    eight.refresh_from_db()
    assert eight.status == Entry.Status.CHECKED_IN
    substitutes.substitute(acting(), eight, from_round=1, stand_in=waiting)
    assert chairs(round_)[2] == [5, 6, 7, 9]


def test_points_of_a_player_are_shown_to_those_who_see_results(olga):
    event = small_tournament(8)
    people(event)
    played(event, 1)
    ida = Client()
    ida.force_login(person("ida"))
    page = reverse("manage_entry", args=[event.slug, 1])
    assert ["+60" in one.get(page).content.decode() for one in (olga, ida)] == [True, False]


def test_who_never_sat_can_be_deleted_and_others_cannot():
    event, _round = at_stage("with a draft")
    late = registration.add(acting("ida"), event, family_name="Mistake")
    registration.remove(acting(), late)
    assert event.entries.count() == 8
    with pytest.raises(UserError, match="drop the player instead"):
        registration.remove(acting(), event.entries.get(number=1))


@rows_of(__file__)
def test_what_cannot_be_is_refused_at_its_field(values, field):
    event = small_tournament(4)
    registration.edit(acting(), event.entries.get(number=2), ema_number="06010001")
    with pytest.raises(UserError) as refused:
        registration.add(acting("ida"), event, **values)
    assert refused.value.field == field
    assert event.entries.count() == 4


def test_seated_players_do_not_go_back_to_the_waiting_list():
    event, _round = at_stage("published")
    with pytest.raises(UserError, match="published seating"):
        registration.set_waiting(acting(), event.entries.get(number=1), waiting=True)
    late = registration.add(acting(), event, family_name="Late")
    assert registration.set_waiting(acting(), late, waiting=True).status == Entry.Status.WAITING
    assert registration.set_waiting(acting(), late, waiting=False).status == Entry.Status.REGISTERED
