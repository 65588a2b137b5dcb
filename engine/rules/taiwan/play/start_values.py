from __future__ import annotations

from typing import NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Setup, StartValues, as_type
from engine.rules.taiwan.parameters import Parameters


class TaiwanSetup(NamedTuple):
    dealer_repeats: int = 0


def dealer_repeats(setup: Setup) -> int:
    return 0 if setup.special is None else as_type(setup.special, TaiwanSetup).dealer_repeats


def read_start_values(values: StartValues) -> TaiwanSetup | None:
    repeats = values.get("dealer_repeats", 0)
    return TaiwanSetup(repeats) if repeats else None


def start_values(play: Procedure[Parameters], setup: Setup) -> StartValues:
    repeats = dealer_repeats(setup)
    return {"dealer_repeats": repeats} if repeats else {}


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    return dealer_repeats(setup)
