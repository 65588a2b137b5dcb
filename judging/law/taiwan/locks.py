"""過水 without a record of play, and wins on the replacement of an exposed kong (TW-3.25, TW-6.1, TW-6.2, TW-6.14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play.passed_wins import PASSED_WIN
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from judging.law.facts import Contradiction, declare_flag, declare_number
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import select_completing_tiles
from judging.law.kinds.lock import (
    LOCKED,
    NO_LOCK,
    RELEASED,
    examine_lock_by_events,
    examine_lock_by_words,
    report_lock_in_force,
)
from judging.law.shared_facts import BY, DISCARDED_SINCE, EVENTS_SINCE, HAND, PASSED_OWN, PASSED_TILES, SINCE
from judging.law.statements import find_fault, report_failing, report_holding

WITNESSES = declare_number(
    "witnesses", gettext_noop("How many of the three others place the tile in this go-around, each alone?")
)
EXPOSED_KONG_CHAIN = declare_flag(
    "exposed_kong_chain", gettext_noop("Is the tile a replacement after an exposed kong in this same turn?")
)

OWN_RELEASED = gettext_noop("The player drew a winning tile and did not win, but the lock has ended since.")
OWN_LOCKED = gettext_noop("The player drew a winning tile and did not win, and the lock is still in force.")


def check_no_lock(facts: Facts) -> Iterator[Finding]:
    """No passed win bars this win, by option also a self-draw."""
    if facts(BY) != "self_draw" or facts.rules.options(Parameters).guoshui_mode == "strict":
        yield from examine_locks(facts)


def check_not_after_exposed_kong(facts: Facts) -> Iterator[Finding]:
    if facts(BY) == "self_draw" and facts.rules.options(Parameters).open_kong_win_ban:
        yield from check_no_exposed_kong(facts)


def check_no_exposed_kong(facts: Facts) -> Iterator[Finding]:
    """The tile does not replace an exposed kong of the same turn (TW-3.25)."""
    if facts(EXPOSED_KONG_CHAIN):
        template = gettext_noop("The tile replaces an exposed kong of the same turn; the player may not win on it.")
        yield report_failing(facts, template, clause="TW-3.25", infraction=price_exposed_kong(facts))
    else:
        yield report_holding(facts, gettext_noop("The tile does not replace an exposed kong."), clause="TW-3.25")


def price_exposed_kong(facts: Facts) -> str | None:
    return find_fault(facts, "open_kong_win")


def price_lock(facts: Facts) -> str | None:
    """Return the infraction of a win after a passed one (TW-7.7)."""
    return find_fault(facts, "passed_win")


def examine_locks(facts: Facts) -> Iterator[Finding]:
    """Examine the lock by a passed winning tile, or by option a drawn one."""
    rules = facts.rules.options(Parameters)
    strict = rules.guoshui_mode == "strict"
    facts.clause = clause = "TW-6.1" if strict else "TW-6.2"
    if rules.guoshui_mode == "off":
        yield report_holding(facts, NO_LOCK, clause=clause)
        return
    if facts.is_known(EVENTS_SINCE):
        yield from examine_lock_by_events(facts, PASSED_WIN, clause)
    elif facts.is_unknown(PASSED_TILES):
        yield from _examine_by_witnesses(facts)
    else:
        hand, passed, passed_own = facts(HAND), facts(PASSED_TILES), strict and facts(PASSED_OWN)
        if facts.is_unknown(SINCE) and select_completing_tiles(facts, hand, passed):
            yield from _examine_by_witnesses(facts)
            return
        drawn = passed_own and not select_completing_tiles(facts, hand, passed)
        yield from examine_lock_by_words(
            facts,
            PASSED_WIN,
            clause,
            passed_own=passed_own,
            claims=strict,
            discards=partial(facts, DISCARDED_SINCE) if rules.guoshui_release == "non_wait_tile" else None,
            locked=partial(report_lock_in_force, facts, clause=clause, template=OWN_LOCKED if drawn else LOCKED),
            released=OWN_RELEASED if drawn else RELEASED,
        )


CLAIMS = frozenset({"own_claim", "exposed_kong", "added_kong", "concealed_kong"})
DISCARDS = frozenset({"discard_incomplete", "discard_complete"})


def require_consistency(facts: Facts) -> None:
    """Raise Contradiction for events in words that exclude each other, or the tiles named beside them."""
    words, thrown = facts.peek(SINCE), facts.peek(DISCARDED_SINCE)
    if words is None:
        return
    since, strict = set(words), facts.rules.options(Parameters).guoshui_mode == "strict"
    if strict and "discard_complete" in since and not since & CLAIMS and facts.peek(PASSED_OWN) is False:
        message = _("the player drew and then discarded from a complete hand, so an own winning tile was passed")
        raise Contradiction((SINCE, PASSED_OWN), message)
    if thrown is not None and bool(thrown) != bool(since & DISCARDS):
        message = _("the discards since are named, and it is said that the player has not discarded since")
        if not thrown:
            message = _("the player has discarded since, and it is said that there was no discard")
        raise Contradiction((SINCE, DISCARDED_SINCE), message)
    if thrown is not None and since >= DISCARDS and len(thrown) < 2:
        message = _(
            "the player has discarded twice since, from a complete hand and from another, but one tile is named"
        )
        raise Contradiction((SINCE, DISCARDED_SINCE), message)


def _examine_by_witnesses(facts: Facts) -> Iterator[Finding]:
    """Let two of the three others decide where there is no record (TW-6.14)."""
    facts.clause = "TW-6.14"
    witnesses = facts(WITNESSES)
    evidence = Evidence("numbers", gettext_noop("witnesses"), {"witnesses": witnesses, "needed": 2})
    if witnesses < 2:
        template = gettext_noop(
            "Fewer than two of the other players confirm that the tile was passed in this go-around; there is no lock."
        )
        yield report_holding(facts, template, evidence, clause="TW-6.14")
    elif facts.is_known(SINCE) and set(facts(SINCE)) & {"discard_incomplete", "added_kong"}:
        template = gettext_noop("The player passed a winning tile, but the lock has ended since.")
        yield report_holding(facts, template, evidence, clause="TW-6.14")
    else:
        if not facts.is_unknown(SINCE):
            facts(SINCE)
        template = gettext_noop(
            "At least two of the other players confirm that the tile was passed in this go-around; the lock applies."
        )
        yield report_failing(facts, template, evidence, clause="TW-6.14", infraction=facts.find_cost)
