"""Furiten without a record of play, and swap discards (RI-6.2 to RI-6.4, RI-6.6, RI-E2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.events import DeclaredRiichi
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.furiten import AFTER_RIICHI, TEMPORARY
from engine.sentences import gettext_noop
from engine.tiles.tile import format_tile
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.hands import completing_tiles
from judging.law.kinds.lock import findings_by_events, findings_by_words, in_force, lock_evidence
from judging.law.shared_facts import (
    DEALER,
    EVENTS_SINCE,
    HAND,
    IN_RIICHI,
    OTHER_VALID_WIN,
    OWN_DISCARDS,
    PASSED_LAST_TILE,
    PASSED_OWN,
    PASSED_TILES,
    PREVALENT_WIND,
    SEAT_WIND,
    SHOWN,
)
from judging.law.statements import fails, fault, holds, priced

AFTER_RIICHI_LOCKED = gettext_noop(
    "The player is furiten to the end of the hand, having passed a winning tile after riichi."
)


def lock_findings(f: Facts) -> Iterator[Finding]:
    """Furiten by own discards, then by passed tiles: after riichi to the end of the hand, else to the own turn."""
    f.clause = "RI-6.2"
    hand, own = f(HAND), f(OWN_DISCARDS)
    hits = completing_tiles(f, hand, own)
    evidence = lock_evidence(f, hand, own_discards=own)
    if hits:
        template = gettext_noop("The player is furiten, having discarded %(tile)s, which completes the hand.")
        yield fails(f, template, *evidence, clause="RI-6.2", infraction=f.costs, tile=format_tile(hits[0]))
    else:
        yield holds(f, gettext_noop("None of the player's discards completes the hand."), *evidence, clause="RI-6.2")
    f.clause = "RI-6.3"
    riichi, needs_yaku = f(IN_RIICHI), f.rules.options(Parameters).temp_furiten_needs_yaku
    kind, clause = (AFTER_RIICHI, "RI-6.4") if riichi else (TEMPORARY, "RI-6.3")
    f.clause = clause
    if f.known(EVENTS_SINCE):
        if needs_yaku:
            # Whether a tile let pass would have won hangs on the winds.
            f(PREVALENT_WIND)
            f(DEALER)
        declared = any(isinstance(event, DeclaredRiichi) and event.seat == f.seat for event in f(EVENTS_SINCE))
        yield from findings_by_events(f, kind, clause, ready="riichi" if riichi and not declared else None)
    elif not riichi:
        if needs_yaku and completing_tiles(f, hand, f(PASSED_TILES)):
            f(PREVALENT_WIND)
            f(SEAT_WIND)
        last = f(PASSED_LAST_TILE)
        yield from findings_by_words(f, kind, clause, claims=False, live=0 if last else None)
    else:
        f(PASSED_TILES)
        locked = partial(in_force, f, clause=clause, said=AFTER_RIICHI_LOCKED)
        yield from findings_by_words(
            f, kind, clause, own=f(PASSED_OWN), lasting=True, claims=False, ready="riichi", locked=locked
        )


def lock_fault(f: Facts) -> str | None:
    """The infraction of a win against furiten; None beside another player's valid win (RI-6.8)."""
    name = "false_win" if f(SHOWN) else "false_win_not_shown"
    return None if f(SHOWN) and f(OTHER_VALID_WIN) else priced(f, fault(f, name))
