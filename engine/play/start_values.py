from __future__ import annotations

from typing import Unpack

from engine.play.procedure import procedure_of
from engine.play.table import Setup, StartValues


def start_values(setup: Setup) -> StartValues:
    rules = procedure_of(setup.ruleset)
    return rules.hooks.start_values(rules, setup)


def with_start_values(setup: Setup, **values: Unpack[StartValues]) -> Setup:
    """Setup with these start values; values that its family lacks are ignored, omitted ones stay."""
    rules = procedure_of(setup.ruleset)
    return setup._replace(special=rules.hooks.read_start_values({**start_values(setup), **values}))
