"""Played riichi hands written as Tenhou's XML and as mjai, to read them back."""

from __future__ import annotations

import json
from collections.abc import Sequence

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
    Passed,
    Ponged,
    UraTurned,
    Won,
)
from engine.play.start_values import start_values
from engine.play.walks import Walk
from engine.tiles.selection import pick
from engine.tiles.tile import RED_FIVES, Tile, kind_of

ENDS = {
    "exhaustive": "",
    "nine_terminals": "yao9",
    "four_riichi": "reach4",
    "triple_ron": "ron3",
    "four_kongs": "kan4",
    "four_winds": "kaze4",
    "nagashi": "nm",
}
JSON_ENDS = {
    "exhaustive": "流局",
    "nine_terminals": "九種九牌",
    "four_riichi": "四家立直",
    "triple_ron": "三家和了",
    "four_kongs": "四槓散了",
    "four_winds": "四風連打",
    "nagashi": "流し満貫",
}


def recorded(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that a log of a server keeps: no passes."""
    return tuple(event for event in events if not isinstance(event, Passed))


class _Ids:
    """The 136 tiles: which of the four copies of a kind is where."""

    def __init__(self) -> None:
        self.free = {tile: [4 * tile + copy for copy in range(4)] for tile in range(34)}
        for red, kind in zip(RED_FIVES, (4, 13, 22), strict=True):
            self.free[red] = [self.free[kind].pop(0)]
        self.held: list[list[int]] = [[], [], [], []]

    def new(self, tile: Tile) -> int:
        return self.free[tile].pop(0)

    @staticmethod
    def is_tile(number: int, tile: Tile) -> bool:
        red = number in (16, 52, 88)
        return number // 4 == kind_of(tile) and red == (tile in RED_FIVES)

    def take(self, seat: int, tile: Tile) -> int:
        """A tile of a hand leaves it; the latest of equal ones."""
        found = next(number for number in reversed(self.held[seat]) if self.is_tile(number, tile))
        self.held[seat].remove(found)
        return found


def tenhou_xml(hand: Walk) -> str:
    """The hand as an mjlog of one hand."""
    ids = _Ids()
    setup = hand.setup
    begun = start_values(setup)
    dora = ids.new(begun["dora_indicators"][0])
    for seat, tiles in enumerate(setup.hands):
        ids.held[seat] = [ids.new(tile) for tile in tiles]
    dealt = [",".join(map(str, held[:13])) for held in ids.held]
    ten = ",".join(str(score // 100) for score in setup.start_scores)
    counted = f"{begun.get('honba', 0)},{begun.get('deposits', 0)}"
    head = f'<INIT seed="{4 * setup.prevalent_wind + setup.dealer},{counted},0,0,{dora}" '
    lines = ['<mjloggm ver="2.3">', '<GO type="9" lobby="0"/>']
    lines.append(
        head + f'ten="{ten}" oya="{setup.dealer}" ' + " ".join(f'hai{s}="{t}"' for s, t in enumerate(dealt)) + "/>"
    )
    lines.append(f"<{'TUVW'[setup.dealer]}{ids.held[setup.dealer][13]}/>")
    offered = -1
    ends = ",".join(f"{s // 100},{d // 100}" for s, d in zip(setup.start_scores, hand.states[-1].deltas, strict=True))
    for event in recorded(hand.events):
        if isinstance(event, Drew):
            number = ids.new(event.tile)
            ids.held[event.seat].append(number)
            lines.append(f"<{'TUVW'[event.seat]}{number}/>")
        elif isinstance(event, Discarded):
            offered = ids.take(event.seat, event.tile)
            lines.append(f"<{'DEFG'[event.seat]}{offered}/>")
        elif isinstance(event, DeclaredRiichi):
            lines.append(f'<REACH who="{event.seat}" step="1"/>')
        elif isinstance(event, DoraTurned):
            lines.append(f'<DORA hai="{ids.new(event.tile)}" />')
        elif isinstance(event, Won):
            source = event.seat if event.source is None else event.source
            machi = offered if event.source is not None else ids.take(event.seat, event.tile or 0)
            lines.append(f'<AGARI who="{event.seat}" fromWho="{source}" machi="{machi}" sc="{ends}"/>')
        elif isinstance(event, Ended):
            lines.append(f'<RYUUKYOKU type="{ENDS[event.kind]}" sc="{ends}"/>')
        elif isinstance(event, (Chowed, Ponged, Konged, AddedKong, ConcealedKong)):
            code, offered = _meld(ids, event, offered)
            lines.append(f'<N who="{event.seat}" m="{code}" />')
    return "\n".join([*lines, "</mjloggm>"])


def _meld(ids: _Ids, event: Chowed | Ponged | Konged | AddedKong | ConcealedKong, claimed: int) -> tuple[int, int]:
    """The bits of a meld, and the tile that is on offer now."""
    seat, kind = event.seat, kind_of(event.tile)
    if isinstance(event, AddedKong):
        added = ids.take(seat, event.tile)
        return ((3 * kind) << 9) | ((added % 4) << 5) | 0x10, added
    if isinstance(event, ConcealedKong):
        four = [number for number in ids.held[seat] if number // 4 == kind]
        ids.held[seat] = [number for number in ids.held[seat] if number // 4 != kind]
        return four[0] << 8, four[0]
    source = (event.source - seat) % 4
    own_tiles = event.own or (event.tile,) * (3 if isinstance(event, Konged) else 2)
    if isinstance(event, Konged):
        ids.held[seat] = [number for number in ids.held[seat] if number // 4 != kind]
        return (claimed << 8) | source, claimed
    own = [ids.take(seat, tile) for tile in own_tiles]
    tiles = sorted([*own, claimed])
    at = tiles.index(claimed)
    if isinstance(event, Chowed):
        first = tiles[0] // 4
        bits = sum((number % 4) << (3 + 2 * step) for step, number in enumerate(tiles))
        return ((3 * (first // 9 * 7 + first % 9) + at) << 10) | bits | 0x4 | source, claimed
    unused = next(copy for copy in range(4) if 4 * kind + copy not in tiles)
    return ((3 * kind + at) << 9) | (unused << 5) | 0x8 | source, claimed


def pai(tile: Tile) -> str:
    """mjai's notation of a tile."""
    if tile in RED_FIVES:
        return f"5{'mps'[RED_FIVES.index(tile)]}r"
    return "ESWNPFC"[tile - 27] if tile >= 27 else f"{tile % 9 + 1}{'mps'[tile // 9]}"


def mjai(hand: Walk) -> str:
    """The hand as mjai messages."""
    setup = hand.setup
    begun = start_values(setup)
    first = setup.hands[setup.dealer][13]
    messages: list[dict[str, object]] = [
        {"type": "start_game", "names": ["a", "b", "c", "d"]},
        {
            "type": "start_kyoku",
            "bakaze": setup.prevalent_wind.letter,
            "kyoku": setup.dealer + 1,
            "honba": begun.get("honba", 0),
            "kyotaku": begun.get("deposits", 0),
            "oya": setup.dealer,
            "scores": list(setup.start_scores),
            "dora_marker": pai(begun["dora_indicators"][0]),
            "tehais": [[pai(tile) for tile in tiles[:13]] for tiles in setup.hands],
        },
        {"type": "tsumo", "actor": setup.dealer, "pai": pai(first)},
    ]
    names = {Chowed: "chi", Ponged: "pon", Konged: "daiminkan"}
    for state, event in zip(hand.states, hand.events, strict=False):
        if isinstance(event, Drew):
            messages.append({"type": "tsumo", "actor": event.seat, "pai": pai(event.tile)})
        elif isinstance(event, Discarded):
            drawn = state.drawn_tile == event.tile
            messages.append({"type": "dahai", "actor": event.seat, "pai": pai(event.tile), "tsumogiri": drawn})
        elif isinstance(event, (Chowed, Ponged, Konged)):
            number = 3 if isinstance(event, Konged) else 2
            own = event.own or pick(state.players[event.seat].concealed, kind_of(event.tile), number)
            message = {"type": names[type(event)], "actor": event.seat, "target": event.source, "pai": pai(event.tile)}
            messages.append({**message, "consumed": list(map(pai, own))})
        elif isinstance(event, AddedKong):
            messages.append({"type": "kakan", "actor": event.seat, "pai": pai(event.tile), "consumed": []})
        elif isinstance(event, ConcealedKong):
            messages.append({"type": "ankan", "actor": event.seat, "consumed": [pai(kind_of(event.tile))] * 4})
        elif isinstance(event, DeclaredRiichi):
            messages.append({"type": "reach", "actor": event.seat})
        elif isinstance(event, DoraTurned):
            messages.append({"type": "dora", "dora_marker": pai(event.tile)})
        elif isinstance(event, Won):
            target = event.seat if event.source is None else event.source
            messages.append({"type": "hora", "actor": event.seat, "target": target, "pai": pai(event.tile or 0)})
        elif isinstance(event, Ended) and event.kind == "exhaustive":
            messages.append({"type": "ryukyoku", "reason": "fanpai"})
        elif isinstance(event, UraTurned):
            continue
    return "\n".join(map(json.dumps, [*messages, {"type": "end_kyoku"}, {"type": "end_game"}]))


def tenhou_number(tile: Tile) -> int:
    """Tenhou's number of a tile in its JSON logs."""
    if tile in RED_FIVES:
        return 51 + RED_FIVES.index(tile)
    return 10 * (tile // 9 + 1) + tile % 9 + 1


def _called(letter: str, place: int, tile: Tile, own: Sequence[Tile]) -> str:
    """A call with its letter where the tile came from."""
    words = [str(tenhou_number(each)) for each in own]
    words.insert(place, f"{letter}{tenhou_number(tile)}")
    return "".join(words)


def tenhou_game(hand: Walk) -> dict[str, object]:
    """The hand as Tenhou's JSON: lists of draws and discards by seat."""
    setup = hand.setup
    begun = start_values(setup)
    draws: list[list[object]] = [[] for _ in range(4)]
    discards: list[list[object]] = [[] for _ in range(4)]
    draws[setup.dealer].append(tenhou_number(setup.hands[setup.dealer][13]))
    indicators, ura, wins, result = list(begun["dora_indicators"]), [], [], "和了"
    pungs: dict[tuple[int, int], tuple[int, Ponged]] = {}
    riichi = ""
    for state, event in zip(hand.states, hand.events, strict=False):
        if isinstance(event, Drew):
            draws[event.seat].append(tenhou_number(event.tile))
        elif isinstance(event, Discarded):
            just = state.drawn_tile is not None and event.tile == state.players[event.seat].concealed[-1]
            number = 60 if just else tenhou_number(event.tile)
            discards[event.seat].append(f"r{number}" if riichi else number)
            riichi = ""
        elif isinstance(event, DeclaredRiichi):
            riichi = "r"
        elif isinstance(event, (Chowed, Ponged, Konged)):
            size = 3 if isinstance(event, Konged) else 2
            own = event.own or pick(state.players[event.seat].concealed, kind_of(event.tile), size)
            letter = {Chowed: "c", Ponged: "p", Konged: "m"}[type(event)]
            place = (0, 1, size)[(event.seat - event.source) % 4 - 1]
            draws[event.seat].append(_called(letter, place, event.tile, own))
            if isinstance(event, Ponged):
                pungs[event.seat, kind_of(event.tile)] = place, event._replace(own=tuple(own))
            if isinstance(event, Konged):
                discards[event.seat].append(0)
        elif isinstance(event, AddedKong):
            place, pung = pungs[event.seat, kind_of(event.tile)]
            discards[event.seat].append(_called("k", place, event.tile, (pung.tile, *pung.own)))
        elif isinstance(event, ConcealedKong):
            four = pick(state.players[event.seat].concealed, kind_of(event.tile), 4)
            discards[event.seat].append(_called("a", 3, four[3], four[:3]))
        elif isinstance(event, DoraTurned):
            indicators.append(event.tile)
        elif isinstance(event, UraTurned):
            ura = list(event.tiles)
        elif isinstance(event, Won):
            wins.append([event.seat, event.seat if event.source is None else event.source, event.seat])
        elif isinstance(event, Ended):
            result = JSON_ENDS[event.kind]
    final = hand.states[-1]
    paid = [one for one in final.transfers if one.target is None]
    changes = [delta + sum(one.amount for one in paid if one.source == s) for s, delta in enumerate(final.deltas)]
    ends: list[object] = [result, changes]
    for number, win in enumerate(wins):
        ends += [win] if number == 0 else [[0, 0, 0, 0], win]
    parts: list[object] = [
        [4 * setup.prevalent_wind + setup.dealer, begun.get("honba", 0), begun.get("deposits", 0)],
        list(setup.start_scores),
        list(map(tenhou_number, indicators)),
        list(map(tenhou_number, ura)),
    ]
    for seat in range(4):
        parts += [list(map(tenhou_number, setup.hands[seat][:13])), draws[seat], discards[seat]]
    return {"title": ["", ""], "name": ["A", "B", "C", "D"], "rule": {"aka": 1}, "log": [[*parts, ends]]}


def tenhou_json(hand: Walk) -> str:
    """The text of ``tenhou_game``."""
    return json.dumps(tenhou_game(hand), ensure_ascii=False)
