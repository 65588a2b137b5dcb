"""A whole fixed draw: template, lottery, wishes, tables, winds and measures."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.assign import REPEAT, improve_mapping, packed, penalties
from tournaments.seating.bounds import feasibility, group_bound, rounds_without_repeat
from tournaments.seating.byes import sitting_out
from tournaments.seating.chance import Noise, shuffled
from tournaments.seating.constraints import NONE, Constraints
from tournaments.seating.measures import measures, meeting_matrix
from tournaments.seating.schedule import Rounds, Schedule, SeatingError, Template, default_numbers, relabel
from tournaments.seating.search import Progress, Task, anneal
from tournaments.seating.spread import spread
from tournaments.seating.templates import annealed_template, annealing_plan, template
from tournaments.seating.winds import even_winds

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Draft:
    """A template with its players and the cost of the wishes (repeats included), before tables and measures."""

    template: Template
    mapping: tuple[int, ...]
    cost: float


def generate(
    players: int | Sequence[int],
    rounds: int,
    *,
    seed: str,
    teams: Mapping[int, Hashable] | None = None,
    constraints: Constraints = NONE,
    substitutes: Sequence[int] = (),
    improve: int = 0,
    base: Template | None = None,
    progress: Progress | None = None,
) -> Schedule:
    """A fixed schedule of all rounds, drawn by the seed; the first valid answer comes within a second.

    `players` are ids, or a number for 1 .. n. `teams` (player -> team) is a short way to say
    `Constraints(teams=...)`. When the count is not a multiple of four, `substitutes` join until it is; if there are
    none, the rest sit out, as evenly as possible. `improve` is the effort (0 = first answer; about the number of
    seconds) spent on a better template. `base` draws a stored template instead. The same arguments always give the
    same schedule. Raises `SeatingError` if no table can be filled.

    >>> s = generate(16, 5, seed="olga")
    >>> s.measures.repeats, s.measures.wind_excess, s.template.name
    (0, 0, 'rotation 16x5')
    """
    people = list(range(1, players + 1)) if isinstance(players, int) else list(players)
    if len(set(people)) != len(people):
        raise SeatingError("A player is named twice.")
    if teams:
        constraints = replace(constraints, teams=dict(teams))
    if rounds < 1:
        raise SeatingError("A schedule has at least one round.")
    joined = [p for p in substitutes if p not in set(people)][: -len(people) % 4]
    if len(people) % 4 and len(people) % 4 + len(joined) == 4:
        people += joined
    else:
        joined = []
    if len(people) < 4:
        raise SeatingError(f"{len(people)} players do not fill a table of four.")
    if len(people) % 4:
        return _with_byes(people, rounds, seed, constraints, progress)
    draft = _draft(people, rounds, seed, constraints, improve, base, progress)
    return _finished(draft, people, rounds, seed, constraints, tuple(joined))


def _finished(
    draft: Draft, people: Sequence[int], rounds: int, seed: str, constraints: Constraints, joined: tuple[int, ...]
) -> Schedule:
    """The schedule of a draft: players seated, tables spread again only if somebody has a fixed one, measures
    taken.
    """
    seated = relabel(draft.template.rounds, draft.mapping)
    numbers = default_numbers(seated)
    if any(p in constraints.fixed_tables for p in people):
        seated = spread(seated, table_numbers=numbers, fixed=constraints.fixed_tables)
    notes = [feasibility(len(people), rounds)] if rounds > rounds_without_repeat(len(people)) else []
    return Schedule(
        rounds=seated,
        players=tuple(people),
        seed=seed,
        template=draft.template,
        mapping=draft.mapping,
        measures=measures(seated, constraints, players=people, table_numbers=numbers),
        constraints=constraints,
        table_numbers=numbers,
        byes=tuple(() for _ in seated),
        notes=tuple(notes),
        substitutes=joined,
    )


def _draft(
    people: Sequence[int],
    rounds: int,
    seed: str,
    constraints: Constraints,
    improve: int,
    base: Template | None,
    progress: Progress | None,
) -> Draft:
    from tournaments.seating.improve import improved_template

    n = len(people)
    if base is not None and base.size != n:
        raise SeatingError(f"The stored schedule is for {base.size} players, not {n}.")
    wishes = any(True for _ in constraints.groups(people)) or any(
        (constraints.forbidden, constraints.wished, constraints.met_before, constraints.fixed_tables)
    )
    teams = _teams_of_four(people, constraints)

    def chosen(mates: bool) -> Template:
        if base is not None:
            return base
        return (
            improved_template(n, rounds, improve, mates_apart=mates, progress=progress)
            if improve
            else template(n, rounds, mates_apart=mates)
        )

    if not wishes:
        return Draft(chosen(False), tuple(shuffled(people, seed)), 0.0)
    drafts: list[Draft] = []
    goal = _goal(people, rounds, constraints)
    options: list[tuple[Template, list[int]]] = []
    if teams and base is None:
        made = chosen(True)
        order = shuffled(sorted(teams, key=str), seed, "teams")
        members = [shuffled(sorted(teams[team]), seed, f"team {team}") for team in order]
        options.append((made, [members[i % (n // 4)][i // (n // 4)] for i in range(n)]))
    else:
        made = chosen(False)
        if made.method == "four flights":
            quarter = n // 4
            classes = [range(c * quarter, (c + 1) * quarter) for c in range(4)]
            options.append((made, packed(constraints, people, classes, seed)))
        options.append((made, shuffled(people, seed)))
    for made, mapping in options:
        met = meeting_matrix(made.rounds, range(n))
        repeats = REPEAT * float((met * (met - 1) // 2).sum()) / 2
        steps = 400 if n <= 140 else 150
        if teams and base is None:
            drafts.append(_improve_teams(made, mapping, met, constraints, repeats, goal, steps))
        else:
            best, cost = improve_mapping(mapping, met, constraints, steps=steps, goal=goal)
            drafts.append(Draft(made, tuple(best), cost + repeats))
        if drafts[-1].cost - repeats <= goal:
            break
    best_draft = min(drafts, key=lambda d: d.cost)
    if base is None and best_draft.cost > goal:
        best_draft = min(
            best_draft, _free_draft(people, rounds, seed, constraints, goal, improve, progress), key=lambda d: d.cost
        )
    return best_draft


def _improve_teams(
    made: Template, mapping: list[int], met: IntArray, constraints: Constraints, repeats: float, goal: float, steps: int
) -> Draft:
    """Team-mates lie on numbers that never meet; swaps that part them are too dear for the search, so it may
    run freely.
    """
    best, cost = improve_mapping(mapping, met, constraints, steps=steps, goal=goal)
    return Draft(made, tuple(best), cost + repeats)


def _goal(people: Sequence[int], rounds: int, constraints: Constraints) -> float:
    """A lower bound of the cost: every group at its own bound, every wish granted; a search that reaches it may
    stop.
    """
    tables = len(people) // 4
    total = sum(
        float(group.weight) * group_bound(len(group.members), tables, rounds) for group in constraints.groups(people)
    )
    known = set(people)
    wished = sum(1 for a, b in constraints.wished if a in known and b in known)
    return total - wished * float(constraints.wished_weight)


def _teams_of_four(people: Sequence[int], constraints: Constraints) -> dict[str, list[int]] | None:
    """Team -> its four players if everybody is in a team of four, else None."""
    teams: dict[str, list[int]] = {}
    for player in people:
        teams.setdefault(str(constraints.teams.get(player, "")), []).append(player)
    return teams if "" not in teams and all(len(members) == 4 for members in teams.values()) else None


def _free_draft(
    people: Sequence[int],
    rounds: int,
    seed: str,
    constraints: Constraints,
    goal: float,
    improve: int,
    progress: Progress | None,
) -> Draft:
    """Repeats and wishes annealed together, players numbered in the lottery's order."""
    n = len(people)
    order = shuffled(people, seed)
    penalty, reward = penalties(constraints, order)
    task = Task(
        n,
        [np.arange(n)] * rounds,
        np.zeros((n, n), dtype=np.int64),
        penalty / REPEAT,
        None if reward is None else reward / REPEAT,
    )
    steps, copies = annealing_plan(n, rounds)
    found = anneal(
        task,
        Noise(f"draw {seed}"),
        steps=steps * (1 + improve),
        copies=copies,
        target=goal / REPEAT,
        cold=0.03,
        progress=progress,
    )
    return Draft(annealed_template(found), tuple(order), found.cost * REPEAT)


