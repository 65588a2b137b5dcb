"""Score winning hands: one JSON case per line in, one result per line out.

In: ruleset, hand, win, by and the circumstances; out: complete, win, reasons, awards, value, payments, reading,
alternatives, waits; read_as, the hand in our notation if it was written in another one.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from engine.commands import batch
from engine.records.hand_cases import read_score_case, uses_other_notation
from engine.scoring.score import score


def answer(case: Mapping[str, Any]) -> dict[str, object]:
    score_case = read_score_case(case)
    answer = score(*score_case).to_dict()
    # Repeat a full line, or another notation, as it was understood.
    return {**answer, "read_as": str(score_case.hand)} if uses_other_notation(case) else answer


EXAMPLE = (
    """echo '{"ruleset": "RULESET", "hand": "123m456m789m11p99s", "win": "9s", "by": "discard"}' """
    "| python -m engine score"
)


def add_arguments(parser: ArgumentParser) -> None:
    batch.add_arguments(parser)


def run(arguments: Namespace) -> int:
    return batch.run(answer, arguments.files, arguments.jobs)
