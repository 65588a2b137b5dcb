from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.logic.bounds import (
    compute_repeat_bound,
    count_rounds_without_repeat,
    describe_feasibility,
    group_bound,
)
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.constructions.templates import build_annealed_template, compute_annealing_effort
from tournaments.seating.logic.draws import Draw, FixedInputs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.improve import improve_template
from tournaments.seating.logic.measures import REPEAT, compute_meeting_matrix
from tournaments.seating.logic.player_mapping import compute_penalties, deal_pots, improve_mapping, pack_groups
from tournaments.seating.logic.random_stream import Noise, shuffle
from tournaments.seating.logic.schedule import (
    Rounds,
    RoundTables,
    Template,
    list_byes_by_round,
    list_default_numbers,
    relabel_rounds,
)
from tournaments.seating.logic.search import AnnealingTask, Cooling, Progress, anneal
from tournaments.seating.logic.seeding import Seeding, group_into_pots
from tournaments.seating.logic.table_assignment import spread


@dataclass(frozen=True, slots=True)
class Search:
    """Effort and progress of a search; `stop_after` repeats one that was cancelled after so many steps."""

    effort: int = 0
    progress: Progress | None = None
    stop_after: int | None = None


class Draft(NamedTuple):
    template: Template
    mapping: list[int]
    cost: float


def schedule_rounds(
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
    stop_after: int | None = None,
    seeding: Seeding | None = None,
) -> Draw:
    """Draw a fixed schedule by the seed; a first answer comes within a second.

    `players` are ids, or a number for 1 .. n; `teams` (player -> team) stands for `Constraints(teams=...)`.
    `substitutes` fill the last table, else some sit out evenly. `improve` is the effort, about in seconds; `base` is a
    stored template; `stop_after` repeats a search cancelled after so many steps. With a `seeding` each table of the
    first round has one player of each pot. Raises `SeatingError` if no table can be filled.

    >>> draw = schedule_rounds(16, 5, seed="olga")
    >>> draw.measure().repeats, draw.measure().wind_excess, draw.details["template"]["method"]
    (0, 0, 'rotation')
    """
    people = list(range(1, players + 1)) if isinstance(players, int) else list(players)
    if len(set(people)) != len(people):
        raise SeatingError(gettext_noop("A player is named twice."))
    if teams:
        constraints = replace(constraints, teams=dict(teams))
    if rounds < 1:
        raise SeatingError(gettext_noop("A schedule has at least one round."))
    joined = [p for p in substitutes if p not in set(people)][: -len(people) % 4]
    if len(people) % 4 and len(people) % 4 + len(joined) == 4:
        people += joined
    else:
        joined = []
    if len(people) < 4:
        raise SeatingError(gettext_noop("%(count)d players do not fill a table of four."), count=len(people))
    search = Search(improve, progress, stop_after)
    if seeding is None:
        template, mapping, _cost = _draft_rounds(people, rounds, seed, constraints, base, search)
    else:
        template, mapping = _draft_pots(people, rounds, seed, constraints, base, search, seeding)
    seated = relabel_rounds(template.rounds, mapping)
    numbers = list_default_numbers(seated)
    if any(p in constraints.fixed_tables for p in people):
        # Tables are spread again only if somebody has a fixed one.
        seated = spread(seated, table_numbers=numbers, fixed=constraints.fixed_tables)
    drawn_byes = base is None and len(people) % 4
    notes = (
        [describe_feasibility(len(people), rounds)]
        if drawn_byes or rounds > count_rounds_without_repeat(len(people))
        else []
    )
    return Draw(
        inputs=FixedInputs(
            "fixed",
            players=tuple(p for p in people if p not in joined),
            rounds=len(seated),
            constraints=constraints,
            substitutes=tuple(joined),
            improve=improve,
            seeding=seeding.limit_to(people) if seeding is not None else None,
        ),
        seed=seed,
        rounds=seated,
        byes=tuple(
            tuple(mapping[i] for i in line) if drawn_byes else _list_without_a_seat(people, round_)
            for line, round_ in zip(list_byes_by_round(len(people), rounds), seated, strict=True)
        ),
        table_numbers=numbers,
        details={
            "template": {"method": template.method, "parameters": dict(template.parameters)},
            "mapping": mapping,
            "notes": [str(remark) for remark in notes],
        },
    )


