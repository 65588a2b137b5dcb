"""Promised draws: nothing is chosen after the hash is public, and everything that was drawn stands in public."""

import datetime
import json

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.commitments import seed_commitment
from engine.walls.public_value import ValueName
from tests.support.moments import noon_in
from tests.support.people import acting, seat_in_order, signed_in
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.rounds.models import Round
from tournaments.seating.logic.certificate import format_certificate, parse_certificate
from tournaments.seating.logic.verify import verify
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries import draws
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import promises, sealed, seating

pytestmark = pytest.mark.django_db

LOTTO = ValueName("lottery", "Lotto 6aus49", "2026-05-02")


def rounds_of(event):
    return list(event.rounds.order_by("number"))


def page(event, name="event_draws", *number):
    return Client().get(reverse(name, args=[event.slug, *number])).content.decode()


def standing(drawn):
    """One value for each check of the certificate: True where it passes."""
    return [line.passed for line in verify(parse_certificate(drawn.certificate))]


def promise(event, **changed):
    soon = timezone.now() + datetime.timedelta(hours=1)
    asked = {"rounds": rounds_of(event), "way": "together", "value": LOTTO, "value_known_at": soon} | changed
    return promises.seal(acting("sue"), event, **asked)[0]


def known(made, value="44, 3 7 19"):
    """An hour passes; the value is known and added."""
    # What was promised does not change, so the same promise is made anew, two hours ago.
    made.delete()
    made.pk, made.created_at = None, timezone.now() - datetime.timedelta(hours=2)
    made.value_known_at = made.inputs_close_at = made.created_at + datetime.timedelta(hours=1)
    made.save(force_insert=True)
    return promises.add_value(acting("sue"), made, value=value, again="3-7-19-44")


def draw(event, **options):
    seating_drafts.generate(acting("sue"), event, rounds=rounds_of(event), **options)
    return SeatingDraw.objects.filter(tournament=event).last()


def test_a_promise_is_public_with_its_time_and_its_seed_lies_encrypted(event):
    made = promise(event)
    seed = sealed.unseal(made.sealed_seed)
    assert seed not in made.sealed_seed
    for field in ("sealed_seed", "commitment", "promise", "value_source"):
        with pytest.raises(DatabaseError, match="does not change"), transaction.atomic():
            SeedCommitment.objects.filter(pk=made.pk).update(**{field: "other"})
    assert not [e for e in AuditEntry.objects.all() if seed in json.dumps([e.before, e.after])]
    shown = page(event)
    assert made.commitment in shown
    answer = Client().get(reverse("api-draws", args=[event.slug])).json()
    (listed,) = answer["promises"]
    assert (listed["commitment"]["commitment"], listed["commitment"]["promise"]) == (made.commitment, made.promise)
    assert seed not in shown + json.dumps(answer)
    assert json.loads(made.promise)["value"] == {
        "kind": "lottery",
        "source": "Lotto 6aus49",
        "which": "2026-05-02",
        "known_at": made.value_known_at.astimezone(datetime.UTC).isoformat(),
    }


BROKEN = (
    ("seed", "00" * 32), ("value", "1-2-3"), ("value", "44-3-7-19"), ("promise", "{}"),
    ("promise", '{"format":"mjdraw/1"}'),
)  # fmt: skip


def failed(value):
    return [line.name for line in verify(parse_certificate(format_certificate(value))) if not line.passed]


def test_a_promised_draw_comes_of_sealed_seed_and_public_value_alone_and_else_its_certificate_fails(event):
    made = promise(event)
    with pytest.raises(UserError, match="The public value of the promise is missing"):
        draw(event)
    made = known(made)
    with pytest.raises(UserError, match="drawn by the sealed seed"):
        draw(event, seed="my lucky one")
    drawn = draw(event)
    assert (drawn.under, drawn.seed) == (made, promises.unseal_draw_seed(made))
    value = parse_certificate(drawn.certificate)
    assert standing(drawn) == [True] * 6
    assert value["lottery"]["value"] == "3-7-19-44"
    assert failed(value | {"commitment": None}) == ["commitment"]
    for name, changed in BROKEN:
        value = parse_certificate(drawn.certificate)
        value["lottery"][name] = changed
        assert "commitment" in failed(value), (name, changed)


