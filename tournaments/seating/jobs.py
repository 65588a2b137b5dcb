from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.rounds.models import Round
from tournaments.seating.logic import SeatingError
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.services import drafts, draw_records, swiss_jobs
from tournaments.seating.services.drafts import IMPROVABLE


def _get_draw_address(run: JobRun) -> str:
    return reverse("event_draw", args=[run.tournament.slug, run.params["draw"]])


@job_kind("seating-improve", label=gettext_lazy("Better seating"), action="seating.draft", back=_get_draw_address)
def improve(run: JobRun) -> JobResult:
    """Search for `effort` units; create drafts only at the end, so that a cancelled job changes nothing."""
    # Imported here, since it loads numpy, which a worker that only prints and backs up does not need.
    from tournaments.seating.logic.drawing import draw as draw_again

    draw = SeatingDraw.objects.get(tournament=run.tournament, number=run.params["draw"])
    effort = int(run.params["effort"])
    before = draw.value
    if not isinstance(before.inputs, FixedInputs) or before.kind not in IMPROVABLE:
        raise JobError(sentence(_("Only a draw of several rounds can be searched on.")))
    try:
        better = draw_again(replace(before.inputs, improve=effort), draw.seed, progress=_build_progress_callback(run))
        rounds = [row.round for row in draw.seatings.select_related("round__tournament").order_by("round__number")]
        actor = Actor.of_task("seating-improve", run.job.created_by)
        adopted = draw_records.adopt(
            actor,
            run.tournament,
            rounds=rounds,
            draw=better.under(before.committed, before.opened),
            better_than=draw,
        )
    except SeatingError as error:
        raise JobError(error.message) from error
    except UserError as error:
        raise JobError(error.stored) from error
    return JobResult(url=adopted.get_absolute_url(), message=sentence(_("The better seating waits as a draft.")))


@job_kind("seating-prices", label=gettext_lazy("Cost of each request"), action="seating.draft", back=_get_draw_address)
def prices(run: JobRun) -> JobResult:
    from tournaments.seating.logic.drawing import compute_extra_repeats

    draw = SeatingDraw.objects.get(tournament=run.tournament, number=run.params["draw"])
    repeats = compute_extra_repeats(draw.value, _build_progress_callback(run))
    draw_records.price(Actor.of_task("seating-prices", run.job.created_by), draw, repeats=repeats)
    return JobResult(url=_get_draw_address(run))


def _get_seating_address(run: JobRun) -> str:
    round_ = Round.objects.filter(tournament=run.tournament, pk=run.params["round"]).first()
    if round_ is None:
        return reverse("manage_rounds", args=[run.tournament.slug])
    return reverse("manage_seating", args=[run.tournament.slug, round_.number])


@job_kind(swiss_jobs.DRAW, label=gettext_lazy("Swiss round"), action="seating.draft", back=_get_seating_address)
def swiss(run: JobRun) -> JobResult:
    """Draw without the event's lock, which results need; then draft if inputs are unchanged and nobody cancelled."""
    # Imported here, since it loads numpy, which a worker that only prints and backs up does not need.
    from tournaments.seating.logic.drawing import draw

    try:
        round_, options = swiss_jobs.read_options(run.job)
        inputs, decided = drafts.build_swiss_inputs(round_, options)
        drawn = draw(inputs, decided.seed, progress=_build_progress_callback(run))
        if decided.promise is None:
            options = replace(options, seed=decided.seed)
        with transaction.atomic():
            draft = drafts.draft_swiss(Actor.of_task(swiss_jobs.DRAW, run.job.created_by), round_, options, drawn=drawn)
            run.report(100, 100)
    except SeatingError as error:
        raise JobError(error.message) from error
    except UserError as error:
        raise JobError(error.stored) from error
    return JobResult(
        url=f"{_get_seating_address(run)}?version={draft.version}",
        message=sentence(_("Drawn from the confirmed results. Check the draw, then publish.")),
    )


@job_kind(
    swiss_jobs.CHOICES,
    label=gettext_lazy("Three settings of a Swiss round"),
    action="seating.draft",
    back=_get_seating_address,
)
def choices(run: JobRun) -> JobResult:
    from tournaments.seating.logic.drawing import draw

    try:
        round_, options = swiss_jobs.read_options(run.job)
        choice_inputs = drafts.list_choice_inputs(round_, options)
        draws = [
            draw(inputs, options.seed, progress=_build_progress_callback(run, done=done, of=len(choice_inputs)))
            for done, inputs in enumerate(choice_inputs)
        ]
    except SeatingError as error:
        raise JobError(error.message) from error
    except UserError as error:
        raise JobError(error.stored) from error
    return JobResult(
        name=f"{run.tournament.slug}-choices-{round_.number}.json",
        content=swiss_jobs.format_choices(options.seed, draws),
        url=reverse("manage_seating_choices", args=[run.tournament.slug, round_.number]) + f"?job={run.job.pk}",
    )


def _build_progress_callback(run: JobRun, *, done: int = 0, of: int = 1) -> Callable[[float], bool]:
    """Return a callback that shows the progress after `done` of `of` parts, and stops a cancelled job."""
    reported = -1

    def tell(share: float) -> bool:
        nonlocal reported
        percent = int(100 * (done + share) / of)
        if percent > reported:
            reported = percent
            run.report(percent, 100)
        return True

    return tell
