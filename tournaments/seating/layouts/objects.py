"""JSON of whatever program: lists in lists, objects with ``rounds``, ``tables``, ``seating``, ``player_index`` ...

A table is four numbers or names, an object that has them under some name, or one with a player for each wind; a round
is a list of tables, or one list of all its players in fours; records that name their round are put together by it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.layouts.cells import WINDS, Cell, GridRow, ScheduleLayout, round_named, table_named
from tournaments.seating.layouts.matrix import read_matrix

PLAYERS: Final = (
    "players",
    "player_index",
    "player_indices",
    "player_ids",
    "ids",
    "seats",
    "seating",
    "members",
    "table",
)
TABLES: Final = ("tables", "games", "matches", "seating", "player_index", "groups")
ROUNDS: Final = (
    "rounds",
    "schedule",
    "seating",
    "hanchans",
    "sessions",
    "plan",
    "draw",
    "result",
    "data",
    "player_index",
)
NUMBER: Final = ("number", "no", "index", "id")


class _Table(NamedTuple):
    players: list[Any]
    number: int | None
    round: int | None


class _NotASchedule(Exception):
    """The value has another shape."""


def read_objects(value: object) -> ScheduleLayout | None:
    """The rounds in a JSON value; None for one that has another shape."""
    if isinstance(value, list) and (matrix := _as_matrix(value)) is not None:
        return matrix
    try:
        rounds = _rounds(value)
    except (_NotASchedule, RecursionError):
        return None
    found = ScheduleLayout([])
    for k, (number, tables) in enumerate(rounds, 1):
        found.numbers.append(number)
        found.tables.append([table.number for table in tables])
        found.rounds.append([])
        for t, table in enumerate(tables, 1):
            if len(table.players) != 4:
                said = gettext_noop("Round %(round)d, table %(table)d has %(count)d players instead of 4.")
                found.problems.append(Sentence(said, {"round": k, "table": t, "count": len(table.players)}))
                continue
            place = gettext_noop("Round %(round)d, table %(table)d, seat %(chair)d")
            found.rounds[-1].append(
                [
                    Cell(
                        player.strip() if isinstance(player, str) else json.dumps(player, ensure_ascii=False),
                        Sentence(place, {"round": k, "table": t, "chair": s}),
                    )
                    for s, player in enumerate(table.players, 1)
                ]
            )
    return found


def _as_matrix(value: list[Any]) -> ScheduleLayout | None:
    """A list of players, each a list of the tables of the rounds: told from lists of rounds by its columns of fours."""
    if not all(isinstance(row, list) and row and all(_is_player(each) for each in row) for row in value):
        return None
    if all(len(set(map(str, row))) == len(row) for row in value) and len(value[0]) % 4 == 0:
        return None
    return read_matrix([GridRow(at, tuple(map(str, row))) for at, row in enumerate(value, 1)])


def _is_player(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _person(value: object) -> Any:
    """The player that a seat names: itself, or what an object has under one of the usual names."""
    if isinstance(value, Mapping):
        for name in ("player", "player_id", "player_index", "id", "number", "name"):
            if name in value:
                return value[name]
        raise _NotASchedule
    if isinstance(value, list):
        raise _NotASchedule
    return value


def _in_wind_order(seats: list[Any]) -> list[Any]:
    """Seats that name their winds in the order of those."""
    winds = [
        WINDS.get(str(seat.get("wind", seat.get("seat", ""))).casefold()) if isinstance(seat, Mapping) else None
        for seat in seats
    ]
    if sorted(wind for wind in winds if wind is not None) == [0, 1, 2, 3]:
        return [seat for _wind, seat in sorted(zip(winds, seats, strict=True), key=lambda each: each[0] or 0)]
    return seats


def _table(value: object) -> _Table:
    """A table. Raises _NotASchedule."""
    if isinstance(value, list):
        if any(isinstance(each, list) for each in value):
            raise _NotASchedule
        return _Table([_person(each) for each in _in_wind_order(value)], None, None)
    if isinstance(value, Mapping):
        number = _number(value, ("table", "table_number", "tableNumber", "table_id", *NUMBER), table_named)
        round_number = _number(value, ("round", "round_number", "roundNumber", "hanchan", "session"), round_named)
        winds = {WINDS[str(name).casefold()]: each for name, each in value.items() if str(name).casefold() in WINDS}
        if sorted(winds) == [0, 1, 2, 3]:
            return _Table([_person(winds[wind]) for wind in range(4)], number, round_number)
        for name in PLAYERS:
            if isinstance(value.get(name), list | Mapping):
                return _table(value[name])._replace(number=number, round=round_number)
    raise _NotASchedule


def _number(value: Mapping[str, Any], names: tuple[str, ...], named: Any) -> int | None:
    for name in names:
        found = value.get(name)
        if isinstance(found, int) and not isinstance(found, bool):
            return found
        if isinstance(found, str):
            number = int(found) if found.isdecimal() and len(found) < 9 else named(found)
            if number is not None:
                return int(number)
    return None


def _tables(value: object) -> list[_Table]:
    """The tables of a round. Raises _NotASchedule."""
    if isinstance(value, Mapping):
        for name in TABLES:
            if isinstance(value.get(name), list | Mapping):
                return _tables(value[name])
        numbered = _numbered(value, table_named)
        if numbered is not None:
            return [_table(each)._replace(number=number) for number, each in numbered]
        raise _NotASchedule
    if not isinstance(value, list) or not value:
        raise _NotASchedule
    if all(_is_player(each) for each in value) and len(value) > 4 and len(value) % 4 == 0:
        return [_Table(value[at : at + 4], None, None) for at in range(0, len(value), 4)]
    return [_table(each) for each in value]


def _numbered(value: Mapping[str, Any], named: Any) -> list[tuple[int, Any]] | None:
    """The values of an object whose keys are numbers, in the order of those."""
    found = []
    for key, each in value.items():
        number = int(key) if key.isdecimal() and len(key) < 9 else named(key)
        if number is None:
            return None
        found.append((int(number), each))
    return sorted(found, key=lambda pair: pair[0]) or None


def _rounds(value: object) -> list[tuple[int | None, list[_Table]]]:
    """The rounds with their numbers. Raises _NotASchedule."""
    if isinstance(value, Mapping):
        for name in (*ROUNDS, *TABLES):
            if isinstance(value.get(name), list | Mapping):
                try:
                    return _rounds(value[name])
                except _NotASchedule:
                    continue
        numbered = _numbered(value, round_named)
        if numbered is not None:
            return [(number, _tables(each)) for number, each in numbered]
        raise _NotASchedule
    if not isinstance(value, list) or not value:
        raise _NotASchedule
    if all(isinstance(each, list) and len(each) == 4 and all(map(_is_player, each)) for each in value):
        players = [player for table in value for player in table]
        if len(set(map(str, players))) == len(players):
            return [(None, [_table(each) for each in value])]
        return [(None, [_table(each)]) for each in value]
    if all(isinstance(each, Mapping) for each in value):
        records = _records(value)
        if records is not None:
            return records
    found = []
    for each in value:
        number = (
            _number(each, ("round", "round_number", "roundNumber", "hanchan", *NUMBER), round_named)
            if isinstance(each, Mapping)
            else None
        )
        found.append((number, _tables(each)))
    return found


def _records(value: list[Any]) -> list[tuple[int | None, list[_Table]]] | None:
    """Tables that each name their round, put together by it; None where they do not."""
    try:
        tables = [_table(each) for each in value]
    except _NotASchedule:
        return None
    if any(table.round is None for table in tables):
        return [(None, tables)] if all(table.round is None for table in tables) else None
    by_round: dict[int, list[_Table]] = {}
    for table in tables:
        by_round.setdefault(table.round or 0, []).append(table)
    return [(number, by_round[number]) for number in sorted(by_round)]
