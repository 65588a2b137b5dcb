"""What the families say: small questions of the common flow, each with the answer that most rulebooks give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Konged,
    Ponged,
    Won,
)
from engine.play.holding import without
from engine.play.legality import Legality
from engine.play.table import Phase, Player, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile
from engine.walls.wall_break import Break, counted, reached, total

if TYPE_CHECKING:
    pass


class FamilyRules(Legality):
    """The defaults of everything that a family may say differently."""

    def wall_break(self, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
        """Where the wall is broken: the sum of the roll names the side and counts the stacks (RI-2.10, TW-2.5)."""
        points = total(rolls[:1])
        return counted(reached(dealer, points), points, self.tile_set.size // 8)

    def after_deal(self, state: TableState) -> TableState:
        """What comes between the deal and the dealer's first act."""
        return state

    def waits_of(self, player: Player) -> frozenset[Tile] | None:
        """Kinds that complete the hand by shape, whatever else bars a win; None while tiles are unknown."""
        if UNKNOWN in player.concealed:
            return None
        return frozenset(self.ruleset.waits(Hand(player.concealed, player.melds)).tiles)

    def read_special(self, facts: Mapping[str, Any]) -> Any:
        """The family's own part of a player in a position, from its object in a case; None where it has none."""
        return None

    def found(self, state: TableState) -> TableState:
        """A position (``engine.play.positions``) with the family's own part filled in."""
        return state

    def possible_lock(self, state: TableState, seat: Seat) -> Player:
        """The player of a position with the locks that discards without order may have started."""
        return state.players[seat]

    def player_drew(self, state: TableState, player: Player) -> Player:
        """Locks that end with the own draw."""
        return player

    def player_discarded(self, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
        """Locks and declarations that begin or end with the own discard."""
        return after

    def player_claimed(self, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
        """Locks and declarations that end with an own claim."""
        return player

    def player_konged(
        self, state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
    ) -> Player:
        """Locks and declarations that end with an own kong; the waits stay known."""
        return after._replace(waits=self.waits_of(after))

    def missed_win(self, state: TableState, seat: Seat, tile: Tile, *, certain: bool) -> Player:
        """The player after letting a completing tile pass."""
        return state.players[seat]

    def unsure_of(self, state: TableState, seat: Seat, tile: Tile) -> Sentence:
        """What would say whether a player let a win pass on the tile on offer."""
        if tile == UNKNOWN:
            return _("the discard of %(seat_in_turn)s that %(seat)s let pass", seat_in_turn=state.turn, seat=seat)
        return _("the concealed tiles of %(seat)s", seat=seat)

    def discard_passed(self, state: TableState) -> TableState:
        """Nobody has won on the discard."""
        return state

    def kong_declared(self, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
        """A kong stands: what is paid or turned for it."""
        return state

    def may_rob_concealed_kong(self, state: TableState) -> bool:
        """True when some hand may win on the tile of a concealed kong."""
        return False

    def forbidden_after_chow(self, event: Chowed) -> tuple[Tile, ...]:
        """Kinds that may not be discarded in the turn of a chow."""
        return ()

    def forbidden_after_pung(self, event: Ponged) -> tuple[Tile, ...]:
        """Kinds that may not be discarded in the turn of a pung."""
        return ()

    def win_of(self, state: TableState, event: Won) -> tuple[Hand, Win]:
        """The hand with its winning tile, and the circumstances that the state shows."""
        player = state.players[event.seat]
        concealed = player.concealed
        if event.source is None:
            winning = event.tile if event.tile is not None else concealed[-1]
            concealed = without(concealed, (winning,), last=True)
            by = WinBy.SELF_DRAW
        else:
            winning = event.tile if event.tile is not None else UNKNOWN
            by = WinBy.ROBBED_KONG if state.phase is Phase.ROB else WinBy.DISCARD
        hand = Hand(concealed, player.melds, player.flowers, winning)
        win = Win(
            by,
            self.prevalent_wind(state),
            state.setup.winds[event.seat],
            last_tile=self.left_for_next(state) <= 0,
            replacement=by is WinBy.SELF_DRAW and state.replacing == "kong",
            flower_replacement=by is WinBy.SELF_DRAW and state.replacing == "flower",
            first_turn=self.is_first_turn(state, event),
            dealer=event.seat == state.setup.dealer,
            visible=self.visible_tiles(state, event.seat),
            special=self.special_of(state, event),
        )
        return hand, win

    def prevalent_wind(self, state: TableState) -> Any:
        """The round wind."""
        return state.setup.prevalent_wind

    def is_first_turn(self, state: TableState, event: Won) -> bool:
        """Within the uninterrupted first turn of the winner."""
        player = state.players[event.seat]
        return not state.interrupted and not player.discards

    def visible_tiles(self, state: TableState, seat: Seat) -> tuple[Tile, ...]:
        """Tiles that everybody sees, the own melds and the tile on offer left out; () where the family needs none."""
        return ()

    def special_of(self, state: TableState, event: Won) -> object:
        """The family's own circumstances of the win."""
        return None

    def settle_win(self, state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
        """What is paid for this win."""
        raise NotImplementedError

    def settle_end(self, state: TableState, kind: str) -> list[Transfer]:
        """What is paid when the hand ends without a win."""
        return []

    def after_win(self, state: TableState, record: WinRecord) -> TableState:
        """Where a win leaves the table: the hand is over, unless others may win on the same tile."""
        if self.several_winners(state) and len(state.winners_here) + len(state.passed) < 3:
            return state
        return state._replace(phase=Phase.OVER, offered=None)

    def too_many_winners(self, state: TableState, number: int) -> str | None:
        """The abortive draw that so many winners on one tile make, None where they simply win."""
        return None

    def claim_rank(self, call: Chowed | Ponged | Konged, place: int) -> tuple[int, int]:
        """What a call that is no win ranks by, lowest first: pung and kong before chow, then the order of the calls."""
        return (int(isinstance(call, Chowed)), place)

    def after_wins(self, state: TableState) -> TableState:
        """The window on a tile that was won on has closed."""
        return state._replace(phase=Phase.OVER, offered=None)

    # --- what others may see ----------------------------------------------------------------------------------------

    def concealed_kongs_hidden(self) -> bool:
        """True where concealed kongs stay face down until the hand is over."""
        return False

    def public_player_special(self, player: Player) -> Any:
        """The family's part of a player as the other players see it."""
        return None

    def public_locks(self, player: Player) -> list[dict[str, object]]:
        """Restrictions of the family beside locks and declarations, each with its ``kind``."""
        return []

    def public_special(self, state: TableState) -> Any:
        """The family's part of the table as the players see it."""
        return state.special

    def unsettled(self, state: TableState) -> list[Sentence]:
        """What would have to be known for the payments of the hand to be complete; empty where they are."""
        return [
            _("the tiles of %(seat)s: the value of its win", seat=record.seat)
            for record in state.wins
            if record.scored is None
        ]

    # --- the match --------------------------------------------------------------------------------------------------

    def next_hand(self, state: TableState) -> dict[str, Any] | None:
        """What the next hand's setup takes over from a finished one (dealer, winds, counters ...); None at the end."""
        raise NotImplementedError
