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


def lock_fault(f: Facts) -> str | None:
    """The infraction of a refused win: a false win once shown, unless the lock has its own price (SC-3.25)."""
    shown = f.rules.options(Parameters).shunhe_pay is None and f(SHOWN)
    return fault(f, "false_win" if shown else "locked_win")


def lock_findings(f: Facts) -> Iterator[Finding]:
    """The lock by a passed tile, or by edition an own discard; a win of more worth breaks it."""
    rules = f.rules.options(Parameters)
    if rules.furiten_mode == "off":
        yield holds(f, NO_LOCK, clause=LOCK)
        return
    hand, void = f(HAND), Void(void_suit(f))
    if f.known(EVENTS_SINCE):
        yield from findings_by_events(f, SAME_TURN, LOCK, special=void, locked=partial(_in_force, f, hand))
        return
    own = completing_tiles(f, hand, f(LAST_DISCARD)) if rules.furiten_own_discard else ()
    if own:
        # An own discard that completes the hand starts the lock anew; nothing can have ended it since (SC-E8).
        passed = (*completing_tiles(f, hand, f(PASSED_TILES)), *own)
        shown = lock_evidence(f, hand, tiles_let_pass=passed)
        yield from _in_force(f, hand, None, passed, shown)
    else:
        # The circumstances of the passed win are told beside it, and an own discard counts by LAST_DISCARD alone.
        yield from findings_by_words(
            f,
            SAME_TURN,
            LOCK,
            discards=tuple,
            special=void,
            locked=lambda _lock, passed, shown: _in_force(f, hand, None, passed, shown),
        )


def _in_force(
    f: Facts, hand: Hand, lock: Lock | None, passed: tuple[Tile, ...], shown: tuple[Evidence, ...]
) -> Iterator[Finding]:
    """A lock by these tiles: by edition a win of more worth breaks it (SC-6.6)."""
    rules = f.rules.options(Parameters)
    if hand.winning is None or rules.furiten_mode == "same_turn":
        yield from in_force(f, lock, passed, shown, clause=LOCK)
        return
    worths = [lock.value or 0] if lock is not None else [_worth(f, passed_score(f, hand, each)) for each in passed]
    before, now = max(worths), _worth(f, score_hand(f, hand))
    unit = Sentence(gettext_noop("points") if rules.furiten_compare == "points" else gettext_noop("fan"))
    numbers = Evidence("numbers", gettext_noop("worth"), {"passed": before, "claimed": now})
    if now > before:
        template = gettext_noop(
            "The win is worth more than the passed one (%(unit)s: %(now)s against %(before)s) and breaks the lock."
        )
        yield holds(f, template, numbers, *shown, clause=LOCK, now=now, before=before, unit=unit)
    else:
        template = gettext_noop("The win is not worth more than the passed one (%(unit)s: %(now)s against %(before)s).")
        said = {"now": now, "before": before, "unit": unit}
        yield fails(f, template, numbers, *shown, clause=LOCK, infraction=f.costs, **said)


def _worth(f: Facts, scored: ScoredHand) -> int:
    """The worth that the lock compares: points, or fan up to the cap."""
    rules = f.rules.options(Parameters)
    if not scored.complete:
        return 0
    if rules.furiten_compare == "points":
        return int(str(scored.value["points"]))
    fan = int(str(scored.value["fan"]))
    return fan if rules.mangan_fan is None else min(fan, rules.mangan_fan)
