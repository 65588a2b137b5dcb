from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round, Seat, Seating
from tournaments.standings.models import Forfeit


def query_lost_sessions() -> QuerySet[Forfeit]:
    return Forfeit.objects.filter(voided_at__isnull=True, kind__in=Forfeit.SESSION)


def map_players_to_forfeits(round_: Round) -> dict[int, Forfeit]:
    """Return player -> forfeit in force of the round's session."""
    forfeits = query_lost_sessions().filter(round=round_)
    return {forfeit.entry_id: forfeit for forfeit in forfeits.select_related("round").order_by("pk")}


def list_unplayed_tables(round_: Round) -> set[int]:
    """Return the numbers of the round's tables that need no sheet: with too few players, or closed without play."""
    too_few = {
        number for number, _given, _seats in list_awards_without_play(list(map_players_to_forfeits(round_).values()))
    }
    closed = query_tables_closed_without_play(round_.tournament).filter(round=round_).order_by()
    return too_few | set(closed.values_list("number", flat=True))


def query_tables_closed_without_play(tournament: Tournament) -> QuerySet[GameTable]:
    """Return the tables of open evenings that were closed without a sheet."""
    handed_in = TableResult.objects.filter(table=OuterRef("pk")).exclude(state=TableResult.State.REJECTED)
    over = GameTable.objects.filter(round__tournament=tournament, round__state=Round.State.FINISHED, round__alone=True)
    return over.exclude(Exists(handed_in))


def list_awards_without_play(forfeits: list[Forfeit]) -> list[tuple[int, tuple[dict[str, int], Forfeit], list[int]]]:
    """Return (table, what each player present gets and by which forfeit, players present) for these forfeits' round."""
    absent = {forfeit.entry_id: forfeit for forfeit in forfeits if forfeit.present}
    if len(absent) < 2 or forfeits[0].round_id is None:
        return []
    tables = []
    for table, seats in _group_players_by_table(forfeits[0].round_id).items():
        present = [entry for entry in seats if entry not in absent]
        missing = [absent[entry] for entry in seats if entry in absent]
        award = next(
            (award_row for forfeit in missing for award_row in forfeit.present if award_row["players"] == len(present)),
            None,
        )
        if award is not None:
            tables.append((table, (award, missing[0]), present))
    return tables


def _group_players_by_table(round_id: int) -> dict[int, list[int]]:
    seats = Seat.objects.filter(seating__round=round_id, seating__state__in=Seating.LIVE)
    tables: dict[int, list[int]] = {}
    for number, entry in seats.order_by("table_number", "wind", "pk").values_list("table_number", "entry_id"):
        tables.setdefault(number, []).append(entry)
    return tables
