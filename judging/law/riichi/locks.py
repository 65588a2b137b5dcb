"""Furiten without a record of play, and swap discards (RI-6.2 to RI-6.4, RI-6.6, RI-E2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import DeclaredRiichi
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.furiten import AFTER_RIICHI, TEMPORARY
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile, format_tile, format_tiles
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.hands import completing_tiles
from judging.law.infractions import fault, priced
from judging.law.locks import (
    LOCKED,
    NOT_IN_FORCE,
    NOTHING_PASSED,
    RELEASED,
    events_evidence,
    lock_evidence,
    passed_score,
    undecided_lock,
)
from judging.law.reconstruction import lock_after_events
from judging.law.shared_facts import (
    DEALER,
    EVENTS_SINCE,
    HAND,
    IN_RIICHI,
    OTHER_VALID_WIN,
    OWN_DISCARDS,
    PASSED_OWN,
    PASSED_TILES,
    PREVALENT_WIND,
    SHOWN,
    SINCE,
)
from judging.law.statements import fails, holds

RELEASE = {
    "own_draw_or_claim": {"own_draw", "own_claim", "exposed_kong"},
    "any_interruption": {"own_draw", "own_claim", "exposed_kong", "other_call", "concealed_kong", "added_kong"},
    "own_discard": {"discard_incomplete", "discard_complete"},
}
"""Events that end temporary furiten, by the option ``temp_furiten_end``."""


def lock_findings(f: Facts) -> Iterator[Finding]:
    """Furiten by own discards, then by passed tiles: after riichi to the end of the hand, else to the own turn."""
    hand = f(HAND)
    own = f(OWN_DISCARDS)
    hits = completing_tiles(f, hand, own)
    evidence = lock_evidence(f, hand, own_discards=own)
    if hits:
        template = gettext_noop("The player is furiten, having discarded %(tile)s, which completes the hand.")
        yield fails(f, template, *evidence, clause="RI-6.2", infraction=f.costs, tile=format_tile(hits[0]))
    else:
        yield holds(f, gettext_noop("None of the player's discards completes the hand."), *evidence, clause="RI-6.2")
    riichi = f(IN_RIICHI)
    if f.known(EVENTS_SINCE):
        yield from _by_events(f, hand)
        return
    passed = _passed(f, hand)
    evidence = lock_evidence(f, hand, tiles_let_pass=passed)
    if riichi:
        own_passed = f(PASSED_OWN)
        if passed or own_passed:
            template = gettext_noop(
                "The player is furiten to the end of the hand, having passed a winning tile after riichi."
            )
            yield fails(f, template, *evidence, clause="RI-6.4", infraction=f.costs)
        else:
            yield holds(f, NOTHING_PASSED, *evidence, clause="RI-6.4")
    elif not passed:
        yield holds(f, NOTHING_PASSED, *evidence, clause="RI-6.3")
    elif set(f(SINCE)) & RELEASE[f.rules.options(Parameters).temp_furiten_end]:
        yield holds(f, RELEASED, *evidence, clause="RI-6.3", tile=format_tiles(passed))
    else:
        yield fails(f, LOCKED, *evidence, clause="RI-6.3", infraction=f.costs, tile=format_tiles(passed))


def _by_events(f: Facts, hand: Hand) -> Iterator[Finding]:
    """Furiten by passed tiles that the given events leave in force."""
    if f.rules.options(Parameters).temp_furiten_needs_yaku:
        # Whether a tile let pass would have won hangs on the winds.
        f(PREVALENT_WIND)
        f(DEALER)
    declared = any(isinstance(event, DeclaredRiichi) and event.seat == f.seat for event in f(EVENTS_SINCE))
    ready = "riichi" if f(IN_RIICHI) and not declared else None
    kind, clause = (AFTER_RIICHI, "RI-6.4") if f(IN_RIICHI) else (TEMPORARY, "RI-6.3")
    lock, shown = lock_after_events(f, hand, kind, ready=ready), events_evidence(f, hand)
    if lock is None:
        yield holds(f, NOT_IN_FORCE, *shown, clause=clause)
    elif not lock.certain:
        f.clause = clause
        yield undecided_lock(f, lock, *shown)
    else:
        tile = format_tile(lock.tile) if lock.tile is not None else ""
        yield fails(f, LOCKED, *shown, clause=clause, infraction=f.costs, tile=tile)


def lock_fault(f: Facts) -> str | None:
    """The infraction of a win against furiten; None beside another player's valid win (RI-6.8)."""
    name = "false_win" if f(SHOWN) else "false_win_not_shown"
    return None if f.get(OTHER_VALID_WIN, False) else priced(f, fault(f, name))


def _passed(f: Facts, hand: Hand) -> tuple[Tile, ...]:
    """The passed tiles that complete the hand, by edition only with a yaku (RI-E2)."""
    passed = completing_tiles(f, hand, f(PASSED_TILES))
    if not f.rules.options(Parameters).temp_furiten_needs_yaku or f.get(IN_RIICHI, False):
        return passed
    return tuple(tile for tile in passed if passed_score(f, hand, tile).win)
