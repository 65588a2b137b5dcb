"""A claim with a record of play: the engine plays it and says what was legal, what was locked, what was won.

The facts of such a claim are in the record. What the record cannot know (were the tiles shown?) is asked for as a fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.parameters import plain
from engine.play.events import Event, Won, event_to_list
from engine.play.table import Breach, Replay, TableState, replay, why_not
from engine.records.cases import locks_of, read_events, read_start
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import format_tile, format_tiles
from judging.law.checks.win import dead_hand_fault, fault, form_fault
from judging.law.facts import Facts, MissingFact
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.hands import exchanges, score_shown
from judging.law.infractions import first_in_force, in_force
from judging.law.payments import transfers_shown
from judging.law.vocabulary import FACTS

if TYPE_CHECKING:
    from judging.law.claims import Claim

INFRACTIONS: dict[str, tuple[str, ...]] = {
    "riichi_open": ("riichi_open",),
    "riichi_not_ready": ("riichi_not_ready", "rcr_riichi_not_ready"),
    "riichi_kong": ("kong_after_riichi", "rcr_riichi_not_ready"),
    "riichi_hand": ("riichi_discard",),
    "swap_calling": ("swap_discard", "rcr_swap_discard"),
    "dead_claim": ("dead_hand_claim", "rcr_dead_hand_claim", "wrong_set"),
    "no_chow": ("wrong_meld", "wrong_set", "illegal_meld", "wrong_claim"),
    "chow_seat": ("wrong_meld", "wrong_set", "illegal_meld", "wrong_claim"),
    "no_set": ("wrong_meld", "wrong_set", "illegal_meld", "wrong_claim"),
    "turn": ("early_draw", "rcr_early_draw"),
    "void_violation": ("void_violation", "active_pig"),
    "void_suit_claim": ("active_pig", "void_suit_claim"),
    "locked_win": ("locked_win",),
    "passed_win": ("passed_win",),
    "passed_win_forced": ("passed_win_forced",),
    "open_kong_win": ("exposed_kong_replacement_win",),
    "first_tile_changed": ("first_tile_changed",),
    "void_changed": ("first_tile_changed",),
    "flower_discarded": ("drawn_flower_discarded",),
    "old_flower": ("old_flower_shown",),
    "second_pung_in_go_around": ("second_pung_in_go_around",),
    "chow_of_own_discard": ("chow_of_own_discard",),
    "claim_in_last_tiles": ("claim_in_last_tiles",),
    "swap_after_chow": ("swap_after_chow",),
    "swap_after_pung": ("swap_after_pung",),
    "no_replacement": ("kong_without_replacement", "illegal_kong"),
    "last_discard": ("claim_after_last_draw", "illegal_kong"),
}
"""Code of a breach -> the faults it may be, the first that the ruleset knows counting."""


def replay_case(claim: Claim) -> dict[str, Any]:
    """The replay case of a claim's log with its ruleset."""
    rules = claim.ruleset
    changed = {name: plain(value) for name, value in rules.changed.items()}
    return {**(claim.log or {}), "ruleset": rules.name, "parameters": changed}


def play(claim: Claim) -> Replay:
    """The claim's log played by the rules."""
    case = replay_case(claim)
    return replay(read_start(case), read_events(case))


def examine_log(claim: Claim) -> Iterator[Finding]:
    """The log legal or not, the disputed event with every clause against it, locks and payments."""
    case = replay_case(claim)
    events = read_events(case)
    played = play(claim)
    if played.stopped_at is not None:
        stopped = played.stopped_at
        before = played.final
        for breach in stopped.breaches:
            yield _breached(claim, before, stopped.event, breach, events[: stopped.index])
        yield from _locks(claim, played)
        return
    final = played.final
    template = gettext_noop("The record of %(n)s events is legal.")
    evidence = [Evidence("events", gettext_noop("last events"), [event_to_list(event) for event in events[-8:]])]
    yield Finding(
        Verdict.HOLDS, _clause(claim), Sentence(template, {"n": len(events)}), claim.seat, evidence=tuple(evidence)
    )
    if claim.event is not None:
        yield from _disputed(claim, final, claim.event, events)
    yield from _locks(claim, played)
    if final.transfers and claim.event is None:
        found = Finding(
            Verdict.HOLDS,
            final.transfers[-1].clause,
            Sentence(gettext_noop("The payments of the hand.")),
            evidence=(transfers_shown(final.transfers),),
        )
        yield found


def _clause(claim: Claim) -> str:
    return {"mcr": "MCR-3.1", "riichi": "RI-6.17", "taiwan": "TW-6.13", "sichuan": "SC-6.10"}[claim.ruleset.family.name]


def _disputed(claim: Claim, state: TableState, event: Event, events: list[Event]) -> Iterator[Finding]:
    breaches = why_not(state, event)
    for breach in breaches:
        yield _breached(claim, state, event, breach, events)
    if breaches:
        return
    seat = getattr(event, "seat", claim.seat)
    shown = [Evidence("events", gettext_noop("event"), [event_to_list(event)])]
    template = gettext_noop("The event is legal.")
    if isinstance(event, Won):
        after = state.ruleset.procedure.step(state, event)
        scored = after.wins[-1].scored if after.wins else None
        template = gettext_noop("The win is right.")
        if scored is not None:
            shown += score_shown(scored)
        shown.append(transfers_shown(after.transfers[len(state.transfers) :]))
    yield Finding(Verdict.HOLDS, _clause(claim), Sentence(template), seat, evidence=tuple(shown))


