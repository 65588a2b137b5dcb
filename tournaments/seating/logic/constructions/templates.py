"""Templates: the best known schedules by size and effort, which never depend on the seed of a draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import numpy as np

from engine.sentences import gettext_noop
from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.bounds import compute_repeat_bound, count_rounds_without_repeat
from tournaments.seating.logic.constructions import flights, rotation
from tournaments.seating.logic.constructions.fields import AbelianGroup
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import compute_meeting_matrix, measure_rounds
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, Template, freeze, list_default_numbers, relabel_rounds
from tournaments.seating.logic.search import AnnealingTask, Cooling, FoundRounds, anneal
from tournaments.seating.logic.table_assignment import spread
from tournaments.seating.logic.winds import balance_winds

MAX_TABLES = 10_000

MAX_PASSES = 100

MAX_SPARE_VISITS = 8
"""Second visits to a table that another try may do away with."""

TOO_LARGE = gettext_noop("The template is larger than that of any event.")

TemplateQuality = tuple[int, int, int, int, int]


def compute_quality(rounds: Rounds) -> TemplateQuality:
    """Return a sort key, best first: m * (m - 1) / 2 over the pairs that meet m times, third meetings, excess table
    visits, pairs without a common opponent, -lowest common.
    """
    m = measure_rounds(rounds)
    met = compute_meeting_matrix(rounds, range(m.players))
    repeated = int((met * (met - 1)).sum()) // 4
    return repeated, m.third_meetings, m.repeated_tables, m.without_common, -(m.lowest_common or 0)


def compute_best_quality(players: int, rounds: int) -> TemplateQuality:
    """Return a quality that no schedule of full tables can better."""
    pairs, meetings = players * (players - 1) // 2, players // 4 * 6 * rounds
    times, more = divmod(meetings, pairs)
    # Two who never meet share no more opponents than one of them has.
    shared = 0 if times else min(3 * rounds, players - 2)
    return (
        pairs * times * (times - 1) // 2 + more * times,
        max(0, meetings - 2 * pairs),
        0,
        0,
        -shared,
    )


def finish(rounds: Rounds, *, passes: int = 30) -> Rounds:
    return balance_winds(spread(rounds, table_numbers=list_default_numbers(rounds), passes=passes))


def build_flights_template(group: AbelianGroup, rows: IntArray) -> Template:
    rounds = balance_winds(flights.build_rounds(group, rows))
    return Template("four flights", {"group": list(group.moduli), "rows": rows.tolist()}, rounds)


def build_rotation_template(
    base: rotation.BaseRound, modulus: int, shifts: Sequence[int], *, passes: int = 30
) -> Template:
    rounds = finish(rotation.build_rounds(base, modulus, shifts), passes=passes)
    return Template(
        "rotation",
        {"base": rotation.format_base(base), "modulus": modulus, "shifts": list(shifts), "spread": passes},
        rounds,
    )


def find_best_rotation(base: rotation.BaseRound, modulus: int, rounds: int) -> Template:
    """Return the template of the first rounds, spread longer if few visits to a table are too many."""
    best = build_rotation_template(base, modulus, range(rounds))
    for passes in (45, 60):
        if not 0 < measure_rounds(best.rounds).repeated_tables <= MAX_SPARE_VISITS:
            break
        reversed_template = build_rotation_template(base, modulus, range(rounds), passes=passes)
        best = min(best, reversed_template, key=lambda template: compute_quality(template.rounds))
    return best


def build_annealed_template(search_rounds: FoundRounds, *, passes: int = 30) -> Template:
    rounds = finish(
        tuple(tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in tables) for tables in search_rounds.rounds),
        passes=passes,
    )
    return Template("annealing", {"rounds": [[list(t) for t in round_] for round_ in rounds]}, rounds)


def rebuild(method: str, parameters: dict[str, object]) -> Template:
    """Rebuild a certificate's template without a search. Raises ValueError for unknown parameters."""
    try:
        if method == "four flights":
            moduli = _parse_integers(parameters["group"])
            rows = np.array(parameters["rows"], dtype=np.int64)
            _check_size(math.prod(moduli) * np.size(rows) // 5, *moduli)
            group = AbelianGroup(tuple(moduli))
            return build_flights_template(group, rows)
        if method == "rotation":
            base = rotation.parse_base(str(parameters["base"]))
            modulus, passes = (_parse_integers([parameters[key]])[0] for key in ("modulus", "spread"))
            shifts = _parse_integers(parameters["shifts"])
            _check_size(len(base) * len(shifts), modulus)
            if not 0 <= passes <= MAX_PASSES:
                raise SeatingError(TOO_LARGE)
            return build_rotation_template(base, modulus, shifts, passes=passes)
        if method in ("annealing", "library"):
            rounds = parameters["rounds"]
            if not isinstance(rounds, list):
                raise SeatingError(gettext_noop("The template has no rounds."))
            return Template(method, {"rounds": rounds}, freeze(rounds))
    except (KeyError, TypeError, IndexError) as error:
        raise SeatingError(gettext_noop("The template's parameters are not complete.")) from error
    raise SeatingError(gettext_noop("Unknown method: %(name)s."), name=method[:40])


def _check_size(tables: int, *moduli: int) -> None:
    if not moduli or not 0 < tables <= MAX_TABLES or not all(0 < modulus <= MAX_TABLES for modulus in moduli):
        raise SeatingError(TOO_LARGE)


def _parse_integers(value: object) -> list[int]:
    if not isinstance(value, (list, tuple)):
        raise TypeError("a list of integers is wanted")
    return [int(item) for item in value]


def compute_annealing_effort(players: int, rounds: int) -> tuple[int, int]:
    """Return (steps, copies) for an answer within a second; small fields need more copies."""
    copies = 16 if players <= 24 else 8 if players <= 40 else 4 if players <= 72 else 1
    return max(600, min(4000, 400_000 // (players * max(1, rounds // 8)))), copies


def count_rounds_to_build_on(players: int, rounds: int) -> int:
    """Return the number of rounds to take from a schedule without repeats; 0 if there is none."""
    limit = count_rounds_without_repeat(players)
    if limit < rounds:
        return limit
    return max((modulus for _, modulus in rotation.list_known_bases(players, 1) if modulus < rounds), default=0)


def search_best_annealed(
    players: int,
    rounds: int,
    seed: str,
    *,
    steps: int,
    copies: int,
    mates_apart: bool = False,
) -> FoundRounds:
    """Return the better annealing, from a random start or on a perfect schedule.

    `mates_apart` as in `choose_template`.
    """
    tables = players // 4
    penalty = np.zeros((players, players))
    bound = compute_repeat_bound(players, rounds)
    if mates_apart:
        mates = np.arange(players) % tables
        penalty[mates[:, None] == mates[None, :]] = 1000.0
        np.fill_diagonal(penalty, 0)
        bound = max(0, 6 * tables * rounds - (players * (players - 1) // 2 - 6 * tables))
    everybody = np.arange(players)
    nothing = np.zeros((players, players), dtype=np.int64)
    task = AnnealingTask(players, [everybody] * rounds, nothing, penalty)
    cooling = Cooling(steps, copies, target=bound)
    annealed = anneal(task, Noise(seed), cooling)
    built = count_rounds_to_build_on(players, rounds)
    if mates_apart or annealed.cost <= bound or built < 2:
        return annealed
    perfect = choose_template(players, built).rounds
    met = compute_meeting_matrix(perfect, range(players))
    more = anneal(AnnealingTask(players, [everybody] * (rounds - built), met, penalty), Noise(seed), cooling)
    if more.cost >= annealed.cost:
        return annealed
    arrays = tuple(np.array(round_, dtype=np.int64) for round_ in perfect)
    return FoundRounds((*arrays, *more.rounds), more.cost, more.run)


@lru_cache(maxsize=1)
def read_known_rounds() -> dict[tuple[int, int], Rounds]:
    """Return stored schedules: (players, rounds) -> rounds from 0. A line `56x12-14` serves 12 to 14 rounds."""
    result = {}
    for line in files(__package__).joinpath("known_rounds.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            size, _, text = line.partition(":")
            players, _, counts = size.partition("x")
            fewest, _, most = counts.partition("-")
            numbers = [[int(word) for word in part.split()] for part in text.split("|")]
            rounds = freeze([line[i : i + 4] for i in range(0, len(line), 4)] for line in numbers)
            for count in range(int(fewest), int(most or fewest) + 1):
                result[int(players), count] = rounds[:count]
    return result


def find_template_with_teams(players: int, rounds: int) -> Template | None:
    """Return a schedule in which i, i+T, i+2T, i+3T never meet: a round of a longer one forms teams; or None."""
    best: tuple[int, Rounds] | None = None
    for longer in range(rounds + 1, count_rounds_without_repeat(players) + 1):
        full = choose_template(players, longer).rounds
        if measure_rounds(full).repeats:
            continue
        for left_out in range(longer):
            order = [number for seats in zip(*full[left_out], strict=True) for number in seats]
            number_of = np.argsort(order).tolist()
            others = [round_ for k, round_ in enumerate(full) if k != left_out][:rounds]
            relabelled = relabel_rounds(tuple(others), number_of)
            visits = measure_rounds(relabelled).repeated_tables
            if best is None or visits < best[0]:
                best = visits, relabelled
            if not visits:
                break
        if best is not None and best[0] == 0:
            break
    if best is None:
        return None
    visits, relabelled = best
    relabelled = finish(relabelled) if visits else balance_winds(relabelled)
    return Template("annealing", {"rounds": [[list(t) for t in round_] for round_ in relabelled]}, relabelled)


@lru_cache(maxsize=256)
def choose_template(players: int, rounds: int, *, mates_apart: bool = False) -> Template:
    """Return a good template within a second; with `mates_apart` i, i+T, i+2T, i+3T (T tables) never meet."""
    if players < 4 or players % 4 or rounds < 1:
        raise SeatingError(
            gettext_noop(
                "A template needs a multiple of four players and a round at least, not %(players)d and %(rounds)d."
            ),
            players=players,
            rounds=rounds,
        )
    tables = players // 4
    if not mates_apart and (players, rounds) in read_known_rounds():
        rounds_ = balance_winds(read_known_rounds()[players, rounds])
        return Template("annealing", {"rounds": [[list(t) for t in round_] for round_ in rounds_]}, rounds_)
    noise = Noise(f"template {players}x{rounds}")
    design = flights.find_first_design(tables, rounds, noise, mates_apart=mates_apart)
    if design:
        return build_flights_template(*design)
    if rounds <= count_rounds_without_repeat(players) and players >= 16:
        first = rotation.find_first_rotation(players, rounds, noise, mates_apart=mates_apart)
        candidates = [find_best_rotation(*first, rounds)] if first else []
        if mates_apart and (teams := find_template_with_teams(players, rounds)):
            candidates.append(teams)
        if candidates:
            return min(candidates, key=lambda template: compute_quality(template.rounds))
    steps, copies = compute_annealing_effort(players, rounds)
    seed = f"template {players}x{rounds}"
    return build_annealed_template(
        search_best_annealed(players, rounds, seed, steps=steps, copies=copies, mates_apart=mates_apart)
    )
