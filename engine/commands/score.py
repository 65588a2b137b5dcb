"""Score winning hands: one JSON case a line in, one result a line out.

In: ruleset, hand, win, by and what the circumstances need; out: complete, win, reasons, awards, value, payments,
reading, alternatives, waits; read_as, the hand in our notation, where it came in another.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from engine.commands import batch
from engine.records.hand_cases import read_score_case, spelled_otherwise
from engine.scoring.score import score


def answer(case: Mapping[str, Any]) -> dict[str, object]:
    """What a hand is worth. Raises EngineError for a case that is none."""
    asked = read_score_case(case)
    answer = score(*asked).to_dict()
    # A hand in one line, or spelled otherwise, is said again as it was understood.
    return {**answer, "read_as": str(asked.hand)} if spelled_otherwise(case) else answer


EXAMPLE = (
    """echo '{"ruleset": "RULESET", "hand": "123m456m789m11p99s", "win": "9s", "by": "discard"}' """
    "| python -m engine score"
)


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    batch.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Answer the cases; the exit status of ``engine.commands.batch.run``."""
    return batch.run(answer, arguments.files, arguments.jobs)