def _with_byes(
    people: Sequence[int], rounds: int, seed: str, constraints: Constraints, progress: Progress | None
) -> Schedule:
    """Fields that do not fill their tables: some sit out in turn, the rest are annealed."""
    n = len(people)
    order = shuffled(people, seed)
    out = sitting_out(n, rounds)
    penalty, reward = penalties(constraints, order)
    task = Task(
        n,
        [np.array([i for i in range(n) if i not in set(line)], dtype=np.int64) for line in out],
        np.zeros((n, n), dtype=np.int64),
        penalty / REPEAT,
        None if reward is None else reward / REPEAT,
    )
    steps, copies = annealing_plan(n, rounds)
    found = anneal(task, Noise(f"draw {seed}"), steps=steps, copies=copies, cold=0.05, progress=progress)
    made = annealed_template(found)
    seated = relabel(made.rounds, order)
    numbers = default_numbers(seated)
    if constraints.fixed_tables:
        seated = spread(seated, table_numbers=numbers, fixed=constraints.fixed_tables)
        seated = even_winds(seated)
    return Schedule(
        rounds=seated,
        players=tuple(people),
        seed=seed,
        template=made,
        mapping=tuple(order),
        measures=measures(seated, constraints, players=people, table_numbers=numbers),
        constraints=constraints,
        table_numbers=numbers,
        byes=tuple(tuple(order[i] for i in line) for line in out),
        notes=(feasibility(n, rounds),),
    )


def check_schedule(rounds: Rounds, players: Collection[int]) -> list[str]:
    """Every reason why these rounds cannot seat these players, a sentence each; an empty list means they can.

    >>> check_schedule((((1, 2, 3, 4),),), [1, 2, 3, 4, 5])
    ['Round 1: player 5 is missing.']
    """
    problems = []
    expected = set(players)
    for k, round_ in enumerate(rounds, 1):
        seen: dict[int, int] = {}
        for t, table in enumerate(round_, 1):
            for player in table:
                if player in seen:
                    problems.append(f"Round {k}: player {player} sits at table {seen[player]} and at table {t}.")
                seen[player] = t
                if player not in expected:
                    problems.append(f"Round {k}, table {t}: player {player} is not in this event.")
        problems += [f"Round {k}: player {player} is missing." for player in sorted(expected - set(seen))]
    if not rounds:
        problems.append("There are no rounds.")
    return problems
