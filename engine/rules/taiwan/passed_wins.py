"""過水: a win let pass, what it bars, and what releases it (TW-6.1, TW-6.2)."""

from __future__ import annotations

from engine.play.events import Discarded
from engine.play.holding import heap_of, lock_once, lock_until
from engine.play.table import Lock, Phase, Player, TableState
from engine.rules.taiwan.flower_play import FlowerPlay, Own
from engine.rules.taiwan.locks import PASSED_WIN
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, kind_of


class PassedWins(FlowerPlay):
    """The locks of a Taiwanese player."""

    def missed_win(self, state: TableState, seat: Seat, tile: Tile, *, certain: bool) -> Player:
        """過水 begins with a completing tile let pass, whatever the reason; not for a dead hand (TW-6.1, TW-6.2)."""
        player = state.players[seat]
        if self.parameters.guoshui_mode == "off" or player.dead:
            return player
        clause = "TW-6.1" if self.parameters.guoshui_mode == "strict" else "TW-6.2"
        missing = None if certain else self.unsure_of(state, seat, tile)
        lock = Lock(PASSED_WIN, clause, state.moment, tile, certain=certain, missing=missing)
        return self.locked(player, player, lock)

    def possible_lock(self, state: TableState, seat: Seat) -> Player:
        """A completing tile among the others' discards may have been passed (TW-6.1, TW-6.2, TW-6.14)."""
        player = state.players[seat]
        mode = self.parameters.guoshui_mode
        drawn = state.turn == seat and state.phase is Phase.ACT
        if mode == "off" or player.dead or (drawn and mode == "until_own_draw"):
            return player
        for step in (1, 2, 3):
            for discard in state.players[(seat + step) % 4].discards:
                if kind_of(discard.tile) in (player.waits or ()):
                    clause = "TW-6.1" if mode == "strict" else "TW-6.2"
                    missing = heap_of((seat + step) % 4, discard.tile)
                    lock = Lock(PASSED_WIN, clause, 0, discard.tile, certain=False, missing=missing)
                    player = lock_once(player, lock)
        return player

    def player_drew(self, state: TableState, player: Player) -> Player:
        """The loose lock ends with the own draw (TW-6.2)."""
        if self.parameters.guoshui_mode == "until_own_draw":
            return lock_until(player, PASSED_WIN, state.moment)
        return player

    def strict_lock(self, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
        """The player after an own discard, which begins the strict lock or ends it (TW-6.1)."""
        if self.parameters.guoshui_mode != "strict" or after.dead or after.waits is None:
            return after
        complete = kind_of(event.tile) in after.waits
        if complete and state.drawn is not None and state.phase is Phase.ACT:
            # The seventeen tiles were complete: a drawn win was let go.
            after = self.locked(before, after, Lock(PASSED_WIN, "TW-6.1", state.moment, state.drawn))
        if after.locked(PASSED_WIN) is None:
            return after
        if self.parameters.guoshui_release == "non_wait_tile":
            own: Own = after.special
            complete = kind_of(event.tile) in own.locked_waits
        return after if complete else lock_until(after, PASSED_WIN, state.moment)

    @staticmethod
    def locked(before: Player, after: Player, lock: Lock) -> Player:
        """The player under the lock, which remembers what the hand waited for when it began."""
        if after.locked(PASSED_WIN) is None:
            after = after._replace(special=after.special._replace(locked_waits=before.waits or frozenset()))
        return lock_once(after, lock)
