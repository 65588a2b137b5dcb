"""What was made from inputs that have changed since, kept with a reason."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemsError, OpenItemStep
from tournaments.events.models import Stage
from tournaments.rounds.models import Seating
from tournaments.seating.queries.draw_inputs import STARTED
from tournaments.seating.queries.outdated import Outdated, of_seating, of_stage
from tournaments.standings.services import inputs


@change("inputs.keep_draw", gettext_noop("Draw kept although the standings changed"))
def keep_draw(change: Change, seating: Seating, *, reason: str) -> Seating:
    """Keep the draw that this version came from. Raises `UserError` without a reason, or if nothing has changed."""
    _keep(change, of_seating(seating), seating, reason)
    return seating


@change("inputs.keep_cut", gettext_noop("Cut kept although the standings changed"))
def keep_cut(change: Change, stage: Stage, *, reason: str) -> Stage:
    """Keep the cut of the stage. Raises `UserError` without a reason, or if nothing has changed."""
    _keep(change, of_stage(stage), stage, reason)
    return stage


def _keep(change: Change, found: Outdated | None, subject: Seating | Stage, reason: str) -> None:
    if found is None:
        raise UserError(_("It was made from the standings as they are now."))
    if not reason.strip():
        raise UserError(_("Say why it stays; the reason appears in the log."), field="reason")
    record = found.record
    inputs.store(
        change,
        record.tournament,
        record.kind,
        found.today,
        stage=record.stage,
        seating=record.seating,
        after=record.after,
        lot=record.lot,
        kept_reason=reason.strip(),
    )
    change.note(subject, after={"outdated": found.item.text})


def require_or_keep(by: Actor, seating: Seating, *, reason: str) -> None:
    """Raise `OpenItemsError` if the version's draw, or the cut of its stage, used other standings than today's; with a
    reason they are kept. Part of a service.
    """
    round_ = seating.round
    if round_.state in STARTED or round_.alone:
        return
    draw, cut = of_seating(seating), of_stage(round_.stage)
    found = [one for one in (draw, cut) if one is not None]
    if found and not reason.strip():
        raise OpenItemsError(round_.tournament, OpenItemStep.PUBLISH, [one.item for one in found])
    if draw is not None:
        keep_draw(by, seating, reason=reason)
    if cut is not None:
        keep_cut(by, round_.stage, reason=reason)