def test_what_was_promised_otherwise_is_refused(event):
    promise(event, rounds=rounds_of(event)[:2])
    with pytest.raises(UserError, match="Something else was promised of round 1"):
        draw(event)
    with pytest.raises(UserError, match="Round 1 is promised already"):
        promise(event)
    draft = seat_in_order(rounds_of(event)[0])
    with pytest.raises(UserError, match="Another draw of round 1 was promised in public"):
        seating.publish(acting("sue"), draft)


def test_drawn_again_it_needs_a_reason_that_everybody_reads(event):
    known(promise(event))
    first = draw(event)
    with pytest.raises(UserError, match="say why it is drawn again"):
        draw(event)
    second = draw(event, why="Petra is ill; 15 is in her place")
    (listed,) = draws.list_promises(event)
    assert [(line.draw, line.state, line.fate) for line in listed.draws] == [
        (first, "replaced", "Petra is ill; 15 is in her place"),
        (second, "waits", ""),
    ]
    draft = second.seatings.get(round__number=1)
    with pytest.raises(UserError, match="say why it is discarded"):
        seating.discard(acting("sue"), draft)
    seating.discard(acting("sue"), draft, reason="a wish was forgotten")
    (listed,) = draws.list_promises(event)
    assert (listed.draws[1].state, listed.draws[1].fate) == ("discarded", "a wish was forgotten")
    assert "a wish was forgotten" in page(event)


def test_a_slip_of_the_value_is_put_right_in_the_open_before_anything_is_drawn(event):
    made = known(promise(event))
    with pytest.raises(UserError, match="The two are different: 3-7-19-45, 3-7-19-46"):
        promises.correct_value(acting("sue"), made, value="3 7 19 45", again="3 7 19 46", reason="misread")
    made = promises.correct_value(acting("sue"), made, value="3 7 19 45", again="45 3 7 19", reason="misread")
    assert [slip["was"] for slip in made.corrections] == ["3-7-19-44"]
    draw(event)
    with pytest.raises(UserError, match="Something has been drawn with this value"):
        promises.correct_value(acting("sue"), made, value="1", again="1", reason="I like it less")
    with pytest.raises(DatabaseError, match="does not change"), transaction.atomic():
        SeedCommitment.objects.filter(pk=made.pk).update(public_value="1")


@pytest.mark.parametrize(
    ("left_out", "fields"),
    [(("source",), ["source"]), (("value_known_at",), ["value_known_at"]),
     (("source", "value_known_at"), ["source", "value_known_at"])],
)  # fmt: skip
def test_what_a_public_value_needs_is_asked_for_at_its_own_field(event, left_out, fields):
    terms = {"rounds": ["1"], "way": "together", "kind": "lottery", "source": "Lotto", "which": "2026-12-05"}
    terms |= {"value_known_at": noon_in(2)}
    terms = {name: text for name, text in terms.items() if name not in left_out}
    answer = signed_in("sue").post(reverse("manage_draw_seal", args=[event.slug]), terms)
    assert (answer.status_code, sorted(answer.context["promise_form"].errors)) == (422, fields)
    assert not event.seed_commitments.exists()


@pytest.mark.parametrize(("again", "field"), [("3 7 19 45", "again"), ("seven", "again")])
def test_a_value_that_was_typed_otherwise_the_second_time_is_refused_at_that_field(event, again, field):
    made = known(promise(event))
    with pytest.raises(UserError) as refusal:
        promises.correct_value(acting("sue"), made, value="3 7 19 46", again=again, reason="misread")
    assert refusal.value.field == field


