from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import seat_check, sheets
from tournaments.rounds.models import GameTable, Round, SeatClaim
from tournaments.rounds.queries.postponed import is_played_late


@change("seats.say", gettext_noop("Seat told"))
def claim_seat(change: Change, table: GameTable, *, entry: Entry, wind: int) -> SeatClaim:
    """Record the player's wind, replacing earlier claims to either; once all four are right, the table is seated.

    Raises `UserError` once the table has a sheet, and for somebody outside the event.
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
    if table.seated_at is None and seat_check.build_seat_check(table).green:
        table.seated_at = timezone.now()
        table.save(update_fields=["seated_at"])
    return claim


@change("hands.add", gettext_noop("Hand written down"))
def add_hand(change: Change, table: GameTable, *, hand: HandRecord) -> HandRecord:
    """Add the table's next hand. Raises `UserError` for another number, out of play, and once the sheet is entered."""
    _check_open(table)
    following = table.hands.filter(result=None).count() + 1
    if hand.number != following:
        raise UserError(
            _("Another phone has written hand %(number)s down; look at the list.") % {"number": hand.number}
        )
    hand.table = table
    return change.create(hand)


@change("hands.undo", gettext_noop("Last hand taken back"))
def undo_hand(change: Change, table: GameTable) -> None:
    """Remove the last hand. Raises `UserError` as `add_hand` does."""
    _check_open(table)
    last = table.hands.filter(result=None).order_by("-number").first()
    if last is None:
        change.nothing()
    else:
        change.delete(last)


def _check_open(table: GameTable) -> None:
    if table.round.state != Round.State.PLAYING and not is_played_late(table):
        raise UserError(_("This round is not being played; go to the desk."))
    if sheets.find_latest_result(table) is not None:
        raise UserError(_("The sheet of this table is entered already."))
