"""Default hooks: the answers most rulebooks share, used where a family does not supply its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Drew,
    Event,
    Konged,
    Ponged,
    TileCall,
    Won,
)
from engine.play.players import Player
from engine.play.table import Breach, Phase, Setup, StartValues, TableState
from engine.play.transfers import Transfer
from engine.play.wall_on_table import Break, WallOnTable, break_at, dice_total, seat_reached
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat, Wind, seat_wind
from engine.tiles.tile import Tile


class PlayRules(Protocol):
    @property
    def wall(self) -> WallOnTable: ...

    @property
    def several_winners(self) -> bool: ...

    def waits_of(self, player: Player) -> frozenset[Tile] | None: ...

    def breach(self, code: str, message: Sentence) -> Breach: ...


def no_breaches(*arguments: object) -> Iterator[Breach]:
    return iter(())


def never(*arguments: object) -> bool:
    return False


def no_kinds(play: object, event: object) -> tuple[Tile, ...]:
    return ()


def no_tiles(play: object, state: TableState, seat: Seat) -> tuple[Tile, ...]:
    return ()


def no_transfers(play: object, state: TableState, kind: str) -> list[Transfer]:
    return []


def no_special_setup(values: StartValues) -> object:
    return None


def no_start_values(play: object, setup: Setup) -> StartValues:
    return {}


def no_extra_tiles(play: object, setup: Setup) -> tuple[Tile, ...]:
    return ()


def no_counters(play: object, setup: Setup) -> int:
    return 0


def unchanged_setup(play: object, setup: Setup) -> Setup:
    return setup


def unchanged_state(play: object, state: TableState) -> TableState:
    return state


def unchanged_after_event(play: object, state: TableState, event: object) -> TableState:
    return state


def unchanged_after_kong(play: object, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
    return state


def unchanged_by_draw(play: object, state: TableState, player: Player) -> Player:
    return player


def unchanged_by_discard(play: object, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
    return after


def unchanged_by_claim(play: object, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
    return player


def unchanged_by_kong(
    play: PlayRules, state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
) -> Player:
    return after._replace(waits=play.waits_of(after))


def unchanged_by_missed_win(play: object, state: TableState, seat: Seat, tile: Tile, certain: bool) -> Player:
    return state.players[seat]


def without_possible_lock(play: object, state: TableState, seat: Seat) -> Player:
    return state.players[seat]


def end_hand(play: object, state: TableState) -> TableState:
    return state._replace(phase=Phase.OVER, offered=None)


def first_turn(play: object, state: TableState, event: Won) -> bool:
    return not state.interrupted and not state.players[event.seat].discards


def pungs_before_chows(play: object, call: Chowed | Ponged | Konged, place: int) -> tuple[int, int]:
    return (int(isinstance(call, Chowed)), place)


def stands_after(play: object, state: TableState, call: TileCall, since: Sequence[Event]) -> bool | None:
    """A draw closes the window; wins are called at the same moment; after a lower call only the time tells."""
    if all(isinstance(event, Won) for event in since):
        return True
    return None if len(since) == 1 and not isinstance(since[0], Drew) else False


def no_winner_limit(play: object, number: int) -> str | None:
    return None


def head_bump(play: PlayRules, state: TableState, event: Won) -> Iterator[Breach]:
    """Allow only the first caller in turn order to win, where one player wins on a tile."""
    if state.winners_here and not play.several_winners:
        yield play.breach("head_bump", _("only the first player in turn order wins on a tile"))


def break_by_one_roll(play: PlayRules, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
    """Break the wall by one roll: its sum gives the side and counts the stacks (RI-2.10, TW-2.5)."""
    points = dice_total(rolls[:1])
    return break_at(seat_reached(dealer, points), points, play.wall.tile_set.size // 8)


def equal_walls(play: PlayRules, dealer: Seat) -> tuple[int, ...]:
    return (play.wall.tile_set.size // 8,) * len(SEATS)


def dealer_is_east(play: object, rolls: object, dealer: Seat) -> tuple[Wind, ...]:
    return tuple(seat_wind(seat, dealer) for seat in SEATS)


def unscored_wins(play: object, state: TableState) -> list[Sentence]:
    return [
        _("the tiles of %(seat)s: the value of its win", seat=record.seat)
        for record in state.wins
        if record.scored is None
    ]


def no_special_player(play: object, facts: Mapping[str, object]) -> object:
    return None


def hide_special_player(play: object, player: Player) -> object:
    return None


def show_special_setup(play: object, setup: Setup) -> object:
    return setup.special


def show_special_table(play: object, state: TableState) -> object:
    return state.special


def no_locks(play: object, player: Player) -> list[dict[str, object]]:
    return []


def no_indicators(play: object, state: TableState) -> tuple[Tile, ...]:
    return ()


def no_deposits(play: object, state: TableState) -> int:
    return 0
