from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

from engine.sentences import gettext_noop as _

STEPS: Final = {
    "entries": _("Enter the players"),
    "rounds": _("Add a round"),
    "cut": _("Make the cut for “%(stage)s”"),
    "seat": _("Seat round %(number)s"),
    "seat again": _("Seat round %(number)s again: others play than were drawn"),
    "line-ups": _("Seat the line-ups of %(teams)s"),
    "replace in draft": _("Replace %(names)s in the draft, or draw again"),
    "draw again": _("Draw again"),
    "publish": _("Publish the seating of round %(number)s"),
    "publish all": _("Publish the seatings of rounds %(number)s to %(last)s"),
    "replace in seating": _("Seat substitutes for %(names)s"),
    "open": _("Open public pages: players cannot see the seating yet"),
    "start": _("Start round %(number)s"),
    "results": _("Enter and confirm the sheets: %(count)s to go"),
    "finish": _("Finish round %(number)s"),
    "release": _("Release the results"),
    "finished": _("Finished"),
    "annulled": _("Nothing: the round is annulled"),
    "reveal": _("Show the standings"),
    "evening": _("Let players open tables"),
    "close": _("Close the tournament"),
    "settle": _("Settle what is open: %(count)s"),
    "done": _("Everything is done"),
}

NEEDS: Final = {
    "closed": gettext_lazy("The public pages are closed."),
    "checked in": ngettext_lazy(
        "%(count)s player has not checked in.", "%(count)s players have not checked in.", "count"
    ),
    "without seat": gettext_lazy("Without a seat: %(names)s."),
    "confirm": ngettext_lazy(
        "Table %(tables)s needs a second person: %(who)s.",
        "Tables %(tables)s need a second person: %(who)s.",
        "count",
    ),
    "confirm own": ngettext_lazy(
        "Table %(tables)s waits to be confirmed by %(who)s.",
        "Tables %(tables)s wait to be confirmed by %(who)s.",
        "count",
    ),
    "nobody confirms": ngettext_lazy(
        "Nobody else can confirm the sheet of table %(tables)s.",
        "Nobody else can confirm the sheets of tables %(tables)s.",
        "count",
    ),
    "session lost": gettext_lazy("The session is lost, and nobody plays it yet for %(names)s: seat a substitute."),
}


def describe_step(what: str, values: Mapping[str, Any]) -> str:
    return gettext(STEPS[what]) % values


def need(what: str, values: Mapping[str, Any]) -> str:
    """Return the text of a need by its key in `NEEDS`; `count` chooses the plural."""
    return str(NEEDS[what] % values)
