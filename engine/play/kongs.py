from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import AddedKong, ConcealedKong
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import held_breaches, kind_breaches, turn_breaches
from engine.sentences import sentence as _
from engine.tiles.melds import KONG_SIZE, Meld, MeldKind
from engine.tiles.seats import Seat
from engine.tiles.selection import pick, remove_tiles, tiles_of_kind
from engine.tiles.tile import UNKNOWN, format_tile, kind_of, sort_tiles


def any_kong_breaches(play: Procedure[P], state: TableState, seat: Seat) -> Iterator[Breach]:
    if play.wall.left_for(state, seat) <= 0:
        yield play.breach("no_replacement", _("no tile is left to replace a kong"))
    yield from play.hooks.kong_breaches(play, state, seat)


def _turn_breaches(play: Procedure[P], state: TableState, seat: Seat) -> Iterator[Breach]:
    if play.hooks.kong_after_claim:
        yield from turn_breaches(play, state, seat, Phase.ACT, Phase.MELDED)
    elif state.phase is Phase.MELDED and seat == state.turn:
        yield play.breach("kong_after_claim", _("a claim is followed by a discard, not by a kong"))
    else:
        yield from turn_breaches(play, state, seat, Phase.ACT)


def check_added(play: Procedure[P], state: TableState, event: AddedKong) -> Iterator[Breach]:
    yield from _turn_breaches(play, state, event.seat)
    player = state.players[event.seat]
    kind = kind_of(event.tile)
    if not any(meld.kind is MeldKind.PUNG and meld.first == kind for meld in player.melds):
        yield play.breach("no_pung", _("%(seat)s has no pung of %(tile)s", seat=event.seat, tile=format_tile(kind)))
    yield from held_breaches(play, state, event.seat, (event.tile,))
    yield from any_kong_breaches(play, state, event.seat)


def check_concealed(play: Procedure[P], state: TableState, event: ConcealedKong) -> Iterator[Breach]:
    yield from _turn_breaches(play, state, event.seat)
    player = state.players[event.seat]
    if len(tiles_of_kind(player.concealed, kind_of(event.tile))) + player.concealed.count(UNKNOWN) < KONG_SIZE:
        yield play.breach(
            "not_held",
            _("%(seat)s does not hold four %(tile)s", seat=event.seat, tile=format_tile(kind_of(event.tile))),
        )
    else:
        yield from kind_breaches(play, state, event.seat, kind_of(event.tile), KONG_SIZE)
    yield from any_kong_breaches(play, state, event.seat)


def add_kong(play: Procedure[P], state: TableState, event: AddedKong) -> TableState:
    player = state.players[event.seat]
    kind = kind_of(event.tile)
    melds = tuple(
        Meld(MeldKind.ADDED_KONG, sort_tiles((*meld.tiles, event.tile)), meld.claimed, meld.from_seat)
        if meld.kind is MeldKind.PUNG and meld.first == kind
        else meld
        for meld in player.melds
    )
    changed = player._replace(concealed=remove_tiles(player.concealed, (event.tile,)), melds=melds)
    changed = play.hooks.player_konged(play, state, player, changed, event)
    return state.with_player(event.seat, changed)._replace(
        phase=Phase.ROB, offered=event.tile, passed=(), winners_here=(), replacing="added_kong"
    )


def declare_concealed(play: Procedure[P], state: TableState, event: ConcealedKong) -> TableState:
    player = state.players[event.seat]
    tiles = pick(player.concealed, kind_of(event.tile), 4)
    meld = Meld(MeldKind.CONCEALED_KONG, sort_tiles(tiles))
    changed = player._replace(concealed=remove_tiles(player.concealed, tiles), melds=(*player.melds, meld))
    changed = play.hooks.player_konged(play, state, player, changed, event)
    state = state.with_player(event.seat, changed)
    if play.hooks.may_rob_concealed_kong(play, state):
        return state._replace(
            phase=Phase.ROB, offered=event.tile, passed=(), winners_here=(), replacing="concealed_kong"
        )
    return play.kong_stands(state, MeldKind.CONCEALED_KONG)


def undo_kong(state: TableState) -> TableState:
    """Undo the kong on offer: an added tile leaves the meld, which stays a pung."""
    player = state.players[state.turn]
    tile = state.offered
    if state.replacing != "added_kong" or tile is None:
        return state
    melds = tuple(
        Meld(MeldKind.PUNG, remove_tiles(meld.tiles, (tile,)), meld.claimed, meld.from_seat)
        if meld.kind is MeldKind.ADDED_KONG and meld.first == kind_of(tile)
        else meld
        for meld in player.melds
    )
    return state.with_player(state.turn, player._replace(melds=melds))
