"""Continuation of played rounds by the template that they were drawn from."""

from __future__ import annotations

import numpy as np

from tournaments.seating.logic.bounds import count_rounds_without_repeat
from tournaments.seating.logic.constructions import flights
from tournaments.seating.logic.constructions.fields import AbelianGroup
from tournaments.seating.logic.constructions.rotation import build_rounds, parse_base
from tournaments.seating.logic.constructions.templates import choose_template, read_known_rounds
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables, Template, relabel_rounds

COLUMNS = 300


def find_continuation(played: Rounds, rounds: int) -> Rounds | None:
    """Return more rounds without a repeat if the played ones follow a known template in table order, else None."""
    people = {p for table in played[0] for p in table} if played else set()
    n, k = len(people), len(played)
    if not k or n < 16 or len(played[0]) * 4 != n or k + rounds > count_rounds_without_repeat(n):
        return None
    start = choose_template(n, k)
    names: dict[int, int] = {}
    for drawn, table in zip(start.rounds[0], played[0], strict=True):
        names.update(zip(drawn, table, strict=True))
    mapping = [names[number] for number in range(n)]
    if relabel_rounds(start.rounds, mapping) != played:
        return None
    go_on = {"rotation": _find_rotated_continuation, "four flights": _find_flight_continuation}.get(
        start.method, _find_stored_continuation
    )
    more = go_on(start, rounds)
    return relabel_rounds(more, mapping) if more else None


def _find_stored_continuation(start: Template, rounds: int) -> Rounds | None:
    longer = read_known_rounds().get((start.size, len(start.rounds) + rounds), ())
    alike = all(
        _collect_games(short_round) == _collect_games(long_round)
        for short_round, long_round in zip(start.rounds, longer, strict=False)
    )
    return longer[len(start.rounds) :] if longer and alike else None


def _collect_games(round_: RoundTables) -> set[frozenset[int]]:
    return {frozenset(table) for table in round_}


def _find_rotated_continuation(start: Template, rounds: int) -> Rounds | None:
    used, modulus = len(start.parameters["shifts"]), int(start.parameters["modulus"])
    if used + rounds > modulus:
        return None
    return build_rounds(parse_base(str(start.parameters["base"])), modulus, range(used, used + rounds))


def _find_flight_continuation(start: Template, rounds: int) -> Rounds | None:
    group = AbelianGroup(tuple(start.parameters["group"]))
    rows = np.array(start.parameters["rows"], dtype=np.int64)
    columns = flights.Columns(group, Noise(f"continued {start.name} {rounds}"), mates_apart=False)
    for k in range(rows.shape[1]):
        columns.mark(rows[:, k].tolist(), used=True)
    chosen: list[list[int]] = []
    for _ in range(COLUMNS):
        column = columns.random()
        if column is not None:
            columns.mark(column, used=True)
            chosen.append(column)
        elif chosen:
            columns.mark(chosen.pop(), used=False)
        if len(chosen) == rounds:
            return flights.build_rounds(group, np.array(chosen, dtype=np.int64).T)
    return None
