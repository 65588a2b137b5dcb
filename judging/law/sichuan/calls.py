"""Calls in the Sichuan game: no chow, the void suit, calls of a dead hand (SC-3.4, SC-3.22, SC-E11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.sichuan.parameters import Parameters
from engine.sentences import gettext_noop
from judging.law.facts import flag
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.kinds import call
from judging.law.kinds.call import OWN_KONGS
from judging.law.shared_facts import CALL, CALLED_TILE, DEAD, OWN_TILES, VOID_SUIT, WON_SEATS
from judging.law.sichuan.void_suit import violation_fault
from judging.law.statements import fails, holds

BECOMES_READY = flag("becomes_ready", gettext_noop("Does the hand become ready by it?"))


def dead_hand_calls(f: Facts) -> Iterator[Finding]:
    """A dead hand may call, by edition only to become ready (SC-E11); its tiles, on which that hangs, are asked for."""
    to_be_ready = f.rules.options(Parameters).dead_hand_claims == "to_be_ready"
    f.clause = "SC-E11" if to_be_ready else f.clause
    if not to_be_ready or f(CALL) not in call.DISCARD_CALLS:
        yield from call.dead_hand_calls(f)
    elif f(DEAD):
        if f(BECOMES_READY):
            yield holds(f, gettext_noop("A dead hand may make this call to become ready."))
        else:
            yield fails(f, gettext_noop("A dead hand may claim a tile only to become ready."))


def has_not_won(f: Facts) -> Iterator[Finding]:
    """A winner claims no discard, even if the hand goes on for him (SC-3.8, SC-3.28)."""
    if f(CALL) in call.DISCARD_CALLS and f.seat in (f.get(WON_SEATS) or ()):
        yield from call.call_findings(f, "")


def no_chow(f: Facts) -> Iterator[Finding]:
    if f(CALL) == "chow":
        yield from call.call_findings(f, "", said=call.NO_CHOWS)


def valid_set(f: Facts) -> Iterator[Finding]:
    """The tiles form the called pung or kong; a chow is refused already."""
    if f(CALL) != "chow":
        yield from call.valid_set(f)


def not_the_void_suit(f: Facts) -> Iterator[Finding]:
    made = f(CALL)
    if made == "chow" or (made in OWN_KONGS and not f(OWN_TILES)):
        return
    if made not in OWN_KONGS:
        f(CALLED_TILE)
    f(VOID_SUIT)
    right = gettext_noop("The tile is not of the player's void suit.")
    yield from call.call_findings(f, right, infraction=lambda: violation_fault(f, "void_suit_claim"))