def _list_without_a_seat(people: Sequence[int], round_: RoundTables) -> tuple[int, ...]:
    seated = {player for table in round_ for player in table}
    return tuple(player for player in people if player not in seated)


def _draft_rounds(
    people: Sequence[int],
    rounds: int,
    seed: str,
    constraints: Constraints,
    base: Template | None,
    search: Search,
) -> Draft:
    """Return the cheaper of a template with mapped players and, if wishes stay open, all annealed together."""
    n = len(people)
    if n % 4 and base is None:
        return _draft_annealed(people, rounds, seed, constraints, 0.0, search)
    _require_fitting(base, n, rounds)
    teams = _find_teams_of_four(people, constraints)
    mates = teams is not None and (base is None or _has_mates_apart(base))
    template = base or improve_template(n, rounds, search.effort, mates_apart=mates, progress=search.progress)
    if not _has_wishes(people, constraints):
        return Draft(template, shuffle(people, seed), 0.0)
    starts: list[list[int]] = []
    if teams is not None and mates:
        order = shuffle(sorted(teams), seed, "teams")
        members = [shuffle(sorted(teams[team]), seed, f"team {team}") for team in order]
        starts.append([members[i % (n // 4)][i // (n // 4)] for i in range(n)])
    elif template.method == "four flights":
        classes = [range(c * n // 4, (c + 1) * n // 4) for c in range(4)]
        starts.append(pack_groups(constraints, people, classes, seed))
    if not mates:
        starts.append(shuffle(people, seed))
    met = compute_meeting_matrix(template.rounds, range(n))
    repeats = REPEAT * float((met * (met - 1) // 2).sum()) / 2
    goal = _compute_goal(people, rounds, constraints)
    drafts: list[Draft] = []
    for start in starts:
        mapping, cost = improve_mapping(start, met, constraints, steps=400 if n <= 140 else 150, goal=goal)
        drafts.append(Draft(template, mapping, cost + repeats))
        if cost <= goal:
            break
    best = min(drafts, key=lambda draft: draft.cost)
    total = goal + REPEAT * compute_repeat_bound(n, rounds)
    if base is None and best.cost > total:
        best = min(
            best, _draft_annealed(people, rounds, seed, constraints, total, search), key=lambda draft: draft.cost
        )
    return best


def _require_fitting(base: Template | None, n: int, rounds: int) -> None:
    # The numbers of players who sit out of all these rounds stand in no table.
    if base is not None and (base.size > n or (base.size < n and base.method != "library")):
        raise SeatingError(
            gettext_noop("The stored schedule is for %(wanted)d players, not %(count)d."), wanted=base.size, count=n
        )
    if base is not None and len(base.rounds) != rounds:
        raise SeatingError(
            gettext_noop("The stored schedule has %(wanted)d rounds, not %(count)d."),
            wanted=len(base.rounds),
            count=rounds,
        )


def _draft_pots(
    people: Sequence[int],
    rounds: int,
    seed: str,
    constraints: Constraints,
    base: Template | None,
    search: Search,
    seeding: Seeding,
) -> tuple[Template, list[int]]:
    """Return a template that knows no wishes, and the players of each pot in the numbers that its first round gives
    the pot; wishes only exchange players of one pot.
    """
    n = len(people)
    if n % 4 and base is None:
        template = _draft_annealed(people, rounds, seed, NONE, 0.0, search).template
    else:
        _require_fitting(base, n, rounds)
        template = base or improve_template(n, rounds, search.effort, mates_apart=False, progress=search.progress)
    first = template.rounds[0]
    mapping = deal_pots(people, seeding.ratings, first, seed)
    if not _has_wishes(people, constraints):
        return template, mapping
    pot_of = group_into_pots(people, seeding.ratings, len(first))
    met = compute_meeting_matrix(template.rounds, range(n))
    mapping, _cost = improve_mapping(
        mapping,
        met,
        constraints,
        steps=400 if n <= 140 else 150,
        goal=_compute_goal(people, rounds, constraints),
        pots=[pot_of[player] for player in mapping],
    )
    return template, mapping


def _has_wishes(people: Sequence[int], constraints: Constraints) -> bool:
    return any(True for _ in constraints.groups(people)) or any(
        (constraints.forbidden, constraints.wished, constraints.met_before, constraints.fixed_tables)
    )


def _has_mates_apart(base: Template) -> bool:
    """Return whether i, i+T, i+2T, i+3T never meet in this template."""
    tables = base.size // 4
    return not any(
        a % tables == b % tables for round_ in base.rounds for table in round_ for a, b in combinations(table, 2)
    )


def _compute_goal(people: Sequence[int], rounds: int, constraints: Constraints) -> float:
    tables = len(people) // 4
    total = sum(
        float(group.weight) * group_bound(len(group.members), tables, rounds) for group in constraints.groups(people)
    )
    players = set(people)
    wished = sum(1 for a, b in constraints.wished if a in players and b in players)
    return total - wished * float(constraints.wished_weight)


def _find_teams_of_four(people: Sequence[int], constraints: Constraints) -> dict[str, list[int]] | None:
    """Return team -> its four players if everybody is in a team of four, else None."""
    teams: dict[str, list[int]] = {}
    for player in people:
        teams.setdefault(str(constraints.teams.get(player, "")), []).append(player)
    return teams if "" not in teams and all(len(members) == 4 for members in teams.values()) else None


def _draft_annealed(
    people: Sequence[int], rounds: int, seed: str, constraints: Constraints, goal: float, search: Search
) -> Draft:
    """Anneal repeats and wishes together; unlike others this template depends on the seed."""
    n = len(people)
    order = shuffle(people, seed)
    penalty, reward = compute_penalties(constraints, order)
    task = AnnealingTask(
        n,
        [
            np.array([i for i in range(n) if i not in set(line)], dtype=np.int64)
            for line in list_byes_by_round(n, rounds)
        ],
        np.zeros((n, n), dtype=np.int64),
        penalty / REPEAT,
        None if reward is None else reward / REPEAT,
    )
    steps, copies = compute_annealing_effort(n, rounds)
    annealed = anneal(
        task,
        Noise(f"draw {seed}"),
        Cooling(steps * (1 + search.effort), copies, cold=0.03, target=goal / REPEAT),
        progress=search.progress,
        stop_after=search.stop_after,
    )
    template = build_annealed_template(annealed)
    parameters = {**template.parameters, "seeded": True, "steps": annealed.run}
    return Draft(Template(template.method, parameters, template.rounds), order, annealed.cost * REPEAT)


def check_schedule(rounds: Rounds, players: Collection[int], *, first: int = 1) -> list[Sentence]:
    """Return every reason why these rounds (numbered from `first`) cannot seat these players.

    >>> [str(problem) for problem in check_schedule((((1, 2, 3, 4),),), [1, 2, 3, 4, 5])]
    ['Round 1: player 5 is missing.']
    """
    problems: list[Sentence] = []

    def say(text: str, **values: object) -> None:
        problems.append(Sentence(text, values))

    expected = set(players)
    for k, round_ in enumerate(rounds, first):
        counts: dict[int, int] = {}
        for t, table in enumerate(round_, 1):
            for player in table:
                if player in counts:
                    say(
                        gettext_noop(
                            "Round %(round)d: player %(player)d sits at table %(other)d and at table %(table)d."
                        ),
                        round=k,
                        player=player,
                        other=counts[player],
                        table=t,
                    )
                counts[player] = t
                if player not in expected:
                    say(
                        gettext_noop("Round %(round)d, table %(table)d: player %(player)d is not in this event."),
                        round=k,
                        table=t,
                        player=player,
                    )
        for player in sorted(expected - set(counts)):
            say(gettext_noop("Round %(round)d: player %(player)d is missing."), round=k, player=player)
    if not rounds:
        say(gettext_noop("There are no rounds."))
    return problems
