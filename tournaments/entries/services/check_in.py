from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import query_live_seats
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament


@change("entries.check_in", gettext_noop("Check-in changed"))
def check_in(change: Change, entry: Entry, *, present: bool = True) -> Entry:
    """Check the player in or out. Raises `UserError` for substitutes and dropped players."""
    if entry.status not in (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN):
        raise UserError(
            _("%(name)s is not on the list of those who check in (%(status)s).")
            % {"name": choose_leading_name(entry), "status": entry.get_status_display()}
        )
    with change.edit(entry):
        entry.status = Entry.Status.CHECKED_IN if present else Entry.Status.REGISTERED
    return entry


@change("entries.check_in_all", gettext_noop("Everybody checked in"))
def check_in_all(change: Change, tournament: Tournament) -> int:
    waiting = list(tournament.entries.filter(status=Entry.Status.REGISTERED))
    if not waiting:
        change.nothing()
    for entry in waiting:
        with change.edit(entry):
            entry.status = Entry.Status.CHECKED_IN
    return len(waiting)


@change("entries.check_in_closed", gettext_noop("Check-in closed"))
def close(change: Change, tournament: Tournament) -> list[Entry]:
    """Close check-in; return the absent, who play no round from the first open one on, and may still come back.

    Players in a published seating stay, for a substitute, as do members of a team with line-ups. Raises `UserError` if
    nobody is present.
    """
    if not tournament.entries.filter(status=Entry.Status.CHECKED_IN).exists():
        raise UserError(_("No players checked in yet."))
    first = registration.get_first_open_round(tournament)
    missing = list(tournament.entries.filter(status=Entry.Status.REGISTERED).order_by("number"))
    if tournament.line_up_size is not None:
        missing = [entry for entry in missing if entry.team_id is None]
    absent = [entry for entry in missing if not query_live_seats(entry).exists()]
    for entry in absent:
        registration.drop(change.by, entry, from_round=first, reason=gettext_noop("Not at the check-in"))
    if not absent:
        change.nothing()
    return absent
