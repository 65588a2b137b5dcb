"""Headings of tables of results in several languages: the meaning of each column."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tournaments.core.tabular.columns import LEFT_OUT, separate_words
from tournaments.core.tabular.reading import SourceRow
from tournaments.seating.reading.formats.words import WIND_NAMES, WINDS, parse_round, parse_table

SEATS: Final = 4
_WORDS: Final = {
    "round": "round|rd|runde|ronde|manche|hanchan|session|game|回戦|轮|輪|轮次|輪次|局",
    "table": "table|tisch|tafel|卓|桌|台|桌号|桌號|卓番号",
    "player": "player|name|full name|player name|spieler|joueur|speler|選手|选手|氏名|姓名|名前",
    "number": "no|nr|number|id|player no|player id|#|番号|编号|編號|号码",
    "team": "team|team name|team id|teams|mannschaft|équipe|equipe|チーム|队伍|隊伍|团队|團隊",
    "seat": "seat|wind|platz|start seat|席|座位|家",
    "points": "points|point|score|scr|pts"
    "|raw|raw points|final points|punkte|punten|素点|点|点数|点數|得点|得分|分|分数|分數",
    "penalty": "penalty|penalties|pen|strafe|chombo|罰|罰点|罚分|罰分|チョンボ",
    "total": "total|sum|gesamt|summe|totaal|合計|合计|総合|总分|總分",
    "place": "place|rank|platzierung|順位|名次",
    "table points": "table points|tp|mp|match points|标准分|標準分",
    "score": "game score|final score|score with uma|result|スコア",
    "date": "date|day|datum|fecha|data|dato|日付|日期|дата",
    "derived": "uma|oka",
}
SCORES: Final = ("score", "pts")
HEADINGS: Final = {word: name for name, words in _WORDS.items() for word in words.split("|")}
"""Heading -> meaning of its column; derived figures are computed again from the points."""

_OTHERWISE: Final = {"score": "game score", "derived": LEFT_OUT}
"""Word -> heading with that meaning only; "score" alone may be points."""


def make_heading_key(text: str) -> str:
    """Return the heading in a form that ignores spelling variants.

    >>> make_heading_key("Scr-E"), make_heading_key("PlayerName"), make_heading_key("Player_Name")
    ('scr e', 'player name', 'player name')
    """
    return re.sub(r"[\s_\-.:]+", " ", unicodedata.normalize("NFKC", separate_words(text))).strip().casefold()


def _find_wind(key: str) -> int | None:
    winds = [WINDS[word] for word in key.split() if word in WINDS]
    without_winds = " ".join(word for word in key.split() if word not in WINDS)
    return winds[0] if len(winds) == 1 and HEADINGS.get(without_winds) == "points" else None


def _find_word(key: str) -> str:
    """Return the word of HEADINGS in a heading, alone, numbered or with a wind; a wind alone is a player's column."""
    if key in WINDS:
        return "player"
    if _find_wind(key) is not None:
        return "points"
    plain = re.sub(r" ?[0-9]+$", "", key)
    return HEADINGS.get(key) or HEADINGS.get(plain) or HEADINGS.get(plain.removeprefix("player "), "")


def find_columns(row: SourceRow) -> list[str] | None:
    """Return each column's meaning: a word of HEADINGS, "round 3", "player 0", or ""; None without headings."""
    names: list[str] = []
    plain = [make_heading_key(text) for text in row.cells]
    kinds = [_find_word(key) for key in plain]
    # Four columns of points beside a single column of players are four rounds.
    fours = kinds.count("points") == SEATS == kinds.count("player")
    seats: list[int | None] = []
    for key, kind in zip(plain, kinds, strict=True):
        word = HEADINGS.get(key) or HEADINGS.get(key.removeprefix("player "), "")
        number = re.search(r"[0-9]+$", key)
        if fours and kind == "player":
            names.append(f"player {len(seats)}")
            seats.append(WINDS.get(key))
        elif fours and kind == "points":
            named = _find_wind(key)
            last = len(seats) - 1 if seats else int(number[0]) - 1 if number else 0
            names.append(f"points {seats.index(named) if named is not None and named in seats else last}")
        elif word:
            names.append(word)
        elif not fours and (parse_table(key) is not None or (kind == "table" and number)):
            names.append(f"table {parse_table(key) or (number and int(number[0]))}")
        elif not fours and parse_round(key) is not None:
            names.append(f"round {parse_round(key)}")
        elif not fours and number and (key.isdecimal() or kind in ("points", "round")):
            names.append(f"round {int(number[0])}")
        else:
            names.append("")
    # A score beside raw points is the result of the game.
    if not fours and names.count("points") > 1:
        names = [
            "score" if key in SCORES and word == "points" else word for key, word in zip(plain, names, strict=True)
        ]
    present = {name.partition(" ")[0] for name in names}
    wide = any(name.startswith("round ") for name in names) and present & {"player", "number"}
    long = {"points"} <= present and present & {"round", "table"} and present & {"player", "number"}
    return names if wide or long or fours else None


def name_columns(row: SourceRow) -> list[str]:
    """Return each column's standard heading, "" if unknown, for a person to change."""
    return [_format_heading(word) for word in find_columns(row) or _read_headings_singly(row)]


def _read_headings_singly(row: SourceRow) -> list[str]:
    keys = map(make_heading_key, row.cells)
    return [HEADINGS.get(key) or HEADINGS.get(key.removeprefix("player "), "") for key in keys]


def _format_heading(word: str) -> str:
    """Return a heading that is read as the word, such as "East points" for "points 0"."""
    kind, _space, number_text = word.partition(" ")
    if word in _OTHERWISE:
        return _OTHERWISE[word]
    if not number_text or kind not in ("player", "points"):
        return word
    return WIND_NAMES[int(number_text)] if kind == "player" else f"{WIND_NAMES[int(number_text)]} points"


def list_standard_headings(columns: int) -> list[str]:
    counted = range(1, columns)
    return [
        *(_format_heading(name) for name in _WORDS if name != "derived"),
        *WIND_NAMES,
        *(f"{wind} points" for wind in WIND_NAMES),
        *(f"{kind} {number}" for number in counted for kind in ("round", "table")),
    ]
