"""Hands that a table writes down while it plays, on its own phones, until the sheet is handed in."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import sheets
from tournaments.rounds.models.rounds import GameTable, Round


@change("hands.add", gettext_noop("Hand written down"))
def add(change: Change, table: GameTable, *, hand: HandRecord) -> HandRecord:
    """The next hand of the table; its number must be the next, so that two phones never write the same one.

    Raises `UserError` where another phone was first, the round is not being played, or the sheet is in.
    """
    _check_open(table)
    following = table.hands.filter(result=None).count() + 1
    if hand.number != following:
        raise UserError(
            _("Another phone has written hand %(number)s down; look at the list.") % {"number": hand.number}
        )
    hand.table = table
    return change.create(hand)


@change("hands.undo", gettext_noop("Last hand taken back"))
def undo(change: Change, table: GameTable) -> None:
    """Take the last hand back. Raises `UserError` as `add` does."""
    _check_open(table)
    last = table.hands.filter(result=None).order_by("-number").first()
    if last is None:
        change.nothing()
    else:
        change.delete(last)


def _check_open(table: GameTable) -> None:
    if table.round.state != Round.State.PLAYING:
        raise UserError(_("This round is not being played; go to the desk."))
    if sheets.latest(table) is not None:
        raise UserError(_("The sheet of this table is entered already."))
