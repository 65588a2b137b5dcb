"""Limits on claims, kongs and passes (SC-3.4 to SC-3.10, SC-3.22, SC-3.27, SC-3.28, SC-E11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.play import default_hooks, discard_claims, kongs
from engine.play.events import AddedKong, Chowed, ConcealedKong, Drew, Event, Konged, Passed, Ponged, TileCall, Won
from engine.play.locks import add_lock
from engine.play.players import Lock, Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, TableState
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.state import void_of
from engine.rules.sichuan.play.void_suits import meld_breaches
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS
from engine.tiles.selection import remove_tiles, tiles_of_kind
from engine.tiles.tile import UNKNOWN, kind_of

PASSED_PUNG = "passed_pung"


def may_claim_last(play: Procedure[Parameters], event: Chowed | Ponged | Konged) -> bool:
    return isinstance(event, Ponged) and play.parameters.last_discard_pung


def stands_after(play: Procedure[Parameters], state: TableState, call: TileCall, since: Sequence[Event]) -> bool | None:
    """Count the time of a call in seconds where the edition does (SC-E4); else the next draw ends it (SC-3.8)."""
    if len(since) == 1 and isinstance(since[0], Drew) and play.parameters.claim_seconds:
        return None
    return default_hooks.stands_after(play, state, call, since)


def check_chow(play: Procedure[Parameters], state: TableState, event: Chowed) -> Iterator[Breach]:
    yield Breach("no_chow", "SC-3.4", _("discards cannot be chowed"), "refused")


def claim_breaches(play: Procedure[Parameters], state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
    """Refuse claims of the void suit, by winners, and of a barred passed pung."""
    player = state.players[event.seat]
    yield from meld_breaches(play, player, event.tile)
    if player.won:
        yield Breach("locked_hand", "SC-3.28", _("a winner claims no discard"), "refused")
    if player.dead and play.parameters.dead_hand_claims == "to_be_ready":
        yield from _dead_claim_breaches(play, state, event)
    if isinstance(event, Ponged) and any(
        lock.kind == PASSED_PUNG and lock.until is None and lock.tile == kind_of(event.tile) for lock in player.locks
    ):
        yield Breach("passed_pung", "SC-3.6", _("a pung of this kind was passed in the go-around"), "refused")


def _dead_claim_breaches(
    play: Procedure[Parameters], state: TableState, event: Chowed | Ponged | Konged
) -> Iterator[Breach]:
    player = state.players[event.seat]
    if UNKNOWN in player.concealed:
        missing = _("the concealed tiles of %(seat)s", seat=event.seat)
        yield Breach("dead_claim", "SC-E11", _("a dead hand claims only to become ready"), "", missing)
        return
    if isinstance(event, Chowed) or len(tiles_of_kind(player.concealed, kind_of(event.tile))) < 2:
        return
    hands: list[Player]
    if isinstance(event, Konged):
        hands = [discard_claims.kong(play, state, event).players[event.seat]]
    else:
        after = discard_claims.pung(play, state, event).players[event.seat]
        hands = [
            after._replace(concealed=remove_tiles(after.concealed, (tile,))) for tile in dict.fromkeys(after.concealed)
        ]
    if player.waits or not any(play.waits_of(hand) for hand in hands):
        yield Breach("dead_claim", "SC-E11", _("a dead hand claims only to become ready"), "refused")


def discard_passed(play: Procedure[Parameters], state: TableState) -> TableState:
    """Remember who could have ponged, where passed pungs are barred (SC-3.6)."""
    if not play.parameters.passed_pung_ban or state.offered is None:
        return state
    kind = kind_of(state.offered)
    for seat in SEATS:
        player = state.players[seat]
        if seat != state.turn and len(tiles_of_kind(player.concealed, kind)) >= 2:
            lock = Lock(PASSED_PUNG, "SC-3.6", state.event_index, kind)
            state = state.with_player(seat, add_lock(player, lock))
    return state


def check_added_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> Iterator[Breach]:
    yield from kongs.check_added(play, state, event)
    if void_of(state.players[event.seat]) is not None:
        yield from meld_breaches(play, state.players[event.seat], event.tile)
    yield from _late_kong_breaches(play, state, event)
    yield from _winner_kong_breaches(play, state, event)


def _late_kong_breaches(play: Procedure[Parameters], state: TableState, event: AddedKong) -> Iterator[Breach]:
    if play.parameters.added_kong_late == "allowed" or state.drawn_tile == UNKNOWN:
        return
    if state.drawn_tile is None or kind_of(state.drawn_tile) != kind_of(event.tile):
        yield Breach("late_added_kong", "SC-6.7", _("only the tile just drawn is added to a pung"), "refused")


def check_concealed_kong(play: Procedure[Parameters], state: TableState, event: ConcealedKong) -> Iterator[Breach]:
    yield from kongs.check_concealed(play, state, event)
    yield from meld_breaches(play, state.players[event.seat], event.tile)
    yield from _winner_kong_breaches(play, state, event)


def _winner_kong_breaches(
    play: Procedure[Parameters], state: TableState, event: AddedKong | ConcealedKong
) -> Iterator[Breach]:
    player = state.players[event.seat]
    if player.won and player.waits is not None:
        try:
            if isinstance(event, AddedKong):
                after = kongs.add_kong(play, state, event).players[event.seat].waits
            else:
                after = kongs.declare_concealed(play, state, event).players[event.seat].waits
        except ValueError:
            return
        if after != player.waits:
            yield Breach("locked_hand", "SC-3.28", _("the kong would change a winner's waits"), "refused")


def check_pass(play: Procedure[Parameters], state: TableState, event: Passed) -> Iterator[Breach]:
    yield from discard_claims.check_pass(play, state, event)
    player = state.players[event.seat]
    if (
        state.offered is not None
        and play.wall.live_left(state) <= play.parameters.forced_win_last_tiles
        and player.waits is not None
        and kind_of(state.offered) in player.waits
        and not any(play.breaches(state, Won(event.seat, state.turn, state.offered)))
    ):
        yield Breach("passed_win_forced", "SC-3.27", _("a possible win must be taken now"), "forced_win")
