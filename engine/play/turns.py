from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Chowed, Discarded, Konged, Ponged, Won
from engine.play.players import Player
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.selection import tiles_of_kind
from engine.tiles.tile import FIVES, RED_FIVES, UNKNOWN, Tile, format_tile, is_red, kind_of

OWN_TURN = frozenset({Phase.ACT, Phase.MELDED})


def turn_breaches(play: Procedure[P], state: TableState, seat: Seat, *phases: Phase) -> Iterator[Breach]:
    if state.phase not in phases:
        yield play.breach("phase", _("the table waits for %(phase)s", phase=Sentence(state.phase.value)))
    elif seat != state.turn:
        yield play.breach(
            "turn", _("it is the turn of %(seat_in_turn)s, not of %(seat)s", seat_in_turn=state.turn, seat=seat)
        )


def held_breaches(play: Procedure[P], state: TableState, seat: Seat, tiles: tuple[Tile, ...]) -> Iterator[Breach]:
    """Require the tiles in the player's hand, among its unknown ones only as far as the set has them."""
    concealed = list(state.players[seat].concealed)
    supposed: list[Tile] = []
    for tile in tiles:
        if tile in concealed:
            concealed.remove(tile)
        elif UNKNOWN in concealed:
            concealed.remove(UNKNOWN)
            supposed.append(tile)
        else:
            yield play.breach("not_held", _("%(seat)s does not hold %(tile)s", seat=seat, tile=format_tile(tile)))
            return
    yield from copies_breaches(play, state, tuple(supposed))


def copies_breaches(play: Procedure[P], state: TableState, more: tuple[Tile, ...]) -> Iterator[Breach]:
    """Require that the set has these tiles beside those on the table; a five may be a red one."""
    for tile in sorted(set(more) - {UNKNOWN}):
        if is_red(tile):
            yield from _excess_breaches(play, tile, count_seen(play, state, tile) + more.count(tile))
        yield from _excess_breaches(play, kind_of(tile), count_kind(play, state, kind_of(tile)) + more.count(tile))


def kind_breaches(play: Procedure[P], state: TableState, seat: Seat, kind: Tile, number: int) -> Iterator[Breach]:
    """Require that the set has as many of the kind as the player must hold among unknown tiles to have this number."""
    supposed = number - len(tiles_of_kind(state.players[seat].concealed, kind))
    if supposed > 0:
        yield from _excess_breaches(play, kind, count_kind(play, state, kind) + supposed)


def drawn_breaches(play: Procedure[P], state: TableState, tile: Tile) -> Iterator[Breach]:
    """Require that the set has this very tile beside those on the table."""
    if count_seen(play, state, tile) >= play.wall.tile_set.copies[tile]:
        yield _copies_breach(play, tile, play.wall.tile_set.copies[tile])


def _excess_breaches(play: Procedure[P], tile: Tile, count: int) -> Iterator[Breach]:
    tile_set = play.wall.tile_set
    copies = tile_set.copies[tile] if is_red(tile) else tile_set.copies_of_kind(tile)
    if count > copies:
        yield _copies_breach(play, tile, copies)


def _copies_breach(play: Procedure[P], tile: Tile, copies: int) -> Breach:
    number = copies or _("none")
    message = _("all %(copies)s of the %(tile)s are accounted for", copies=number, tile=format_tile(tile))
    return play.breach("copies", message)


def offer_breaches(play: Procedure[P], state: TableState, event: Chowed | Ponged | Konged | Won) -> Iterator[Breach]:
    """Require the claimed tile from the claimed player on offer; undecidable if nobody saw the tile."""
    if event.source != state.turn or (event.tile != state.offered and state.offered != UNKNOWN):
        offered = format_tile(state.offered) if state.offered is not None else _("nothing")
        yield play.breach("no_discard", _("%(seat)s has offered %(offered)s", seat=state.turn, offered=offered))
    elif state.offered == UNKNOWN:
        missing = _("the discard of %(seat)s before the claim", seat=state.turn)
        yield play.breach("no_discard", _("nobody knows which tile is on offer"), consequence="", missing=missing)


def may_hold(player: Player, tile: Tile) -> bool:
    return tile in player.concealed or UNKNOWN in player.concealed


def is_from_hand(state: TableState, event: Discarded) -> bool:
    """Return True when the discard is certainly not the tile just drawn."""
    if state.drawn_tile is None:
        return False
    return event.just_drawn is False if state.drawn_tile == UNKNOWN else event.tile != state.drawn_tile


def count_seen(play: Procedure[P], state: TableState, tile: Tile) -> int:
    count = play.hooks.indicators(play, state).count(tile)
    for player in state.players:
        count += player.concealed.count(tile) + player.flowers.count(tile)
        for meld in player.melds:
            count += meld.tiles.count(tile)
        for discard in player.discards:
            if discard.tile == tile and discard.claimed_by is None:
                count += 1
    return count


def count_kind(play: Procedure[P], state: TableState, kind: Tile) -> int:
    red = count_seen(play, state, RED_FIVES[kind // 9]) if kind in FIVES else 0
    return count_seen(play, state, kind) + red


def missing_pass_evidence(state: TableState, seat: Seat, tile: Tile) -> Sentence:
    if tile == UNKNOWN:
        return _("the discard of %(seat_in_turn)s that %(seat)s let pass", seat_in_turn=state.turn, seat=seat)
    return _("the concealed tiles of %(seat)s", seat=seat)
