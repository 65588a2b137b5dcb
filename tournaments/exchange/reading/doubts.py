"""What is doubtful about the tables of an event file: points that do not sum, uma that its own rule does not give."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from engine.match.scoring import MatchScoring, score_table
from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import problem_at
from tournaments.exchange.reading.event_file import EventFile, FileTable


def doubts_of(event: EventFile, scoring: MatchScoring) -> list[RowProblem]:
    """A warning for each table that contradicts the rule of the file, in the order of the file."""
    found: list[RowProblem] = []
    for number, table in event.played:
        where = f"{_('round %(round)s') % {'round': number}}, {_('table %(table)s') % {'table': table.number}}"
        found += [problem_at(where, told, warning=True) for told in _doubts(table, scoring, event)]
    return found


def _doubts(table: FileTable, scoring: MatchScoring, event: EventFile) -> Iterator[str]:
    points, total = table.points, table.total
    expected = scoring.expected_total(len(points))
    fines = sum((seat.number("penalty") or Fraction(0) for seat in table.seats), Fraction(0))
    if total not in (expected, expected + fines, expected + fines * scoring.divisor):
        yield _("The points sum to %(sum)s, not to %(expected)s.") % {"sum": total, "expected": expected}
    if event.scoring.get("uma") is None or len(set(points)) < len(points):
        return
    games = score_table(points, scoring, table.leftover)
    for seat, game in zip(table.seats, games, strict=True):
        written = seat.number("uma")
        if written is not None and written not in (game.uma, game.uma * scoring.divisor):
            values = {"player": str(seat.player), "written": str(written), "ours": str(game.uma)}
            yield _("Player %(player)s has an uma of %(written)s; the rule of the file gives %(ours)s.") % values
