"""A moment of a hand in which something is disputed, and a kind of such moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.family import Ruleset, ruleset_of
from engine.play.events import Event, Won
from engine.play.players import Player
from engine.play.procedure import WINDOWS, Procedure, procedure_of
from engine.play.table import Setup, TableState
from engine.play.walks import EAGER, Walk
from engine.sentences import Sentence
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile, kind_of


class Moment(NamedTuple):
    """A hand up to the claim. ``states`` is the state before the first event and after each; the last one is now.

    ``event`` is what the player claims to do, None where nothing of the record is disputed. ``since`` is what has
    happened between the tile in dispute and the claim. ``said`` are facts that the dispute itself brings, as JSON has
    them: a value claimed, a tile too many.
    """

    setup: Setup
    events: tuple[Event, ...]
    states: tuple[TableState, ...]
    seat: Seat
    event: Event | None = None
    since: tuple[Event, ...] = ()
    said: Mapping[str, Any] = {}

    @property
    def now(self) -> TableState:
        """The state at the claim."""
        return self.states[-1]

    @property
    def player(self) -> Player:
        """The player whom it is about."""
        return self.now.players[self.seat]

    @property
    def ruleset(self) -> Ruleset:
        """What is played."""
        return ruleset_of(self.setup.ruleset)

    @property
    def play(self) -> Procedure[object]:
        """The rules of play."""
        return procedure_of(self.setup.ruleset)

    @property
    def record(self) -> tuple[Event, ...]:
        """The events before the disputed one."""
        return (*self.events, *self.since)


def moment_of(walk: Walk, at: int, seat: Seat, event: Event | None = None, **said: Any) -> Moment:
    """The moment of a walk after ``at`` events."""
    return Moment(walk.setup, walk.events[:at], walk.states[: at + 1], seat, event, said=said)


class LetPass(NamedTuple):
    """A tile of another that completed a player's hand, and which the player did not win on; ``at`` the next event."""

    tile: Tile
    at: int


def let_pass(moment: Moment) -> list[LetPass]:
    """The tiles that the player of the moment has let pass in this hand, in order, by the shape of the hand then."""
    found = []
    seat = moment.seat
    for at, event in enumerate(moment.record[: len(moment.states) - 1]):
        state = moment.states[at]
        tile, player = state.offered, state.players[seat]
        if state.phase not in WINDOWS or tile in (None, UNKNOWN) or seat == state.turn:
            continue
        if seat in state.winners_here or not moment.play.wall.still_in(player) or not _closed_by(moment, at, event):
            continue
        if player.waits and tile is not None and kind_of(tile) in player.waits:
            found.append(LetPass(tile, at))
    return found


def _closed_by(moment: Moment, at: int, event: Event) -> bool:
    state = moment.states[at]
    return not isinstance(event, Won) and moment.states[at + 1].offered != state.offered


class ToldLine(NamedTuple):
    """A sentence of the table, and the tiles that are shown with it, in notation."""

    sentence: Sentence
    tiles: str = ""


StoryOpening = Callable[[Moment, Mapping[str, Any]], Iterator[ToldLine]]
"""(moment, facts as JSON has them) -> how the story of a claim begins."""

Saying = Callable[[Any, Moment], ToldLine | None]
"""(value of a fact, moment) -> what is said of it; None where nothing has to be said."""


def tell(template: str, tiles: str = "", **values: Any) -> ToldLine:
    """A sentence with its values."""
    return ToldLine(Sentence(template, values), tiles)


def either(yes: str, no: str) -> Saying:
    """One of two sentences about the player; an empty one is not said."""

    def say(value: Any, moment: Moment) -> ToldLine | None:
        template = yes if value else no
        return tell(template, seat=moment.seat) if template else None

    return say


class DisputeKind(NamedTuple):
    """A kind of disputes.

    ``claim`` is the kind of claim that is brought to the referee. ``find`` gives the moments of this kind at one place
    of a walk (walk, number of events before it, randomness).
    """

    code: str
    claim: str
    title: str
    find: Callable[[Walk, int, Random], Iterator[Moment]]
    pays: bool = False
    """Whether points change hands by the claim itself, should it stand."""
    recorded: bool = True
    """Whether a record of play decides it too; talk, lateness and tiles miscounted leave none."""
    held: Callable[[Random], Mapping[Seat, Sequence[Tile]]] | None = None
    """Tiles that seats are dealt so that such a moment is likely, where play by chance hardly ever comes to one."""
    eager: Mapping[type[Event], float] = EAGER
    """How often the players try an event when they might."""
    rare: int = 0
    """How seldom it comes up at a table: 0 every day, 3 hardly ever."""
