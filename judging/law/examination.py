"""Examine a claim with every check of its kind; an undecided check names the missing facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.errors import EngineError
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import Wind
from engine.tiles.tile import format_tile
from judging.law.claim import Claim
from judging.law.copies import require_enough_copies
from judging.law.facts import DECLARED, Contradiction, MissingFact
from judging.law.families import Facts, get_law, is_dealer_east
from judging.law.findings import Finding, Verdict
from judging.law.kinds import get_checks, get_facts_of_claim
from judging.law.kinds.win import KIND as WIN
from judging.law.logs import examine_log
from judging.law.shared_facts import (
    DEALER,
    HAND,
    SEAT_WIND,
    SINCE,
    WINNING_TILE,
)
from judging.law.statements import UNDECIDED, report_undecided


def require_consistency(facts: Facts) -> None:
    """Raise Contradiction for facts that cannot all be true, whatever the claim is about."""
    _require_one_winning_tile(facts)
    _require_wind_by_dealer(facts)
    require_enough_copies(facts)
    since = facts.peek(SINCE) or ()
    if "nothing" in since and len(since) > 1:
        raise Contradiction((SINCE,), _("“nothing of this” is chosen together with another answer"))
    facts.law.require_consistency(facts)


def _require_one_winning_tile(facts: Facts) -> None:
    hand, tile = facts.peek(HAND), facts.peek(WINNING_TILE)
    if hand is None or hand.winning is None or tile in (None, hand.winning):
        return
    in_hand, named = format_tile(hand.winning), format_tile(tile)
    message = _("the winning tile is given as %(one)s and as %(other)s", one=in_hand, other=named)
    raise Contradiction((HAND, WINNING_TILE), message)


def _require_wind_by_dealer(facts: Facts) -> None:
    # The answers alone: one of them does not contradict its own inference, and this reads neither for a ruling.
    wind, dealer = facts.values.get(SEAT_WIND.name), facts.values.get(DEALER.name)
    if wind is None or dealer is None or facts.seat is None or not is_dealer_east(facts.rules):
        return
    right = Wind((facts.seat - dealer) % 4)
    if wind != right:
        message = _(
            "if %(seat_dealing)s deals, the seat wind of %(seat)s is %(right)s, not %(wind)s",
            seat_dealing=dealer,
            seat=facts.seat,
            right=right.letter,
            wind=wind.letter,
        )
        raise Contradiction((SEAT_WIND, DEALER), message)


CONTRADICTION = gettext_noop("The facts contradict each other: %(problem)s.")
IMPOSSIBLE = gettext_noop("These facts are impossible: %(problem)s.")


def examine(claim: Claim, read: dict[str, None] | None = None) -> tuple[Finding, ...]:
    """Return the findings on a claim in the order of the rulebook's tests; ``read`` gets the facts that checks read.

    A record of play decides all it shows; the facts decide the rest. Never raises for wrong or missing facts: those are
    findings.
    """
    findings = list(examine_log(claim, read)) if claim.log is not None else _examine_facts(claim, read)
    return (*findings, *get_law(claim.ruleset.family).further_findings(claim, findings))


def _examine_facts(claim: Claim, read: dict[str, None] | None) -> list[Finding]:
    findings: list[Finding] = []
    for number, check in enumerate(get_checks(claim.kind, claim.ruleset.family)):
        if check.if_right and any(finding.verdict is Verdict.FAILS for finding in findings):
            continue
        facts = get_facts_of_claim(claim, check, read)
        try:
            if number == 0:
                require_consistency(facts)
            findings.extend(check.run(facts))
        except MissingFact as error:
            findings.append(report_undecided(facts, UNDECIDED, error.name, question=Sentence(error.fact.question)))
        except Contradiction as error:
            # Contradictory facts are neither decided nor priced, whatever the other findings.
            return [report_undecided(facts, CONTRADICTION, *(fact.name for fact in error.facts), problem=error.message)]
        except EngineError as error:
            findings.append(report_undecided(facts, IMPOSSIBLE, HAND.name, problem=error.message))
    return findings


def select_deciding_failures(claim: Claim, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the failing findings that set the price: all, or of a win only the first where it decides (MCR-6.1)."""
    failing = tuple(finding for finding in findings if finding.verdict is Verdict.FAILS)
    if claim.kind != WIN.code or not get_law(claim.ruleset.family).first_test_decides:
        return failing
    priced = tuple(finding for finding in failing if finding.infraction is not None or finding.missing)
    return (priced or failing)[:1]


class NextQuestion(NamedTuple):
    """The next fact to ask for, or None when nothing more can be known, and the findings so far."""

    question: str | None
    findings: tuple[Finding, ...]


def find_next_question(claim: Claim) -> NextQuestion:
    """Return the first missing fact that is not in the claim yet. After a failure only its penalty may still ask."""
    findings = examine(claim)
    failing = select_deciding_failures(claim, findings)
    for finding in failing or findings:
        for name in finding.missing:
            if name in DECLARED and name not in claim.facts:
                return NextQuestion(name, findings)
    return NextQuestion(None, findings)
