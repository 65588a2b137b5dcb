"""Locks without a record of play, shared by the families: tiles passed and events since."""

from __future__ import annotations

from engine.play.events import event_to_list
from engine.play.players import Lock
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile, format_tiles
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import score_hand_as, waits_evidence, waits_of
from judging.law.shared_facts import EVENTS_SINCE, PASSED_CIRCUMSTANCES, SINCE
from judging.law.statements import undecided

NOTHING_PASSED = gettext_noop("The player has not passed a winning tile.")
RELEASED = gettext_noop("The player passed %(tile)s, but the lock has ended since.")
LOCKED = gettext_noop("The player passed %(tile)s, and the lock is still in force.")
NOT_IN_FORCE = gettext_noop("No lock is in force.")
NO_LOCK = gettext_noop("These rules have no lock after a passed win.")

DEPENDS = gettext_noop("Concealed tiles decide whether the player is locked.")

LABELS = {"own_discards": gettext_noop("own discards"), "tiles_let_pass": gettext_noop("tiles let pass")}


def lock_evidence(f: Facts, hand: Hand, **tiles: tuple[Tile, ...]) -> tuple[Evidence, ...]:
    """Waits, tiles that lock (named as in LABELS), and the known events since."""
    shown = [waits_evidence(waits_of(f, hand))]
    shown += [Evidence("tiles", LABELS[name], format_tiles(held)) for name, held in tiles.items()]
    if f.known(SINCE):
        words = dict(SINCE.choices)
        shown.append(Evidence("choices", gettext_noop("since"), [words[each] for each in f(SINCE)]))
    return tuple(shown)


def events_evidence(f: Facts, hand: Hand) -> tuple[Evidence, ...]:
    """The present waits and the given events."""
    events = [event_to_list(event) for event in f(EVENTS_SINCE)]
    return waits_evidence(waits_of(f, hand)), Evidence("events", gettext_noop("since"), events)


def undecided_lock(f: Facts, lock: Lock, *evidence: Evidence) -> Finding:
    """A lock that depends on unknown tiles."""
    missing = lock.missing or f"the concealed tiles of seat {f.seat or 0}"
    return undecided(f, DEPENDS, str(missing), *evidence)


def passed_score(f: Facts, hand: Hand, tile: Tile) -> ScoredHand:
    """The hand scored with a passed tile; the circumstances of the claim do not apply to it."""
    return score_hand_as(f, hand._replace(winning=tile), "discard", f.get(PASSED_CIRCUMSTANCES, {}))
