"""Finite fields GF(q) and the additive groups that the constructions run over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from tournaments.seating.logic.arrays import IntArray


def find_prime_power(q: int) -> tuple[int, int] | None:
    """Return (p, m) with q = p ** m and p prime, or None.

    >>> find_prime_power(16), find_prime_power(13), find_prime_power(12)
    ((2, 4), (13, 1), None)
    """
    if q < 2:
        return None
    p = next((d for d in range(2, int(q**0.5) + 1) if q % d == 0), q)
    m, power = 0, q
    while power % p == 0:
        power //= p
        m += 1
    return (p, m) if power == 1 else None


@dataclass(frozen=True)
class AbelianGroup:
    """Finite abelian group, a product of cyclic ones; elements are 0 .. order - 1 in mixed radix, 0 is neutral."""

    moduli: tuple[int, ...]

    @cached_property
    def order(self) -> int:
        return int(np.prod(self.moduli))

    def digits(self, element: int) -> tuple[int, ...]:
        """Return the components of an element; the last modulus has weight 1."""
        result = []
        for modulus in reversed(self.moduli):
            element, digit = divmod(element, modulus)
            result.append(digit)
        return tuple(reversed(result))

    def number(self, digits: Sequence[int]) -> int:
        result = 0
        for modulus, digit in zip(self.moduli, digits, strict=True):
            result = result * modulus + digit % modulus
        return result

    @cached_property
    def addition(self) -> IntArray:
        digits = [self.digits(a) for a in range(self.order)]
        return np.array(
            [[self.number([x + y for x, y in zip(a, b, strict=True)]) for b in digits] for a in digits], dtype=np.int64
        )

    @cached_property
    def subtraction(self) -> IntArray:
        """Table of differences: subtraction[a, b] = a - b."""
        digits = [self.digits(a) for a in range(self.order)]
        return np.array(
            [[self.number([x - y for x, y in zip(a, b, strict=True)]) for b in digits] for a in digits], dtype=np.int64
        )


@lru_cache(maxsize=128)
def build_cyclic_group(order: int) -> AbelianGroup:
    return AbelianGroup((order,))


@lru_cache(maxsize=128)
def build_additive_group(q: int) -> AbelianGroup:
    """Return the additive group of GF(q) for a prime power q, else the integers modulo q."""
    power = find_prime_power(q)
    return AbelianGroup((power[0],) * power[1]) if power else AbelianGroup((q,))


def _find_irreducible(p: int, m: int) -> tuple[int, ...]:
    """Return the low coefficients c0 .. c(m-1) of the first monic irreducible polynomial over GF(p)."""
    for code in range(p**m):
        low = tuple(code // p**i % p for i in range(m))
        polynomial = (*low, 1)
        if low[0] and not any(
            _is_divisor((*[d // p**i % p for i in range(degree)], 1), polynomial, p)
            for degree in range(1, m // 2 + 1)
            for d in range(p**degree)
        ):
            return low
    raise AssertionError("every degree has an irreducible polynomial")


def _is_divisor(divisor: Sequence[int], dividend: Sequence[int], p: int) -> bool:
    remainder = list(dividend)
    while len(remainder) >= len(divisor):
        lead = remainder[-1]
        offset = len(remainder) - len(divisor)
        for i, coefficient in enumerate(divisor):
            remainder[offset + i] = (remainder[offset + i] - lead * coefficient) % p
        remainder.pop()
    return not any(remainder)


@lru_cache(maxsize=64)
def build_multiplication_table(q: int) -> IntArray:
    """Return the multiplication table of GF(q) for a prime power q, elements as in `build_additive_group(q)`.

    >>> build_multiplication_table(4).tolist()
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    power = find_prime_power(q)
    if power is None:
        raise ValueError(f"{q} is not a prime power.")
    p, m = power
    group = build_additive_group(q)
    if m == 1:
        line = np.arange(q, dtype=np.int64)
        return np.outer(line, line) % p
    low = _find_irreducible(p, m)

    def product(a: int, b: int) -> int:
        x, y = group.digits(a)[::-1], group.digits(b)[::-1]
        total = [0] * (2 * m - 1)
        for i, xi in enumerate(x):
            for j, yj in enumerate(y):
                total[i + j] += xi * yj
        for top in range(2 * m - 2, m - 1, -1):
            for i in range(m):
                total[top - m + i] -= total[top] * low[i]
        return group.number([c % p for c in total[:m]][::-1])

    return np.array([[product(a, b) for b in range(q)] for a in range(q)], dtype=np.int64)
