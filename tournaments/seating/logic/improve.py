"""Improved templates; effort counts units of about a second of work, not clock time, so that results repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, count, islice

import numpy as np

from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.bounds import compute_repeat_bound, count_rounds_without_repeat
from tournaments.seating.logic.constructions import flights, rotation
from tournaments.seating.logic.constructions.fields import (
    AbelianGroup,
    build_additive_group,
    build_cyclic_group,
    find_prime_power,
)
from tournaments.seating.logic.constructions.templates import (
    TemplateQuality,
    build_annealed_template,
    build_flights_template,
    build_rotation_template,
    choose_template,
    compute_annealing_effort,
    compute_best_quality,
    compute_quality,
    search_best_annealed,
)
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Template
from tournaments.seating.logic.search import Progress

Score = tuple[int, int]
"""(lowest common, - number of pairs at it): larger is better."""

CANDIDATES = 16
# Units without gain that end a search, about two seconds: more of them, since they are shorter, with FEW players.
PATIENCE, PATIENCE_OF_FEW, FEW = 4, 10, 20
# (players, rounds, mates apart) -> turn in which a search of twenty units found its best; it comes first.
BEST_TURNS = {(40, 6, True): 13, (12, 4, False): 11}
_CACHE: dict[tuple[int, int, int, bool], Template] = {}


def improve_template(
    players: int, rounds: int, effort: int, *, mates_apart: bool = False, progress: Progress | None = None
) -> Template:
    """Return the best template after `effort` units, or so far when cancelled; finished ones are cached."""
    key = (players, rounds, effort, mates_apart)
    if key in _CACHE:
        return _CACHE[key]
    best = choose_template(players, rounds, mates_apart=mates_apart)
    best_quality, goal = compute_quality(best.rounds), compute_best_quality(players, rounds)
    candidates = islice(iterate_candidates(best, mates_apart), effort)
    unit = without_gain = 0
    while not _is_over(best_quality, goal, without_gain, players) and (candidate := next(candidates, None)) is not None:
        unit, without_gain = unit + 1, without_gain + 1
        if (now := compute_quality(candidate.rounds)) < best_quality:
            best, best_quality, without_gain = candidate, now, 0
        if progress is not None and not progress(unit / effort):
            return best
    _CACHE[key] = best
    return best


def _is_over(quality: TemplateQuality, goal: TemplateQuality, without_gain: int, players: int) -> bool:
    # Fewer pairs without a common opponent are found late as well as early.
    patient = quality[3] > 0
    return quality <= goal or (not patient and without_gain >= (PATIENCE_OF_FEW if players <= FEW else PATIENCE))


def iterate_candidates(first: Template, mates_apart: bool) -> Iterator[Template | None]:
    players, rounds = first.size, len(first.rounds)
    if first.method == "four flights":
        return _iterate_flights(players // 4, rounds, mates_apart)
    if first.method == "rotation" or (players >= 16 and rounds <= count_rounds_without_repeat(players)):
        # Annealing cannot reach what the theory promises there; other base rounds may.
        return _iterate_rotations(players, rounds, mates_apart)
    return _iterate_annealings(players, rounds, mates_apart)


def _list_turns(players: int, rounds: int, mates_apart: bool, first: int) -> Iterator[int]:
    known = BEST_TURNS.get((players, rounds, mates_apart))
    return count(first) if known is None else chain([known], count(first))


def list_groups(order: int) -> list[AbelianGroup]:
    """Return the abelian groups of this order worth trying: cyclic, and with one prime's part split up."""
    result = {build_cyclic_group(order).moduli: build_cyclic_group(order)}
    for p in (2, 3, 5, 7):
        if order % (p * p) == 0:
            quotient = order // p
            moduli = tuple(sorted((p, quotient)))
            result[moduli] = AbelianGroup(moduli)
    if find_prime_power(order):
        result[build_additive_group(order).moduli] = build_additive_group(order)
    return list(result.values())


