"""Printed documents: leaves, each a template's name and plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar
from unicodedata import east_asian_width

from tournaments.core.text import names

if TYPE_CHECKING:
    from tournaments.entries.models.entries import Entry

T = TypeVar("T")

PAPERS = {"a4": "A4", "letter": "Letter"}

NOTHING_LATE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Leaf:
    """Piece of a document, on a new page: a template below `templates/print` and its values.

    `variable` names the values in which the leaves of a pack differ. Its template marks their elements with the class
    `variable`, ends after the last of them where `overlay_only` is true, and gives an id to those elements around
    them whose place depends on them (`core.printing.typesetting`).
    """

    template: str
    values: dict[str, Any]
    variable: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PaperSponsor:
    name: str
    logo: str = ""


@dataclass(frozen=True, slots=True)
class PaperLook:
    """Colour of an event, or empty, and pictures as addresses with their content."""

    colour: str = ""
    logo: str = ""
    sponsors: tuple[PaperSponsor, ...] = ()


NO_LOOK: Final = PaperLook()


@dataclass(frozen=True, slots=True)
class PaperHeading:
    event: str
    place: str
    date: str
    round: int = 0
    stage: str = ""
    starts: str = ""
    look: PaperLook = NO_LOOK


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """Player at a table; `wind` 0 East to 3 North, None if unknown."""

    wind: int | None
    number: int
    name: str
    native: str = ""
    team: str = ""

    @classmethod
    def of(cls, wind: int | None, entry: Entry, marks: names.Marks) -> PrintedSeat:
        team = entry.team.code if entry.team else ""
        return cls(wind, entry.number, names.format_person(entry, marks), names.choose_second_name(entry), team)


def split_into_chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Split the items into pieces of at most `size`.

    >>> list(split_into_chunks([1, 2, 3], 2))
    [[1, 2], [3]]
    """
    for start in range(0, len(items), size):
        yield items[start : start + size]


SIZES = (24, 20, 18, 16, 14, 12, 11, 10, 9, 8)
POINT = 25.4 / 72
LONG_WORD: Final = 12
LETTER_WIDTH, WIDE_LETTER_WIDTH = 0.53, 1.0


def count_lines(text: str, width: float, size: float) -> int:
    """Return the lines that a text takes in so many millimetres with text of so many points.

    >>> count_lines("Wolfeschlegelsteinhausen", 40, 10), count_lines("髙橋 﨑子", 40, 10)
    (2, 1)
    """
    ems = sum(WIDE_LETTER_WIDTH if east_asian_width(letter) in "WF" else LETTER_WIDTH for letter in text)
    return max(1, ceil(ems * size * POINT / width))


NAME_ROOMS: Final[Mapping[str, tuple[float, int, tuple[int, ...]]]] = MappingProxyType(
    {
        "certificate": (146, 2, (46, 40, 34, 30, 26, 22, 18)),
        "sign": (150, 2, (96, 80, 68, 56, 50, 46, 40, 34)),
        "sign with code": (150, 2, (46, 40, 34, 30)),
        "poster": (122, 2, (28, 24, 20, 18)),
        "badge": (76, 2, (26, 24, 20, 18, 16, 14, 12)),
        "sheet": (32, 1, (12, 11, 10, 9)),
        "back": (44, 3, (14, 12, 11, 10, 9, 8)),
    }
)
"""Paper -> millimetres and lines that a name may take, and the sizes of its text, largest first."""


def choose_name_size(name: str, paper: str) -> int:
    """Return the largest size in which the name fits, without breaking a word; the smallest for one that never does.

    >>> choose_name_size("Takahashi Sakiko", "badge"), choose_name_size("Wolfeschlegelsteinhausen, Max", "badge")
    (26, 14)
    """
    width, lines, sizes = NAME_ROOMS[paper]
    room = 0.92 * width
    fits = (size for size in sizes if count_lines(name, room, size) <= lines and _fits_by_word(name, room, size))
    return next(fits, sizes[-1])


def _fits_by_word(name: str, width: float, size: float) -> bool:
    return all(count_lines(word, width, size) == 1 for word in name.split() if word.isascii() or len(word) < LONG_WORD)


def make_qr_code(text: str) -> str:
    if not text:
        return ""

    import segno

    return segno.make(text, error="m").svg_data_uri(scale=4, border=1)
