"""The records of the referee's desk. Constraints here are the last word when two referees write at once."""

from .calls import Call
from .cases import Case, ClaimRecord, Desk, Party
from .rulings import Appeal, Ruling, RulingForfeit, RulingLine, Sanction

__all__ = [
    "Appeal",
    "Call",
    "Case",
    "ClaimRecord",
    "Desk",
    "Party",
    "Ruling",
    "RulingForfeit",
    "RulingLine",
    "Sanction",
]
