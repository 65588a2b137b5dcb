"""Melds (exposed sets and declared kongs) and their notation ``chow(456m)``.

``pung(777z)``, ``kong(1111p)`` a kong claimed from a discard, ``akong(1111p)`` an added kong, ``ckong(1111p)`` a
concealed kong.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from engine.errors import NotationError
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import FIRST_FLOWER, Tile, format_tiles, kind_of, parse_tiles, sort_tiles


class MeldKind(Enum):
    """Kind of meld; the value is its word in the notation."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    ADDED_KONG = "akong"
    CONCEALED_KONG = "ckong"

    # Members are singletons, so identity is enough; Enum's own hash calls a Python function.
    __hash__ = object.__hash__

    @property
    def is_kong(self) -> bool:
        return self in _KONGS


_KONGS = frozenset({MeldKind.KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG})
_BY_WORD = {kind.value: kind for kind in MeldKind}
_MELD = re.compile(r"(chow|pung|kong|akong|ckong)\(([^()]*)\)")
KONG_SIZE = 4
_SIZE = {MeldKind.CHOW: 3, MeldKind.PUNG: 3}
_KNOWN: dict[str, Meld] = {}


class Meld(NamedTuple):
    """Meld. ``tiles`` are sorted; ``claimed`` and ``from_seat`` are None if not recorded.

    >>> Meld.parse("chow(465m)")
    Meld.parse('chow(456m)')
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    from_seat: Seat | None = None

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Parse a meld such as ``akong(1111p)``. Raises NotationError."""
        return _parse_cached(text)

    @property
    def first(self) -> Tile:
        """Lowest kind in the meld: start of a chow, kind of a pung or kong."""
        return kind_of(self.tiles[0])

    @property
    def is_kong(self) -> bool:
        return self.kind in _KONGS

    @property
    def is_chow(self) -> bool:
        return self.kind is MeldKind.CHOW

    @property
    def is_exposed(self) -> bool:
        """False only for a concealed kong."""
        return self.kind is not MeldKind.CONCEALED_KONG

    def __str__(self) -> str:
        return f"{self.kind.value}({format_tiles(self.tiles)})"

    def __repr__(self) -> str:
        details = "".join(
            f", {name}={value}"
            for name, value in (("claimed", self.claimed), ("from_seat", self.from_seat))
            if value is not None
        )
        return (
            f"Meld.parse({str(self)!r}{details})"
            if not details
            else f"Meld.parse({str(self)!r})._replace({details[2:]})"
        )


def _parse_cached(text: str) -> Meld:
    """Cached `Meld.parse`; there are only some hundred melds with a few spellings each."""
    meld = _KNOWN.get(text)
    if meld is None:
        meld = _parse_meld(text)
        if len(_KNOWN) < 4096:
            _KNOWN[text] = meld
    return meld


def _parse_meld(text: str) -> Meld:
    match = _MELD.fullmatch(text)
    if match is None:
        raise NotationError(_("expected a meld: chow(...), pung(...), kong(...), akong(...) or ckong(...)"), text)
    try:
        tiles = parse_tiles(match[2])
    except NotationError as error:
        raise NotationError(
            error.reason, text, match.start(2) + (error.at if isinstance(error.at, int) else 0)
        ) from None
    kind = _BY_WORD[match[1]]
    problem = meld_problem(kind, tiles)
    if problem:
        raise NotationError(problem, text, match.start(2))
    return Meld(kind, sort_tiles(tiles))


def meld_problem(kind: MeldKind, tiles: tuple[Tile, ...]) -> Sentence | None:
    size = _SIZE.get(kind, KONG_SIZE)
    if len(tiles) != size:
        return _("expected %(size)s tiles in a %(meld)s, found %(count)s", meld=kind.value, size=size, count=len(tiles))
    kinds = sorted(map(kind_of, tiles))
    if kinds[-1] >= FIRST_FLOWER:
        return _("a %(meld)s cannot contain a flower or unknown tile", meld=kind.value)
    if kind is not MeldKind.CHOW:
        return None if kinds[0] == kinds[-1] else _("the tiles of a %(meld)s must be equal", meld=kind.value)
    first = kinds[0]
    if first >= 27 or first % 9 > 6 or kinds != [first, first + 1, first + 2]:
        return _("a chow needs three consecutive numbers of one suit")
    return None


def parse_melds(text: str) -> tuple[Meld, ...]:
    """Parse consecutive melds, optionally separated by blanks. Raises NotationError with the position."""
    melds: list[Meld] = []
    for word in text.split():
        meld = _KNOWN.get(word)
        if meld is None:
            break
        melds.append(meld)
    else:
        return tuple(melds)
    melds.clear()
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _MELD.match(text, position)
        if match is None:
            raise NotationError(
                _("expected a meld: chow(...), pung(...), kong(...), akong(...) or ckong(...)"), text, position
            )
        try:
            melds.append(_parse_cached(match[0]))
        except NotationError as error:
            offset = error.at if isinstance(error.at, int) else 0
            raise NotationError(error.reason, text, position + offset) from None
        position = match.end()
    return tuple(melds)
