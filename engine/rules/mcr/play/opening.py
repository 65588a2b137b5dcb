from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.play import tile_draws, wins
from engine.play.events import Drew, Event, FlowerShown
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState, as_type
from engine.play.turns import held_breaches, turn_breaches
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.play.dead_hands import dead_hand_breaches
from engine.sentences import sentence as _
from engine.tiles.seats import turn_order
from engine.tiles.tile import Tile, holds_flower, is_flower


class Opening(NamedTuple):
    """MCR table state while the flowers of the deal are shown: replacements due to the player in turn."""

    owed: int = 0


def after_deal(play: Procedure[Parameters], state: TableState) -> TableState:
    if any(is_flower(tile) for hand in state.setup.hands for tile in hand):
        return _next_flowers(play, state._replace(phase=Phase.FLOWERS, special=Opening()))
    return state


def _next_flowers(play: Procedure[Parameters], state: TableState) -> TableState:
    order = turn_order(state.setup.dealer)
    for seat in order[order.index(state.turn) :]:
        if holds_flower(state.players[seat].concealed):
            return state._replace(phase=Phase.FLOWERS, turn=seat)
    return _dealer_acts(play, state)


def _dealer_acts(play: Procedure[Parameters], state: TableState) -> TableState:
    dealer = state.setup.dealer
    concealed = state.players[dealer].concealed
    dealt = len(concealed) % 3 == 2
    players = [
        player._replace(waits=play.waits_of(player)) if len(player.concealed) % 3 == 1 else player
        for player in state.players
    ]
    return state._replace(
        players=(players[0], players[1], players[2], players[3]),
        phase=Phase.ACT if dealt else Phase.DRAW,
        turn=dealer,
        drawn_tile=concealed[-1] if dealt else None,
        special=None,
        replacing=None,
    )


def close_opening(play: Procedure[Parameters], state: TableState, event: Event) -> TableState:
    """Close the initial flowers when the event is not one of them: a flower may be kept (MCR-2.11)."""
    if state.phase is Phase.FLOWERS:
        if not isinstance(event, FlowerShown):
            return _dealer_acts(play, state)
        order = turn_order(state.setup.dealer)
        if order.index(event.seat) > order.index(state.turn):
            return state._replace(turn=event.seat)
    return state


def check_flower(play: Procedure[Parameters], state: TableState, event: FlowerShown) -> Iterator[Breach]:
    """Require the own turn after a draw and a replacement tile (MCR-3.7, MCR-3.28)."""
    if state.phase is Phase.FLOWERS or (state.phase is Phase.REPLACE and state.special is not None):
        yield from turn_breaches(play, state, event.seat, Phase.FLOWERS, Phase.REPLACE)
        yield from held_breaches(play, state, event.seat, (event.tile,))
        if not is_flower(event.tile):
            yield play.breach("no_flower", _("only flowers are laid out"))
    else:
        yield from tile_draws.check_flower(play, state, event)
        if play.wall.left_for(state, event.seat) <= 0:
            yield Breach("last_flower", "MCR-3.28", _("the last tile stays in the hand"), "refused")
        yield from dead_hand_breaches(state, event.seat, play.parameters.dead_hand_self_kong)


def show_flower(play: Procedure[Parameters], state: TableState, event: FlowerShown) -> TableState:
    """Show the flower; in the deal all may be shown before the first replacement (MCR-2.11)."""
    state = tile_draws.show_flower(play, state, event)
    if state.special is None:
        return state
    return state._replace(special=Opening(as_type(state.special, Opening).owed + 1))


def draw(play: Procedure[Parameters], state: TableState, event: Drew) -> TableState:
    after = tile_draws.step(play, state, event)
    if state.special is None:
        return after
    owed = as_type(state.special, Opening).owed
    if owed > 1:
        return after._replace(phase=Phase.REPLACE, replacing="flower", special=Opening(owed - 1))
    return _next_flowers(play, after._replace(special=Opening()))


def waits_of(play: Procedure[Parameters], player: Player) -> frozenset[Tile] | None:
    if holds_flower(player.concealed):
        return frozenset()
    return wins.waits_of(play, player)