def _iterate_flights(tables: int, rounds: int, mates_apart: bool) -> Iterator[Template | None]:
    groups = list_groups(tables)
    if rounds > 0.8 * tables:
        return
    for turn in _list_turns(4 * tables, rounds, mates_apart, 0):
        group = groups[turn % len(groups)]
        noise = Noise(f"climb {tables}x{rounds} {turn}")
        rows = search_design_by_climbing(
            group, rounds, noise, steps=900 + 300 * (turn // len(groups)), mates_apart=mates_apart
        )
        yield (
            build_flights_template(group, rows)
            if rows is not None
            else choose_template(4 * tables, rounds, mates_apart=mates_apart)
        )


def search_design_by_climbing(
    group: AbelianGroup,
    rounds: int,
    noise: Noise,
    *,
    steps: int,
    mates_apart: bool = False,
    score: Callable[[IntArray], tuple[IntArray, IntArray]] | None = None,
) -> IntArray | None:
    """Return a design with a high lowest common, by annealing; None without a design to start from. A pair that never
    meets costs (1 / 4) ** shared opponents, in integers, so that machines agree.
    """
    rows = flights.search_design(group, rounds, noise, mates_apart=mates_apart, budget=1500)
    if rows is None:
        return None
    columns = flights.Columns(group, noise, mates_apart=mates_apart)
    for k in range(rounds):
        columns.mark(rows[:, k].tolist(), used=True)
    best, best_score = rows, _score(group, rows[:, 1:], rows[None, :, 0])[1][0]
    for step in range(steps):
        heat = 0.1 * 0.05 ** (step / steps)
        k = noise.below(rounds)
        columns.mark(rows[:, k].tolist(), used=False)
        drawn = (columns.random(3) for _ in range(CANDIDATES))
        offered = np.array([rows[:, k].tolist(), *(column for column in drawn if column is not None)])
        costs, scores = _score(group, np.delete(rows, k, axis=1), offered)
        rows = rows.copy()
        rows[:, k] = offered[int(np.argmin(np.log(costs) - heat * noise.gumbel(costs.shape)))]
        columns.mark(rows[:, k].tolist(), used=True)
        leader = max(range(len(scores)), key=scores.__getitem__)
        if scores[leader] > best_score:
            best, best_score = rows.copy(), scores[leader]
            best[:, k] = offered[leader]
    return best


_WEIGHT = np.array([4 ** max(0, 28 - common) for common in range(200)], dtype=np.int64)


def _score(group: AbelianGroup, rows: IntArray, columns: IntArray) -> tuple[IntArray, list[Score]]:
    common, apart = flights.count_with_each(group, rows, columns)
    floor = max(0, int(common[apart].min()) - 4)
    costs = (_WEIGHT[np.minimum(common - floor + 12, 199)] * apart).sum(axis=(1, 2, 3)) + 1
    low = np.where(apart, common, 1000).min(axis=(1, 2, 3))
    at_low = ((common == low[:, None, None, None]) & apart).sum(axis=(1, 2, 3))
    return costs, [(int(a), -int(b)) for a, b in zip(low, at_low, strict=True)]


def _iterate_rotations(players: int, rounds: int, mates_apart: bool) -> Iterator[Template | None]:
    bases = rotation.list_known_bases(players, rounds, mates_apart=mates_apart)
    noise = Noise(f"rotations {players}x{rounds}")
    for turn in count():
        templates: list[Template] = []
        for base, modulus in bases:
            choices = list(islice(combinations(range(1, modulus), rounds - 1), 4000))
            for _ in range(4):
                shifts = (0, *choices[noise.below(len(choices))])
                templates.append(build_rotation_template(base, modulus, shifts, passes=60))
        if not mates_apart and (turn % 4 == 0 or not bases):
            first = rotation.find_first_rotation(players, rounds, noise, stored=False)
            if first:
                bases.append(first)
                templates.append(build_rotation_template(*first, range(rounds), passes=60))
        yield min(templates, key=lambda t: compute_quality(t.rounds)) if templates else choose_template(players, rounds)


def _iterate_annealings(players: int, rounds: int, mates_apart: bool) -> Iterator[Template | None]:
    steps, copies = compute_annealing_effort(players, rounds)
    for turn in _list_turns(players, rounds, mates_apart, 1):
        search_rounds = search_best_annealed(
            players,
            rounds,
            f"anneal {players}x{rounds} {turn}",
            steps=2 * steps,
            copies=copies,
            mates_apart=mates_apart,
        )
        template = build_annealed_template(search_rounds, passes=60)
        yield template
        m = compute_quality(template.rounds)
        if rounds > count_rounds_without_repeat(players) and m[0] == compute_repeat_bound(players, rounds) and not m[2]:
            yield None
