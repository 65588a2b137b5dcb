"""A dispute to practise on: chosen by ruleset, kind, difficulty and seed, with the ruling that is right.

Only disputes are asked of which facts and record of play say the same; where they cite different clauses, either is
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from engine.family import Ruleset, ruleset
from engine.play.table import TableState
from engine.play.transfers import net
from judging.law.disputes.agreement import by_facts, by_record, differences
from judging.law.disputes.difficulty import Level, difficulty, level
from judging.law.disputes.generator import Dispute, dispute, disputes_of, kinds_of_disputes
from judging.law.disputes.moment import ToldLine
from judging.law.disputes.stories import story
from judging.law.examination import examine
from judging.law.findings import Finding, Verdict, overall
from judging.law.kinds.call import KIND as CALL
from judging.law.kinds.exposed import KIND as EXPOSED
from judging.law.kinds.fault import KIND as FAULT
from judging.law.kinds.flower import KIND as FLOWER
from judging.law.kinds.inspection import KIND as INSPECTION
from judging.law.kinds.swap import KIND as SWAP
from judging.law.kinds.tile_count import KIND as TILE_COUNT
from judging.law.kinds.value import KIND as VALUE
from judging.law.kinds.winners import KIND as WINNERS
from judging.law.payments import transfers_of
from judging.law.rulings import Proposal, decide

TRIES: Final = 6
"""Hands that are looked at for a dispute of the difficulty that is wished."""

RARE: Final = 0.1
"""How often a dispute is of a kind that needs tiles of its own."""

CLOSED: Final = (CALL.code, SWAP.code, TILE_COUNT.code, EXPOSED.code, FAULT.code, FLOWER.code)
"""Kinds of claims in which nobody's hand is laid open."""


SEEN: Final = ("dealer", "dealer_pays", "visible", "void_suit", "dora_indicators", "deposits")
"""Circumstances of a win that everybody sees on the table."""


class Right(NamedTuple):
    """The ruling that is right. ``winners`` are seats where it is disputed who wins, else None; ``paid`` is what each
    seat gains by the claim itself, penalties left out, None where nothing can be paid. Faults are codes of infractions.
    """

    verdict: str
    clauses: tuple[str, ...]
    fault: str | None
    winners: tuple[int, ...] | None
    paid: tuple[int, ...] | None


class Question(NamedTuple):
    """A dispute as the practice desk asks it, with the answer."""

    kind: str
    title: str
    claim: str
    level: str
    points: int
    seat: int
    told: list[ToldLine]
    circumstances: dict[str, Any]
    now: TableState
    open_seats: tuple[int, ...]
    right: Right
    findings: list[dict[str, Any]]
    proposals: list[dict[str, Any]]


def question(name: str, kind: str, wished: str, seed: str) -> Question:
    """The dispute that a seed makes for this ruleset, kind (empty: any) and level (empty: any), the nearest to it.

    Raises LookupError for a ruleset that has no such kind.
    """
    rules = ruleset(name)
    best: tuple[int, Dispute, tuple[Finding, ...], str] | None = None
    for found in _tried(rules, kind, Random(f"{name}/{kind}/{wished}/{seed}")):
        recorded = by_record(found)
        if recorded is not None and set(differences(by_facts(found), recorded, found.kind.claim)) - {"clause"}:
            continue
        findings = examine(found.claimed())
        if overall(findings) is Verdict.UNDECIDED:
            continue
        points = difficulty(found, findings)
        far = _far(points, wished)
        if best is None or far < best[0]:
            best = far, found, findings, recorded.clause if recorded is not None else ""
        if not far:
            break
    if best is None:
        raise LookupError(kind)
    return _asked(*best[1:])


def _far(points: int, wished: str) -> int:
    """0 for a dispute of the level that is wished, else how many levels away."""
    steps = list(Level)
    return abs(steps.index(level(points)) - steps.index(Level(wished))) if wished else 0


def _tried(rules: Ruleset, code: str, rng: Random) -> Iterator[Dispute]:
    """Disputes to choose from, in an order that the seed decides."""
    kinds = kinds_of_disputes(rules)
    if code:
        kinds = [kind for kind in kinds if kind.code == code]
    held = [kind for kind in kinds if kind.held is not None]
    for _ in range(TRIES):
        seed = rng.randrange(10**9)
        if code and not kinds:
            return
        if code or (held and rng.random() < RARE):
            found = dispute(rules, rng.choice(kinds if code else held), seed)
            yield from [found] if found is not None else []
        else:
            several = list(disputes_of(rules, seed, rng.sample(kinds, len(kinds))))
            rng.shuffle(several)
            yield from several


def _asked(found: Dispute, findings: tuple[Finding, ...], clause: str) -> Question:
    claim = found.claimed()
    proposals = decide(claim, findings)
    points = difficulty(found, findings)
    return Question(
        found.kind.code,
        found.kind.title,
        found.kind.claim,
        level(points).value,
        points,
        found.moment.seat,
        story(found),
        {name: value for name, value in (found.facts.get("circumstances") or {}).items() if name not in SEEN},
        found.moment.now,
        _open_seats(found),
        _right(found, findings, proposals, clause),
        [each.to_dict() for each in findings],
        [each.to_dict() for each in proposals],
    )


def _open_seats(found: Dispute) -> tuple[int, ...]:
    claim, facts = found.kind.claim, found.facts
    if claim == INSPECTION.code:
        return (0, 1, 2, 3)
    if claim == WINNERS.code:
        return tuple(facts["claimants"])
    if claim in CLOSED or facts.get("shown") is False:
        return ()
    return (found.moment.seat,)


def _right(found: Dispute, findings: tuple[Finding, ...], proposals: tuple[Proposal, ...], clause: str) -> Right:
    verdict = overall(findings)
    deciding = [*(each.clause for each in findings if each.verdict is verdict), *filter(None, (clause,))]
    winners = None
    if found.kind.claim == WINNERS.code:
        winners = tuple(
            sorted(each.seat for each in findings if each.seat is not None and each.verdict is Verdict.HOLDS)
        )
    fault = next((each.infraction for each in proposals if each.infraction), None)
    paid = None
    if found.kind.pays:
        stands = verdict is Verdict.HOLDS or found.kind.claim in (VALUE.code, INSPECTION.code)
        paid = tuple(net(transfers_of(findings))) if stands else (0, 0, 0, 0)
    clauses = tuple(dict.fromkeys(deciding)) if verdict is Verdict.FAILS else ()
    return Right(verdict.value, clauses, fault, winners, paid)
