"""What the public may see: results round by round, and the standings before the ceremony."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.models import Round, TableResult, Tournament
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError


@change("results.release", gettext_noop("Results released"))
def release(change: Change, round_: Round, *, incomplete: bool = False) -> Round:
    """Let everybody see the round's results. Raises `UserError` naming the tables without one, unless `incomplete`."""
    if round_.released_at is not None:
        change.nothing()
        return round_
    if not round_.tables.exists():
        raise UserError(_("Round %(number)s has not been played.") % {"number": round_.number})
    missing = list(
        round_.tables.exclude(results__state=TableResult.State.CONFIRMED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if missing and not incomplete:
        raise UserError(
            _("Not confirmed yet: table %(tables)s. Release the others now, or wait.")
            % {"tables": ", ".join(map(str, missing))},
            field="incomplete",
        )
    with change.edit(round_):
        round_.released_at = timezone.now()
    return round_


@change("results.withdraw", gettext_noop("Results taken off the public pages"))
def withdraw(change: Change, round_: Round, *, reason: str) -> Round:
    """Take a round's results off the public pages again."""
    if round_.released_at is None:
        change.nothing()
        return round_
    if not reason.strip():
        raise UserError(_("Say why the results are taken back."), field="reason")
    with change.edit(round_):
        round_.released_at = None
    return round_


@change("standings.hide", gettext_noop("Standings hidden or shown"))
def hide_standings(change: Change, tournament: Tournament, *, hidden: bool) -> Tournament:
    """Hide the standings from the public until the ceremony, or show them again."""
    with change.edit(tournament):
        tournament.standings_hidden = hidden
    return tournament
