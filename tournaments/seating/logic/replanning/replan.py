"""Remaining rounds redrawn: the rounds to come are seated anew while those that have started stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.sentences import gettext_noop
from tournaments.seating.logic.byes import rests
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.schedule import Numbers, Rounds, freeze

REDRAW = "redraw"
SUBSTITUTE = "substitute"
FEWER_TABLES = "fewer tables"
SIT_OUT = "sit out"
RESEAT = "re-seat"
WAYS = (REDRAW, SUBSTITUTE, FEWER_TABLES, SIT_OUT, RESEAT)
"""Ways in which the rounds of a certificate were seated; all but the first come from releases that offered a choice."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the event stands: rounds played and rounds planned (with their table numbers), and what changes from now
    on.

    `leaves` play no more, `arrives` want to play, `tables_gone` are table numbers that cannot be used. `substitutes`
    (of earlier releases) would fill in, best first.
    """

    played: Rounds
    played_numbers: Numbers
    planned: Rounds
    planned_numbers: Numbers
    leaves: frozenset[int] = frozenset()
    arrives: tuple[int, ...] = ()
    tables_gone: frozenset[int] = frozenset()
    substitutes: tuple[int, ...] = ()
    constraints: Constraints = NONE

    @property
    def players(self) -> list[int]:
        """Everybody who is planned for a coming round, sorted."""
        return sorted({p for round_ in self.planned for table in round_ for p in table})

    @property
    def playing_on(self) -> list[int]:
        """Who plays on: those planned, sorted, then those who arrive."""
        return [p for p in (*self.players, *self.arrives) if p not in self.leaves]

    @property
    def tables(self) -> list[int]:
        """The table numbers that remain, sorted."""
        return sorted({number for line in self.planned_numbers for number in line} - self.tables_gone)


@dataclass(frozen=True, slots=True)
class Plan:
    """The coming rounds, their table numbers, and who sits out in each."""

    rounds: Rounds
    table_numbers: Numbers
    byes: tuple[tuple[int, ...], ...]


def redraw(situation: Situation, *, seed: str, way: str = REDRAW, warm: bool = True) -> Plan:
    """Seat the coming rounds for those who play on; who does not fill a table sits out in turn.

    Where no table fell away, tables are added for those who arrive. With `warm` the search starts from the published
    tables, so that little changes where little must. Raises `SeatingError` where there is no coming round, no table,
    or nobody to fill one.
    """
    if not situation.planned:
        raise SeatingError(gettext_noop("No round is left to redraw."))
    if way == SUBSTITUTE:
        return _chairs_taken_over(situation)
    people, tables = situation.playing_on, situation.tables
    if way == RESEAT:
        people += situation.substitutes[: -len(people) % 4]
    wanted = len(people) // 4
    if way in (REDRAW, RESEAT) and tables and not situation.tables_gone:
        tables += range(tables[-1] + 1, tables[-1] + 1 + wanted - len(tables))
    if not tables:
        raise SeatingError(gettext_noop("No table is left."))
    if not wanted:
        raise SeatingError(gettext_noop("Fewer than four players are left."))
    spare = len(people) - 4 * min(wanted, len(tables))
    byes = rests(people, spare, situation.played, len(situation.planned))
    rounds, numbers = _seated(situation, [[p for p in people if p not in out] for out in byes], tables, seed, warm)
    return Plan(rounds, numbers, tuple(tuple(line) for line in byes))


def _chairs_taken_over(situation: Situation) -> Plan:
    """Arrivals and substitutes in the empty chairs, one for one; nobody else moves."""
    leaving = [p for p in situation.players if p in situation.leaves]
    comes = dict(zip(leaving, (*situation.arrives, *situation.substitutes), strict=False))
    rounds = freeze([[comes.get(p, p) for p in table] for table in round_] for round_ in situation.planned)
    return Plan(rounds, situation.planned_numbers, tuple(() for _ in rounds))


def _seated(
    situation: Situation, lines: Sequence[Sequence[int]], tables: Sequence[int], seed: str, warm: bool
) -> tuple[Rounds, Numbers]:
    """The coming rounds for the players of each line."""
    from tournaments.seating.logic.replanning.coming_rounds import rounds_added_to

    fixed = set(situation.constraints.fixed_tables.values())
    # A fixed table stays in use when there are more tables than games.
    order = sorted(tables, key=lambda number: (number not in fixed, number))
    return rounds_added_to(
        situation.played,
        lines,
        seed=seed,
        constraints=situation.constraints,
        played_numbers=situation.played_numbers,
        table_numbers=[sorted(order[: len(line) // 4]) for line in lines],
        planned=_refilled(situation.planned, lines) if warm else None,
    )


def _refilled(planned: Rounds, lines: Sequence[Sequence[int]]) -> Rounds:
    """The planned tables with the chairs of those who do not play given to those who have none, in order."""
    result = []
    for round_, line in zip(planned, lines, strict=True):
        playing = set(line)
        kept = [[p for p in table if p in playing] for table in round_]
        # The fullest tables stay together; the emptiest ones are dissolved into the gaps.
        kept.sort(key=lambda table: -len(table))
        stay, rest = kept[: len(line) // 4], [p for table in kept[len(line) // 4 :] for p in table]
        stay += [[] for _ in range(len(line) // 4 - len(stay))]
        seated = {p for table in kept for p in table}
        rest += [p for p in line if p not in seated]
        for table in stay:
            while len(table) < 4:
                table.append(rest.pop(0))
        result.append(stay)
    return freeze(result)
