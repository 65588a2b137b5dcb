"""E-mails to people who registered, in the active language."""

from __future__ import annotations

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


def compose(kind: str, *, event: str, name: str, link: str, until: str = "", reason: str = "") -> tuple[str, str]:
    """The subject and the text of the e-mail of that kind, a key of `SUBJECTS`."""
    values = {"event": event, "until": until, "reason": reason}
    greeting = gettext("Dear %(name)s,") % {"name": name}
    lines = [greeting, "", gettext(BODIES[kind]) % values, "", link, "", event]
    return gettext(SUBJECTS[kind]) % values, "\n".join(lines) + "\n"
