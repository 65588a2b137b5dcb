"""Positions in the middle of a hand with ``?`` for unknown tiles; a breach names the information that is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.errors import HandError
from engine.play.players import UNORDERED, Discard, Player
from engine.play.procedure import Procedure, procedure_of
from engine.play.table import Phase, Rules, Setup, TableState, start
from engine.sentences import sentence as _
from engine.tiles.copies import Place, find_excesses
from engine.tiles.fields import CaseError, JsonCase, read_count, read_flag, read_text
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, Tile, parse_tiles


class KnownSeat(NamedTuple):
    """Known facts about one seat. ``concealed`` None: all its tiles are unknown.

    ``discards`` are in order if ``ordered``; at Taiwanese tables they lie in a heap. ``special`` is the family's part
    of the player (a ``Void`` in the Sichuan game).
    """

    concealed: tuple[Tile, ...] | None = None
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    discards: tuple[Tile, ...] = ()
    ordered: bool = False
    ready: str | None = None
    dead: str | None = None
    won: int = 0
    special: object = None

    @classmethod
    def parse(cls, line: str, discards: str = "", **facts: Any) -> KnownSeat:
        """Parse a line in the notation of ``Hand``: concealed tiles (``?`` for unknown), melds | flowers.

        >>> KnownSeat.parse("23m?? pung(777z)", "1s9p").discards == (18, 17)
        True
        """
        hand = Hand.parse(line)
        return cls(hand.concealed or None, hand.melds, hand.flowers, parse_tiles(discards), **facts)


def position(
    setup: Setup, seats: Mapping[Seat, KnownSeat], *, turn: Seat = 0, phase: Phase = Phase.DRAW, live: int | None = None
) -> TableState:
    """State with these tiles; ``turn`` draws (DRAW), acts after a draw (ACT) or discards after a claim (MELDED).

    ``live`` is the number of tiles that may still be drawn in turn; by default all tiles not on the table. The hands of
    ``setup`` are ignored. Unordered discards start no certain lock: possible ones are in force with ``certain`` False.
    Raises HandError for wrong numbers of tiles.
    """
    rules = procedure_of(setup.ruleset)
    size = 3 * setup.ruleset.family.sets + 1
    hands = tuple((UNKNOWN,) * (size + (seat == setup.dealer)) for seat in SEATS)
    state = start(setup._replace(hands=hands, wall=None))
    state = state._replace(phase=phase, turn=turn)
    for seat in SEATS:
        facts = seats.get(seat, KnownSeat())
        due = size - 3 * len(facts.melds) + (seat == turn and phase in (Phase.ACT, Phase.MELDED))
        if facts.concealed is not None and len(facts.concealed) != due and not (facts.won or facts.dead):
            raise HandError(
                _(
                    "%(seat)s has %(count)s concealed tiles, not %(due)s",
                    seat=seat,
                    count=len(facts.concealed),
                    due=due,
                ),
                at=f"seat {seat}",
            )
        number = len(facts.discards)
        event_indexes = (
            [4 * (index - number) + seat for index in range(number)] if facts.ordered else [UNORDERED] * number
        )
        player = Player(
            (UNKNOWN,) * due if facts.concealed is None else facts.concealed,
            facts.melds,
            facts.flowers,
            tuple(Discard(tile, index) for tile, index in zip(facts.discards, event_indexes, strict=True)),
            ready=facts.ready,
            dead=facts.dead,
            won=facts.won,
            tiles_drawn=len(facts.discards) + (seat == turn and phase is Phase.ACT),
            special=facts.special if facts.special is not None else state.players[seat].special,
        )
        state = state.with_player(seat, player)
    _check_copies(rules, state)
    melds = [meld for player in state.players for meld in player.melds]
    tiles_on_table = sum(
        len(player.concealed)
        + len(player.flowers)
        + len(player.discards)
        + sum(len(meld.tiles) for meld in player.melds)
        for player in state.players
    )
    state = state._replace(
        drawn_tile=state.players[turn].concealed[-1] if phase is Phase.ACT else None,
        kongs=sum(meld.is_kong for meld in melds),
        interrupted=bool(melds),
        wall_left=setup.ruleset.tile_set.size - tiles_on_table,
    )
    if live is not None:
        state = state._replace(wall_left=state.wall_left + live - rules.wall.live_left(state))
    state = rules.hooks.complete_position(rules, state)
    for seat in SEATS:
        player = state.players[seat]
        if len(player.concealed) % 3 == 1:
            player = player._replace(waits=rules.waits_of(player))
        state = state.with_player(seat, player)
    for seat in SEATS:
        state = state.with_player(seat, rules.hooks.possible_lock(rules, state, seat))
    return state


def _check_copies(rules: Procedure[object], state: TableState) -> None:
    places = [Place(_("indicators"), rules.hooks.indicators(rules, state))]
    for seat, player in enumerate(state.players):
        melded = tuple(tile for meld in player.melds for tile in meld.tiles)
        tiles = (*player.concealed, *melded, *player.flowers)
        places.append(Place(_("%(seat)s", seat=seat), tiles))
        places.append(Place(_("discards of %(seat)s", seat=seat), tuple(discard.tile for discard in player.discards)))
    for excess in find_excesses(places, state.setup.ruleset.tile_set, reds_written=True):
        raise HandError(excess.problem, at="position")


PHASES = {phase.name.lower(): phase for phase in (Phase.DRAW, Phase.ACT, Phase.MELDED)}


def read_position(setup: Setup, case: JsonCase) -> TableState:
    """Read the position of a case: ``{"seats": [four objects or null], "turn": 0, "phase": "act", "live": 20}``.

    A seat's object has ``hand`` (a line for ``KnownSeat.parse``), ``discards``, ``ordered``, ``ready``, ``dead``,
    ``won`` and the family's fields (``void``, ``face_down`` in the Sichuan game), all optional. Raises CaseError.
    """
    seats = case.get("seats") or ()
    if not isinstance(seats, list | tuple) or len(seats) > 4:
        raise CaseError(_("position.seats: expected a list of up to four objects"), at="position.seats")
    known_seats = {
        seat: read_seat(setup.ruleset, f"position.seats[{seat}]", facts) for seat, facts in enumerate(seats) if facts
    }
    word = read_text("position.phase", case.get("phase", "draw"))
    if word not in PHASES:
        raise CaseError(
            _("position.phase: expected one of %(known)s, found %(word)s", known=", ".join(PHASES), word=repr(word)),
            at="position.phase",
        )
    turn = read_count("position.turn", case.get("turn", 0))
    if turn not in SEATS:
        raise CaseError(_("position.turn: expected a seat 0, 1, 2 or 3, found %(turn)s", turn=turn), at="position.turn")
    live = None if case.get("live") is None else read_count("position.live", case["live"])
    return position(setup, known_seats, turn=turn, phase=PHASES[word], live=live)


def read_seat(rules: Rules, field: str, facts: object) -> KnownSeat:
    if not isinstance(facts, Mapping):
        raise CaseError(_("%(field)s: expected an object, found %(facts)s", field=field, facts=repr(facts)), at=field)
    procedure = procedure_of(rules)
    texts = {name: read_text(f"{field}.{name}", facts[name]) for name in ("ready", "dead") if facts.get(name)}
    known_seat = KnownSeat.parse(
        read_text(f"{field}.hand", facts.get("hand", "")), read_text(f"{field}.discards", facts.get("discards", ""))
    )
    return known_seat._replace(
        ordered=read_flag(f"{field}.ordered", facts.get("ordered", False)),
        ready=texts.get("ready"),
        dead=texts.get("dead"),
        won=read_count(f"{field}.won", facts.get("won", 0)),
        special=procedure.hooks.read_special(procedure, facts),
    )
