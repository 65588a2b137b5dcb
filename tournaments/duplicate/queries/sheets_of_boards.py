from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round


def get_start_points(tournament: Tournament) -> int:
    return int(tournament.ruleset.match_scoring.get("start_points", 0) or 0)


def sum_points(plays: Iterable[BoardPlay], start: int) -> dict[int, int]:
    """Return player (by primary key) -> points over the plays of a table; an unplayable board counts 0."""
    points: dict[int, int] = {}
    for play in plays:
        counts = play.ruling != BoardPlay.Ruling.UNPLAYABLE and play.entered_at is not None
        for seat in play.seats.all():
            points[seat.entry_id] = points.get(seat.entry_id, start) + ((seat.points or 0) if counts else 0)
    return points


def list_unruled_plays(tournament: Tournament) -> QuerySet[BoardPlay]:
    """Return the flagged plays that count for nobody until a referee has ruled."""
    plays = BoardPlay.objects.filter(table__round__tournament=tournament, table__round__annulled_at=None, ruling="")
    return plays.exclude(flag="").select_related("board", "table__round").order_by("board__session", "table__number")


def iterate_outdated_sheets(tournament: Tournament, round_: Round | None = None) -> Iterator[GameTable]:
    """Yield the tables whose sheet differs from their finished boards: one was corrected or ruled on since."""
    if not tournament.board_sets.exists():
        return
    plays: dict[int, list[BoardPlay]] = {}
    of_boards = BoardPlay.objects.filter(table__round__tournament=tournament, table__round__annulled_at=None)
    of_boards = of_boards if round_ is None else of_boards.filter(table__round=round_)
    for play in of_boards.prefetch_related("seats"):
        plays.setdefault(play.table_id, []).append(play)
    if not plays:
        return
    standing = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)
    results = TableResult.objects.filter(table__in=plays, state__in=standing).prefetch_related("seats")
    sheets = {result.table_id: result for result in results.order_by("version")}
    start = get_start_points(tournament)
    tables = GameTable.objects.filter(pk__in=sheets).select_related("round").order_by("round__number", "number")
    for table in tables:
        points = sum_points(plays[table.pk], start)
        written = {seat.entry_id: seat.points for seat in sheets[table.pk].seats.all()}
        if all(play.done for play in plays[table.pk]) and written != {key: points.get(key, start) for key in written}:
            yield table
