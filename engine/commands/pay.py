"""Settle declared hands: one table as a JSON case per line in, its payments per line out.

In: ruleset, start of the table (before), start_scores, hands with their events, riichi, ready, end, void, fines and
shown; out: deltas, transfers and table after each hand, and end_scores.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.commands import batch
from engine.records.declared_cases import answer_pay

EXAMPLE = """echo '{"ruleset": "RULESET", "hands": [{"events": [], "end": "exhaustive"}]}' | python -m engine pay"""


def add_arguments(parser: ArgumentParser) -> None:
    batch.add_arguments(parser)


def run(arguments: Namespace) -> int:
    return batch.run(answer_pay, arguments.files, arguments.jobs)
