"""Re-planning: the rounds to come are seated anew while the rounds played stay as they are.

Players drop out, arrive, are replaced; a table falls away. Each way out is an option, and the options stand side by
side with their measures over played and coming rounds together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.assign import REPEAT, penalties
from tournaments.seating.chance import Noise
from tournaments.seating.constraints import NONE, Constraints
from tournaments.seating.continued import continued
from tournaments.seating.measures import Measures, measures, meeting_matrix
from tournaments.seating.schedule import Rounds, Table, default_numbers
from tournaments.seating.search import Progress, Task, anneal
from tournaments.seating.sentences import SeatingError, Sentence, gettext_noop
from tournaments.seating.spread import spread
from tournaments.seating.templates import annealing_plan
from tournaments.seating.winds import repair_winds

IntArray = NDArray[np.int64]
Numbers = tuple[tuple[int, ...], ...]

SUBSTITUTE = "substitute"
FEWER_TABLES = "fewer tables"
SIT_OUT = "sit out"
RESEAT = "re-seat"
KINDS = (SUBSTITUTE, FEWER_TABLES, SIT_OUT, RESEAT)


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
    def tables(self) -> list[int]:
        """The table numbers that remain, sorted."""
        return sorted({number for line in self.planned_numbers for number in line} - self.tables_gone)


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to search, and whether from the published tables."""

    improve: int
    warm: bool


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


