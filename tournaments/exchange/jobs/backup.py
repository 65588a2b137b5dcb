"""A backup of the site, in the background."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.exchange.backups import making


@job_kind("backup", label=gettext_lazy("Backup"), action="backup")
def backup(run: JobRun) -> JobResult:
    """params: why (see `making`), and the round of the job's event."""
    event = run.job.tournament
    try:
        made = making.make(
            run.params["why"], tournament=event.slug if event else "", round_number=run.params.get("round")
        )
    except UserError as error:
        raise JobError(error.stored) from error
    size = sentence(_("The backup is made and was opened: %(size)s kB."), size=made.size // 1024)
    return JobResult(url=reverse("backups"), message=size)
