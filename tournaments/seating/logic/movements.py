"""Movements of duplicate events; players of a group on the same line hold the same tiles and are compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.sentences import gettext_noop as _
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.schedule import Rounds, RoundTables

GROUP: Final = 16
"""Players of a group: points of an affine plane of order 4."""

SIXTEEN: Final = tuple((k, (k + 1) % 5) for k in range(5))
FOUR_TEAMS: Final = ((1, 2), (2, 3), (3, 4), (4, 1))
"""Parallel classes of the tables and of the lines by session (B5); a team is a line of class 0."""

TIMES: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication of the Galois field of four elements; addition is exclusive or."""


def build_movement(kind: str, players: Sequence[int], sessions: int, *, seed: str, teams: bool) -> Rounds:
    """Return the sessions of a movement, players on the lines East, South, West, North.

    ``players`` are in the order of their places, team-mates beside each other. ``sixteen``: groups of sixteen, five
    sessions. ``four_teams``: groups of four teams of four, four sessions; mates are never compared. ``one_field``: any
    multiple of four, with lines from a search. Raises SeatingError where the field does not fit.

    >>> build_movement("sixteen", range(1, 17), 5, seed="", teams=False)[0]
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    """
    if kind == "one_field":
        numbered = _build_one_field(len(players), sessions, seed, teams)
    elif not players or len(players) % GROUP:
        raise SeatingError(_("it is for groups of 16 players, not for %(count)s."), count=len(players))
    elif kind == "four_teams" or (kind == "sixteen" and not teams):
        numbered = tuple(
            tuple(table for first in range(1, len(players), GROUP) for table in _group(first, *classes))
            for classes in (FOUR_TEAMS if kind == "four_teams" else SIXTEEN)
        )
    else:
        raise SeatingError(_("there is no movement %(kind)s for this field"), kind=kind)
    return tuple(
        tuple((players[a - 1], players[b - 1], players[c - 1], players[d - 1]) for a, b, c, d in session)
        for session in numbered
    )


def _group(first: int, table_class: int, line_class: int) -> RoundTables:
    seats = {
        (_compute_line(point, table_class), _compute_line(point, line_class)): first + point for point in range(GROUP)
    }
    return tuple((seats[table, 0], seats[table, 1], seats[table, 2], seats[table, 3]) for table in range(4))


def _compute_line(point: int, parallel: int) -> int:
    """Return the line, 0 to 3, of a point in a parallel class: 0 has {0-3}, {4-7} ..., 1 + m has slope m."""
    x, y = divmod(point, 4)
    return x if parallel == 0 else y ^ TIMES[parallel - 1][x]


def _build_one_field(players: int, sessions: int, seed: str, teams: bool) -> Rounds:
    from tournaments.seating.logic.lines import balance_lines
    from tournaments.seating.logic.scheduling import schedule_rounds

    if players % 4 or players < 8:
        raise SeatingError(_("one field has a multiple of four players, at least eight"))
    if teams and players < GROUP:
        raise SeatingError(_("a field of teams has at least four teams of four"))
    if sessions < 1:
        raise SeatingError(_("a movement has at least one session"))
    team_of = {player: 1 + (player - 1) // 4 for player in range(1, players + 1)} if teams else {}
    schedule = schedule_rounds(players, sessions, seed=seed, teams=team_of or None)
    return balance_lines(schedule.rounds, team_of, seed=seed)
