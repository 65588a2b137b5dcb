"""Positions at a chow, pung or kong, or at the discard after it, from facts: the engine decides from them.

Only the tiles that were shown are known. A fact that is not known yet breaks no rule.
"""

from __future__ import annotations

from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Event, Konged, Passed, Ponged
from engine.play.players import Discard
from engine.play.positions import KnownSeat, position
from engine.play.procedure import Procedure, procedure_of
from engine.play.table import Phase, TableState, WinRecord
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.seats import next_seat
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import Tile, kind_of, sort_tiles
from judging.law.families import Facts
from judging.law.reconstruction import hand_setup
from judging.law.shared_facts import (
    AFTER_CLAIM,
    ALREADY_PASSED,
    CALL,
    CALLED_TILE,
    DEAD,
    GO_AROUND_DISCARDS,
    HAND_OVER,
    IN_RIICHI,
    IN_TIME,
    KONGS_MADE,
    OWN_TILES,
    SOURCE,
    TILE_WON,
    VOID_SUIT,
    WALL_LEFT,
    WON_SEATS,
)

OWN_KONGS = ("added_kong", "concealed_kong")
KONG_SIZE = 4


def call_in_play(facts: Facts) -> tuple[TableState, Event]:
    """The table at the call, and the call."""
    call, source = facts.peek(CALL), facts.peek(SOURCE)
    seat = facts.seat if facts.seat is not None else 1 if source is None else next_seat(source)
    source = (seat + 3) % 4 if source is None else source
    if call in OWN_KONGS:
        state, event = _own_kong(facts, seat)
        return state._replace(phase=Phase.OVER) if facts.peek(HAND_OVER) else state, event
    tile, own = facts.peek(CALLED_TILE) or 0, facts.peek(OWN_TILES) or ()
    ready = "declared" if facts.peek(IN_RIICHI) else None
    state = _table_of_call(facts, seat, KnownSeat(ready=ready), source, Phase.ACT)
    state = _offered(procedure_of(facts.rules), facts, _go_around(facts, state, seat), seat, Discarded(source, tile))
    if call == "pung":
        return state, Ponged(seat, source, tile, own)
    if call == "kong":
        return state, Konged(seat, source, tile, own)
    # A chow has two own tiles; with any other number the tiles are none.
    return state, Chowed(seat, source, tile, own if len(own) == 2 else (tile, tile))


def discard_after_call(facts: Facts, tile: Tile) -> tuple[TableState, Discarded]:
    """The table after the call, and the discard of this tile that follows it."""
    state, call = call_in_play(facts)
    state = procedure_of(facts.rules).step(state, call)
    return state, Discarded(state.turn, tile)


def _own_kong(facts: Facts, seat: int) -> tuple[TableState, Event]:
    """An added or concealed kong with the tiles shown; those of another number are no kong."""
    call, named = facts.peek(CALL), facts.peek(CALLED_TILE)
    tiles = called_set(call, facts.peek(OWN_TILES) or (), named)
    tile = named if named is not None and (named in tiles or not tiles) else tiles[-1] if tiles else 0
    kong = (*remove_tiles(tiles, (tile,)), tile) if len(tiles) == KONG_SIZE else tiles[:1]
    known, shown = KnownSeat(), kong
    if call == "added_kong":
        pung = len({*map(kind_of, kong[:3])}) == 1 and len(kong) == KONG_SIZE
        known, shown = KnownSeat(melds=(Meld(MeldKind.PUNG, kong[:3]),) if pung else ()), kong[-1:]
    phase = Phase.MELDED if facts.peek(AFTER_CLAIM) else Phase.ACT
    state = _table_of_call(facts, seat, known, seat, phase)
    state = state.with_player(seat, state.players[seat]._replace(concealed=shown))
    return state, AddedKong(seat, tile) if call == "added_kong" else ConcealedKong(seat, tile)


def called_set(call: str | None, own: tuple[Tile, ...], tile: Tile | None) -> tuple[Tile, ...]:
    """Sorted tiles of the called set, empty if no own tiles were shown; a kong may be named with all four own tiles."""
    whole = not own or tile is None or (call in OWN_KONGS and len(own) >= KONG_SIZE)
    return sort_tiles(own if whole or tile is None else (*own, tile))


def _table_of_call(facts: Facts, seat: int, known: KnownSeat, turn: int, phase: Phase) -> TableState:
    """The table on this turn with the caller, the winners, and the tiles left."""
    play, won = procedure_of(facts.rules), facts.peek(WON_SEATS) or ()
    dead = "ruled" if facts.peek(DEAD) else None
    special = play.hooks.read_special(play, {"void": facts.peek(VOID_SUIT)})
    seats = {each: KnownSeat(won=1) for each in won}
    seats[seat] = known._replace(dead=dead, won=int(seat in won), special=special)
    state = position(hand_setup(facts), seats, turn=turn, phase=phase)
    left, kongs = facts.peek(WALL_LEFT), facts.peek(KONGS_MADE)
    state = state if kongs is None else state._replace(kongs=kongs)
    return state if left is None else state._replace(wall_left=state.wall_left + left - play.wall.live_left(state))


def _go_around(facts: Facts, state: TableState, seat: int) -> TableState:
    """The table with the discards from the caller's latest one on; those of the others have no known seat."""
    discards = facts.peek(GO_AROUND_DISCARDS) or ()
    other = next_seat(seat)
    placed = [(seat if at == 0 else other, Discard(tile, at - len(discards))) for at, tile in enumerate(discards)]
    for each in (seat, other):
        lying = tuple(discard for owner, discard in placed if owner == each)
        state = state.with_player(each, state.players[each]._replace(discards=lying))
    return state


def _offered(play: Procedure[object], facts: Facts, state: TableState, seat: int, event: Discarded) -> TableState:
    """The table after the discard, with what has come of the tile since."""
    state = play.step(state, event)
    if facts.peek(HAND_OVER):
        return state._replace(phase=Phase.OVER)
    if facts.peek(TILE_WON):
        winner = next(each for each in (2, 3, 0, 1) if each not in (seat, event.seat))
        return state._replace(phase=Phase.DRAW, wins=(WinRecord(winner, event.seat, event.tile, None, 0),))
    if facts.peek(ALREADY_PASSED):
        return play.step(state, Passed(seat))
    return play.close_window(state) if facts.peek(IN_TIME) is False else state
