"""Claims of a discard, and passing on it; silence is equivalent to a pass."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Chowed, Konged, Passed, Ponged
from engine.play.kongs import any_kong_breaches
from engine.play.procedure import WINDOWS, P, Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import held_breaches, kind_breaches, offer_breaches
from engine.sentences import sentence as _
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.seats import next_seat
from engine.tiles.selection import pick, remove_tiles, tiles_of_kind
from engine.tiles.tile import UNKNOWN, Tile, format_tile, is_flower, kind_of, sort_tiles

OWN_DISCARD = {Chowed: "own_chow", Ponged: "own_pung", Konged: "own_kong"}
"""Claim -> key of the clause about one's own discard, in families that have one."""


def any_claim_breaches(play: Procedure[P], state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
    if state.phase is not Phase.CLAIM:
        yield play.breach("no_discard", _("no discard is there to be claimed"))
    else:
        yield from offer_breaches(play, state, event)
        if event.seat == state.turn:
            breach = play.breach("own_discard", _("nobody claims the own discard"))
            yield breach._replace(clause=play.hooks.clauses.get(OWN_DISCARD[type(event)], breach.clause))
        if is_flower(event.tile):
            yield play.breach("flower_claim", _("a discarded flower cannot be claimed"))
        if not play.wall.still_in(state.players[event.seat]):
            yield play.breach("has_won", _("%(seat)s has left the hand", seat=event.seat))
        if event.seat in state.passed:
            yield play.breach("passed", _("%(seat)s has passed on this tile", seat=event.seat))
        # With seat walls no claim once the next wall is empty: it would only postpone the end of the hand.
        own_walls = state.setup.seat_walls is not None
        if play.wall.left_for_next(state) <= 0 and (own_walls or not play.hooks.may_claim_last(play, event)):
            yield play.breach("last_discard", _("the last discard may only be won on"))
    yield from play.hooks.claim_breaches(play, state, event)


def check_chow(play: Procedure[P], state: TableState, event: Chowed) -> Iterator[Breach]:
    yield from any_claim_breaches(play, state, event)
    if event.seat != next_seat(event.source):
        yield play.breach("chow_seat", _("only the next player may chow a discard"))
    kinds = sorted(map(kind_of, (*event.hand_tiles, event.tile)))
    if len(kinds) != 3 or kinds[0] >= 27 or kinds[0] % 9 > 6 or kinds != list(range(kinds[0], kinds[0] + 3)):
        yield play.breach("no_chow", _("these tiles are not a chow"))
    yield from held_breaches(play, state, event.seat, event.hand_tiles)


def check_pung(play: Procedure[P], state: TableState, event: Ponged) -> Iterator[Breach]:
    yield from any_claim_breaches(play, state, event)
    yield from _matching_breaches(play, state, event, 2)


def check_kong(play: Procedure[P], state: TableState, event: Konged) -> Iterator[Breach]:
    yield from any_claim_breaches(play, state, event)
    yield from _matching_breaches(play, state, event, 3)
    yield from any_kong_breaches(play, state, event.seat)


def _matching_breaches(play: Procedure[P], state: TableState, event: Ponged | Konged, number: int) -> Iterator[Breach]:
    kind = kind_of(event.tile)
    player = state.players[event.seat]
    if event.hand_tiles:
        if len(event.hand_tiles) != number or any(kind_of(tile) != kind for tile in event.hand_tiles):
            yield play.breach("no_set", _("%(number)s more %(tile)s are needed", number=number, tile=format_tile(kind)))
        yield from held_breaches(play, state, event.seat, event.hand_tiles)
    elif len(tiles_of_kind(player.concealed, kind)) + player.concealed.count(UNKNOWN) < number:
        yield play.breach(
            "not_held",
            _("%(seat)s does not hold %(number)s %(tile)s", seat=event.seat, number=number, tile=format_tile(kind)),
        )
    else:
        yield from kind_breaches(play, state, event.seat, kind, number)


def no_discard_left_breaches(
    play: Procedure[P],
    state: TableState,
    event: Chowed | Ponged,
    hand_tiles: tuple[Tile, ...],
    barred: tuple[Tile, ...],
) -> Iterator[Breach]:
    if not barred:
        return
    remaining = [kind_of(tile) for tile in state.players[event.seat].concealed]
    for tile in hand_tiles:
        if kind_of(tile) in remaining:
            remaining.remove(kind_of(tile))
    if remaining and all(kind in barred for kind in remaining):
        yield play.breach("no_discard_left", _("every tile left would be barred after this claim"))


def _claim(
    play: Procedure[P], state: TableState, event: Chowed | Ponged | Konged, kind: MeldKind, hand_tiles: tuple[Tile, ...]
) -> TableState:
    state = play.hooks.discard_passed(play, play.note_missed_wins(state))
    source = state.players[event.source]
    last = source.discards[-1].with_claim(event.tile, event.seat)
    state = state.with_player(event.source, source._replace(discards=(*source.discards[:-1], last)))
    player = state.players[event.seat]
    meld = Meld(kind, sort_tiles((*hand_tiles, event.tile)), event.tile, event.source)
    player = player._replace(concealed=remove_tiles(player.concealed, hand_tiles), melds=(*player.melds, meld))
    player = play.hooks.player_claimed(play, state, player, event)
    state = state.with_player(event.seat, player)._replace(
        phase=Phase.MELDED,
        turn=event.seat,
        offered=None,
        passed=(),
        drawn_tile=None,
        interrupted=True,
        replacing=None,
    )
    return play.hooks.after_claim(play, state, event)


def chow(play: Procedure[P], state: TableState, event: Chowed) -> TableState:
    state = _claim(play, state, event, MeldKind.CHOW, event.hand_tiles)
    return state._replace(claimed=play.hooks.forbidden_after_chow(play, event))


def pung(play: Procedure[P], state: TableState, event: Ponged) -> TableState:
    hand_tiles = event.hand_tiles or pick(state.players[event.seat].concealed, kind_of(event.tile), 2)
    state = _claim(play, state, event, MeldKind.PUNG, hand_tiles)
    return state._replace(claimed=play.hooks.forbidden_after_pung(play, event))


def kong(play: Procedure[P], state: TableState, event: Konged) -> TableState:
    hand_tiles = event.hand_tiles or pick(state.players[event.seat].concealed, kind_of(event.tile), 3)
    state = _claim(play, state, event, MeldKind.KONG, hand_tiles)
    state = state._replace(phase=Phase.REPLACE, replacing="kong", kongs=state.kongs + 1)
    return play.hooks.kong_declared(play, state, event.seat, MeldKind.KONG)


def swap_kinds(claimed: Tile, hand_tiles: tuple[Tile, ...], *, both_ends: bool) -> tuple[Tile, ...]:
    """Kinds barred after a chow: with ``both_ends`` all that would complete the two own tiles, else the claimed one.

    >>> swap_kinds(2, (3, 4), both_ends=True)
    (2, 5)
    """
    if not both_ends:
        return (kind_of(claimed),)
    low, high = sorted(map(kind_of, hand_tiles))
    if high - low == 2:
        return (low + 1,)
    suit = low // 9
    return tuple(kind for kind in (low - 1, high + 1) if kind >= 0 and kind // 9 == suit)


def check_pass(play: Procedure[P], state: TableState, event: Passed) -> Iterator[Breach]:
    if state.phase not in WINDOWS or event.seat == state.turn:
        yield play.breach("nothing_to_pass", _("%(seat)s has nothing to pass on", seat=event.seat))
    elif event.seat in state.passed or event.seat in state.winners_here:
        yield play.breach("passed", _("%(seat)s has already answered", seat=event.seat))


def pass_on(play: Procedure[P], state: TableState, event: Passed) -> TableState:
    """Record the pass; the last answer to a tile already won on closes the window."""
    state = state._replace(passed=(*state.passed, event.seat))
    answered = len(state.passed) + len(state.winners_here)
    return play.close_window(state) if state.winners_here and answered == 3 else state
