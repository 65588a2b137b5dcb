from __future__ import annotations

from typing import Literal

from engine.play.players import Player
from engine.play.procedure import Procedure, procedure_of
from engine.play.table import TableState
from engine.tiles.melds import MeldKind
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile

Viewer = Seat | Literal["referee", "public"]


def visible_to(state: TableState, viewer: Viewer) -> TableState:
    """State with every tile UNKNOWN that the viewer may not see.

    A seat sees its own tiles, the public none, the referee all. The wall is hidden from everyone; after the hand the
    winners' hands are open. Values derived from hidden tiles (waits, locks) are removed.
    """
    if viewer == "referee":
        return state
    rules = procedure_of(state.ruleset)
    setup = state.setup._replace(
        hands=tuple(hand if seat == viewer else (UNKNOWN,) * len(hand) for seat, hand in enumerate(state.setup.hands)),
        wall=None,
        seat_walls=_hide_walls(state.setup.seat_walls),
        special=rules.hooks.public_setup(rules, state.setup),
    )
    winners = {record.seat for record in state.wins} if state.ended is not None else set()
    players = [
        player if seat == viewer or seat in winners else _hide_player(player, rules)
        for seat, player in enumerate(state.players)
    ]
    # A winner who leaves the hand keeps the tiles closed until its end; payments are public.
    wins = tuple(
        record
        if record.seat == viewer or record.seat in winners
        else record._replace(scored=None, tile=record.tile if record.source is not None else None)
        for record in state.wins
    )
    own_draw = state.drawn_tile is None or state.turn == viewer or state.turn in winners
    return state._replace(
        setup=setup,
        players=(players[0], players[1], players[2], players[3]),
        drawn_tile=state.drawn_tile if own_draw else UNKNOWN,
        wins=wins,
        special=rules.hooks.public_table(rules, state),
    )


def _hide_walls(walls: tuple[tuple[Tile, ...], ...] | None) -> tuple[tuple[Tile, ...], ...] | None:
    return None if walls is None else tuple((UNKNOWN,) * len(wall) for wall in walls)


def _hide_player(player: Player, rules: Procedure[object]) -> Player:
    face_down = rules.hooks.concealed_kongs_hidden
    melds = tuple(
        meld._replace(tiles=(UNKNOWN,) * 4) if face_down and meld.kind is MeldKind.CONCEALED_KONG else meld
        for meld in player.melds
    )
    return player._replace(
        concealed=(UNKNOWN,) * len(player.concealed),
        melds=melds,
        waits=None,
        locks=(),
        special=rules.hooks.public_player(rules, player),
    )
