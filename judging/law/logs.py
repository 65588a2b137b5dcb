"""Claims with a record of play: the engine replays it; only facts that a record cannot show are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.play.call_priority import outranks
from engine.play.events import (
    Discarded,
    Drew,
    Ended,
    Event,
    FlowerShown,
    HandDied,
    Passed,
    TileCall,
    Won,
    event_to_list,
)
from engine.play.procedure import procedure_of
from engine.play.table import Breach, Phase, Replay, TableState, why_not
from engine.records.cases import locks_of, read_events
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.tile import Tile, format_tile, format_tiles, kind_of
from judging.law.breaches import CALL_AFTER_DRAW, LATE_CALL, LATE_WIN, find_check, make_late_call, sort_breaches
from judging.law.claim import Claim, get_replay_case, replay_log
from judging.law.facts import MissingFact
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, Verdict, make_transfers_evidence
from judging.law.hands import describe_reason, make_score_evidence, measure_distance_to_win
from judging.law.kinds import get_checks, get_facts_of_claim
from judging.law.kinds.call import NOTICED_BEFORE_DISCARD, price_call
from judging.law.kinds.lock import KIND as LOCK
from judging.law.kinds.lock import OFFERS
from judging.law.kinds.win import KIND as WIN
from judging.law.kinds.win import NO_OFFENCE, price_incomplete_hand, price_refused_win
from judging.law.shared_facts import DEALER, DEALER_REPEATS, IN_TIME
from judging.law.statements import UNDECIDED, find_fault, report_failing, report_holding, report_undecided


def examine_log(claim: Claim, read: dict[str, None] | None = None) -> Iterator[Finding]:
    facts = get_facts_of_claim(claim, read=read)
    facts.clause = facts.law.record_clause
    events = read_events(get_replay_case(claim))
    played = replay_log(claim)
    final, stopped = played.final, played.stopped_at
    if stopped is not None:
        yield from _examine_disputed_event(facts, played, stopped.event, events[: stopped.index])
        yield from _examine_locks(facts, claim.kind, final)
        return
    template = gettext_noop("Every event of the record is legal (%(n)s in all).")
    yield report_holding(
        facts, template, _make_events_evidence(gettext_noop("last events"), events[-8:]), n=len(events)
    )
    if claim.event is not None:
        yield from _examine_disputed_event(facts, played, claim.event, events)
    yield from _examine_locks(facts, claim.kind, _get_state_of_locks(claim, final))
    if final.transfers and claim.event is None:
        finding = report_holding(facts, PAYMENTS, make_transfers_evidence(final.transfers))
        yield finding._replace(clause=final.transfers[-1].clause, seat=None)


def _make_events_evidence(label: str, events: Iterable[Event]) -> Evidence:
    return Evidence("events", label, [event_to_list(event) for event in events])


PAYMENTS = gettext_noop("These are the payments of the hand.")
EVENT, BEFORE = gettext_noop("event"), gettext_noop("before")


def _examine_disputed_event(facts: Facts, played: Replay, event: Event, events: list[Event]) -> Iterator[Finding]:
    try:
        state, too_late = find_offer(facts, played, event, events)
    except MissingFact as error:
        check = find_check(facts.rules.family, event, LATE_WIN if isinstance(event, Won) else LATE_CALL)
        question = Sentence(error.fact.question)
        finding = report_undecided(
            facts, UNDECIDED, error.name, clause=None if check is None else check.clause, question=question
        )
        yield finding._replace(seat=getattr(event, "seat", facts.seat))
        return
    if isinstance(event, Won):
        state = facts.law.state_of_win(facts, state)
    breaches = sort_breaches(facts.rules, state, event, (*too_late, *why_not(state, event)))
    for breach in breaches:
        yield _report_breach(facts, state, event, breach, events)
    if breaches:
        return
    evidence, template, clause = (
        [_make_events_evidence(EVENT, [event])],
        gettext_noop("The event is legal."),
        facts.clause,
    )
    if isinstance(event, Won):
        after = state.ruleset.procedure.step(state, event)
        scored = after.wins[-1].scored if after.wins else None
        template = gettext_noop("The win is valid.")
        if scored is not None:
            evidence += make_score_evidence(scored)
        evidence.append(make_transfers_evidence(after.transfers[len(state.transfers) :]))
        # As by the facts, a valid win cites the clause of its payments.
        for check in get_checks(WIN.code, facts.rules.family)[-1:]:
            clause = check.clause
    elif isinstance(event, Ended):
        paid = state.ruleset.procedure.step(state, event).transfers[len(state.transfers) :]
        if paid:
            template, clause = PAYMENTS, paid[-1].clause
            evidence.append(make_transfers_evidence(paid))
    yield report_holding(facts, template, *evidence, clause=clause)._replace(seat=getattr(event, "seat", facts.seat))


ANSWERS = (Passed, HandDied)
NO_TILE = _("no tile is there to win on")
NO_DISCARD = _("no discard is there to be claimed")


def find_offer(
    facts: Facts, played: Replay, event: Event, events: Sequence[Event]
) -> tuple[TableState, tuple[Breach, ...]]:
    """Return the table at the event, of a call with its tile on offer, and a breach if the time for it was over. Raises
    MissingFact where only the time of the call tells.
    """
    final = played.final
    if not isinstance(event, TileCall) or event.source is None or event.tile is None:
        return final, ()
    offers = [index for index, candidate in enumerate(events) if _offers(candidate, event.source, event.tile)]
    since = [later for later in events[offers[-1] + 1 :] if not isinstance(later, ANSWERS)] if offers else []
    if not since:
        return final, ()
    state = played.states[events.index(since[0], offers[-1] + 1)]
    earlier = next((later for later in since if isinstance(later, TileCall)), None)
    if earlier is not None and not outranks(state, event, earlier):
        return final, ()
    play = procedure_of(facts.rules)
    if isinstance(event, Won):
        late = play.breach("no_discard", NO_TILE)._replace(code=LATE_WIN)
    else:
        drawn = any(isinstance(later, Drew) for later in since)
        late = make_late_call(facts.rules, play.breach("no_discard", NO_DISCARD), drawn=drawn)
    stands = play.hooks.stands_after(play, state, event, since)
    # If the draw stands, even a call in time comes too late.
    if late.code != CALL_AFTER_DRAW and (facts(IN_TIME) if stands is None or facts.is_known(IN_TIME) else stands):
        return state, ()
    return state, (late,)


def _offers(event: Event, source: int, tile: Tile) -> bool:
    return isinstance(event, OFFERS) and event.seat == source and kind_of(event.tile) == kind_of(tile)


def _report_breach(facts: Facts, state: TableState, event: Event, breach: Breach, before: list[Event]) -> Finding:
    """Return a breach as a finding; undecided if it depends on unseen concealed tiles."""
    evidence = [_make_events_evidence(EVENT, [event]), _make_events_evidence(BEFORE, before[-8:])]
    if isinstance(event, Won):
        player = state.players[event.seat]
        evidence.append(Evidence("tiles", gettext_noop("concealed"), format_tiles(player.concealed)))
        if player.waits:
            evidence.append(Evidence("tiles", gettext_noop("waits"), format_tiles(sorted(player.waits))))
    message, infraction = describe_reason(breach), None
    missing: str | None = breach.missing
    verdict = Verdict.FAILS if missing is None else Verdict.UNDECIDED
    if missing is not None:
        template = gettext_noop("This cannot be decided without %(missing)s: %(reason)s.")
        message = Sentence(template, {"missing": missing, "reason": message})
    else:
        try:
            infraction = _find_infraction(facts, state, event, breach)
        except MissingFact as error:
            missing = error.name
            template = gettext_noop("%(reason)s. To set the penalty, please answer: %(question)s")
            message = Sentence(template, {"reason": message, "question": Sentence(error.fact.question)})
    named = () if missing is None else (missing,)
    clause, seat = facts.rules.cite(breach.clause), getattr(event, "seat", facts.seat)
    return Finding(verdict, clause, message, seat, named, tuple(evidence), infraction)


def _find_infraction(stated: Facts, state: TableState, event: Event, breach: Breach) -> str | None:
    # A record ends with the event: it was found later unless a fact says otherwise.
    begun = {DEALER.name: state.setup.dealer, DEALER_REPEATS.name: procedure_of(stated.rules).counters(state.setup)}
    answers = {**begun, NOTICED_BEFORE_DISCARD.name: False, **stated.values}
    seat = event.seat if isinstance(event, Won) else stated.seat
    facts = Facts(stated.rules, seat, answers, declared=stated.declared, read=stated.read)
    check = find_check(facts.rules.family, event, breach.code)
    if check is not None and check.costs is not None and breach.code not in NO_OFFENCE:
        return check.costs(facts)
    if breach.code in ("turn", "phase"):
        return _find_fault_out_of_turn(facts, state, event)
    if not isinstance(event, Won):
        return price_call(facts, event, breach.code)
    if breach.code in ("incomplete", "structure"):
        return price_incomplete_hand(facts, lambda: measure_distance_to_win(facts, _get_claimed_hand(state, event)))
    return price_refused_win(facts, breach.code)


def _find_fault_out_of_turn(facts: Facts, state: TableState, event: Event) -> str | None:
    """Return the infraction of a draw, discard or flower at a wrong time; a claim out of turn is only refused."""
    own_turn = getattr(event, "seat", None) == state.turn
    if isinstance(event, Drew) and not own_turn:
        return find_fault(facts, "early_draw")
    if isinstance(event, Discarded) and own_turn and state.phase is Phase.DRAW:
        return find_fault(facts, "discard_before_draw")
    return find_fault(facts, "out_of_turn") if isinstance(event, FlowerShown) else None


def _get_claimed_hand(state: TableState, event: Won) -> Hand:
    player = state.players[event.seat]
    if event.source is not None:
        return Hand(player.concealed, player.melds, (), event.tile)
    return Hand(player.concealed[:-1], player.melds, (), player.concealed[-1])


def _get_state_of_locks(claim: Claim, final: TableState) -> TableState:
    event = claim.event
    if claim.kind != LOCK.code or event is None or isinstance(event, Won) or why_not(final, event):
        return final
    return claim.ruleset.procedure.step(final, event)


def _examine_locks(facts: Facts, kind: str, final: TableState) -> Iterator[Finding]:
    """Examine the locks of the claim's seat, or of all; those in force fail a claim about locks."""
    rows: list[dict[str, Any]] = []
    for seat, player in enumerate(final.players):
        for lock in player.locks if facts.seat in (None, seat) else ():
            row: dict[str, Any] = {"seat": seat, "kind": lock.kind, "clause": facts.rules.cite(lock.clause)}
            row |= {"since": lock.since, "until": lock.until, "certain": lock.certain}
            rows.append(row if lock.tile is None else row | {"tile": format_tile(lock.tile)})
    timeline = Evidence("locks", gettext_noop("locks"), rows)
    now: list[dict[str, Any]] = [row for row in locks_of(final) if facts.seat in (None, row["seat"])]
    if kind != LOCK.code:
        if rows or now:
            template = gettext_noop("These are the locks of this hand so far.")
            yield report_holding(facts, template, timeline, Evidence("locks", gettext_noop("in force"), now))
        return
    (check, *_rest) = get_checks(kind, facts.rules.family)
    barring = [row for code in check.codes for row in now if row["kind"] == code]
    if not barring:
        yield report_holding(facts, gettext_noop("No lock is in force."), timeline, clause=check.clause)
    for row in barring:
        seat, clause = row["seat"], row["clause"]
        if any((entry["seat"], entry["kind"], entry["certain"]) == (seat, row["kind"], False) for entry in rows):
            template = gettext_noop("Concealed tiles decide whether %(seat)s is locked.")
            unseen = f"the concealed tiles of seat {seat}"
            finding = report_undecided(facts, template, unseen, evidence=(timeline,), clause=clause, seat=seat)
        else:
            template = gettext_noop("%(seat)s is locked because of %(tile)s.")
            finding = report_failing(facts, template, timeline, clause=clause, seat=seat, tile=row.get("tile", ""))
        yield finding._replace(seat=seat)