def options(situation: Situation, *, seed: str, improve: int = 0, warm: bool = True) -> list[Plan]:
    """Every option that is possible here, in the order substitute, fewer tables, sit out, re-seat.

    With `warm` the search starts from the published tables, so that less changes when little must.

    Raises `SeatingError` if nobody can play any more or there is no coming round.
    """
    if not situation.planned:
        raise SeatingError(gettext_noop("No round is left to re-plan."))
    makers: tuple[Callable[[Situation, str, Effort], Plan | None], ...] = (
        _substitute,
        _fewer_tables,
        _sit_out,
        _reseat,
    )
    plans = [plan for plan in (make(situation, seed, Effort(improve, warm)) for make in makers) if plan is not None]
    if not plans:
        raise SeatingError(gettext_noop("Fewer than four players are left."))
    return plans


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
    byes = _rests(people, len(people) % 4, played, rounds)
    lines = [[p for p in people if p not in set(out)] for out in byes]
    same = not any(byes) and bool(played) and set(people) == {p for table in played[0] for p in table}
    seated, labels = replan(
        played,
        lines,
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


def _rests(people: Sequence[int], spare: int, played: Rounds, rounds: int) -> list[list[int]]:
    """Who sits out in each coming round: first who sat out least of them, then who has played most."""
    games = dict.fromkeys(people, 0)
    for round_ in played:
        for table in round_:
            for p in table:
                if p in games:
                    games[p] += 1
    rested = dict.fromkeys(people, 0)
    byes: list[list[int]] = []
    for _ in range(rounds):
        out = sorted(people, key=lambda p: (rested[p], -games[p], p))[:spare]
        for p in people:
            if p in out:
                rested[p] += 1
            else:
                games[p] += 1
        byes.append(sorted(out))
    return byes


def replan(
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
    """Coming rounds seated for the given players (one list a round, each a multiple of four) on top of the played
    rounds.

    Repeats count over played and coming rounds together; winds and tables too. `planned` is where the search starts,
    so that little changes when little must. Returns the rounds and their table numbers.
    """
    lines = [list(line) for line in players]
    for k, line in enumerate(lines, 1):
        if not line or len(line) % 4:
            raise SeatingError(
                gettext_noop("Coming round %(round)d has %(count)d players, which do not fill tables of four."),
                round=k,
                count=len(line),
            )
    people = sorted({p for line in lines for p in line} | {p for round_ in played for table in round_ for p in table})
    index = {player: i for i, player in enumerate(people)}
    penalty, reward = penalties(constraints, people)
    n, count = len(people), len(lines)
    task = Task(
        n,
        [np.array([index[p] for p in line], dtype=np.int64) for line in lines],
        meeting_matrix(played, people),
        penalty / REPEAT,
        None if reward is None else reward / REPEAT,
    )
    target = float(task.cost(task.before[None])[0])
    steps, copies = annealing_plan(n, count + len(played))
    start: list[IntArray] | None = None
    if planned is not None:
        start = [
            np.array([[index[p] for p in table] for table in round_], dtype=np.int64).reshape(-1, 4)
            for round_ in planned
        ]
    found = anneal(
        task,
        Noise(f"replan {seed}"),
        steps=max(1, (1 + improve) * steps),
        copies=copies,
        start=start,
        hot=0.8 if start is None else 0.25,
        cold=0.04,
        target=target if reward is None else -1e18,
        progress=progress,
    )
    seated: Rounds = tuple(
        tuple(_table([people[i] for i in table]) for table in tables.tolist()) for tables in found.rounds
    )
    past = played_numbers if played_numbers is not None else tuple(tuple(range(1, len(r) + 1)) for r in played)
    numbers = table_numbers or [list(range(1, len(round_) + 1)) for round_ in seated]
    chosen: Numbers = tuple(tuple(line[: len(round_)]) for line, round_ in zip(numbers, seated, strict=True))
    placed = spread(seated, table_numbers=chosen, fixed=constraints.fixed_tables, played=played, played_numbers=past)
    return repair_winds(placed, played), chosen


def _table(players: Sequence[int]) -> Table:
    a, b, c, d = players
    return a, b, c, d


def _judge(situation: Situation, rounds: Rounds, numbers: Numbers) -> Measures:
    return measures(
        (*situation.played, *rounds),
        situation.constraints,
        table_numbers=(*situation.played_numbers, *numbers),
    )


def _plan(
    situation: Situation,
    kind: str,
    sentence: Sentence,
    rounds: Rounds,
    numbers: Numbers,
    *,
    byes: Sequence[Sequence[int]] = (),
    joins: Sequence[int] = (),
    replaced: Mapping[int, int] | None = None,
) -> Plan:
    moved = 0
    for old, new in zip(situation.planned, rounds, strict=True):
        companions = {p: frozenset(table) for table in old for p in table}
        for table in new:
            moved += sum(1 for p in table if companions.get(p) != frozenset(table))
    return Plan(
        kind=kind,
        sentence=sentence,
        rounds=rounds,
        table_numbers=numbers,
        byes=tuple(tuple(line) for line in byes) or tuple(() for _ in rounds),
        joins=tuple(joins),
        replaced=dict(replaced or {}),
        before=_judge(situation, situation.planned, situation.planned_numbers),
        after=_judge(situation, rounds, numbers),
        moved=moved,
    )


def _substitute(situation: Situation, seed: str, effort: Effort) -> Plan | None:
    """Arrivals and substitutes take the empty chairs one for one; nobody else notices."""
    leaving = [p for p in situation.players if p in situation.leaves]
    coming = [*situation.arrives, *situation.substitutes][: len(leaving)]
    if not leaving or len(coming) < len(leaving) or len(situation.arrives) > len(leaving) or situation.tables_gone:
        return None
    change = dict(zip(leaving, coming, strict=True))
    rounds: Rounds = tuple(
        tuple(_table([change.get(p, p) for p in table]) for table in round_) for round_ in situation.planned
    )
    return _plan(
        situation,
        SUBSTITUTE,
        Sentence(
            gettext_noop("%(count)d take over the chairs of those who leave; all other players keep their tables."),
            {"count": len(leaving)},
        ),
        rounds,
        situation.planned_numbers,
        joins=coming,
        replaced=change,
    )


def _field(situation: Situation, extra: Sequence[int] = ()) -> list[int]:
    return [p for p in (*situation.players, *situation.arrives, *extra) if p not in situation.leaves]


def _fewer_tables(situation: Situation, seed: str, effort: Effort) -> Plan | None:
    """As many tables as the players fill, the rest leaving the event or joining as substitutes is not asked:
    exact multiples only.
    """
    people = _field(situation)
    seats = 4 * len(situation.tables)
    if len(people) < 4 or len(people) % 4 or len(people) > seats or len(people) == len(situation.players):
        return None
    rounds, numbers = _seated(situation, [people] * len(situation.planned), seed, effort)
    return _plan(
        situation,
        FEWER_TABLES,
        Sentence(
            gettext_noop("%(tables)d tables are filled exactly; all coming rounds are seated anew."),
            {"tables": len(people) // 4},
        ),
        rounds,
        numbers,
        joins=situation.arrives,
    )


def _sit_out(situation: Situation, seed: str, effort: Effort) -> Plan | None:
    """Those who do not fill a table sit out in turn, first those who sat out least."""
    people = _field(situation)
    places = min(len(people) // 4 * 4, 4 * len(situation.tables))
    spare = len(people) - places
    if spare == 0 or places < 4:
        return None
    byes = _rests(people, spare, situation.played, len(situation.planned))
    lines = [[p for p in people if p not in set(out)] for out in byes]
    rounds, numbers = _seated(situation, lines, seed, effort)
    return _plan(
        situation,
        SIT_OUT,
        Sentence(
            gettext_noop("%(spare)d of %(players)d players sit out in each round, in turn; %(tables)d tables play."),
            {"spare": spare, "players": len(people), "tables": places // 4},
        ),
        rounds,
        numbers,
        byes=byes,
        joins=situation.arrives,
    )


def _reseat(situation: Situation, seed: str, effort: Effort) -> Plan | None:
    """All coming rounds anew with as many substitutes as fill the last table."""
    people = _field(situation)
    need = -len(people) % 4
    if need > len(situation.substitutes) or not people:
        return None
    people = _field(situation, situation.substitutes[:need])
    wanted = len(people) // 4
    tables = situation.tables
    highest = max([*tables, *situation.tables_gone], default=0)
    while len(tables) < wanted and not situation.tables_gone:
        highest += 1
        tables = [*tables, highest]
    if len(tables) < wanted:
        return None
    rounds, numbers = _seated(situation, [people] * len(situation.planned), seed, effort, tables=tables)
    joined = situation.substitutes[:need]
    return _plan(
        situation,
        RESEAT,
        Sentence(
            gettext_noop("All coming rounds are seated anew for %(players)d players, %(need)d of them substitutes.")
            if need
            else gettext_noop("All coming rounds are seated anew for %(players)d players."),
            {"players": len(people), "need": need},
        ),
        rounds,
        numbers,
        joins=(*situation.arrives, *joined),
    )


def _seated(
    situation: Situation,
    lines: Sequence[Sequence[int]],
    seed: str,
    effort: Effort,
    *,
    tables: Sequence[int] | None = None,
) -> tuple[Rounds, Numbers]:
    available = list(tables or situation.tables)
    fixed = sorted(set(situation.constraints.fixed_tables.values()))
    # A fixed table stays in use when there are more tables than games.
    order = [t for t in available if t in fixed] + [t for t in available if t not in fixed]
    return replan(
        situation.played,
        lines,
        seed=seed,
        constraints=situation.constraints,
        played_numbers=situation.played_numbers,
        table_numbers=[sorted(order[: len(line) // 4]) for line in lines],
        planned=_warm(situation, lines) if effort.warm else None,
        improve=effort.improve,
    )


def _warm(situation: Situation, lines: Sequence[Sequence[int]]) -> Rounds:
    """The planned tables with the chairs of those who do not play given to those who have none, in order."""
    result = []
    for round_, line in zip(situation.planned, lines, strict=True):
        playing = set(line)
        kept = [[p for p in table if p in playing] for table in round_]
        # The fullest tables stay together; the emptiest ones are dissolved into the gaps.
        kept = sorted(kept, key=lambda table: -len(table))
        stay, rest = kept[: len(line) // 4], [p for table in kept[len(line) // 4 :] for p in table]
        stay += [[] for _ in range(len(line) // 4 - len(stay))]
        seated = {p for table in kept for p in table}
        rest += [p for p in line if p not in seated]
        for table in stay:
            while len(table) < 4:
                table.append(rest.pop(0))
        result.append(tuple(_table(table) for table in stay))
    return tuple(result)
