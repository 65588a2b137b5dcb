"""Claims with a record of play: the engine replays it; only facts that a record cannot show are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.play.events import Event, Won, event_to_list
from engine.play.table import Breach, Replay, TableState, why_not
from engine.records.cases import locks_of, read_events
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import format_tile, format_tiles
from judging.law.breaches import check_of, sort_breaches
from judging.law.claim import Claim, replay_case, replay_log
from judging.law.facts import MissingFact
from judging.law.families import Facts, law_of
from judging.law.findings import Evidence, Finding, Verdict, transfers_evidence
from judging.law.hands import distance_to_win, reason_in_words, score_evidence
from judging.law.kinds import checks_of
from judging.law.kinds.call import NOTICED_BEFORE_DISCARD, call_fault
from judging.law.kinds.lock import KIND as LOCK
from judging.law.kinds.win import KIND as WIN
from judging.law.kinds.win import NO_OFFENCE, form_fault, refused_fault
from judging.law.shared_facts import DEALER


def examine_log(claim: Claim) -> Iterator[Finding]:
    """Findings on the record, the disputed event, locks and payments."""
    case = replay_case(claim)
    events = read_events(case)
    played = replay_log(claim)
    if played.stopped_at is not None:
        stopped = played.stopped_at
        before = played.final
        for breach in sort_breaches(claim.ruleset.family, before, stopped.event, stopped.breaches):
            yield _breached(claim, before, stopped.event, breach, events[: stopped.index])
        yield from _locks(claim, played)
        return
    final = played.final
    template = gettext_noop("Every event of the record is legal (%(n)s in all).")
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
            Sentence(gettext_noop("These are the payments of the hand.")),
            evidence=(transfers_evidence(final.transfers),),
        )
        yield found


def _clause(claim: Claim) -> str:
    return claim.ruleset.cite(law_of(claim.ruleset.family).record_clause)


def _disputed(claim: Claim, state: TableState, event: Event, events: list[Event]) -> Iterator[Finding]:
    breaches = sort_breaches(claim.ruleset.family, state, event, why_not(state, event))
    for breach in breaches:
        yield _breached(claim, state, event, breach, events)
    if breaches:
        return
    seat = getattr(event, "seat", claim.seat)
    shown = [Evidence("events", gettext_noop("event"), [event_to_list(event)])]
    template, clause = gettext_noop("The event is legal."), _clause(claim)
    if isinstance(event, Won):
        after = state.ruleset.procedure.step(state, event)
        scored = after.wins[-1].scored if after.wins else None
        template = gettext_noop("The win is valid.")
        if scored is not None:
            shown += score_evidence(scored)
        shown.append(transfers_evidence(after.transfers[len(state.transfers) :]))
        # As by the facts, a valid win cites the clause of its payments.
        for check in checks_of(WIN.code, claim.ruleset.family)[-1:]:
            clause = claim.ruleset.cite(check.clause)
    yield Finding(Verdict.HOLDS, clause, Sentence(template), seat, evidence=tuple(shown))


def _breached(claim: Claim, state: TableState, event: Event, breach: Breach, before: list[Event]) -> Finding:
    """A breach as a finding; undecided if it depends on unseen concealed tiles."""
    seat = getattr(event, "seat", claim.seat)
    evidence = [Evidence("events", gettext_noop("event"), [event_to_list(event)])]
    evidence.append(Evidence("events", gettext_noop("before"), [event_to_list(each) for each in before[-8:]]))
    if isinstance(event, Won):
        player = state.players[event.seat]
        evidence.append(Evidence("tiles", gettext_noop("concealed"), format_tiles(player.concealed)))
        if player.waits:
            evidence.append(Evidence("tiles", gettext_noop("waits"), format_tiles(sorted(player.waits))))
    message, clause = reason_in_words(breach), claim.ruleset.cite(breach.clause)
    if breach.missing is not None:
        template = gettext_noop("This cannot be decided without %(missing)s: %(reason)s.")
        message = Sentence(template, {"missing": breach.missing, "reason": message})
        return Finding(Verdict.UNDECIDED, clause, message, seat, (breach.missing,), tuple(evidence))
    try:
        infraction = _infraction(claim, state, event, breach)
    except MissingFact as missing:
        question = Sentence(missing.fact.question)
        template = gettext_noop("%(reason)s. To set the penalty, please answer: %(question)s")
        message = Sentence(template, {"reason": message, "question": question})
        return Finding(Verdict.FAILS, clause, message, seat, (missing.name,), tuple(evidence))
    return Finding(Verdict.FAILS, clause, message, seat, evidence=tuple(evidence), infraction=infraction)


def _infraction(claim: Claim, state: TableState, event: Event, breach: Breach) -> str | None:
    """The infraction of a breach; for an invalid win it depends on the tiles being shown."""
    # A record ends with the event: it was found later unless a fact says otherwise.
    values = {DEALER.name: state.setup.dealer, NOTICED_BEFORE_DISCARD.name: False, **claim.facts}
    seat = event.seat if isinstance(event, Won) else claim.seat
    facts = Facts(claim.ruleset, seat, values)
    check = check_of(claim.ruleset.family, event, breach.code)
    if check is not None and check.costs is not None and breach.code not in NO_OFFENCE:
        return check.costs(facts)
    if not isinstance(event, Won):
        return call_fault(facts, event, breach.code)
    if breach.code in ("incomplete", "structure"):
        return form_fault(facts, lambda: distance_to_win(facts, _claimed(state, event)))
    return refused_fault(facts, breach.code)


def _claimed(state: TableState, event: Won) -> Hand:
    player = state.players[event.seat]
    if event.source is not None:
        return Hand(player.concealed, player.melds, (), event.tile)
    return Hand(player.concealed[:-1], player.melds, (), player.concealed[-1])


def _locks(claim: Claim, played: Replay) -> Iterator[Finding]:
    """Timeline of the locks of the claim's seat, or of all; those in force fail a claim about locks."""
    rows: list[dict[str, Any]] = []
    final, cite = played.final, claim.ruleset.cite
    for seat, player in enumerate(final.players):
        if claim.seat is not None and seat != claim.seat:
            continue
        for lock in player.locks:
            row: dict[str, Any] = {
                "seat": seat,
                "kind": lock.kind,
                "clause": cite(lock.clause),
                "since": lock.since,
            }
            row["until"] = lock.until
            row["certain"] = lock.certain
            if lock.tile is not None:
                row["tile"] = format_tile(lock.tile)
            rows.append(row)
    now = [row for row in locks_of(final) if claim.seat is None or row["seat"] == claim.seat]
    if claim.kind != LOCK.code:
        if rows or now:
            shown = (Evidence("locks", gettext_noop("locks"), rows), Evidence("locks", gettext_noop("in force"), now))
            template = gettext_noop("These are the locks of this hand so far.")
            yield Finding(Verdict.HOLDS, _clause(claim), Sentence(template), claim.seat, evidence=shown)
        return
    evidence = (Evidence("locks", gettext_noop("locks"), rows),)
    (check, *_rest) = checks_of(claim.kind, claim.ruleset.family)
    bars = check.codes
    barring = sorted((row for row in now if row["kind"] in bars), key=lambda row: bars.index(str(row["kind"])))
    if not barring:
        template = gettext_noop("No lock is in force.")
        clause = cite(check.clause)
        yield Finding(Verdict.HOLDS, clause, Sentence(template), claim.seat, evidence=evidence)
    for row in barring:
        seat, tile = int(str(row["seat"])), str(row.get("tile", ""))
        uncertain = any(each["seat"] == seat and each["kind"] == row["kind"] and not each["certain"] for each in rows)
        if uncertain:
            missing = f"the concealed tiles of seat {seat}"
            sentence = Sentence(gettext_noop("Concealed tiles decide whether %(seat)s is locked."), {"seat": seat})
            yield Finding(Verdict.UNDECIDED, cite(str(row["clause"])), sentence, seat, (missing,), evidence)
            continue
        template = gettext_noop("%(seat)s is locked because of %(tile)s.")
        sentence = Sentence(template, {"seat": seat, "tile": tile})
        yield Finding(Verdict.FAILS, cite(str(row["clause"])), sentence, seat, evidence=evidence)
