from __future__ import annotations

from typing import NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Beginning, Setup, part
from engine.rules.taiwan.parameters import Parameters


class Begun(NamedTuple):
    dealer_repeats: int = 0


def dealer_repeats(setup: Setup) -> int:
    return 0 if setup.special is None else part(setup.special, Begun).dealer_repeats


def begin(values: Beginning) -> Begun | None:
    repeats = values.get("dealer_repeats", 0)
    return Begun(repeats) if repeats else None


def tell(play: Procedure[Parameters], setup: Setup) -> Beginning:
    repeats = dealer_repeats(setup)
    return {"dealer_repeats": repeats} if repeats else {}


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    return dealer_repeats(setup)
