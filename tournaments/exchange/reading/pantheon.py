"""Games of a Pantheon event (the answer of its API, JSON) as a table of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.records.other_programs import is_pantheon
from tournaments.core.tabular.reading import SourceFile, SourceRow
from tournaments.exchange.documents import parse_json

HEADINGS = ("round", "table", "seat", "player", "points", "game score")
WINDS = "ESWN"


def find_source(content: bytes) -> SourceFile | None:
    """Return the games, oldest first, each the next round of its players; None for another file."""
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return None
    data, problems = parse_json(content)
    if problems or not isinstance(data, Mapping) or not is_pantheon(data):
        return None
    data = data["result"] if isinstance(data.get("result"), Mapping) else data
    names = dict(_list_names(data["players"]))
    rows = [SourceRow(1, HEADINGS)]
    played: Counter[str] = Counter()
    tables: Counter[int] = Counter()
    for game in sorted(data["games"], key=lambda game: str(game.get("date", ""))):
        results = {
            str(_find_first(player_result, "playerId", "player_id")): player_result
            for player_result in _list_objects(_find_first(game, "finalResults", "final_results"))
        }
        seated = [str(player) for player in game.get("players", ()) if str(player) in results] or list(results)
        number = 1 + max((played[player] for player in seated), default=0)
        tables[number] += 1
        for seat, player in enumerate(seated):
            result = results[player]
            cells = (
                number,
                tables[number],
                WINDS[seat] if seat < len(WINDS) else "",
                names.get(player, player),
                result.get("score", ""),
                _find_first(result, "ratingDelta", "rating_delta"),
            )
            rows.append(SourceRow(len(rows) + 1, tuple("" if cell is None else str(cell) for cell in cells)))
        played |= Counter(dict.fromkeys(seated, number))
    return SourceFile(tuple(rows), (), "utf-8")


def _list_names(players: object) -> Iterable[tuple[str, str]]:
    for player in _list_objects(players):
        name = _find_first(player, "title", "display_name")
        if name:
            yield str(player.get("id", "")), str(name)


def _list_objects(collection: object) -> list[Mapping[str, Any]]:
    values = (
        collection.values() if isinstance(collection, Mapping) else collection if isinstance(collection, list) else ()
    )
    return [member for member in values if isinstance(member, Mapping)]


def _find_first(value: Mapping[str, Any], *names: str) -> Any:
    return next((value[name] for name in names if name in value), None)
