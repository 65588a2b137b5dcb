from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.events import AddedKong, Chowed, ConcealedKong, DeclaredReady, Discarded, Konged, Ponged
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import is_from_hand, turn_breaches
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play import passed_wins
from engine.rules.taiwan.play.state import taiwan_player, taiwan_table
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import Seat
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, holds_flower, kind_of

KEPT: Final = "kept_flower"
"""Cause of a dead hand that holds a flower (TW-6.3)."""


def check(play: Procedure[Parameters], state: TableState, event: DeclaredReady) -> Iterator[Breach]:
    """Require 天聽 before the dealer acts (or the own first draw), others together with a discard (TW-3.11)."""
    player = state.players[event.seat]
    rules = play.parameters
    if player.ready or taiwan_table(state).ready_pending:
        yield Breach("ready_twice", "TW-3.11", _("readiness has been declared"), "refused")
    if player.dead:
        yield Breach("dead_hand", "TW-6.4", _("a dead hand declares nothing"), "refused")
    if _may_declare_heavenly(play, state, event.seat):
        if not rules.tianting_enabled:
            yield Breach("no_tianting", "TW-3.11", _("there is no heavenly ready under these rules"), "refused")
        elif player.waits is None:
            missing = _("the tiles of %(seat)s", seat=event.seat)
            yield Breach("not_ready", "TW-3.11", _("the hand has to be ready"), "", missing)
        elif not player.waits:
            yield Breach("not_ready", "TW-3.11", _("the hand is not ready"), "refused")
        return
    yield from turn_breaches(play, state, event.seat, Phase.ACT, Phase.MELDED)
    if player.discards or any(meld.is_exposed for meld in player.melds):
        if not rules.declared_ting_enabled:
            message = _("after the first discard, or with an open hand, readiness is not declared")
            yield Breach("late_ready", "TW-3.11", message, "refused")
    elif not (rules.diting_enabled or rules.declared_ting_enabled):
        yield Breach("no_diting", "TW-3.11", _("there is no earthly ready under these rules"), "refused")
    full = len(player.concealed) % 3 == 2
    if full and UNKNOWN not in player.concealed and not _has_ready_discard(play, state, player):
        yield Breach("not_ready", "TW-3.11", _("no discard leaves the hand ready"), "refused")


def _has_ready_discard(play: Procedure[Parameters], state: TableState, player: Player) -> bool:
    for tile in dict.fromkeys(player.concealed):
        remaining_hand = Hand(remove_tiles(player.concealed, (tile,)), player.melds)
        allowed = kind_of(tile) not in state.claimed and not holds_flower((tile, *remaining_hand.concealed))
        if allowed and play.ruleset.waits(remaining_hand).ready:
            return True
    return False


def _may_declare_heavenly(play: Procedure[Parameters], state: TableState, seat: Seat) -> bool:
    if seat == state.setup.dealer:
        return False
    if not state.players[state.setup.dealer].discards:
        return state.turn == state.setup.dealer and state.phase in (Phase.ACT, Phase.FLOWERS)
    player = state.players[seat]
    first = not taiwan_player(player).turn_draws and not player.discards
    return play.parameters.tianting_deadline == "own_first_draw" and first


def declare(play: Procedure[Parameters], state: TableState, event: DeclaredReady) -> TableState:
    if _may_declare_heavenly(play, state, event.seat):
        player = state.players[event.seat]._replace(ready="tianting", ready_at=state.event_index)
        return state.with_player(event.seat, player)
    return state._replace(special=taiwan_table(state)._replace(ready_pending=True))


def player_discarded(
    play: Procedure[Parameters], state: TableState, before: Player, after: Player, event: Discarded
) -> Player:
    """Update lock and declarations after a discard; a kept flower makes the hand dead (TW-6.1, 6.3, 6.11)."""
    after = passed_wins.after_discard(play, state, before, after, event)
    if taiwan_table(state).ready_pending:
        first = not before.discards and not any(meld.is_exposed for meld in before.melds)
        kind = "diting" if first and play.parameters.diting_enabled else "declared"
        after = after._replace(
            ready=kind, ready_at=state.event_index, special=taiwan_player(after)._replace(first_round=True)
        )
    elif after.ready:
        after = after._replace(special=taiwan_player(after)._replace(first_round=False))
        if is_from_hand(state, event) and not (after.ready == "tianting" and after.tiles_drawn == 0):
            after = after._replace(ready=None)
    return with_kept_flower(after)


def with_kept_flower(player: Player) -> Player:
    """Make the hand dead if a flower is kept through a discard or kong (TW-6.3b)."""
    return player._replace(dead=KEPT) if not player.dead and holds_flower(player.concealed) else player


def player_claimed(
    play: Procedure[Parameters], state: TableState, player: Player, event: Chowed | Ponged | Konged
) -> Player:
    """Cancel a declaration by a claim; the lock is updated with the discard (TW-6.1, TW-6.11)."""
    return player._replace(ready=None) if player.ready else player


def player_konged(
    play: Procedure[Parameters], state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
) -> Player:
    """Update the passed-win lock; a concealed kong that changes the waits cancels a declaration (TW-6.1, TW-3.11)."""
    after = passed_wins.after_kong(play, state, before, after._replace(waits=play.waits_of(after)), event)
    after = with_kept_flower(after)
    if isinstance(event, AddedKong):
        return after
    keep = play.parameters.ting_concealed_kong
    if after.ready and (keep == "never" or (keep == "if_waits_unchanged" and after.waits != before.waits)):
        after = after._replace(ready=None)
    return after
