"""Hash chain of a draw: the certificate, then every public change of seats, but no reasons, which may be private."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Chairs = Mapping[int, tuple[int, ...]]
"""Table number -> players in the order East, South, West, North."""


class Move(NamedTuple):
    """Change of a chair (seat 0 is East); None stands for nobody."""

    table: int
    seat: int
    was: int | None
    now: int | None


class SeatingChange(NamedTuple):
    """Version published after the drawn one; `at` is the time in UTC as ISO 8601."""

    round: int
    version: int
    at: str
    moves: tuple[Move, ...]

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "moves": [list(move) for move in self.moves]}


def list_moves(before: Chairs, after: Chairs) -> tuple[Move, ...]:
    """Return every changed chair, by table and seat.

    >>> list_moves({1: (1, 2, 3, 4)}, {1: (2, 1, 3, 4)})
    (Move(table=1, seat=0, was=1, now=2), Move(table=1, seat=1, was=2, now=1))
    """
    amendments = []
    for table in sorted({*before, *after}):
        was, now = before.get(table, ()), after.get(table, ())
        for seat in range(max(len(was), len(now))):
            old = was[seat] if seat < len(was) else None
            new = now[seat] if seat < len(now) else None
            if old != new:
                amendments.append(Move(table, seat, old, new))
    return tuple(amendments)


def apply_moves(plan: Chairs, changed: Iterable[Move]) -> dict[int, tuple[int, ...]]:
    """Apply the moves to a plan. Raises ValueError if a chair was not held by the stated player."""
    tables: dict[int, list[int | None]] = {table: list(players) for table, players in plan.items()}
    for move in changed:
        seats = tables.setdefault(move.table, [])
        seats += [None] * (move.seat + 1 - len(seats))
        if seats[move.seat] != move.was:
            raise ValueError(f"table {move.table}, seat {move.seat}")
        seats[move.seat] = move.now
    return {
        table: tuple(player for player in seats if player is not None)
        for table, seats in sorted(tables.items())
        if any(player is not None for player in seats)
    }


def list_links(certificate: str, changes: Iterable[SeatingChange]) -> list[str]:
    """Return the chain: the certificate's SHA-256, then a digest for each change; the last stands for the whole."""
    digests = [hashlib.sha256(certificate.encode()).hexdigest()]
    for change in changes:
        text = json.dumps(change.as_dict(), sort_keys=True, separators=(",", ":"))
        digests.append(hashlib.sha256(f"{digests[-1]}|{text}".encode()).hexdigest())
    return digests
