"""Rotation tables: a base round, and round k adds k to every number. The players are some classes of the integers
modulo w and a few who keep their place. Nobody meets twice if every difference inside a class (either sign; never half
of w) and between two classes is used at most once in the base round, and each fixed player sits with three classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from string import ascii_lowercase

from tournaments.seating.logic.constructions.fields import find_prime_power
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables, Table

Point = tuple[int, int]
"""(class, number); a fixed player has class -1 and his own number."""

BaseRound = tuple[tuple[Point, ...], ...]
FIXED = "xyzwvutsrqpo"


def parse_base(text: str) -> BaseRound:
    """Parse a base round such as `a0 b1 c1 x | a1 ...`."""

    def point(word: str) -> Point:
        return (-1, FIXED.index(word)) if len(word) == 1 else (ascii_lowercase.index(word[0]), int(word[1:]))

    return tuple(tuple(point(word) for word in table.split()) for table in text.split("|"))


def format_base(base: BaseRound) -> str:
    return " | ".join(
        " ".join(
            FIXED[x] if c < 0 else f"{ascii_lowercase[c]}{x}" for c, x in sorted(table, key=lambda p: (p[0] < 0, p))
        )
        for table in base
    )


@lru_cache(maxsize=2)
def read_stored_bases(*, mates: bool = False) -> dict[tuple[int, int], str]:
    """Return the stored base rounds: (players, rounds) -> text; with `mates` those for teams of four."""
    result = {}
    for line in files(__package__).joinpath("base_rounds.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            size, _, text = line.partition(":")
            if ("mates" in size) == mates:
                players, _, rounds = size.removesuffix(" mates").partition("x")
                result[int(players), int(rounds)] = text.strip()
    return result


def build_rounds(base: BaseRound, modulus: int, rounds: int | Sequence[int]) -> Rounds:
    """Return the first rounds, or those listed (from 0), players numbered class by class, fixed ones last."""
    classes = 1 + max(c for table in base for c, _ in table)
    result: list[RoundTables] = []
    for k in range(rounds) if isinstance(rounds, int) else rounds:
        tables: list[Table] = []
        for table in base:
            a, b, c, d = (
                classes * modulus + x if kind < 0 else kind * modulus + (x + k) % modulus for kind, x in table
            )
            tables.append((a, b, c, d))
        result.append(tuple(tables))
    return tuple(result)


def is_rotation(base: BaseRound, modulus: int) -> bool:
    """Return whether no difference is used twice, so that `modulus` rounds have no repeat."""
    differences_seen: set[tuple[int, int, int]] = set()
    for table in base:
        for p in table:
            for q in table:
                if p == q or p[0] < 0:
                    continue
                key = (p[0], -1 - q[1], 0) if q[0] < 0 else (p[0], q[0], (q[1] - p[1]) % modulus)
                if key in differences_seen or (p[0] == q[0] and 2 * (q[1] - p[1]) % modulus == 0):
                    return False
                differences_seen.add(key)
    return True


def find_paired_base(players: int) -> tuple[BaseRound, int] | None:
    """Return (base round, modulus) in which everybody meets once, for 3p + 1 players, p = 4t + 1 prime; else None. With
    j * j = -1 modulo p the tables are {a(i), a(-i), b(ij), b(-ij)}, the same from b to c and from c to a, for one i out
    of each {i, -i, ij, -ij}; the three zeros sit with the fixed player.
    """
    p, remainder = divmod(players - 1, 3)
    if remainder or p % 4 != 1 or find_prime_power(p) != (p, 1):
        return None
    j = next(x for x in range(2, p) if x * x % p == p - 1)
    tables: list[tuple[Point, ...]] = [((0, 0), (1, 0), (2, 0), (-1, 0))]
    remaining = set(range(1, p))
    while remaining:
        i = min(remaining)
        mine, theirs = (i, p - i), (i * j % p, -i * j % p)
        remaining.difference_update(mine, theirs)
        for c in range(3):
            tables.append((*((c, x) for x in mine), *(((c + 1) % 3, x) for x in theirs)))
    return tuple(tables), p


def list_known_bases(players: int, rounds: int, *, mates_apart: bool = False) -> list[tuple[BaseRound, int]]:
    texts = read_stored_bases(mates=mates_apart)
    bases = [(parse_base(text), modulus) for (n, modulus), text in texts.items() if n == players and modulus >= rounds]
    paired = None if mates_apart else find_paired_base(players)
    if paired and paired[1] >= rounds and paired[1] not in [modulus for _, modulus in bases]:
        bases.append(paired)
    return sorted(bases, key=lambda pair: pair[1])


def list_shapes(players: int, rounds: int) -> list[tuple[int, int, int]]:
    """Return (classes, modulus, fixed) for so many players and at least these rounds, roomiest first."""
    result = []
    for classes in range(3, 9):
        for fixed in range(min(players // 4, len(FIXED)) + 1):
            modulus, remainder = divmod(players - fixed, classes)
            if remainder == 0 and modulus >= rounds:
                result.append((classes, modulus, fixed))
    # Fewer fixed players leave more freedom; a modulus near the rounds wastes none of it.
    return sorted(result, key=lambda shape: (shape[2], shape[1]))


def search_base(classes: int, modulus: int, fixed: int, noise: Noise, *, nodes: int = 20_000) -> BaseRound | None:
    """Search a base round by backtracking over the first unseated point; None if none is found in `nodes`."""
    order = [(c, int(x)) for x in noise.order(1, modulus)[0] for c in range(classes)]
    rank = {point: i for i, point in enumerate(order)}
    used: set[tuple[int, int, int]] = set()
    free = set(order)
    fixed_left = list(range(fixed))
    tables: list[tuple[Point, ...]] = []
    budget = nodes

    def keys(p: Point, q: Point) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
        d = (q[1] - p[1]) % modulus
        if p[0] == q[0] and 2 * d % modulus == 0:
            return None
        return (p[0], q[0], d), (q[0], p[0], -d % modulus)

    def extend(table: list[Point]) -> bool:
        nonlocal budget
        budget -= 1
        if budget < 0:
            return False
        if len(table) == 4:
            tables.append(tuple(table))
            if not free and not fixed_left:
                return True
            if free:
                first = min(free, key=rank.__getitem__)
                free.discard(first)
                if extend([first]):
                    return True
                free.add(first)
            tables.pop()
            return False
        if len(table) == 3 and fixed_left and len({c for c, _ in table}) == 3:
            seat = fixed_left.pop()
            table.append((-1, seat))
            if extend(table):
                return True
            table.pop()
            fixed_left.append(seat)
        last = rank[table[-1]]
        for point in sorted((p for p in free if rank[p] > last), key=rank.__getitem__):
            added: list[tuple[int, int, int]] = []
            for mate in table:
                both = keys(mate, point)
                if both is None or both[0] in used or both[0] in added:
                    break
                added += both
            else:
                used.update(added)
                free.discard(point)
                table.append(point)
                if extend(table):
                    return True
                table.pop()
                free.add(point)
                used.difference_update(added)
                if budget < 0:
                    return False
        return False

    first = order[0]
    free.discard(first)
    return tuple(tables) if extend([first]) else None


def find_first_rotation(
    players: int,
    rounds: int,
    noise: Noise,
    *,
    nodes: int = 100_000,
    stored: bool = True,
    mates_apart: bool = False,
) -> tuple[BaseRound, int] | None:
    """Return (base round, modulus): stored or built, else searched with `nodes`; None if neither succeeds.
    `stored=False` always searches. With `mates_apart`, which is never searched, i, i+T, i+2T, i+3T never meet.
    """
    bases = list_known_bases(players, rounds, mates_apart=mates_apart) if stored else []
    if bases or mates_apart:
        return bases[0] if bases else None
    spent = 0
    step = 2_000
    candidates = list_shapes(players, rounds)
    while candidates and spent < nodes:
        for classes, modulus, fixed in candidates:
            base = search_base(classes, modulus, fixed, noise, nodes=step)
            spent += step
            if base:
                return base, modulus
        step *= 2
    return None
