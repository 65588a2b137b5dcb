"""Table state as a fold over events: legality, with the reasons against an illegal event.

``start(setup)`` gives the first TableState, ``apply(state, event)`` the next one, ``replay`` a whole list. The rules
are the family's ``Procedure``, reached through the state's ruleset. A window for claims closes by itself when the next
event is not a claim: silence is a pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypedDict, TypeVar

from engine.errors import EngineError
from engine.play.events import Event, event_to_list
from engine.play.players import Player
from engine.play.transfers import Transfer, net
from engine.scoring.score import ScoredHand, ScoringRules
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import Seat, Wind, seat_wind
from engine.tiles.tile import Tile

Part = TypeVar("Part")


class Phase(Enum):
    FLOWERS = gettext_noop("initial flowers")
    VOID = gettext_noop("void suits")
    DRAW = gettext_noop("a draw in turn")
    ACT = gettext_noop("an act after a draw")
    MELDED = gettext_noop("a discard after a claim")
    REPLACE = gettext_noop("a replacement")
    CLAIM = gettext_noop("claims on a discard")
    ROB = gettext_noop("a win on the tile of a kong")
    ROB_FLOWER = gettext_noop("a robbed flower")
    OVER = gettext_noop("nothing: the hand is over")

    # Members are singletons, so identity is enough; Enum's own hash calls a Python function.
    __hash__ = object.__hash__


class RulesOfPlay(Protocol):
    def start(self, setup: Setup) -> TableState: ...

    def breaches(self, state: TableState, event: Event) -> Iterator[Breach]: ...

    def step(self, state: TableState, event: Event) -> TableState: ...

    def checked_step(self, state: TableState, event: Event) -> TableState: ...

    def candidates(self, state: TableState) -> Iterator[Event]: ...


class NamedFamily(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def sets(self) -> int: ...


class Rules(ScoringRules, Protocol):
    @property
    def name(self) -> str: ...

    @property
    def changed(self) -> Mapping[str, Any]: ...

    @property
    def has_winds(self) -> bool: ...

    @property
    def family(self) -> NamedFamily: ...

    def cite(self, clause: str) -> str: ...

    @property
    def procedure(self) -> RulesOfPlay: ...


class Setup(NamedTuple):
    """Hand before its first event. Seats 0-3 are in turn order; ``hands`` are by seat and include flowers.

    ``wall``: the tiles left after the deal in drawing order, front first, None if unknown; in the wall model ``seat34``
    it is None and ``seat_walls`` has one for each seat, empty if unknown. ``special``: the family's own start values,
    read by ``as_type``; None for none.
    """

    ruleset: Rules
    hands: tuple[tuple[Tile, ...], ...]
    dealer: Seat = 0
    prevalent_wind: Wind = Wind.EAST
    seat_winds: tuple[Wind, ...] | None = None
    start_scores: tuple[int, ...] = (0, 0, 0, 0)
    wall: tuple[Tile, ...] | None = None
    seat_walls: tuple[tuple[Tile, ...], ...] | None = None
    special: Any = None

    @property
    def winds(self) -> tuple[Wind, ...]:
        """Wind of each seat; the dealer is East unless ``seat_winds`` says otherwise."""
        return self.seat_winds or tuple(seat_wind(seat, self.dealer) for seat in range(4))


class NextHand(TypedDict, total=False):
    dealer: Seat
    prevalent_wind: Wind
    players: tuple[int, ...]
    """First hand's seat of the player at each seat, if players change seats."""
    start_scores: tuple[int, ...]
    special: Any


class StartValues(TypedDict, total=False):
    """Start values that only some games have, by their names in records."""

    honba: int
    deposits: int
    """Sticks carried over."""
    dealer_repeats: int
    triple_dice: bool
    dora_indicators: tuple[Tile, ...]
    common: tuple[Tile, ...]
    """Block that the seats of a board with seat walls share."""


class WinRecord(NamedTuple):
    seat: Seat
    source: Seat | None
    tile: Tile | None
    scored: ScoredHand | None
    event_index: int


