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
from judging.law.hands import select_completing_tiles
from judging.law.kinds.lock import (
    examine_lock_by_events,
    examine_lock_by_words,
    make_lock_evidence,
    report_lock_in_force,
)
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
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

AFTER_RIICHI_LOCKED = gettext_noop(
    "The player is furiten to the end of the hand, having passed a winning tile after riichi."
)


def examine_locks(facts: Facts) -> Iterator[Finding]:
    """Examine furiten by own discards, then by passed tiles: after riichi to the hand's end, else to the own turn."""
    facts.clause = "RI-6.2"
    hand, discards = facts(HAND), facts(OWN_DISCARDS)
    hits = select_completing_tiles(facts, hand, discards)
    evidence = make_lock_evidence(facts, hand, own_discards=discards)
    if hits:
        template = gettext_noop("The player is furiten, having discarded %(tile)s, which completes the hand.")
        yield report_failing(
            facts, template, *evidence, clause="RI-6.2", infraction=facts.find_cost, tile=format_tile(hits[0])
        )
    else:
        yield report_holding(
            facts, gettext_noop("None of the player's discards completes the hand."), *evidence, clause="RI-6.2"
        )
    facts.clause = "RI-6.3"
    riichi, needs_yaku = facts(IN_RIICHI), facts.rules.options(Parameters).temp_furiten_needs_yaku
    kind, clause = (AFTER_RIICHI, "RI-6.4") if riichi else (TEMPORARY, "RI-6.3")
    facts.clause = clause
    if facts.is_known(EVENTS_SINCE):
        if needs_yaku:
            # Only the winds tell if a tile let pass would have won.
            facts(PREVALENT_WIND)
            facts(DEALER)
        declared = any(isinstance(event, DeclaredRiichi) and event.seat == facts.seat for event in facts(EVENTS_SINCE))
        yield from examine_lock_by_events(facts, kind, clause, ready="riichi" if riichi and not declared else None)
    elif not riichi:
        if needs_yaku and select_completing_tiles(facts, hand, facts(PASSED_TILES)):
            facts(PREVALENT_WIND)
            facts(SEAT_WIND)
        last = facts(PASSED_LAST_TILE)
        yield from examine_lock_by_words(facts, kind, clause, claims=False, live=0 if last else None)
    else:
        facts(PASSED_TILES)
        locked = partial(report_lock_in_force, facts, clause=clause, template=AFTER_RIICHI_LOCKED)
        yield from examine_lock_by_words(
            facts, kind, clause, passed_own=facts(PASSED_OWN), lasting=True, claims=False, ready="riichi", locked=locked
        )


def price_lock(facts: Facts) -> str | None:
    """Return the infraction of a win against furiten; None beside another player's valid win (RI-6.8)."""
    name = "false_win" if facts(SHOWN) else "false_win_not_shown"
    return None if facts(SHOWN) and facts(OTHER_VALID_WIN) else ask_price_facts(facts, find_fault(facts, name))
