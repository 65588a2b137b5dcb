"""The file of an event, made before the event is deleted."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack
from tournaments.exchange.services import removal


def _page(run: JobRun) -> str:
    # The job outlives the event that was deleted with its help.
    event = run.job.tournament
    return reverse("manage_remove", args=[event.slug]) if event else reverse("manage")


@job_kind(removal.BACKUP, label=gettext_lazy("Backup of the event"), action="events.export", back=_page)
def backup(run: JobRun) -> JobResult:
    """params: the version of the event that the file is to have."""
    event = run.tournament
    content = pack(event)
    version = Tournament.objects.values_list("version", flat=True).get(pk=event.pk)
    if version != run.params["version"]:
        raise JobError(sentence(_("The event has changed meanwhile; make the backup again.")))
    return JobResult(
        name=f"{event.slug}.whole.zip",
        content=content,
        url=_page(run),
        message=sentence(_("The backup is made. It brings the event back by Import an event.")),
    )
