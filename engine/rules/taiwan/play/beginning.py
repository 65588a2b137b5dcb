"""What a Taiwanese hand begins with: how often the dealer has dealt again (TW-2.15)."""

from __future__ import annotations

from typing import NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Beginning, Setup, part
from engine.rules.taiwan.parameters import Parameters


class Begun(NamedTuple):
    """The family's part of a setup."""

    dealer_repeats: int = 0


def dealer_repeats(setup: Setup) -> int:
    """How often the dealer has dealt again."""
    return 0 if setup.special is None else part(setup.special, Begun).dealer_repeats


def begin(values: Beginning) -> Begun | None:
    """The family's part of what a record says; None where that is nothing."""
    repeats = values.get("dealer_repeats", 0)
    return Begun(repeats) if repeats else None


def tell(play: Procedure[Parameters], setup: Setup) -> Beginning:
    """The beginning in the words of records."""
    repeats = dealer_repeats(setup)
    return {"dealer_repeats": repeats} if repeats else {}


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    """Repeats at the beginning of the hand."""
    return dealer_repeats(setup)
