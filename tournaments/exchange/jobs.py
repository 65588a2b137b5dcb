"""Background jobs: backups of the site and of an event, and verification of an event's public bundle."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, Lane, job_kind
from tournaments.core.models.public_files import PublicFile
from tournaments.core.public_files import file_kind
from tournaments.events.models import Tournament
from tournaments.exchange.backups import making
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.document.archive import pack
from tournaments.exchange.files.public_bundle import BUNDLE, build_public_bundle, make_bundle_file
from tournaments.exchange.queries import compute_verifier_mark
from tournaments.exchange.services import removal
from tournaments.exchange.verification.lines import FAILED, UNKNOWN


@file_kind(BUNDLE, "json")
def make_public_bundle(file: PublicFile) -> bytes:
    return make_bundle_file(Tournament.objects.get(pk=file.params["event"]))


@job_kind("backup", label=gettext_lazy("Backup"), action="backup", lane=Lane.BACKUP)
def back_up_site(run: JobRun) -> JobResult:
    """Back up the site; params: reason (see `making`), and the round of the job's event."""
    event = run.job.tournament
    try:
        backup = making.make(
            run.params["why"], tournament=event.slug if event else "", round_number=run.params.get("round")
        )
    except UserError as error:
        raise JobError(error.stored) from error
    size = sentence(_("The backup is created and checked: %(size)s kB."), size=backup.size // 1024)
    return JobResult(url=reverse("backups"), message=size)


def _get_removal_page(run: JobRun) -> str:
    # The job must outlive the event, which is deleted once it has this backup.
    event = run.job.tournament
    return reverse("manage_remove", args=[event.slug]) if event else reverse("manage")


@job_kind(
    removal.BACKUP,
    label=gettext_lazy("Backup of the event"),
    action="events.export",
    back=_get_removal_page,
    lane=Lane.BACKUP,
)
def back_up_event(run: JobRun) -> JobResult:
    event = run.tournament
    content = pack(event)
    version = Tournament.objects.values_list("version", flat=True).get(pk=event.pk)
    if version != run.params["version"]:
        raise JobError(sentence(_("The event has changed. Create the backup again.")))
    return JobResult(
        name=f"{event.slug}.whole.zip",
        content=content,
        url=_get_removal_page(run),
        message=sentence(_("The backup is created. “Import an event” restores it.")),
    )


SITE_COPY: Final = "site-copy"


def _publishing_page(run: JobRun) -> str:
    return reverse("manage_publishing", args=[run.tournament.slug])


@job_kind(
    SITE_COPY,
    label=gettext_lazy("Save as web pages"),
    action="events.export",
    back=_publishing_page,
    lane=Lane.BULK,
)
def save_as_web_pages(run: JobRun) -> JobResult:
    """Return the static copy as a ZIP; params: languages."""
    from tournaments.exchange.site_copy import making

    languages: list[str] = run.params["languages"]

    def report(done: int, total: int) -> None:
        run.report(done, total, sentence(_("Page %(number)s of %(total)s"), number=done, total=total))

    try:
        pages, content = making.pack_copy(run.tournament, languages, report)
    except making.UnpublishedError:
        raise JobError(sentence(_("The event is not published: visitors see none of its pages."))) from None
    except making.ChangedError:
        raise JobError(sentence(_("The event has changed. Save its pages again."))) from None
    return JobResult(
        name=f"{run.tournament.slug}-pages.zip",
        content=content,
        message=sentence(
            _("Pages and files: %(number)s. left-out.txt names what the copy does not have."), number=pages
        ),
    )


def _check_page(run: JobRun) -> str:
    return reverse("event_check", args=[run.tournament.slug])


@job_kind("event-check", label=gettext_lazy("Check of the whole event"), action="manage.view", back=_check_page)
def check(run: JobRun) -> JobResult:
    """Count checked, failed and unknown items, for the requested version of the event."""
    # The import loads numpy, which other work of the worker does without.
    from tournaments.exchange.verification.checks import check_bundle

    bundle = build_public_bundle(run.tournament)
    if bundle["tournament"]["version"] != run.params["version"]:
        raise JobError(sentence(_("The event has changed. Check it again.")))
    outcomes = [line.outcome for line in check_bundle(bundle, parts=map_part_checks())]
    failed, unknown = outcomes.count(FAILED), outcomes.count(UNKNOWN)
    return JobResult(
        url=_check_page(run),
        message=sentence(
            _(
                "%(checked)s checked, %(failed)s failed, %(unknown)s cannot be known. Bundle %(digest)s, program"
                " %(program)s."
            ),
            checked=len(outcomes) - failed - unknown,
            failed=failed,
            unknown=unknown,
            digest=bundle["digest"][:12],
            program=compute_verifier_mark(),
        ),
    )
