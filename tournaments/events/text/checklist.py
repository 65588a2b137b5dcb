from __future__ import annotations

import datetime
from typing import Final

from django.utils.translation import gettext, ngettext

from engine.sentences import gettext_noop as _

TASKS: Final = {
    "about": _("Enter place, days and rules"),
    "people": _("Invite scorers and referees"),
    "registrations": _("Approve the registrations"),
    "players": _("Enter the players"),
    "ema_numbers": _("Enter the players' EMA numbers"),
    "full_tables": _("Fill the last table"),
    "substitutes": _("Find substitutes"),
    "fees": _("Collect the fees"),
    "teams": _("Fill the teams"),
    "deals": _("Commit to the deals"),
    "promise": _("Promise the draw"),
    "hall_plan": _("Arrange the tables"),
    "schedule": _("Set the start of each round"),
    "open": _("Open public pages"),
    "check_in": _("Check in the players"),
    "seat": _("Seat the first round"),
    "print": _("Print the score sheets"),
    "play": _("Play the rounds"),
    "cut": _("Make the cut"),
    "reveal": _("Show the standings"),
    "close": _("Close the tournament"),
    "federation": _("Send the federation's list"),
}


def describe_task(key: str) -> str:
    return gettext(TASKS[key])


def format_time_left(moment: datetime.datetime | None, now: datetime.datetime) -> str:
    """Return the time until a task is due, in minutes, hours or days; empty without a time."""
    if moment is None:
        return ""
    minutes = int((moment - now).total_seconds() // 60)
    if minutes < 0:
        return gettext("now")
    if minutes < 120:
        return ngettext("in %(count)d minute", "in %(count)d minutes", minutes) % {"count": minutes}
    if minutes < 2 * 24 * 60:
        return ngettext("in %(count)d hour", "in %(count)d hours", minutes // 60) % {"count": minutes // 60}
    days = minutes // (24 * 60)
    return ngettext("in %(count)d day", "in %(count)d days", days) % {"count": days}
