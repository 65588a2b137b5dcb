"""Penalty slips, for penalties in the ledger and rulings of referees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.printing.documents import Leaf, PaperHeading, split_into_chunks

SLIPS_A_PAGE = 2
BLANK_LINES = ("the_hand", "payments", "ledger", "time", "appeal")

SLIP: dict[str, str | Promise] = {
    "hand": pgettext_lazy("hand of play", "Hand"),
    "case": _("Case"),
    "the_hand": pgettext_lazy("what becomes of the hand that is played", "The hand"),
    "the_law": pgettext_lazy("on a penalty slip", "The law"),
    "payments": pgettext_lazy("on a penalty slip", "Payments"),
    "ledger": _("Ledger"),
    "time": _("Extra time"),
    "also": _("Besides"),
    "witnesses": pgettext_lazy("on a penalty slip", "Witnesses"),
    "changes": pgettext_lazy("on a penalty slip", "Changes if"),
    "house_rule": _("House rule"),
    "appeal": _("Appeal"),
}


@dataclass(frozen=True, slots=True)
class Slip:
    round: str = ""
    table: str = ""
    hand: str = ""
    player: str = ""
    amount: str = ""
    reason: str = ""
    clause: str = ""
    case: str = ""
    ruled: tuple[tuple[str, str], ...] = ()


def build_penalty_slips(heading: PaperHeading, slips: Sequence[Slip]) -> list[Leaf]:
    blank = Slip(ruled=tuple((key, "") for key in BLANK_LINES))
    filled = list(slips) or [blank] * SLIPS_A_PAGE
    return [
        Leaf("penalty_slips", {"heading": heading, "slips": part}) for part in split_into_chunks(filled, SLIPS_A_PAGE)
    ]
