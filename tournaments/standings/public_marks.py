"""Mark of the ledger: what has been released of it."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, QuerySet

from tournaments.core.public_marks import public_mark
from tournaments.standings.models import Forfeit, ScoreLine


@public_mark
def released_lines(tournament: int) -> list[Any]:
    """Return the marks of the lines that count in public."""
    lost = Forfeit.objects.filter(tournament=tournament, voided_at__isnull=True)
    lines = marks_of_lines(tournament)
    # Where a session is lost, games of all rounds decide who is in the standings.
    if not lost.exclude(kind=Forfeit.Kind.DISQUALIFIED).exists():
        lines = lines.filter(round__released_at__isnull=False)
    return list(lines)


def marks_of_lines(tournament: int) -> QuerySet[ScoreLine, Any]:
    """Return rounds with the number of their lines, the newest, and how many are void since when.

    The times tell apart rows that got the same key after a transaction was undone, or in a database brought back.
    """
    lines = ScoreLine.objects.filter(kind=ScoreLine.Kind.RESULT, result__isnull=False, tournament=tournament)
    marks = lines.order_by("round_id").values_list("round_id")
    return marks.annotate(Count("pk"), Max("pk"), Max("created_at"), Count("voided_at"), Max("voided_at"))
