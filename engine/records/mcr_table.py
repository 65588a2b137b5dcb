"""Shared parser of MCR server logs: acts as logged, converted to events with the giver of each tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.family import ruleset, ruleset_of_records
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Drew,
    Ended,
    Event,
    FlowerShown,
    Konged,
    Ponged,
    Won,
)
from engine.play.table import Setup
from engine.records.values import RecordedHand, RecordError
from engine.sentences import sentence as _
from engine.tiles.seats import Seat, Wind
from engine.tiles.tile import UNKNOWN, Tile, is_flower

HAND: Final = 13


class MCRTable:
    """Hand under construction. Tiles of the deal that a log omits are inferred from the tiles played."""

    def __init__(self, form: str, prevalent: int, name: str = "", line: int = 1) -> None:
        self.form, self.prevalent, self.name, self.line = form, prevalent, name, line
        self.deal: list[list[Tile]] = [[], [], [], []]
        self.dealer: Seat | None = None
        self.dealt_to_dealer = HAND
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.held: list[list[Tile]] = [[], [], [], []]
        self.scores: tuple[int, ...] = (0, 0, 0, 0)
        self.changes: tuple[int, ...] | None = None
        self.flowers = False
        self.seat_walls = False

    def deal_hand(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        """Set the starting hand of a seat in drawing order, with its flowers (see ``add_flower_replacements``)."""
        self.deal[seat] = list(tiles)
        self.held[seat] = list(tiles)

    def add_flower_replacements(self) -> None:
        """Split deals that include flower replacements: thirteen tiles, then the replacement of each flower."""
        for seat in range(4):
            tiles = self.deal[seat]
            size = HAND + sum(map(is_flower, tiles))
            if len(tiles) != size:
                continue
            flowers = [tile for tile in tiles[:HAND] if is_flower(tile)]
            self.deal[seat], more = tiles[:HAND], list(tiles[HAND:])
            self.held[seat] = list(self.deal[seat])
            for flower in flowers:
                self.flower(seat, flower)
                while more:
                    tile = more.pop(0)
                    self._add(Drew(seat, tile))
                    self.held[seat].append(tile)
                    if not is_flower(tile):
                        break
                    self.flower(seat, tile)

    def draw(self, seat: Seat, tile: Tile, line: int | None = None) -> None:
        if self.dealer is None:
            self.dealer = seat
        self._add(Drew(seat, tile), line)
        self.held[seat].append(tile)

    def flower(self, seat: Seat, tile: Tile, line: int | None = None) -> None:
        self.flowers = True
        self._take_from_hand(seat, (tile,))
        self._add(FlowerShown(seat, tile), line)

    def discard(self, seat: Seat, tile: Tile, *, drawn: bool | None = None, line: int | None = None) -> None:
        if self.dealer is None:
            self.dealer = seat
        self._take_from_hand(seat, (tile,))
        self._add(Discarded(seat, tile, drawn), line)

    def chow(self, seat: Seat, middle: Tile, line: int | None = None) -> None:
        source, tile = self._offered()
        hand_tiles = tuple(kind for kind in (middle - 1, middle, middle + 1) if kind != tile)
        if len(hand_tiles) != 2 or middle % 9 in (0, 8) or middle >= 27:
            raise RecordError(_("a chow that the discard is not part of"), at=line)
        self._take_from_hand(seat, hand_tiles)
        self._add(Chowed(seat, source, tile, hand_tiles), line)

    def pung(self, seat: Seat, line: int | None = None) -> None:
        source, tile = self._offered()
        self._take_from_hand(seat, (tile, tile))
        self._add(Ponged(seat, source, tile), line)

    def kong(self, seat: Seat, tile: Tile | None = None, line: int | None = None) -> None:
        last = self.events[-1] if self.events else None
        if isinstance(last, Discarded) and last.seat != seat:
            self._take_from_hand(seat, (last.tile,) * 3)
            self._add(Konged(seat, last.seat, last.tile), line)
        elif tile is None:
            raise RecordError(_("a concealed kong names its tile"), at=line)
        else:
            self._take_from_hand(seat, (tile,) * 4)
            self._add(ConcealedKong(seat, tile), line)

    def add_kong(self, seat: Seat, tile: Tile, line: int | None = None) -> None:
        self._take_from_hand(seat, (tile,))
        self._add(AddedKong(seat, tile), line)

    def win(self, seat: Seat, line: int | None = None) -> None:
        last = next((event for event in reversed(self.events) if not isinstance(event, Won)), None)
        if isinstance(last, (Discarded, AddedKong)) and last.seat != seat:
            self._add(Won(seat, last.seat, last.tile), line)
        else:
            tile = last.tile if isinstance(last, Drew) else None
            self._add(Won(seat, None, tile), line)

    def end_by_wall(self, line: int | None = None) -> None:
        self._add(Ended("exhaustive"), line)

    def record(self) -> RecordedHand:
        dealer = self.dealer or 0
        hands = []
        for seat in range(4):
            size = self.dealt_to_dealer if seat == dealer else HAND
            tiles = self.deal[seat]
            hands.append((*tiles, *(UNKNOWN,) * (size - len(tiles))))
        setup = Setup(
            ruleset(ruleset_of_records(self.form)),
            tuple(hands),
            dealer=dealer,
            prevalent_wind=Wind(self.prevalent % 4),
            start_scores=self.scores,
            seat_walls=((),) * 4 if self.seat_walls and not self.flowers else None,
        )
        ends = None
        if self.changes is not None:
            ends = tuple(before + change for before, change in zip(self.scores, self.changes, strict=True))
        lines = tuple(self.lines) if all(self.lines) else ()
        return RecordedHand(setup, tuple(self.events), self.name, lines, ends, self.line)

    def _add(self, event: Event, line: int | None = None) -> None:
        self.events.append(event)
        self.lines.append(line or 0)

    def _offered(self) -> tuple[Seat, Tile]:
        last = self.events[-1] if self.events else None
        if not isinstance(last, Discarded):
            raise RecordError(_("a claim with no discard before it"))
        return last.seat, last.tile

    def _take_from_hand(self, seat: Seat, tiles: Sequence[Tile]) -> None:
        for tile in tiles:
            if tile in self.held[seat]:
                self.held[seat].remove(tile)
            else:
                self.deal[seat].append(tile)
