"""What the law says to a dispute by the facts and by the record of play, in a form that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from engine.play.events import Ended, Won
from engine.play.table import IllegalEvent, apply
from engine.play.transfers import Transfer
from engine.tiles.seats import turn_order
from judging.law.claim import Claim
from judging.law.disputes.generator import Dispute
from judging.law.examination import examine
from judging.law.families import law_of
from judging.law.findings import Verdict, overall
from judging.law.kinds.inspection import KIND as INSPECTION
from judging.law.kinds.lock import KIND as LOCK
from judging.law.kinds.value import KIND as VALUE
from judging.law.kinds.winners import KIND as WINNERS
from judging.law.payments import transfers_of
from judging.law.rulings import decide

PAID_ANYWAY = (INSPECTION.code,)
"""Kinds of claims whose payments do not hang on the verdict."""

Paid = tuple[tuple[int, int, int], ...]
"""(from, to, amount) of each payment between players, sorted."""


class Answer(NamedTuple):
    """A verdict with the clause that decides it, the fault, the payments, and the facts that are missing."""

    verdict: Verdict
    clause: str = ""
    infraction: str | None = None
    paid: Paid = ()
    missing: tuple[str, ...] = ()


def by_facts(dispute: Dispute, facts: dict[str, Any] | None = None) -> Answer:
    """What the law says to the facts of the table, or to other ones."""
    return answer(dispute.claimed(facts))


def answer(claim: Claim) -> Answer:
    """What the law says to a claim, the first finding that fails deciding it."""
    findings = examine(claim)
    verdict = overall(findings)
    deciding = next((each for each in findings if each.verdict is verdict and verdict is not Verdict.HOLDS), None)
    missing = tuple(dict.fromkeys(name for each in findings for name in each.missing))
    proposals = decide(claim, findings)
    fault = next((each.infraction for each in proposals if each.infraction), None)
    paid = _summed(transfers_of(findings)) if verdict is Verdict.HOLDS or claim.kind in PAID_ANYWAY else ()
    return Answer(verdict, deciding.clause if deciding is not None else "", fault, paid, missing)


def _summed(transfers: Iterable[Transfer]) -> Paid:
    """Payments between players, several from one to another added up; sticks and deductions go to nobody."""
    found: dict[tuple[int, int], int] = {}
    for each in transfers:
        if each.source is not None and each.target is not None:
            found[each.source, each.target] = found.get((each.source, each.target), 0) + each.amount
    return tuple(sorted((*ends, amount) for ends, amount in found.items() if amount))


def by_record(dispute: Dispute) -> Answer | None:
    """What the record says; None for disputes that leave no trace in one."""
    if not dispute.kind.recorded:
        return None
    compared = _RECORDED.get(dispute.kind.claim)
    return compared(dispute) if compared is not None else answer(dispute.recorded())


def _value(dispute: Dispute) -> Answer:
    """The value of the win as the rules of play score it, against what was claimed."""
    moment = dispute.moment
    if not isinstance(moment.event, Won):
        raise TypeError(f"{moment.event!r} is no win")
    after = moment.play.step(moment.now, moment.event)
    scored = after.wins[-1].scored
    worth = scored.value.get(law_of(dispute.ruleset.family).value_unit) if scored is not None else None
    right = int(str(worth or 0)) == moment.said["claimed_value"]
    verdict = Verdict.HOLDS if right else Verdict.FAILS
    return answer(dispute.recorded())._replace(verdict=verdict, clause="")


def _winners(dispute: Dispute) -> Answer:
    """Who is let win when all claim the tile, in turn order from its owner; the claim holds where everybody wins."""
    state, claimants = dispute.moment.now, dispute.moment.said["claimants"]
    tile, owner = state.offered, state.turn
    won: list[int] = []
    for seat in turn_order(owner)[1:]:
        if seat in claimants:
            try:
                state = apply(state, Won(seat, owner, tile))
            except IllegalEvent as refused:
                if any(breach.code == THREE_WINNERS for breach in refused.breaches):
                    won = []
                continue
            won.append(seat)
    return Answer(
        Verdict.HOLDS if sorted(won) == sorted(claimants) else Verdict.FAILS,
        paid=tuple((seat, seat, 1) for seat in won),
    )


THREE_WINNERS = "triple_ron"


def _drawn_hand(dispute: Dispute) -> Answer:
    """What the hands at the wall's end pay each other."""
    state, event = dispute.moment.now, dispute.moment.event
    if not isinstance(event, Ended):
        raise TypeError(f"{event!r} ends no hand")
    paid = apply(state, event).transfers[len(state.transfers) :]
    return Answer(Verdict.HOLDS, paid=_summed(paid))


_RECORDED: Mapping[str, Callable[[Dispute], Answer]] = {
    VALUE.code: _value,
    WINNERS.code: _winners,
    INSPECTION.code: _drawn_hand,
}
"""Kind of claim -> what the rules of play say to it, where a record with an event is not the whole claim."""


def agree(told: Answer, recorded: Answer, kind: str) -> bool:
    """Whether both say the same, as far as both can say it."""
    return not differences(told, recorded, kind)


def differences(told: Answer, recorded: Answer, kind: str) -> tuple[str, ...]:
    """In what the two differ: ``verdict``, ``clause``, ``fault``, ``payments``; empty where they agree."""
    found = []
    if kind in PAID_ANYWAY:
        return ("payments",) if told.paid != recorded.paid else ()
    if told.verdict is not recorded.verdict:
        return ("verdict",)
    if kind in (VALUE.code, WINNERS.code):
        return (
            ("payments",) if told.verdict is Verdict.HOLDS and told.paid != recorded.paid and kind == VALUE.code else ()
        )
    if told.clause != recorded.clause:
        found.append("clause")
    if told.infraction != recorded.infraction:
        found.append("fault")
    if told.paid != recorded.paid and kind != LOCK.code:
        found.append("payments")
    return tuple(found)
