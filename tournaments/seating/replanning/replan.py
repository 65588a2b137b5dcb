"""Re-planning: the rounds to come are seated anew while the rounds played stay as they are.

Players drop out, arrive, are replaced; a table falls away. Each way out is an option, and the options stand side by
side with their measures over played and coming rounds together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.byes import rests
from tournaments.seating.constraints import NONE, Constraints
from tournaments.seating.errors import SeatingError
from tournaments.seating.measures import Measures, measures
from tournaments.seating.schedule import Numbers, Rounds, freeze

SUBSTITUTE = "substitute"
FEWER_TABLES = "fewer tables"
SIT_OUT = "sit out"
RESEAT = "re-seat"


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the event stands: rounds played and rounds planned (with their table numbers), and what changes from now
    on.

    `leaves` play no more, `arrives` want to play, `tables_gone` are table numbers that cannot be used. `substitutes`
    are people who would fill in, best first.
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

    def measured(self, rounds: Rounds, numbers: Numbers) -> Measures:
        """The measures over the rounds played and these."""
        return measures((*self.played, *rounds), self.constraints, table_numbers=(*self.played_numbers, *numbers))


@dataclass(frozen=True, slots=True)
class Way:
    """A way to go on before anybody is seated: who joins, who sits out in each coming round, which tables there are.

    Where `replaced` names who takes whose chair, nobody else moves.
    """

    sentence: Sentence
    people: Sequence[int] = ()
    tables: Sequence[int] = ()
    joins: Sequence[int] = ()
    byes: Sequence[Sequence[int]] = ()
    replaced: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to go on: the coming rounds, who sits out in each, whom it brings in, and the measures before and
    after.

    `moved` counts the seats of coming rounds whose table (its players) differs from what was published.
    """

    kind: str
    sentence: Sentence
    rounds: Rounds
    table_numbers: Numbers
    byes: tuple[tuple[int, ...], ...]
    joins: tuple[int, ...]
    replaced: Mapping[int, int]
    before: Measures
    after: Measures
    moved: int


def options(situation: Situation, *, seed: str) -> list[Plan]:
    """Every option that is possible here, in the order substitute, fewer tables, sit out, re-seat; of two that seat
    everybody alike the first.

    Raises `SeatingError` if nobody can play any more or there is no coming round.
    """
    plans: list[Plan] = []
    for kind in WAYS:
        plan = option(situation, kind, seed=seed)
        if plan is not None and plan.rounds not in [other.rounds for other in plans]:
            plans.append(plan)
    if not plans and not situation.tables:
        raise SeatingError(gettext_noop("No table is left."))
    if not plans:
        raise SeatingError(gettext_noop("Fewer than four players are left."))
    return plans


def option(situation: Situation, kind: str, *, seed: str, warm: bool = True) -> Plan | None:
    """One of the options, None where it is not possible here.

    With `warm` the search starts from the published tables, so that less changes when little must. Raises
    `SeatingError` where there is no coming round.
    """
    if not situation.planned:
        raise SeatingError(gettext_noop("No round is left to re-plan."))
    way = WAYS[kind](situation)
    if way is None:
        return None
    byes = tuple(tuple(line) for line in way.byes) or tuple(() for _ in situation.planned)
    if way.replaced:
        numbers = situation.planned_numbers
        rounds = freeze([[way.replaced.get(p, p) for p in table] for table in round_] for round_ in situation.planned)
    else:
        rounds, numbers = _seated(situation, way.people, way.tables, byes, seed, warm=warm)
    return Plan(
        kind=kind,
        sentence=way.sentence,
        rounds=rounds,
        table_numbers=numbers,
        byes=byes,
        joins=tuple(way.joins),
        replaced=way.replaced,
        before=situation.measured(situation.planned, situation.planned_numbers),
        after=situation.measured(rounds, numbers),
        moved=_moved(situation.planned, rounds),
    )


