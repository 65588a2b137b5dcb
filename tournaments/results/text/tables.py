"""States of a table in a round, and notes on its logs beside its sheet, in the language in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from engine.sentences import gettext_noop as _

STATES: Final = {
    "not_seated": _("Not seated"),
    "seated": _("Seated"),
    "playing": _("Playing"),
    "time_up": _("Time up"),
    "sheet_in": _("Sheet in"),
    "entered": _("Entered"),
    "confirmed": _("Confirmed"),
}
"""The states of a table, in the order of its life."""

NOTES: Final = {
    "order": _("Hand %(number)s does not follow from the hand before it: one is missing or out of order."),
    "begins otherwise": _("Hand %(number)s begins with other points than the hand before it ended with."),
    "ends otherwise": _("Hand %(number)s: the log states %(stated)s at its end, and our rules give %(own)s."),
    "as stated": _("Hand %(number)s: the points are those that the log states."),
    "rules": _("The log is played by the rules %(log)s, the round by %(round)s."),
    "start": _("The log begins with %(log)s points, the sheet with %(sheet)s; the gains and losses are compared."),
    "undecided": _("The final points cannot be compared: a hand is not played to its end, and its log states none."),
    "sticks": _("Sticks left on the table: the log has %(logged)s points, the sheet %(sheet)s."),
}
"""Obstacles to comparing a log with a sheet, and remarks on the comparison."""


def state(key: str) -> str:
    """The state of the table."""
    return gettext(STATES[key])


def note(key: str, values: Mapping[str, Any]) -> str:
    """A note on a comparison."""
    return gettext(NOTES[key]) % values


def refused(at: int, reason: str) -> str:
    """The reason that a hand of a log was played no further; `at` counts events from 1."""
    return gettext("Refused at event %(at)s: %(reason)s") % {"at": at, "reason": reason}


def unfinished() -> str:
    """A hand of a log that has no end."""
    return gettext("Not played to its end.")


def compared(logged: int | None, on_sheet: int | None) -> str:
    """The points of a line of the sheet beside those of the logs; None is not known."""
    if logged is None:
        return gettext("The log does not say.")
    if on_sheet is None:
        return gettext("Nothing is entered yet.")
    apart = abs(on_sheet - logged)
    if not apart:
        return gettext("Equal.")
    text = (
        ngettext("The sheet has %(points)s point more.", "The sheet has %(points)s points more.", apart)
        if on_sheet > logged
        else ngettext("The sheet has %(points)s point less.", "The sheet has %(points)s points less.", apart)
    )
    return text % {"points": f"{apart:,}"}
