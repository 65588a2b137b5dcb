"""Chow, pung and kong called wrongly, too late or against a ban: the engine decides from the facts as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Event, Konged, Passed, Ponged
from engine.play.players import Discard
from engine.play.positions import KnownSeat, position
from engine.play.procedure import Procedure, procedure_of
from engine.play.table import Phase, TableState, WinRecord
from engine.play.turns import OWN_TURN
from engine.sentences import gettext_noop
from engine.tiles.melds import KONG_SIZE, Meld, MeldKind
from engine.tiles.seats import next_seat
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import Tile, format_tiles, kind_of, sort_tiles
from judging.law.breaches import LATE_CALL, select_breaches
from judging.law.facts import declare_flag
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import find_clause_of_play
from judging.law.infractions import find_codes
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.reconstruction import make_hand_setup
from judging.law.shared_facts import (
    AFTER_CLAIM,
    ALREADY_PASSED,
    CALL,
    CALLED_TILE,
    DEAD,
    GO_AROUND_DISCARDS,
    HAND_OVER,
    IN_RIICHI,
    IN_TIME,
    KONGS_MADE,
    OWN_TILES,
    SOURCE,
    TILE_WON,
    VOID_SUIT,
    WALL_LEFT,
    WON_SEATS,
)
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

OWN_KONG_EVENTS = (AddedKong, ConcealedKong)

KIND = ClaimKind(
    reads=Reads(
        decides="call dead own_tiles called_tile source in_time wall_left after_claim",
        prices="noticed_before_discard",
        assumes={"hand_over": False, "tile_won": False, "already_passed": False},
        when={"after_claim": {"call": ["added_kong", "concealed_kong"]}},
    ),
    code="call",
    situation="call",
    title=gettext_noop("Wrong chow, pung or kong"),
    order=100,
    events=(Chowed, Ponged, Konged, *OWN_KONG_EVENTS),
    holds=Outcome("stands", gettext_noop("The call stands"), "continues"),
    fails=Outcome(
        "refused",
        gettext_noop("The call does not count: the tiles go back, and play goes on without a penalty"),
        "refused",
    ),
)

NOTICED_BEFORE_DISCARD = declare_flag(
    "noticed_before_discard", gettext_noop("Was it noticed before the player's discard?")
)
TILE_TAKEN = declare_flag("tile_taken", gettext_noop("Did the player take the claimed tile in time?"))

DISCARD_CALLS = ("chow", "pung", "kong")
OWN_KONGS = ("added_kong", "concealed_kong")

BREACH_SENTENCES = {
    "dead_claim": gettext_noop("A dead hand may not make this call."),
    "hand_over": gettext_noop("The hand is over; no more calls are possible."),
    "no_discard": gettext_noop("A player has won on the tile; it can no longer be claimed."),
    "passed": gettext_noop("The player has already passed on this tile."),
    LATE_CALL: gettext_noop("The call came too late and does not count."),
    "chow_seat": gettext_noop("Only the player next in turn may chow."),
    "last_discard": gettext_noop("The last discard may only be claimed for a win."),
    "no_replacement": gettext_noop("No tile is left as a replacement for a kong."),
    "kong_after_claim": gettext_noop("No kong may be declared between a claim and its discard."),
    "fifth_kong": gettext_noop("All %(limit)s kongs of this hand have been made; another is not possible."),
    "riichi_claim": gettext_noop("A player in riichi may not claim discards."),
    "claim_in_last_tiles": gettext_noop(
        "No discard may be claimed with %(limit)s or fewer tiles left; the wall has %(left)s."
    ),
    "second_pung_in_go_around": gettext_noop(
        "%(tile)s was already discarded in this go-around and may not be claimed for a pung."
    ),
    "chow_of_own_discard": gettext_noop(
        "The player discarded %(tile)s in this go-around and may not claim it for a chow."
    ),
    "has_won": gettext_noop("The player has won in this hand and may no longer claim discards."),
    "locked_hand": gettext_noop("The player has won in this hand and may no longer claim discards."),
    "void_suit_claim": gettext_noop("The tile is of the player's void suit."),
    "own_discard": gettext_noop("Nobody may claim the own discard."),
}
"""Code of a breach -> the sentence of its finding; the engine's own are part of recorded answers."""

