"""Coming rounds seated on top of played ones: repeats, winds and tables count over all of them together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.sentences import gettext_noop
from tournaments.seating.logic.assign import penalties
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.constructions.templates import annealing_plan
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import meeting_matrix
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Numbers, Rounds, default_numbers, freeze
from tournaments.seating.logic.search import Progress, Task, anneal
from tournaments.seating.logic.spread import spread
from tournaments.seating.logic.weights import REPEAT
from tournaments.seating.logic.winds import repair_winds


def rounds_added_to(
    played: Rounds,
    players: Sequence[Sequence[int]],
    *,
    seed: str,
    constraints: Constraints = NONE,
    played_numbers: Numbers | None = None,
    table_numbers: Sequence[Sequence[int]] | None = None,
    planned: Rounds | None = None,
    improve: int = 0,
    progress: Progress | None = None,
) -> tuple[Rounds, Numbers]:
    """(rounds, their table numbers): a coming round for each line of `players`, each a multiple of four.

    `planned` is where the search starts, so that little changes when little must. `table_numbers` are the numbers that
    each round may use, from the first on; as played without. Raises `SeatingError` where a line does not fill tables.
    """
    for k, line in enumerate(players, 1):
        if not line or len(line) % 4:
            raise SeatingError(
                gettext_noop("Coming round %(round)d has %(count)d players, which do not fill tables of four."),
                round=k,
                count=len(line),
            )
    people = sorted({p for line in players for p in line} | {p for round_ in played for table in round_ for p in table})
    index = {player: i for i, player in enumerate(people)}
    penalty, reward = penalties(constraints, people)
    task = Task(
        len(people),
        [np.array([index[p] for p in line], dtype=np.int64) for line in players],
        meeting_matrix(played, people),
        penalty / REPEAT,
        None if reward is None else reward / REPEAT,
    )
    start = None
    if planned is not None:
        start = [
            np.array([[index[p] for p in table] for table in round_], dtype=np.int64).reshape(-1, 4)
            for round_ in planned
        ]
    steps, copies = annealing_plan(len(people), len(players) + len(played))
    found = anneal(
        task,
        Noise(f"replan {seed}"),
        steps=max(1, (1 + improve) * steps),
        copies=copies,
        start=start,
        hot=0.8 if start is None else 0.25,
        cold=0.04,
        target=float(task.cost(task.before[None])[0]) if reward is None else -1e18,
        progress=progress,
    )
    seated = freeze([[people[i] for i in table] for table in tables.tolist()] for tables in found.rounds)
    allowed = table_numbers or default_numbers(seated)
    numbers = tuple(tuple(line[: len(round_)]) for line, round_ in zip(allowed, seated, strict=True))
    placed = spread(
        seated,
        table_numbers=numbers,
        fixed=constraints.fixed_tables,
        played=played,
        played_numbers=played_numbers if played_numbers is not None else default_numbers(played),
    )
    return repair_winds(placed, played), numbers
