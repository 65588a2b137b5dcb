"""Tables by the API: the logs and photos that are attached to them, and where they stand in the hall."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.acts import At, act, text, whole
from tournaments.models import SheetPhoto, TableLog, Tournament
from tournaments.models.hall import MOST_IN_ROW, MOST_ROWS, MOST_TABLE
from tournaments.services import hall_plan, photos, replays
from tournaments.services.errors import UserError

TABLE = "rounds/<number:number>/tables/<number:table>"


@act(
    f"{TABLE}/logs/attach", "logs.attach", does="logs.attach", text=text(required=True, longest=1_000_000),
    file_name=text(longest=200), first_line=whole(0, 3),
)  # fmt: skip
def attach_log(at: At) -> object:
    """Attach the log of a game to the table."""
    return replays.attach(at.by, at.table, **at.values)


@act(f"{TABLE}/photos/<number:photo>/remove", "results.enter", does="photos.remove", reason=text(required=True))
def remove_photo(at: At) -> object:
    """Delete a photo of the table's sheet for good."""
    photos.remove(at.by, get_object_or_404(SheetPhoto, table=at.table, number=at.parts["photo"]), reason=at["reason"])
    return at.table


@act(f"{TABLE}/logs/<number:log>/remove", "logs.attach", does="logs.remove", reason=text(required=True))
def remove_log(at: At) -> object:
    """Take a log off that was attached by mistake."""
    found = get_object_or_404(TableLog, table=at.table, number=at.parts["log"])
    return replays.remove(at.by, found, reason=at["reason"])


TABLE_ROW_PLACE = serializers.ListField(
    child=serializers.IntegerField(min_value=1, max_value=MOST_TABLE), min_length=3, max_length=3
)


@act(
    "hall", "tournament.edit", does="hall.arrange", reason=text(),
    places=serializers.ListField(child=TABLE_ROW_PLACE, max_length=MOST_ROWS * MOST_IN_ROW),
)  # fmt: skip
def arrange_hall(at: At) -> Tournament:
    """Lay the hall out: [table, row from the front, place from the left] of each; none at all: rows again."""
    spots = {table: (row, column) for table, row, column in at["places"]}
    if len(spots) < len(at["places"]):
        raise UserError(_("A table stands in one place only."), field="places")
    return hall_plan.arrange(at.by, at.tournament, spots=spots, reason=at["reason"])
