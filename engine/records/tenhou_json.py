"""Tenhou's JSON logs (the ``log`` of its viewer): draws and discards seat by seat, put back into their order.

The format has no order between the seats: whose discard is claimed is found by who took it, and from whom. Converters
of other servers' logs write it too, some with the ends of hands in Latin letters. The address of the viewer with the
log in it is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import unquote

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
from engine.records.values import (
    HandRecord,
    Problem,
    Record,
    RecordError,
    item,
    json_values,
    listed,
    seat_of,
    whole,
)
from engine.seats import Wind
from engine.table import Setup
from engine.tiles import RED_FIVES, Tile, kind_of

JUST_DRAWN: Final = 60
ADDRESS: Final = ("http://", "https://")
WINS: Final = ("和了", "agari")
ENDS: Final = {
    "流局": "exhaustive",
    "荒牌平局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "ryuukyoku": "exhaustive",
    "exhaustive draw": "exhaustive",
    "流し満貫": "nagashi",
    "nagashi mangan": "nagashi",
    "mangan at draw": "nagashi",
    "九種九牌": "nine_terminals",
    "kyuushu kyuuhai": "nine_terminals",
    "nine terminal abortion": "nine_terminals",
    "四風連打": "four_winds",
    "suufon renda": "four_winds",
    "four wind abortion": "four_winds",
    "四家立直": "four_riichi",
    "suucha riichi": "four_riichi",
    "four riichi abortion": "four_riichi",
    "四槓散了": "four_kongs",
    "四開槓": "four_kongs",
    "suukaikan": "four_kongs",
    "four kan abortion": "four_kongs",
    "三家和了": "triple_ron",
    "三家和": "triple_ron",
    "sanchahou": "triple_ron",
    "three ron abortion": "triple_ron",
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
    if text.lstrip().startswith(ADDRESS):
        _, found, text = unquote(text.strip()).partition("#json=")
        if not found:
            raise RecordError("the address has no log in it; it ends with #json= and the log", at=1)
    hands: list[HandRecord] = []
    values, problems = json_values(text)
    names: tuple[str, ...] = ()
    finals: tuple[int, ...] | None = None
    for line, game in values:
        try:
            rules, logs = _rules(game), listed(item(_object(game), "log"), "log")
            names = names or _names(game)
            finals = _finals(game)
        except EngineError as error:
            problems.append(Problem(line, error.message))
            continue
        for at, log in enumerate(logs, 1):
            try:
                hands.append(_hand(rules, listed(log, "a hand"), str(len(hands) + 1), line))
            except EngineError as error:
                problems.append(Problem(line, f"log {at}: {error.message}"))
    return Record(tuple(hands), tuple(sorted(problems)), names, finals)


def _object(game: object) -> Mapping[str, object]:
    if not isinstance(game, dict):
        raise RecordError("a log is an object")
    return game


def _rules(game: object) -> Ruleset:
    """The rules by what the log says of red fives; a game of three players is refused."""
    rule = _object(game).get("rule") or {}
    if not isinstance(rule, dict):
        raise RecordError(f"rule is an object, not {rule!r}")
    if str(rule.get("disp", "")).startswith(("三", "3-Player", "Sanma")):
        raise RecordError("a game of three players")
    names = [name for name in ("aka", "aka51", "aka52", "aka53") if name in rule]
    if names and not any(rule[name] for name in names):
        return ruleset("riichi-tenhou", {"red_fives": 0})
    return ruleset("riichi-tenhou")


def _names(game: object) -> tuple[str, ...]:
    names = _object(game).get("name") or ()
    return tuple(map(str, listed(names, "name")))


def _finals(game: object) -> tuple[int, ...] | None:
    """The points at the end of the game: every second number of ``sc``."""
    stated = _object(game).get("sc")
    if stated is None:
        return None
    return tuple(whole(points, "sc") for points in listed(stated, "sc")[:8:2])


def _hand(rules: Ruleset, log: Sequence[object], name: str, line: int) -> HandRecord:
    """One hand of the log."""
    if len(log) < 17:
        raise RecordError("a hand has seventeen parts")
    beginning = [whole(value, "the round") for value in listed(log[0], "the round")]
    scores = tuple(whole(value, "a score") for value in listed(log[1], "scores"))
    if len(beginning) != 3 or len(scores) != 4:
        raise RecordError("a hand begins with its number, counters and sticks, and four scores")
    number, honba, deposits = beginning
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
        for seat, points in enumerate(listed(change, "changes")[:4]):
            ends[seat] += whole(points, "a change")
    return HandRecord(setup, tuple(seats.events), name, end_scores=tuple(ends), line=line)


def _riichi_discard(events: Sequence[Event], discard: Discarded) -> bool:
    """True when the discard is the one that riichi was declared with."""
    at = max(index for index, event in enumerate(events) if event is discard)
    return isinstance(events[at - 1], DeclaredRiichi)


def _result(seats: _Seats, result: Sequence[object], ura: list[Tile]) -> None:
    """The wins or the draw that end the hand."""
    kind = str(result[0]).strip().lower() if result else ""
    if kind not in WINS:
        if kind not in ENDS:
            raise RecordError(f"there is no end {kind!r}")
        seats.events.append(Ended(ENDS[kind]))
        return
    offers = (Drew, Discarded, AddedKong, ConcealedKong)
    tile = next((event.tile for event in reversed(seats.events) if isinstance(event, offers)), None)
    for win in result[2::2]:
        players = [seat_of(value) for value in listed(win, "a win")[:2]]
        if len(players) < 2:
            raise RecordError("a win names its winner and who gave the tile")
        winner, source = players
        seats.events.append(Won(winner, None if winner == source else source, tile))
    if ura:
        seats.events.append(UraTurned(tuple(ura)))
