"""Proposed rulings on the proved faults, the standard penalty first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, cast

from engine.exact import read_stored
from engine.family import Ruleset
from engine.play.transfers import Transfer
from engine.tiles.seats import SEATS
from judging.law.claim import Claim, replay_log
from judging.law.competition_sanctions import SESSION_LOST
from judging.law.examination import select_deciding_failures
from judging.law.families import Facts, get_law
from judging.law.findings import Finding, Verdict, collect_transfers, combine_verdicts
from judging.law.infractions import count_offences, get_scope, list_infractions
from judging.law.kind import CORRECTED, Outcome
from judging.law.kinds import get_declared, load_kinds
from judging.law.kinds.call import KIND as CALL_KIND
from judging.law.penalties import (
    SUBSTITUTE_LATER,
    Effects,
    Offence,
    Row,
    choose_penalty,
    list_fine_steps,
    write_stored,
)
from judging.law.shared_facts import CALL, DEALER, DEALER_REPEATS, LAST_HAND, REPEATED
from judging.law.stored import StoredBreakingPoint, StoredProposal


class BreakingPoint(NamedTuple):
    """Answers, as JSON, to a fact that nobody has answered, and the proposals that follow; none: open again."""

    fact: str
    values: tuple[Any, ...]
    then: tuple[Proposal, ...]

    def to_dict(self) -> StoredBreakingPoint:
        return {"fact": self.fact, "values": list(self.values), "then": [proposal.to_dict() for proposal in self.then]}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> BreakingPoint:
        return cls(stored["fact"], tuple(stored["values"]), tuple(map(Proposal.from_dict, stored["then"])))


class Proposal(NamedTuple):
    """One penalty for one seat with all its effects; ``options`` are the alternatives.

    ``repeat``: the offender's earlier offences of the same kind in the row's scope. ``minutes``: extra minutes for the
    table's clock, set by the referee.
    """

    infraction: str
    seat: int
    clause: str
    title: str
    penalty: str
    repeat: int = 0
    scope: str = "hand"
    effects: Effects = Effects()
    steps: tuple[Fraction, ...] = ()
    """Points that the referee may choose from, where the row has a range."""
    minutes: int = 0
    options: tuple[Proposal, ...] = ()
    breaking_points: tuple[BreakingPoint, ...] = ()

    def to_dict(self) -> StoredProposal:
        stored: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN} | self.effects.to_dict()
        stored |= {"steps": list(map(write_stored, self.steps)), "minutes": self.minutes}
        for name in ("options", "breaking_points"):
            if part := getattr(self, name):
                stored[name] = [entry.to_dict() for entry in part]
        return cast(StoredProposal, stored)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Proposal:
        return cls(
            **{name: stored[name] for name in (*_PLAIN, "minutes")},
            effects=Effects.from_dict(stored),
            steps=tuple(map(read_stored, stored["steps"])),
            options=tuple(map(cls.from_dict, stored.get("options", ()))),
            breaking_points=tuple(map(BreakingPoint.from_dict, stored.get("breaking_points", ()))),
        )


_PLAIN = ("infraction", "seat", "clause", "title", "penalty", "repeat", "scope")


def decide(
    claim: Claim,
    findings: Iterable[Finding],
    earlier: Mapping[str, int] | None = None,
    *,
    seat: int | None = None,
) -> tuple[Proposal, ...]:
    """Return proposals for the proved faults, one for each offender; without a fault the outcome of the claim.

    Several faults by one act cost the heaviest row only (MCR-7.6, RI-7.6); a false win in MCR costs the first failed
    test (MCR-6.1). ``earlier``: the offender's earlier punished offences by infraction within the row's scope, and
    under ``session_lost`` the lost sessions of the event. ``seat``: only this offender.
    """
    findings = tuple(findings)
    rules, earlier = claim.ruleset, earlier or {}
    rows = list_infractions(rules)
    by_seat: dict[int, list[Row]] = {}
    failing = select_deciding_failures(claim, findings)
    if any(finding.missing for finding in failing):
        # The price depends on a missing answer.
        return ()
    for finding in failing:
        offender = finding.seat if finding.seat is not None else claim.seat
        if finding.infraction in rows and offender is not None:
            row = rows[finding.infraction]
            proved = by_seat.setdefault(offender, [])
            if row not in proved:
                proved.append(row)
    proposals = []
    for offender, proved in by_seat.items():
        if seat is None or seat == offender:
            case = make_penalty_case(claim, offender, findings, earlier)
            candidates = [_make_proposal(rules, row, _count_repeats(claim, row, earlier), case) for row in proved]
            proposals.append(max(candidates, key=_weigh))
    if load_kinds()[claim.kind].recipient == "each" and claim.log is None:
        return _propose_for_claimants(claim, findings, seat)
    if not by_seat and (seat is None or seat == claim.seat):
        return _propose_without_fault(claim, findings)
    return tuple(proposals)


def _count_repeats(claim: Claim, row: Row, earlier: Mapping[str, int]) -> int:
    """Return the number of earlier offences, at least one if the facts say so where they are asked for it."""
    counted, rows = count_offences(claim.ruleset, row["code"], earlier), get_declared(claim.kind, claim.ruleset.family)
    asks = REPEATED.name in rows and rows[REPEATED.name].in_edition(claim.ruleset.parameters)
    return max(counted, int(asks and bool(claim.facts.get(REPEATED.name))))


def decide_each(
    claim: Claim, findings: Sequence[Finding], before: Callable[[int], Mapping[str, int]]
) -> tuple[Proposal, ...]:
    """Return proposals for one offender after another; ``before``: seat -> earlier punished offences by infraction."""
    seats = dict.fromkeys(finding.seat if finding.seat is not None else claim.seat for finding in findings)
    by_offender = [decide(claim, findings, earlier=before(seat), seat=seat) for seat in seats if seat is not None]
    return tuple(proposal for proposals in by_offender for proposal in proposals) or decide(claim, findings)


def _propose_without_fault(claim: Claim, findings: Sequence[Finding]) -> tuple[Proposal, ...]:
    # Kong income that is not known yet leaves the claim itself decided.
    waits = [finding for finding in findings if finding.verdict is Verdict.UNDECIDED and finding.missing == ("kongs",)]
    verdict, rules = combine_verdicts([finding for finding in findings if finding not in waits]), claim.ruleset
    deciding = next((finding for finding in findings if finding.verdict is verdict), None)
    if verdict is Verdict.UNDECIDED or deciding is None or deciding.missing:
        # The price of a failing statement depends on its missing fact.
        return ()
    paid = collect_transfers(findings)
    paying = (finding for finding in findings if any(evidence.kind == "transfers" for evidence in finding.evidence))
    if load_kinds()[claim.kind].recipient == "table":
        first = next((transfer.target for transfer in paid if transfer.target is not None), 0)
        return (_propose_outcome(first, next(paying, deciding).clause, CORRECTED, paid, waits=bool(waits)),)
    if claim.seat is None:
        return ()
    if verdict is Verdict.HOLDS:
        right = get_law(rules.family).call_rights.get(str(claim.facts.get(CALL.name)))
        clause = next(paying, deciding).clause
        if claim.kind == CALL_KIND.code and claim.log is None and right is not None:
            clause = rules.cite(right)
        return (_propose_outcome(claim.seat, clause, _find_outcome(claim, deciding), paid, waits=bool(waits)),)
    outcome = _find_outcome(claim, deciding)
    return (
        _propose_outcome(claim.seat, deciding.clause, outcome, paid if outcome.penalty == CORRECTED.penalty else ()),
    )


def _propose_for_claimants(claim: Claim, findings: Sequence[Finding], seat: int | None) -> tuple[Proposal, ...]:
    nobody = next((finding for finding in findings if finding.seat is None), None)
    if nobody is not None and nobody.message.template in load_kinds()[claim.kind].sentences:
        first = claim.seat if claim.seat is not None else min(claim.facts.get("claimants") or (0,))
        return (_propose_outcome(first, nobody.clause, _find_outcome(claim, nobody)),)
    return tuple(
        _propose_outcome(finding.seat, finding.clause, _find_outcome(claim, finding))
        for finding in findings
        if finding.seat is not None and finding.verdict is not Verdict.UNDECIDED and seat in (None, finding.seat)
    )


def _find_outcome(claim: Claim, deciding: Finding) -> Outcome:
    kind = load_kinds()[claim.kind]
    outcome = kind.sentences.get(deciding.message.template)
    if outcome is not None:
        return outcome
    if deciding.verdict is Verdict.HOLDS:
        return kind.holds
    return get_law(claim.ruleset.family).outcomes.get((kind.code, deciding.clause), kind.fails)


def _propose_outcome(
    seat: int, clause: str, outcome: Outcome, paid: tuple[Transfer, ...] = (), *, waits: bool = False
) -> Proposal:
    effects = Effects(outcome.hand, paid, refund_kongs=waits)
    return Proposal("", seat, clause, outcome.title, outcome.penalty, effects=effects)


def propose(ruleset: Ruleset, infraction: str, case: Offence, repeat: int = 0) -> Proposal:
    """Return the proposal for one infraction of the ruleset. Raises KeyError for an unknown code."""
    return _make_proposal(ruleset, list_infractions(ruleset)[infraction], repeat, case)


def make_penalty_case(
    claim: Claim, seat: int, findings: Sequence[Finding] = (), earlier: Mapping[str, int] | None = None
) -> Offence:
    """Return the circumstances that price an infraction of ``seat``, from the claim's facts and ``earlier``."""
    answers = claim.facts
    log = claim.log or {}
    facts = Facts(claim.ruleset, claim.seat, answers)
    dealer = facts.peek(DEALER)
    law = get_law(claim.ruleset.family)
    # In an inspection a seat without a hand has won; elsewhere the record or the referee says who has.
    hands = answers.get("hands")
    if claim.log is not None:
        won: Sequence[int] = [seat for seat, player in enumerate(replay_log(claim).final.players) if player.won]
    elif hands is not None:
        won = [seat for seat, hand in enumerate(hands) if hand is None]
    else:
        won = answers.get("won_seats") or ()
    if len(won) == 3 and answers.get("won_before") is not None:
        # Paid for a violation found after the third win are those still in when it was committed (SC-6.2).
        won = answers["won_before"]
    return Offence(
        seat,
        dealer=dealer if dealer is not None else int(log.get("dealer", 0)),
        still_in=tuple(in_play for in_play in SEATS if in_play not in won),
        victim=answers.get("victim"),
        minutes=answers.get("minutes"),
        dealer_repeats=int(log.get("dealer_repeats") or facts.peek(DEALER_REPEATS) or 0),
        inspected=tuple(transfer for transfer in collect_transfers(findings) if transfer.source == seat)
        if load_kinds()[claim.kind].recipient == "table"
        else (),
        kong_income=law.kong_income(claim, seat),
        sessions_lost=(earlier or {}).get(SESSION_LOST, 0),
        before_discard=bool(answers.get("noticed_before_discard")),
        last_hand=bool(answers.get(LAST_HAND.name)),
    )


