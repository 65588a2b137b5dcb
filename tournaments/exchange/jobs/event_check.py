"""The verifier over an event's public bundle, as a job; the page that explains the checks shows how it ended."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.exchange.bundle_parts import part_checks
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.exchange.queries.event_check import verifier_mark
from tournaments.exchange.verification.lines import FAILED, UNKNOWN


def _page(run: JobRun) -> str:
    return reverse("event_check", args=[run.tournament.slug])


@job_kind("event-check", label=gettext_lazy("Check of the whole event"), action="manage.view", back=_page)
def check(run: JobRun) -> JobResult:
    """Count what was checked, failed and cannot be known; for the version of the event that was asked for."""
    # It loads numpy, which a worker that only prints and backs up does without.
    from tournaments.exchange.verification.checks import check_bundle

    bundle = public_bundle(run.tournament)
    if bundle["version"] != run.params["version"]:
        raise JobError(sentence(_("The event has moved on; check it again.")))
    outcomes = [line.outcome for line in check_bundle(bundle, parts=part_checks())]
    failed, unknown = outcomes.count(FAILED), outcomes.count(UNKNOWN)
    return JobResult(
        url=_page(run),
        message=sentence(
            _(
                "%(checked)s checked, %(failed)s failed, %(unknown)s cannot be known. Bundle %(digest)s, program"
                " %(program)s."
            ),
            checked=len(outcomes) - failed - unknown,
            failed=failed,
            unknown=unknown,
            digest=bundle["digest"][:12],
            program=verifier_mark(),
        ),
    )