class TableState(NamedTuple):
    """State of a hand between two events. Immutable; ``apply`` returns the next one."""

    setup: Setup
    players: tuple[Player, ...]
    phase: Phase
    turn: Seat
    """Player in turn; in a window for claims, the player whose tile is on offer."""
    event_index: int = 0
    """Number of events so far, which is the index of the next one."""
    wall_left: int = 0
    """Tiles not drawn yet, reserve included."""
    front: int = 0
    """Tiles taken from the front of the wall."""
    back: int = 0
    """Tiles taken from the back as replacements."""
    drawn_tile: Tile | None = None
    """Tile that the player in turn drew last, while the turn lasts."""
    replacing: str | None = None
    """Reason of the last or the awaited replacement: kong, flower."""
    offered: Tile | None = None
    passed: tuple[Seat, ...] = ()
    winners_here: tuple[Seat, ...] = ()
    """Winners on the tile on offer."""
    claimed: tuple[Tile, ...] = ()
    """Kinds that the player may not discard after a claim."""
    kongs: int = 0
    interrupted: bool = False
    """True after a claim or kong."""
    wins: tuple[WinRecord, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    ended: str | None = None
    """End of the hand: win, or the kind of draw."""
    special: object = None

    @property
    def ruleset(self) -> Rules:
        return self.setup.ruleset

    @property
    def deltas(self) -> tuple[int, int, int, int]:
        return net(self.transfers)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(start + delta for start, delta in zip(self.setup.start_scores, self.deltas, strict=True))

    def with_player(self, seat: Seat, player: Player) -> TableState:
        return self._replace(players=self.players_with(seat, player))

    def players_with(self, seat: Seat, player: Player) -> tuple[Player, ...]:
        a, b, c, d = self.players
        if seat == 0:
            return (player, b, c, d)
        if seat == 1:
            return (a, player, c, d)
        return (a, b, player, d) if seat == 2 else (a, b, c, player)


def as_type(special: object, kind: type[Part]) -> Part:
    """Return a family's own part of a state or player in its type. Raises TypeError for another family's."""
    if not isinstance(special, kind):
        raise TypeError(f"{special!r} is no {kind.__name__}")
    return special


class Breach(NamedTuple):
    """Clause against an event. ``missing`` names the missing information where the clause is undecidable."""

    code: str
    clause: str
    message: Sentence
    consequence: str = ""
    missing: Sentence | None = None


class IllegalEvent(EngineError):
    """Event that the rules forbid in a state; ``breaches`` are all clauses against it."""

    kind = "illegal"

    def __init__(self, event: Event, index: int, breaches: Sequence[Breach]) -> None:
        first = breaches[0]
        super().__init__(_("%(reason)s (%(clause)s)", reason=first.message, clause=first.clause), at=index)
        self.event = event
        self.index = index
        self.breaches = tuple(breaches)

    def to_dict(self) -> dict[str, object]:
        first = self.breaches[0]
        return {
            "index": self.index,
            "event": event_to_list(self.event),
            "code": first.code,
            "clause": first.clause,
            "message": first.message,
            "consequence": first.consequence,
        }


class Replay(NamedTuple):
    """Longest legal prefix of a list of events: the states before the first event and after each, and the failure."""

    states: tuple[TableState, ...]
    stopped_at: IllegalEvent | None

    @property
    def final(self) -> TableState:
        return self.states[-1]


def start(setup: Setup) -> TableState:
    """State after the deal. Raises HandError for an impossible deal."""
    return setup.ruleset.procedure.start(setup)


def why_not(state: TableState, event: Event) -> list[Breach]:
    """List every clause against the event, undecidable ones with ``missing``; empty for a legal event."""
    return list(state.setup.ruleset.procedure.breaches(state, event))


def apply(state: TableState, event: Event) -> TableState:
    return state.setup.ruleset.procedure.checked_step(state, event)


def legal_events(state: TableState) -> list[Event]:
    """List every legal event, in a fixed order; draws are UNKNOWN where the wall is unknown."""
    rules = state.setup.ruleset.procedure
    return [event for event in rules.candidates(state) if not any(rules.breaches(state, event))]


def replay(start_state: TableState, events: Iterable[Event], *, checked: bool = True) -> Replay:
    """Apply events up to the first illegal one; ``checked=False`` assumes that all are legal."""
    rules = start_state.setup.ruleset.procedure
    states = [start_state]
    state = start_state
    for event in events:
        if checked:
            try:
                state = rules.checked_step(state, event)
            except IllegalEvent as stopped:
                return Replay(tuple(states), stopped)
        else:
            state = rules.step(state, event)
        states.append(state)
    return Replay(tuple(states), None)
