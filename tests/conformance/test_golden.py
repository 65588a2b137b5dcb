"""The batch commands answer the tests' data as recorded in the golden files."""

from __future__ import annotations

import re

import pytest

from engine.family import ruleset, ruleset_names
from tests.conformance import golden
from tests.conformance.golden import COMMANDS, recorded
from tests.support.slices import in_slice_of_each

SHOWN = 20
"""Cases named on a failure; an answer may be long."""


def edition_of(name: str) -> str:
    """Return the last word of a case, before the step that it ends with.

    >>> edition_of("mcr no, as it is as mcr-2006, step 3"), edition_of("seeded 7 mcr-2014")
    ('mcr-2006', 'mcr-2014')
    """
    return re.sub(r", step \d+$", "", name).rpartition(" ")[2]


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_are_those_recorded(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run compares a third of each family's editions, a release all."""
    taken = in_slice_of_each(ruleset_names(), 3, lambda name: ruleset(name).family.name)
    monkeypatch.setattr(
        golden, "editions", lambda family: [name for name in taken if ruleset(name).family.name == family]
    )
    later = set(ruleset_names()) - set(taken)
    kept = {name: answer for name, answer in recorded(command).items() if edition_of(name) not in later}
    # An edition is compared once its answers are recorded.
    new = set(taken) - set(re.split("[ ,]", " ".join(kept)))
    answers = ((name, answer) for name, answer in COMMANDS[command]() if edition_of(name) not in later)
    now = {name: answer for name, answer in answers if new.isdisjoint(re.split("[ ,]", name))}
    changed = [name for name in dict.fromkeys((*kept, *now)) if kept.get(name) != now.get(name)]
    differences = {name: {"recorded": kept.get(name), "now": now.get(name)} for name in changed[:SHOWN]}
    assert differences == {}, f"{len(changed)} answers of {command} changed; python -m tests.conformance.golden records"
