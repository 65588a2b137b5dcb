"""The remaining rounds redrawn for those who play on."""

import pytest

from engine.commitments import replan_seed
from tests.support.checked_events import promised
from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.exchange.verification.checks import check_bundle
from tournaments.rounds.models import Seating
from tournaments.rounds.services import rounds
from tournaments.seating.logic.certificate import loads
from tournaments.seating.logic.verify import verify
from tournaments.seating.queries import draws as selected
from tournaments.seating.queries.draw_inputs import unsettled
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import draw_commitments as promises
from tournaments.seating.services import redraws, seating, substitutes

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Twenty play and one waits; three rounds are published, the first is being played."""
    tournament = small_tournament(20, rounds=3)
    Entry.objects.create(tournament=tournament, number=21, family_name="Wei", status=Entry.Status.WAITING, from_round=1)
    for draft in seating_drafts.generate(
        acting(), tournament, rounds=list(tournament.rounds.order_by("number")), seed="s"
    ):
        seating.publish(acting(), draft)
    rounds.start(acting(), tournament.rounds.get(number=1))
    return tournament


def _redraw(event, leaves=(), arrives=(), **asked):
    people = {
        "leaves": event.entries.filter(number__in=leaves),
        "arrives": list(event.entries.filter(number__in=arrives)),
    }
    return redraws.redraw(acting(), event, **people, **asked)


def _numbers(draft):
    return sorted(seat.entry.number for seat in draft.seats.all())


def _seated(draw):
    """Everybody with a chair in a round of the draw."""
    return {number for draft in draw.seatings.all() for number in _numbers(draft)}


def test_one_leaves_and_one_comes_in_every_coming_round(event):
    draw = _redraw(event, leaves=[5], arrives=[21], seed="again", reason="fever")
    assert [check.name for check in verify(loads(draw.certificate)) if not check.passed] == []
    assert [row.round.number for row in draw.seatings.order_by("round__number")] == [2, 3]
    assert [_numbers(draft) for draft in draw.seatings.all()] == [[*range(1, 5), *range(6, 22)]] * 2
    assert [event.entries.get(number=n).status for n in (5, 21)] == ["dropped", "registered"]


def test_one_who_comes_late_makes_one_sit_out_in_turn(event):
    draw = _redraw(event, arrives=[21])
    out = [set(range(1, 22)) - set(_numbers(draft)) for draft in draw.seatings.all()]
    assert [len(each) for each in out] == [1, 1]
    assert out[0] != out[1]
    for draft in draw.seatings.all():
        seating.publish(acting(), draft, leave_out=True)


def test_the_published_tables_stay_until_the_drafts_are_published(event):
    old = {r.number: seating.plan_of(r.current_seating) for r in event.rounds.all()}
    draw = _redraw(event, leaves=[5])
    assert [row.seats.count() for row in draw.seatings.all()] == [16, 16]
    assert {r.number: seating.plan_of(r.current_seating) for r in event.rounds.all()} == old


def test_a_redraw_by_mistake_is_put_aside_and_who_left_comes_back(event):
    draw = _redraw(event, leaves=[5])
    for draft in draw.seatings.all():
        seating.discard(acting(), draft)
    substitutes.return_(acting(), event.entries.get(number=5), from_round=2)
    assert unsettled(event) == ([], [])
    assert 5 in _seated(_redraw(event))


def test_two_redraws_in_a_row_build_on_each_other(event):
    _redraw(event, leaves=[5])
    assert _seated(_redraw(event, leaves=[6])).isdisjoint({5, 6})


def test_who_left_or_came_at_the_desk_need_not_be_named(event):
    registration.drop(acting(), event.entries.get(number=5), from_round=2)
    registration.set_waiting(acting(), event.entries.get(number=21), waiting=False)
    assert [[entry.number for entry in each] for each in unsettled(event)] == [[5], [21]]
    draw = _redraw(event)
    assert _seated(draw) == {*range(1, 5), *range(6, 22)}
    assert draw.value.inputs.leaves == {5}
    assert draw.value.inputs.arrives == (21,)


def test_who_sat_out_takes_the_chair_of_one_who_leaves():
    event = small_tournament(17, rounds=1)
    (draft,) = seating_drafts.generate(acting(), event, rounds=list(event.rounds.all()), seed="s")
    seating.publish(acting(), draft, leave_out=True)
    (out,) = set(range(1, 18)) - set(_numbers(draft))
    leaver = out % 17 + 1
    assert _seated(_redraw(event, leaves=[leaver])) == set(range(1, 18)) - {leaver}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"tables_gone": [99, 3, 98]}, "No coming round has a table 98, 99."),
        ({"tables_gone": range(1, 6)}, "No seating could be made: No table is left."),
        ({"leaves": range(1, 18)}, "No seating could be made: Fewer than four players are left."),
        ({"arrives": [7]}, "Only players of the waiting list can come."),
    ],
    ids=["a strange table", "no table", "no players", "who plays already"],
)
def test_what_cannot_be_redrawn_is_said_and_nothing_is_changed(event, asked, message):
    before = set(Seating.objects.values_list("pk", "state"))
    with pytest.raises(UserError) as error:
        _redraw(event, **asked)
    assert str(error.value) == message
    assert set(Seating.objects.values_list("pk", "state")) == before
    assert event.entries.filter(status="dropped").count() == 0


def test_without_a_coming_round_there_is_nothing_to_redraw(event):
    for round_ in event.rounds.filter(number__gte=2):
        seating.withdraw(acting(), round_.current_seating)
        seating.discard(acting(), round_.seatings.get(state="draft"))
    with pytest.raises(UserError, match=r"No coming round is seated yet; draw it instead\."):
        _redraw(event)


def promised_event():
    """As above, three rounds promised, drawn and public."""
    tournament = small_tournament(20, slug="promised", rounds=3)
    made = promised(tournament, "together", [1, 2, 3])
    for draft in seating_drafts.generate(acting(), tournament, rounds=list(tournament.rounds.order_by("number"))):
        seating.publish(acting(), draft)
    rounds.start(acting(), tournament.rounds.get(number=1))
    return tournament, made


def test_a_redraw_of_promised_rounds_is_by_a_seed_that_nobody_chooses_and_is_listed():
    event, made = promised_event()
    with pytest.raises(UserError, match="leave the seed empty"):
        _redraw(event, leaves=[5], seed="my lucky one")
    draw = _redraw(event, leaves=[5])
    assert (draw.under, draw.seed) == (made, replan_seed(promises.seed_for(made), 1))
    assert [line.passed for line in verify(loads(draw.certificate))] == [True] * 5
    listed = [(one.draw, one.state) for one in selected.promises(event)[0].draws]
    assert listed == [(event.draws.get(number=1), "public"), (draw, "waits")]
    with pytest.raises(UserError, match="say why it is discarded"):
        seating.discard(acting(), draw.seatings.first())
    for draft in draw.seatings.all():
        seating.discard(acting(), draft, reason="the fever is gone")
    substitutes.return_(acting(), event.entries.get(number=5), from_round=2)
    again = _redraw(event, leaves=[5])
    assert loads(again.certificate) == loads(draw.certificate)
    for draft in again.seatings.all():
        seating.publish(acting(), draft, leave_out=True)
    bundle = public_bundle(event)
    assert [line for line in check_bundle(bundle) if line.outcome == "failed"] == []


def test_a_promised_round_is_not_replaced_by_tables_made_by_hand():
    event, _made = promised_event()
    draft = seat_in_order(event.rounds.get(number=2))
    with pytest.raises(UserError, match="Round 2 was drawn as promised and is public"):
        seating.publish(acting(), draft)
