"""Facts of several checks of the Sichuan game."""

from __future__ import annotations

from typing import Any

from engine.sentences import gettext_noop
from engine.tiles.tile import Suit
from judging.law.facts import Fact, flag, kongs, seats
from judging.law.families import Facts
from judging.law.shared_facts import VOID_SUIT, WON_SEATS

WON_BEFORE = seats(
    "won_before",
    gettext_noop("Who had won already when the player first discarded another suit than the void one?"),
)
FORCED_MISSED = seats(
    "forced_missed",
    gettext_noop("Who has let a win pass while the last tiles were drawn, when it had to be taken?"),
    optional=True,
)
KONGS = kongs("kongs", gettext_noop("Which kongs were paid in this hand, those left out whose payment has gone back?"))
CARDED = flag("carded", gettext_noop("Did the player use the card instead of a face-down tile?"), optional=True)


def void_suit(f: Facts) -> Suit:
    """The player's void suit."""
    return Suit("mps".index(f(VOID_SUIT)))


PAYMENT_FACTS: tuple[Fact[Any], ...] = (WON_SEATS, WON_BEFORE, KONGS)
"""Facts that tell who is paid for a violation, and whose kong payments go back."""