def _breached(claim: Claim, state: TableState, event: Event, breach: Breach, before: list[Event]) -> Finding:
    """A clause against an event; undecided where concealed tiles that nobody saw decide it."""
    seat = getattr(event, "seat", claim.seat)
    evidence = [Evidence("events", gettext_noop("event"), [event_to_list(event)])]
    evidence.append(Evidence("events", gettext_noop("before"), [event_to_list(each) for each in before[-8:]]))
    if isinstance(event, Won):
        player = state.players[event.seat]
        evidence.append(Evidence("tiles", gettext_noop("concealed"), format_tiles(player.concealed)))
        if player.waits:
            evidence.append(Evidence("tiles", gettext_noop("waits"), format_tiles(sorted(player.waits))))
    message = breach.message
    if breach.missing is not None:
        template = gettext_noop("Not decided without %(missing)s: %(reason)s")
        message = Sentence(template, {"missing": breach.missing, "reason": breach.message})
        return Finding(Verdict.UNDECIDED, breach.clause, message, seat, (breach.missing,), tuple(evidence))
    try:
        infraction = _infraction(claim, state, event, breach)
    except MissingFact as missing:
        question = Sentence(FACTS[missing.name].question)
        template = gettext_noop("%(reason)s. For the penalty: %(question)s")
        message = Sentence(template, {"reason": breach.message, "question": question})
        return Finding(Verdict.FAILS, breach.clause, message, seat, (missing.name,), tuple(evidence))
    return Finding(Verdict.FAILS, breach.clause, message, seat, evidence=tuple(evidence), infraction=infraction)


def _infraction(claim: Claim, state: TableState, event: Event, breach: Breach) -> str | None:
    """The fault that a breach is; for a win that fails it depends on whether the tiles were shown."""
    rules = claim.ruleset
    if breach.code == "locked_win" and rules.parameters.shunhe_pay is None:
        shown = Facts(rules, claim.seat, claim.facts)("shown")
        return first_in_force(rules, "false_win" if shown else "locked_win")
    if breach.code in INFRACTIONS:
        return first_in_force(rules, *INFRACTIONS[breach.code])
    if not isinstance(event, Won) or breach.code in NO_OFFENCE:
        return breach.code if breach.code in in_force(rules) else None
    facts = Facts(rules, event.seat, claim.facts)
    if rules.family.name == "riichi" and breach.code == "dead_hand":
        return dead_hand_fault(facts)
    if rules.family.name == "mcr" and breach.code == "min_points":
        return fault(facts, "false_hu_points")
    if rules.family.name == "mcr" and breach.code in ("incomplete", "structure"):
        player = state.players[event.seat]
        concealed = player.concealed if event.source is not None else player.concealed[:-1]
        tile = event.tile if event.source is not None else player.concealed[-1]
        return form_fault(facts, exchanges(facts, Hand(concealed, player.melds, (), tile)))
    return fault(facts)


NO_OFFENCE = ("head_bump", "passed", "turn", "phase", "no_discard", "own_discard", "hand_over", "has_won")
"""Breaches of a win that cost nothing but the win."""


def _locks(claim: Claim, played: Replay) -> Iterator[Finding]:
    """The timeline of the locks of the claim's seat, or of all seats; those in force fail a claim about them."""
    rows: list[dict[str, Any]] = []
    final = played.final
    for seat, player in enumerate(final.players):
        if claim.seat is not None and seat != claim.seat:
            continue
        for lock in player.locks:
            row: dict[str, Any] = {"seat": seat, "kind": lock.kind, "clause": lock.clause, "since": lock.since}
            row["until"] = lock.until
            row["certain"] = lock.certain
            if lock.tile is not None:
                row["tile"] = format_tile(lock.tile)
            rows.append(row)
    now = [row for row in locks_of(final) if claim.seat is None or row["seat"] == claim.seat]
    if claim.kind != "lock":
        if rows or now:
            shown = (Evidence("locks", gettext_noop("locks"), rows), Evidence("locks", gettext_noop("in force"), now))
            template = gettext_noop("The locks of this hand so far.")
            yield Finding(Verdict.HOLDS, _clause(claim), Sentence(template), claim.seat, evidence=shown)
        return
    evidence = (Evidence("locks", gettext_noop("locks"), rows),)
    clauses = {"riichi": "RI-6.3", "taiwan": "TW-6.1", "sichuan": "SC-6.6"}
    barring = [row for row in now if "clause" in row]
    if not barring:
        template = gettext_noop("No lock is in force.")
        clause = clauses[claim.ruleset.family.name]
        yield Finding(Verdict.HOLDS, clause, Sentence(template), claim.seat, evidence=evidence)
    for row in barring:
        seat, tile = int(str(row["seat"])), str(row.get("tile", ""))
        uncertain = any(each["seat"] == seat and each["kind"] == row["kind"] and not each["certain"] for each in rows)
        if uncertain:
            missing = f"the concealed tiles of seat {seat}"
            sentence = Sentence(gettext_noop("Whether %(seat)s is locked depends on concealed tiles."), {"seat": seat})
            yield Finding(Verdict.UNDECIDED, str(row["clause"]), sentence, seat, (missing,), evidence)
            continue
        template = gettext_noop("%(seat)s is locked because of %(tile)s.")
        sentence = Sentence(template, {"seat": seat, "tile": tile})
        yield Finding(Verdict.FAILS, str(row["clause"]), sentence, seat, evidence=evidence)
