"""Parts of an alphabetical list, about equally long, cut between letters where possible."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

Key = tuple[str, int]

SLACK: Final = 5


@dataclass(frozen=True)
class Alphabet:
    starts: tuple[Key, ...]
    labels: tuple[str, ...]

    def part_of(self, key: Key) -> int:
        return bisect_right(self.starts, key) + 1


def split_alphabet(keys: Sequence[Key], count: int) -> Alphabet:
    """Divide sorted names into so many parts.

    >>> names = [(name, 0) for name in ("abel", "baker", "cox", "dahl", "evans", "falk")]
    >>> split_alphabet(names, 2).labels, split_alphabet(names, 3).labels
    (('A–C', 'D–F'), ('A–B', 'C–D', 'E–F'))
    >>> split_alphabet([(name, 0) for name in ("mann", "martin", "mason", "miller")], 2).labels
    ('M–MAR', 'MAS–M')
    """
    cuts = [0]
    for part in range(1, count):
        share, slack = part * len(keys) // count, len(keys) // (count * SLACK)
        near = range(max(cuts[-1], share - slack), min(len(keys) - 1, share + slack) + 1)
        cuts.append(min(near, key=lambda cut: (_count_beginning_letters(keys, cut), abs(cut - share)), default=share))
    ends = [*cuts[1:], len(keys)]
    starts = tuple(keys[cut] for cut in cuts[1:] if cut < len(keys))
    return Alphabet(starts, tuple(_format_label(keys, start, end) for start, end in zip(cuts, ends, strict=True)))


def _count_beginning_letters(keys: Sequence[Key], cut: int) -> int:
    return 1 + _count_common_letters(keys[cut - 1][0], keys[cut][0]) if 0 < cut < len(keys) else 1


def _count_common_letters(name: str, second: str) -> int:
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(name, second, strict=False)))


def _format_label(keys: Sequence[Key], start: int, end: int) -> str:
    if start >= end:
        return ""
    first = keys[start][0][: _count_beginning_letters(keys, start)]
    last = keys[end - 1][0][: _count_beginning_letters(keys, end)]
    return "–".join(dict.fromkeys(_capitalize(name) for name in (first, last)))


def _capitalize(name: str) -> str:
    return unicodedata.normalize("NFC", name).upper().strip()
