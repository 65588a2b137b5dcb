"""The batch commands answer the tests' data as recorded in the golden files."""

from __future__ import annotations

import pytest

from tests.conformance.golden import COMMANDS, recorded

SHOWN = 20
"""Cases named on a failure; an answer may be long."""


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_are_those_recorded(command: str) -> None:
    kept, now = recorded(command), dict(COMMANDS[command]())
    changed = [name for name in dict.fromkeys((*kept, *now)) if kept.get(name) != now.get(name)]
    differences = {name: {"recorded": kept.get(name), "now": now.get(name)} for name in changed[:SHOWN]}
    assert differences == {}, f"{len(changed)} answers of {command} changed; python -m tests.conformance.golden records"
