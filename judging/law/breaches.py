"""Breaches in a record, ordered and cited as the checks of the facts do, so that facts and record agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Event,
    Konged,
    Ponged,
    Won,
)
from engine.play.table import Breach, TableState
from engine.tiles.tile import kind_of
from judging.law.claim import Claim
from judging.law.families import Check, Facts, law_of
from judging.law.kinds import checks_of
from judging.law.kinds.call import KIND as CALL
from judging.law.kinds.swap import KIND as SWAP
from judging.law.kinds.win import KIND as WIN
from judging.law.kinds.win import win_fault

EVENT_KINDS: Final[Mapping[type[Any], str]] = {
    Won: WIN.code,
    **dict.fromkeys((Chowed, Ponged, Konged, AddedKong, ConcealedKong), CALL.code),
    Discarded: SWAP.code,
}
"""The kind of claim that is brought about an event."""

LATE_WIN: Final = "late_win"
LATE_CALL: Final = "late_call"
"""A win or another call for a tile that is not on offer any more."""

CLAIMS: Final = (Chowed, Ponged, Konged, Won)
"""Events that may take another's tile."""

BREACH_CHECKS: Final[Mapping[str, Mapping[str, str]]] = {
    WIN.code: {
        "dead_hand": "hand_not_dead",
        "void_suit": "no_void_tile",
        "has_won": "has_not_won",
        LATE_WIN: "call_in_time",
        "passed": "call_in_time",
        "head_bump": "call_in_time",
        "concealed_kong": "robbed_kong",
        "incomplete": "form_and_value",
        "structure": "form_and_value",
        "min_points": "form_and_value",
    },
    CALL.code: {
        "dead_claim": "dead_hand_calls",
        "hand_over": "call_in_time",
        "locked_hand": "has_not_won",
        "abortive_draw": "call_in_time",
        "has_won": "has_not_won",
        "passed": "call_in_time",
        "no_discard": "call_in_time",
        LATE_CALL: "call_in_time",
        "riichi_claim": "not_in_riichi",
        "riichi_kong": "not_in_riichi",
        "chow_seat": "chow_source",
        "no_chow": "valid_set",
        "no_set": "valid_set",
        "last_discard": "tiles_left",
        "claim_in_last_tiles": "tiles_left",
        "no_replacement": "tiles_left",
        "second_pung_in_go_around": "second_in_go_around",
        "chow_of_own_discard": "second_in_go_around",
        "kong_after_claim": "kong_after_claim",
        "void_suit_claim": "not_the_void_suit",
        "fifth_kong": "kongs_left",
    },
}
"""Kind of claim -> code of a breach -> the name of the check that looks at it."""

CITED_BY_CHECK: Final = (LATE_WIN, LATE_CALL, "has_won")
"""Breaches that the clause of their check names; the others are cited as the rules of play cite them."""


def check_name(check: Check) -> str:
    run: Any = check.run.func if isinstance(check.run, partial) else check.run
    return str(run.__name__)


def sort_breaches(claim: Claim, state: TableState, event: Event, breaches: Iterable[Breach]) -> list[Breach]:
    """The breaches in the order of the questions, each with the clause that the facts cite."""
    law = law_of(claim.ruleset.family)
    kind, checked = law.record_checks.get(type(event)) or (EVENT_KINDS.get(type(event), ""), {})
    family = claim.ruleset.family
    checks = checks_of(kind, family)
    places = {check_name(check): at for at, check in reversed(list(enumerate(checks)))}
    found: list[tuple[int, Breach]] = []
    for breach in (*law.record_breaches(state, event), *breaches):
        if breach.code == "no_discard" and isinstance(event, CLAIMS) and was_last_offer(state, event):
            breach = breach._replace(code=LATE_WIN if isinstance(event, Won) else LATE_CALL)
        at = places.get(breach.code, places.get({**BREACH_CHECKS.get(kind, {}), **checked}.get(breach.code, "")))
        clause = law.record_clauses.get(breach.code)
        if clause is None and at is not None and breach.code in CITED_BY_CHECK:
            clause = checks[at].clause
        found.append((len(checks) if at is None else at, breach._replace(clause=clause or breach.clause)))
    return [breach for _at, breach in sorted(found, key=lambda each: each[0])]


def was_last_offer(state: TableState, event: Chowed | Ponged | Konged | Won) -> bool:
    """True if the tile is this player's last discard, although play has gone on since."""
    if event.source is None or event.tile is None:
        return False
    discards = state.players[event.source].discards
    return bool(discards) and kind_of(discards[-1].tile) == kind_of(event.tile)


def late_win_fault(f: Facts) -> str | None:
    """The infraction of a win called too late, None if there is none."""
    for check in checks_of(WIN.code, f.rules.family):
        if check_name(check) == "call_in_time" and isinstance(check.run, partial):
            too_late: Callable[[Facts], str | None] = check.run.keywords.get("too_late", win_fault)
            return too_late(f)
    return None
