"""The law: claims in, findings and proposed rulings out. Pure; it imports the engine only."""

from judging.law.claim import Claim
from judging.law.claim_reading import read_claim
from judging.law.examination import examine, find_next_question
from judging.law.fact_values import ClaimError
from judging.law.findings import Finding, Verdict, combine_verdicts
from judging.law.rulings import Proposal, decide

__all__ = [
    "Claim",
    "ClaimError",
    "Finding",
    "Proposal",
    "Verdict",
    "combine_verdicts",
    "decide",
    "examine",
    "find_next_question",
    "read_claim",
]
