"""Rules of play of one ruleset: a check and a step for every event, and the family's hooks.

A family composes a ``Procedure`` from the modules of this folder and its own: ``on(Discarded, check, step)`` for every
event it plays, and ``Hooks`` for the hooks that the shared modules call. All are plain functions whose first argument
is the procedure. A check yields a breach for every broken clause; a step assumes a legal event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from engine.errors import HandError
from engine.play import default_hooks as usual
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Event,
    FlowerRobbed,
    FlowerShown,
    HandDied,
    Konged,
    Passed,
    Ponged,
    TileCall,
    UraTurned,
    VoidChosen,
    Won,
)
from engine.play.locks import may_have_missed
from engine.play.players import Player
from engine.play.table import Breach, IllegalEvent, NextHand, Phase, Rules, Setup, StartValues, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.play.wall_on_table import Break, WallOnTable
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat, Wind
from engine.tiles.tile import UNKNOWN, Tile, format_tile

P = TypeVar("P")

Q = TypeVar("Q", covariant=True)
"""Covariant ``P``: a procedure of any family is a ``Procedure[object]``."""

E = TypeVar("E")

WINDOWS = frozenset({Phase.CLAIM, Phase.ROB, Phase.ROB_FLOWER})
CLAIMS = (Chowed, Ponged, Konged)

NOT_PLAYED: Final = {
    FlowerShown: gettext_noop("there are no flowers under these rules"),
    FlowerRobbed: gettext_noop("flowers are not robbed under these rules"),
    DeclaredRiichi: gettext_noop("there is no riichi under these rules"),
    DeclaredReady: gettext_noop("readiness is not declared under these rules"),
    VoidChosen: gettext_noop("there are no void suits under these rules"),
    DoraTurned: gettext_noop("there is no dora under these rules"),
    UraTurned: gettext_noop("there is no ura dora under these rules"),
}


@dataclass(frozen=True, slots=True)
class EventHandler(Generic[P, E]):
    event: type[E]
    check: Callable[[Procedure[P], TableState, E], Iterator[Breach]]
    step: Callable[[Procedure[P], TableState, E], TableState]
    after_end: bool = False


def on(
    event: type[E],
    check: Callable[[Procedure[P], TableState, E], Iterator[Breach]],
    step: Callable[[Procedure[P], TableState, E], TableState],
    *,
    after_end: bool = False,
) -> EventHandler[P, E]:
    return EventHandler(event, check, step, after_end)


@dataclass(frozen=True, eq=False, kw_only=True)
class Hooks(Generic[P]):
    """Hooks of a family called by the shared modules; the defaults follow most rulebooks."""

    clauses: Mapping[str, str]
    """Code of a shared breach -> the family's clause; ``turn`` is the default."""

    waits_of: Callable[[Procedure[P], Player], frozenset[Tile] | None]
    """Kinds that complete a hand by shape, ignoring bans on winning; None while tiles are unknown."""

    false_win: str = "false_win"
    """Code of a shown win that is not valid."""

    # The deal.
    wall_break: Callable[[Procedure[P], Sequence[Sequence[int]], Seat], Break] = usual.break_by_one_roll
    wall_lengths: Callable[[Procedure[P], Seat], tuple[int, ...]] = usual.equal_walls
    """Dealer -> stacks in the wall of each seat; seat 0 is East of the table."""
    seat_winds: Callable[[Procedure[P], Sequence[Sequence[int]], Seat], tuple[Wind, ...]] = usual.dealer_is_east
    read_start_values: Callable[[StartValues], object] = usual.no_special_setup
    """Start values of a record -> the family's part of a setup; None if there are none."""
    start_values: Callable[[Procedure[P], Setup], StartValues] = usual.no_start_values
    """Inverse of ``read_start_values``, without empty values."""
    extra_tiles: Callable[[Procedure[P], Setup], tuple[Tile, ...]] = usual.no_extra_tiles
    """Tiles of a setup outside hands and walls."""
    counters: Callable[[Procedure[P], Setup], int] = usual.no_counters
    """Number of times the dealer has dealt again, as counted at the table."""
    complete_setup: Callable[[Procedure[P], Setup], Setup] = usual.unchanged_setup
    """Setup with a known wall, completed by the tiles that are open at the start."""
    after_deal: Callable[[Procedure[P], TableState], TableState] = usual.unchanged_state
    """State between the deal and the dealer's first act."""
    close_opening: Callable[[Procedure[P], TableState, Event], TableState] | None = None
    """State after closing the opening (flowers, void suits) by another event. None without an opening."""
    opening_breaches: Callable[[Procedure[P], TableState, Event], Iterator[Breach]] | None = None

    # Windows for claims.
    keeps_window_open: Callable[[Procedure[P], TableState, Event], bool] = usual.never
    """True for an event of the family that leaves a window open."""
    discard_passed: Callable[[Procedure[P], TableState], TableState] = usual.unchanged_state
    """State after a discard that nobody won on."""
    missed_win: Callable[[Procedure[P], TableState, Seat, Tile, bool], Player] = usual.unchanged_by_missed_win
    """Player after missing a win; the last argument is True if that is certain."""

    # Draws, discards, claims, kongs.
    player_drew: Callable[[Procedure[P], TableState, Player], Player] = usual.unchanged_by_draw
    """Player after the own draw, which ends locks."""
    player_discarded: Callable[[Procedure[P], TableState, Player, Player, Discarded], Player] = (
        usual.unchanged_by_discard
    )
    """Player (before, after) after the own discard, which starts and ends locks and declarations."""
    player_claimed: Callable[[Procedure[P], TableState, Player, Chowed | Ponged | Konged], Player] = (
        usual.unchanged_by_claim
    )
    """Player after an own claim, which ends locks and declarations."""
    claim_breaches: Callable[[Procedure[P], TableState, Chowed | Ponged | Konged], Iterator[Breach]] = usual.no_breaches
    after_claim: Callable[[Procedure[P], TableState, Chowed | Ponged | Konged], TableState] = (
        usual.unchanged_after_event
    )
    may_claim_last: Callable[[Procedure[P], Chowed | Ponged | Konged], bool] = usual.never
    forbidden_after_chow: Callable[[Procedure[P], Chowed], tuple[Tile, ...]] = usual.no_kinds
    forbidden_after_pung: Callable[[Procedure[P], Ponged], tuple[Tile, ...]] = usual.no_kinds
    claim_rank: Callable[[Procedure[P], Chowed | Ponged | Konged, int], tuple[int, int]] = usual.pungs_before_chows
    """Rank of a call other than a win, lowest first; the number is its place among the calls."""
    stands_after: Callable[[Procedure[P], TableState, TileCall, Sequence[Event]], bool | None] = usual.stands_after
    """(state with the tile on offer, call, events since) -> True for a call in time, None if only its time tells."""
    kong_after_claim: bool = False
    """True where a kong may come between a claim and its discard."""
    kong_breaches: Callable[[Procedure[P], TableState, Seat], Iterator[Breach]] = usual.no_breaches
    player_konged: Callable[[Procedure[P], TableState, Player, Player, AddedKong | ConcealedKong], Player] = (
        usual.unchanged_by_kong
    )
    """Player (before, after) after an own kong, which ends locks and declarations."""
    may_rob_concealed_kong: Callable[[Procedure[P], TableState], bool] = usual.never
    kong_declared: Callable[[Procedure[P], TableState, Seat, MeldKind], TableState] = usual.unchanged_after_kong
    """Payments and indicators of a completed kong."""

    # Wins and ends.
    win_of: Callable[[Procedure[P], TableState, Won], tuple[Hand, Win]]
    """Hand with its winning tile, and the circumstances visible in the state."""
    hand_breaches: Callable[[Procedure[P], TableState, Won], Iterator[Breach]]
    several_winners: bool = False
    winner_order: Callable[[Procedure[P], TableState, Won], Iterator[Breach]] = usual.head_bump
    too_many_winners: Callable[[Procedure[P], int], str | None] = usual.no_winner_limit
    """Abortive draw by this number of winners on one tile, None if they win."""
    first_turn: Callable[[Procedure[P], TableState, Won], bool] = usual.first_turn
    visible_tiles: Callable[[Procedure[P], TableState, Seat], tuple[Tile, ...]] = usual.no_tiles
    """Tiles visible to everybody, without own melds and the tile on offer; () if not needed."""
    circumstances: Callable[[Procedure[P], TableState, Won], object]
    settle_win: Callable[[Procedure[P], TableState, WinRecord, ScoredHand], list[Transfer]]
    after_win: Callable[[Procedure[P], TableState, WinRecord], TableState]
    after_wins: Callable[[Procedure[P], TableState], TableState] = usual.end_hand
    """State after the window on a winning tile has closed."""
    settle_end: Callable[[Procedure[P], TableState, str], list[Transfer]] = usual.no_transfers
    """Payments at the end of a hand without a win; the text is the kind of end."""
    unsettled: Callable[[Procedure[P], TableState], list[Sentence]] = usual.unscored_wins
    """Missing information for the payments of the hand; empty if they are complete."""

    # Candidate events.
    candidates: Callable[[Procedure[P], TableState], Iterator[Event]]
    """Candidate events, legal or not, in a fixed order."""

    # Positions in the middle of a hand.
    read_special: Callable[[Procedure[P], Mapping[str, Any]], object] = usual.no_special_player
    """Family's part of a player, from its object in a case; None if there is none."""
    complete_position: Callable[[Procedure[P], TableState], TableState] = usual.unchanged_state
    possible_lock: Callable[[Procedure[P], TableState, Seat], Player] = usual.without_possible_lock
    """Player of a position with the locks that unordered discards may have started."""

    # Views.
    concealed_kongs_hidden: bool = False
    """True where concealed kongs stay face down until the hand is over."""
    public_player: Callable[[Procedure[P], Player], object] = usual.hide_special_player
    """Family's part of a player as visible to the others."""
    public_setup: Callable[[Procedure[P], Setup], object] = usual.show_special_setup
    public_table: Callable[[Procedure[P], TableState], object] = usual.show_special_table
    public_locks: Callable[[Procedure[P], Player], list[dict[str, object]]] = usual.no_locks
    """Family restrictions besides locks and declarations, each with its ``kind``."""
    indicators: Callable[[Procedure[P], TableState], tuple[Tile, ...]] = usual.no_indicators

    # The match.
    deposits: Callable[[Procedure[P], TableState], int] = usual.no_deposits
    next_hand: Callable[[Procedure[P], TableState], NextHand | None]
    """Setup values of the next hand (dealer, winds, counters); None at the end of the match."""


