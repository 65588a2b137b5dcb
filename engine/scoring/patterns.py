"""What is counted: rows of a family's table, and the awards that a reading earns from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from engine.scoring.occurrences import Occurrences
from engine.sentences import Sentence, listed

R = TypeVar("R")
"""What a family's conditions look at: its view of one reading in one win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern(Generic[R]):
    """One row of a rulebook's table: a fan, yaku or tai.

    ``value`` is what one occurrence counts, ``open_value`` what it counts in an open hand where that differs (0: not
    allowed open). ``when`` returns one entry for each occurrence: the tuple of set indices of the reading that earned
    it, empty for a pattern of the whole hand. ``excludes`` names the patterns that do not count beside this one.
    ``example`` is a hand line with this pattern in it, for the rules page and the tests.
    """

    id: str
    value: int
    when: Callable[[R], Occurrences]
    clause: str
    open_value: int | None = None
    excludes: tuple[str, ...] = ()
    example: str = ""


class Award(NamedTuple):
    """A pattern that counts: the value of one, how many times, and which sets of the reading earned each.

    >>> Award("all_pungs", 6, 1, "MCR-4/all_pungs").total
    6
    """

    pattern: str
    value: int
    times: int
    clause: str
    sets: Occurrences = ()

    @property
    def total(self) -> int:
        """Value of one times the number of occurrences."""
        return self.value * self.times

    def to_list(self) -> list[object]:
        """``[pattern id, value of one, times]`` as the batch commands print it."""
        return [self.pattern, self.value, self.times]


def sum_of(terms: Iterable[tuple[str, str]], template: str) -> Sentence | None:
    """What is added up, pattern by pattern, each a term of the template with places ``pattern`` and ``counts``.

    None where there is nothing to add. Who shows it puts the pattern's name in the place of its id.

    >>> sum_of([("riichi", "1"), ("tanyao", "1")], "%(counts)s %(pattern)s")
    '1 riichi + 1 tanyao'
    """
    said = [Sentence(template, {"pattern": pattern, "counts": counts}) for pattern, counts in terms]
    return listed(said, "%(list)s + %(last)s") if said else None


class NotCounted(NamedTuple):
    """A pattern that is there and does not count: ``because`` names the pattern or rule that takes its place."""

    pattern: str
    because: str
    clause: str


class Reason(NamedTuple):
    """Why a claimed win is refused."""

    code: str
    clause: str
    message: Sentence

    def to_dict(self) -> dict[str, str]:
        """The reason as the batch commands print it."""
        return self._asdict()
