"""Proofs of drawn Swiss rounds: begun in the background, kept with the draw, and a better seating taken from one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.models import Job, Round, Seating, SeatingDraw
from tournaments.seating.certificate import dumps
from tournaments.seating.proof.solver import available
from tournaments.services import draw_records, jobs
from tournaments.services.audit import Actor, Change, change
from tournaments.services.errors import UserError

SECONDS = 60
"""So long a proof is searched; most of them end sooner."""


def begin(by: Actor, draw: SeatingDraw) -> Job:
    """A job that proves how far this Swiss round is from the best; the one that is at work on it, if there is one.

    Raises `UserError` for another kind of draw, and where the solver is not installed.
    """
    if draw.kind != SeatingDraw.Kind.SWISS:
        raise UserError(_("Only a Swiss round can be proven."))
    if not available():
        raise UserError(_("The solver that proves is not installed on this site."))
    return jobs.create_once(
        "seating-proof",
        created_by=by.user,
        tournament=draw.tournament,
        params={"draw": draw.number, "seconds": SECONDS},
    )


@change("seating.prove", gettext_noop("Proof of the seating kept"))
def keep(change: Change, draw: SeatingDraw, *, proof: Mapping[str, Any]) -> None:
    """Keep the proof (`better_seating.proof_as_dict`) with its draw; the one before it, if any, gives way."""
    with change.edit(draw):
        draw.proof = dict(proof)


@change("seating.choose", gettext_noop("Better seating taken"))
def take(change: Change, draw: SeatingDraw) -> Seating:
    """A new draft with the better seating of the draw's proof, and a certificate that says it was chosen, not drawn.

    While the draft that was made of this proof waits, a second click gets that one and not another. Raises `UserError`
    without such a proof, where the round has started, or a player is no longer entered.
    """
    from tournaments.seating.proof.better_seating import better_draw

    # Two phones that take it at once wait for each other here.
    draw = SeatingDraw.objects.select_for_update().get(pk=draw.pk)
    if not draw.proof or draw.proof["better"] is None:
        raise UserError(_("No better seating of this draw is known."))
    row = draw.seatings.select_related("round__tournament").get()
    round_ = row.round
    if round_.state in (Round.State.PLAYING, Round.State.FINISHED):
        raise UserError(_("A round of this draw has started; its seating stays."))
    better = better_draw(draw.value, draw.proof)
    waiting = Seating.objects.filter(
        round=round_,
        state=Seating.State.DRAFT,
        draws__kind=SeatingDraw.Kind.CHOSEN,
        draws__certificate=dumps(better.certificate()),
    ).first()
    if waiting is not None:
        change.nothing()
        return waiting
    (draft,) = draw_records.drafts_of(
        change, draw.tournament, [round_], better, source=Seating.Source.STANDINGS, algorithm=row.algorithm
    )
    return draft
