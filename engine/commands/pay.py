"""Pay what players wrote down: one JSON case a line in (a table's hands), its payments a line out.

In: ruleset, where the table stood (before), start_scores, hands with their events, riichi, ready, end, void, fines and
shown; out: deltas, transfers and where the table stands after each hand, and end_scores.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from engine.commands import batch
from engine.records.declared_cases import answer_pay

EXAMPLE = """echo '{"ruleset": "RULESET", "hands": [{"events": [], "end": "exhaustive"}]}' | python -m engine pay"""


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    batch.add_arguments(parser)


def run(arguments: Namespace) -> int:
    """Answer the cases; the exit status of ``engine.commands.batch.run``."""
    return batch.run(answer_pay, arguments.files, arguments.jobs)
