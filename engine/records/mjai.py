"""mjai logs: one JSON message a line. Hands of a game; ``deltas`` of the ends give the scores to compare with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from engine.errors import EngineError
from engine.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    Konged,
    Ponged,
    UraTurned,
    Won,
)
from engine.family import ruleset
from engine.records.values import HandRecord, Problem, Record, RecordError, item, listed, seat_of, whole
from engine.replays import read_setup
from engine.table import Setup
from engine.tiles import Tile, format_tiles, kind_of, parse_tile

HONOURS: Final = {letter: f"{rank}z" for rank, letter in enumerate("ESWNPFC", 1)}
ENDS: Final = {
    "fanpai": "exhaustive",
    "exhaustive": "exhaustive",
    "kyushukyuhai": "nine_terminals",
    "sufonrenta": "four_winds",
    "suchareach": "four_riichi",
    "sukaikan": "four_kongs",
    "sanchahoa": "triple_ron",
    "nagashimangan": "nagashi",
}
Message = dict[str, Any]


def tile_of(pai: object) -> Tile:
    """The tile of mjai's notation: 5mr a red five, E S W N P F C honours, ? an unknown tile."""
    if not isinstance(pai, str):
        raise RecordError(f"a tile is a text such as 5m, not {pai!r}")
    if pai.endswith("r") and pai[:1] == "5":
        return parse_tile(f"0{pai[1:-1]}")
    return parse_tile(HONOURS.get(pai, pai))


def _tiles(value: object, name: str) -> tuple[Tile, ...]:
    return tuple(tile_of(pai) for pai in listed(value, name))


def _claim(kind: type[Any]) -> Callable[[Message], Event]:
    def read(message: Message) -> Event:
        seat, source = seat_of(item(message, "actor")), seat_of(item(message, "target"))
        event: Event = kind(seat, source, tile_of(item(message, "pai")), _tiles(item(message, "consumed"), "consumed"))
        return event

    return read


def _concealed(message: Message) -> Event:
    return ConcealedKong(seat_of(item(message, "actor")), kind_of(_tiles(item(message, "consumed"), "consumed")[0]))


_EVENTS: Final[dict[str, Callable[[Message], Event]]] = {
    "tsumo": lambda m: Drew(seat_of(item(m, "actor")), tile_of(item(m, "pai"))),
    "dahai": lambda m: Discarded(
        seat_of(item(m, "actor")), tile_of(item(m, "pai")), bool(m["tsumogiri"]) if "tsumogiri" in m else None
    ),
    "chi": _claim(Chowed),
    "pon": _claim(Ponged),
    "daiminkan": _claim(Konged),
    "kakan": lambda m: AddedKong(seat_of(item(m, "actor")), tile_of(item(m, "pai"))),
    "ankan": _concealed,
    "reach": lambda m: DeclaredRiichi(seat_of(item(m, "actor"))),
    "dora": lambda m: DoraTurned(tile_of(item(m, "dora_marker"))),
    "ryukyoku": lambda m: Ended(ENDS.get(str(m.get("reason", "fanpai")), str(m.get("reason")))),
}


class _Hand:
    """A hand while it is read."""

    def __init__(self, message: Message, name: str) -> None:
        self.name = name
        self.setup = _setup(message)
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.ura: tuple[Tile, ...] = ()
        self.scores = list(self.setup.start_scores)
        self.stated = False
        self.offered: Tile | None = None

    def read(self, message: Message, line: int) -> None:
        """One message of the hand."""
        kind = message["type"]
        if kind == "hora":
            event = self._win(message)
        elif kind in _EVENTS:
            event = _EVENTS[kind](message)
        else:
            if kind == "reach_accepted":
                self.scores[seat_of(item(message, "actor"))] -= 1000
            return
        if isinstance(event, (Drew, Discarded, AddedKong)):
            self.offered = event.tile
        if isinstance(event, ConcealedKong):
            self.offered = event.tile
        if "deltas" in message:
            self.stated = True
            for seat, change in enumerate(listed(message["deltas"], "deltas")):
                self.scores[seat_of(seat)] += whole(change, "a change")
        self.events.append(event)
        self.lines.append(line)

    def _win(self, message: Message) -> Event:
        seat, source = seat_of(item(message, "actor")), seat_of(item(message, "target"))
        markers = message.get("ura_markers", message.get("uradora_markers")) or ()
        self.ura = _tiles(markers, "ura_markers") or self.ura
        tile = tile_of(message["pai"]) if "pai" in message else self.offered
        return Won(seat, None if seat == source else source, tile)

    def record(self) -> HandRecord:
        """The hand as it was read."""
        if self.ura:
            self.events.append(UraTurned(self.ura))
            self.lines.append(self.lines[-1])
        scores = tuple(self.scores) if self.stated else None
        return HandRecord(self.setup, tuple(self.events), self.name, tuple(self.lines), scores)


def _setup(message: Message) -> Setup:
    hands = [format_tiles(_tiles(hand, "tehais")) for hand in listed(item(message, "tehais"), "tehais")]
    return read_setup(
        {
            "ruleset": ruleset("riichi-tenhou").name,
            "prevalent_wind": item(message, "bakaze"),
            "dealer": seat_of(item(message, "oya")),
            "honba": message.get("honba", 0),
            "deposits": message.get("kyotaku", 0),
            "start_scores": message.get("scores", [25_000] * 4),
            "deal": hands,
            "dora_indicators": format_tiles((tile_of(item(message, "dora_marker")),)),
        }
    )


def loads(text: str) -> Record:
    """The hands of a log; a message that cannot be read ends its hand and is a problem."""
    hands: list[HandRecord] = []
    problems: list[Problem] = []
    hand: _Hand | None = None
    failed = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            message = json.loads(line)
            if not isinstance(message, dict) or not isinstance(message.get("type"), str):
                raise RecordError("a message is an object with a type")
            if message["type"] == "start_kyoku":
                if hand is not None:
                    hands.append(hand.record())
                hand, failed = None, False
                hand = _Hand(message, f"{message.get('bakaze', '')}{message.get('kyoku', '')}")
            elif hand is not None and not failed:
                hand.read(message, number)
        except json.JSONDecodeError as error:
            problems.append(Problem(number, f"no JSON: {error.msg}"))
            failed = True
        except EngineError as error:
            problems.append(Problem(number, error.message))
            failed = True
    if hand is not None:
        hands.append(hand.record())
    return Record(tuple(hands), tuple(problems))
