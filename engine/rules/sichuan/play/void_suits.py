from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.play import candidates, discards, ends, wins
from engine.play.events import Discarded, Event, HandDied, VoidChosen, event_from_list
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import held_breaches, is_from_hand
from engine.rules.sichuan import settlement
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.state import KongLedger, Void, kong_ledger, letter_of, void_of
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, Suit, Tile, format_tile, suit_of

VIOLATED = "violation"
"""End of a hand by a void-suit violation (SC-2.7)."""


# --- choosing ---------------------------------------------------------------------------------------------------------


def after_deal(play: Procedure[Parameters], state: TableState) -> TableState:
    return state._replace(phase=Phase.VOID, special=KongLedger())


def read_void(play: Procedure[Parameters], facts: Mapping[str, Any]) -> Void | None:
    if not facts.get("void"):
        return None
    items = ["void", 0, facts["void"], *([facts["face_down"]] if facts.get("face_down") else [])]
    chosen = event_from_list(items)
    return Void(chosen.suit, chosen.tile) if isinstance(chosen, VoidChosen) else None


def check_choice(play: Procedure[Parameters], state: TableState, event: VoidChosen) -> Iterator[Breach]:
    if state.phase is not Phase.VOID:
        yield Breach("phase", "SC-2.6", _("void suits are chosen before the first discard"), "refused")
    if state.players[event.seat].special is not None:
        yield Breach("void_changed", "SC-3.23", _("%(seat)s has chosen its void suit", seat=event.seat), "refused")
    if event.tile is not None:
        if suit_of(event.tile) is not event.suit:
            yield Breach("void_tile", "SC-2.6", _("the face-down tile is of another suit"), "refused")
        yield from held_breaches(play, state, event.seat, (event.tile,))


def choose_void_suit(play: Procedure[Parameters], state: TableState, event: VoidChosen) -> TableState:
    player = state.players[event.seat]._replace(special=Void(event.suit, event.tile))
    if len(player.concealed) % 3 == 1:
        player = player._replace(waits=play.waits_of(player))
    state = state.with_player(event.seat, player)
    return _begin_play(state) if all(chooser.special is not None for chooser in state.players) else state


def _begin_play(state: TableState) -> TableState:
    dealt = len(state.players[state.turn].concealed) % 3 == 2
    return state._replace(phase=Phase.ACT if dealt else Phase.DRAW)


def close_opening(play: Procedure[Parameters], state: TableState, event: Event) -> TableState:
    """Start play although void suits are unknown."""
    return _begin_play(state) if state.phase is Phase.VOID and not isinstance(event, VoidChosen) else state


def opening_breaches(play: Procedure[Parameters], state: TableState, event: Event) -> Iterator[Breach]:
    """Report unrecorded void suits as missing information, not as a fault."""
    if state.phase is Phase.VOID and not isinstance(event, VoidChosen):
        unknown = [seat for seat in SEATS if state.players[seat].special is None]
        missing = _("the void suit of %(seats)s", seats=unknown)
        yield Breach("void_unknown", "SC-2.6", _("void suits are chosen first"), "", missing)


def candidate_events(play: Procedure[Parameters], state: TableState) -> Iterator[Event]:
    if state.phase is Phase.VOID:
        for seat in SEATS:
            if state.players[seat].special is None:
                yield from (VoidChosen(seat, suit) for suit in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOOS))
    else:
        yield from candidates.default_candidates(play, state)


# --- playing without the suit -------------------------------------------------------------------------------------


def waits_of(play: Procedure[Parameters], player: Player) -> frozenset[Tile] | None:
    if UNKNOWN in player.concealed:
        return None
    special = Circumstances(void_suit=letter_of(player))
    return wins.waiting_kinds(play, player.concealed, player.melds, special)


