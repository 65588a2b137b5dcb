"""The table as a referee finds it in the middle of a hand: what is known, and ``?`` for the rest.

A position is a state like any other: events go on from it, ``why_not`` judges them. Where the answer depends on what
nobody saw, a breach says what is missing instead of guessing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.hand import Hand
from engine.melds import Meld
from engine.seats import SEATS, Seat
from engine.table import UNORDERED, Discard, Phase, Player, Setup, TableState, start
from engine.tiles import UNKNOWN, Tile, parse_tiles


class Known(NamedTuple):
    """What is known of one seat. ``concealed`` None: all its tiles are unknown.

    ``discards`` are the tiles discarded so far, in order where ``ordered`` says so; they lie in a heap at Taiwanese
    tables. ``special`` is the family's part of the player (a ``Void`` in the Sichuan game).
    """

    concealed: tuple[Tile, ...] | None = None
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    discards: tuple[Tile, ...] = ()
    ordered: bool = False
    ready: str | None = None
    dead: str | None = None
    won: int = 0
    special: Any = None

    @classmethod
    def parse(cls, line: str, discards: str = "", **rest: Any) -> Known:
        """What a line in the notation of ``Hand`` says: concealed tiles (``?`` for an unknown one), melds | flowers.

        >>> Known.parse("23m?? pung(777z)", "1s9p").discards == (18, 17)
        True
        """
        hand = Hand.parse(line)
        return cls(hand.concealed or None, hand.melds, hand.flowers, parse_tiles(discards), **rest)


def position(
    setup: Setup, seats: Mapping[Seat, Known], *, turn: Seat = 0, phase: Phase = Phase.DRAW, live: int | None = None
) -> TableState:
    """A state with these tiles; ``turn`` draws (DRAW), acts after a draw (ACT) or discards after a claim (MELDED).

    ``live`` are the tiles that may still be drawn in turn; without it the wall holds all that does not lie on the
    table. The hands of ``setup`` are not looked at. Discards of which the order is not known start no lock that is
    certain: a lock they may have started is in force with ``certain`` False. Raises HandError for wrong numbers.
    """
    rules = setup.ruleset.procedure
    size = 3 * setup.ruleset.family.sets + 1
    hands = tuple((UNKNOWN,) * (size + (seat == setup.dealer)) for seat in SEATS)
    state = start(setup._replace(hands=hands, wall=None))
    state = state._replace(phase=phase, turn=turn)
    moment = 0
    for seat in SEATS:
        known = seats.get(seat, Known())
        due = size - 3 * len(known.melds) + (seat == turn and phase in (Phase.ACT, Phase.MELDED))
        ats = range(moment, moment + len(known.discards)) if known.ordered else [UNORDERED] * len(known.discards)
        moment += len(known.discards)
        player = Player(
            (UNKNOWN,) * due if known.concealed is None else known.concealed,
            known.melds,
            known.flowers,
            tuple(Discard(tile, at) for tile, at in zip(known.discards, ats, strict=True)),
            ready=known.ready,
            dead=known.dead,
            won=known.won,
            draws=len(known.discards) + (seat == turn and phase is Phase.ACT),
            special=known.special if known.special is not None else state.players[seat].special,
        )
        state = state.with_player(seat, player)
    melds = [meld for player in state.players for meld in player.melds]
    seen = sum(
        len(player.concealed)
        + len(player.flowers)
        + len(player.discards)
        + sum(len(meld.tiles) for meld in player.melds)
        for player in state.players
    )
    state = state._replace(
        moment=moment,
        drawn=state.players[turn].concealed[-1] if phase is Phase.ACT else None,
        kongs=sum(meld.is_kong for meld in melds),
        interrupted=bool(melds),
        wall_left=setup.ruleset.tile_set.size - seen,
    )
    if live is not None:
        state = state._replace(wall_left=state.wall_left + live - rules.live_left(state))
    state = rules.found(state)
    for seat in SEATS:
        player = state.players[seat]
        if len(player.concealed) % 3 == 1:
            player = player._replace(waits=rules.waits_of(player))
        state = state.with_player(seat, player)
    for seat in SEATS:
        state = state.with_player(seat, rules.possible_lock(state, seat))
    return state
