from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, require_or_accept
from tournaments.entries.models.entries import StageEntry, StageTeam
from tournaments.events import services as events
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds as rounds_service
from tournaments.standings.models import InputRecord
from tournaments.standings.queries import cuts
from tournaments.standings.services import inputs

FEWEST_PLAYERS, FEWEST_TEAMS = 4, 2
MAX_PARTS = 10_000
"""Largest denominator of the points carried over; the column holds up to 32767."""


@change("stages.add", gettext_noop("Stage added"))
def add(
    change: Change,
    tournament: Tournament,
    *,
    name: str,
    cut_to: int | None = None,
    cut_by: str = "",
    carry: Fraction = Fraction(1),
    rounds: int = 1,
    kind: str = Stage.Kind.FINAL,
) -> Stage:
    """Add a stage with its rounds; `carry`: share of the points kept; the first `cut_to` players or teams qualify."""
    cut_by = cut_by or Stage.CutBy.PLAYERS
    _check(tournament, cut_to, cut_by, carry)
    number = next_number(tournament.stages.all())
    stage = change.create(
        Stage(
            tournament=tournament,
            number=number,
            name=name,
            kind=kind,
            cut_to=cut_to,
            cut_by=cut_by,
            carry_numerator=carry.numerator,
            carry_denominator=carry.denominator,
        )
    )
    for _index in range(rounds):
        rounds_service.add(change.by, stage)
    if number > 1:
        events.enable(change, tournament, Tournament.Feature.STAGES)
    return stage


@change("stages.edit", gettext_noop("Stage changed"))
def edit(
    change: Change,
    stage: Stage,
    *,
    name: str,
    cut_to: int | None,
    carry: Fraction,
    cut_by: str = "",
    reason: str = "",
) -> Stage:
    """Change a stage, whose cut and carry are fixed once it is cut or played; an empty `cut_by` changes nothing."""
    cut_by = cut_by or stage.cut_by
    _check(stage.tournament, cut_to, cut_by, carry)
    settled = stage.cut_at is not None or stage.rounds.exclude(state=Round.State.PLANNED).exists()
    if settled and (cut_to, cut_by, carry) != (stage.cut_to, stage.cut_by, stage.carry):
        if not list_seated_rounds(stage):
            raise UserError(
                _("The cut for “%(stage)s” is made. Undo it, then change who qualifies and the points carried over.")
                % {"stage": str(stage)}
            )
        raise UserError(_("“%(stage)s” has begun; its cut and its points stay.") % {"stage": str(stage)})
    with change.edit(stage):
        # A name given by the program is a translatable sentence; an unchanged text from a form keeps it.
        stage.name = stage.name if name == str(stage) else name
        stage.cut_to, stage.cut_by = cut_to, cut_by
        stage.carry_numerator, stage.carry_denominator = carry.numerator, carry.denominator
    return stage


@change("stages.remove", gettext_noop("Stage removed"))
def remove(change: Change, stage: Stage) -> None:
    """Delete the last stage with its rounds. Raises `UserError` if one of them was seated."""
    if stage.number == 1 or stage.tournament.stages.filter(number__gt=stage.number).exists():
        raise UserError(_("Only the last stage can be removed, and never the first."))
    for round_ in stage.rounds.order_by("-number"):
        rounds_service.remove(change.by, round_)
    change.delete(stage)


