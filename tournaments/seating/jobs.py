"""Draws made again in the background: for a better seating of the same seed, and without each wish for its cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.seating.logic import SeatingError
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.services import draw_records
from tournaments.seating.services.drafts import IMPROVABLE


def _draw_page(run: JobRun) -> str:
    return reverse("event_draw", args=[run.tournament.slug, run.params["draw"]])


@job_kind("seating-improve", label=gettext_lazy("Better seating"), action="seating.draft", back=_draw_page)
def improve(run: JobRun) -> JobResult:
    """Search on for `effort` units; the drafts come only at the end, so a cancelled job changes nothing."""
    # It loads numpy, which a worker that only prints and backs up does without.
    from tournaments.seating.logic.drawing import draw as draw_again

    draw = SeatingDraw.objects.get(tournament=run.tournament, number=run.params["draw"])
    effort = int(run.params["effort"])
    before = draw.value
    if not isinstance(before.inputs, FixedInputs) or before.kind not in IMPROVABLE:
        raise JobError(sentence(_("Only a draw of several rounds can be searched on.")))
    try:
        better = draw_again(replace(before.inputs, improve=effort), draw.seed, progress=_teller(run))
        rounds = [row.round for row in draw.seatings.select_related("round__tournament").order_by("round__number")]
        actor = Actor.of_task("seating-improve", run.job.created_by)
        adopted = draw_records.adopt(
            actor,
            run.tournament,
            rounds=rounds,
            draw=better.under(before.committed, before.lottery),
            better_than=draw,
        )
    except SeatingError as error:
        raise JobError(error.message) from error
    except UserError as error:
        raise JobError(error.stored) from error
    return JobResult(url=adopted.get_absolute_url(), message=sentence(_("The better seating waits as a draft.")))


@job_kind("seating-prices", label=gettext_lazy("Cost of each request"), action="seating.draft", back=_draw_page)
def prices(run: JobRun) -> JobResult:
    """Draw without each of the wishes in turn, and keep the difference in repeats with the draw."""
    from tournaments.seating.logic.drawing import repeats_more

    draw = SeatingDraw.objects.get(tournament=run.tournament, number=run.params["draw"])
    found = repeats_more(draw.value, _teller(run))
    draw_records.price(Actor.of_task("seating-prices", run.job.created_by), draw, repeats=found)
    return JobResult(url=_draw_page(run))


def _teller(run: JobRun) -> Callable[[float], bool]:
    """Shows the share done on the job's page, and stops the work where the job was cancelled."""

    def tell(share: float) -> bool:
        run.report(round(100 * share), 100)
        return True

    return tell
