"""Repeatable chance: the lot's shuffle and the search's noise. Block j of the stream of a seed is HMAC-SHA-256(key =
"mjseat/1|" + label + "|" + seed, message = j as 8 bytes, big-endian); the stream is read 4 bytes at a time, values at
or above the largest multiple of the range are dropped (no bias), and the shuffle is Fisher-Yates from the end. Noise
comes from the raw 64-bit stream of PCG64, which numpy keeps unchanged.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")


def _iterate_words(seed: str, label: str) -> Iterator[int]:
    key = f"mjseat/1|{label}|{seed}".encode()
    block = 0
    while True:
        data = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(data[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def shuffle(items: Sequence[T], seed: str, label: str = "players") -> list[T]:
    """Return the items in the order drawn by seed and label.

    >>> shuffle([1, 2, 3, 4, 5], "olga")
    [4, 1, 2, 5, 3]
    """
    result = list(items)
    words = _iterate_words(seed, label)
    for i in range(len(result) - 1, 0, -1):
        limit = 2**32 - 2**32 % (i + 1)
        word = next(word for word in words if word < limit)
        j = word % (i + 1)
        result[i], result[j] = result[j], result[i]
    return result


_GRID = 1 << 12
_GUMBEL: NDArray[np.float64] = np.round(-np.log(-np.log((np.arange(_GRID) + 0.5) / _GRID)) * 65536) / 65536


class Noise:
    def __init__(self, seed: str) -> None:
        self._raw = np.random.PCG64(
            int.from_bytes(hashlib.sha256(f"mjseat/1|search|{seed}".encode()).digest()[:16], "big")
        )

    def _words(self, count: int) -> NDArray[np.uint64]:
        raw: NDArray[np.uint64] = self._raw.random_raw(count)
        return raw

    def gumbel(self, shape: tuple[int, ...]) -> NDArray[np.float64]:
        """Return Gumbel noise: the least (cost - temperature * noise) is a Boltzmann draw of the costs."""
        count = 1
        for side in shape:
            count *= side
        words = self._words(-(-count // 4)).view(np.uint16)[:count]
        noise: NDArray[np.float64] = _GUMBEL[words & (_GRID - 1)].reshape(shape)
        return noise

    def words(self, count: int) -> list[int]:
        return [int(word) for word in self._words(count)]

    def below(self, limit: int) -> int:
        return int(self._raw.random_raw()) % limit

    def order(self, rows: int, columns: int) -> NDArray[np.int64]:
        """Return random permutations of 0 .. columns - 1, one a row."""
        keys = self._words(rows * columns).reshape(rows, columns)
        order: NDArray[np.int64] = np.argsort(keys, axis=1)
        return order
