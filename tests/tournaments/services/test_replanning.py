"""The rest of an event planned anew, and taken back."""

import pytest

from engine.walls.promise import replan_seed
from tests.support.checked_events import promised
from tests.support.people import acting, seat_in_order, small_tournament
from tournaments.exports.public_bundle import public_bundle
from tournaments.models import Entry, Seating
from tournaments.seating.certificate import loads
from tournaments.seating.replanning.replan import RESEAT, SIT_OUT, SUBSTITUTE
from tournaments.seating.verify import verify
from tournaments.selectors import draws as selected
from tournaments.services import draw_commitments as promises
from tournaments.services import registration, replanning, rounds, seating, seating_drafts
from tournaments.services.errors import UserError
from tournaments.verification.checks import check_bundle

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


def test_who_joined_waits_again_after_an_undo_and_can_join_once_more(event):
    for kind in (SUBSTITUTE, RESEAT, SUBSTITUTE):
        draw = replanning.choose(acting(), event, situation=_situation(event), kind=kind, seed="again")
        assert event.entries.get(number=21).status != "waiting"
        assert replanning.undoable(event) == draw
        replanning.undo(acting(), draw)
        joined = event.entries.get(number=21)
        assert (joined.status, joined.substitute_for, joined.dropped_from_round) == ("waiting", None, None)
        assert event.entries.get(number=5).status == "checked_in"
        assert replanning.undoable(event) is None
        with pytest.raises(UserError, match="taken back already"):
            replanning.undo(acting(), draw)


def test_two_plans_in_a_row_build_on_each_other_and_are_taken_back_in_turn(event):
    first = replanning.choose(acting(), event, situation=_situation(event, (5,), ()), kind=SIT_OUT, seed="a")
    second = replanning.choose(acting(), event, situation=_situation(event, (6,), ()), kind=SIT_OUT, seed="b")
    assert {seat.entry.number for draft in second.seatings.all() for seat in draft.seats.all()}.isdisjoint({5, 6})
    replanning.undo(acting(), replanning.undoable(event))
    assert [event.entries.get(number=n).status for n in (5, 6)] == ["dropped", "checked_in"]
    assert replanning.undoable(event) == first
    replanning.undo(acting(), first)
    assert [event.entries.get(number=n).status for n in (5, 6)] == ["checked_in", "checked_in"]
    assert replanning.undoable(event) is None


def test_who_has_dropped_already_is_seated_no_more_and_stays_away_after_an_undo(event):
    registration.drop(acting(), event.entries.get(number=5), from_round=2)
    situation = _situation(event, leaves=(6,), substitutes=())
    assert situation.leaves == {5, 6}
    draw = replanning.choose(acting(), event, situation=situation, kind=SIT_OUT, seed="again")
    assert {seat.entry.number for draft in draw.seatings.all() for seat in draft.seats.all()}.isdisjoint({5, 6})
    replanning.undo(acting(), draw)
    assert [event.entries.get(number=n).status for n in (5, 6)] == ["dropped", "checked_in"]


def test_somebody_without_a_chair_may_leave_together_with_one_who_is_replaced(event):
    Entry.objects.create(tournament=event, number=22, family_name="Late", status=Entry.Status.REGISTERED)
    draw = replanning.choose(acting(), event, situation=_situation(event, (5, 22)), kind=SUBSTITUTE, seed="again")
    assert event.entries.get(number=22).status == "dropped"
    assert all(_numbers(draft) == [*range(1, 5), *range(6, 22)] for draft in draw.seatings.all())


def test_who_sits_out_the_last_round_takes_the_chair_of_one_who_leaves():
    event = small_tournament(17, rounds=1)
    (draft,) = seating_drafts.generate(acting(), event, rounds=list(event.rounds.all()), seed="s")
    seating.publish(acting(), draft, leave_out=True)
    (out,) = set(range(1, 18)) - set(_numbers(draft))
    leaver = out % 17 + 1
    situation = _situation(event, (leaver,), ())
    assert [plan.kind for plan in replanning.plans_for(situation, "again")] == [SUBSTITUTE, RESEAT]
    draw = replanning.choose(acting(), event, situation=situation, kind=SUBSTITUTE, seed="again")
    assert _numbers(draw.seatings.get()) == sorted(set(range(1, 18)) - {leaver})
    assert event.entries.get(number=out).status == "checked_in"
    replanning.undo(acting(), draw)
    assert [event.entries.get(number=n).status for n in (out, leaver)] == ["checked_in", "checked_in"]


def test_a_table_that_is_not_there_is_named_and_without_tables_nobody_plays(event):
    with pytest.raises(UserError, match="No coming round has a table 98, 99"):
        replanning.situation_of(event, tables_gone=[99, 3, 98])
    with pytest.raises(UserError, match="No table is left"):
        replanning.plans_for(replanning.situation_of(event, tables_gone=range(1, 6)), "again")


def promised_event():
    """As above, three rounds promised, drawn and public."""
    tournament = small_tournament(20, slug="promised", rounds=3)
    made = promised(tournament, "together", [1, 2, 3])
    for draft in seating_drafts.generate(acting(), tournament, rounds=list(tournament.rounds.order_by("number"))):
        seating.publish(acting(), draft)
    rounds.start(acting(), tournament.rounds.get(number=1))
    return tournament, made


def test_a_new_plan_of_promised_rounds_is_by_a_seed_that_nobody_chooses_and_is_listed():
    event, made = promised_event()
    situation = _situation(event, substitutes=())
    with pytest.raises(UserError, match="leave the seed empty"):
        replanning.choose(acting(), event, situation=situation, kind=SIT_OUT, seed="my lucky one")
    draw = replanning.choose(acting(), event, situation=situation, kind=SIT_OUT)
    assert (draw.under, draw.seed) == (made, replan_seed(promises.seed_for(made), 1))
    assert [line.passed for line in verify(loads(draw.certificate))] == [True] * 5
    listed = [(one.draw, one.state) for one in selected.promises(event)[0].draws]
    assert listed == [(event.draws.get(number=1), "public"), (draw, "waits")]
    with pytest.raises(UserError, match="say why it is discarded"):
        replanning.undo(acting(), draw)
    replanning.undo(acting(), draw, reason="the fever is gone")
    for draft in Seating.objects.filter(round__tournament=event, state="draft"):
        seating.publish(acting(), draft)
    again = replanning.choose(acting(), event, situation=_situation(event, substitutes=()), kind=SIT_OUT)
    assert loads(again.certificate) == loads(draw.certificate)
    bundle = public_bundle(event)
    assert [line for line in check_bundle(bundle) if line.outcome == "failed"] == []


def test_a_promised_round_is_not_replaced_by_tables_made_by_hand():
    event, _made = promised_event()
    draft = seat_in_order(event.rounds.get(number=2))
    with pytest.raises(UserError, match="Round 2 was drawn as promised and is public"):
        seating.publish(acting(), draft)
