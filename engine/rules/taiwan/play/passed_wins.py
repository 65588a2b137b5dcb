from __future__ import annotations

from typing import Final

from engine.play.events import AddedKong, ConcealedKong, Discarded
from engine.play.locks import end_locks, lock_once, missing_discard_order
from engine.play.players import Lock, Player
from engine.play.procedure import Procedure
from engine.play.table import Phase, TableState
from engine.play.turns import missing_pass_evidence
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play.state import taiwan_player
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, kind_of

PASSED_WIN: Final = "passed_win"
"""過水: no win until it is released (TW-6.1, TW-6.2)."""


def missed_win(play: Procedure[Parameters], state: TableState, seat: Seat, tile: Tile, certain: bool) -> Player:
    """Start 過水 after a passed win, whatever the reason; not for a dead hand (TW-6.1, TW-6.2)."""
    player = state.players[seat]
    if play.parameters.guoshui_mode == "off" or player.dead:
        return player
    missing = None if certain else missing_pass_evidence(state, seat, tile)
    lock = Lock(PASSED_WIN, _clause(play), state.event_index, tile, certain=certain, missing=missing)
    return _update_lock(player, player, lock)


def _clause(play: Procedure[Parameters]) -> str:
    return "TW-6.1" if play.parameters.guoshui_mode == "strict" else "TW-6.2"


def possible_lock(play: Procedure[Parameters], state: TableState, seat: Seat) -> Player:
    """Possible 過水: a completing tile among the others' discards may have been passed (TW-6.1, TW-6.2, TW-6.14)."""
    player = state.players[seat]
    mode = play.parameters.guoshui_mode
    drawn = state.turn == seat and state.phase is Phase.ACT
    if mode == "off" or player.dead or (drawn and mode == "until_own_draw"):
        return player
    for step in (1, 2, 3):
        for discard in state.players[(seat + step) % 4].discards:
            if kind_of(discard.tile) in (player.waits or ()):
                missing = missing_discard_order((seat + step) % 4, discard.tile)
                lock = Lock(PASSED_WIN, _clause(play), 0, discard.tile, certain=False, missing=missing)
                player = lock_once(player, lock)
    return player


def player_drew(play: Procedure[Parameters], state: TableState, player: Player) -> Player:
    if play.parameters.guoshui_mode == "until_own_draw":
        return end_locks(player, PASSED_WIN, state.event_index)
    return player


def after_discard(
    play: Procedure[Parameters], state: TableState, before: Player, after: Player, event: Discarded
) -> Player:
    """Start or end the strict lock by the own discard (TW-6.1)."""
    if play.parameters.guoshui_mode != "strict" or after.dead or after.waits is None:
        return after
    complete = kind_of(event.tile) in after.waits
    if complete and state.drawn_tile is not None and state.phase is Phase.ACT:
        # The seventeen tiles were complete: a self-draw win was declined.
        after = _update_lock(before, after, Lock(PASSED_WIN, "TW-6.1", state.event_index, state.drawn_tile))
    if after.find_lock(PASSED_WIN) is None:
        return after
    if play.parameters.guoshui_release == "non_wait_tile":
        complete = kind_of(event.tile) in taiwan_player(after).locked_waits
    return after if complete else end_locks(after, PASSED_WIN, state.event_index)


def after_kong(
    play: Procedure[Parameters], state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
) -> Player:
    """Release the lock by an added kong; start it by a win declined for a concealed one (TW-6.1)."""
    if isinstance(event, AddedKong):
        return end_locks(after, PASSED_WIN, state.event_index)
    drawn = state.drawn_tile
    won = drawn is not None and before.waits is not None and kind_of(drawn) in before.waits
    if won and play.parameters.guoshui_mode == "strict" and not after.dead:
        return _update_lock(before, after, Lock(PASSED_WIN, "TW-6.1", state.event_index, drawn))
    return after


def _update_lock(before: Player, after: Player, lock: Lock) -> Player:
    if after.find_lock(PASSED_WIN) is None:
        waits = before.waits or frozenset()
        after = after._replace(special=taiwan_player(after)._replace(locked_waits=waits))
    return lock_once(after, lock)
