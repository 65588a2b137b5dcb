"""Played MCR hands written as Botzone and tziakcha write them, to read them back."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Sequence

from engine.family import ruleset
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    FlowerShown,
    Konged,
    Ponged,
    UraTurned,
    Won,
)
from engine.play.table import Setup, replay, start
from engine.play.walks import Walk, walk
from engine.records.tziakcha import FLOWER_ORDER, KINDS
from engine.tiles.notations import BOTZONE
from engine.tiles.tile import Tile, is_flower

WORD = {tile: word for word, tile in BOTZONE.items()}
MCR = ruleset("mcr-2006")


def with_seat_walls(seed: int) -> Walk:
    """A hand without flowers in which everybody draws from a wall of their own, as Botzone deals."""
    tiles = [tile for tile in MCR.tile_set.tiles if not is_flower(tile)]
    random.Random(seed).shuffle(tiles)
    hands = tuple(tuple(tiles[34 * seat : 34 * seat + 13]) for seat in range(4))
    walls = tuple(tuple(tiles[34 * seat + 13 : 34 * seat + 34]) for seat in range(4))
    return walk(MCR, seed, Setup(MCR, hands, seat_walls=walls))


def with_flowers(seed: int) -> Walk:
    """A hand of 144 tiles whose dealer sits at seat 0."""
    tiles = list(MCR.tile_set.tiles)
    random.Random(seed).shuffle(tiles)
    hands = (tuple(tiles[:14]), *(tuple(tiles[1 + 13 * seat : 14 + 13 * seat]) for seat in (1, 2, 3)))
    return walk(MCR, seed, Setup(MCR, hands, wall=tuple(tiles[53:])))


def botzone_lines(hand: Walk, wind: int = 0) -> str:
    """The lines of a collection of games."""
    lines = ["Match 1", f"Wind {wind}"]
    lines += [f"Player {seat} Deal {' '.join(WORD[tile] for tile in hand.setup.hands[seat])}" for seat in range(4)]
    words = {
        Drew: "Draw", Discarded: "Play", Chowed: "Chi", Ponged: "Peng", Konged: "Gang", AddedKong: "BuGang",
        ConcealedKong: "AnGang", Won: "Hu",
    }  # fmt: skip
    for event in hand.events:
        if isinstance(event, DoraTurned | UraTurned):
            continue
        if isinstance(event, Ended):
            lines.append("Huang")
        elif type(event) in words:
            line = f"Player {_seat(event)} {words[type(event)]} {WORD[_named(event)]}"
            lines.append(line + (" Ignore Player 3 CHI B4" if isinstance(event, Ponged) else ""))
    lines.append("Score " + " ".join(map(str, hand.states[-1].deltas)))
    return "\n".join(lines) + "\n"


def botzone_judge(hand: Walk) -> str:
    """The judge's record: what a claim shows is the discard that follows it."""
    shown: list[dict[str, object]] = [
        {"action": "INIT", "quan": 0},
        {"action": "DEAL", "hand": [[WORD[tile] for tile in tiles] for tiles in hand.setup.hands]},
    ]
    words = {Drew: "DRAW", Discarded: "PLAY", Konged: "GANG", AddedKong: "BUGANG", ConcealedKong: "GANG"}
    claim: Chowed | Ponged | None = None
    for event in hand.events:
        if isinstance(event, DoraTurned | UraTurned):
            continue
        if isinstance(event, Chowed | Ponged):
            claim = event
        elif isinstance(event, Ended):
            shown.append({"action": "HUANG"})
        elif isinstance(event, Won):
            shown.append({"action": "HU", "player": event.seat, "score": list(hand.states[-1].deltas)})
        elif isinstance(event, Discarded) and claim is not None:
            more = {"tileCHI": WORD[_named(claim)]} if isinstance(claim, Chowed) else {}
            action = "CHI" if more else "PENG"
            shown.append({"action": action, "player": event.seat, "tile": WORD[event.tile], **more})
            claim = None
        elif type(event) in words:
            shown.append({"action": words[type(event)], "player": _seat(event), "tile": WORD[_named(event)]})
    answers = {str(seat): {"verdict": "OK", "response": "PASS"} for seat in range(4)}
    logs: list[object] = []
    for one in shown:
        logs += [{"output": {"command": "request", "display": one}}, answers]
    return json.dumps({"_id": "5f", "logs": logs})


