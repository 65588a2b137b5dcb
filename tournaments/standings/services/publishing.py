from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, require_or_accept
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.services.rounds import release
from tournaments.standings.models import InputRecord
from tournaments.standings.queries.inputs import list_used_places
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import inputs

Kind = InputRecord.Kind


@change("standings.hide", gettext_noop("Standings hidden or shown"))
def hide_standings(
    change: Change,
    tournament: Tournament,
    *,
    hidden: bool,
    from_round: int | None = None,
    results_open: bool = False,
    continue_anyway: str = "",
) -> Tournament:
    """Hide the standings from the public until the ceremony, or show them again.

    `from_round`: earlier ones stay public. `results_open`: results of the hidden rounds stay public. Raises `UserError`
    for an unknown round, `OpenItemsError` for showing them while results are open without a reason.
    """
    last = max(tournament.rounds_planned, tournament.rounds.count())
    if hidden and from_round is not None and not 1 <= from_round <= last:
        raise UserError(_("The event has rounds 1 to %(last)s.") % {"last": last}, field="from_round")
    if tournament.standings_hidden and not hidden:
        require_or_accept(change.by, tournament, OpenItemStep.CEREMONY, continue_anyway=continue_anyway)
    with change.edit(tournament):
        tournament.standings_hidden = hidden
        tournament.hidden_from_round = from_round if hidden else None
        tournament.hidden_results_open = results_open if hidden else False
    return tournament


@change("ceremony.start", gettext_noop("Ceremony started"))
def start_ceremony(change: Change, tournament: Tournament, *, continue_anyway: str = "") -> Tournament:
    """Let the screens open the ceremony. Raises `UserError` before the end of a round, `OpenItemsError`."""
    played = tournament.rounds.exclude(state=Round.State.PLANNED)
    running = played.exclude(state=Round.State.FINISHED).first()
    if running is not None:
        raise UserError(_("Round %(number)s is not over yet.") % {"number": running.number})
    if not played.exists():
        raise UserError(_("No round has been played yet."))
    _end_shown(tournament)
    require_or_accept(change.by, tournament, OpenItemStep.CEREMONY, continue_anyway=continue_anyway)
    table = compute_standings(tournament)
    inputs.store(change, tournament, Kind.CEREMONY, list_used_places(tournament, table), after=table.after)
    with change.edit(tournament):
        tournament.ceremony_at = timezone.now()
    return tournament


def _end_shown(tournament: Tournament) -> None:
    tournament.input_records.filter(kind=Kind.CEREMONY, ended_at=None).update(ended_at=timezone.now())


@change("ceremony.end", gettext_noop("Ceremony over, standings open"))
def end_ceremony(change: Change, tournament: Tournament, *, continue_anyway: str = "") -> Tournament:
    """Publish all results. Raises `UserError` before a ceremony, `OpenItemsError` for new open items."""
    if tournament.ceremony_at is None:
        raise UserError(_("The ceremony has not been started."))
    require_or_accept(change.by, tournament, OpenItemStep.CEREMONY, continue_anyway=continue_anyway)
    for round_ in tournament.rounds.filter(state=Round.State.FINISHED, released_at=None, annulled_at=None):
        if round_.tables.exists():
            release(change.by, round_, continue_anyway=sentence(gettext_noop("Opened at the end of the ceremony.")))
    _end_shown(tournament)
    tournament.refresh_from_db()
    with change.edit(tournament):
        tournament.standings_hidden = False
        tournament.hidden_from_round = None
        tournament.hidden_results_open = False
    return tournament