NO_LAST_KONG = gettext_noop("No kong may be made of the last discard.")
"""The sentence where the last discard may be claimed for a pung (SC-3.10)."""

NOT_COUNTED = gettext_noop("The call does not count: %(reason)s.")
NO_CHOWS = gettext_noop("These rules do not allow chows.")


def examine_call(
    facts: Facts,
    right: str,
    *evidence: Evidence,
    sentence: str | None = None,
    infraction: Callable[[], str | None] | None = None,
    **values: object,
) -> Iterator[Finding]:
    """Yield the engine's answer to the running check: the first breach that it is about, or ``right``. ``right`` is
    empty if nothing is said then; ``sentence`` and ``infraction`` replace those of the breach.
    """
    state, call = reconstruct_call(facts)
    for breach in select_breaches(facts, state, call)[:1]:
        cost = infraction or partial(price_call, facts, call, breach.code)
        template = sentence or BREACH_SENTENCES.get(breach.code, NOT_COUNTED)
        if breach.code == "last_discard" and getattr(facts.rules.parameters, "last_discard_pung", False):
            template = NO_LAST_KONG
        available = {**breach.message.values, **values, "reason": breach.message}
        used = {name: value for name, value in available.items() if f"%({name})s" in template}
        yield report_failing(facts, template, *evidence, clause=breach.clause, infraction=cost, **used)
        return
    if right and (state.phase is Phase.CLAIM or state.phase in OWN_TURN):
        yield report_holding(facts, right, *evidence)


def check_dead_hand_calls(facts: Facts) -> Iterator[Finding]:
    if facts(CALL) and facts(DEAD):
        right = gettext_noop("A dead hand may make this call.")
        priced_here = facts.check is not None and facts.check.costs is not None
        cost = facts.find_cost if priced_here else lambda: ask_price_facts(facts, find_fault(facts, "dead_claim"))
        yield from examine_call(facts, right, infraction=cost)


def check_call_in_time(facts: Facts) -> Iterator[Finding]:
    right = ""
    if not facts(HAND_OVER) and facts(CALL) in DISCARD_CALLS:
        answered = facts(TILE_WON) or facts(ALREADY_PASSED)
        right = gettext_noop("The call came in time.") if not answered and facts(IN_TIME) else ""
    yield from examine_call(facts, right)


def check_chow_source(facts: Facts) -> Iterator[Finding]:
    if facts(CALL) == "chow":
        facts(SOURCE)
        right = gettext_noop("The chow is from the left neighbour's discard.")
        yield from examine_call(facts, right, infraction=lambda: price_wrong_set(facts))


def price_wrong_set(facts: Facts) -> str | None:
    """Return the fault of a wrong meld by the time it was noticed; a wrong kong has its own in some editions."""
    if facts(NOTICED_BEFORE_DISCARD):
        return find_fault(facts, "wrong_set_corrected")
    kong = facts.peek(CALL) in ("kong", *OWN_KONGS)
    return (find_fault(facts, "wrong_kong") if kong else None) or find_fault(facts, "wrong_set")


def price_call(facts: Facts, call: Event, code: str) -> str | None:
    """Return the infraction of a call with this breach. Tiles that form no set, or are claimed from the wrong player,
    are a wrong meld. The checks that can price a fault name its facts themselves.
    """
    wrong = (
        "no_chow",
        "chow_seat",
        "no_set",
        "flower_claim",
        *(("no_pung", "not_held") if isinstance(call, OWN_KONG_EVENTS) else ()),
    )
    if code in wrong and not find_codes(facts.rules.family, code):
        return price_wrong_set(facts)
    return ask_price_facts(facts, find_fault(facts, code))