@dataclass(frozen=True, eq=False)
class Procedure(Generic[Q]):
    ruleset: Rules
    parameters: Q
    wall: WallOnTable
    hooks: Hooks[Q]
    handlers: tuple[EventHandler[Q, Any], ...]

    @cached_property
    def _handled(self) -> Mapping[type[Event], EventHandler[Q, Any]]:
        return {handling.event: handling for handling in self.handlers}

    def breach(
        self, code: str, message: Sentence, *, consequence: str = "refused", missing: Sentence | None = None
    ) -> Breach:
        clauses = self.hooks.clauses
        return Breach(code, clauses.get(code) or clauses["turn"], message, consequence, missing)

    # --- flow of a hand -----------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> TableState:
        """State after the deal: a dealer with one tile more acts, else draws. Raises HandError."""
        self.check_deal(setup)
        players = [Player(hand) for hand in setup.hands]
        for seat in SEATS:
            if len(players[seat].concealed) % 3 == 1:
                players[seat] = players[seat]._replace(waits=self.waits_of(players[seat]))
        first = players[setup.dealer]
        ready = len(first.concealed) % 3 == 2
        state = TableState(
            setup,
            (players[0], players[1], players[2], players[3]),
            Phase.ACT if ready else Phase.DRAW,
            setup.dealer,
            wall_left=self.wall.tiles_behind(setup),
            drawn_tile=first.concealed[-1] if ready else None,
        )
        if ready:
            state = state.with_player(setup.dealer, first._replace(tiles_drawn=1))
        return self.hooks.after_deal(self, state)

    def check_deal(self, setup: Setup) -> None:
        size = 3 * self.wall.sets + 1
        if len(setup.hands) != 4:
            raise HandError(_("expected four hands in the deal, found %(count)s", count=len(setup.hands)), at="deal")
        for seat, hand in enumerate(setup.hands):
            allowed = (size, size + 1) if seat == setup.dealer else (size,)
            if len(hand) not in allowed:
                raise HandError(
                    _(
                        "%(seat)s has %(count)s tiles in the deal, expected %(size)s",
                        seat=seat,
                        count=len(hand),
                        size=size,
                    ),
                    at="deal",
                )
        counts = [0] * (UNKNOWN + 1)
        for part in (*setup.hands, *(setup.seat_walls or ()), setup.wall or (), self.hooks.extra_tiles(self, setup)):
            for tile in part:
                counts[tile] += 1
        for tile, count in enumerate(counts[:UNKNOWN]):
            if count > self.wall.tile_set.copies[tile]:
                raise HandError(
                    _(
                        "%(count)s x %(tile)s in the deal, the set has %(copies)s",
                        count=count,
                        tile=format_tile(tile),
                        copies=self.wall.tile_set.copies[tile],
                    ),
                    at="deal",
                )

    def breaches(self, state: TableState, event: Event) -> Iterator[Breach]:
        opening_breaches = self.hooks.opening_breaches
        if opening_breaches is not None:
            yield from opening_breaches(self, state, event)
        yield from self._breaches_of(self._state_for(state, event), event)

    def _state_for(self, state: TableState, event: Event) -> TableState:
        opened = self.hooks.close_opening
        if opened is not None:
            state = opened(self, state, event)
        if state.phase in WINDOWS and self.closes_window(state, event):
            state = self.close_window(state)
        return state

    def _breaches_of(self, state: TableState, event: Event) -> Iterator[Breach]:
        handling = self._handled.get(type(event))
        if state.phase is Phase.OVER and not (handling is not None and handling.after_end):
            yield self.breach("hand_over", _("the hand is over"))
        elif handling is None:
            yield self.breach("no_such_event", Sentence(NOT_PLAYED[type(event)]))
        else:
            yield from handling.check(self, state, event)

    def step(self, state: TableState, event: Event) -> TableState:
        return self._carry_out(self._state_for(state, event), event, state.event_index)

    def checked_step(self, state: TableState, event: Event) -> TableState:
        opening_breaches = self.hooks.opening_breaches
        breaches = [] if opening_breaches is None else list(opening_breaches(self, state, event))
        met = self._state_for(state, event)
        breaches += self._breaches_of(met, event)
        broken = [breach for breach in breaches if breach.missing is None]
        if broken:
            raise IllegalEvent(event, state.event_index, broken)
        return self._carry_out(met, event, state.event_index)

    def _carry_out(self, met: TableState, event: Event, event_index: int) -> TableState:
        handling = self._handled.get(type(event))
        if handling is None:
            raise IllegalEvent(event, event_index, list(self.breaches(met, event)))
        return handling.step(self, met, event)._replace(event_index=event_index + 1)

    def candidates(self, state: TableState) -> Iterator[Event]:
        return self.hooks.candidates(self, state)

    # --- windows for claims -------------------------------------------------------------------------------------

    def closes_window(self, state: TableState, event: Event) -> bool:
        if state.phase not in WINDOWS or isinstance(event, (Won, Passed, HandDied)):
            return False
        if state.phase is Phase.CLAIM and isinstance(event, CLAIMS):
            return bool(state.winners_here)
        return not self.hooks.keeps_window_open(self, state, event)

    def close_window(self, state: TableState) -> TableState:
        state = self.note_missed_wins(state)
        if state.winners_here:
            return self.hooks.after_wins(self, state)
        if state.phase is Phase.CLAIM:
            state = self.hooks.discard_passed(self, state)
            return state._replace(phase=Phase.DRAW, turn=self.wall.next_to_draw(state), offered=None, passed=())
        if state.phase is Phase.ROB:
            kind = MeldKind.ADDED_KONG if state.replacing == "added_kong" else MeldKind.CONCEALED_KONG
            return self.kong_stands(state, kind)
        return state._replace(phase=Phase.REPLACE, replacing="flower", offered=None, passed=())

    def note_missed_wins(self, state: TableState) -> TableState:
        """Call ``missed_win`` for every player whom the tile on offer completes and who has not won on it."""
        tile = state.offered
        if tile is None or state.phase is Phase.ROB_FLOWER:
            return state
        for seat in may_have_missed(state, tile):
            player = state.players[seat]
            if self.wall.still_in(player):
                certain = player.waits is not None and tile != UNKNOWN
                changed = self.hooks.missed_win(self, state, seat, tile, certain)
                if changed is not player:
                    state = state.with_player(seat, changed)
        return state

    def kong_stands(self, state: TableState, kind: MeldKind) -> TableState:
        """Complete an added or concealed kong that was not robbed; a replacement is due."""
        state = state._replace(
            phase=Phase.REPLACE,
            replacing="kong",
            offered=None,
            passed=(),
            kongs=state.kongs + 1,
            interrupted=True,
            drawn_tile=None,
        )
        return self.hooks.kong_declared(self, state, state.turn, kind)

    # --- queries of the site ------------------------------------------------------------------------------------

    def waits_of(self, player: Player) -> frozenset[Tile] | None:
        return self.hooks.waits_of(self, player)

    @property
    def several_winners(self) -> bool:
        return self.hooks.several_winners

    def wall_break(self, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
        return self.hooks.wall_break(self, rolls, dealer)

    def wall_lengths(self, dealer: Seat) -> tuple[int, ...]:
        return self.hooks.wall_lengths(self, dealer)

    def seat_winds(self, rolls: Sequence[Sequence[int]], dealer: Seat) -> tuple[Wind, ...]:
        return self.hooks.seat_winds(self, rolls, dealer)

    def complete_setup(self, setup: Setup) -> Setup:
        return self.hooks.complete_setup(self, setup)

    def counters(self, setup: Setup) -> int:
        return self.hooks.counters(self, setup)

    def unsettled(self, state: TableState) -> list[Sentence]:
        return self.hooks.unsettled(self, state)

    def public_locks(self, player: Player) -> list[dict[str, object]]:
        return self.hooks.public_locks(self, player)

    def indicators(self, state: TableState) -> tuple[Tile, ...]:
        return self.hooks.indicators(self, state)

    def deposits(self, state: TableState) -> int:
        return self.hooks.deposits(self, state)

    def next_hand(self, state: TableState) -> NextHand | None:
        return self.hooks.next_hand(self, state)


def procedure_of(rules: Rules) -> Procedure[object]:
    procedure = rules.procedure
    if not isinstance(procedure, Procedure):
        raise TypeError(f"{rules.name} is not played by a composed procedure")
    return procedure
