from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import gettext_noop
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import find_waits, make_hand_evidence, make_waits_evidence
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.shared_facts import HAND
from judging.law.statements import report_failing, report_holding

KIND = ClaimKind(
    reads=Reads(decides="hand"),
    code="ready",
    situation="win",
    title=gettext_noop("Is the hand ready?"),
    order=150,
    holds=Outcome("none", gettext_noop("The hand counts as ready"), "continues"),
    fails=Outcome(
        "none",
        gettext_noop("The hand or its declaration does not count as ready; play goes on without a penalty"),
        "continues",
    ),
)


def check_hand_ready(facts: Facts) -> Iterator[Finding]:
    hand = facts(HAND)
    waits = find_waits(facts, hand)
    evidence = (
        make_hand_evidence(hand),
        make_waits_evidence(waits),
        Evidence("numbers", gettext_noop("distance"), dict(waits.by_form)),
    )
    if waits.ready:
        yield report_holding(facts, gettext_noop("The hand is ready."), *evidence)
    else:
        yield report_failing(facts, gettext_noop("The hand is not ready."), *evidence)