@pytest.mark.parametrize("published", [True, False])
def test_behind_closed_pages_a_promise_is_not_called_public(event, published):
    event.published = published
    event.save()
    terms = {"rounds": ["1"], "way": "together", "kind": "lottery", "source": "Lotto", "which": "2026-12-05"}
    terms |= {"value_known_at": noon_in(2)}
    sent = signed_in("sue").post(reverse("manage_draw_seal", args=[event.slug]), terms, follow=True).content.decode()
    assert ("The hash is on the public page of draws." in sent) is published
    assert ("Open the public pages now" in sent, "The public pages are closed: nobody can note" in sent) == (
        (not published,) * 2
    )


def test_a_withdrawn_promise_stays_in_public(event):
    made = promise(event)
    with pytest.raises(UserError, match="Say why the promise is withdrawn"):
        promises.withdraw(acting("sue"), made, reason=" ")
    promises.withdraw(acting("sue"), made, reason="the lottery was moved")
    assert promise(event).commitment != made.commitment
    shown = page(event)
    assert (made.commitment in shown, "the lottery was moved" in shown) == (True, True)
    drawn = known(SeedCommitment.objects.exclude(pk=made.pk).get())
    for draft in draw(event).seatings.all():
        seating.publish(acting("sue"), draft)
    with pytest.raises(UserError, match="It has been drawn and published"):
        promises.withdraw(acting("sue"), drawn, reason="I like it less")


def test_each_swiss_round_has_a_promise_of_its_own_and_results_are_its_chance(event):
    first, second, third = rounds_of(event)
    Round.objects.filter(pk=first.pk).update(state=Round.State.FINISHED)
    with pytest.raises(UserError, match="Round 2 needs a public value"):
        promises.seal(acting("sue"), event, rounds=[second], way="swiss")
    with pytest.raises(UserError, match="Name a public value"):
        promise(event, rounds=[second, third], value=None)
    fresh = {"setting": "fresh", "in_brackets": False}
    (made,) = promises.seal(acting("sue"), event, rounds=[third], way="swiss", options=fresh)
    assert json.loads(made.promise)["inputs_close"] == "results of round 2"
    with pytest.raises(UserError, match="Something else was promised of round 3"):
        seating_drafts.draft_swiss(acting("sue"), third, DrawOptions(setting="close"))
    with pytest.raises(UserError, match="The setting of this round was promised"):
        seating_drafts.draw_swiss_choices(third, DrawOptions(seed="x"))
    seating_drafts.draft_swiss(acting("sue"), third, DrawOptions(setting="fresh"))
    assert standing(SeatingDraw.objects.get(tournament=event)) == [True] * 5


def test_a_seed_sealed_before_promises_were_made_still_opens_with_its_draw(event):
    old = SeedCommitment.objects.create(
        tournament=event, sealed_seed=sealed.seal("olga's"), commitment=seed_commitment("olga's")
    )
    drawn = draw(event)
    assert (drawn.under, drawn.seed) == (old, "olga's")
    assert standing(drawn) == [True] * 6


def test_a_swap_after_publishing_stands_on_the_draws_page_and_in_its_chain(event):
    drawn = draw(event, seed="spring")
    for draft in drawn.seatings.order_by("round__number"):
        seating.publish(acting("sue"), draft)
    assert "Not verifiable: the seed was not sealed first." in page(event, "event_draw", 1)
    assert [line.draw.number for line in draws.list_draws_without_promise(event)] == [1]
    before = draws.build_chain(drawn)
    assert (before.changes, before.in_force, before.otherwise) == ([], [1, 2, 3], [])
    live = rounds_of(event)[0].current_seating
    east, south = live.seats.filter(table_number=1).order_by("wind")[:2]
    seating.swap(acting("sue"), live, first=east.entry, second=south.entry)
    found = draws.build_chain(drawn)
    assert [(change.round, len(change.moves)) for change, _at, _moved in found.changes] == [(1, 2)]
    assert found.links[0] == before.head
    assert found.head != before.head
    shown = page(event, "event_draw", 1)
    assert (f"Table 1, East: {south.entry} instead of {east.entry}" in shown, found.head in shown) == (True, True)
    other = seat_in_order(rounds_of(event)[1])
    seating.publish(acting("sue"), other)
    assert draws.build_chain(drawn).otherwise == [2]
