"""The rest of an event planned anew, and taken back."""

import pytest

from tests.support.people import acting, small_tournament
from tournaments.models import Entry
from tournaments.seating.certificate import loads
from tournaments.seating.replanning.replan import RESEAT, SIT_OUT, SUBSTITUTE
from tournaments.seating.verify import verify
from tournaments.services import draws, replanning, rounds, seating
from tournaments.services.errors import UserError

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Twenty play and one waits; three rounds are published, the first is being played."""
    tournament = small_tournament(20, rounds=3)
    Entry.objects.create(tournament=tournament, number=21, family_name="Wei", status=Entry.Status.WAITING, from_round=1)
    for draft in draws.generate(acting(), tournament, rounds=list(tournament.rounds.order_by("number")), seed="s"):
        seating.publish(acting(), draft)
    rounds.start(acting(), tournament.rounds.get(number=1))
    return tournament


def _situation(event, leaves=(5,), substitutes=(21,)):
    return replanning.situation_of(
        event,
        leaves=event.entries.filter(number__in=leaves),
        substitutes=list(event.entries.filter(number__in=substitutes)),
    )


def _numbers(draft):
    return sorted(seat.entry.number for seat in draft.seats.all())


def test_options_stand_side_by_side(event):
    situation = _situation(event)
    assert (len(situation.played), len(situation.planned)) == (1, 2)
    plans = replanning.plans_for(situation, "again")
    assert [plan.kind for plan in plans] == [SUBSTITUTE, SIT_OUT, RESEAT]
    assert {plan.before.repeats for plan in plans} == {0}


def test_a_substitute_takes_the_chair_in_every_coming_round(event):
    draw = replanning.choose(acting(), event, situation=_situation(event), kind=SUBSTITUTE, seed="again")
    assert all(check.passed for check in verify(loads(draw.certificate)))
    for draft in draw.seatings.all():
        assert _numbers(draft) == [*range(1, 5), *range(6, 22)]
    assert event.entries.get(number=5).status == "dropped"


def test_sitting_out_leaves_the_played_round_alone_and_can_be_undone(event):
    old = {r.number: seating.plan_of(r.current_seating) for r in event.rounds.all()}
    draw = replanning.choose(
        acting(), event, situation=_situation(event, substitutes=()), kind=SIT_OUT, seed="again", reason="fever"
    )
    assert all(check.passed for check in verify(loads(draw.certificate)))
    assert [row.round.number for row in draw.seatings.order_by("round__number")] == [2, 3]
    assert [row.seats.count() for row in draw.seatings.all()] == [16, 16]
    assert event.entries.get(number=5).status == "dropped"
    replanning.undo(acting(), draw, reason="feels better")
    assert event.entries.get(number=5).status == "checked_in"
    assert {row.state for row in draw.seatings.all()} == {"superseded"}
    for number in (1, 2, 3):
        assert seating.plan_of(event.rounds.get(number=number).current_seating) == old[number]
    assert seating.plan_of(event.rounds.get(number=2).seatings.filter(state="draft").get()) == old[2]


def test_an_event_that_moved_on_must_be_looked_at_again(event):
    situation = _situation(event)
    with pytest.raises(UserError, match="This option does not exist any more"):
        replanning.choose(acting(), event, situation=situation, kind="magic", seed="again")
    for round_ in event.rounds.filter(number__gte=2):
        seating.withdraw(acting(), round_.current_seating)
        seating.discard(acting(), round_.seatings.get(state="draft"))
    with pytest.raises(UserError, match="The event has moved on"):
        replanning.choose(acting(), event, situation=situation, kind=SIT_OUT, seed="again")
    with pytest.raises(UserError, match="No coming round is seated yet"):
        _situation(event)


def test_only_a_replan_can_be_undone(event):
    with pytest.raises(UserError, match="Only a re-plan can be undone"):
        replanning.undo(acting(), event.draws.get(number=1))
