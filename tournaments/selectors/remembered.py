"""What a process remembers of what it has worked out: the values asked for last, up to a weight that is said.

For immutable values alone, because whoever asks gets the same object as everybody before. Other processes know nothing
of it, so a key must tell everything that a value follows from.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Values by key; above `most`, the sum of their weights (1 each unless said), those not asked for longest go.

    >>> known = Remembered[str, int](2)
    >>> for name in ("a", "b", "c"):
    ...     known.keep(name, len(name))
    >>> known.get("a"), known.get("c")
    (None, 1)
    """

    def __init__(self, most: int, weight: Callable[[V], int] = lambda _value: 1) -> None:
        self._most, self._weight = most, weight
        self._values: OrderedDict[K, V] = OrderedDict()
        self._held = 0
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value; None where it is not remembered."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: K, value: V) -> None:
        """Remember the value, and forget others where it is too much."""
        with self._lock:
            if (before := self._values.pop(key, None)) is not None:
                self._held -= self._weight(before)
            self._values[key] = value
            self._held += self._weight(value)
            while self._held > self._most and len(self._values) > 1:
                _key, gone = self._values.popitem(last=False)
                self._held -= self._weight(gone)
