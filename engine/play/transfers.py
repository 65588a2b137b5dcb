from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.tiles.seats import Seat


class Transfer(NamedTuple):
    """Transfer of ``amount`` (not negative) between seats; None is the table (deposits, fines).

    >>> Transfer(2, 0, 8000, "discarder", "RI-5.10").amount
    8000
    """

    source: Seat | None
    target: Seat | None
    amount: int
    reason: str
    clause: str

    def to_dict(self) -> dict[str, object]:
        return {
            "from": self.source,
            "to": self.target,
            "amount": self.amount,
            "reason": self.reason,
            "clause": self.clause,
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Transfer:
        return cls(stored["from"], stored["to"], stored["amount"], stored["reason"], stored["clause"])


def net(transfers: Iterable[Transfer]) -> tuple[int, int, int, int]:
    """Net points by seat: positive for gains."""
    deltas = [0, 0, 0, 0]
    for transfer in transfers:
        if transfer.source is not None:
            deltas[transfer.source] -= transfer.amount
        if transfer.target is not None:
            deltas[transfer.target] += transfer.amount
    return (deltas[0], deltas[1], deltas[2], deltas[3])
