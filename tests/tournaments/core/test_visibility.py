"""Visibility beyond roles: jobs of former staff, partly published draws."""

from __future__ import annotations

import hashlib

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, signed_in, small_tournament
from tests.support.remembered import remembered
from tournaments.accounts.models import Membership
from tournaments.core import visibility
from tournaments.core.models.jobs import Job
from tournaments.events.models import Tournament
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Tournament:
    tournament = small_tournament(16)
    people(tournament)
    return tournament


def test_a_director_who_was_removed_opens_none_of_the_jobs_that_were_his(event: Tournament) -> None:
    job = Job.objects.create(tournament=event, kind="print", created_by=person("olga"), params={})
    job.result.save("sheets.pdf", ContentFile(b"%PDF"))
    job.result.close()
    Job.objects.filter(pk=job.pk).update(result_name="sheets.pdf")
    olga = signed_in("olga")
    addresses = [reverse("job", args=[job.pk]), reverse("job_file", args=[job.pk])]
    answers = [olga.get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert b"".join(answers[1]) == b"%PDF"
    # A restored database has no files, and another machine may lack the shared folder.
    name = job.result.name
    Job.objects.filter(pk=job.pk).update(result="jobs/elsewhere.pdf")
    gone = olga.get(addresses[1])
    assert gone.status_code == 410
    assert "This file is no longer stored; start its job again." in gone.content.decode()
    assert olga.get(reverse("api-job-file", args=[job.pk])).status_code == 400
    Job.objects.filter(pk=job.pk).update(result=name)
    Membership.objects.filter(user=person("olga")).delete()
    assert [olga.get(address).status_code for address in addresses] == [403, 403]
    assert olga.post(reverse("job_cancel", args=[job.pk])).status_code == 403
    # A job of no event is its author's.
    own = Job(kind="print", created_by=person("olga"), params={})
    assert [visibility.may_open_job(person(name), own) for name in ("olga", "ren")] == [True, False]
    assert not visibility.may_open_job(AnonymousUser(), Job(kind="print", created_by=None, params={}))


def test_a_draw_gives_no_round_away_before_it_is_published(event: Tournament) -> None:
    drafts = seating_drafts.generate(
        acting("sue"), event, rounds=list(event.rounds.order_by("number")), seed="spring rain"
    )
    draw = SeatingDraw.objects.get(tournament=event)
    page, file = draw.get_absolute_url(), reverse("event_draw_certificate", args=[event.slug, draw.number])
    mark = hashlib.sha256(draw.certificate.encode()).hexdigest()

    def seen(client: Client) -> tuple[int, bool, int, int]:
        """Of the page: its status, whether it has the seed, and how many meetings its picture shows; of the file: its
        status.
        """
        shown = client.get(page)
        meetings = sum(times * pairs for times, pairs, *_drawn in shown.context["map"].levels)
        return shown.status_code, "spring rain" in shown.text, meetings, client.get(file).status_code

    seating.publish(acting("sue"), drafts[0])
    assert seen(Client()) == (200, False, 24, 404), "six pairs at each of four tables"
    assert mark in Client().get(page).text
    assert seen(signed_in("petra")) == (200, False, 24, 404)
    assert seen(signed_in("sue")) == (200, True, 72, 200)
    seating.publish(acting("sue"), drafts[1])
    assert seen(Client()) == (200, False, 48, 404)
    seats = list(drafts[2].seats.order_by("table_number", "wind"))
    swapped = seating.swap(acting("sue"), drafts[2], first=seats[0].entry, second=seats[4].entry)
    seating.publish(acting("sue"), swapped)
    assert seen(Client()) == (200, True, 72, 200), "a round published with a swap has been drawn as well"
    assert hashlib.sha256(Client().get(file).content).hexdigest() == mark
