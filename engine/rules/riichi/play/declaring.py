from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import DeclaredRiichi
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.transfers import Transfer
from engine.play.turns import turn_breaches
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.state import IPPATSU, riichi_table
from engine.rules.riichi.settlement import STICK
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, Tile


def check(play: Procedure[Parameters], state: TableState, event: DeclaredRiichi) -> Iterator[Breach]:
    yield from turn_breaches(play, state, event.seat, Phase.ACT)
    rules = play.parameters
    player = state.players[event.seat]
    if any(meld.is_exposed for meld in player.melds):
        yield Breach("riichi_open", "RI-6.9", _("the hand is open"), "dead_hand")
    if player.ready or riichi_table(state).riichi_pending:
        yield Breach("riichi_twice", "RI-3.23", _("riichi has been declared"), "refused")
    if player.dead:
        yield Breach("dead_hand", "RI-6.9", _("a dead hand declares no riichi"), "refused")
    # Four live tiles are one draw each; with seat walls the own wall decides.
    own_wall = state.setup.seat_walls is not None
    tiles_left = 4 * play.wall.left_for(state, event.seat) if own_wall else play.wall.live_left(state)
    if tiles_left < rules.riichi_min_wall:
        message = _(
            "%(left)s live tiles are left, %(needed)s are needed", left=tiles_left, needed=rules.riichi_min_wall
        )
        yield Breach("riichi_wall", "RI-3.23", message, "refused")
    if rules.riichi_needs_points and state.scores[event.seat] < STICK:
        yield Breach("riichi_points", "RI-3.23", _("riichi takes 1,000 points"), "refused")
    if UNKNOWN in player.concealed:
        missing = _("the concealed tiles of %(seat)s", seat=event.seat)
        yield Breach("riichi_not_ready", "RI-3.23", _("the hand has to be ready"), "", missing)
    elif player.concealed and not any(True for _ in ready_discards(play, player)):
        yield Breach("riichi_not_ready", "RI-3.23", _("no discard leaves the hand ready"), "chombo")


def ready_discards(play: Procedure[Parameters], player: Player) -> Iterator[Tile]:
    for tile in dict.fromkeys(player.concealed):
        remaining_hand = Hand(remove_tiles(player.concealed, (tile,)), player.melds)
        if play.ruleset.waits(remaining_hand).ready:
            yield tile


def declare(play: Procedure[Parameters], state: TableState, event: DeclaredRiichi) -> TableState:
    return state._replace(special=riichi_table(state)._replace(riichi_pending=True))


def discard_passed(play: Procedure[Parameters], state: TableState) -> TableState:
    seat = state.turn
    player = state.players[seat]
    lying = riichi_table(state)
    if not lying.sideways or player.ready:
        return state
    first = len(player.discards) == 1 and not state.interrupted
    ready = "double_riichi" if first else "riichi"
    player = player._replace(ready=ready, ready_at=player.discards[-1].event_index, special=IPPATSU)
    stick = Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7")
    return state.with_player(seat, player)._replace(
        special=lying._replace(sticks=(*lying.sticks, seat), deposits=lying.deposits + 1),
        transfers=(*state.transfers, stick),
    )
