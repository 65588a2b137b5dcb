from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.absences import list_unplayed_tables


def query_postponed_tables(tournament: Tournament) -> QuerySet[GameTable]:
    """Return the postponed tables without a confirmed sheet, by round and number."""
    confirmed = TableResult.objects.filter(table=OuterRef("pk"), state=TableResult.State.CONFIRMED)
    tables = GameTable.objects.filter(
        ~Exists(confirmed), postponed_to__isnull=False, round__tournament=tournament, round__annulled_at=None
    )
    tables = tables.exclude(round__state=Round.State.PLANNED)
    return tables.select_related("round__tournament").order_by("round__number", "number")


def list_tables_to_come(tournament: Tournament, through: int | None = None) -> list[GameTable]:
    """Return the postponed tables still to be played, up to a round, without those with too few players."""
    if not GameTable.objects.filter(round__tournament=tournament, postponed_to__isnull=False).exists():
        return []  # as at most events
    tables = list(
        query_postponed_tables(tournament)
        if through is None
        else query_postponed_tables(tournament).filter(round__number__lte=through)
    )
    unplayed = {table.round_id: list_unplayed_tables(table.round) for table in tables}
    return [table for table in tables if table.number not in unplayed[table.round_id]]


def is_to_come(table: GameTable) -> bool:
    return table.postponed_to is not None and not table.results.filter(state=TableResult.State.CONFIRMED).exists()


def is_played_late(table: GameTable) -> bool:
    """Return whether the table is still to be played although its round is over."""
    return table.round.state == Round.State.FINISHED and is_to_come(table)
