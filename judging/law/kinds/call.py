"""Chow, pung and kong called wrongly, too late or against a ban: the engine decides from the facts as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.play.events import AddedKong, Chowed, ConcealedKong, Event, Konged, Ponged
from engine.play.table import Phase
from engine.play.turns import OWN_TURN
from engine.sentences import gettext_noop
from engine.tiles.tile import format_tiles
from judging.law.breaches import LATE_CALL, breaches_of_check
from judging.law.call_positions import KONG_SIZE, OWN_KONGS, call_in_play, called_set
from judging.law.facts import flag
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.infractions import codes_of, fault, priced
from judging.law.kind import Kind, Outcome
from judging.law.shared_facts import (
    AFTER_CLAIM,
    ALREADY_PASSED,
    CALL,
    CALLED_TILE,
    DEAD,
    HAND_OVER,
    IN_TIME,
    OWN_TILES,
    SOURCE,
    TILE_WON,
    WALL_LEFT,
)
from judging.law.statements import fails, holds

OWN_KONG_EVENTS = (AddedKong, ConcealedKong)

KIND = Kind(
    code="call",
    situation="call",
    title=gettext_noop("Wrong chow, pung or kong"),
    order=100,
    events=(Chowed, Ponged, Konged, *OWN_KONG_EVENTS),
    fails=Outcome(
        "refused",
        gettext_noop("The call does not count: the tiles go back, and play goes on without a penalty"),
        "refused",
    ),
)

NOTICED_BEFORE_DISCARD = flag("noticed_before_discard", gettext_noop("Was it noticed before the player's discard?"))
TILE_TAKEN = flag("tile_taken", gettext_noop("Did the player take the claimed tile in time?"))

DISCARD_CALLS = ("chow", "pung", "kong")

SAID = {
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
}
"""Code of a breach -> the sentence of its finding; the engine's own are part of recorded answers."""

NOT_COUNTED = gettext_noop("The call does not count: %(reason)s.")
NO_CHOWS = gettext_noop("These rules do not allow chows.")


def call_findings(
    f: Facts,
    right: str,
    *evidence: Evidence,
    said: str | None = None,
    infraction: Callable[[], str | None] | None = None,
    **values: object,
) -> Iterator[Finding]:
    """The engine's answer to the running check: the first breach that it is about, or ``right``.

    ``right`` is empty if nothing is said then; ``said`` and ``infraction`` replace those of the breach.
    """
    state, call = call_in_play(f)
    for breach in breaches_of_check(f, state, call)[:1]:
        cost = infraction or partial(call_fault, f, call, breach.code)
        template = said or SAID.get(breach.code, NOT_COUNTED)
        known = {**breach.message.values, **values, "reason": breach.message}
        named = {name: value for name, value in known.items() if f"%({name})s" in template}
        yield fails(f, template, *evidence, clause=breach.clause, infraction=cost, **named)
        return
    if right and (state.phase is Phase.CLAIM or state.phase in OWN_TURN):
        yield holds(f, right, *evidence)


def dead_hand_calls(f: Facts) -> Iterator[Finding]:
    if f(CALL) and f(DEAD):
        cost = partial(_dead_claim_fault, f)
        yield from call_findings(f, gettext_noop("A dead hand may make this call."), infraction=cost)


def _dead_claim_fault(f: Facts) -> str | None:
    return priced(f, fault(f, "dead_claim"))


def call_in_time(f: Facts) -> Iterator[Finding]:
    """A discard is called before its window closes."""
    right = ""
    if not f.get(HAND_OVER, False) and f(CALL) in DISCARD_CALLS:
        answered = f.get(TILE_WON, False) or f.get(ALREADY_PASSED, False)
        right = gettext_noop("The call came in time.") if not answered and f(IN_TIME) else ""
    yield from call_findings(f, right)


def chow_source(f: Facts) -> Iterator[Finding]:
    """Only the next player may chow."""
    if f(CALL) == "chow":
        f(SOURCE)
        cost = partial(wrong_set_fault, f)
        yield from call_findings(f, gettext_noop("The chow is from the left neighbour's discard."), infraction=cost)


def wrong_set_fault(f: Facts) -> str | None:
    """The fault of a wrong meld, by the time it was noticed."""
    return fault(f, "wrong_set_corrected" if f(NOTICED_BEFORE_DISCARD) else "wrong_set")


def call_fault(facts: Facts, call: Event, code: str) -> str | None:
    """The infraction of a call with this breach: tiles that form no set, or are claimed from the wrong player, are a
    wrong meld. The checks that can price a fault name its facts themselves.
    """
    wrong = ("no_chow", "chow_seat", "no_set", *(("no_pung", "not_held") if isinstance(call, OWN_KONG_EVENTS) else ()))
    if code in wrong and not codes_of(facts.rules.family, code):
        return wrong_set_fault(facts)
    return priced(facts, fault(facts, code))


def valid_set(f: Facts, *, empty: str = "") -> Iterator[Finding]:
    """The tiles shown and claimed form the called set; a call without tiles is empty.

    ``empty``: the clause of an empty call, if it has its own.
    """
    call = f(CALL)
    if f.get(HAND_OVER, False):
        return
    own = f(OWN_TILES)
    if not own:
        template = gettext_noop("The player called without showing tiles.")
        yield fails(f, template, clause=empty or None, infraction=fault(f, "empty_call"))
        return
    whole = call in OWN_KONGS and len(own) >= KONG_SIZE
    tile = f.get(CALLED_TILE) if whole or call == "concealed_kong" else f(CALLED_TILE)
    evidence = Evidence("tiles", gettext_noop("set"), format_tiles(called_set(call, own, tile)))
    noticed = f.get(NOTICED_BEFORE_DISCARD)
    said = gettext_noop("The tiles do not form the called set, and the player has already discarded.")
    if noticed:
        said = gettext_noop("The tiles do not form the called set; the call is taken back or corrected.")
    for found in call_findings(f, gettext_noop("The tiles form the called set."), evidence, said=said):
        if found.verdict is Verdict.FAILS:
            # The sentence hangs on it, too.
            f(NOTICED_BEFORE_DISCARD)
        yield found


def tile_taken(f: Facts) -> Iterator[Finding]:
    """The claimed tile is taken before the player's next draw."""
    if f(CALL) not in DISCARD_CALLS:
        return
    if f(TILE_TAKEN):
        yield holds(f, gettext_noop("The claimed tile was taken in time."))
    else:
        code = fault(f, "tile_not_taken")
        yield fails(f, gettext_noop("The player did not take the claimed tile in time."), infraction=code)


def tiles_left(f: Facts, *, limit: int = 0) -> Iterator[Finding]:
    """No call on the last tiles, at most ``limit`` of them, and no kong without a replacement."""
    call = f(CALL)
    numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": f(WALL_LEFT)})
    right = gettext_noop("Enough tiles are left for the call.") if call in DISCARD_CALLS else ""
    yield from call_findings(f, right, numbers, limit=limit)


def kong_after_claim(f: Facts) -> Iterator[Finding]:
    """A kong between a claim and its discard."""
    if f(CALL) in OWN_KONGS:
        f(AFTER_CLAIM)
        yield from call_findings(f, gettext_noop("A kong is allowed at this time."))
