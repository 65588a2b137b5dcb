"""The check-in desk."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.models import Entry, Tournament
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError


@change("entries.check_in", gettext_noop("Check-in changed"))
def check_in(change: Change, entry: Entry, *, present: bool = True) -> Entry:
    """Note that the player is here, or (present=False) take it back. Substitutes and dropped players are left alone."""
    if entry.status not in (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN):
        raise UserError(
            _("%(name)s is not on the list of those who check in (%(status)s).")
            % {"name": entry.name, "status": entry.get_status_display()}
        )
    with change.edit(entry):
        entry.status = Entry.Status.CHECKED_IN if present else Entry.Status.REGISTERED
    return entry


@change("entries.check_in_all", gettext_noop("Everybody checked in"))
def check_in_all(change: Change, tournament: Tournament) -> int:
    """Everybody who is registered is here. Returns how many that were."""
    waiting = list(tournament.entries.filter(status=Entry.Status.REGISTERED))
    if not waiting:
        change.nothing()
    for entry in waiting:
        with change.edit(entry):
            entry.status = Entry.Status.CHECKED_IN
    return len(waiting)
