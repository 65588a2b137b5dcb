"""How far a Swiss round is from the best possible, in the background."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.models import SeatingDraw
from tournaments.seating.errors import SeatingError
from tournaments.seating.proof.better_seating import proof_as_dict, swiss_inputs
from tournaments.seating.proof.prove import prove
from tournaments.services import proofs
from tournaments.services.audit import Actor
from tournaments.services.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.wording import proofs as proof_words


def _page(run: JobRun) -> str:
    return reverse("manage_draw_proof", args=[run.tournament.slug, run.params["draw"]])


@job_kind("seating-proof", label=gettext_lazy("Proof of a Swiss round"), action="seating.draft", back=_page)
def proof(run: JobRun) -> JobResult:
    """Bound and search for `seconds`; a cancelled job keeps nothing, and never changes a seating."""
    draw = SeatingDraw.objects.select_related("tournament").get(tournament=run.tournament, number=run.params["draw"])
    drawn = draw.value
    inputs = swiss_inputs(drawn)

    def progress(share: float) -> bool:
        run.report(round(100 * share), 100, sentence(_("Searching; the best known seating and the bound close in.")))
        return True

    try:
        found = prove(
            inputs.prices(),
            drawn.rounds[0],
            fixed_tables=inputs.constraints.fixed_tables,
            seconds=float(run.params["seconds"]),
            progress=progress,
        )
    except SeatingError as error:
        raise JobError(error.message) from error
    except ImportError as error:
        raise JobError(sentence(_("The solver that proves is not installed on this site."))) from error
    result = proof_as_dict(found)
    proofs.keep(Actor.of_task("seating-proof", run.job.created_by), draw, proof=result)
    return JobResult(
        url=_page(run),
        message=proof_words.verdict(result)[0],
    )
