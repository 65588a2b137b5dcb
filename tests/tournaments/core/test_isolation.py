"""Loops over rows: one that fails is logged and stops no other."""

import datetime
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tournaments.core import jobs
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import applications
from tournaments.events.models import Tournament
from tournaments.tasks import discard_old_jobs

pytestmark = pytest.mark.django_db


def with_somebody_waiting(slug: str) -> Tournament:
    """An event whose only place was taken, has become free, and was offered to nobody yet."""
    event = small_tournament(0, slug=slug)
    applications.set_desk(acting(), event, facts={"is_open": True, "capacity": 1, "asks": {}})
    for name in ("Ann", "Ben"):
        facts = {"given_name": name, "family_name": "Quist"}
        applications.admit(acting(), applications.apply(acting(), event, facts=facts))
    event.registration_desk.capacity = 2
    event.registration_desk.save()
    return event


def test_free_places_of_other_events_are_offered_when_those_of_one_cannot_be(monkeypatch: Any) -> None:
    broken, sound = with_somebody_waiting("broken"), with_somebody_waiting("sound")
    offer = applications.offer_places

    def offer_places(by: Actor, tournament: Tournament) -> int:
        if tournament == broken:
            raise OverflowError("date value out of range")
        return offer(by, tournament)

    monkeypatch.setattr(applications, "offer_places", offer_places)
    applications.offer_everywhere()
    offered = Application.objects.exclude(offered_until=None).values_list("tournament__slug", "given_name")
    assert list(offered) == [(sound.slug, "Ben")]


def test_old_files_and_emails_are_deleted_though_one_file_cannot_be(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    past = timezone.now() - jobs.KEEP_FOR - datetime.timedelta(days=200)
    stuck, sound = (Job.objects.create(kind="print", state="done", finished_at=past) for _ in range(2))
    for job in (stuck, sound):
        job.result.save(f"{job.pk}.pdf", ContentFile(b"%PDF"))
    # A folder in the file's place, with something in it.
    path = tmp_path / stuck.result.name
    path.unlink()
    path.mkdir()
    (path / "kept").touch()
    application = applications.apply(
        acting(), with_somebody_waiting("spring"), facts={"given_name": "Cem", "family_name": "Quist"}
    )
    Email.objects.create(application=application, kind="confirm", state="sent", created_at=past)
    discard_old_jobs()
    assert list(Job.objects.values_list("pk", flat=True)) == [stuck.pk]
    assert Email.objects.count() == 0


def test_all_are_approved_except_one_that_cannot_be_entered() -> None:
    event = small_tournament(0)
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"club": "asked"}})
    for name in ("Ann", "Ben", "Cem"):
        applications.apply(acting(), event, facts={"given_name": name, "family_name": "Quist"})
    # As a file of another program had it.
    event.applications.filter(given_name="Ben").update(club="Two\nlines")
    assert [one.given_name for one in applications.admit_all(acting(), event)] == ["Ann", "Cem"]
    assert list(event.applications.filter(state="pending").values_list("given_name", flat=True)) == ["Ben"]
    with pytest.raises(UserError, match="This is one line"):
        applications.admit_all(acting(), event)
