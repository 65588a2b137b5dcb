"""Background job of a rehearsal: robots play it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, Lane, job_kind
from tournaments.events.text.next_steps import STEPS
from tournaments.events.views.next_steps import NextStep
from tournaments.rehearsal import services
from tournaments.rehearsal.robots import rounds


def _page(run: JobRun) -> str:
    return reverse("manage_home", args=[run.tournament.slug])


@job_kind(
    services.PLAY, label=gettext_lazy("Robots play the rehearsal"), action="events.export", back=_page, lane=Lane.BULK
)
def play(run: JobRun) -> JobResult:
    """Play one round, or with `whole` all of them; a restarted run continues from the event's state."""
    tournament = run.tournament
    total = max(tournament.rounds.count(), 1)
    by = Actor.of_task("rehearsal", run.job.created_by)

    def told(step: NextStep) -> None:
        done = tournament.rounds.filter(state="finished").count()
        run.report(done, max(total, done), sentence(STEPS[step.what], number=step.round, **step.values))

    try:
        services.require(tournament)
        while rounds.play_next_round(by, tournament, told) and run.params["whole"]:
            continue
    except UserError as error:
        raise JobError(error.stored) from error
    return JobResult(url=_page(run), message=sentence(_("The robots have played.")))
