"""Chow, pung and kong called wrongly, too late or against a ban."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.family import Ruleset
from engine.play.events import AddedKong, Chowed, ConcealedKong, Konged, Ponged
from engine.sentences import gettext_noop
from engine.tiles.melds import MeldKind, meld_problem
from engine.tiles.seats import next_seat
from engine.tiles.tile import Tile, format_tiles, sort_tiles
from judging.law.facts import flag
from judging.law.families import Facts, never
from judging.law.findings import Evidence, Finding
from judging.law.hands import clause_of_play
from judging.law.infractions import fault, priced
from judging.law.kind import Kind, Outcome
from judging.law.shared_facts import ALREADY_PASSED, CALL, CALLED_TILE, DEAD, IN_TIME, OWN_TILES, SOURCE, WALL_LEFT
from judging.law.statements import fails, holds

KIND = Kind(
    code="call",
    title=gettext_noop("Wrong chow, pung or kong"),
    order=100,
    events=(Chowed, Ponged, Konged, AddedKong, ConcealedKong),
    fails=Outcome(
        "refused",
        gettext_noop("The call does not count: the tiles go back, and play goes on without a penalty"),
        "refused",
    ),
)

NOTICED_BEFORE_DISCARD = flag("noticed_before_discard", gettext_noop("Was it noticed before the player's discard?"))
TILE_TAKEN = flag("tile_taken", gettext_noop("Did the player take the claimed tile in time?"))
AFTER_CLAIM = flag("after_claim", gettext_noop("Was it between a claim and its discard?"))

TILE_WON = flag("tile_won", gettext_noop("Has somebody won on the tile already?"), optional=True)
HAND_OVER = flag("hand_over", gettext_noop("Was the hand over already?"), optional=True)

DISCARD_CALLS = ("chow", "pung", "kong")
OWN_KONGS = ("added_kong", "concealed_kong")
KONG_SIZE = 4
MELD_KINDS = {
    "chow": MeldKind.CHOW,
    "pung": MeldKind.PUNG,
    "kong": MeldKind.KONG,
    "added_kong": MeldKind.ADDED_KONG,
    "concealed_kong": MeldKind.CONCEALED_KONG,
}


def dead_hand_calls(f: Facts, *, allowed: Callable[[Ruleset, str], bool]) -> Iterator[Finding]:
    """Calls of a dead hand; ``allowed``: ruleset, call -> True if it may be made."""
    call = f(CALL)
    if f.get(HAND_OVER, False) or not f(DEAD):
        return
    if allowed(f.rules, call):
        yield holds(f, gettext_noop("A dead hand may make this call."))
    else:
        code = priced(f, fault(f, "dead_claim"))
        yield fails(f, gettext_noop("A dead hand may not make this call."), infraction=code)


def call_in_time(f: Facts) -> Iterator[Finding]:
    """A discard is called before its window closes."""
    if f.get(HAND_OVER, False):
        yield fails(
            f, gettext_noop("The hand is over; no more calls are possible."), clause=clause_of_play(f, "hand_over")
        )
        return
    if f(CALL) not in DISCARD_CALLS:
        return
    if f.get(TILE_WON, False):
        template = gettext_noop("A player has won on the tile; it can no longer be claimed.")
        yield fails(f, template, clause=clause_of_play(f, "no_discard"))
        return
    if f.get(ALREADY_PASSED, False):
        template = gettext_noop("The player has already passed on this tile.")
        yield fails(f, template, clause=clause_of_play(f, "passed"))
        return
    if f(IN_TIME):
        yield holds(f, gettext_noop("The call came in time."))
    else:
        code = fault(f, "late_call")
        yield fails(f, gettext_noop("The call came too late and does not count."), infraction=code)


def chow_source(f: Facts) -> Iterator[Finding]:
    """Only the next player may chow."""
    if f(CALL) != "chow":
        return
    source = f(SOURCE)
    if f.seat is not None and next_seat(source) != f.seat:
        template = gettext_noop("Only the player next in turn may chow.")
        yield fails(f, template, infraction=lambda: wrong_set_fault(f))
    else:
        yield holds(f, gettext_noop("The chow is from the left neighbour's discard."))


WRONG_SET_BREACHES = ("no_chow", "chow_seat", "no_set")
"""Breaches of a record by tiles that form no set, or are claimed from the wrong player."""


def wrong_set_fault(f: Facts) -> str | None:
    """The fault of a wrong meld, by the time it was noticed; None once the hand was over."""
    if f.get(HAND_OVER, False):
        return None
    return fault(f, "wrong_set_corrected" if f(NOTICED_BEFORE_DISCARD) else "wrong_set")


def called_set(f: Facts) -> tuple[Tile, ...]:
    """Sorted tiles of the called set, empty if no own tiles were shown; a kong may be named with all four own tiles."""
    call, own = f(CALL), f(OWN_TILES)
    if not own or (call in OWN_KONGS and len(own) >= KONG_SIZE):
        return sort_tiles(own)
    if call == "concealed_kong":
        added = f.get(CALLED_TILE)
        return sort_tiles(own if added is None else (*own, added))
    return sort_tiles((*own, f(CALLED_TILE)))


def valid_set(f: Facts, *, empty: str = "") -> Iterator[Finding]:
    """The tiles shown and claimed form the called set; a call without tiles is empty.

    ``empty``: the clause of an empty call, if it has its own.
    """
    call = f(CALL)
    if f.get(HAND_OVER, False):
        return
    tiles = called_set(f)
    if not tiles:
        template = gettext_noop("The player called without showing tiles.")
        yield fails(f, template, clause=empty or None, infraction=fault(f, "empty_call"))
        return
    problem = meld_problem(MELD_KINDS[call], tiles)
    evidence = Evidence("tiles", gettext_noop("set"), format_tiles(tiles))
    if problem is None:
        yield holds(f, gettext_noop("The tiles form the called set."), evidence)
        return
    if f(NOTICED_BEFORE_DISCARD):
        template = gettext_noop("The tiles do not form the called set; the call is taken back or corrected.")
    else:
        template = gettext_noop("The tiles do not form the called set, and the player has already discarded.")
    yield fails(f, template, evidence, infraction=wrong_set_fault(f))


def tile_taken(f: Facts) -> Iterator[Finding]:
    """The claimed tile is taken before the player's next draw."""
    if f(CALL) not in DISCARD_CALLS:
        return
    if f(TILE_TAKEN):
        yield holds(f, gettext_noop("The claimed tile was taken in time."))
    else:
        code = fault(f, "tile_not_taken")
        yield fails(f, gettext_noop("The player did not take the claimed tile in time."), infraction=code)


