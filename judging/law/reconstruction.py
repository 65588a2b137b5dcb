"""Reconstruct a record of play from facts: a position with unknown tiles and the given events.

The engine decides from it as from a record. The player's tiles before each event follow backwards from those held now;
everything else stays unknown, and impossible events are a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Drew,
    Event,
    FlowerShown,
    Konged,
    Passed,
    Ponged,
    TileCall,
    Won,
)
from engine.play.players import Lock
from engine.play.positions import KnownSeat, position
from engine.play.procedure import WINDOWS, Procedure, procedure_of
from engine.play.table import Phase, Setup, TableState
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of, sort_tiles
from judging.law.facts import Contradiction
from judging.law.families import Facts, is_dealer_east
from judging.law.shared_facts import BY, DEALER, EVENTS_SINCE, HAND, PREVALENT_WIND, SEAT_WIND, SOURCE

IMPOSSIBLE = ("turn", "phase", "not_held", "no_discard", "own_discard", "no_pung", "no_set", "no_chow", "hand_over")
"""Breaches that say that something cannot have happened; the others only say that it was against the rules."""


class KnownTiles(NamedTuple):
    """The player's tiles at one time; ``concealed`` is None if unknown."""

    concealed: tuple[Tile, ...] | None
    melds: tuple[Meld, ...]
    flowers: tuple[Tile, ...]


def make_own_turn(facts: Facts, seat: int, player: KnownSeat) -> TableState:
    """Return the table on the seat's turn; ``player`` ends with the drawn tile. Raises EngineError."""
    return position(make_hand_setup(facts), {seat: player}, turn=seat, phase=Phase.ACT)


def find_lock_after_events(
    facts: Facts, hand: Hand, kind: str, *, special: object = None, ready: str | None = None
) -> Lock | None:
    """Return the lock of this kind that the given events leave in force, or None. Raises Contradiction. ``hand``: the
    player's now. ``special``, ``ready``: as in ``KnownSeat``.
    """
    events = _select_events_before_claim(facts, hand, facts(EVENTS_SINCE))
    if not events:
        return None
    seat = facts.seat if facts.seat is not None else 0
    return _replay_events(facts, hand, events, KnownSeat(special=special, ready=ready)).players[seat].find_lock(kind)


def _replay_events(facts: Facts, hand: Hand, reported: Sequence[Event], player: KnownSeat) -> TableState:
    seat = facts.seat if facts.seat is not None else 0
    play = procedure_of(facts.rules)
    now = KnownTiles(hand.concealed, hand.melds, hand.flowers)
    player = player._replace(melds=_trace_tiles(reported, seat, now)[0].melds, flowers=hand.flowers)
    begun = position(make_hand_setup(facts), {seat: player}, turn=_get_first_turn(reported[0]))
    events = _name_draws(list(_fill_gaps(play, begun, reported, seat)))
    held = _trace_tiles(events, seat, now)
    state = begun
    for event, tiles in zip(events, held, strict=False):
        state = _apply_event(play, _set_tiles(play, state, seat, tiles), event, seat)
    state = _set_tiles(play, state, seat, now)
    return play.close_window(state) if state.phase in WINDOWS else state


def make_hand_setup(facts: Facts) -> Setup:
    size, dealer = 3 * facts.rules.family.sets + 1, facts.peek(DEALER)
    setup = Setup(facts.rules, ((UNKNOWN,) * size,) * 4, dealer=_infer_dealer(facts) if dealer is None else dealer)
    wind = facts.peek(PREVALENT_WIND)
    return setup if wind is None else setup._replace(prevalent_wind=wind)


def _infer_dealer(facts: Facts) -> int:
    """Return the dealer of the wind of a player without a seat, who is taken for seat 0; seat 0 if nothing tells."""
    wind = facts.peek(SEAT_WIND)
    return (-wind) % 4 if facts.seat is None and wind is not None and is_dealer_east(facts.rules) else 0


def _select_events_before_claim(facts: Facts, hand: Hand, reported: Sequence[Event]) -> Sequence[Event]:
    events = [event for event in reported if not isinstance(event, Passed)]
    by, last = facts.peek(BY), events[-1] if events else None
    if by is None or not isinstance(last, Drew | Discarded | AddedKong) or last.tile != hand.winning:
        return events
    is_own = last.seat == facts.seat
    if by == "self_draw" and is_own and isinstance(last, Drew):
        return events[:-1]
    offered = not is_own and not isinstance(last, Drew) and facts.peek(SOURCE) in (None, last.seat)
    return events[:-1] if by != "self_draw" and offered else events


def _get_source(event: Event) -> int | None:
    return event.source if isinstance(event, TileCall) else None


def _get_first_turn(event: Event) -> int:
    source = _get_source(event)
    return int(getattr(event, "seat", 0)) if source is None else source


def _fill_gaps(play: Procedure[object], state: TableState, reported: Sequence[Event], seat: int) -> Iterator[Event]:
    """Yield the events with the missing draws and discards of others; the player's own are never missing."""
    for event in reported:
        missing = list(_fill_gap_before(play, state, event, seat))
        for step in (*missing, event):
            yield step
            state = _apply_event(play, state, step, seat)


