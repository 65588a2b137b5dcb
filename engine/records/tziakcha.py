"""Records of tziakcha.net (雀渣): the response of a record's address, packed or not, for one hand or a session.

``step`` (or ``script``, the same compressed with zlib in base64): ``p`` the players from East, ``i`` the hand of the
match from 0, ``w`` the wall and ``d`` the dice, ``a`` acts of ``[16 x seat + kind, what, milliseconds]``, ``s`` score
changes. Without a wall the starting hands are inferred from the acts.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.errors import EngineError
from engine.play.events import Won
from engine.records.mcr_table import HAND, MCRTable
from engine.records.values import (
    Problem,
    Record,
    RecordedHand,
    RecordError,
    json_values,
    require_integer,
    require_item,
    require_list,
)
from engine.sentences import sentence as _
from engine.tiles.notations import IN_PRINT, SEASONS
from engine.tiles.tile import EAST, GREEN, NORTH, RED, SOUTH, WEST, WHITE, Tile

FORM: Final = "tziakcha"
MAX_SCRIPT_BYTES: Final = 4_000_000
TILES: Final = 144
KINDS: Final[tuple[Tile, ...]] = (
    *range(9),
    *range(18, 27),
    *range(9, 18),
    *(EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE),
)
"""Four copies of each: characters, bamboos, dots, winds, dragons."""
FLOWER_ORDER: Final = (*SEASONS, *IN_PRINT)
START, FLOWER, DISCARD, CHOW, PUNG, KONG, WIN, DRAW, PASS, ABANDON = range(10)


def tile_of(number: int) -> Tile:
    if 0 <= number < 4 * len(KINDS):
        return int(KINDS[number >> 2])
    if number < TILES and number >= 0:
        return FLOWER_ORDER[number - 4 * len(KINDS)]
    raise RecordError(_("unknown tile %(value)s", value=repr(number)))


def is_value(value: object) -> bool:
    return any(True for _found in _find_steps(value))


def _find_steps(value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, list):
        for entry in value:
            yield from _find_steps(entry)
    elif isinstance(value, Mapping):
        name = str(value.get("id", "") or "")
        if isinstance(value.get("step"), Mapping):
            yield name, value["step"]
        elif isinstance(value.get("script"), str) and value["script"] != "<Decoded>":
            yield name, value["script"]
        elif isinstance(value.get("a"), list) and isinstance(value.get("p"), list) and "i" in value:
            yield name, value
        else:
            for inside in ("records", "rounds"):
                if isinstance(value.get(inside), list):
                    yield from _find_steps(value[inside])


def loads(text: str) -> Record:
    """Parse the hands of a record or session; an unreadable one is a problem of its line."""
    values, problems = json_values(text)
    hands: list[RecordedHand] = []
    names: tuple[str, ...] = ()
    for line, value in values:
        for name, packed in _find_steps(value):
            try:
                step = _unpack_step(packed)
                hand = _read_hand(step, name or str(len(hands) + 1), line)
                hands.append(hand)
                names = names or hand.names
            except EngineError as error:
                problems.append(Problem(line, _("record %(name)s: %(problem)s", name=name, problem=error.message)))
    return Record(tuple(hands), tuple(sorted(problems)), names)


def _unpack_step(packed: object) -> Mapping[str, Any]:
    if isinstance(packed, Mapping):
        return packed
    unpacker = zlib.decompressobj()
    try:
        script = unpacker.decompress(base64.b64decode(str(packed)), MAX_SCRIPT_BYTES)
        step = json.loads(script.decode("utf-8").replace("\0", ""))
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError, RecursionError):
        raise RecordError(_("the script cannot be unpacked")) from None
    if not isinstance(step, Mapping):
        raise RecordError(_("the script holds no hand"))
    return step


def _order_by_seat(dealer: int, values: list[Any]) -> tuple[Any, ...]:
    return tuple(values[(seat - dealer) % 4] for seat in range(4))


def _read_hand(step: Mapping[str, Any], name: str, line: int) -> RecordedHand:
    number = require_integer(step.get("i", 0), "i")
    table = MCRTable(FORM, number // 4, name, line)
    east = number % 4
    table.dealer, table.dealt_to_dealer = east, HAND + 1
    players = [player for player in require_list(step.get("p", ()), "p") if isinstance(player, Mapping)]
    names: tuple[str, ...] = ()
    if len(players) == 4:
        table.scores = _order_by_seat(east, [require_integer(player.get("s", 0), "s") for player in players])
        names = _order_by_seat(east, [str(player.get("n", "")) for player in players])
    changes = step.get("s")
    if isinstance(changes, list) and len(changes) == 4:
        table.changes = _order_by_seat(east, [require_integer(change, "s") for change in changes])
    if isinstance(step.get("w"), str) and step.get("d") is not None:
        for wind, tiles in enumerate(_read_deal(step["w"], require_integer(step["d"], "d"))):
            table.deal_hand((wind + east) % 4, tiles)
    for act in require_list(require_item(step, "a"), "a"):
        parts = [require_integer(part, "an act") for part in require_list(act, "an act")]
        if len(parts) < 2:
            raise RecordError(_("expected an act as its seat and kind, and the tile"))
        _add_act(table, ((parts[0] >> 4 & 3) + east) % 4, parts[0] & 15, parts[1])
    if not any(isinstance(event, Won) for event in table.events):
        table.end_by_wall()
    _infer_winner_hand(table, step, east)
    return table.record()._replace(names=names)


def _read_deal(wall: str, dice: int) -> list[list[Tile]]:
    try:
        tiles = [tile_of(number) for number in bytes.fromhex(wall)]
    except ValueError as error:
        if isinstance(error, EngineError):
            raise
        raise RecordError(_("the wall is not a list of tiles")) from None
    if len(tiles) != TILES:
        raise RecordError(_("expected %(size)s tiles in the wall, found %(count)s", size=TILES, count=len(tiles)))
    thrown = [dice >> shift & 15 for shift in (0, 4, 8, 12)]
    start = ((1 - thrown[0] - thrown[1]) % 4 * 36 + 2 * sum(thrown)) % TILES
    order = tiles[start:] + tiles[:start]
    hands: list[list[Tile]] = [[], [], [], []]
    for block in range(12):
        hands[block % 4] += order[4 * block : 4 * block + 4]
    for seat in range(4):
        hands[seat].append(order[48 + seat])
    hands[0].append(order[52])
    return hands


def _add_act(table: MCRTable, seat: int, kind: int, what: int) -> None:
    if kind == FLOWER:
        table.flower(seat, tile_of(4 * len(KINDS) + (what >> 8 & 15)))
        table.draw(seat, tile_of(what & 255))
    elif kind == DISCARD:
        table.discard(seat, tile_of(what & 255), drawn=not what >> 8 & 1)
    elif kind == DRAW:
        table.draw(seat, tile_of(what & 255))
    elif kind == WIN:
        if what >> 1:
            table.win(seat)
        else:
            raise RecordError(_("a false win, after which the record is not followed"))
    elif kind in (CHOW, PUNG, KONG) and what:
        tile = tile_of((what & 63) << 2)
        if kind == CHOW:
            table.chow(seat, tile)
        elif kind == PUNG:
            table.pung(seat)
        elif what & 0x0300 == 0x0300:
            table.add_kong(seat, tile)
        else:
            table.kong(seat, tile)


def _infer_winner_hand(table: MCRTable, step: Mapping[str, Any], east: int) -> None:
    entries = step.get("y")
    if not isinstance(entries, list) or isinstance(step.get("w"), str):
        return
    for wind, entry in enumerate(entries[:4]):
        seat = (wind + east) % 4
        hand = entry.get("h") if isinstance(entry, Mapping) else None
        tiles = hand.get("s") if isinstance(hand, Mapping) else None
        if not isinstance(tiles, list):
            continue
        remaining = list(table.held[seat])
        # The winning tile comes last; another player's tile was never in the hand.
        claimed = any(
            isinstance(event, Won) and event.seat == seat and event.source is not None for event in table.events
        )
        for tile in [tile_of(require_integer(number, "a tile")) for number in (tiles[:-1] if claimed else tiles)]:
            if tile in remaining:
                remaining.remove(tile)
            else:
                table.deal[seat].append(tile)
