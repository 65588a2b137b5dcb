from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

from engine.sentences import gettext_noop as _

NUMBERED: Final = {
    "seating": _("Seating of round %(number)s"),
    "plan": _("Plan of the hall, round %(number)s"),
    "standings": _("Standings after round %(number)s"),
    "teams": _("Teams after round %(number)s"),
    "numbers": _("The event in numbers after round %(number)s"),
}
PLAIN: Final = {
    "seating": _("Seating"),
    "plan": _("Plan of the hall"),
    "standings": _("Standings"),
    "teams": _("Teams"),
    "numbers": _("The event in numbers"),
    "podium": _("The first places"),
    "sponsors": _("Sponsors"),
    "clock": _("Round clock"),
    "needs": _("Who can still win?"),
}


def format_title(view: str, number: int | None) -> str:
    return gettext(PLAIN[view]) if number is None else gettext(NUMBERED[view]) % {"number": number}
