"""The newest fallback pack of an event, made in the background after each round."""

from __future__ import annotations

from tournaments.core.models.jobs import Job
from tournaments.events.models import Tournament


def latest_pack(tournament: Tournament) -> Job | None:
    """The job that made it, with the file; None before the first."""
    made = Job.objects.filter(
        tournament=tournament, kind="print", params__document="fallback-pack", state=Job.State.DONE
    )
    return made.exclude(result="").order_by("-finished_at").first()
