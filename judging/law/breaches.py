"""Breaches in a record, ordered and cited as the checks of the facts do, so that facts and record agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from engine.family import RuleFamily, Ruleset
from engine.play.events import Event, TileCall, Won
from engine.play.table import Breach, Phase, TableState, why_not
from engine.sentences import Sentence, gettext_noop
from engine.tiles.tile import kind_of
from judging.law.families import Check, Facts, get_law
from judging.law.kinds import get_checks, load_kinds

LATE_WIN: Final = "late_win"
LATE_CALL: Final = "late_call"
CALL_AFTER_DRAW: Final = "call_after_draw"
"""A late call where the edition has a clause for a draw made before it."""
DRAW_STANDS: Final = gettext_noop("The next player has drawn before the call; the draw stands, and the call is void.")

BREACH_CHECKS: Final[Mapping[bool, Mapping[str, str]]] = {
    True: {
        "dead_hand": "check_hand_not_dead",
        "void_suit": "check_no_void_tile",
        "has_won": "check_has_not_won",
        LATE_WIN: "check_call_in_time",
        "passed": "check_call_in_time",
        "head_bump": "check_call_in_time",
        "concealed_kong": "check_robbed_kong",
        "incomplete": "check_form_and_value",
        "structure": "check_form_and_value",
        "min_points": "check_form_and_value",
        "no_yaku": "check_form_and_value",
        "too_few_han": "check_form_and_value",
        "three_suits": "check_form_and_value",
    },
    False: {
        "dead_claim": "check_dead_hand_calls",
        "hand_over": "check_call_in_time",
        "locked_hand": "check_no_claim_of_winner",
        "abortive_draw": "check_call_in_time",
        "has_won": "check_no_claim_of_winner",
        "passed": "check_call_in_time",
        "no_discard": "check_call_in_time",
        LATE_CALL: "check_call_in_time",
        CALL_AFTER_DRAW: "check_call_in_time",
        "riichi_claim": "check_not_in_riichi",
        "riichi_kong": "check_kong_in_riichi",
        "chow_seat": "check_chow_source",
        "no_chow": "check_valid_set",
        "no_set": "check_valid_set",
        "flower_claim": "check_valid_set",
        "no_pung": "check_valid_set",
        "not_held": "check_valid_set",
        "own_discard": "check_call_in_time",
        "last_discard": "check_tiles_left",
        "claim_in_last_tiles": "check_tiles_left",
        "no_replacement": "check_tiles_left",
        "second_pung_in_go_around": "check_second_in_go_around",
        "chow_of_own_discard": "check_second_in_go_around",
        "kong_after_claim": "check_kong_after_claim",
        "void_suit_claim": "check_not_void_suit",
        "fifth_kong": "check_kongs_left",
    },
}
"""True for a win -> code of a breach -> the name of the check that looks at it."""

CITED_BY_CHECK: Final = (LATE_WIN, LATE_CALL, "has_won", "no_pung", "not_held", "void_suit", "riichi_not_ready")
"""Breaches that the clause of their check names; the others are cited as the rules of play cite them."""


def get_checks_of_event(family: RuleFamily, event: Event) -> tuple[Check, ...]:
    codes = (kind.code for kind in load_kinds().values() if isinstance(event, kind.events))
    return get_checks(next(codes, ""), family)


def find_check(family: RuleFamily, event: Event, code: str) -> Check | None:
    checks, name = get_checks_of_event(family, event), BREACH_CHECKS[isinstance(event, Won)].get(code)
    by_code = (check for check in checks if code in check.codes)
    return next(by_code, None) or next((check for check in checks if _get_name(check) == name), None)


def _get_name(check: Check) -> str:
    run: Any = check.run.func if isinstance(check.run, partial) else check.run
    return str(run.__name__)


def select_breaches(facts: Facts, state: TableState, event: Event) -> list[Breach]:
    """Return the certain breaches of the event that the running check stands for."""
    breaches = sort_breaches(facts.rules, state, event, why_not(state, event))
    return [
        breach
        for breach in breaches
        if breach.missing is None and find_check(facts.rules.family, event, breach.code) == facts.check
    ]


def make_late_call(rules: Ruleset, breach: Breach, *, drawn: bool) -> Breach:
    """Return the breach of a call for a tile no longer on offer; ``drawn``: the next player has drawn since."""
    clause = get_law(rules.family).draw_stands
    if drawn and clause in rules.clauses:
        return breach._replace(code=CALL_AFTER_DRAW, clause=clause, message=Sentence(DRAW_STANDS))
    return breach._replace(code=LATE_CALL)


def sort_breaches(rules: Ruleset, state: TableState, event: Event, breaches: Iterable[Breach]) -> list[Breach]:
    """Return the breaches in the order of the questions, each with the clause that the facts cite."""
    family = rules.family
    checks = get_checks_of_event(family, event)
    ranked: list[tuple[int, Breach]] = []
    for breach in breaches:
        if breach.code == "no_discard" and isinstance(event, TileCall) and was_last_offer(state, event):
            if isinstance(event, Won):
                breach = breach._replace(code=LATE_WIN)
            elif (event.source, event.tile) not in [(win.source, win.tile) for win in state.wins[-1:]]:
                breach = make_late_call(rules, breach, drawn=state.phase is Phase.ACT)
        check = find_check(family, event, breach.code)
        if check is not None and breach.code in CITED_BY_CHECK:
            breach = breach._replace(clause=check.clause)
        ranked.append((len(checks) if check is None else checks.index(check), breach))
    return [breach for _at, breach in sorted(ranked, key=lambda pair: pair[0])]


def was_last_offer(state: TableState, event: TileCall) -> bool:
    """True if the tile is this player's last discard, or for a win of a kong, although play has gone on since."""
    if event.source is None or event.tile is None:
        return False
    player, kind = state.players[event.source], kind_of(event.tile)
    konged = isinstance(event, Won) and any(meld.is_kong and meld.first == kind for meld in player.melds)
    return konged or (bool(player.discards) and kind_of(player.discards[-1].tile) == kind)