def check_valid_set(facts: Facts, *, empty: str = "") -> Iterator[Finding]:
    """The shown and claimed tiles form the called set; ``empty``: a call without tiles cites it, if given."""
    call = facts(CALL)
    if facts(HAND_OVER):
        return
    own_tiles = facts(OWN_TILES)
    if not own_tiles:
        template = gettext_noop("The player called without showing tiles.")
        yield report_failing(facts, template, clause=empty or None, infraction=find_fault(facts, "empty_call"))
        return
    all_own = call in OWN_KONGS and len(own_tiles) >= KONG_SIZE
    optional = all_own or (call == "concealed_kong" and not facts.is_unknown(CALLED_TILE))
    tile = facts.peek(CALLED_TILE) if optional else facts(CALLED_TILE)
    evidence = Evidence("tiles", gettext_noop("set"), format_tiles(sort_called_set(call, own_tiles, tile)))
    noticed = facts.peek(NOTICED_BEFORE_DISCARD)
    sentences = {
        True: gettext_noop("The tiles do not form the called set; the call is taken back or corrected."),
        False: gettext_noop("The tiles do not form the called set, and the player has already discarded."),
        None: gettext_noop("The tiles do not form the called set."),
    }
    yield from examine_call(
        facts, gettext_noop("The tiles form the called set."), evidence, sentence=sentences[noticed]
    )


def check_tile_taken(facts: Facts) -> Iterator[Finding]:
    if facts(CALL) not in DISCARD_CALLS:
        return
    if facts(TILE_TAKEN):
        yield report_holding(facts, gettext_noop("The claimed tile was taken in time."))
    else:
        code = find_fault(facts, "tile_not_taken")
        yield report_failing(facts, gettext_noop("The player did not take the claimed tile in time."), infraction=code)


def check_tiles_left(facts: Facts, *, limit: int = 0) -> Iterator[Finding]:
    """No call on the last tiles, at most ``limit`` of them, and no kong without a replacement."""
    call = facts(CALL)
    if call in OWN_KONGS and facts.peek(WALL_LEFT) is None:
        facts.clause = find_clause_of_play(facts, "no_replacement") or facts.clause
    numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": facts(WALL_LEFT)})
    right = gettext_noop("Enough tiles are left for the call.") if call in DISCARD_CALLS else ""
    yield from examine_call(facts, right, numbers, limit=limit)


def check_kong_after_claim(facts: Facts) -> Iterator[Finding]:
    if facts(CALL) in OWN_KONGS:
        facts(AFTER_CLAIM)
        yield from examine_call(facts, gettext_noop("A kong is allowed at this time."))


# --- the table at the call, from the tiles that were shown; a fact that is not known yet breaks no rule --------------


def reconstruct_call(facts: Facts) -> tuple[TableState, Event]:
    call, source = facts.peek(CALL), facts.peek(SOURCE)
    seat = facts.seat if facts.seat is not None else 1 if source is None else next_seat(source)
    source = (seat + 3) % 4 if source is None else source
    if call in OWN_KONGS:
        state, event = _reconstruct_own_kong(facts, seat)
        return state._replace(phase=Phase.OVER) if facts.peek(HAND_OVER) else state, event
    tile, own_tiles = facts.peek(CALLED_TILE) or 0, facts.peek(OWN_TILES) or ()
    ready = "declared" if facts.peek(IN_RIICHI) else None
    state = _make_table_of_call(facts, seat, KnownSeat(ready=ready), source, Phase.ACT)
    state = _offer_tile(
        procedure_of(facts.rules), facts, _place_go_around(facts, state, seat), seat, Discarded(source, tile)
    )
    if call == "pung":
        return state, Ponged(seat, source, tile, own_tiles)
    if call == "kong":
        return state, Konged(seat, source, tile, own_tiles)
    # A chow has two own tiles; with any other number the tiles are none.
    return state, Chowed(seat, source, tile, own_tiles if len(own_tiles) == 2 else (tile, tile))


