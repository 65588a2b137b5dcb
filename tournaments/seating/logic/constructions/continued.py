"""More rounds of the same construction: played rounds that were drawn from a template go on where it goes on."""

from __future__ import annotations

import numpy as np

from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.bounds import rounds_without_repeat
from tournaments.seating.logic.constructions import flights
from tournaments.seating.logic.constructions.fields import Group
from tournaments.seating.logic.constructions.rotation import parse_base, rounds_of
from tournaments.seating.logic.constructions.templates import known_rounds, template
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables, Template, relabel

COLUMNS = 300
"""Columns tried for the rounds to come before the search gives up."""


def continued(played: Rounds, rounds: int) -> Rounds | None:
    """So many more rounds without any repeat, if the played ones are a template's under some names; else None.

    Only templates as the first answer gives them are known again, with their tables in order.
    """
    people = {p for table in played[0] for p in table} if played else set()
    n, k = len(people), len(played)
    if not k or n < 16 or len(played[0]) * 4 != n or k + rounds > rounds_without_repeat(n):
        return None
    made = template(n, k)
    names: dict[int, int] = {}
    for drawn, table in zip(made.rounds[0], played[0], strict=True):
        names.update(zip(drawn, table, strict=True))
    mapping = [names[number] for number in range(n)]
    if relabel(made.rounds, mapping) != played:
        return None
    go_on = {"rotation": _rotated, "four flights": _flown}.get(made.method, _stored)
    more = go_on(made, rounds)
    return relabel(more, mapping) if more else None


def _stored(made: Template, rounds: int) -> Rounds | None:
    """The next rounds of a stored schedule that begins with the same games."""
    longer = known_rounds().get((made.size, len(made.rounds) + rounds), ())
    alike = all(_games(one) == _games(other) for one, other in zip(made.rounds, longer, strict=False))
    return longer[len(made.rounds) :] if longer and alike else None


def _games(round_: RoundTables) -> set[frozenset[int]]:
    return {frozenset(table) for table in round_}


def _rotated(made: Template, rounds: int) -> Rounds | None:
    """The next shifts of a rotation table, while there are any."""
    used, modulus = len(made.parameters["shifts"]), int(made.parameters["modulus"])
    if used + rounds > modulus:
        return None
    return rounds_of(parse_base(str(made.parameters["base"])), modulus, range(used, used + rounds))


def _flown(made: Template, rounds: int) -> Rounds | None:
    """More columns for a four-flights design: none of their differences is in use yet."""
    group = Group(tuple(made.parameters["group"]))
    rows = np.array(made.parameters["rows"], dtype=np.int64)
    columns = flights.Columns(group, Noise(f"continued {made.name} {rounds}"), mates_apart=False)
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
