"""Botzone's MCR logs: lines of its game collections, and the judge's record of a match as JSON.

Lines: ``Match ID``, ``Wind 0``, ``Player 0 Deal W1 B2 ...``, ``Player 2 Play B3``, ``Player 1 Chi B4`` (the middle
tile), ``Peng``, ``Gang``, ``AnGang``, ``BuGang``, ``Hu``, ``Huang``, ``Score ...``; overridden calls follow
``Ignore``. The older collection uses Chinese words, ``0 打牌 ['B3']``. JSON: a list of the judge's outputs with
``display`` (or ``output.display``), alone or under ``log`` or ``logs``. Seats 0-3 are East, South, West, North.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.errors import EngineError
from engine.records.mcr_table import MCRTable
from engine.records.values import (
    Problem,
    Record,
    RecordedHand,
    RecordError,
    json_values,
    require_integer,
    require_list,
    require_seat,
)
from engine.sentences import sentence as _
from engine.tiles.notations import BOTZONE
from engine.tiles.tile import Tile, is_flower

FORM: Final = "botzone"
_LINE: Final = re.compile(r"\s*(Match|Wind|Player|Fan|Score|Huang)\b")
_OLD: Final = re.compile(
    r"\s*([0-3])\s+(摸牌|补花后摸牌|杠后摸牌|打牌|吃|碰|明杠|暗杠|补杠|补花|和牌|过)\b", re.MULTILINE
)
_OLD_DEAL: Final = re.compile(r"\s*([0-3])\s+(\[[^\]]*\])")
_OLD_WORDS: Final = {
    "摸牌": "draw",
    "补花后摸牌": "draw",
    "杠后摸牌": "draw",
    "打牌": "play",
    "吃": "chi",
    "碰": "peng",
    "明杠": "gang",
    "暗杠": "angang",
    "补杠": "bugang",
    "补花": "buhua",
    "和牌": "hu",
}
_WINDS: Final = {"东": 0, "東": 0, "南": 1, "西": 2, "北": 3}


def is_text(text: str) -> bool:
    first = next((line for line in text.splitlines() if line.strip()), "")
    lines = re.search(r"^\s*Player [0-3] Deal\b", text, re.MULTILINE)
    return bool((_LINE.match(first) and lines) or _OLD.search(text))


def is_value(value: object) -> bool:
    return bool(list(_find_displays(value)))


def tile_of(word: object) -> Tile:
    tile = BOTZONE.get(str(word))
    if tile is None:
        raise RecordError(_("unknown tile %(value)s", value=repr(word)))
    return tile


def loads(text: str) -> Record:
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return _loads_json(text)
    return _loads_old(text) if _OLD.search(text) else _loads_lines(text)


def _act(table: MCRTable, seat: int, word: str, tiles: Sequence[Tile], line: int | None = None) -> None:
    tile = tiles[0] if tiles else None
    if word in ("draw", "play", "chi", "bugang", "buhua", "angang") and tile is None:
        raise RecordError(_("%(word)s names a tile", word=word), at=line)
    acts: dict[str, Callable[[], None]] = {
        "draw": lambda: table.draw(seat, tiles[0], line),
        "play": lambda: table.discard(seat, tiles[0], line=line),
        "chi": lambda: table.chow(seat, tiles[0] if len(tiles) < 3 else sorted(tiles)[1], line),
        "peng": lambda: table.pung(seat, line),
        "gang": lambda: table.kong(seat, tile, line),
        "angang": lambda: table.kong(seat, tile, line),
        "bugang": lambda: table.add_kong(seat, tiles[0], line),
        "buhua": lambda: table.flower(seat, tiles[0], line),
        "hu": lambda: table.win(seat, line),
    }
    if word not in acts:
        raise RecordError(_("unknown line of a log: %(word)s", word=repr(word)), at=line)
    acts[word]()


class _Lines:
    def __init__(self) -> None:
        self.hands: list[RecordedHand] = []
        self.problems: list[Problem] = []
        self.table: MCRTable | None = None
        self.failed = False

    def begin(self, name: str, line: int) -> None:
        self.finish()
        self.table, self.failed = MCRTable(FORM, 0, name, line), False
        self.table.seat_walls = True

    def finish(self) -> None:
        if self.table is not None and self.table.events:
            self.hands.append(self.table.record())
        self.table = None

    def read(self, act: Callable[[MCRTable], None], line: int) -> None:
        if self.table is None:
            self.begin("", line)
        if self.failed or self.table is None:
            return
        try:
            act(self.table)
        except EngineError as error:
            self.problems.append(Problem(line, error.message))
            self.failed = True

    def record(self) -> Record:
        self.finish()
        return Record(tuple(self.hands), tuple(sorted(self.problems)))


def _loads_lines(text: str) -> Record:
    reader = _Lines()
    for number, raw in enumerate(text.splitlines(), 1):
        words = raw.split(" Ignore ", 1)[0].split()
        if not words:
            continue
        if words[0] == "Match" or (words[0] == "Wind" and (reader.table is None or reader.table.events)):
            reader.begin(words[1] if words[0] == "Match" and len(words) > 1 else "", number)
        if words[0] != "Match":
            reader.read(lambda table, words=words, number=number: _read_line(table, words, number), number)  # type: ignore[misc]
    return reader.record()


def _read_line(table: MCRTable, words: list[str], line: int) -> None:
    if words[0] == "Wind":
        table.prevalent = require_seat(words[1].removeprefix("F")) if len(words) > 1 else 0
    elif words[0] == "Score":
        table.changes = tuple(require_integer(word, "a score") for word in words[1:5])
        if len(table.changes) != 4:
            table.changes = None
    elif words[0] == "Huang":
        table.end_by_wall(line)
    elif words[0] == "Player" and len(words) >= 3:
        seat, word, tiles = require_seat(words[1]), words[2].lower(), [tile_of(word) for word in words[3:]]
        if word == "deal":
            table.deal_hand(seat, tiles)
            if seat == 3 and any(is_flower(tile) for hand in table.deal for tile in hand):
                table.add_flower_replacements()
        else:
            _act(table, seat, word, tiles, line)
    elif words[0] != "Fan":
        raise RecordError(_("unknown line of a log: %(word)s", word=repr(words[0])), at=line)


def _loads_old(text: str) -> Record:
    reader = _Lines()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        act, deal = _OLD.match(line), _OLD_DEAL.match(line)
        if line[:1] in _WINDS:
            reader.begin("", number)
            if reader.table is not None:
                reader.table.prevalent, reader.table.seat_walls = _WINDS[line[0]], False
        elif deal is not None:
            seat, tiles = int(deal[1]), _tile_reader(deal[2])
            reader.read(lambda table, seat=seat, tiles=tiles: _read_old_deal(table, seat, tiles()), number)  # type: ignore[misc]
        elif act is not None and act[2] != "过":
            seat, word, tiles = int(act[1]), _OLD_WORDS[act[2]], _tile_reader(line[act.end() :])
            reader.read(
                lambda table, seat=seat, word=word, tiles=tiles, number=number: _read_old_act(  # type: ignore[misc]
                    table, seat, word, tiles(), number
                ),
                number,
            )
    return reader.record()


def _tile_reader(text: str) -> Callable[[], list[Tile]]:
    return lambda: [
        tile_of(word) for word in re.findall(r"'([A-Z][0-9])'|\b([A-Z][0-9])\b", text) for word in word if word
    ]


def _read_old_deal(table: MCRTable, seat: int, tiles: list[Tile]) -> None:
    if len(tiles) == 14:
        table.dealer, table.dealt_to_dealer = seat, 14
    table.deal_hand(seat, tiles)


def _read_old_act(table: MCRTable, seat: int, word: str, tiles: list[Tile], line: int) -> None:
    _act(table, seat, word, [] if word == "hu" else tiles, line)


def _find_displays(value: object) -> list[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        for name in ("logs", "log"):
            if isinstance(value.get(name), list):
                return _find_displays(value[name])
        output = value.get("output")
        display = output.get("display") if isinstance(output, Mapping) else value.get("display", value)
        if isinstance(display, Mapping) and isinstance(display.get("action"), str) and display["action"] in _ACTIONS:
            return [display]
        return []
    if isinstance(value, list):
        return [display for entry in value for display in _find_displays(entry)]
    return []


_ACTIONS: Final = frozenset(
    ("INIT", "DEAL", "DRAW", "BUHUA", "PLAY", "PENG", "CHI", "GANG", "BUGANG", "HU", "HUANG", "WH", "WA")
)


def _loads_json(text: str) -> Record:
    values, problems = json_values(text)
    hands: list[RecordedHand] = []
    names: tuple[str, ...] = ()
    table: MCRTable | None = None
    for line, value in values:
        names = names or _read_names(value)
        for display in _find_displays(value):
            try:
                if display["action"] == "INIT" or table is None:
                    if table is not None and table.events:
                        hands.append(table.record())
                    table = MCRTable(FORM, require_integer(display.get("quan", 0), "quan"), str(len(hands) + 1), line)
                    table.seat_walls = True
                _read_display(table, display)
            except EngineError as error:
                problems.append(Problem(line, error.message))
                break
    if table is not None and table.events:
        hands.append(table.record())
    return Record(tuple(hands), tuple(sorted(problems)), names)


def _read_names(value: object) -> tuple[str, ...]:
    players = value.get("players") if isinstance(value, Mapping) else None
    if not isinstance(players, list) or len(players) != 4:
        return ()
    names = []
    for player in players:
        user = player.get("user", player.get("bot", player)) if isinstance(player, Mapping) else player
        names.append(str(user.get("name", "")) if isinstance(user, Mapping) else str(user))
    return tuple(names) if any(names) else ()


def _read_display(table: MCRTable, display: Mapping[str, Any]) -> None:
    action, seat = display["action"], display.get("player")
    if isinstance(display.get("score"), list) and len(display["score"]) == 4:
        table.changes = tuple(require_integer(points, "a score") for points in display["score"])
    if action == "DEAL":
        for index, tiles in enumerate(require_list(display.get("hand"), "hand")):
            table.deal_hand(require_seat(index), [tile_of(tile) for tile in require_list(tiles, "a hand")])
        if any(is_flower(tile) for hand in table.deal for tile in hand):
            table.add_flower_replacements()
    elif action == "HUANG":
        table.changes = (0, 0, 0, 0)
        table.end_by_wall()
    elif action in ("INIT", "WH", "WA"):
        return
    else:
        seat = require_seat(seat)
        tile = [tile_of(display["tile"])] if display.get("tile") else []
        if action == "BUHUA":
            table.draw(seat, *tile)
            table.flower(seat, *tile)
        elif action == "CHI":
            table.chow(seat, tile_of(display.get("tileCHI")))
            table.discard(seat, *tile)
        elif action == "PENG":
            table.pung(seat)
            table.discard(seat, *tile)
        else:
            _act(table, seat, action.lower(), tile)
