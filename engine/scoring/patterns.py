from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from engine.sentences import Sentence, join_sentences

Occurrences = tuple[tuple[int, ...], ...]
"""One entry for each occurrence of a pattern: the indices of the sets that earn it, none for the whole hand."""

NOT_THERE: Final[Occurrences] = ()
WHOLE_HAND: Final[Occurrences] = ((),)


def whole_hand(holds: bool) -> Occurrences:
    """One occurrence without sets when ``holds``, else none."""
    return WHOLE_HAND if holds else NOT_THERE


def these_sets(sets: tuple[int, ...], holds: bool) -> Occurrences:
    """One occurrence of these sets together when ``holds``, else none."""
    return (sets,) if holds else NOT_THERE


def each_set(sets: tuple[int, ...]) -> Occurrences:
    return tuple([(index,) for index in sets])


R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern(Generic[R]):
    """Row of a rulebook's table: a fan, yaku or tai.

    ``value`` is that of one occurrence, ``open_value`` that in an open hand if different (0: closed only). ``when``
    returns an entry for each occurrence: the indices of the sets that earned it, empty for a pattern of the whole hand.
    ``excludes`` names patterns that do not count beside this one. ``example`` is a hand line with this pattern, for the
    rules page and the tests.
    """

    id: str
    value: int
    when: Callable[[R], Occurrences]
    clause: str
    open_value: int | None = None
    excludes: tuple[str, ...] = ()
    example: str = ""


class Award(NamedTuple):
    """Pattern that counts: value of one, number of occurrences, and the sets that earned each.

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
        return self.value * self.times

    def to_list(self) -> list[object]:
        return [self.pattern, self.value, self.times]


def format_sum(terms: Iterable[tuple[str, str]], template: str) -> Sentence | None:
    """Sum as text, each term formatted by the template with ``pattern`` and ``counts``; None for no terms.

    Displays replace the pattern ids by names.

    >>> format_sum([("riichi", "1"), ("tanyao", "1")], "%(counts)s %(pattern)s")
    '1 riichi + 1 tanyao'
    """
    sentences = [Sentence(template, {"pattern": pattern, "counts": counts}) for pattern, counts in terms]
    return join_sentences(sentences, "%(list)s + %(last)s") if sentences else None


class NotCounted(NamedTuple):
    """Pattern of the hand that does not count; ``because`` is the pattern or rule that replaces it."""

    pattern: str
    because: str
    clause: str


class Reason(NamedTuple):
    code: str
    clause: str
    message: Sentence

    def to_dict(self) -> dict[str, str]:
        return self._asdict()
