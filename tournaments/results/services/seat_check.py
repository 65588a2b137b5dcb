"""The check of a table before its first hand: players say who they are and where they sit."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.results.queries import seat_check
from tournaments.rounds.models.rounds import GameTable
from tournaments.rounds.models.seat_checks import SeatClaim


@change("seats.say", gettext_noop("Seat told"))
def say(change: Change, table: GameTable, *, entry: Entry, wind: int) -> SeatClaim:
    """The player sits on that wind of the table; what was said before of either is taken back.

    Where the right four sit on the right winds now, the table is seated from this moment on. Raises `UserError` once
    play has begun with a sheet, and for somebody who is not of the event.
    """
    if not seat_check.is_open(table):
        raise UserError(_("Seats are checked after the seating is published and before the sheet is in."))
    if entry.tournament_id != table.round.tournament_id:
        raise UserError(_("Only players of this event sit here."), field="player")
    same = table.seat_claims.filter(entry=entry, wind=wind).first()
    if same is not None:
        change.nothing()
        return same
    table.seat_claims.filter(wind=wind).delete()
    table.seat_claims.filter(entry=entry).delete()
    claim = change.create(SeatClaim(table=table, wind=wind, entry=entry))
    if table.seated_at is None and seat_check.of_table(table).green:
        table.seated_at = timezone.now()
        table.save(update_fields=["seated_at"])
    return claim
