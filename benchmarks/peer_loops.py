"""Loops over many cases by other packages: JSON lines in and out, and events of a hand one after the other.

What they do is what ``python -m engine score`` and the unchecked replay do, as far as they can; a call works off all
cases and is measured without starting Python.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from benchmarks.peers import found, gb_arguments, mahjong_arguments
from engine.play.events import (
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
)
from engine.play.table import Setup
from engine.play.walks import Walk
from engine.rules.riichi.play.start_values import riichi_setup
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile, format_tile

Loop = Callable[[], object]
Message = dict[str, Any]

LETTERS: Final = "ESWNPFC"
CLAIMS: Final[dict[type[Any], str]] = {Chowed: "chi", Ponged: "pon", Konged: "daiminkan"}


def line_of(case: Message) -> str:
    """The hand of a case in one line of our notation."""
    return " ".join([case["hand"], *case["melds"], f"+{case['win']}"])


def gb_loop(cases: str) -> Loop | None:
    """PyMahjongGB over MCR cases, the fans of each as JSON; None where it is not installed."""
    package = found("MahjongGB")
    if package is None:
        return None
    count = package.MahjongFanCalculator

    def loop() -> list[str]:
        answers = []
        for text in cases.splitlines():
            case = json.loads(text)
            packs, tiles, winning, flowers = gb_arguments(line_of(case))
            fans = count(packs, tiles, winning, flowers, case["by"] == "self_draw", False, False, False, 0, 0)
            answers.append(json.dumps({"id": case["id"], "fans": fans}))
        return answers

    return loop


def mahjong_loop(cases: str) -> Loop | None:
    """The package mahjong over riichi cases, han, fu and cost of each as JSON; None where it is not installed."""
    if found("mahjong") is None:
        return None
    calculate = importlib.import_module("mahjong.hand_calculating.hand").HandCalculator.estimate_hand_value
    config = importlib.import_module("mahjong.hand_calculating.hand_config").HandConfig

    def loop() -> list[str]:
        answers = []
        for text in cases.splitlines():
            case = json.loads(text)
            tiles, winning, melds = mahjong_arguments(Hand.parse(line_of(case)))
            value = calculate(tiles, winning, melds, [], config(is_tsumo=case["by"] == "self_draw"))
            told = {"id": case["id"], "han": value.han, "fu": value.fu, "cost": value.cost}
            answers.append(json.dumps({**told, "yaku": [str(yaku) for yaku in value.yaku or ()]}))
        return answers

    return loop


def riichienv_replay(hands: Sequence[Walk]) -> tuple[Loop, int] | None:
    """riichienv told of the events of riichi hands, and how many events they are; None where it is not installed.

    The events are mjai messages, made before; wins and passes, which it is not told of, are left out.
    """
    package = found("riichienv")
    if package is None:
        return None
    games = [[first_message(hand.setup), *messages(hand.setup, hand.events)] for hand in hands]

    def loop() -> None:
        for game in games:
            env = package.RiichiEnv()
            env.apply_event({"type": "start_game"})
            for message in game:
                env.apply_event(message)

    return loop, sum(len(game) - 1 for game in games)


def first_message(setup: Setup) -> Message:
    """The mjai message that begins the hand; the dealer's fourteenth tile is a draw."""
    return {
        "type": "start_kyoku",
        "bakaze": LETTERS[setup.prevalent_wind],
        "kyoku": setup.dealer + 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": setup.dealer,
        "scores": list(setup.start_scores),
        "dora_marker": pai(riichi_setup(setup).dora_indicators[0]),
        "tehais": [[pai(tile) for tile in hand[:13]] for hand in setup.hands],
    }


def messages(setup: Setup, events: Iterable[Event]) -> list[Message]:
    """The mjai messages of a hand's events.

    >>> pai(4), pai(42), pai(31)
    ('5m', '5mr', 'P')
    """
    dealt = setup.hands[setup.dealer][13:]
    told = [{"type": "tsumo", "actor": setup.dealer, "pai": pai(tile)} for tile in dealt]
    drawn = dealt[0] if dealt else None
    for event in events:
        if isinstance(event, Drew):
            drawn = event.tile
            told.append({"type": "tsumo", "actor": event.seat, "pai": pai(event.tile)})
        elif isinstance(event, Discarded):
            kept = event.tile != drawn
            told.append({"type": "dahai", "actor": event.seat, "pai": pai(event.tile), "tsumogiri": not kept})
        elif isinstance(event, (Chowed, Ponged, Konged)):
            drawn = None
            own = event.hand_tiles or (event.tile,) * (3 if isinstance(event, Konged) else 2)
            claim = {"type": CLAIMS[type(event)], "actor": event.seat, "target": event.source}
            told.append({**claim, "pai": pai(event.tile), "consumed": [pai(tile) for tile in own]})
        elif isinstance(event, AddedKong):
            tile = pai(event.tile)
            told.append({"type": "kakan", "actor": event.seat, "pai": tile, "consumed": [tile] * 3})
        elif isinstance(event, ConcealedKong):
            told.append({"type": "ankan", "actor": event.seat, "consumed": [pai(event.tile)] * 4})
        elif isinstance(event, DeclaredRiichi):
            told.append({"type": "reach", "actor": event.seat})
        elif isinstance(event, DoraTurned):
            told.append({"type": "dora", "dora_marker": pai(event.tile)})
        elif isinstance(event, Ended):
            told.append({"type": "ryukyoku"})
    return told


def pai(tile: Tile) -> str:
    """A tile as mjai writes it."""
    text = format_tile(tile)
    if text[1] == "z":
        return LETTERS[int(text[0]) - 1]
    return f"5{text[1]}r" if text[0] == "0" else text