def tiles_left(
    f: Facts, *, kong: str, last_discard: str = "", only_won: Callable[[Ruleset, str], bool]
) -> Iterator[Finding]:
    """No call on the last tiles, no kong without a replacement.

    ``kong``, ``last_discard``: the clauses of a kong without a replacement and of the discard after the last tile.
    ``only_won``: ruleset, call -> True if that discard may only be won on.
    """
    call, left = f(CALL), f(WALL_LEFT)
    numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": left})
    if call in DISCARD_CALLS and left == 0 and only_won(f.rules, call):
        code = fault(f, "claim_of_last_discard")
        template = gettext_noop("The last discard may only be claimed for a win.")
        yield fails(f, template, numbers, clause=last_discard or None, infraction=code)
    elif call in ("kong", *OWN_KONGS) and left == 0:
        code = fault(f, "no_replacement")
        template = gettext_noop("No tile is left as a replacement for a kong.")
        yield fails(f, template, numbers, clause=kong, infraction=code)
    elif call in DISCARD_CALLS:
        yield holds(f, gettext_noop("Enough tiles are left for the call."), numbers, clause=last_discard or None)


def kong_after_claim(f: Facts, *, allowed: Callable[[Ruleset], bool] = never) -> Iterator[Finding]:
    """A kong between a claim and its discard; ``allowed``: ruleset -> True if the rules have it."""
    if f(CALL) not in OWN_KONGS:
        return
    if not f(AFTER_CLAIM) or allowed(f.rules):
        yield holds(f, gettext_noop("A kong is allowed at this time."))
    else:
        code = fault(f, "kong_after_claim")
        yield fails(f, gettext_noop("No kong may be declared between a claim and its discard."), infraction=code)
