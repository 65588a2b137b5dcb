"""A Swiss round is proven, and the better seating taken by whoever seats."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tournaments.models import AuditEntry, Job, SeatingDraw
from tournaments.seating.certificate import dumps, loads
from tournaments.seating.draws import SwissInputs, read
from tournaments.seating.proof import partition
from tournaments.seating.swiss.rounds import by_standings
from tournaments.seating.verify import verify
from tournaments.services import proofs, rounds, seating, seating_drafts
from tournaments.services.errors import UserError
from tournaments.services.jobs import claim, perform

pytestmark = pytest.mark.django_db


def client_of(name):
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def draw():
    """A Swiss draw of the second round whose certificate holds a bad seating, so that a better one is there to find."""
    event = small_tournament(16, rounds=3)
    people(event)
    played(event, 1, ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30)))
    seating_drafts.swiss(acting("sue"), event.rounds.get(number=2), seed="spring")
    made = SeatingDraw.objects.get(tournament=event)
    value = loads(made.certificate)
    value["rounds"] = [[list(table) for table in by_standings(value["inputs"]["order"], "interval")]]
    made.certificate = dumps(value)
    made.save(update_fields=["certificate"])
    return made


def page_of(draw, name="manage_draw_proof"):
    return reverse(name, args=[draw.tournament.slug, draw.number])


def prove(draw):
    """The proof as the job makes it."""
    job = proofs.begin(acting("sue"), draw)
    run = claim(job.pk)
    perform(run)
    draw.refresh_from_db()
    return Job.objects.get(pk=job.pk)


def test_sue_proves_a_draw_and_takes_the_better_seating(draw, monkeypatch):
    sue = client_of("sue")
    seating_page = reverse("manage_seating", args=[draw.tournament.slug, 2])
    assert f'href="{page_of(draw)}"' in sue.get(seating_page).content.decode()
    started = sue.post(page_of(draw))
    job = Job.objects.get()
    assert (started.status_code, started["Location"], job.kind) == (302, job.get_absolute_url(), "seating-proof")
    assert sue.post(page_of(draw))["Location"] == job.get_absolute_url()
    perform(claim(job.pk))
    job.refresh_from_db()
    assert (job.state, job.result_url) == (Job.State.DONE, page_of(draw))
    page = sue.get(page_of(draw))
    assert page.context["verdict"][0].startswith("A seating was found that is ")
    assert page.context["verdict"][1] == "None is cheaper than that; proven for all tables."
    assert page.context["verdict"][0] == job.message
    assert [line.name for line in page.context["lines"]][-1] == "In all"
    assert sue.post(page_of(draw, "manage_draw_proof_take"))["Location"] == f"{seating_page}?version=2"
    draw.refresh_from_db()
    chosen = SeatingDraw.objects.get(tournament=draw.tournament, number=2)
    draft = chosen.seatings.get()
    assert (chosen.kind, draft.state, draft.round.number) == ("chosen", "draft", 2)
    assert [
        [seat.entry.number for seat in draft.seats.filter(table_number=table).order_by("wind")] for table in range(1, 5)
    ] == draw.proof["better"]
    monkeypatch.setattr(SwissInputs, "again", lambda *asked, **options: read(loads(draw.certificate)))
    assert [check.passed for check in verify(loads(chosen.certificate))] == [True] * 5
    assert AuditEntry.objects.filter(action="seating.choose").exists()
    words = sue.get(chosen.get_absolute_url())
    assert words.status_code == 200
    assert words.context["how"][-1].startswith("The seating was found by a proof and taken because it costs less")
    assert (
        words.context["worth"][-1] == "No seating of this round under these wishes is cheaper; proven for all tables."
    )
    assert not words.context["may_price"]
    prices = reverse("manage_draw_prices", args=[draw.tournament.slug, chosen.number])
    assert sue.get(prices).status_code == 404


def test_the_best_seating_is_called_the_best(draw):
    prove(draw)
    value = loads(draw.certificate)
    value["rounds"] = [draw.proof["better"]]
    draw.certificate = dumps(value)
    draw.save(update_fields=["certificate"])
    job = prove(draw)
    assert job.message == "No seating of this round under these wishes is cheaper; proven for all tables."
    page = client_of("sue").get(page_of(draw))
    assert (page.context["verdict"], page.context["tables"]) == ([job.message], [])
    with pytest.raises(UserError, match="No better seating of this draw is known"):
        proofs.take(acting("sue"), draw)


def test_a_better_seating_that_is_taken_twice_is_one_draft_until_that_is_put_aside(draw):
    prove(draw)
    first, second = proofs.take(acting("sue"), draw), proofs.take(acting("olga"), draw)
    assert (second.pk, AuditEntry.objects.filter(action="seating.choose").count()) == (first.pk, 1)
    seating.discard(acting("sue"), first)
    third = proofs.take(acting("sue"), draw)
    assert (third.version, third.state) == (first.version + 1, "draft")


def test_a_round_that_is_played_keeps_its_seating(draw):
    prove(draw)
    seating.publish(acting("sue"), draw.seatings.get())
    rounds.start(acting("olga"), draw.tournament.rounds.get(number=2))
    with pytest.raises(UserError, match="A round of this draw has started; its seating stays"):
        proofs.take(acting("sue"), draw)
    words = client_of("sue").get(page_of(draw)).content.decode()
    assert "Take it as a new draft" not in words
    assert "A round of this draw has started; its seating stays." in words


def test_without_the_solver_the_page_says_how_to_get_it(draw, monkeypatch):
    monkeypatch.setattr("tournaments.views.proofs.available", lambda: False)
    monkeypatch.setattr("tournaments.services.proofs.available", lambda: False)
    sue = client_of("sue")
    shown = sue.get(page_of(draw)).content.decode()
    assert "pip install --require-hashes -r requirements-prove.lock" in shown
    assert '<button class="button primary">Prove it' not in shown
    sue.post(page_of(draw))
    assert Job.objects.count() == 0


def test_a_worker_without_the_solver_says_so(draw, monkeypatch):
    job = proofs.begin(acting("sue"), draw)

    def missing(*arguments):
        raise ImportError

    monkeypatch.setattr(partition, "_solver", missing)
    perform(claim(job.pk))
    job.refresh_from_db()
    assert (job.state, job.message) == (Job.State.FAILED, "The solver that proves is not installed on this site.")


def test_a_cancelled_proof_keeps_nothing(draw):
    job = proofs.begin(acting("sue"), draw)
    run = claim(job.pk)
    Job.objects.filter(pk=job.pk).update(state=Job.State.CANCELLED)
    perform(run)
    draw.refresh_from_db()
    assert draw.proof is None
    assert client_of("sue").get(job.get_absolute_url()).context["back"] == page_of(draw)


def test_a_draw_that_looks_ahead_is_told_from_one_that_does_not(draw):
    sue = client_of("sue")
    assert not sue.get(page_of(draw)).context["looks_ahead"]
    value = loads(draw.certificate)
    value["inputs"] |= {"setting": "fresh", "rounds": 5}
    draw.certificate = dumps(value)
    draw.save(update_fields=["certificate"])
    assert sue.get(page_of(draw)).context["looks_ahead"]


def test_only_who_seats_may_prove_and_only_a_swiss_round(draw):
    for name in ("sam", "petra", "otto"):
        assert client_of(name).post(page_of(draw)).status_code == 403
        assert client_of(name).post(page_of(draw, "manage_draw_proof_take")).status_code == 403
    SeatingDraw.objects.update(kind="standings")
    draw.refresh_from_db()
    assert client_of("sue").get(page_of(draw)).status_code == 404
    with pytest.raises(UserError, match="Only a Swiss round can be proven"):
        proofs.begin(acting("sue"), draw)