@change("stages.cut", gettext_noop("Cut made"))
def cut(
    change: Change,
    stage: Stage,
    *,
    chosen: Sequence[cuts.Competing] = (),
    shown: Sequence[cuts.Competing] | None = None,
    reason: str = "",
    continue_anyway: str = "",
) -> list[cuts.Competing]:
    """Qualify the first `cut_to` players or teams; return them in order of their places.

    `chosen` decides a shared place at the line; `shown`: those shown clear of the line or on it. Raises `UserError`
    while an earlier round is open, if standings differ from `shown` or a place is shared; `OpenItemsError` for open
    results.
    """
    if stage.cut_to is None:
        raise UserError(_("“%(stage)s” has no cut.") % {"stage": str(stage)})
    _require_open(stage)
    line = cuts.compute_cut_line(stage)
    if shown is not None and set(map(cuts.get_name, shown)) != set(line.shown):
        raise UserError(_("The standings have changed since you opened this page. Look at the cut again."))
    last = stage.tournament.rounds.filter(stage__number__lt=stage.number).order_by("number").last()
    require_or_accept(change.by, stage.tournament, OpenItemStep.CUT, round_=last, continue_anyway=continue_anyway)
    through = line.through(chosen)
    before = list(cuts.map_passed_to_places(stage))
    _clear(stage)
    if stage.of_teams:
        StageTeam.objects.bulk_create(StageTeam(stage=stage, team_id=row.pk, place=place) for place, row in through)
    else:
        StageEntry.objects.bulk_create(StageEntry(stage=stage, entry_id=row.pk, place=place) for place, row in through)
    stage.cut_at = timezone.now()
    stage.save(update_fields=["cut_at"])
    field = (*line.clear, *line.tied, *line.missed)
    used = cuts.build_cut_inputs((place, cuts.get_name(row)) for place, row in field)
    inputs.store(change, stage.tournament, InputRecord.Kind.CUT, used, stage=stage, after=last.number if last else 0)
    change.note(stage, before={"through": before}, after={"through": list(cuts.map_passed_to_places(stage))})
    return [row for _place, row in through]


@change("stages.uncut", gettext_noop("Cut undone"))
def undo_cut(change: Change, stage: Stage) -> Stage:
    """Take the cut back, as long as no round of the stage has a public seating. Drafts stay."""
    if stage.cut_at is None:
        raise UserError(_("There is no cut for “%(stage)s” to undo.") % {"stage": str(stage)})
    _require_open(stage)
    before = list(cuts.map_passed_to_places(stage))
    _clear(stage)
    stage.cut_at = None
    stage.save(update_fields=["cut_at"])
    change.note(stage, before={"through": before}, after={"through": []})
    return stage


def list_withdrawn(stage: Stage) -> list[cuts.Competing]:
    """Return those qualified who have dropped out since, while the cut can be repeated without them."""
    first = stage.rounds.order_by("number").first()
    if stage.cut_at is None or first is None or list_seated_rounds(stage):
        return []
    if stage.of_teams:
        playing = {team.pk for team in cuts.list_playing_teams(stage.tournament, first.number - 1)}
        return [row.team for row in stage.stage_teams.select_related("team") if row.team_id not in playing]
    qualified = [row.entry for row in stage.stage_entries.select_related("entry")]
    return [entry for entry in qualified if entry.left_after(first.number - 1) is not None]


def list_seated_rounds(stage: Stage) -> list[Round]:
    return list(stage.rounds.exclude(state=Round.State.PLANNED).order_by("number"))


def _clear(stage: Stage) -> None:
    StageEntry.objects.filter(stage=stage).delete()
    StageTeam.objects.filter(stage=stage).delete()


def _require_open(stage: Stage) -> None:
    """Raise `UserError` if the field of the stage can no longer change."""
    seated = list_seated_rounds(stage)
    if any(round_.state != Round.State.PUBLISHED for round_ in seated):
        raise UserError(_("“%(stage)s” has begun; its field stays.") % {"stage": str(stage)})
    if seated:
        raise UserError(
            _("The seating of round %(number)s is public. Return it to a draft before you change the cut.")
            % {"number": seated[0].number}
        )


def _check(tournament: Tournament, cut_to: int | None, cut_by: str, carry: Fraction) -> None:
    if cut_by == Stage.CutBy.TEAMS:
        if not tournament.has_teams:
            raise UserError(_("The event has no teams. Enter the players per team in its settings."), field="cut_by")
        if cut_to is None or cut_to < FEWEST_TEAMS:
            raise UserError(_("Enter the number of teams that qualify, two at least."), field="cut_to")
    elif cut_to is not None and cut_to < FEWEST_PLAYERS:
        raise UserError(_("A cut lets at least one table of four through."), field="cut_to")
    if not 0 <= carry <= 1:
        raise UserError(_("The part of the points that is kept lies between 0 and 1."), field="carry")
    if carry.denominator > MAX_PARTS:
        raise UserError(
            _("Round the points carried over to 0.01%, or enter a fraction such as 1/3."),
            field="carry",
        )
