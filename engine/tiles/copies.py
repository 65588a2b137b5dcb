"""Copies of each tile: every known tile is counted once, against the tiles of the set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.sentences import Sentence, gettext_noop, join_sentences
from engine.sentences import sentence as _
from engine.tiles.tile import UNKNOWN, Tile, TileSet, format_tile, is_flower, is_red, kind_of, tile_name

ON_TABLE, LAST_COPY, VISIBLE = "table", "last copy", "visible"
"""Views of the tiles outside the own hand. Each may show the tiles of the others again."""


class Place(NamedTuple):
    """Known tiles with the fact that names them; tiles of two ``view`` values may be the same tiles, others are not."""

    name: Sentence
    tiles: tuple[Tile, ...]
    view: str = ""


class Excess(NamedTuple):
    """Tile that is named more often than the set has it, with the number in each place."""

    tile: Tile
    copies: int
    places: tuple[tuple[Place, int], ...]

    @property
    def problem(self) -> Sentence:
        tile = format_tile(self.tile)
        count = sum(count for _place, count in self.places)
        special = is_red(self.tile) or is_flower(self.tile)
        if not self.copies and not special:
            return _("%(name)s (%(tile)s) is not in this tile set", name=tile_name(self.tile), tile=tile)
        if not self.copies:
            return _("%(count)s x %(tile)s: this tile set has %(copies)s", count=count, tile=tile, copies=_("none"))
        template = gettext_noop("%(count)s x %(tile)s: there are only %(copies)s (%(places)s)")
        if special:
            template = gettext_noop("%(count)s x %(tile)s: this tile set has %(copies)s (%(places)s)")
        places = [_("%(place)s %(count)s", place=place.name, count=number) for place, number in self.places]
        values = {"count": count, "tile": tile, "copies": self.copies, "places": join_sentences(places)}
        return Sentence(template, values)


def find_excesses(places: Sequence[Place], tile_set: TileSet, *, reds_written: bool = False) -> list[Excess]:
    """Each tile that is named more often than the set has it. Without ``reds_written`` a five may be a red one."""
    tiles = {tile for place in places for tile in place.tiles} - {UNKNOWN}
    problems = []
    for tile in sorted({kind_of(tile) for tile in tiles} | set(filter(is_red, tiles))):
        exact = reds_written or is_red(tile)
        copies = tile_set.copies[tile] if exact else tile_set.copies_of_kind(tile)
        # Outside the hand a red five may be written for a five where the set has none.
        named = [place for place in places if not place.view] if is_red(tile) and not copies else places
        counts = _counts(named, tile, tuple if exact else _kinds)
        if sum(count for _place, count in counts) > copies:
            problems.append(Excess(tile, copies, tuple(counts)))
    return problems


def _kinds(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(map(kind_of, tiles))


def has_all(tile_set: TileSet, tiles: Iterable[Tile]) -> bool:
    """Fast check: True when the set has all these tiles at once; repeated and unknown ones are not excepted."""
    remaining = list(tile_set.copies)
    for tile in tiles:
        remaining[tile] -= 1
        if remaining[tile] < 0:
            return False
    return True


def _counts(
    places: Iterable[Place], tile: Tile, written: Callable[[Iterable[Tile]], tuple[Tile, ...]]
) -> list[tuple[Place, int]]:
    by_view: dict[str, list[tuple[Place, int]]] = {"": []}
    for place in places:
        count = written(place.tiles).count(tile)
        if count:
            by_view.setdefault(place.view, []).append((place, count))
    certain = by_view.pop("")
    return certain + max(by_view.values(), key=lambda view: sum(count for _place, count in view), default=[])