def reconstruct_discard_after_call(facts: Facts, tile: Tile) -> tuple[TableState, Discarded]:
    state, call = reconstruct_call(facts)
    state = procedure_of(facts.rules).step(state, call)
    return state, Discarded(state.turn, tile)


def _reconstruct_own_kong(facts: Facts, seat: int) -> tuple[TableState, Event]:
    call, named = facts.peek(CALL), facts.peek(CALLED_TILE)
    tiles = sort_called_set(call, facts.peek(OWN_TILES) or (), named)
    tile = named if named is not None and (named in tiles or not tiles) else tiles[-1] if tiles else 0
    kong = (*remove_tiles(tiles, (tile,)), tile) if len(tiles) == KONG_SIZE else tiles[:1]
    caller, concealed = KnownSeat(), kong
    if call == "added_kong":
        pung = len({*map(kind_of, kong[:3])}) == 1 and len(kong) == KONG_SIZE
        caller, concealed = KnownSeat(melds=(Meld(MeldKind.PUNG, kong[:3]),) if pung else ()), kong[-1:]
    phase = Phase.MELDED if facts.peek(AFTER_CLAIM) else Phase.ACT
    state = _make_table_of_call(facts, seat, caller, seat, phase)
    state = state.with_player(seat, state.players[seat]._replace(concealed=concealed))
    return state, AddedKong(seat, tile) if call == "added_kong" else ConcealedKong(seat, tile)


def sort_called_set(call: str | None, own_tiles: tuple[Tile, ...], tile: Tile | None) -> tuple[Tile, ...]:
    """Return the sorted tiles of the called set; none without own tiles. A kong may be named with all four."""
    complete = not own_tiles or tile is None or (call in OWN_KONGS and len(own_tiles) >= KONG_SIZE)
    return sort_tiles(own_tiles if complete or tile is None else (*own_tiles, tile))


def _make_table_of_call(facts: Facts, seat: int, caller: KnownSeat, turn: int, phase: Phase) -> TableState:
    play, winners = procedure_of(facts.rules), facts.peek(WON_SEATS) or ()
    dead = "ruled" if facts.peek(DEAD) else None
    special = play.hooks.read_special(play, {"void": facts.peek(VOID_SUIT)})
    seats = {winner: KnownSeat(won=1) for winner in winners}
    seats[seat] = caller._replace(dead=dead, won=int(seat in winners), special=special)
    state = position(make_hand_setup(facts), seats, turn=turn, phase=phase)
    tiles_left, kongs = facts.peek(WALL_LEFT), facts.peek(KONGS_MADE)
    state = state if kongs is None else state._replace(kongs=kongs)
    return (
        state
        if tiles_left is None
        else state._replace(wall_left=state.wall_left + tiles_left - play.wall.live_left(state))
    )


def _place_go_around(facts: Facts, state: TableState, seat: int) -> TableState:
    """Return the table with the discards from the caller's latest one on; those of the others have no known seat."""
    discards = facts.peek(GO_AROUND_DISCARDS) or ()
    neighbour = next_seat(seat)
    placed = [
        (seat if index == 0 else neighbour, Discard(tile, index - len(discards))) for index, tile in enumerate(discards)
    ]
    for holder in (seat, neighbour):
        lying = tuple(discard for owner, discard in placed if owner == holder)
        state = state.with_player(holder, state.players[holder]._replace(discards=lying))
    return state


def _offer_tile(play: Procedure[object], facts: Facts, state: TableState, seat: int, event: Discarded) -> TableState:
    state = play.step(state, event)
    if facts.peek(HAND_OVER):
        return state._replace(phase=Phase.OVER)
    if facts.peek(TILE_WON):
        winner = next(candidate for candidate in (2, 3, 0, 1) if candidate not in (seat, event.seat))
        return state._replace(phase=Phase.DRAW, wins=(WinRecord(winner, event.seat, event.tile, None, 0),))
    if facts.peek(ALREADY_PASSED):
        return play.step(state, Passed(seat))
    return play.close_window(state) if facts.peek(IN_TIME) is False else state
