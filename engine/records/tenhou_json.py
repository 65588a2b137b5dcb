"""Tenhou's JSON logs (the ``log`` of its viewer): draws and discards seat by seat, put back into their order.

The format has no order between the seats: whose discard is claimed is found by who took it, and from whom.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

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
from engine.family import Ruleset, ruleset
from engine.records.values import HandRecord, Problem, Record, RecordError, item, listed, seat_of, whole
from engine.seats import Wind
from engine.table import Setup
from engine.tiles import RED_FIVES, Tile, kind_of

JUST_DRAWN: Final = 60
WIN: Final = "和了"
ENDS: Final = {
    "流局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "流し満貫": "nagashi",
    "九種九牌": "nine_terminals",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四槓散了": "four_kongs",
    "三家和了": "triple_ron",
}
CALL: Final = re.compile(r"[cpmka]")


def tile_of(value: object) -> Tile:
    """The tile of a number: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives."""
    suit, rank = divmod(whole(value, "a tile"), 10)
    if suit == 5 and 1 <= rank <= 3:
        return RED_FIVES[rank - 1]
    if 1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9):
        return 9 * (suit - 1) + rank - 1
    raise RecordError(f"there is no tile {value!r}")


def _call(text: str) -> tuple[str, int, list[Tile]]:
    """Letter of a call, how many tiles stand before it, and the tiles with the one behind the letter last."""
    found = CALL.search(text)
    digits = CALL.sub("", text)
    if found is None or len(digits) % 2 or not digits.isdigit():
        raise RecordError(f"{text!r} is no call")
    tiles = [tile_of(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    before = found.start() // 2
    if before >= len(tiles):
        raise RecordError(f"{text!r} is no call")
    return found.group(), before, [*tiles[:before], *tiles[before + 1 :], tiles[before]]


class _Seats:
    """The lists of one hand and how far they are played."""

    def __init__(self, log: Sequence[object], dealer: int) -> None:
        self.draws = [list(listed(log[5 + 3 * seat], "draws")) for seat in range(4)]
        self.discards = [list(listed(log[6 + 3 * seat], "discards")) for seat in range(4)]
        self.indicators = [tile_of(tile) for tile in listed(log[2], "indicators")][1:]
        self.events: list[Event] = []
        self.turn = dealer
        self.drawn: Tile | None = None
        self.owed = 0
        """Indicators to be turned after the next discard."""
        self.sticks: list[int] = []

    def play(self) -> None:
        """Put the events into their order, until a list has no more."""
        claimed: str | None = None
        while True:
            if claimed is None and not self._draw():
                return
            after = self._act()
            if after is None:
                return
            claimed = None
            if after == "discard":
                claimed = self._claim()
                if claimed == "m":
                    claimed = None

    def _draw(self) -> bool:
        waiting = self.draws[self.turn]
        if not waiting or isinstance(waiting[0], str):
            return False
        self.drawn = tile_of(waiting.pop(0))
        self.events.append(Drew(self.turn, self.drawn))
        return True

    def _act(self) -> str | None:
        """What the player in turn does: discard, kong, or None when the list has no more."""
        if not self.discards[self.turn]:
            return None
        value = self.discards[self.turn].pop(0)
        text = str(value)
        if isinstance(value, str) and ("k" in text or "a" in text):
            letter, _, tiles = _call(text)
            if letter == "a":
                self.events.append(ConcealedKong(self.turn, kind_of(tiles[0])))
                self._turn_indicators(1)
            else:
                self._turn_indicators(self.owed)
                self.owed = 1
                self.events.append(AddedKong(self.turn, tiles[-1]))
            return "kong"
        if text.startswith("r"):
            self.events.append(DeclaredRiichi(self.turn))
            self.sticks.append(self.turn)
            text = text[1:]
        drawn = whole(text, "a discard") == JUST_DRAWN
        if drawn and self.drawn is None:
            raise RecordError("a discard of the tile drawn, and nothing was drawn")
        tile = self.drawn if drawn and self.drawn is not None else tile_of(text)
        self.events.append(Discarded(self.turn, tile, drawn))
        self.drawn = None
        self._turn_indicators(self.owed)
        return "discard"

    def _turn_indicators(self, number: int) -> None:
        for _ in range(min(number, len(self.indicators))):
            self.events.append(DoraTurned(self.indicators.pop(0)))
        self.owed = 0

    def _claim(self) -> str | None:
        """The letter of the call that takes the discard, after which the turn is the caller's; else the next draws."""
        discard = next(event for event in reversed(self.events) if isinstance(event, Discarded))
        source = self.turn
        calls = []
        for step in (1, 2, 3):
            seat = (source + step) % 4
            waiting = self.draws[seat]
            if waiting and isinstance(waiting[0], str):
                letter, before, tiles = _call(waiting[0])
                # The letter stands first for a tile from the left, second from across, last from the right.
                place = (0, 1, len(tiles) - 1)[step - 1]
                if tiles[-1] == discard.tile and before == place:
                    calls.append((letter == "c", seat, letter, tiles))
        if not calls:
            self.turn = (source + 1) % 4
            return None
        _, seat, letter, tiles = min(calls)
        self.draws[seat].pop(0)
        own = tuple(tiles[:-1])
        kinds = {"c": Chowed, "p": Ponged, "m": Konged}
        self.events.append(kinds[letter](seat, source, discard.tile, own))
        self.turn = seat
        if letter == "m":
            # The list of discards has a 0 for the turn in which the kong took the place of a discard.
            if self.discards[seat] and self.discards[seat][0] == 0:
                self.discards[seat].pop(0)
            self.owed = 1
        return letter


