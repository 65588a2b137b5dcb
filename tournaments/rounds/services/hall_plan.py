from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.rounds.models import MAX_IN_ROW, MAX_ROWS, TablePlace
from tournaments.rounds.queries.hall_plan import Spot, find_fault, map_tables_to_spots, write_spots


@change("hall.arrange", gettext_noop("Tables arranged in the hall"))
def arrange(
    change: Change,
    tournament: Tournament,
    *,
    spots: Mapping[int, Spot],
    spots_before: Mapping[int, Spot] | None = None,
    reason: str = "",
) -> Tournament:
    """Put the tables in these places, all others in none; an empty mapping deletes the arrangement.

    Raises `UserError` if it is no longer `spots_before`, if two tables share a place (field ``row_7`` of the second),
    or if a place is outside the hall.
    """
    before = map_tables_to_spots(tournament)
    if spots_before is not None and dict(spots_before) != before:
        raise UserError(
            _(
                "The tables were arranged in the meantime. Your plan is kept here: check the board, "
                "then save again to replace theirs."
            )
        )
    fault = find_fault(spots)
    if fault is not None:
        table, second = fault
        if second is None:
            refusal = _("Table %(table)s: a hall has %(rows)s rows of %(columns)s places.")
            values: dict[str, int] = {"table": table, "rows": MAX_ROWS, "columns": MAX_IN_ROW}
        else:
            refusal = _("Table %(table)s: table %(other)s stands in this place.")
            values = {"table": table, "other": second}
        raise UserError(refusal % values, field=f"row_{table}")
    if dict(spots) == before:
        change.nothing()
        return tournament
    tournament.table_places.all().delete()
    TablePlace.objects.bulk_create(
        TablePlace(tournament=tournament, table_number=table, row=row, column=column)
        for table, (row, column) in sorted(spots.items())
    )
    if spots:
        events.enable(change, tournament, Tournament.Feature.HALL_PLAN)
    change.note(tournament, before={"places": write_spots(before)}, after={"places": write_spots(spots)})
    return tournament
