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
from judging.law.hands import completing_tiles, score_hand
from judging.law.kinds.lock import NO_LOCK, findings_by_events, findings_by_words, in_force, lock_evidence, passed_score
from judging.law.shared_facts import EVENTS_SINCE, HAND, LAST_DISCARD, PASSED_TILES, SHOWN
from judging.law.sichuan.void_suit import void_suit
from judging.law.statements import fails, fault, holds

LOCK = "SC-6.6"


def lock_fault(facts: Facts) -> str | None:
    """The infraction of a refused win: a false win once shown, unless the lock has its own price (SC-3.25)."""
    is_false_win = facts.rules.options(Parameters).shunhe_pay is None and facts(SHOWN)
    return fault(facts, "false_win" if is_false_win else "locked_win")


def lock_findings(facts: Facts) -> Iterator[Finding]:
    """The lock by a passed tile, or by edition an own discard; a win of more worth breaks it."""
    rules = facts.rules.options(Parameters)
    if rules.furiten_mode == "off":
        yield holds(facts, NO_LOCK, clause=LOCK)
        return
    hand, void = facts(HAND), Void(void_suit(facts))
    if facts.known(EVENTS_SINCE):
        yield from findings_by_events(facts, SAME_TURN, LOCK, special=void, locked=partial(_in_force, facts, hand))
        return
    completing = completing_tiles(facts, hand, facts(LAST_DISCARD)) if rules.furiten_own_discard else ()
    if completing:
        # An own discard that completes the hand starts the lock anew; nothing can have ended it since (SC-E8).
        passed = (*completing_tiles(facts, hand, facts(PASSED_TILES)), *completing)
        evidence = lock_evidence(facts, hand, tiles_let_pass=passed)
        yield from _in_force(facts, hand, None, passed, evidence)
    else:
        # The circumstances of the passed win are told beside it, and an own discard counts by LAST_DISCARD alone.
        yield from findings_by_words(
            facts,
            SAME_TURN,
            LOCK,
            discards=tuple,
            special=void,
            locked=lambda _lock, passed, evidence: _in_force(facts, hand, None, passed, evidence),
        )


def _in_force(
    facts: Facts, hand: Hand, lock: Lock | None, passed: tuple[Tile, ...], evidence: tuple[Evidence, ...]
) -> Iterator[Finding]:
    """A lock by these tiles: by edition a win of more worth breaks it (SC-6.6)."""
    rules = facts.rules.options(Parameters)
    if hand.winning is None or rules.furiten_mode == "same_turn":
        yield from in_force(facts, lock, passed, evidence, clause=LOCK)
        return
    worths = (
        [lock.value or 0] if lock is not None else [_worth(facts, passed_score(facts, hand, tile)) for tile in passed]
    )
    before, now = max(worths), _worth(facts, score_hand(facts, hand))
    unit = Sentence(gettext_noop("points") if rules.furiten_compare == "points" else gettext_noop("fan"))
    numbers = Evidence("numbers", gettext_noop("worth"), {"passed": before, "claimed": now})
    if now > before:
        template = gettext_noop(
            "The win is worth more than the passed one (%(unit)s: %(now)s against %(before)s) and breaks the lock."
        )
        yield holds(facts, template, numbers, *evidence, clause=LOCK, now=now, before=before, unit=unit)
    else:
        template = gettext_noop("The win is not worth more than the passed one (%(unit)s: %(now)s against %(before)s).")
        values = {"now": now, "before": before, "unit": unit}
        yield fails(facts, template, numbers, *evidence, clause=LOCK, infraction=facts.costs, **values)


def _worth(facts: Facts, scored: ScoredHand) -> int:
    """The worth that the lock compares: points, or fan up to the cap."""
    rules = facts.rules.options(Parameters)
    if not scored.complete:
        return 0
    if rules.furiten_compare == "points":
        return int(str(scored.value["points"]))
    fan = int(str(scored.value["fan"]))
    return fan if rules.mangan_fan is None else min(fan, rules.mangan_fan)
