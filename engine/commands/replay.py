"""Replay hands of play: one JSON case a line in, or a log that the viewer reads; what became of each hand a line out.

In: ruleset, deal, events and what the hand began with; out: legal, stopped_at, result, transfers, deltas, end_scores,
locks; with --trace what could be done at each event, with --check every broken invariant, with --deal whether the
hand was played as dealt and the first tile that differs (a case names its ``board`` where there are several).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from engine.commands import batch, logs
from engine.errors import EngineError
from engine.records.cases import answer_replay
from engine.walls.deal import read_deals

EXAMPLE = "python -m engine replay --trace game.mjson"


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    batch.add_arguments(parser)
    parser.add_argument("--trace", action="store_true", help="say at each event who could act, and the locks in force")
    parser.add_argument(
        "--deal", metavar="SHEETS", help="compare with a file of deal sheets: the first draw that differs"
    )
    parser.add_argument("--check", action="store_true", help="check the invariants of every state")


def run(arguments: Namespace) -> int:
    """Answer the cases; the exit status of ``engine.commands.batch.run``, 2 for sheets that cannot be read."""
    try:
        deals = read_deals(Path(arguments.deal).read_text("utf-8-sig")) if arguments.deal else []
    except (EngineError, OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    answer = partial(answer_replay, with_trace=arguments.trace, check=arguments.check, deals=deals)
    unfold = batch.Unfold(logs.is_case, logs.cases_of)
    return batch.run(answer, arguments.files, arguments.jobs, unfold=unfold)
