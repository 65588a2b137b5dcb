from __future__ import annotations

from tests.conformance.actions import Example, being_played, example, rows
from tests.support.games import game
from tests.support.people import acting
from tests.support.photos import photo_of_a_sheet
from tests.support.tables import table_of
from tournaments.core import pictures
from tournaments.results.services import photos, replays
from tournaments.rounds.models import GameTable

AT = {"number": 1, "table": 1}
REASON = {"reason": "Of another table."}


def _table() -> GameTable:
    return table_of(being_played())


@example("RemoveLog")
def remove_log() -> Example:
    table = _table()
    replays.attach(acting("sam"), table, text=game()[0])
    at = {**AT, "log": 1}
    return Example(table.round.tournament, REASON, api=at, page=at)


@example("RemovePhoto")
def remove_photo() -> Example:
    table = _table()
    photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet()))
    at = {**AT, "photo": 1}
    return Example(table.round.tournament, REASON, api=at, page=at)


rows(
    AttachLog=lambda: Example(_table().round.tournament, {"text": game()[0], "file_name": "table1.txt"}, api=AT),
)
