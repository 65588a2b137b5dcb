"""Types of claims, findings and proposals as JSON name every key that is written."""

from fractions import Fraction

from engine.family import ruleset
from engine.play.transfers import Transfer
from engine.sentences import Sentence
from judging.law.claim import Claim
from judging.law.findings import Finding, Verdict
from judging.law.penalties import Effects, LedgerLine
from judging.law.rulings import BreakingPoint, Proposal
from judging.law.stored import (
    StoredBreakingPoint,
    StoredClaim,
    StoredFinding,
    StoredLedgerLine,
    StoredProposal,
    StoredTransfer,
)

RULES = ruleset("mcr-2006")
PLAIN = Proposal("false_win", 0, "MCR-10.1", "False win", "fine")
PAID = (Transfer(0, 1, 20, "fine", "MCR-10.1"),)
WHOLE = PLAIN._replace(
    effects=Effects(transfers=PAID, ledger=(LedgerLine(0, "table", "points", Fraction(-10), "False win"),)),
    options=(PLAIN,),
    breaking_points=(BreakingPoint("claimed", (8,), (PLAIN,)),),
)


def test_every_key_of_a_stored_value_is_named_by_its_type():
    stored = WHOLE.to_dict()
    assert set(stored) == set(StoredProposal.__annotations__)
    assert set(stored["transfers"][0]) == set(StoredTransfer.__annotations__)
    assert set(stored["ledger"][0]) == set(StoredLedgerLine.__annotations__)
    assert set(stored["breaking_points"][0]) == set(StoredBreakingPoint.__annotations__)
    claim = Claim("false_win", RULES, 0, {}, {}, None, {"tile": ()})
    assert set(claim.to_dict()) | {"parameters", "event"} == set(StoredClaim.__annotations__)
    finding = Finding(Verdict.HOLDS, "MCR-10.1", Sentence("False win")).to_dict()
    assert set(finding) == set(StoredFinding.__annotations__)
