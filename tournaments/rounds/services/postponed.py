from __future__ import annotations

import datetime
import zoneinfo

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.rounds.models import GameTable, Round


@change("rounds.postpone", gettext_noop("Table postponed"))
def postpone(
    change: Change, table: GameTable, *, postponed_to: datetime.datetime | None, reason: str = ""
) -> GameTable:
    """Play a table at a time of its own, for which no round waits; None returns it to its round.

    Raises `UserError` before the seating is published, at an open evening, for a table with a confirmed sheet, and for
    a time that is not later than the round.
    """
    if table.postponed_to == postponed_to and postponed_to is not None:
        change.nothing()
        return table
    round_ = table.round
    if round_.annulled_at is not None:
        raise UserError(_("Round %(number)s is annulled: nothing of it counts.") % {"number": round_.number})
    if round_.state == Round.State.PLANNED:
        raise UserError(_("Publish a seating of round %(number)s first.") % {"number": round_.number})
    if round_.alone:
        raise UserError(_("A table of an open evening is not postponed. Close it without a sheet if nobody plays."))
    if table.results.filter(state="confirmed").exists():
        raise UserError(
            _("Round %(round)s, table %(table)s: the sheet is confirmed, so the table has been played.")
            % {"round": round_.number, "table": table.called},
            field="table",
        )
    if postponed_to is None and table.postponed_to is None:
        raise UserError(_("Enter the date and time to which the table is postponed."), field="postponed_to")
    if postponed_to is not None:
        _require_later(postponed_to, round_)
    with change.edit(table):
        table.postponed_to = postponed_to
    return table


def _require_later(postponed_to: datetime.datetime, round_: Round) -> None:
    """Raise `UserError` for a time that is not after the planned start; without one, for a day before the round's."""
    if round_.starts_at is not None:
        if postponed_to <= round_.starts_at:
            raise UserError(_("Enter a time after the planned start of the round."), field="postponed_to")
        return
    day = round_.day or round_.tournament.starts_on
    local = postponed_to.astimezone(zoneinfo.ZoneInfo(round_.tournament.time_zone))
    if day is not None and local.date() < day:
        raise UserError(_("Enter a day that is not before the event's."), field="postponed_to")
