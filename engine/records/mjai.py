"""mjai logs: JSON messages, one per line or in lists. ``deltas`` and ``scores`` give the scores to compare with.

Exporters differ: scores of a hand, the tile of a win and the reason of a draw may be omitted. Messages unrelated to
play are ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.errors import EngineError
from engine.family import ruleset_of_records
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
    UraTurned,
    Won,
)
from engine.play.table import Setup
from engine.records.cases import read_setup
from engine.records.values import (
    Problem,
    Record,
    RecordedHand,
    RecordError,
    json_values,
    require_integer,
    require_item,
    require_list,
    require_seat,
)
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.tile import ORPHANS, Tile, format_tiles, kind_of, parse_tile

HONOURS: Final = {letter: f"{rank}z" for rank, letter in enumerate("ESWNPFC", 1)}
ENDS: Final = {
    "fanpai": "exhaustive",
    "exhaustive": "exhaustive",
    "exhaustivedraw": "exhaustive",
    "howanpai": "exhaustive",
    "ryukyoku": "exhaustive",
    "kyushukyuhai": "nine_terminals",
    "sufonrenta": "four_winds",
    "sufonrenda": "four_winds",
    "sufurenda": "four_winds",
    "suchareach": "four_riichi",
    "sucharichi": "four_riichi",
    "sukaikan": "four_kongs",
    "sukansanra": "four_kongs",
    "sanchahoa": "triple_ron",
    "sanchaho": "triple_ron",
    "nagashimangan": "nagashi",
}
"""Draws by their reasons, long vowels written short; exporters spell them in several ways."""
LONG_VOWELS: Final = (("uu", "u"), ("ou", "o"), ("ii", "i"))
KONGS: Final = (AddedKong, ConcealedKong, Konged)
THREE_PLAYERS: Final = ("kita", "nukidora", "nuki")
LIVE_TILES: Final = 70
"""Draws of a hand that ends with the wall empty, replacements among them."""
Message = dict[str, Any]


def tile_of(pai: object) -> Tile:
    """Parse a tile of mjai's notation: 5mr a red five, E S W N P F C honours, ? an unknown tile."""
    if not isinstance(pai, str):
        raise RecordError(_("expected a tile such as 5m, found %(value)s", value=repr(pai)))
    if pai.endswith("r") and pai[:1] == "5":
        return parse_tile(f"0{pai[1:-1]}")
    return parse_tile(HONOURS.get(pai, pai))


def _read_tiles(value: object, name: str) -> tuple[Tile, ...]:
    return tuple(tile_of(pai) for pai in require_list(value, name))


def _claim_reader(kind: type[Any]) -> Callable[[Message], Event]:
    def read(message: Message) -> Event:
        seat, source = require_seat(require_item(message, "actor")), require_seat(require_item(message, "target"))
        event: Event = kind(
            seat,
            source,
            tile_of(require_item(message, "pai")),
            _read_tiles(require_item(message, "consumed"), "consumed"),
        )
        return event

    return read


def _read_concealed_kong(message: Message) -> Event:
    return ConcealedKong(
        require_seat(require_item(message, "actor")),
        kind_of(_read_tiles(require_item(message, "consumed"), "consumed")[0]),
    )


_EVENTS: Final[dict[str, Callable[[Message], Event]]] = {
    "tsumo": lambda m: Drew(require_seat(require_item(m, "actor")), tile_of(require_item(m, "pai"))),
    "dahai": lambda m: Discarded(
        require_seat(require_item(m, "actor")),
        tile_of(require_item(m, "pai")),
        bool(m["tsumogiri"]) if "tsumogiri" in m else None,
    ),
    "chi": _claim_reader(Chowed),
    "pon": _claim_reader(Ponged),
    "daiminkan": _claim_reader(Konged),
    "kakan": lambda m: AddedKong(require_seat(require_item(m, "actor")), tile_of(require_item(m, "pai"))),
    "ankan": _read_concealed_kong,
    "reach": lambda m: DeclaredRiichi(require_seat(require_item(m, "actor"))),
    "dora": lambda m: DoraTurned(tile_of(require_item(m, "dora_marker"))),
}


