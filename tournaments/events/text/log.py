"""What the audit log says was done, and from where."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import ACTIONS

ORIGINS = {
    "web": gettext_noop("on the site"),
    "api": gettext_noop("through the API"),
    "table code": gettext_noop("with the table's code"),
    "command": gettext_noop("by a command on the server"),
    "task": gettext_noop("in the background"),
}
"""From where an entry of the log was made, by the origin of its `Actor`."""


FORMER_ACTIONS = {
    "deals.share": gettext_noop("Commitment of a share of the seed published"),
    "deals.ask": gettext_noop("Look at the deals asked for"),
    "deals.approve": gettext_noop("Look at the deals approved"),
    "deals.refuse": gettext_noop("Look at the deals refused"),
    "deals.look": gettext_noop("Deals looked at"),
    "deals.ask_replacement": gettext_noop("Replacement of a board asked for"),
    "deals.keep": gettext_noop("Replacement of a board refused"),
    "seating.choose": gettext_noop("Better seating taken"),
    "seating.prove": gettext_noop("Proof of the seating kept"),
    "seating.replan_undo": gettext_noop("New plan of the rounds taken back"),
}
"""Labels of actions that no service performs any more; entries of earlier releases have them."""


def action_in_words(action: str) -> str:
    """Label of an action in the reader's language; a code that no release has had as it is."""
    label = ACTIONS.get(action) or FORMER_ACTIONS.get(action)
    return action if label is None else _(label)


def origin_in_words(origin: str) -> str:
    """From where it was done, in the reader's language."""
    words = ORIGINS.get(origin)
    return origin if words is None else _(words)
