"""The lock after a passed win without a record of play (SC-3.25, SC-6.6, SC-E8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play.passed_wins import LOCK as SAME_TURN
from engine.rules.sichuan.play.state import Void
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import Suit, format_tile, format_tiles
from judging.law.facts import MissingFact, tiles
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import completing_tiles, score_hand
from judging.law.infractions import fault
from judging.law.locks import (
    LOCKED,
    NO_LOCK,
    NOT_IN_FORCE,
    NOTHING_PASSED,
    RELEASED,
    events_evidence,
    lock_evidence,
    passed_score,
    undecided_lock,
)
from judging.law.reconstruction import lock_after_events
from judging.law.shared_facts import EVENTS_SINCE, HAND, PASSED_TILES, SHOWN, SINCE, VOID_SUIT
from judging.law.statements import fails, holds

LAST_DISCARD = tiles("last_discard", gettext_noop("Which tile did the player discard last? Leave empty for none."))

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
    hand = f(HAND)
    void = Void(Suit("mps".index(f(VOID_SUIT))))
    if f.known(EVENTS_SINCE):
        lock = lock_after_events(f, hand, SAME_TURN, special=void)
        shown = events_evidence(f, hand)
        if lock is None:
            yield holds(f, NOT_IN_FORCE, *shown, clause=LOCK)
        elif not lock.certain:
            f.clause = LOCK
            yield undecided_lock(f, lock, *shown)
        else:
            yield from _in_force(f, hand, format_tile(lock.tile or 0), lambda: lock.value or 0, *shown)
        return
    own = completing_tiles(f, hand, f(LAST_DISCARD)) if rules.furiten_own_discard else ()
    others = completing_tiles(f, hand, f(PASSED_TILES))
    passed = (*others, *own)
    evidence = lock_evidence(f, hand, tiles_let_pass=passed)
    if not passed and _claimed_since(f):
        # The tile is held against the hand before the claim, and so the claim has to be told.
        raise MissingFact(EVENTS_SINCE)
    if not passed:
        yield holds(f, NOTHING_PASSED, *evidence, clause=LOCK)
        return
    tile = format_tiles(passed)
    # An own discard that completes the hand starts the lock anew; nothing can have ended it since (SC-E8).
    if not own and _ended(f):
        yield holds(f, RELEASED, *evidence, clause=LOCK, tile=tile)
        return
    yield from _in_force(
        f, hand, tile, lambda: max(_worth(f, passed_score(f, hand, each)) for each in passed), *evidence
    )


def _in_force(
    f: Facts,
    hand: Hand,
    tile: str,
    passed: Callable[[], int],
    *evidence: Evidence,
) -> Iterator[Finding]:
    """A lock by these tiles, worth ``passed`` points or fan: by edition a win of more worth breaks it (SC-6.6)."""
    rules = f.rules.options(Parameters)
    if hand.winning is None or rules.furiten_mode == "same_turn":
        yield fails(f, LOCKED, *evidence, clause=LOCK, infraction=f.costs, tile=tile)
        return
    before, now = passed(), _worth(f, score_hand(f, hand))
    unit = Sentence(gettext_noop("points") if rules.furiten_compare == "points" else gettext_noop("fan"))
    numbers = Evidence("numbers", gettext_noop("worth"), {"passed": before, "claimed": now})
    if now > before:
        template = gettext_noop(
            "The win is worth more than the passed one (%(unit)s: %(now)s against %(before)s) and breaks the lock."
        )
        yield holds(f, template, numbers, *evidence, clause=LOCK, now=now, before=before, unit=unit)
    else:
        template = gettext_noop("The win is not worth more than the passed one (%(unit)s: %(now)s against %(before)s).")
        said = {"now": now, "before": before, "unit": unit}
        yield fails(f, template, numbers, *evidence, clause=LOCK, infraction=f.costs, **said)


def _claimed_since(f: Facts) -> bool:
    """True if the player may have claimed a tile since, which does not end the lock."""
    claimed = any(meld.is_exposed for meld in f(HAND).melds)
    return bool(f(PASSED_TILES)) and claimed and "own_claim" in f(SINCE) and not _ended(f)


def _ended(f: Facts) -> bool:
    """The own draw ends the lock; by option a claim does, in SBR a pung that leaves the hand incomplete (SC-E8)."""
    since = set(f(SINCE))
    release = f.rules.options(Parameters).furiten_release
    if "own_draw" in since or since & {"concealed_kong", "added_kong", "exposed_kong"}:
        return True
    if "own_claim" not in since or release == "own_draw":
        return False
    return release == "own_draw_or_claim" or "discard_incomplete" in since


def _worth(f: Facts, scored: ScoredHand) -> int:
    """The worth that the lock compares: points, or fan up to the cap."""
    rules = f.rules.options(Parameters)
    if not scored.complete:
        return 0
    if rules.furiten_compare == "points":
        return int(str(scored.value["points"]))
    fan = int(str(scored.value["fan"]))
    return fan if rules.mangan_fan is None else min(fan, rules.mangan_fan)
