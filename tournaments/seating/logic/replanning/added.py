"""Rounds drawn together on top of played ones, for an event that draws a part at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.sentences import gettext_noop
from tournaments.seating.logic.byes import rests
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.constructions.continued import continued
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import Measures, measures
from tournaments.seating.logic.replanning.coming_rounds import rounds_added_to
from tournaments.seating.logic.schedule import Numbers, Rounds, default_numbers
from tournaments.seating.logic.search import Progress


@dataclass(frozen=True, slots=True)
class Added:
    """Rounds drawn together on top of played ones; `measures` are over played and new rounds together."""

    rounds: Rounds
    table_numbers: Numbers
    byes: tuple[tuple[int, ...], ...]
    players: tuple[int, ...]
    substitutes: tuple[int, ...]
    played: Rounds
    played_numbers: Numbers
    seed: str
    constraints: Constraints
    improve: int
    measures: Measures


def added_rounds(
    players: Sequence[int],
    rounds: int,
    played: Rounds,
    *,
    seed: str,
    constraints: Constraints = NONE,
    played_numbers: Numbers | None = None,
    substitutes: Sequence[int] = (),
    improve: int = 0,
    progress: Progress | None = None,
) -> Added:
    """So many more rounds for these players, drawn together: pairs that met in the played rounds count.

    Rounds drawn from a construction go on with it, so that nobody meets again while that can be. Where players do
    not fill tables, `substitutes` join if that fills the last one, else some sit out in turn, first
    those who sat out least. Raises `SeatingError` where no table can be filled.
    """
    joined = tuple(p for p in substitutes if p not in set(players))[: -len(players) % 4]
    if len(joined) < -len(players) % 4:
        joined = ()
    people = [*players, *joined]
    if len(people) < 4:
        raise SeatingError(gettext_noop("%(count)d players do not fill a table of four."), count=len(people))
    numbers = played_numbers if played_numbers is not None else default_numbers(played)
    byes = rests(people, len(people) % 4, played, rounds)
    same = not any(byes) and bool(played) and set(people) == {p for table in played[0] for p in table}
    seated, labels = rounds_added_to(
        played,
        [[p for p in people if p not in out] for out in byes],
        seed=f"added {seed}",
        constraints=constraints,
        played_numbers=numbers,
        planned=continued(played, rounds) if same else None,
        improve=improve,
        progress=progress,
    )
    return Added(
        rounds=seated,
        table_numbers=labels,
        byes=tuple(tuple(line) for line in byes),
        players=tuple(players),
        substitutes=joined,
        played=played,
        played_numbers=numbers,
        seed=seed,
        constraints=constraints,
        improve=improve,
        measures=measures((*played, *seated), constraints, table_numbers=(*numbers, *labels)),
    )
