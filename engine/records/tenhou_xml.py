"""Tenhou's mjlog (XML): four-player hands with red fives, kong dora and riichi steps in the order of the log.

``sc`` of AGARI and RYUUKYOKU gives the scores to compare with, ``owari`` the final ones, UN the names. Liability is not
read, since the rules derive it. Several games may follow one another, with or without root elements; elements unrelated
to play (SHUFFLE, TAIKYOKU, BYE, unknown ones) are ignored. Document types and entities are refused, so that nothing
outside the text is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import unquote
from xml.parsers import expat

from engine.errors import EngineError
from engine.family import Ruleset, ruleset, ruleset_of_records
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
from engine.play.start_values import with_start_values
from engine.play.table import Setup
from engine.records.values import Problem, Record, RecordedHand, RecordError, require_integer, require_seat
from engine.sentences import sentence as _
from engine.tiles.seats import Wind
from engine.tiles.tile import RED_FIVES, Tile

DRAWS: Final = "TUVW"
DISCARDS: Final = "DEFG"
RED_IDS: Final = (16, 52, 88)
NO_REDS: Final = 0x02
EAST_AND_SOUTH: Final = 0x08
THREE_PLAYERS: Final = 0x10
PROLOG: Final = re.compile(r"<\?xml[^>]*\?>")
ENDS: Final = {
    "": "exhaustive",
    "yao9": "nine_terminals",
    "reach4": "four_riichi",
    "ron3": "triple_ron",
    "kan4": "four_kongs",
    "kaze4": "four_winds",
    "nm": "nagashi",
}


class _TenhouGame:
    def __init__(self) -> None:
        self.rules: Ruleset = ruleset(ruleset_of_records("tenhou"))
        self.reds = True
        self.setup: Setup | None = None
        self.events: list[Event] = []
        self.ura: tuple[Tile, ...] = ()
        self.line = 1
        self.lines: list[int] = []
        self.end_scores: tuple[int, ...] | None = None
        self.final_scores: tuple[int, ...] | None = None
        self.names: tuple[str, ...] = ()
        self.pending: int | None = None
        """Player whose riichi discard has not passed."""
        self.last: tuple[int, int] = (0, -1)
        """Seat and tile id of the last draw or discard."""

    def tile(self, number: object) -> Tile:
        tile_id = require_integer(number, _("a tile"))
        if not 0 <= tile_id < 136:
            raise RecordError(_("expected a tile from 0 to 135, found %(at)s", at=tile_id))
        return RED_FIVES[RED_IDS.index(tile_id)] if self.reds and tile_id in RED_IDS else tile_id // 4

    def tiles(self, text: str) -> tuple[Tile, ...]:
        return tuple(self.tile(part) for part in text.split(",") if part)


def _parse_elements(text: str) -> list[tuple[int, str, Mapping[str, str]]]:
    elements: list[tuple[int, str, Mapping[str, str]]] = []
    parser = expat.ParserCreate()

    def started(name: str, values: Mapping[str, str]) -> None:
        elements.append((parser.CurrentLineNumber, name, values))

    if refused := re.search(r"<!(?:DOCTYPE|ENTITY)", text):
        line = text.count("\n", 0, refused.start()) + 1
        raise RecordError(_("document types and entities are not allowed in a log"), at=line)
    parser.StartElementHandler = started
    try:
        # A root element turns several games, or hands without a root, into one document.
        parser.Parse(f"<records>{PROLOG.sub('', text)}</records>", True)
    except expat.ExpatError as error:
        raise RecordError(
            _("invalid XML: %(problem)s", problem=expat.ErrorString(error.code)), at=error.lineno
        ) from None
    return elements


def loads(text: str) -> Record:
    """Parse the hands of a log. Raises RecordError for invalid XML or a document type."""
    game = _TenhouGame()
    hands: list[RecordedHand] = []
    problems: list[Problem] = []
    failed = three = False
    for line, tag, values in _parse_elements(text):
        if tag in ("INIT", "mjloggm", "GO"):
            _finish(game, hands)
            failed = False
        if tag in ("mjloggm", "GO"):
            three = False
        if failed or three:
            continue
        before = len(game.events)
        try:
            _read(game, tag, values)
        except EngineError as error:
            where = _("%(tag)s: %(problem)s", tag=tag, problem=error.message)
            if game.setup is not None:
                where = _(
                    "hand %(hand)s, event %(event)s, %(problem)s", hand=len(hands) + 1, event=before + 1, problem=where
                )
            problems.append(Problem(line, where))
            failed = True
            # Unsupported game: none of its hands can be read.
            three = tag == "GO"
        if tag == "INIT":
            game.line = line
        game.lines += [line] * (len(game.events) - before)
    _finish(game, hands)
    return Record(tuple(hands), tuple(problems), game.names, game.final_scores)


def _finish(game: _TenhouGame, hands: list[RecordedHand]) -> None:
    if game.setup is not None:
        if game.ura:
            game.events.append(UraTurned(game.ura))
            game.lines.append(game.lines[-1])
        name = f"{len(hands) + 1}"
        lines = tuple(game.lines)
        hands.append(RecordedHand(game.setup, tuple(game.events), name, lines, game.end_scores, game.line))
    game.setup, game.events, game.lines, game.ura, game.end_scores = None, [], [], (), None
    game.pending = None


def _read(game: _TenhouGame, tag: str, values: Mapping[str, str]) -> None:
    if tag == "GO":
        _set_rules(game, require_integer(values.get("type", "9"), "type"))
    elif tag == "UN":
        if not game.names and "n3" in values:
            # Later UN elements report reconnections.
            game.names = tuple(unquote(values.get(f"n{seat}", "")) for seat in range(4))
    elif tag == "INIT":
        game.setup = _read_setup(game, values)
    elif game.setup is None:
        return
    elif tag[0] in DRAWS and tag[1:].isdigit():
        seat = DRAWS.index(tag[0])
        game.last = seat, int(tag[1:])
        game.events.append(Drew(seat, game.tile(tag[1:])))
    elif tag[0] in DISCARDS and tag[1:].isdigit():
        seat = DISCARDS.index(tag[0])
        drawn = game.last == (seat, int(tag[1:]))
        game.last = seat, int(tag[1:])
        game.events.append(Discarded(seat, game.tile(tag[1:]), drawn))
    elif tag == "N":
        _read_meld(game, require_seat(_require_value(values, "who")), require_integer(_require_value(values, "m"), "m"))
    elif tag == "REACH":
        _read_riichi(game, values)
    elif tag == "DORA":
        game.events.append(DoraTurned(game.tile(_require_value(values, "hai"))))
    elif tag == "AGARI":
        who, source = require_seat(_require_value(values, "who")), require_seat(_require_value(values, "fromWho"))
        game.events.append(Won(who, None if who == source else source, game.tile(_require_value(values, "machi"))))
        game.ura = game.tiles(values.get("doraHaiUra", "")) or game.ura
        _read_end(game, values)
    elif tag == "RYUUKYOKU":
        kind = values.get("type", "")
        if kind not in ENDS:
            raise RecordError(
                _(
                    "there is no draw %(kind)s; there are %(known)s",
                    kind=repr(kind),
                    known=", ".join(filter(None, ENDS)),
                )
            )
        game.events.append(Ended(ENDS[kind]))
        _read_end(game, values)


def _set_rules(game: _TenhouGame, kind: int) -> None:
    if kind & THREE_PLAYERS:
        raise RecordError(_("three-player games are not supported"))
    game.reds = not kind & NO_REDS
    changes: dict[str, object] = {}
    if not game.reds:
        changes["red_fives"] = 0
    if not kind & EAST_AND_SOUTH:
        changes["rounds"] = ["E"]
    game.rules = ruleset(ruleset_of_records("tenhou"), changes)


def _read_riichi(game: _TenhouGame, values: Mapping[str, str]) -> None:
    seat, step = require_seat(_require_value(values, "who")), values.get("step", "1")
    if step == "1":
        game.events.append(DeclaredRiichi(seat))
        game.pending = seat
    elif step == "2" and game.pending == seat:
        game.pending = None
    else:
        raise RecordError(_("step %(step)s of player %(player)s, who has declared nothing", step=step, player=seat))


def _read_end(game: _TenhouGame, values: Mapping[str, str]) -> None:
    game.end_scores = _read_scores(values) or game.end_scores
    if values.get("owari"):
        numbers = values["owari"].split(",")[:8:2]
        game.final_scores = tuple(100 * require_integer(number, "owari") for number in numbers)


def _require_value(values: Mapping[str, str], name: str) -> str:
    if name not in values:
        raise RecordError(_("%(name)s is missing", name=name))
    return values[name]


def _read_numbers(text: str, name: str) -> list[int]:
    return [require_integer(part, name) for part in text.split(",")]


def _read_setup(game: _TenhouGame, values: Mapping[str, str]) -> Setup:
    seed = _read_numbers(_require_value(values, "seed"), "seed")
    scores = _read_numbers(_require_value(values, "ten"), "ten")
    if len(seed) < 6 or len(scores) != 4:
        raise RecordError(_("seed has six numbers and ten has four"))
    setup = Setup(
        game.rules,
        tuple(game.tiles(_require_value(values, f"hai{seat}")) for seat in range(4)),
        dealer=require_seat(_require_value(values, "oya")),
        prevalent_wind=Wind(seed[0] // 4 % 4),
        start_scores=tuple(100 * score for score in scores),
    )
    return with_start_values(setup, honba=seed[1], deposits=seed[2], dora_indicators=(game.tile(seed[5]),))


def _read_scores(values: Mapping[str, str]) -> tuple[int, ...] | None:
    if "sc" not in values:
        return None
    numbers = _read_numbers(values["sc"], "sc")
    if len(numbers) != 8:
        raise RecordError(_("expected eight numbers in sc"))
    return tuple(100 * (before + change) for before, change in zip(numbers[::2], numbers[1::2], strict=True))


def _read_meld(game: _TenhouGame, seat: int, code: int) -> None:
    source = (seat + (code & 3)) % 4
    event: Event
    if code & 0x4:
        packed = code >> 10
        first = packed // 3 // 7 * 9 + packed // 3 % 7
        ids = [4 * (first + step) + (code >> (3 + 2 * step) & 3) for step in range(3)]
        claimed = ids.pop(packed % 3)
        event = Chowed(seat, source, game.tile(claimed), tuple(map(game.tile, ids)))
    elif code & 0x8:
        packed = code >> 9
        ids = [4 * (packed // 3) + copy for copy in range(4) if copy != code >> 5 & 3]
        claimed = ids.pop(packed % 3)
        event = Ponged(seat, source, game.tile(claimed), tuple(map(game.tile, ids)))
    elif code & 0x10:
        event = AddedKong(seat, game.tile(4 * ((code >> 9) // 3) + (code >> 5 & 3)))
    elif code & 0x20:
        raise RecordError(_("a north taken out belongs to games of three players"))
    else:
        claimed = code >> 8
        kind = claimed // 4
        if source == seat:
            event = ConcealedKong(seat, kind)
        else:
            hand_tiles = tuple(game.tile(4 * kind + copy) for copy in range(4) if 4 * kind + copy != claimed)
            event = Konged(seat, source, game.tile(claimed), hand_tiles)
    game.events.append(event)
