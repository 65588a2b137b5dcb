"""Default hooks: the answers most rulebooks share, used where a family does not supply its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Konged, Ponged, Won
from engine.play.next_tile import WallOnTable
from engine.play.players import Player
from engine.play.table import Beginning, Breach, Phase, Setup, TableState
from engine.play.transfers import Transfer
from engine.play.wall_break import Break, counted, reached, total
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


def nothing(*asked: object) -> Iterator[Breach]:
    return iter(())


def no(*asked: object) -> bool:
    return False


def no_kinds(play: object, event: object) -> tuple[Tile, ...]:
    return ()


def no_tiles(play: object, state: TableState, seat: Seat) -> tuple[Tile, ...]:
    return ()


def no_transfers(play: object, state: TableState, kind: str) -> list[Transfer]:
    return []


def nothing_begun(values: Beginning) -> object:
    return None


def nothing_told(play: object, setup: Setup) -> Beginning:
    return {}


def nothing_aside(play: object, setup: Setup) -> tuple[Tile, ...]:
    return ()


def no_counters(play: object, setup: Setup) -> int:
    return 0


def same_setup(play: object, setup: Setup) -> Setup:
    return setup


def same_state(play: object, state: TableState) -> TableState:
    return state


def state_after(play: object, state: TableState, event: object) -> TableState:
    return state


def state_with_kong(play: object, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
    return state


def player_after_draw(play: object, state: TableState, player: Player) -> Player:
    return player


def player_after_discard(play: object, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
    return after


def player_after_claim(play: object, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
    return player


def player_after_kong(
    play: PlayRules, state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
) -> Player:
    return after._replace(waits=play.waits_of(after))


def player_after_missed_win(play: object, state: TableState, seat: Seat, tile: Tile, certain: bool) -> Player:
    return state.players[seat]


def player_found(play: object, state: TableState, seat: Seat) -> Player:
    return state.players[seat]


def hand_over(play: object, state: TableState) -> TableState:
    return state._replace(phase=Phase.OVER, offered=None)


def first_turn(play: object, state: TableState, event: Won) -> bool:
    return not state.interrupted and not state.players[event.seat].discards


def pungs_before_chows(play: object, call: Chowed | Ponged | Konged, place: int) -> tuple[int, int]:
    return (int(isinstance(call, Chowed)), place)


def never_too_many(play: object, number: int) -> str | None:
    return None


def head_bump(play: PlayRules, state: TableState, event: Won) -> Iterator[Breach]:
    """Allow only the first caller in turn order to win, where one player wins on a tile."""
    if state.winners_here and not play.several_winners:
        yield play.breach("head_bump", _("only the first player in turn order wins on a tile"))


def one_roll(play: PlayRules, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
    """Break the wall by one roll: its sum gives the side and counts the stacks (RI-2.10, TW-2.5)."""
    points = total(rolls[:1])
    return counted(reached(dealer, points), points, play.wall.tile_set.size // 8)


def dealer_is_east(play: object, rolls: object, dealer: Seat) -> tuple[Wind, ...]:
    return tuple(seat_wind(seat, dealer) for seat in SEATS)


def unscored_wins(play: object, state: TableState) -> list[Sentence]:
    return [
        _("the tiles of %(seat)s: the value of its win", seat=record.seat)
        for record in state.wins
        if record.scored is None
    ]


def nothing_special(play: object, facts: Mapping[str, object]) -> object:
    return None


def no_part_shown(play: object, player: Player) -> object:
    return None


def whole_beginning_shown(play: object, setup: Setup) -> object:
    return setup.special


def whole_part_shown(play: object, state: TableState) -> object:
    return state.special


def no_locks(play: object, player: Player) -> list[dict[str, object]]:
    return []


def no_indicators(play: object, state: TableState) -> tuple[Tile, ...]:
    return ()


def no_deposits(play: object, state: TableState) -> int:
    return 0
