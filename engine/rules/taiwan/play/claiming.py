"""Limits on discards, claims, kongs and draws (TW-2.13, TW-3.11, TW-3.20 to TW-3.28)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play import discard_claims, discards, kongs
from engine.play.discard_claims import swap_kinds
from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Konged, Ponged
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import is_from_hand
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play.declaring import with_kept_flower
from engine.rules.taiwan.play.go_arounds import discarded_in_go_around
from engine.rules.taiwan.play.state import taiwan_table
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.melds import MeldKind
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, Tile, format_tile, holds_flower, is_flower, kind_of

# --- discards -------------------------------------------------------------------------------------------------------


def check_discard(play: Procedure[Parameters], state: TableState, event: Discarded) -> Iterator[Breach]:
    """Refuse swap tiles after a claim, flowers, and a declined last tile (TW-3.21, TW-3.22, TW-3.28)."""
    yield from discards.check(play, state, event)
    player = state.players[event.seat]
    table = taiwan_table(state)
    if kind_of(event.tile) in state.claimed:
        # A concealed kong may lie between the claim and its discard (TW-6.6).
        pung = not [meld for meld in player.melds if meld.kind is not MeldKind.CONCEALED_KONG][-1].is_chow
        clause, code = ("TW-3.22", "swap_after_pung") if pung else ("TW-3.21", "swap_after_chow")
        yield Breach(code, clause, _("this tile is barred after the claim"), "open_dead_hand")
    if is_flower(event.tile):
        yield Breach("flower_discarded", "TW-6.3c", _("a flower is laid out, not discarded"), "open_dead_hand")
    if table.declined and is_from_hand(state, event):
        yield Breach("decline", "TW-2.13", _("after declining, the drawn tile is discarded"), "refused")
    in_turn = event.seat == state.turn and event.tile in player.concealed
    if in_turn and table.ready_pending and UNKNOWN not in player.concealed:
        remaining_hand = Hand(remove_tiles(player.concealed, (event.tile,)), player.melds)
        if holds_flower(remaining_hand.concealed) or not play.ruleset.waits(remaining_hand).ready:
            yield Breach("not_ready", "TW-3.11", _("this discard does not leave the hand ready"), "refused")


def discard(play: Procedure[Parameters], state: TableState, event: Discarded) -> TableState:
    """Discard; ends the turn's flags. The dealer's first discard shows who has kept a flower (TW-6.3)."""
    state = discards.step(play, state, event)
    table = taiwan_table(state)
    if table.open_kong is not None or table.ready_pending or table.robbed is not None:
        table = table._replace(open_kong=None, ready_pending=False, robbed=None)
    state = state._replace(special=table, replacing=None)
    if event.seat == state.setup.dealer and len(state.players[event.seat].discards) == 1:
        for seat, player in enumerate(state.players):
            state = state.with_player(seat, with_kept_flower(player))
    return state


# --- claims ---------------------------------------------------------------------------------------------------------


def may_claim_last(play: Procedure[Parameters], event: Chowed | Ponged | Konged) -> bool:
    """Return True where the ruleset allows claims of the discard after the last tile (TW-2.13)."""
    return play.parameters.claim_after_last_draw and not isinstance(event, Konged)


def claim_breaches(play: Procedure[Parameters], state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
    """Refuse claims near the end of the wall, and by a dead hand where barred (TW-3.24, TW-6.4)."""
    tiles_left = play.wall.live_left(state)
    if 0 < tiles_left <= play.parameters.no_claim_last_tiles:
        message = _("%(left)s live tiles are left: discards may only be won on", left=tiles_left)
        yield Breach("claim_in_last_tiles", "TW-3.24", message, "open_dead_hand")
    if state.players[event.seat].dead and not play.parameters.xianggong_claims_allowed:
        yield Breach("dead_claim", "TW-6.4", _("a dead hand claims nothing"), "refused")


def check_chow(play: Procedure[Parameters], state: TableState, event: Chowed) -> Iterator[Breach]:
    """Require a chow, not of a kind just discarded by the caller where barred (TW-3.23)."""
    yield from discard_claims.check_chow(play, state, event)
    yield from discard_claims.no_discard_left_breaches(
        play, state, event, event.hand_tiles, forbidden_after_chow(play, event)
    )
    if state.phase is Phase.CLAIM and play.parameters.own_discard_chow_ban and event.seat != state.turn:
        before = discarded_in_go_around(state, event.seat, kind_of(event.tile))
        message = _("the player discarded this kind in the go-around")
        if before.by_last_own:
            yield Breach("chow_of_own_discard", "TW-3.23", message, "open_dead_hand")
        elif before.unsure:
            yield Breach("chow_of_own_discard", "TW-3.23", message, "", before.unsure)


def check_pung(play: Procedure[Parameters], state: TableState, event: Ponged) -> Iterator[Breach]:
    """Require a pung, not of a kind passed in this go-around where barred (TW-3.23)."""
    yield from discard_claims.check_pung(play, state, event)
    pair = event.hand_tiles or (kind_of(event.tile),) * 2
    yield from discard_claims.no_discard_left_breaches(play, state, event, pair, forbidden_after_pung(play, event))
    ban = play.parameters.repung_ban
    if state.phase is not Phase.CLAIM or ban == "none" or event.seat == state.turn:
        return
    before = discarded_in_go_around(state, event.seat, kind_of(event.tile))
    message = _("%(tile)s was discarded before in the go-around", tile=format_tile(kind_of(event.tile)))
    if before.by_last_own or (before.by_anyone and ban == "any_discard"):
        yield Breach("second_pung_in_go_around", "TW-3.23", message, "open_dead_hand")
    elif before.unsure:
        yield Breach("second_pung_in_go_around", "TW-3.23", message, "", before.unsure)


def forbidden_after_chow(play: Procedure[Parameters], event: Chowed) -> tuple[Tile, ...]:
    ban = play.parameters.chow_swap_ban
    return () if ban == "none" else swap_kinds(event.tile, event.hand_tiles, both_ends=ban == "whole_tatsu")


def forbidden_after_pung(play: Procedure[Parameters], event: Ponged) -> tuple[Tile, ...]:
    return (kind_of(event.tile),) if play.parameters.pung_swap_ban else ()


# --- kongs ----------------------------------------------------------------------------------------------------------


def kong(play: Procedure[Parameters], state: TableState, event: Konged) -> TableState:
    state = discard_claims.kong(play, state, event)
    return state._replace(special=taiwan_table(state)._replace(open_kong=event.seat))


def check_concealed_kong(play: Procedure[Parameters], state: TableState, event: ConcealedKong) -> Iterator[Breach]:
    yield from kongs.check_concealed(play, state, event)
    yield from _pending_breaches(state)


def check_added_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> Iterator[Breach]:
    yield from kongs.check_added(play, state, event)
    yield from _pending_breaches(state)


def _pending_breaches(state: TableState) -> Iterator[Breach]:
    if taiwan_table(state).ready_pending:
        yield Breach("ready_kong", "TW-3.11", _("the declaration is followed by its discard"), "refused")


def add_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> TableState:
    state = kongs.add_kong(play, state, event)
    if play.parameters.open_kong_ban_lifted_by_added_kong:
        state = state._replace(special=taiwan_table(state)._replace(open_kong=None))
    return state
