from __future__ import annotations

from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, require_or_accept
from tournaments.entries.services.shown_names import update_shown_names
from tournaments.events.models import Stage, Tournament
from tournaments.events.settings import FACTS
from tournaments.results.queries import confirming
from tournaments.results.services import results
from tournaments.rounds.models import Round

COUNT: Final = "count"
LEAVE: Final = "leave"


@change("tournament.edit", gettext_noop("Event changed"))
def edit(
    change: Change,
    tournament: Tournament,
    *,
    facts: dict[str, Any],
    waiting: str = "",
    reason: str = "",
    continue_anyway: str = "",
) -> Tournament:
    """Change settings of the event; rounds that are not yet seated take over a new length.

    `waiting`: `COUNT` or `LEAVE` sheets that a new number of confirmations completes; it is required if there are any.
    Raises `UserError`, and `OpenItemsError` for showing hidden standings while results are open, unless
    `continue_anyway` gives a reason.
    """
    unknown = set(facts) - set(FACTS)
    if unknown:
        raise TypeError(f"not facts of a tournament: {', '.join(sorted(unknown))}")
    if tournament.standings_hidden and not facts.get("standings_hidden", True):
        require_or_accept(change.by, tournament, OpenItemStep.CEREMONY, continue_anyway=continue_anyway)
    stage = tournament.stages.filter(cut_by=Stage.CutBy.TEAMS).first()
    if stage is not None and facts.get("team_size", tournament.team_size) is None:
        raise UserError(
            _("Teams qualify for “%(stage)s”. Let players qualify for it, or remove it.") % {"stage": str(stage)},
            field="team_size",
        )
    shown_before = tournament.shown_names
    minutes_before, number_before = tournament.minutes_per_round, tournament.confirmations
    try:
        with transaction.atomic(), change.edit(tournament):
            for name, value in facts.items():
                setattr(tournament, name, value)
    except IntegrityError:
        raise UserError(
            _("The last day lies before the first, or the scores or players of a round exceed the team.")
        ) from None
    if tournament.shown_names != shown_before:
        update_shown_names(change, tournament)
    if tournament.minutes_per_round != minutes_before:
        for round_ in tournament.rounds.filter(state=Round.State.PLANNED, minutes=minutes_before):
            with change.edit(round_):
                round_.minutes = tournament.minutes_per_round
    if tournament.confirmations != number_before:
        _settle_waiting(change, tournament, waiting)
    return tournament


def _settle_waiting(change: Change, tournament: Tournament, waiting: str) -> None:
    ready = confirming.ready(tournament)
    if not ready or waiting == LEAVE:
        return
    if waiting != COUNT:
        notice = ngettext(
            "%(count)s waiting sheet has enough confirmations now. Choose: confirm it or leave it waiting.",
            "%(count)s waiting sheets have enough confirmations now. Choose: confirm them or leave them waiting.",
            len(ready),
        )
        raise UserError(notice % {"count": len(ready)}, field="waiting")
    for result in ready:
        results.count(change, result)