def _make_proposal(ruleset: Ruleset, row: Row, repeat: int, case: Offence) -> Proposal:
    scope, law = get_scope(ruleset, row), get_law(ruleset.family)
    word = choose_penalty(row, repeat)

    def with_word(penalty: str) -> Proposal:
        return Proposal(
            row["code"],
            case.seat,
            row["clause"],
            row["title"],
            penalty,
            repeat,
            scope,
            law.effects(ruleset, row, penalty, repeat, case),
            tuple(list_fine_steps(ruleset, row)),
        )

    others = dict.fromkeys(alternative for alternative in (row["penalty"], *row["options"]) if alternative != word)
    if "substitute" in others:
        others[SUBSTITUTE_LATER] = None
    standard = with_word(word)
    options = [with_word(alternative) for alternative in others]
    # By the minutes late a substitute may be the standard penalty already.
    different = (
        option for option in options if not option.effects.place_in_event or option.effects != standard.effects
    )
    return standard._replace(options=tuple(different))


_GRADES = (
    ("disqualified", "disqualification"),
    ("session_lost",),
    ("chombo", "fine_replay"),
    ("end_hand",),
    ("fine_dead_hand", "payment"),
    ("dead_hand", "open_dead_hand"),
    ("hidden_dead_hand",),
    ("hand_drawn", "replay", "hand_void"),
    ("table_points", "points", "fine", "deduction"),
    ("serious_warning",),
    ("warning", "right_lost", "forced_discard"),
)


def _weigh(proposal: Proposal) -> tuple[int, int]:
    """Return sort key of a penalty: its grade, then its cost in points; greater is heavier."""
    grade = next((index for index, words in enumerate(_GRADES) if proposal.penalty in words), len(_GRADES))
    cost = sum(transfer.amount for transfer in proposal.effects.transfers if transfer.source == proposal.seat)
    cost -= sum(int(line.amount) for line in proposal.effects.ledger)
    return (-grade, cost)