class _MjaiHand:
    def __init__(self, message: Message, line: int, scores: Sequence[int], reds: bool) -> None:
        self.name = f"{message.get('bakaze', '')}{message.get('kyoku', '')}"
        self.line = line
        self.setup = _read_setup(message, scores, reds)
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.ura: tuple[Tile, ...] = ()
        self.scores = list(self.setup.start_scores)
        self.stated = False
        self.offered: Tile | None = None

    def read(self, message: Message, line: int) -> None:
        kind = message["type"]
        if kind in THREE_PLAYERS:
            raise RecordError(_("three-player games are not supported"))
        if kind == "hora":
            event = self._read_win(message)
        elif kind == "ryukyoku":
            event = Ended(self._read_draw(message))
        elif kind in _EVENTS:
            event = _EVENTS[kind](message)
        else:
            if kind == "reach_accepted":
                self._accept_riichi(message)
            return
        if isinstance(event, (Drew, Discarded, AddedKong, ConcealedKong)):
            self.offered = event.tile
        if isinstance(event, (Won, Ended)):
            self._change_scores(message)
        self.events.append(event)
        self.lines.append(line)

    def _accept_riichi(self, message: Message) -> None:
        seat = require_seat(require_item(message, "actor"))
        if not any(isinstance(event, DeclaredRiichi) and event.seat == seat for event in self.events):
            raise RecordError(_("player %(player)s has declared no riichi", player=seat))
        self.scores[seat] -= 1000

    def _change_scores(self, message: Message) -> None:
        if message.get("scores") is not None:
            self.stated = True
            self.scores = list(_read_four(message["scores"], "scores"))
        elif message.get("deltas") is not None:
            self.stated = True
            changes = _read_four(message["deltas"], "deltas")
            self.scores = [before + change for before, change in zip(self.scores, changes, strict=True)]

    def _read_draw(self, message: Message) -> str:
        reason = message.get("reason")
        if reason is not None:
            if _normalize_spelling(str(reason)) not in ENDS:
                raise RecordError(
                    _("there is no draw %(reason)s; there are %(known)s", reason=repr(reason), known=", ".join(ENDS))
                )
            return ENDS[_normalize_spelling(str(reason))]
        if sum(isinstance(event, Drew) for event in self.events) >= LIVE_TILES:
            return "nagashi" if self._has_nagashi() else "exhaustive"
        if sum(isinstance(event, DeclaredRiichi) for event in self.events) == 4:
            return "four_riichi"
        if sum(isinstance(event, (AddedKong, ConcealedKong, Konged)) for event in self.events) == 4:
            return "four_kongs"
        if self.events and isinstance(self.events[-1], Drew):
            return "nine_terminals"
        acts = [event for event in self.events if not isinstance(event, (Drew, DeclaredRiichi))]
        tiles = [event.tile for event in acts if isinstance(event, Discarded)]
        return "four_winds" if len(acts) == len(tiles) == 4 and len(set(tiles)) == 1 else "triple_ron"

    def _has_nagashi(self) -> bool:
        tiles: list[list[Tile]] = [[], [], [], []]
        claimed = set()
        for event in self.events:
            if isinstance(event, Discarded):
                tiles[event.seat].append(event.tile)
            elif isinstance(event, (Chowed, Ponged, Konged)):
                claimed.add(event.source)
        return any(
            discards and set(discards) <= set(ORPHANS) and seat not in claimed for seat, discards in enumerate(tiles)
        )

    def _read_win(self, message: Message) -> Event:
        seat = require_seat(require_item(message, "actor"))
        source = require_seat(message.get("target", seat))
        markers = message.get("ura_markers", message.get("uradora_markers")) or ()
        self.ura = _read_tiles(markers, "ura_markers") or self.ura
        tile = tile_of(message["pai"]) if message.get("pai") is not None else self.offered
        return Won(seat, None if seat == source else source, tile)

    def record(self) -> RecordedHand:
        if self.ura and self.lines:
            self.events.append(UraTurned(self.ura))
            self.lines.append(self.lines[-1])
        scores = tuple(self.scores) if self.stated else None
        return RecordedHand(
            self.setup, tuple(self.events), self.name, tuple(self.lines), scores, self.line, notes=self._list_gaps()
        )

    def _list_gaps(self) -> tuple[Sentence, ...]:
        winners = {event.seat for event in self.events if isinstance(event, Won)}
        riichi = {event.seat for event in self.events if isinstance(event, DeclaredRiichi)}
        last_discard = max(
            (index for index, event in enumerate(self.events) if isinstance(event, Discarded)), default=0
        )
        # The indicator of an open kong is turned with the next discard.
        kongs = sum(isinstance(event, KONGS) for event in self.events[:last_discard])
        turned = sum(isinstance(event, DoraTurned) for event in self.events)
        notes = []
        if winners & riichi and not self.ura:
            notes.append(_("The log gives no indicators under the dora: the amounts of riichi wins are not certain."))
        if winners and turned < kongs:
            notes.append(_("The log does not give the indicator of every kong: the amounts of wins are not certain."))
        return tuple(notes)


