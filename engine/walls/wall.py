"""Wall from a secret: an unpredictable byte stream and an unbiased shuffle (format ``mjdeal/1``).

A board's key is an HMAC of the event's secret over the board's name and a public value that came later; the stream is
HMAC in counter mode; the shuffle is Fisher-Yates with rejection. Tests pin the walls, which never change between
versions.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.errors import EngineError
from engine.sentences import sentence as _
from engine.tiles.tile import Tile, TileSet

FORMAT: Final = "mjdeal/1"
MIN_SECRET_BYTES: Final = 16
"""Usual secrets have 32 bytes; a board's key always has 32."""


class SecretError(EngineError):
    kind = "secret"


class BoardNameError(EngineError):
    """Name of an event or session, or public value, with characters that keys and sheets cannot contain."""

    kind = "board"


class BoardName(NamedTuple):
    """Board of an event; ``reserve`` counts replaced sets from 0, ``value`` is the public value after the promise."""

    number: int
    event: str = ""
    session: str = ""
    reserve: int = 0
    value: str = ""


def read_secret(text: str) -> bytes:
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        raise SecretError(_("expected a seed of an even number of hexadecimal digits"), at="seed") from None
    if len(secret) < MIN_SECRET_BYTES:
        raise SecretError(
            _(
                "expected a seed of at least %(least)s hexadecimal digits, found %(count)s",
                least=2 * MIN_SECRET_BYTES,
                count=len(text),
            ),
            at="seed",
        )
    return secret


def check_name(text: str, field: str) -> str:
    """Check a text that becomes part of a key. Raises BoardNameError if it could be read as two parts.

    >>> check_name("Spring Open", "event")
    'Spring Open'
    """
    wrong = next((sign for sign in text if sign in '|"' or not sign.isprintable()), None)
    if wrong is not None:
        raise BoardNameError(
            _(
                "%(at)s: %(wrong)s cannot stand in the name of a deal, %(name)s",
                at=field,
                wrong=repr(wrong),
                name=repr(text[:40]),
            ),
            at=field,
        )
    return text


def board_key(secret: bytes, board: BoardName) -> bytes:
    """Key of one board, 32 bytes, independent of other boards' keys. Raises BoardNameError."""
    for field in ("event", "session", "value"):
        check_name(getattr(board, field), field)
    name = f"{FORMAT}|{board.event}|{board.session}|{board.number}|{board.reserve}|{board.value}"
    return hmac.new(secret, name.encode(), hashlib.sha256).digest()


def number_stream(key: bytes) -> Iterator[int]:
    """Endless 16-bit numbers: HMAC-SHA-256 of an eight-byte counter, high byte first."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for index in range(0, len(block), 2):
            yield block[index] << 8 | block[index + 1]
        counter += 1


def shuffle(tiles: Sequence[Tile], key: bytes) -> tuple[Tile, ...]:
    """Shuffle uniformly (Fisher-Yates from the end); reject numbers that would favour some positions."""
    wall = list(tiles)
    numbers = number_stream(key)
    for last in range(len(wall) - 1, 0, -1):
        limit = 65536 - 65536 % (last + 1)
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        chosen = number % (last + 1)
        wall[last], wall[chosen] = wall[chosen], wall[last]
    return tuple(wall)


def wall_of(secret: bytes, board: BoardName, tile_set: TileSet) -> tuple[Tile, ...]:
    return shuffle(tile_set.tiles, board_key(secret, board))
