"""What the audit log says was done."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.services.audit import ACTIONS


def action_in_words(action: str) -> str:
    """What an action did, in the reader's language; a code that no service has (any more) as it is."""
    label = ACTIONS.get(action)
    return action if label is None else _(label)
