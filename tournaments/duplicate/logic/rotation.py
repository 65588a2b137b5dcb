"""Movement of the boards between the tables of a session.

Players on a *line*, their wind at the start of a session, hold the same tiles on every board and are compared. The deal
passes on with every board, so that a multiple of four boards gives everybody each seat equally often.
"""

from __future__ import annotations

from engine.errors import EngineError
from engine.sentences import sentence as _


class RotationError(EngineError):
    kind = "rotation"


def compute_seat(board: int, line: int) -> int:
    """Return the seat, 0 for the dealer, of a line on a board of the session; boards are numbered from 1.

    >>> [compute_seat(2, line) for line in range(4)]
    [3, 0, 1, 2]
    """
    return (line - (board - 1)) % 4


def build_rotation(tables: int, boards: int, copies: int | None = None) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each step and table the board and its copy (set of trays), both from 1 (B3).

    ``copies`` None means one for each table. With fewer, the tables of a set pass their boards on, in rounds of as many
    boards as these tables. Raises RotationError if a set has more tables than boards.

    >>> build_rotation(2, 2, 1)
    (((1, 1), (2, 1)), ((2, 1), (1, 1)))
    """
    sets = tables if copies is None else copies
    if not 1 <= sets <= tables:
        raise RotationError(
            _("there is at least one copy of a board and at most one for each of the %(tables)s tables", tables=tables)
        )
    size = -(-tables // sets)
    if size > boards:
        raise RotationError(
            _(
                "%(size)s tables cannot share %(boards)s boards: more boards, or more copies of each",
                size=size,
                boards=boards,
            )
        )
    rounds = boards // size
    steps = []
    start = 0
    for number in range(rounds):
        # The remainder makes the first rounds one board longer, with one board at rest at each step.
        length = boards // rounds + (number < boards % rounds)
        for step in range(length):
            steps.append(
                tuple((start + (step + table % size) % length + 1, table // size + 1) for table in range(tables))
            )
        start += length
    return tuple(steps)
