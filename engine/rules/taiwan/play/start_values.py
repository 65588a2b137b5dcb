from __future__ import annotations

from typing import NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Setup, StartValues, as_type
from engine.rules.taiwan.parameters import Parameters


class TaiwanSetup(NamedTuple):
    dealer_repeats: int = 0
    triple_dice: bool = False
    """The break showed three equal dice (TW-2.16)."""


def triple_dice(setup: Setup) -> bool:
    return setup.special is not None and as_type(setup.special, TaiwanSetup).triple_dice


def dealer_repeats(setup: Setup) -> int:
    return 0 if setup.special is None else as_type(setup.special, TaiwanSetup).dealer_repeats


def read_start_values(values: StartValues) -> TaiwanSetup | None:
    setup = TaiwanSetup(values.get("dealer_repeats", 0), values.get("triple_dice", False))
    return setup if any(setup) else None


def start_values(play: Procedure[Parameters], setup: Setup) -> StartValues:
    values: StartValues = {}
    if repeats := dealer_repeats(setup):
        values["dealer_repeats"] = repeats
    if triple_dice(setup):
        values["triple_dice"] = True
    return values


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    return dealer_repeats(setup)
