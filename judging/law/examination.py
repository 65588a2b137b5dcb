"""Examine a claim with every check of its kind; an undecided check names the missing facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.family import Ruleset
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of
from judging.law.claim import Claim
from judging.law.facts import DECLARED, Contradiction, Fact, MissingFact
from judging.law.families import Facts, law_of
from judging.law.findings import Finding, Verdict
from judging.law.kinds import checks_of
from judging.law.kinds.win import KIND as WIN
from judging.law.logs import examine_log
from judging.law.shared_facts import (
    HAND,
    OWN_DISCARDS,
    PASSED_TILES,
    SINCE,
    WINNING_TILE,
)


def contradictions(f: Facts) -> Iterator[Contradiction]:
    """Every contradiction among the given facts, whatever the claim is about."""
    yield from _winning_tile(f)
    yield from _copies(f)
    since = f.peek(SINCE) or ()
    if "nothing" in since and len(since) > 1:
        yield Contradiction((SINCE,), _("“nothing of this” is chosen together with another answer"))
    yield from f.law.contradictions(f)


def _winning_tile(f: Facts) -> Iterator[Contradiction]:
    hand, tile = f.peek(HAND), f.peek(WINNING_TILE)
    if hand is None or hand.winning is None or tile in (None, hand.winning):
        return
    one, other = format_tile(hand.winning), format_tile(tile)
    yield Contradiction(
        (HAND, WINNING_TILE), _("the winning tile is given as %(one)s and as %(other)s", one=one, other=other)
    )


def _copies(f: Facts) -> Iterator[Contradiction]:
    """More copies of a tile than the set has: in the hand, the own discards and the tiles passed."""
    hand = f.peek(HAND)
    if hand is None:
        return
    named: dict[Tile, list[Fact[Any]]] = {}
    for fact, tiles in ((HAND, hand.tiles), *((fact, f.peek(fact) or ()) for fact in (OWN_DISCARDS, PASSED_TILES))):
        for tile in tiles:
            if tile != UNKNOWN:
                named.setdefault(kind_of(tile), []).append(fact)
    for kind, facts in named.items():
        # A tile let pass for a win may have been claimed, and lies in a meld then.
        claimed = sum(meld.is_exposed and kind in map(kind_of, meld.tiles) for meld in hand.melds)
        spare = min(claimed, facts.count(PASSED_TILES))
        if len(facts) - spare > f.rules.tile_set.copies_of_kind(kind) and set(facts) != {HAND}:
            message = _(
                "%(tile)s is given %(count)s times, more often than it exists", count=len(facts), tile=format_tile(kind)
            )
            yield Contradiction(tuple(dict.fromkeys(facts)), message)


UNDECIDED = gettext_noop("This cannot be decided without an answer to: %(question)s")
CONTRADICTION = gettext_noop("The facts contradict each other: %(problem)s.")
IMPOSSIBLE = gettext_noop("These facts are impossible: %(problem)s.")


def examine(claim: Claim, ruleset: Ruleset | None = None) -> tuple[Finding, ...]:
    """The findings on a claim, in the order in which the rulebook tests.

    A record of play decides all it shows; the facts decide the rest. ``ruleset`` replaces the claim's own. Never raises
    for wrong or missing facts: those are findings.
    """
    if ruleset is not None:
        claim = claim._replace(ruleset=ruleset)
    found = list(examine_log(claim)) if claim.log is not None else _examine_facts(claim)
    return (*found, *law_of(claim.ruleset.family).further_findings(claim, found))


def _examine_facts(claim: Claim) -> list[Finding]:
    checks = checks_of(claim.kind, claim.ruleset.family)
    against_all = next(contradictions(Facts(claim.ruleset, claim.seat, claim.facts)), None)
    if against_all is not None and checks:
        return [_contradicting(claim, checks[0].clause, against_all)]
    found: list[Finding] = []
    contradicting: list[Finding] = []
    for check in checks:
        facts = Facts(claim.ruleset, claim.seat, claim.facts, check)
        try:
            found.extend(check.run(facts))
        except MissingFact as missing:
            clause = claim.ruleset.cite(facts.clause)
            sentence = Sentence(UNDECIDED, {"question": Sentence(missing.fact.question)})
            found.append(Finding(Verdict.UNDECIDED, clause, sentence, claim.seat, (missing.name,)))
        except Contradiction as against:
            contradicting.append(_contradicting(claim, facts.clause, against))
        except EngineError as error:
            clause = claim.ruleset.cite(facts.clause)
            sentence = Sentence(IMPOSSIBLE, {"problem": error.message})
            found.append(Finding(Verdict.UNDECIDED, clause, sentence, claim.seat, (HAND.name,)))
    # What cannot be so is neither decided nor priced, whatever else was found.
    return contradicting[:1] or found


def deciding_failures(claim: Claim, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The failing findings that set the price: all, or of a win only the first where it decides (MCR-6.1)."""
    failing = tuple(finding for finding in findings if finding.verdict is Verdict.FAILS)
    if claim.kind != WIN.code or not law_of(claim.ruleset.family).first_test_decides:
        return failing
    priced = tuple(finding for finding in failing if finding.infraction is not None or finding.missing)
    return (priced or failing)[:1]


def _contradicting(claim: Claim, clause: str, against: Contradiction) -> Finding:
    sentence = Sentence(CONTRADICTION, {"problem": against.message})
    names = tuple(fact.name for fact in against.facts)
    return Finding(Verdict.UNDECIDED, claim.ruleset.cite(clause), sentence, claim.seat, names)


class NextQuestion(NamedTuple):
    """The next fact to ask for, or None when nothing more can be known, and the findings so far."""

    question: str | None
    findings: tuple[Finding, ...]


def next_question(claim: Claim) -> NextQuestion:
    """The first missing fact that is not in the claim yet. After a failure only its penalty may still ask."""
    findings = examine(claim)
    failing = deciding_failures(claim, findings)
    for finding in failing or findings:
        for name in finding.missing:
            if name in DECLARED and name not in claim.facts:
                return NextQuestion(name, findings)
    return NextQuestion(None, findings)
