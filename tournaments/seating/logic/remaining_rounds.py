"""Rounds added to played ones or redrawn; repeats, winds and tables count over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.sentences import gettext_noop
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.constructions.continued import find_continuation
from tournaments.seating.logic.constructions.templates import compute_annealing_effort
from tournaments.seating.logic.draws import Draw, FixedInputs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import REPEAT, compute_meeting_matrix
from tournaments.seating.logic.player_mapping import compute_penalties
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Numbers, Rounds, freeze, list_default_numbers, plan_byes
from tournaments.seating.logic.search import AnnealingTask, Cooling, Progress, anneal
from tournaments.seating.logic.table_assignment import spread
from tournaments.seating.logic.winds import repair_winds

REDRAW = "redraw"


def draw_added_rounds(inputs: FixedInputs, seed: str, *, progress: Progress | None = None) -> Draw:
    """Draw more rounds together; pairs that met in the played rounds count. A construction goes on without repeats
    while it can. Substitutes join if they fill the last table, else some sit out in turn, fewest byes first. Raises
    `SeatingError` where no table can be filled.
    """
    players, played = inputs.players, inputs.played
    joined = tuple(p for p in inputs.substitutes if p not in set(players))[: -len(players) % 4]
    if len(joined) < -len(players) % 4:
        joined = ()
    people = [*players, *joined]
    if len(people) < 4:
        raise SeatingError(gettext_noop("%(count)d players do not fill a table of four."), count=len(people))
    byes = plan_byes(people, len(people) % 4, played, inputs.rounds)
    same = not any(byes) and bool(played) and set(people) == {p for table in played[0] for p in table}
    seated, numbers = search_added_rounds(
        played,
        [[p for p in people if p not in out] for out in byes],
        seed=f"added {seed}",
        constraints=inputs.constraints,
        played_numbers=inputs.played_numbers,
        planned=find_continuation(played, inputs.rounds) if same else None,
        improve=inputs.improve,
        progress=progress,
    )
    out = tuple(tuple(line) for line in byes)
    replanned = Draw(replace(inputs, substitutes=joined), seed, seated, out, table_numbers=numbers)
    measured = replanned.measure_with_played()
    return replace(replanned, details={"price": {"repeats": measured.repeats, "repeat_bound": measured.repeat_bound}})


def redraw_planned_rounds(inputs: FixedInputs, seed: str) -> Draw:
    """Redraw the planned rounds for those who play on; players beyond full tables sit out in turn. The search starts
    from the published tables to change little; arrivals add tables unless one fell away. Raises `SeatingError` without
    a coming round, a table, or players to fill one.
    """
    if inputs.way != REDRAW:
        raise SeatingError(gettext_noop("this option does not exist"))
    if not inputs.planned:
        raise SeatingError(gettext_noop("No round is left to redraw."))
    seated = sorted({p for round_ in inputs.planned for table in round_ for p in table})
    people = [p for p in (*seated, *inputs.arrives) if p not in inputs.leaves]
    tables = sorted({number for line in inputs.planned_numbers for number in line} - inputs.tables_gone)
    wanted = len(people) // 4
    if tables and not inputs.tables_gone:
        tables += range(tables[-1] + 1, tables[-1] + 1 + wanted - len(tables))
    if not tables:
        raise SeatingError(gettext_noop("No table is left."))
    if not wanted:
        raise SeatingError(gettext_noop("Fewer than four players are left."))
    spare = len(people) - 4 * min(wanted, len(tables))
    byes = plan_byes(people, spare, inputs.played, len(inputs.planned))
    lines = [[p for p in people if p not in out] for out in byes]
    fixed = set(inputs.constraints.fixed_tables.values())
    # A fixed table stays in use when there are more tables than games.
    order = sorted(tables, key=lambda number: (number not in fixed, number))
    rounds, numbers = search_added_rounds(
        inputs.played,
        lines,
        seed=seed,
        constraints=inputs.constraints,
        played_numbers=inputs.played_numbers,
        table_numbers=[sorted(order[: len(line) // 4]) for line in lines],
        planned=_refill_rounds(inputs.planned, lines),
    )
    return Draw(inputs, seed, rounds, tuple(tuple(line) for line in byes), table_numbers=numbers)


def _refill_rounds(planned: Rounds, lines: Sequence[Sequence[int]]) -> Rounds:
    result = []
    for round_, line in zip(planned, lines, strict=True):
        playing = set(line)
        tables = [[p for p in table if p in playing] for table in round_]
        # The fullest tables stay together; the emptiest ones are dissolved into the gaps.
        tables.sort(key=lambda table: -len(table))
        stay, displaced = tables[: len(line) // 4], [p for table in tables[len(line) // 4 :] for p in table]
        stay += [[] for _ in range(len(line) // 4 - len(stay))]
        seated = {p for table in tables for p in table}
        displaced += [p for p in line if p not in seated]
        for table in stay:
            while len(table) < 4:
                table.append(displaced.pop(0))
        result.append(stay)
    return freeze(result)


def search_added_rounds(
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
    """Return (rounds, table numbers), a round for each line of `players`. `planned` starts the search, so that little
    changes. `table_numbers` default to those played. Raises `SeatingError` where a line does not fill tables.
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
    penalty, reward = compute_penalties(constraints, people)
    task = AnnealingTask(
        len(people),
        [np.array([index[p] for p in line], dtype=np.int64) for line in players],
        compute_meeting_matrix(played, people),
        penalty / REPEAT,
        None if reward is None else reward / REPEAT,
    )
    start = None
    if planned is not None:
        start = [
            np.array([[index[p] for p in table] for table in round_], dtype=np.int64).reshape(-1, 4)
            for round_ in planned
        ]
    steps, copies = compute_annealing_effort(len(people), len(players) + len(played))
    annealed = anneal(
        task,
        Noise(f"replan {seed}"),
        Cooling(
            max(1, (1 + improve) * steps),
            copies,
            hot=0.8 if start is None else 0.25,
            cold=0.04,
            target=float(task.cost(task.before[None])[0]) if reward is None else -1e18,
        ),
        start=start,
        progress=progress,
    )
    seated = freeze([[people[i] for i in table] for table in tables.tolist()] for tables in annealed.rounds)
    allowed = table_numbers or list_default_numbers(seated)
    numbers = tuple(tuple(line[: len(round_)]) for line, round_ in zip(allowed, seated, strict=True))
    placed = spread(
        seated,
        table_numbers=numbers,
        fixed=constraints.fixed_tables,
        played=played,
        played_numbers=played_numbers if played_numbers is not None else list_default_numbers(played),
    )
    return repair_winds(placed, played), numbers
