"""Headings and labels of schedules and results in several languages."""

from __future__ import annotations

import re
from typing import Final

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
"""Name of a seat -> 0 to 3."""
WIND_NAMES: Final = ("east", "south", "west", "north")
_WORDS: Final = {
    "round": "round|rounds|round number|tour|tour number|rd|hanchan|session|runde|ronde|manche|回戦|轮|輪|轮次|輪次",
    "table": "table|tables|table number|group|tisch|tafel|gruppe|groupe|卓|桌|台",
    "date": "date|day|start|datum|tag|日付|日期|日時",
    "seat": "seat|seats|wind|席|座位|家",
    "number": "no|nr|number|id|#",
    "player": "player|players|player index|player id|player number|name|spieler|joueur|speler|選手|选手|氏名|姓名",
    "bye": "bye|byes|sit out|sits out|sitting out|pause|spielfrei|抜け番|轮空|輪空",
}
_HEADINGS: Final = {word: name for name, words in _WORDS.items() for word in words.split("|")}
_HEADINGS.update({word: WIND_NAMES[wind] for word, wind in WINDS.items()})
_HEADINGS.update(
    {
        f"{word}{seat + 1}": WIND_NAMES[seat]
        for word in ("player ", "seat ", "team ", "p", "選手", "チーム")
        for seat in range(4)
    }
)


def parse_heading(text: str) -> str:
    """Return the standard heading: "round", "table", "seat", "number", "player", "bye", a wind, or "".

    >>> [parse_heading(text) for text in ("Runde", "E", "Player 2", "Club")]
    ['round', 'east', 'south', '']
    """
    return _HEADINGS.get(" ".join(re.split(r"[\s_]+", text.strip().rstrip(".:").casefold())), "")


def parse_round(text: str) -> int | None:
    """Return the number in "Round 3", "Hanchan 3", "第3轮"; None for another text."""
    return _parse_number(_ROUND.fullmatch(text.strip()))


def parse_table(text: str) -> int | None:
    """Return the number in "Table 3", "T3", "3卓"; None for another text."""
    return _parse_number(_TABLE.fullmatch(text.strip()))


def _parse_number(match: re.Match[str] | None) -> int | None:
    return int(match["behind"] or match["before"]) if match else None
