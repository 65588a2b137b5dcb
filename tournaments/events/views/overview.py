"""Public overview of an event: its phase, and the best of its last results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from tournaments.events.models import Tournament
from tournaments.results.queries.public_results import ResultRow, round_results
from tournaments.rounds.models import Round
from tournaments.standings.queries import public

When = Literal["before", "during", "after"]

BEST: Final = 5
"""Number of results of the last round on the page."""


def phase(tournament: Tournament, now: Round | None) -> When:
    """Return the phase: before play (until a seating is published), during, or after it. `now` is the current round."""
    if tournament.state == Tournament.State.FINISHED:
        return "after"
    return "during" if now or tournament.state == Tournament.State.RUNNING else "before"


def last_results(
    tournament: Tournament, rounds: Iterable[public.ListedRound]
) -> tuple[int, list[tuple[ResultRow, str]]] | None:
    """The last round whose results are out, with the best of them and the names of their tables."""
    last = public.last_released(rounds)
    sheets = round_results(tournament, last.number) if last else None
    if not last or not sheets:
        return None
    found = [(row, sheet.label) for sheet in sheets for row in sheet.rows if not row.stands_in_for]
    found.sort(key=lambda one: (one[0].table_points or 0, one[0].score or 0, one[0].points), reverse=True)
    return last.number, found[:BEST]