def check_discard(play: Procedure[Parameters], state: TableState, event: Discarded) -> Iterator[Breach]:
    """Require void tiles first, the face-down tile before all; a winner who plays on discards the drawn tile."""
    yield from discards.check(play, state, event)
    player = state.players[event.seat]
    void = void_of(player)
    if player.won and is_from_hand(state, event):
        yield Breach("locked_hand", "SC-3.28", _("a winner discards the tile drawn"), "refused")
    if void is None:
        return
    first = not player.discards
    if first and void.face_down is not None and event.tile != void.face_down:
        message = _("the face-down %(tile)s is the first discard", tile=format_tile(void.face_down))
        yield Breach("first_tile_changed", "SC-3.23", message, "taken_back")
    elif suit_of(event.tile) is not void.suit and (first or play.parameters.void_rule == "strict"):
        if any(suit_of(tile) is void.suit for tile in player.concealed if tile != UNKNOWN):
            consequence = play.parameters.void_violation_end
            yield Breach("void_violation", "SC-3.20", _("a tile of the void suit has to go first"), consequence)
        elif UNKNOWN in player.concealed:
            missing = _("the concealed tiles of %(seat)s", seat=event.seat)
            yield Breach("void_violation", "SC-3.20", _("a tile of the void suit has to go first"), "", missing)
    elif suit_of(event.tile) is void.suit and UNKNOWN in player.concealed:
        yield from _evidence_breaches(play, state, player, event)


def _evidence_breaches(
    play: Procedure[Parameters], state: TableState, player: Player, event: Discarded
) -> Iterator[Breach]:
    void = void_of(player)
    clean = void is not None and any(suit_of(discard.tile) is not void.suit for discard in player.discards)
    not_drawn = state.drawn_tile not in (None, UNKNOWN) and event.tile != state.drawn_tile
    from_hand = event.just_drawn is False or not_drawn or state.phase is Phase.MELDED
    if clean and from_hand and state.replacing != "kong" and play.parameters.void_rule == "strict":
        message = _("a void tile from the hand after a tile of another suit")
        yield Breach("void_evidence", "SC-3.21", message, play.parameters.void_violation_end)


def meld_breaches(play: Procedure[Parameters], player: Player, tile: Tile) -> Iterator[Breach]:
    """Refuse pung and kong of the own void suit (SC-3.22)."""
    void = void_of(player)
    if void is None:
        missing = _("the void suit of the player who claims")
        yield Breach("void_suit_claim", "SC-3.22", _("the own void suit is not melded"), "", missing)
    elif suit_of(tile) is void.suit:
        consequence = play.parameters.void_violation_end
        yield Breach("void_suit_claim", "SC-3.22", _("the own void suit is not melded"), consequence)


def mark_dead(play: Procedure[Parameters], state: TableState, event: HandDied) -> TableState:
    """Settle a violation at once, unless its ruling has (SC-7.4); the hand ends or is dead (SC-6.2, SC-7.1, SC-E11)."""
    state = ends.mark_dead(play, state, event)
    rules = play.parameters
    if event.cause == settlement.FALSE_WIN and rules.violator_kong_refund:
        return _return_kong_income(state, event.seat)
    if event.cause != settlement.VIOLATION:
        return state
    payees = [seat for seat in SEATS if seat != event.seat and play.wall.still_in(state.players[seat])]
    transfers = settlement.violation_transfers(rules, event.seat, payees)
    if rules.violator_kong_refund:
        transfers += settlement.played_kong_refunds(state, (event.seat,))
        state = _return_kong_income(state, event.seat)
    state = state._replace(transfers=(*state.transfers, *transfers))
    return (
        state._replace(phase=Phase.OVER, ended=VIOLATED, offered=None)
        if rules.void_violation_end == "end_hand"
        else state
    )


def _return_kong_income(state: TableState, seat: Seat) -> TableState:
    before = kong_ledger(state)
    kongs = tuple(kong._replace(returned=True) if kong.seat == seat else kong for kong in before.kongs)
    return state._replace(special=before._replace(kongs=kongs))


def public_locks(play: Procedure[Parameters], player: Player) -> list[dict[str, object]]:
    letter = letter_of(player)
    return [{"kind": "void", "suit": letter}] if letter else []


def public_player(play: Procedure[Parameters], player: Player) -> Void | None:
    """Void suit if public, that is after the first discard has opened it."""
    void = void_of(player)
    return Void(void.suit) if void is not None and player.discards else None
