from __future__ import annotations

from engine.play.events import Chowed, Discarded, Konged, Ponged, Won
from engine.play.locks import add_lock, end_locks, lock_once, missing_discard_order
from engine.play.players import UNORDERED, Lock, Player
from engine.play.procedure import Procedure
from engine.play.table import Phase, TableState
from engine.play.turns import missing_pass_evidence
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.claiming import PASSED_PUNG
from engine.tiles.hand import Hand
from engine.tiles.seats import Seat
from engine.tiles.selection import holds_unknown
from engine.tiles.tile import UNKNOWN, Tile, kind_of

LOCK = "same_turn"
FORCED = "forced_win_missed"


def lock_value(play: Procedure[Parameters], state: TableState, event: Won) -> int | None:
    """Value compared by the lock: points, or fan up to the cap (SC-6.6, SC-E8); None while tiles are unknown."""
    hand, win = play.hooks.win_of(play, state, event)
    if holds_unknown(hand):
        return None
    scored = play.ruleset.scorer(hand, win)
    if not scored.win:
        return None
    fan, points = int(str(scored.value["fan"])), int(str(scored.value["points"]))
    if play.parameters.furiten_compare == "points":
        return points
    return fan if play.parameters.mangan_fan is None else min(fan, play.parameters.mangan_fan)


def player_drew(play: Procedure[Parameters], state: TableState, player: Player) -> Player:
    """End the lock and the ban on passed pungs by the own draw (SC-6.6)."""
    return end_locks(end_locks(player, LOCK, state.event_index), PASSED_PUNG, state.event_index)


def player_claimed(
    play: Procedure[Parameters], state: TableState, player: Player, event: Chowed | Ponged | Konged
) -> Player:
    """End the lock by a claim where the rules say so; in SBR not if the hand is complete with it (SC-E8)."""
    release = play.parameters.furiten_release
    if release == "own_draw_or_claim":
        return end_locks(player, LOCK, state.event_index)
    if release == "own_draw_or_pung_incomplete" and isinstance(event, Ponged):
        concealed = player.concealed
        if UNKNOWN not in concealed and not any(
            kind_of(concealed[index])
            in (play.waits_of(player._replace(concealed=concealed[:index] + concealed[index + 1 :])) or ())
            for index in range(len(concealed))
        ):
            return end_locks(player, LOCK, state.event_index)
    return player


def player_discarded(
    play: Procedure[Parameters], state: TableState, before: Player, after: Player, event: Discarded
) -> Player:
    """Start the lock in SBR by discarding a tile that the remaining hand waits for (SC-E8)."""
    if play.parameters.furiten_own_discard and after.waits and kind_of(event.tile) in after.waits:
        supposed = Won(event.seat, (event.seat + 1) % 4, UNKNOWN)
        _hand, win = play.hooks.win_of(play, state._replace(phase=Phase.CLAIM), supposed)
        scored = play.ruleset.scorer(Hand(after.concealed, after.melds, (), event.tile), win)
        value = min(int(str(scored.value["fan"])), play.parameters.mangan_fan or 99) if scored.complete else 0
        return _add_lock(after, Lock(LOCK, "SC-E8", state.event_index, event.tile, value))
    return after


def _add_lock(player: Player, lock: Lock) -> Player:
    old = player.find_lock(LOCK)
    if old is not None and old.certain and (old.value or 0) >= (lock.value or 0):
        return player
    return add_lock(end_locks(player, LOCK, lock.since), lock)


def missed_win(play: Procedure[Parameters], state: TableState, seat: Seat, tile: Tile, certain: bool) -> Player:
    """Start the lock at the value of a passed win (SC-6.6)."""
    player = state.players[seat]
    if play.parameters.furiten_mode == "off" or player.dead:
        return player
    if not certain:
        missing = missing_pass_evidence(state, seat, tile)
        return lock_once(player, Lock(LOCK, "SC-6.6", state.event_index, tile, None, certain=False, missing=missing))
    value = lock_value(play, state, Won(seat, state.turn, tile))
    if value is None:
        return player
    if play.wall.live_left(state) <= play.parameters.forced_win_last_tiles:
        player = add_lock(player, Lock(FORCED, "SC-3.27", state.event_index, tile))
    return _add_lock(player, Lock(LOCK, "SC-6.6", state.event_index, tile, value))


def possible_lock(play: Procedure[Parameters], state: TableState, seat: Seat) -> Player:
    """Possible lock: a completing tile among the others' discards may have been passed (SC-6.6)."""
    player = state.players[seat]
    drawn = state.turn == seat and state.phase is Phase.ACT
    if play.parameters.furiten_mode == "off" or player.dead or drawn:
        return player
    for step in (1, 2, 3):
        discards = state.players[(seat + step) % 4].discards
        ordered = bool(discards) and discards[0].event_index != UNORDERED
        for discard in discards[-1:] if ordered else discards:
            if kind_of(discard.tile) in (player.waits or ()):
                missing = missing_discard_order((seat + step) % 4, discard.tile)
                lock = Lock(LOCK, "SC-6.6", 0, discard.tile, certain=False, missing=missing)
                player = lock_once(player, lock)
    return player
