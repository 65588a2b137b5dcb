"""Models of the referee's desk. Constraints decide if two referees write at once."""

from judging.cases.models import Appeal, Case, ClaimRecord, Handover, Party, Ruling, RulingForfeit, RulingLine, Sanction
from judging.desk.models import Call, Desk

__all__ = [
    "Appeal",
    "Call",
    "Case",
    "ClaimRecord",
    "Desk",
    "Handover",
    "Party",
    "Ruling",
    "RulingForfeit",
    "RulingLine",
    "Sanction",
]
