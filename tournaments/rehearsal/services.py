"""Rehearsals: copies of events played by robots or people, which count nowhere and can be deleted."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core import jobs
from tournaments.core.audit import Actor, Change, site_change
from tournaments.core.audit.decorators import require_not_lent
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.events.models import Tournament
from tournaments.exchange.document.deleting import delete_rows

PLAY = "rehearsal-play"


def play(by: Actor, tournament: Tournament, *, whole: bool = False) -> Job:
    """Let the robots play the next round, or all remaining ones. Raises `UserError` at a real event."""
    require(tournament)
    require_not_lent(tournament)
    return jobs.create_once(PLAY, created_by=by.user, tournament=tournament, params={"whole": whole})


def require(tournament: Tournament) -> None:
    """Raise `UserError` for a real event: robots never play it, and it is never deleted as a rehearsal."""
    if not Tournament.objects.filter(pk=tournament.pk, rehearsal=True).exists():
        raise UserError(_("This event is not a rehearsal."))


@site_change("rehearsal.remove", gettext_noop("Rehearsal removed"))
def remove(change: Change, *, tournament: Tournament) -> None:
    """Delete a rehearsal with its log. Raises `UserError` at a real event, and while robots play it."""
    require_not_lent(tournament)
    require(tournament)
    at_work = tournament.jobs.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING), kind=PLAY)
    if at_work.exists():
        raise UserError(_("The robots are playing; wait for them, or stop them first."))
    change.note(tournament, before={"slug": tournament.slug, "name": tournament.name})
    delete_rows(tournament)
