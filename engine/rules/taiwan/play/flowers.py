"""Flowers: dealt, drawn and robbed ones, and wins on them (TW-2.10, TW-3.3, TW-3.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play import tile_draws, wins
from engine.play.events import Drew, Event, FlowerRobbed, FlowerShown, Won
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import held_breaches
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play.state import Robbed, TaiwanPlayer, TaiwanTable, taiwan_player, taiwan_table
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import SEATS, Seat, turn_order
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import FLOWERS, Tile, holds_flower, is_flower

# --- the flowers of the deal ----------------------------------------------------------------------------------------


def after_deal(play: Procedure[Parameters], state: TableState) -> TableState:
    for seat in SEATS:
        player = state.players[seat]
        drawn = seat == state.setup.dealer and len(player.concealed) % 3 == 2
        state = state.with_player(seat, player._replace(special=TaiwanPlayer(int(drawn))))
    state = state._replace(special=TaiwanTable())
    first = _next_with_flower(state, state.setup.dealer)
    if first is None:
        return state
    return state._replace(phase=Phase.FLOWERS, turn=first, special=TaiwanTable(opening=True))


def _next_with_flower(state: TableState, first: Seat) -> Seat | None:
    for seat in turn_order(first):
        if holds_flower(state.players[seat].concealed):
            return seat
    return None


def dealer_acts(play: Procedure[Parameters], state: TableState) -> TableState:
    """Close the initial flowers; the dealer's seventeenth tile is the first draw (TW-2.6)."""
    dealer = state.setup.dealer
    concealed = state.players[dealer].concealed
    ready = len(concealed) % 3 == 2
    for seat in SEATS:
        player = state.players[seat]
        if len(player.concealed) % 3 == 1:
            state = state.with_player(seat, player._replace(waits=play.waits_of(player)))
    return state._replace(
        phase=Phase.ACT if ready else Phase.DRAW,
        turn=dealer,
        drawn_tile=concealed[-1] if ready else None,
        special=taiwan_table(state)._replace(opening=False, owed=0),
        replacing="flower" if state.players[dealer].flowers and ready else None,
    )


def close_opening(play: Procedure[Parameters], state: TableState, event: Event) -> TableState:
    """Close the initial flowers by the first other event; a flower may be kept (TW-7)."""
    if state.phase is not Phase.FLOWERS or isinstance(event, (FlowerShown, FlowerRobbed, Drew)):
        return state
    return state if taiwan_table(state).owed else dealer_acts(play, state)


def waits_of(play: Procedure[Parameters], player: Player) -> frozenset[Tile] | None:
    return frozenset() if holds_flower(player.concealed) else wins.waits_of(play, player)


# --- showing --------------------------------------------------------------------------------------------------------


def check_flower(play: Procedure[Parameters], state: TableState, event: FlowerShown) -> Iterator[Breach]:
    """Require a flower shown at once after its draw; a kept one cannot be shown later (TW-3.2, TW-6.3)."""
    table = taiwan_table(state)
    if state.phase is Phase.FLOWERS:
        if not is_flower(event.tile):
            yield play.breach("no_flower", _("only flowers are laid out"))
        yield from held_breaches(play, state, event.seat, (event.tile,))
        if table.owed and event.seat != state.turn:
            message = _("%(seat)s still takes %(owed)s replacements", seat=state.turn, owed=table.owed)
            yield Breach("flower_order", "TW-2.10", message, "refused")
        return
    yield from tile_draws.check_flower(play, state, event)
    if table.ready_pending:
        yield Breach("ready_flower", "TW-3.11", _("the declaration is followed by its discard"), "refused")
    if state.drawn_tile is not None and state.drawn_tile != event.tile and is_flower(event.tile):
        yield Breach("old_flower", "TW-6.3d", _("a flower kept before cannot be shown"), "open_dead_hand")


def show_flower(play: Procedure[Parameters], state: TableState, event: FlowerShown) -> TableState:
    opening = state.phase is Phase.FLOWERS
    state = tile_draws.show_flower(play, state, event)
    if opening:
        table = taiwan_table(state)
        return state._replace(
            phase=Phase.FLOWERS, turn=event.seat, special=table._replace(owed=table.owed + 1), replacing=None
        )
    if play.wall.left_for(state, event.seat) <= 0:
        # The last tile was a flower: no replacement, the hand is drawn (TW-2.13).
        return state._replace(phase=Phase.DRAW)
    if robber_of(play, state, event.seat) is not None:
        return state._replace(phase=Phase.ROB_FLOWER, offered=event.tile, passed=(), winners_here=())
    return state


def check_draw(play: Procedure[Parameters], state: TableState, event: Drew) -> Iterator[Breach]:
    """Require replacements of the deal's flowers to be drawn by the player who showed them."""
    if state.phase is Phase.FLOWERS:
        if event.seat != state.turn or not taiwan_table(state).owed:
            message = _("%(seat)s takes no replacement now", seat=event.seat)
            yield Breach("flower_order", "TW-2.10", message, "refused")
        yield from tile_draws.tile_breaches(play, state._replace(phase=Phase.REPLACE), event)
        return
    yield from tile_draws.check(play, state, event)