def _fill_gap_before(play: Procedure[object], state: TableState, event: Event, seat: int) -> Iterator[Event]:
    wanted = _get_first_turn(event)
    claim = _get_source(event) is not None
    if claim and state.phase is Phase.CLAIM and state.turn == wanted:
        return
    for _round in range(5):
        if state.phase in WINDOWS:
            state = play.close_window(state)
        if state.phase in (Phase.DRAW, Phase.REPLACE):
            if isinstance(event, Drew) and state.turn == wanted:
                return
            yield (drawn := Drew(state.turn, UNKNOWN))
            state = _apply_event(play, state, drawn, seat)
        if state.turn == wanted and not claim:
            return
        if state.turn == seat:
            # The player's own turn would lie between: the events do not follow each other.
            return
        tile = event.tile if state.turn == wanted and isinstance(event, TileCall) else None
        yield (discarded := Discarded(state.turn, UNKNOWN if tile is None else tile))
        state = _apply_event(play, state, discarded, seat)
        if claim and state.turn == wanted:
            return


def _name_draws(events: Sequence[Event]) -> list[Event]:
    """Return the events with the tile of a draw taken from its discard as just drawn."""
    filled: list[Event] = []
    for event in reversed(events):
        after = next(
            (later for later in reversed(filled) if getattr(later, "seat", None) == getattr(event, "seat", -1)), None
        )
        if isinstance(event, Drew) and event.tile == UNKNOWN and isinstance(after, Discarded) and after.just_drawn:
            event = event._replace(tile=after.tile)
        filled.append(event)
    return filled[::-1]


def _apply_event(play: Procedure[object], state: TableState, event: Event, seat: int) -> TableState:
    """Return the state after the event, legal or not. Raises Contradiction for an impossible one."""
    source = _get_source(event)
    if source is not None and (state.phase not in WINDOWS or state.turn != source):
        raise Contradiction((EVENTS_SINCE,), _("%(seat)s had not offered a tile then", seat=source))
    for breach in play.breaches(state, event):
        # The others' tiles and melds are not known.
        impossible = IMPOSSIBLE if getattr(event, "seat", seat) == seat else ("turn", "phase")
        if breach.code in impossible and breach.missing is None:
            raise Contradiction((EVENTS_SINCE,), breach.message)
    return play.step(state, event)


def _set_tiles(play: Procedure[object], state: TableState, seat: int, held: KnownTiles) -> TableState:
    player = state.players[seat]
    if held.concealed is None or len(held.concealed) != len(player.concealed):
        return state
    player = player._replace(concealed=held.concealed)
    if len(held.concealed) % 3 == 1:
        player = player._replace(waits=play.waits_of(player))
    return state.with_player(seat, player)


# --- backwards --------------------------------------------------------------------------------------------------------


def _trace_tiles(events: Sequence[Event], seat: int, now: KnownTiles) -> list[KnownTiles]:
    held = [now]
    for event in reversed(events):
        held.append(_undo(event, held[-1]) if getattr(event, "seat", None) == seat else held[-1])
    return held[::-1]


def _undo(event: Event, after: KnownTiles) -> KnownTiles:
    match event:
        case Discarded():
            return after._replace(concealed=_add_tiles(after.concealed, (event.tile,)))
        case Drew():
            return after._replace(concealed=_remove_drawn(after.concealed, event))
        case Chowed():
            meld = Meld(MeldKind.CHOW, sort_tiles((*event.hand_tiles, event.tile)))
            return _remove_meld(after, meld, event.hand_tiles, ())
        case Ponged():
            kind = kind_of(event.tile)
            return _remove_meld(after, Meld(MeldKind.PUNG, (kind,) * 3), event.hand_tiles or (kind,) * 2, ())
        case Konged():
            kind = kind_of(event.tile)
            return _remove_meld(after, Meld(MeldKind.KONG, (kind,) * 4), event.hand_tiles or (kind,) * 3, ())
        case AddedKong():
            kind = kind_of(event.tile)
            pung = Meld(MeldKind.PUNG, (kind,) * 3)
            return _remove_meld(after, Meld(MeldKind.ADDED_KONG, (kind,) * 4), (event.tile,), (pung,))
        case ConcealedKong():
            kind = kind_of(event.tile)
            return _remove_meld(after, Meld(MeldKind.CONCEALED_KONG, (kind,) * 4), (kind,) * 4, ())
        case FlowerShown():
            flowers = remove_tiles(after.flowers, (event.tile,)) if event.tile in after.flowers else after.flowers
            return after._replace(concealed=_add_tiles(after.concealed, (event.tile,)), flowers=flowers)
        case Won():
            raise Contradiction((EVENTS_SINCE,), _("give the events before the claim, not the win itself"))
        case _:
            return after


def _add_tiles(concealed: tuple[Tile, ...] | None, tiles: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    return None if concealed is None or UNKNOWN in tiles else (*concealed, *tiles)


def _remove_drawn(concealed: tuple[Tile, ...] | None, event: Drew) -> tuple[Tile, ...] | None:
    if concealed is None or event.tile == UNKNOWN:
        return None
    if event.tile not in concealed:
        message = _("%(seat)s cannot have drawn %(tile)s", seat=event.seat, tile=format_tile(event.tile))
        raise Contradiction((HAND, EVENTS_SINCE), message)
    return remove_tiles(concealed, (event.tile,), last=True)


def _remove_meld(after: KnownTiles, meld: Meld, from_hand: tuple[Tile, ...], before: tuple[Meld, ...]) -> KnownTiles:
    kinds = sorted(map(kind_of, meld.tiles))
    matching = [held for held in after.melds if held.kind is meld.kind and sorted(map(kind_of, held.tiles)) == kinds]
    if not matching:
        message = _("the player does not have the meld %(meld)s", meld=str(meld))
        raise Contradiction((HAND, EVENTS_SINCE), message)
    index = len(after.melds) - 1 - after.melds[::-1].index(matching[-1])
    melds = (*after.melds[:index], *before, *after.melds[index + 1 :])
    return after._replace(concealed=_add_tiles(after.concealed, from_hand), melds=melds)