def loads(text: str) -> Record:
    """The hands of one object, or of one object a line. A hand that cannot be read is a problem of its line."""
    hands: list[HandRecord] = []
    problems: list[Problem] = []
    try:
        games = [(1, json.loads(text))]
    except json.JSONDecodeError:
        games = []
        for number, line in enumerate(text.splitlines(), 1):
            try:
                if line.strip():
                    games.append((number, json.loads(line)))
            except json.JSONDecodeError as error:
                problems.append(Problem(number, f"no JSON: {error.msg}"))
    for number, game in games:
        try:
            rules, logs = _rules(game), listed(item(game, "log"), "log")
        except EngineError as error:
            problems.append(Problem(number, error.message))
            continue
        for at, log in enumerate(logs, 1):
            try:
                hands.append(_hand(rules, listed(log, "a hand"), str(at)))
            except EngineError as error:
                problems.append(Problem(number, f"log {at}: {error.message}"))
    return Record(tuple(hands), tuple(problems))


def _rules(game: object) -> Ruleset:
    if not isinstance(game, dict):
        raise RecordError("a log is an object")
    rule: Mapping[str, object] = game.get("rule") or {}
    names = ("aka", "aka51", "aka52", "aka53")
    if any(name in rule for name in names) and not any(rule.get(name) for name in names):
        return ruleset("riichi-tenhou", {"red_fives": 0})
    return ruleset("riichi-tenhou")


def _hand(rules: Ruleset, log: Sequence[object], name: str) -> HandRecord:
    """One hand of the log."""
    if len(log) < 17:
        raise RecordError("a hand has seventeen parts")
    number, honba, deposits = (whole(value) for value in listed(log[0], "the round"))
    scores = tuple(whole(value) for value in listed(log[1], "scores"))
    setup = Setup(
        rules,
        tuple(tuple(tile_of(tile) for tile in listed(log[4 + 3 * seat], "a deal")) for seat in range(4)),
        dealer=number % 4,
        prevalent_wind=Wind(number // 4 % 4),
        honba=honba,
        deposits=deposits,
        start_scores=scores,
        dora_indicators=tuple(tile_of(tile) for tile in listed(log[2], "indicators")[:1]),
    )
    seats = _Seats(log, number % 4)
    seats.play()
    result = listed(log[16], "the result")
    ends = list(scores)
    _result(seats, result, [tile_of(tile) for tile in listed(log[3], "ura indicators")])
    ronned = any(isinstance(event, Won) and event.source is not None for event in seats.events)
    last = next((event for event in reversed(seats.events) if isinstance(event, Discarded)), None)
    for seat in seats.sticks:
        if not (ronned and last is not None and seat == last.seat and _riichi_discard(seats.events, last)):
            ends[seat] -= 1000
    for change in result[1::2]:
        for seat, points in enumerate(listed(change, "changes")):
            ends[seat_of(seat)] += whole(points)
    return HandRecord(setup, tuple(seats.events), name, end_scores=tuple(ends))


def _riichi_discard(events: Sequence[Event], discard: Discarded) -> bool:
    """True when the discard is the one that riichi was declared with."""
    at = max(index for index, event in enumerate(events) if event is discard)
    return isinstance(events[at - 1], DeclaredRiichi)


def _result(seats: _Seats, result: Sequence[object], ura: list[Tile]) -> None:
    """The wins or the draw that end the hand."""
    kind = str(result[0])
    if kind != WIN:
        seats.events.append(Ended(ENDS.get(kind, kind)))
        return
    tile = next(event.tile for event in reversed(seats.events) if isinstance(event, (Drew, Discarded, AddedKong)))
    for win in result[2::2]:
        winner, source = (seat_of(value) for value in listed(win, "a win")[:2])
        seats.events.append(Won(winner, None if winner == source else source, tile))
    if ura:
        seats.events.append(UraTurned(tuple(ura)))
