"""Continuation of played rounds by the template that they were drawn from."""

from __future__ import annotations

import numpy as np

from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.bounds import rounds_without_repeat
from tournaments.seating.logic.constructions import flights
from tournaments.seating.logic.constructions.fields import AbelianGroup
from tournaments.seating.logic.constructions.rotation import parse_base, rounds_of
from tournaments.seating.logic.constructions.templates import known_rounds, template
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables, Template, relabel

COLUMNS = 300


def continued(played: Rounds, rounds: int) -> Rounds | None:
    """Return more rounds without a repeat if the played ones follow a known template in table order, else None."""
    people = {p for table in played[0] for p in table} if played else set()
    n, k = len(people), len(played)
    if not k or n < 16 or len(played[0]) * 4 != n or k + rounds > rounds_without_repeat(n):
        return None
    start = template(n, k)
    names: dict[int, int] = {}
    for drawn, table in zip(start.rounds[0], played[0], strict=True):
        names.update(zip(drawn, table, strict=True))
    mapping = [names[number] for number in range(n)]
    if relabel(start.rounds, mapping) != played:
        return None
    go_on = {"rotation": _rotated, "four flights": _flown}.get(start.method, _stored)
    more = go_on(start, rounds)
    return relabel(more, mapping) if more else None


def _stored(start: Template, rounds: int) -> Rounds | None:
    longer = known_rounds().get((start.size, len(start.rounds) + rounds), ())
    alike = all(
        _games(short_round) == _games(long_round) for short_round, long_round in zip(start.rounds, longer, strict=False)
    )
    return longer[len(start.rounds) :] if longer and alike else None


def _games(round_: RoundTables) -> set[frozenset[int]]:
    return {frozenset(table) for table in round_}


def _rotated(start: Template, rounds: int) -> Rounds | None:
    used, modulus = len(start.parameters["shifts"]), int(start.parameters["modulus"])
    if used + rounds > modulus:
        return None
    return rounds_of(parse_base(str(start.parameters["base"])), modulus, range(used, used + rounds))


def _flown(start: Template, rounds: int) -> Rounds | None:
    group = AbelianGroup(tuple(start.parameters["group"]))
    rows = np.array(start.parameters["rows"], dtype=np.int64)
    columns = flights.Columns(group, Noise(f"continued {start.name} {rounds}"), mates_apart=False)
    for k in range(rows.shape[1]):
        columns.mark(rows[:, k], used=True)
    chosen: list[IntArray] = []
    for _ in range(COLUMNS):
        column = columns.random()
        if column is not None:
            columns.mark(column, used=True)
            chosen.append(column)
        elif chosen:
            columns.mark(chosen.pop(), used=False)
        if len(chosen) == rounds:
            return flights.rounds_of(group, np.array(chosen, dtype=np.int64).T)
    return None
