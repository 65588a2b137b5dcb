"""What a hand begins with beside what every game has (counters, sticks, indicators ...), by the words of records.

A setup keeps it as its family's part; here it is put in from a record and told again for one, whatever the family is.
"""

from __future__ import annotations

from typing import Unpack

from engine.play.procedure import procedure_of
from engine.play.table import Beginning, Setup


def beginning_of(setup: Setup) -> Beginning:
    """What the family keeps of it; {} for a family without a part of its own."""
    rules = procedure_of(setup.ruleset)
    return rules.answers.told(rules, setup)


def with_beginning(setup: Setup, **values: Unpack[Beginning]) -> Setup:
    """The setup with these values; what its family does not have is left out, what is not named stays."""
    rules = procedure_of(setup.ruleset)
    return setup._replace(special=rules.answers.begun({**beginning_of(setup), **values}))