def _substitute(situation: Situation) -> Way | None:
    """Arrivals and substitutes take the empty chairs one for one; nobody else notices."""
    leaving = [p for p in situation.players if p in situation.leaves]
    coming = [*situation.arrives, *situation.substitutes][: len(leaving)]
    if not leaving or len(coming) < len(leaving) or len(situation.arrives) > len(leaving) or situation.tables_gone:
        return None
    text = gettext_noop("Take over the chairs of those who leave: %(count)d. All other players keep their tables.")
    return Way(Sentence(text, {"count": len(leaving)}), joins=coming, replaced=dict(zip(leaving, coming, strict=True)))


def _fewer_tables(situation: Situation) -> Way | None:
    """Those who play on fill fewer tables than before exactly."""
    people = situation.playing_on
    tables = len(people) // 4
    if not people or len(people) % 4 or tables >= max(len(round_) for round_ in situation.planned):
        return None
    if tables > len(situation.tables):
        return None
    text = gettext_noop("%(tables)d tables are filled exactly; all coming rounds are seated anew.")
    return Way(Sentence(text, {"tables": tables}), people, situation.tables, situation.arrives)


def _sit_out(situation: Situation) -> Way | None:
    """Those who do not fill a table sit out in turn, first those who sat out least."""
    people = situation.playing_on
    places = min(len(people) // 4 * 4, 4 * len(situation.tables))
    spare = len(people) - places
    if spare == 0 or places < 4:
        return None
    text = gettext_noop("%(spare)d of %(players)d players sit out in each round, in turn; %(tables)d tables play.")
    values = {"spare": spare, "players": len(people), "tables": places // 4}
    byes = rests(people, spare, situation.played, len(situation.planned))
    return Way(Sentence(text, values), people, situation.tables, situation.arrives, byes)


def _reseat(situation: Situation) -> Way | None:
    """All coming rounds anew with as many substitutes as fill the last table; where none fell away, tables are added
    for those who arrive.
    """
    need = -len(situation.playing_on) % 4
    joined = situation.substitutes[:need]
    people = [*situation.playing_on, *joined]
    wanted, tables = len(people) // 4, situation.tables
    if not situation.tables_gone:
        tables += range(tables[-1] + 1, tables[-1] + 1 + wanted - len(tables))
    if len(joined) < need or not people or len(tables) < wanted:
        return None
    if need:
        text = gettext_noop("All coming rounds are seated anew for %(players)d players, %(need)d of them substitutes.")
    else:
        text = gettext_noop("All coming rounds are seated anew for %(players)d players.")
    return Way(Sentence(text, {"players": len(people), "need": need}), people, tables, (*situation.arrives, *joined))


WAYS: Mapping[str, Callable[[Situation], Way | None]] = {
    SUBSTITUTE: _substitute,
    FEWER_TABLES: _fewer_tables,
    SIT_OUT: _sit_out,
    RESEAT: _reseat,
}
"""Kind of option -> the way, None where it cannot be gone."""


def _seated(
    situation: Situation,
    people: Sequence[int],
    tables: Sequence[int],
    byes: Sequence[Sequence[int]],
    seed: str,
    *,
    warm: bool,
) -> tuple[Rounds, Numbers]:
    """The coming rounds for all of `people` who do not sit out."""
    lines = [[p for p in people if p not in out] for out in byes]
    fixed = set(situation.constraints.fixed_tables.values())
    # A fixed table stays in use when there are more tables than games.
    order = sorted(tables, key=lambda number: (number not in fixed, number))
    from tournaments.seating.replanning.coming_rounds import rounds_added_to

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


def _moved(planned: Rounds, rounds: Rounds) -> int:
    """Seats of the new rounds whose table has not the same four players as before."""
    moved = 0
    for old, new in zip(planned, rounds, strict=True):
        before = {frozenset(table) for table in old}
        moved += sum(len(table) for table in new if frozenset(table) not in before)
    return moved
