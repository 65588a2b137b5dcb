"""Checks shared by many events: turn, held tiles, seen tiles."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Chowed, Discarded, Konged, Ponged, Won
from engine.play.players import Player
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile

OWN_TURN = frozenset({Phase.ACT, Phase.MELDED})


def turn_breaches(play: Procedure[P], state: TableState, seat: Seat, *phases: Phase) -> Iterator[Breach]:
    if state.phase not in phases:
        yield play.breach("phase", _("the table waits for %(phase)s", phase=Sentence(state.phase.value)))
    elif seat != state.turn:
        yield play.breach(
            "turn", _("it is the turn of %(seat_in_turn)s, not of %(seat)s", seat_in_turn=state.turn, seat=seat)
        )


def held_breaches(play: Procedure[P], player: Player, tiles: tuple[Tile, ...], seat: Seat) -> Iterator[Breach]:
    rest = list(player.concealed)
    for tile in tiles:
        if tile in rest:
            rest.remove(tile)
        elif UNKNOWN in rest:
            rest.remove(UNKNOWN)
        else:
            yield play.breach("not_held", _("%(seat)s does not hold %(tile)s", seat=seat, tile=format_tile(tile)))
            return


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


def count_seen(state: TableState, tile: Tile) -> int:
    count = 0
    for player in state.players:
        count += player.concealed.count(tile) + player.flowers.count(tile)
        for meld in player.melds:
            count += meld.tiles.count(tile)
        for discard in player.discards:
            if discard.tile == tile and discard.claimed_by is None:
                count += 1
    return count


def missing_pass_evidence(state: TableState, seat: Seat, tile: Tile) -> Sentence:
    """Missing information: whether a player passed a win on the tile on offer."""
    if tile == UNKNOWN:
        return _("the discard of %(seat_in_turn)s that %(seat)s let pass", seat_in_turn=state.turn, seat=seat)
    return _("the concealed tiles of %(seat)s", seat=seat)
