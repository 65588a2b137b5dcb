"""The last check of an event as it is now, withdrawn when anything changes, and the newest fallback pack."""

from __future__ import annotations

from django.conf import settings

from engine.sentences import Sentence
from tournaments.core.models.jobs import Job
from tournaments.events.models import Tournament


def verifier_mark() -> str:
    """The mark of the program whose checks ran; another edition runs them anew."""
    mark: str = settings.EDITION
    return mark


def last_check(tournament: Tournament) -> Job | None:
    """The job that checked this version of the event with this program; None where either moved on, or nobody did."""
    ran = Job.objects.filter(
        tournament=tournament, kind="event-check", state=Job.State.DONE, params__version=tournament.version
    ).first()
    if ran is None or not isinstance(ran.message, Sentence) or ran.message.values.get("program") != verifier_mark():
        return None
    return ran


def everything_checked(tournament: Tournament) -> Job | None:
    """The same where the event is over and nothing failed, which its own page says."""
    ran = last_check(tournament) if tournament.state == Tournament.State.FINISHED else None
    return ran if ran is not None and nothing_failed(ran) else None


def nothing_failed(ran: Job) -> bool:
    """Whether nothing failed."""
    return isinstance(ran.message, Sentence) and ran.message.values.get("failed") == 0


def latest_pack(tournament: Tournament) -> Job | None:
    """The job that made it, with the file; None before the first."""
    made = Job.objects.filter(
        tournament=tournament, kind="print", params__document="fallback-pack", state=Job.State.DONE
    )
    return made.exclude(result="").order_by("-finished_at").first()
