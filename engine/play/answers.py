"""What most rulebooks answer to the small questions of the shared modules: the defaults of ``procedure.Answers``.

A family names one of these, or asks it from an answer of its own.
"""

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
    """What these answers ask in their turn of the rules of play that are composed."""

    @property
    def wall(self) -> WallOnTable:
        """What it draws from."""

    @property
    def several_winners(self) -> bool:
        """Whether more than one player may win on the tile on offer."""

    def waits_of(self, player: Player) -> frozenset[Tile] | None:
        """Kinds that complete the hand by shape."""

    def breach(self, code: str, message: Sentence) -> Breach:
        """A breach of the shared flow, with the family's clause for its code."""


def nothing(*asked: object) -> Iterator[Breach]:
    """No further clause."""
    return iter(())


def no(*asked: object) -> bool:
    """No."""
    return False


def no_kinds(play: object, event: object) -> tuple[Tile, ...]:
    """No kind of tile."""
    return ()


def no_tiles(play: object, state: TableState, seat: Seat) -> tuple[Tile, ...]:
    """The family needs none."""
    return ()


def no_transfers(play: object, state: TableState, kind: str) -> list[Transfer]:
    """Nothing is paid."""
    return []


def nothing_begun(values: Beginning) -> object:
    """The family has no part of its own in a setup."""
    return None


def nothing_told(play: object, setup: Setup) -> Beginning:
    """There is none."""
    return {}


def nothing_aside(play: object, setup: Setup) -> tuple[Tile, ...]:
    """None."""
    return ()


def no_counters(play: object, setup: Setup) -> int:
    """None."""
    return 0


def same_setup(play: object, setup: Setup) -> Setup:
    """Nothing is filled in."""
    return setup


def same_state(play: object, state: TableState) -> TableState:
    """Nothing happens."""
    return state


def state_after(play: object, state: TableState, event: object) -> TableState:
    """The event changes nothing else."""
    return state


def state_with_kong(play: object, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
    """Nothing is paid or turned for a kong."""
    return state


def player_after_draw(play: object, state: TableState, player: Player) -> Player:
    """No lock ends."""
    return player


def player_after_discard(play: object, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
    """No lock begins or ends."""
    return after


def player_after_claim(play: object, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
    """No lock ends."""
    return player


def player_after_kong(
    play: PlayRules, state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
) -> Player:
    """The waits stay known."""
    return after._replace(waits=play.waits_of(after))


def player_after_missed_win(play: object, state: TableState, seat: Seat, tile: Tile, certain: bool) -> Player:
    """No lock begins."""
    return state.players[seat]


def player_found(play: object, state: TableState, seat: Seat) -> Player:
    """Discards without order have started no lock."""
    return state.players[seat]


def hand_over(play: object, state: TableState) -> TableState:
    """The hand is over."""
    return state._replace(phase=Phase.OVER, offered=None)


def first_turn(play: object, state: TableState, event: Won) -> bool:
    """Within the uninterrupted first turn of the winner."""
    return not state.interrupted and not state.players[event.seat].discards


def pungs_before_chows(play: object, call: Chowed | Ponged | Konged, place: int) -> tuple[int, int]:
    """Pung and kong before chow, then the order of the calls."""
    return (int(isinstance(call, Chowed)), place)


def never_too_many(play: object, number: int) -> str | None:
    """However many win, they win."""
    return None


def head_bump(play: PlayRules, state: TableState, event: Won) -> Iterator[Breach]:
    """Where one player wins on a tile, it is the first in turn order."""
    if state.winners_here and not play.several_winners:
        yield play.breach("head_bump", _("only the first player in turn order wins on a tile"))


def one_roll(play: PlayRules, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
    """The sum of the roll names the side and counts the stacks (RI-2.10, TW-2.5)."""
    points = total(rolls[:1])
    return counted(reached(dealer, points), points, play.wall.tile_set.size // 8)


def dealer_is_east(play: object, rolls: object, dealer: Seat) -> tuple[Wind, ...]:
    """The winds follow from the dealer alone."""
    return tuple(seat_wind(seat, dealer) for seat in SEATS)


def unscored_wins(play: object, state: TableState) -> list[Sentence]:
    """The wins of hands with unknown tiles."""
    return [
        _("the tiles of %(seat)s: the value of its win", seat=record.seat)
        for record in state.wins
        if record.scored is None
    ]


def nothing_special(play: object, facts: Mapping[str, object]) -> object:
    """The family has no part of its own in a player."""
    return None


def no_part_shown(play: object, player: Player) -> object:
    """Nothing of it."""
    return None


def whole_beginning_shown(play: object, setup: Setup) -> object:
    """All of it."""
    return setup.special


def whole_part_shown(play: object, state: TableState) -> object:
    """All of it."""
    return state.special


def no_locks(play: object, player: Player) -> list[dict[str, object]]:
    """None."""
    return []


def no_indicators(play: object, state: TableState) -> tuple[Tile, ...]:
    """None."""
    return ()


def no_deposits(play: object, state: TableState) -> int:
    """None."""
    return 0