def _normalize_spelling(reason: str) -> str:
    letters = "".join(letter for letter in reason.lower() if letter.isalpha())
    for long, short in LONG_VOWELS:
        letters = letters.replace(long, short)
    return letters


def _read_four(value: object, name: str) -> tuple[int, ...]:
    numbers = tuple(require_integer(number, name) for number in require_list(value, name))
    if len(numbers) != 4:
        raise RecordError(_("expected four numbers in %(name)s, found %(count)s", name=name, count=len(numbers)))
    return numbers


def _read_setup(message: Message, scores: Sequence[int], reds: bool) -> Setup:
    hands = [
        format_tiles(_read_tiles(hand, "tehais")) for hand in require_list(require_item(message, "tehais"), "tehais")
    ]
    if len(hands) == 3:
        raise RecordError(_("three-player games are not supported"))
    stated = message.get("scores")
    kyoku = require_integer(message.get("kyoku", 1), "kyoku")
    dealer = require_seat(message.get("oya", kyoku - 1))
    if "kyoku" in message and dealer != kyoku - 1:
        raise RecordError(
            _(
                "kyoku %(kyoku)s is dealt by player %(player)s, not %(dealer)s",
                kyoku=kyoku,
                player=kyoku - 1,
                dealer=dealer,
            )
        )
    return read_setup(
        {
            "ruleset": ruleset_of_records("mjai"),
            "parameters": {} if reds else {"red_fives": 0},
            "prevalent_wind": _read_wind(require_item(message, "bakaze")),
            "dealer": dealer,
            "honba": require_integer(message.get("honba", 0), "honba"),
            "deposits": require_integer(message.get("kyotaku", 0), "kyotaku"),
            "start_scores": list(scores if stated is None else _read_four(stated, "scores")),
            "deal": hands,
            "dora_indicators": format_tiles((tile_of(require_item(message, "dora_marker")),)),
        }
    )


def _read_wind(value: object) -> object:
    return {"1z": "E", "2z": "S", "3z": "W", "4z": "N"}.get(str(value), value)


def loads(text: str) -> Record:
    game = _MjaiGame()
    values, problems = json_values(text)
    stopped = sorted(problem.line for problem in problems)
    for line, message in values:
        while stopped and stopped[0] < line:
            # The unreadable message may have been part of the hand.
            del stopped[0]
            game.failed = True
        try:
            game.read(message, line)
        except EngineError as error:
            problems.append(Problem(line, error.message))
            game.failed = True
    game.finish()
    return Record(tuple(game.hands), tuple(sorted(problems)), game.names, game.final_scores)


class _MjaiGame:
    def __init__(self) -> None:
        self.hands: list[RecordedHand] = []
        self.hand: _MjaiHand | None = None
        self.failed = False
        self.reds = True
        self.scores: Sequence[int] = (25_000,) * 4
        self.names: tuple[str, ...] = ()
        self.final_scores: tuple[int, ...] | None = None

    def read(self, message: object, line: int) -> None:
        """Read one message. Raises RecordError for an invalid one."""
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise RecordError(_("expected a message as an object with a type"))
        if message["type"] == "start_game":
            self.finish()
            self.scores = (25_000,) * 4
            self.reds = bool(message.get("aka_flag", True))
            self.names = self.names or tuple(map(str, require_list(message.get("names") or (), "names")))
        elif message["type"] == "start_kyoku":
            self.finish()
            self.failed = False
            self.hand = _MjaiHand(message, line, self.scores, self.reds)
        elif message["type"] == "end_game":
            self.finish()
            if message.get("scores") is not None:
                self.final_scores = _read_four(message["scores"], "scores")
        elif self.hand is not None and not self.failed:
            self.hand.read(message, line)

    def finish(self) -> None:
        if self.hand is not None:
            self.hands.append(self.hand.record())
            self.scores = tuple(self.hand.scores)
        self.hand = None
