"""The lock after a passed win without a record of play (SC-3.25, SC-6.6, SC-E8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.players import Lock
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.passed_wins import LOCK as SAME_TURN
from engine.rules.sichuan.play.state import Void
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import score_hand, select_completing_tiles
from judging.law.kinds.lock import (
    NO_LOCK,
    examine_lock_by_events,
    examine_lock_by_words,
    make_lock_evidence,
    report_lock_in_force,
    score_passed_tile,
)
from judging.law.shared_facts import EVENTS_SINCE, HAND, LAST_DISCARD, PASSED_TILES, SHOWN
from judging.law.sichuan.void_suit import get_void_suit
from judging.law.statements import find_fault, report_failing, report_holding

LOCK = "SC-6.6"


def price_lock(facts: Facts) -> str | None:
    """Return the infraction of a refused win: a false win once shown, unless the lock has its own price (SC-3.25)."""
    is_false_win = facts.rules.options(Parameters).shunhe_pay is None and facts(SHOWN)
    return find_fault(facts, "false_win" if is_false_win else "locked_win")


def examine_locks(facts: Facts) -> Iterator[Finding]:
    """Examine the lock by a passed tile, or by edition an own discard; a win of more worth breaks it."""
    rules = facts.rules.options(Parameters)
    if rules.furiten_mode == "off":
        yield report_holding(facts, NO_LOCK, clause=LOCK)
        return
    hand, void = facts(HAND), Void(get_void_suit(facts))
    if facts.is_known(EVENTS_SINCE):
        yield from examine_lock_by_events(
            facts, SAME_TURN, LOCK, special=void, locked=partial(_report_lock_in_force, facts, hand)
        )
        return
    completing = select_completing_tiles(facts, hand, facts(LAST_DISCARD)) if rules.furiten_own_discard else ()
    if completing:
        # An own discard that completes the hand starts the lock anew; nothing can have ended it since (SC-E8).
        passed = (*select_completing_tiles(facts, hand, facts(PASSED_TILES)), *completing)
        evidence = make_lock_evidence(facts, hand, tiles_let_pass=passed)
        yield from _report_lock_in_force(facts, hand, None, passed, evidence)
    else:
        # The circumstances of the passed win are told beside it, and an own discard counts by LAST_DISCARD alone.
        yield from examine_lock_by_words(
            facts,
            SAME_TURN,
            LOCK,
            discards=tuple,
            special=void,
            locked=lambda _lock, passed, evidence: _report_lock_in_force(facts, hand, None, passed, evidence),
        )


def _report_lock_in_force(
    facts: Facts, hand: Hand, lock: Lock | None, passed: tuple[Tile, ...], evidence: tuple[Evidence, ...]
) -> Iterator[Finding]:
    rules = facts.rules.options(Parameters)
    if hand.winning is None or rules.furiten_mode == "same_turn":
        yield from report_lock_in_force(facts, lock, passed, evidence, clause=LOCK)
        return
    worths = (
        [lock.value or 0]
        if lock is not None
        else [_measure_worth(facts, score_passed_tile(facts, hand, tile)) for tile in passed]
    )
    before, now = max(worths), _measure_worth(facts, score_hand(facts, hand))
    unit = Sentence(gettext_noop("points") if rules.furiten_compare == "points" else gettext_noop("fan"))
    numbers = Evidence("numbers", gettext_noop("worth"), {"passed": before, "claimed": now})
    if now > before:
        template = gettext_noop(
            "The win is worth more than the passed one (%(unit)s: %(now)s against %(before)s) and breaks the lock."
        )
        yield report_holding(facts, template, numbers, *evidence, clause=LOCK, now=now, before=before, unit=unit)
    else:
        template = gettext_noop("The win is not worth more than the passed one (%(unit)s: %(now)s against %(before)s).")
        values = {"now": now, "before": before, "unit": unit}
        yield report_failing(facts, template, numbers, *evidence, clause=LOCK, infraction=facts.find_cost, **values)


def _measure_worth(facts: Facts, scored: ScoredHand) -> int:
    """Return the worth that the lock compares: points, or fan up to the cap."""
    rules = facts.rules.options(Parameters)
    if not scored.complete:
        return 0
    if rules.furiten_compare == "points":
        return int(str(scored.value["points"]))
    fan = int(str(scored.value["fan"]))
    return fan if rules.mangan_fan is None else min(fan, rules.mangan_fan)