def _seat(event: Event) -> int:
    seat: int = event.seat  # type: ignore[union-attr]
    return seat


def _named(event: Event) -> Tile:
    """The tile that a line names: the middle one of a chow."""
    if isinstance(event, Chowed):
        return sorted((event.tile, *event.own))[1]
    tile: Tile = event.tile  # type: ignore[union-attr, assignment]
    return tile


class _Numbers:
    """Copies of a kind of tile; their order does not matter, only that none occurs twice."""

    def __init__(self) -> None:
        self.next = dict.fromkeys(range(34), 0)

    def of(self, tile: Tile) -> int:
        if is_flower(tile):
            return 136 + FLOWER_ORDER.index(tile)
        self.next[tile] += 1
        return 4 * KINDS.index(tile) + (self.next[tile] - 1) % 4


def tziakcha(hand: Walk, *, wall: bool = True, packed: bool = False) -> str:
    """A record; ``wall`` and dice tell the deal, without them only the acts do."""
    acts: list[list[int]] = []
    shown: list[FlowerShown] = []

    def add(seat: int, kind: int, what: int) -> None:
        acts.append([16 * seat + kind, what, 100 * len(acts)])

    for event in hand.events:
        if isinstance(event, FlowerShown):
            shown.append(event)
        elif isinstance(event, Drew) and shown:
            flower = shown.pop(0)
            add(event.seat, 1, (FLOWER_ORDER.index(flower.tile) << 8) | _Numbers().of(event.tile))
        elif isinstance(event, Drew):
            add(event.seat, 7, _Numbers().of(event.tile))
        elif isinstance(event, Discarded):
            add(event.seat, 2, _Numbers().of(event.tile) | (0 if event.just_drawn else 256))
        elif isinstance(event, Chowed):
            add(event.seat, 3, KINDS.index(_named(event)) | 64)
        elif isinstance(event, Ponged):
            add(event.seat, 4, KINDS.index(event.tile) | ((event.seat - event.source) % 4 << 6))
        elif isinstance(event, Konged):
            add(event.seat, 5, KINDS.index(event.tile) | ((event.seat - event.source) % 4 << 6))
        elif isinstance(event, AddedKong):
            add(event.seat, 5, KINDS.index(event.tile) | 0x300)
        elif isinstance(event, ConcealedKong):
            # Some bit is always set: nothing at all is a claim that did not come about.
            add(event.seat, 5, KINDS.index(event.tile) | 0x400)
        elif isinstance(event, Won):
            add(event.seat, 6, 16)
    names = ["Aki", "Bo", "Cleo", "Dai"]
    step: dict[str, object] = {
        "p": [{"n": name, "s": 0} for name in names],
        "i": 0,
        "a": acts,
        "s": list(hand.states[-1].deltas),
        "y": _closed_hands(hand),
    }
    if wall:
        step |= {"w": _wall(hand.setup), "d": 0x1111}
    if not packed:
        return json.dumps({"id": "abc", "script": "<Decoded>", "step": step})
    script = base64.b64encode(zlib.compress(json.dumps(step).encode())).decode()
    return json.dumps({"id": "abc", "script": script})


def _wall(setup: Setup) -> str:
    """The wall from the first tile dealt, turned by what two throws of two ones say."""
    hands = [list(tiles) for tiles in setup.hands]
    order = [tile for block in range(12) for tile in hands[block % 4][4 * (block // 4) : 4 * (block // 4) + 4]]
    order += [hands[seat][12] for seat in range(4)] + [hands[0][13], *(setup.wall or ())]
    numbers = _Numbers()
    found = [numbers.of(tile) for tile in order]
    start = 116
    return bytes(found[-start:] + found[:-start]).hex()


def _closed_hands(hand: Walk) -> Sequence[object]:
    final = replay(start(hand.setup), hand.events).final
    found: list[object] = [{}, {}, {}, {}]
    for win in final.wins:
        if win.scored is None or win.tile is None:
            continue
        tiles = list(final.players[win.seat].concealed)
        if win.tile in tiles and win.source is None:
            tiles.remove(win.tile)
        found[win.seat] = {"h": {"p": [], "s": [_Numbers().of(tile) for tile in (*tiles, win.tile)]}}
    return found
