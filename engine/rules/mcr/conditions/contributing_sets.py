from __future__ import annotations

from collections.abc import Callable

from engine.reading.decompositions import ReadSet
from engine.scoring.patterns import Occurrences
from engine.tiles.melds import MeldKind

ContributingSets = Callable[[tuple[ReadSet, ...]], Occurrences]
"""Sets of a reading -> indices of those that earn the fan, an entry for each occurrence."""


def concealed_pungs(sets: tuple[ReadSet, ...]) -> Occurrences:
    return _together(sets, lambda item: item.concealed and item.kind is not MeldKind.CHOW)


def kongs(sets: tuple[ReadSet, ...]) -> Occurrences:
    return _together(sets, lambda item: item.kind.is_kong)


def concealed_kongs(sets: tuple[ReadSet, ...]) -> Occurrences:
    return _together(sets, _is_concealed_kong)


def melded_kongs(sets: tuple[ReadSet, ...]) -> Occurrences:
    return _together(sets, _is_melded_kong)


def each_concealed_kong(sets: tuple[ReadSet, ...]) -> Occurrences:
    return tuple((index,) for index, item in enumerate(sets) if _is_concealed_kong(item))


def each_melded_kong(sets: tuple[ReadSet, ...]) -> Occurrences:
    return tuple((index,) for index, item in enumerate(sets) if _is_melded_kong(item))


def _together(sets: tuple[ReadSet, ...], wanted: Callable[[ReadSet], bool]) -> Occurrences:
    return (tuple(index for index, item in enumerate(sets) if wanted(item)),)


def _is_concealed_kong(item: ReadSet) -> bool:
    return item.kind is MeldKind.CONCEALED_KONG


def _is_melded_kong(item: ReadSet) -> bool:
    return item.kind.is_kong and not _is_concealed_kong(item)
