"""Sichuan wins, end of the hand, next dealer (SC-2.8, SC-3.8, SC-4.14, SC-5, SC-6.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play import default_hooks, wins
from engine.play.events import Won
from engine.play.procedure import Procedure
from engine.play.table import Breach, NextHand, Phase, TableState, WinRecord, as_type
from engine.play.transfers import Transfer
from engine.rules.sichuan import settlement
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.kong_income import settle_shot, winners_in_order
from engine.rules.sichuan.play.passed_wins import LOCK, lock_value
from engine.rules.sichuan.play.state import KongLedger, letter_of, void_of
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import WinBy
from engine.tiles.seats import SEATS, Seat
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, Tile, suit_of


def hand_breaches(play: Procedure[Parameters], state: TableState, event: Won) -> Iterator[Breach]:
    """Require form, absence of the void suit, and no same-turn lock (SC-6.10)."""
    shape_breaches = list(wins.hand_breaches(play, state, event))
    yield from shape_breaches
    if holds_void(state, event) and all(breach.code != "void_suit" for breach in shape_breaches):
        yield Breach("void_suit", "SC-3.24", _("the hand holds tiles of its void suit"), play.hooks.false_win)
    if state.players[event.seat].special is None:
        missing = _("the void suit of %(seat)s", seat=event.seat)
        yield Breach("void_unknown", "SC-3.24", _("a hand with void tiles does not win"), "", missing)
    lock = state.players[event.seat].find_lock(LOCK)
    if event.source is None or lock is None:
        return
    message = _("a win was passed since the last own draw")
    if not lock.certain:
        yield Breach("locked_win", "SC-6.6", message, "refused", lock.missing)
    elif play.parameters.furiten_mode == "same_turn":
        yield Breach("locked_win", "SC-6.6", message, "refused")
    else:
        value = lock_value(play, state, event)
        if value is not None and lock.value is not None and value <= lock.value:
            message = _(
                "%(message)s: %(worth)s is not more than %(value)s", message=message, worth=value, value=lock.value
            )
            yield Breach("locked_win", "SC-6.6", message, "refused")


def holds_void(state: TableState, event: Won) -> bool:
    """True if a known tile of the hand, complete or not, is of the player's void suit."""
    player = state.players[event.seat]
    void = void_of(player)
    offered = () if event.source is None or event.tile is None else (event.tile,)
    held = (*player.concealed, *(tile for meld in player.melds for tile in meld.tiles), *offered)
    return void is not None and any(tile != UNKNOWN and suit_of(tile) is void.suit for tile in held)


def circumstances(play: Procedure[Parameters], state: TableState, event: Won) -> Circumstances:
    others = sum(1 for seat in SEATS if seat != event.seat and play.wall.still_in(state.players[seat]))
    kongs = None if state.special is None else as_type(state.special, KongLedger)
    shot = event.source is not None and kongs is not None and kongs.shot is not None
    return Circumstances(letter_of(state.players[event.seat]), shot, others)


def first_turn(play: Procedure[Parameters], state: TableState, event: Won) -> bool:
    """Return True before any pung, kong or own discard, only for players with the void card (SC-4.14)."""
    void = void_of(state.players[event.seat])
    return default_hooks.first_turn(play, state, event) and void is not None and void.face_down is None


def visible_tiles(play: Procedure[Parameters], state: TableState, seat: Seat) -> tuple[Tile, ...]:
    """Discards, melds of the others and robbed tiles, for the last copy (SC-4.16)."""
    if not play.parameters.enable_juezhang:
        return ()
    robbed = [record for record in state.wins if record.scored and record.scored.circumstances.by is WinBy.ROBBED_KONG]
    tiles = [record.tile for record in robbed if record.tile is not None]
    for owner, player in enumerate(state.players):
        for discard in player.discards:
            if discard.claimed_by is None:
                tiles.append(discard.tile)
        if owner != seat:
            tiles.extend(tile for meld in player.melds if meld.is_exposed for tile in meld.tiles)
    if state.phase is Phase.CLAIM and state.offered in tiles:
        tiles.remove(state.offered)
    return tuple(tiles)


def settle(play: Procedure[Parameters], state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
    out = [seat for seat in SEATS if seat != record.seat and not play.wall.still_in(state.players[seat])]
    return settlement.win_transfers(scored, record.seat, record.source, out)


def after_win(play: Procedure[Parameters], state: TableState, record: WinRecord) -> TableState:
    """End the hand after the last winner; else continue to the right of the latest winner (SC-3.8, SC-6.8)."""
    rules = play.parameters
    if record.source is not None:
        state = settle_shot(play, state)
    if not rules.xueliu and sum(bool(player.won) for player in state.players) >= rules.max_winners:
        state = state._replace(phase=Phase.OVER, ended="win")
        return state._replace(transfers=(*state.transfers, *settlement.inspection(rules, state)))
    state = state._replace(ended=None)
    if record.source is None:
        if rules.xueliu and record.tile is not None:
            player = state.players[record.seat]
            player = player._replace(concealed=remove_tiles(player.concealed, (record.tile,), last=True))
            state = state.with_player(record.seat, player)
        return _continue_after(play, state, record.seat)
    return state


def after_wins(play: Procedure[Parameters], state: TableState) -> TableState:
    """Give the next draw to the first player without a win, right of the last winner (SC-6.8)."""
    return _continue_after(play, state, winners_in_order(state)[-1])


def _continue_after(play: Procedure[Parameters], state: TableState, last_winner: Seat) -> TableState:
    seat = play.wall.next_to_draw(state._replace(turn=last_winner))
    return state._replace(
        phase=Phase.DRAW, turn=seat, offered=None, passed=(), winners_here=(), drawn_tile=None, replacing=None
    )


def settle_end(play: Procedure[Parameters], state: TableState, kind: str) -> list[Transfer]:
    return settlement.inspection(play.parameters, state)


def unsettled(play: Procedure[Parameters], state: TableState) -> list[Sentence]:
    missing = default_hooks.unscored_wins(play, state)
    remaining = [seat for seat in SEATS if not state.players[seat].won]
    if state.ended == "exhaustive" and len(remaining) > 1:
        for seat in remaining:
            if UNKNOWN in state.players[seat].concealed:
                missing.append(_("the concealed tiles of %(seat)s: its state at the wall's end", seat=seat))
            elif state.players[seat].special is None:
                missing.append(_("the void suit of %(seat)s: its state at the wall's end", seat=seat))
    return missing


def next_hand(play: Procedure[Parameters], state: TableState) -> NextHand:
    """Next dealer (SC-2.8): the first winner, the giver of several first wins, else the same."""
    first = [
        record
        for record in state.wins
        if record.event_index == state.wins[0].event_index or _is_on_first_tile(state, record)
    ]
    declared = [(record.seat, record.source) for record in first]
    return {"dealer": settlement.next_dealer(state.setup.dealer, declared)}


def _is_on_first_tile(state: TableState, record: WinRecord) -> bool:
    first = state.wins[0]
    number = state.wins.index(record)
    return (
        first.source is not None and record.source == first.source and record.event_index == first.event_index + number
    )
