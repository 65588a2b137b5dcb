"""JSON lists of tables: rounds of tables of four, as lists or objects with documented keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.reading.formats.values import OF_FOUR, PlanCell, WrittenRound, WrittenSchedule, WrittenTable
from tournaments.seating.reading.formats.words import WINDS, parse_round, parse_table

ROUNDS: Final = ("rounds", "tours", "schedule", "seating", "tables", "player_index")
ROUND_NUMBERS: Final = ("round", "round_number", "tour_number", "tour", "session", "hanchan")
TABLE_NUMBERS: Final = ("table", "table_number", "table_index", "table_no")
TABLES: Final = ("tables", "seating", "player_index")
PLAYERS: Final = ("players", "seating", "seats", "player_index", "player_ids")
PLAYER: Final = ("player", "player_id", "player_index", "player_number", "id", "number", "name")
_SHAPE: Final = "[[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]"


class _NotASchedule(Exception):
    """The value has another shape."""


def read_json(text: str, schedule: WrittenSchedule) -> None:
    try:
        schedule.rounds = _read_rounds(json.loads(text))
    except json.JSONDecodeError as error:
        message = gettext_noop("Not valid JSON: line %(line)d, character %(column)d: %(why)s.")
        schedule.say(message, line=error.lineno, column=error.colno, why=error.msg)
    # Brackets nested too deeply and numbers of thousands of digits raise the last two.
    except (_NotASchedule, RecursionError, ValueError):
        message = gettext_noop("This JSON is not a schedule: rounds of tables of four are wanted, such as %(example)s.")
        schedule.say(message, example=_SHAPE)
    place = gettext_noop("Round %(round)d, table %(table)d, seat %(chair)d")
    for k, round_ in enumerate(schedule.rounds, 1):
        for t, table in enumerate(round_.tables, 1):
            if len(table.players) != 4:
                schedule.say(OF_FOUR, round=k, table=t, count=len(table.players))
            for s, player in enumerate(table.players, 1):
                player.place = Sentence(place, {"round": k, "table": t, "chair": s})
        round_.tables = [table for table in round_.tables if len(table.players) == 4]


def _is_player(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _build_player_cell(value: object) -> PlanCell:
    if isinstance(value, Mapping):
        value = next((value[name] for name in PLAYER if name in value), None)
    if value is None or isinstance(value, list | Mapping):
        raise _NotASchedule
    return PlanCell(value.strip() if isinstance(value, str) else json.dumps(value), Sentence(gettext_noop("Byes")))


def _require_under(value: object, names: tuple[str, ...]) -> Any:
    """Return the list or object under the first of these names. Raises _NotASchedule."""
    values = [value[name] for name in names if name in value] if isinstance(value, Mapping) else []
    if not values or not isinstance(values[0], list | Mapping):
        raise _NotASchedule
    return values[0]


def _get_byes(value: Mapping[str, Any]) -> Any:
    return _require_under(value, ("byes",)) if "byes" in value else []


def _parse_number(value: object, names: tuple[str, ...], named: Callable[[str], int | None]) -> int | None:
    held = [value[name] for name in names if name in value] if isinstance(value, Mapping) else []
    text = str(held[0]) if held else ""
    return int(text) if text.isdecimal() and len(text) < 9 else named(text)


def _read_table(value: object) -> WrittenTable:
    """Read a list of players or seats, an object that has it, or a player for each wind."""
    if isinstance(value, list):
        winds = [
            WINDS.get(str(player.get("wind", player.get("seat"))).casefold()) if isinstance(player, Mapping) else None
            for player in value
        ]
        named = len(value) == 4 and {0, 1, 2, 3} == {*winds}
        return WrittenTable(
            [_build_player_cell(value[winds.index(seat)] if named else value[seat]) for seat in range(len(value))]
        )
    number = _parse_number(value, TABLE_NUMBERS, parse_table)
    if isinstance(value, Mapping):
        seats = {WINDS[name.casefold()]: player for name, player in value.items() if name.casefold() in WINDS}
        if len(seats) == 4:
            return WrittenTable([_build_player_cell(seats[wind]) for wind in range(4)], number)
    return WrittenTable(_read_table(_require_under(value, PLAYERS)).players, number)


def _read_round(value: Any) -> WrittenRound:
    """Read a list of tables, all players in fours, or an object that has it, perhaps with `byes`."""
    if not isinstance(value, list):
        round_ = _read_round(_require_under(value, TABLES))
        round_.number = _parse_number(value, ROUND_NUMBERS, parse_round)
        round_.byes += map(_build_player_cell, _get_byes(value))
        return round_
    if len(value) > 4 and len(value) % 4 == 0 and all(map(_is_player, value)):
        value = [value[start : start + 4] for start in range(0, len(value), 4)]
    return WrittenRound(None, [_read_table(table) for table in value])


def _holds_tables(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    inside = [value[name] for name in TABLES if isinstance(value.get(name), list)]
    return "tables" in value or any(held and isinstance(held[0], list) for held in inside)


def _list_tables_of_players(players: list[Mapping[str, Any]]) -> list[dict[str, object]]:
    tables: dict[tuple[int | None, int | None], list[Mapping[str, Any]]] = {}
    for player in players:
        round_, table = (
            _parse_number(player, ROUND_NUMBERS, parse_round),
            _parse_number(player, TABLE_NUMBERS, parse_table),
        )
        if table is None or not any(_is_player(player.get(name)) for name in PLAYER):
            return [dict(player) for player in players]
        tables.setdefault((round_, table), []).append(player)
    return [
        {"round": "" if round_ is None else round_, "table": table, "players": seated}
        for (round_, table), seated in tables.items()
    ]


def _read_rounds(value: object) -> list[WrittenRound]:
    """Read rounds in a list, in an object by name, or tables with the number of their round."""
    if isinstance(value, Mapping):
        if value and all(parse_round(name) is not None for name in value):
            rounds = [_read_round(round_) for round_ in value.values()]
            for round_, name in zip(rounds, value, strict=True):
                round_.number = parse_round(name)
            return rounds
        rounds = _read_rounds(_require_under(value, ROUNDS))
        for round_, players in zip(rounds, _get_byes(value), strict=False):
            round_.byes += map(_build_player_cell, _get_byes({"byes": players}))
        return rounds
    if not isinstance(value, list) or not value:
        raise _NotASchedule
    if all(isinstance(table, list) and len(table) == 4 and all(map(_is_player, table)) for table in value):
        together = len({str(player) for table in value for player in table}) == 4 * len(value)
        return [_read_round(value)] if together else [_read_round([table]) for table in value]
    if any(isinstance(round_, list) or _holds_tables(round_) for round_ in value if isinstance(round_, list | Mapping)):
        return [_read_round(round_) for round_ in value]
    if all(isinstance(table, Mapping) and not isinstance(table.get("player_index"), list) for table in value):
        value = _list_tables_of_players(value)
    by_number: dict[int | None, WrittenRound] = {}
    for table in value:
        number = _parse_number(table, ROUND_NUMBERS, parse_round)
        by_number.setdefault(number, WrittenRound(number)).tables.append(_read_table(table))
    return [by_number[number] for number in sorted(by_number, key=lambda number: number or 0)]
