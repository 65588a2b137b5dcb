"""Names of the fields of a hand-by-hand sheet and of what may be chosen in them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.text.language import reader
from tournaments.game.terms.events import ENDS
from tournaments.game.terms.rules import UNITS

LABELS: Final[dict[str, str | Promise]] = {
    "winner": _("Winner"),
    "discarder": _("Discarder"),
    **{unit: _(text) for unit, text in UNITS.items()},
    "fu": _("Fu"),
    "yakuman": _("Yakuman"),
    "others": _("Tai of the others (robbed flower)"),
    "doubled": _("Doubled (three equal dice)"),
    "liable": _("Liable"),
    "shot": _("Shot after a kong"),
    "kongs": _("Kongs"),
    "riichi": _("Riichi"),
    "ready": _("Ready"),
    "nagashi": _("Nagashi mangan"),
    "state": _("At the wall's end"),
    "end": _("End"),
    "points": _("Points"),
    "penalty": _("Fine"),
    "drawn": pgettext_lazy("hand without a winner", "Draw"),
    "void": pgettext_lazy("hand that is played again", "Void"),
}
"""By ``SheetField.label``."""

STATES: Final[dict[str, str | Promise]] = {
    "ready": pgettext_lazy("at the end of the wall", "ready"),
    "not_ready": pgettext_lazy("at the end of the wall", "not ready"),
    "flower_pig": pgettext_lazy("at the end of the wall", "flower pig"),
    "violation": pgettext_lazy("at the end of the wall", "void suit violated"),
}


def choice_label(choice: str) -> str | Promise:
    """The words of a choice: an end of the hand, or what a player shows at the wall's end."""
    return STATES.get(choice) or reader().say(ENDS.get(choice, choice))
