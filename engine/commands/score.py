"""Score winning hands: one JSON case a line in, one result a line out.

In: ruleset, hand, win, by and what the circumstances need; out: complete, win, reasons, awards, value, payments,
reading, alternatives, waits.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from engine.commands import batch
from engine.records.hand_cases import read_score_case
from engine.scoring.score import score


def answer(case: Mapping[str, Any]) -> dict[str, object]:
    """What a hand is worth. Raises EngineError for a case that is none."""
    return score(*read_score_case(case)).to_dict()


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    batch.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Answer the cases; the exit status of ``engine.commands.batch.run``."""
    return batch.run(answer, arguments.files, arguments.jobs)
