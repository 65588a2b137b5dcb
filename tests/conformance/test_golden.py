"""The batch commands answer the tests' data as recorded in the golden files."""

from __future__ import annotations

import re

import pytest

from engine.family import ruleset_names
from tests.conformance.golden import COMMANDS, recorded

SHOWN = 20
"""Cases named on a failure; an answer may be long."""


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_are_those_recorded(command: str) -> None:
    kept = recorded(command)
    # An edition is compared once its answers are recorded.
    new = set(ruleset_names()) - set(re.split("[ ,]", " ".join(kept)))
    now = {name: answer for name, answer in COMMANDS[command]() if new.isdisjoint(re.split("[ ,]", name))}
    changed = [name for name in dict.fromkeys((*kept, *now)) if kept.get(name) != now.get(name)]
    differences = {name: {"recorded": kept.get(name), "now": now.get(name)} for name in changed[:SHOWN]}
    assert differences == {}, f"{len(changed)} answers of {command} changed; python -m tests.conformance.golden records"
