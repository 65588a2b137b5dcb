"""Tables by the API: the logs and photos that are attached to them."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from tournaments.api.acts import At, act, text, whole
from tournaments.models import SheetPhoto, TableLog
from tournaments.services import photos, replays

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
