"""Names of the fields of a hand-by-hand sheet and of what may be chosen in them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.family import Ruleset
from tournaments.wording.game.events import ENDS
from tournaments.wording.language import reader

LABELS: Final[dict[str, str | Promise]] = {
    "winner": _("Winner"),
    "discarder": _("Discarder"),
    "value": _("Value"),
    "han": _("Han"),
    "fu": _("Fu"),
    "yakuman": _("Yakuman"),
    "tai": _("Tai"),
    "fan": _("Fan"),
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


def worth_heading(rules: Ruleset) -> str | Promise:
    """What stands over the values of patterns: the unit in which players write a win's worth on the sheet."""
    asked = {field.label for field in rules.sheet.fields} if rules.family.make_sheet is not None else set()
    return LABELS[next((unit for unit in ("han", "tai", "fan") if unit in asked), "value")]


def choice_label(choice: str) -> str | Promise:
    """The words of a choice: an end of the hand, or what a player shows at the wall's end."""
    return STATES.get(choice) or reader().say(ENDS.get(choice, choice))
