"""Effects of rulings on the hand, apart from the law, which commands do not load with the models."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CONTINUES: Final = "continues"

HAND_EFFECTS: Final[dict[str, str | Promise]] = {
    CONTINUES: _("The hand goes on"),
    "won": _("The win counts"),
    "over": _("The hand is over"),
    "refused": _("The call is refused, the hand goes on"),
    "taken_back": _("It is taken back, the hand goes on"),
    "hidden_dead_hand": _("A player's hand is dead, unannounced"),
    "dead_hand": _("A player's hand is dead"),
    "ends": _("The hand ends"),
    "drawn": _("The hand is drawn"),
    "replay": _("The hand is played again"),
    "void": _("The hand is void"),
}
"""Stored effect on the hand -> label."""

OF_PLAYER: Final[dict[str, str | Promise]] = {
    "hidden_dead_hand": _("The hand of %(player)s is dead, unannounced"),
    "dead_hand": _("The hand of %(player)s is dead"),
}
"""Stored effect on one player's hand -> label with the name."""
