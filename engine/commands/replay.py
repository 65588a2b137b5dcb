"""Replay hands of play: one JSON case per line in, or a game log; the outcome of each hand per line out.

In: ruleset, deal, events and the start of the hand; out: legal, stopped_at, result, transfers, deltas, end_scores,
locks. With --trace the legal alternatives at each event, with --check every broken invariant, with --deal whether the
hand was played as dealt and the first tile that differs (a case names its ``board`` if there are several). Points after
a hand that a log states and the engine does not find are the differences of the hand.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from functools import partial

from engine.commands import batch, logs
from engine.errors import EngineError
from engine.files import FileFailure, read_text
from engine.records.cases import answer_replay
from engine.walls.deal import read_deals

EXAMPLE = "python -m engine replay --trace game.mjson"


def add_arguments(parser: ArgumentParser) -> None:
    batch.add_arguments(parser)
    parser.add_argument("--trace", action="store_true", help="say at each event who could act, and the locks in force")
    parser.add_argument(
        "--deal", metavar="SHEETS", help="compare with a file of deal sheets: the first draw that differs"
    )
    parser.add_argument("--check", action="store_true", help="check the invariants of every state")


def run(arguments: Namespace) -> int:
    """Process the cases; returns the exit status of ``engine.commands.batch.run``, 2 for unreadable deal sheets."""
    try:
        deals = read_deals(read_text(arguments.deal)) if arguments.deal else []
    except (EngineError, FileFailure) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    answer = partial(answer_replay, with_trace=arguments.trace, check=arguments.check, deals=deals)
    unfold = batch.InputFormat(logs.is_case, logs.cases_of)
    return batch.run(answer, arguments.files, arguments.jobs, input_format=unfold)
