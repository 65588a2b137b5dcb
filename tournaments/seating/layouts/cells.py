"""What every layout gives: players as they are written, with their place, by table and round; and words of headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.sentences import Sentence, gettext_noop

_ROUND: Final = re.compile(
    r"(?i)(?:round|hanchan|session|game|match|rd|r|runde|manche|ronde|ronda|turno|partie|spiel|ラウンド|半荘|第)"
    r"\s*[.#:]?\s*(?P<behind>[0-9]{1,9})\s*(?:[轮輪回局節节戦战]|半荘|回戦|回战)?\s*:?"
    r"|(?P<before>[0-9]{1,9})\s*(?:回戦|回战|轮|輪|半荘|局|節|节)\s*:?"
)
_TABLE: Final = re.compile(
    r"(?i)(?:table|tisch|tafel|tavolo|mesa|bord|stół|стол|卓|桌|台|t|第)\s*[.#:]?\s*(?P<behind>[0-9]{1,9})\s*[号號]?[卓桌台]?\s*:?"
    r"|(?P<before>[0-9]{1,9})\s*[号號]?[卓桌台]\s*:?"
)
WINDS: Final = {
    **dict.fromkeys(("e", "east", "东", "東", "ton", "ost", "est"), 0),
    **dict.fromkeys(("s", "south", "南", "nan", "süd", "sud"), 1),
    **dict.fromkeys(("w", "west", "西", "sha", "xia", "ouest", "ovest"), 2),
    **dict.fromkeys(("n", "north", "北", "pei", "pe", "nord"), 3),
}
"""What a seat is called -> 0 to 3."""
HEADINGS: Final = frozenset(
    "round rounds table tables seat seats player players hanchan session wind no nr runde tisch spieler ronde tafel"
    " manche joueur 轮 輪 桌 台 卓 回戦 席 选手 選手".split()
) | frozenset(WINDS)
"""Words that say what stands below or behind them, and nobody's number."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player as written, and where."""

    written: str
    place: Sentence

    @property
    def player(self) -> int | None:
        """The number, None where it is none."""
        return int(self.written) if re.fullmatch(r"[0-9]{1,9}", self.written) else None


Cells = list[list[list[Cell]]]
"""Players by round, table and seat."""


@dataclass(slots=True)
class ScheduleLayout:
    """What was found: rounds of tables, with their numbers where the text has them, and what is wrong with it."""

    rounds: Cells
    numbers: list[int | None] = field(default_factory=list)
    tables: list[list[int | None]] = field(default_factory=list)
    problems: list[Sentence] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Where each round is named, or begins."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line by its number, and its cells; empty ones are gaps."""

    line: int
    cells: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing stands in it."""
        return not any(self.cells)


def cell(line: int, field: int, written: str) -> Cell:
    """The cell at this place, both from 1."""
    return Cell(written, Sentence(gettext_noop("Line %(line)d, field %(field)d"), {"line": line, "field": field}))


def round_named(text: str) -> int | None:
    """The number in "Round 3", "Hanchan 3", "第3轮"; None for another text."""
    return _number(_ROUND.fullmatch(text.strip()))


def table_named(text: str) -> int | None:
    """The number in "Table 3", "T3", "3卓"; None for another text."""
    return _number(_TABLE.fullmatch(text.strip()))


def _number(found: re.Match[str] | None) -> int | None:
    return int(found["behind"] or found["before"]) if found else None


def is_heading(text: str) -> bool:
    """Whether the text is a word of headings, such as "Round" or "East"."""
    return text.strip().rstrip(".:#").casefold() in HEADINGS


def first_repeat(tables: Sequence[Sequence[Cell]]) -> bool:
    """Whether somebody sits twice in these tables."""
    players = [each.written.casefold() for table in tables for each in table]
    return len(set(players)) < len(players)
