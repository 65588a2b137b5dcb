"""Replay hands of play: one JSON case a line in, what became of it a line out.

In: ruleset, deal, events and what the hand began with; out: legal, stopped_at, result, transfers, deltas, end_scores,
locks; with --trace what could be done at each event, with --check every broken invariant.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial

from engine import batch
from engine.replays import answer_replay


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    batch.add_arguments(parser)
    parser.add_argument("--trace", action="store_true", help="say at each event who could act, and the locks in force")
    parser.add_argument("--check", action="store_true", help="check the invariants of every state")


def run(arguments: Namespace) -> int:
    """Answer the cases; the exit status of ``engine.batch.run``."""
    answer = partial(answer_replay, with_trace=arguments.trace, check=arguments.check)
    return batch.run(answer, arguments.files, arguments.jobs)
