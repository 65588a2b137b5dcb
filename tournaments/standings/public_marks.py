from __future__ import annotations

from typing import Any

from django.db.models import Count, Max, QuerySet

from tournaments.core.public_marks import public_mark
from tournaments.standings.models import Forfeit, ScoreLine


@public_mark
def released_lines(tournament: int) -> list[Any]:
    lost = Forfeit.objects.filter(tournament=tournament, voided_at__isnull=True)
    lines = query_line_marks(tournament)
    # After a lost session, games of all rounds decide which players are in the standings.
    if not lost.exclude(kind=Forfeit.Kind.DISQUALIFIED).exists():
        lines = lines.filter(round__released_at__isnull=False)
    return list(lines)


def query_line_marks(tournament: int) -> QuerySet[ScoreLine, Any]:
    """Return rounds with count, newest key and times of their lines; times tell apart lines that reuse a key."""
    lines = ScoreLine.objects.filter(kind=ScoreLine.Kind.RESULT, result__isnull=False, tournament=tournament)
    marks = lines.order_by("round_id").values_list("round_id")
    return marks.annotate(Count("pk"), Max("pk"), Max("created_at"), Count("voided_at"), Max("voided_at"))
