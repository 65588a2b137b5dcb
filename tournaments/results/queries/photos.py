"""Photos of signed sheets: which there are, without their pictures."""

from __future__ import annotations

from django.db.models import Count

from tournaments.results.models.photos import SheetPhoto
from tournaments.rounds.models.rounds import GameTable


def of_table(table: GameTable) -> list[SheetPhoto]:
    """The table's photos in their order; a picture is read only where it is asked for."""
    return list(table.photos.defer("picture").select_related("added_by", "added_by_entry").order_by("number"))


def counts(round_id: int) -> dict[int, int]:
    """Number of a table -> how many photos it has; tables without any are left out."""
    found = SheetPhoto.objects.filter(table__round=round_id).order_by().values("table__number")
    return dict(found.annotate(many=Count("pk")).values_list("table__number", "many"))
