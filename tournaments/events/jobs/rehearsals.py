"""A rehearsal played by robots, round by round, in the background."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.events.robots import rehearsal
from tournaments.events.text.next_steps import STEPS
from tournaments.events.views.next_steps import NextStep
from tournaments.exchange.services import rehearsals


def _page(run: JobRun) -> str:
    return reverse("manage_home", args=[run.tournament.slug])


@job_kind(rehearsals.PLAY, label=gettext_lazy("Robots play the rehearsal"), action="events.export", back=_page)
def play(run: JobRun) -> JobResult:
    """One round more, or with `whole` all of them; a run that was lost goes on where the event stands."""
    tournament = run.tournament
    total = max(tournament.rounds.count(), 1)
    by = Actor.of_task("rehearsal", run.job.created_by)

    def told(step: NextStep) -> None:
        done = tournament.rounds.filter(state="finished").count()
        run.report(done, max(total, done), sentence(STEPS[step.what], number=step.round, **step.values))

    try:
        rehearsals.require(tournament)
        while rehearsal.next_round(by, tournament, told) and run.params["whole"]:
            continue
    except UserError as error:
        raise JobError(error.stored) from error
    return JobResult(url=_page(run), message=sentence(_("The robots have played.")))
