from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext

from engine.sentences import gettext_noop as _

SUBJECTS: Final = {
    "confirm": _("%(event)s: please confirm your registration"),
    "entered": _("%(event)s: you are registered"),
    "waiting": _("%(event)s: you are on the waiting list"),
    "offer": _("%(event)s: a place is free for you"),
    "refused": _("%(event)s: your registration was not taken"),
}

BODIES: Final = {
    "confirm": _("Open this link and press the button, so that your registration counts:"),
    "entered": _("You are registered. With this link you can change your registration or withdraw:"),
    "waiting": _("All places are taken; you are on the waiting list. With this link you see your place in it:"),
    "offer": _("A place has become free and is kept for you until %(until)s. Take it or let it go with this link:"),
    "refused": _("The organiser has refused your registration: %(reason)s"),
}


def compose(kind: str, *, event: str, number: int, link: str, until: str = "", reason: str = "") -> tuple[str, str]:
    """Return subject and text; nothing in them was typed by the sender: the address may be somebody else's."""
    values = {"event": event, "until": until, "reason": reason}
    lines = [gettext(BODIES[kind]) % values, "", link, ""]
    if kind == "confirm":
        lines += [gettext("If you have not registered, ignore this e-mail; nobody can do anything with it."), ""]
    lines += [event, gettext("Registration %(number)s") % {"number": number}]
    return gettext(SUBJECTS[kind]) % values, "\n".join(lines) + "\n"


PLACEHOLDERS: Final = ("name", "number", "event")
_PLACEHOLDER: Final = re.compile(r"\{\s*(\w*)\s*\}")


def list_unknown_placeholders(text: str) -> list[str]:
    """Return the placeholders of the text that no mailing fills.

    >>> list_unknown_placeholders("Dear {name}, your seat is {seat}.")
    ['{seat}']
    """
    return [match[0] for match in _PLACEHOLDER.finditer(text) if match[1] not in PLACEHOLDERS]


def compose_mailing(subject: str, text: str, *, values: Mapping[str, str], link: str) -> tuple[str, str]:
    """Return subject and text of a mailing for one recipient, with the link to their own page below."""

    def fill_placeholders(written: str) -> str:
        return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), written)

    link_line = gettext("Your registration: %(link)s") % {"link": link}
    return fill_placeholders(subject), "\n".join(
        [fill_placeholders(text).strip(), "", "-- ", link_line, values["event"]]
    ) + "\n"