def draw(play: Procedure[Parameters], state: TableState, event: Drew) -> TableState:
    """Draw; counts a draw in turn, returns to the flowers of the deal after a replacement."""
    if state.phase is Phase.FLOWERS:
        owed = taiwan_table(state).owed - 1
        state = tile_draws.step(play, state._replace(phase=Phase.REPLACE, replacing="flower"), event)
        state = state._replace(
            phase=Phase.FLOWERS, special=taiwan_table(state)._replace(owed=owed), replacing=None, drawn_tile=None
        )
        return state if owed else _after_replacements(play, state)
    if state.phase is Phase.DRAW:
        player = state.players[event.seat]
        mine = taiwan_player(player)
        player = player._replace(special=TaiwanPlayer(mine.turn_draws + 1, mine.first_round, mine.locked_waits))
        state = state.with_player(event.seat, player)
    return tile_draws.step(play, state, event)


def _after_replacements(play: Procedure[Parameters], state: TableState) -> TableState:
    rounds = play.parameters.flower_replacement_order == "rounds"
    seat = _next_with_flower(state, (state.turn + 1) % 4 if rounds else state.turn)
    return dealer_acts(play, state) if seat is None else state._replace(turn=seat)


# --- robbing --------------------------------------------------------------------------------------------------------


def robber_of(play: Procedure[Parameters], state: TableState, shower: Seat) -> tuple[Seat, Seat] | None:
    """Player who may rob a flower now, and its owner, by the two cases of TW-3.10, or None."""
    if not play.parameters.qiqiangyi_enabled:
        return None
    flower_counts = [len(player.flowers) for player in state.players]
    for seat in SEATS:
        if state.players[seat].dead or flower_counts[seat] != 7:
            continue
        others = [owner for owner in SEATS if owner != seat and flower_counts[owner] == 1]
        if others and shower in (seat, others[0]):
            return seat, others[0]
    return None


def check_robbery(play: Procedure[Parameters], state: TableState, event: FlowerRobbed) -> Iterator[Breach]:
    right = robber_of(play, state, state.turn) if state.phase in (Phase.ROB_FLOWER, Phase.FLOWERS) else None
    if right != (event.seat, event.source):
        yield Breach("no_right_to_rob", "TW-3.10", _("this flower cannot be robbed now"), "refused")
    elif event.tile not in state.players[event.source].flowers:
        yield Breach("no_right_to_rob", "TW-3.10", _("the player does not show that flower"), "refused")


def rob_flower(play: Procedure[Parameters], state: TableState, event: FlowerRobbed) -> TableState:
    """Move the flower; the robber draws one replacement, in the deal none (TW-3.10)."""
    source = state.players[event.source]
    robber = state.players[event.seat]
    state = state.with_player(event.source, source._replace(flowers=remove_tiles(source.flowers, (event.tile,))))
    state = state.with_player(event.seat, robber._replace(flowers=(*robber.flowers, event.tile)))
    robbed = Robbed(event.seat, event.source, event.tile, drawn=state.turn == event.seat)
    state = state._replace(special=taiwan_table(state)._replace(robbed=robbed), offered=None)
    if state.phase is Phase.FLOWERS:
        return state
    return state._replace(phase=Phase.REPLACE, turn=event.seat, replacing="flower")


def win_claimed(state: TableState, event: Won) -> bool:
    return event.source is None and len(state.players[event.seat].flowers) == len(FLOWERS)


def win_of(play: Procedure[Parameters], state: TableState, event: Won) -> tuple[Hand, Win]:
    """Hand and win; a flower robbed right after it was shown is paid by its owner alone (TW-5.7)."""
    robbed = taiwan_table(state).robbed
    if robbed is not None and robbed.robber == event.seat and not robbed.drawn:
        hand, win = wins.win_of(play, state, event._replace(source=None))
        return hand, win._replace(by=WinBy.DISCARD, last_tile=False)
    return wins.win_of(play, state, event)


def check_win(play: Procedure[Parameters], state: TableState, event: Won) -> Iterator[Breach]:
    """Require a win, whose source may be the owner of a robbed flower."""
    robbed = taiwan_table(state).robbed
    if robbed is not None and robbed.robber == event.seat and event.source == robbed.source:
        event = event._replace(source=None, tile=None)
    player = state.players[event.seat]
    full = len(player.concealed) + 3 * len(player.melds) == 3 * play.wall.sets + 2
    if not full and win_claimed(state, event):
        message = _("a win on flowers is claimed after the replacement is drawn")
        yield Breach("flower_win_early", "TW-3.31", message, "right_lost")
        return
    yield from wins.check(play, state, event)
