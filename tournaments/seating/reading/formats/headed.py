"""Tables with headings, recognised by the first row: a row a table, a seat, a player or a round."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from engine.sentences import gettext_noop
from tournaments.core.tabular.reading import SourceRow
from tournaments.seating.reading.formats.values import (
    FOUR_WANTED,
    PlanCell,
    WrittenRound,
    WrittenSchedule,
    WrittenSeat,
    WrittenTable,
    add_seats,
    build_cell,
)
from tournaments.seating.reading.formats.words import WIND_NAMES, WINDS, parse_heading, parse_round, parse_table

_PLACE: Final = re.compile(r"(?i)(?:table|t)?\s*\.?([0-9]{1,4})\s*[-/. ]?\s*([^\W\d_]{0,5})")
_NUMBERS: Final = re.compile(r"[0-9\s,;|/、–-]+")
_NO_TABLE: Final = gettext_noop(
    '%(place)s: "%(text)s" is not a table; write its number, such as 3 or 3E, or nothing for a player who sits out.'
)


def find_reader(head: SourceRow) -> Callable[[Sequence[SourceRow], WrittenSchedule], None] | None:
    """Return the reader of the rows below these headings; None for other rows."""
    names = set(map(parse_heading, head.cells))
    if "round" in names and names & {*WIND_NAMES}:
        return _read_table_rows
    if {"round", "table"} <= names and names & {"player", "number"}:
        return _read_seat_rows
    if names & {"player", "number"} and any(parse_round(text) is not None for text in head.cells):
        return _read_player_rows
    tables = [text for text in head.cells if parse_table(text) is not None]
    return (
        _read_round_rows
        if tables and all(parse_heading(text) for text in head.cells if text and text not in tables)
        else None
    )


def _get_text(row: SourceRow, index: int) -> str:
    return row.cells[index] if index < len(row.cells) else ""


def _map_columns(head: SourceRow) -> dict[str, int]:
    """Return standard heading -> its first column; "O" is East beside "W", else West."""
    names = [parse_heading(text) for text in head.cells]
    opposite = "east" if "west" in names else "west"
    names = [opposite if text.casefold() == "o" else name for name, text in zip(names, head.cells, strict=True)]
    return {name: names.index(name) for name in names if name}


def _parse_number(
    row: SourceRow, index: int, named: Callable[[str], int | None], schedule: WrittenSchedule
) -> int | None:
    place = build_cell(row.line, index + 1, _get_text(row, index))
    number = place.player if place.player is not None else named(place.written)
    if number is None:
        schedule.report_no_number(place)
    return number


def _is_bye(text: str) -> bool:
    return text in ("", "-", "–") or parse_heading(text) == "bye"


def _read_table_rows(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read round, table (else counted), East, South, West, North; the table "bye" lists who sits out."""
    head, *body = rows
    columns = _map_columns(head)
    missing = [name for name in WIND_NAMES if name not in columns]
    for name in missing:
        schedule.say(gettext_noop("Line %(line)d: the column %(name)s is missing."), line=head.line, name=name)
    rounds: dict[int, WrittenRound] = {}
    for row in [] if missing else body:
        players = [build_cell(row.line, columns[name] + 1, _get_text(row, columns[name])) for name in WIND_NAMES]
        for index, text in enumerate(row.cells[len(head.cells) :], len(head.cells) + 1):
            if text:
                message = gettext_noop('%(place)s: "%(text)s" stands in no column.')
                schedule.say(message, place=build_cell(row.line, index, text).place, text=text[:20])
        number = _parse_number(row, columns["round"], parse_round, schedule)
        round_ = rounds.setdefault(-1 if number is None else number, WrittenRound(number))
        if "date" in columns and (date := _get_text(row, columns["date"])):
            round_.dates.append(build_cell(row.line, columns["date"] + 1, date))
        table = _get_text(row, columns["table"]) if "table" in columns else ""
        if table and _is_bye(table):
            round_.byes += [player for player in players if player.written]
        else:
            table_number = (
                _parse_number(row, columns["table"], parse_table, schedule)
                if "table" in columns
                else len(round_.tables) + 1
            )
            round_.tables.append(WrittenTable(players, table_number))
    schedule.rounds += [rounds[number] for number in sorted(rounds)]


def _read_seat_rows(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read round, table (empty for a bye), player, and perhaps the seat."""
    head, *body = rows
    columns = _map_columns(head)
    index = columns.get("number", columns.get("player", 0))
    seats: list[WrittenSeat] = []
    for row in body:
        number = _parse_number(row, columns["round"], parse_round, schedule)
        out = _is_bye(_get_text(row, columns["table"]))
        table = None if out else _parse_number(row, columns["table"], parse_table, schedule)
        seat = _get_text(row, columns["seat"]).casefold() if "seat" in columns else ""
        wind = int(seat) - 1 if seat in ("1", "2", "3", "4") else WINDS.get(seat)
        if number is not None and (out or table is not None):
            seats.append((number, table, wind, build_cell(row.line, index + 1, _get_text(row, index))))
    add_seats(schedule, seats)


def _read_player_rows(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read the player, and below "Round 1" the table, perhaps with the wind: ``3``, ``T3``, ``3E``, ``3 East``."""
    head, *body = rows
    columns = _map_columns(head)
    player = columns.get("number", columns.get("player", 0))
    seats: list[WrittenSeat] = []
    for index, number in [(index, n) for index, text in enumerate(head.cells) if (n := parse_round(text)) is not None]:
        for row in body:
            place, text = build_cell(row.line, player + 1, _get_text(row, player)), _get_text(row, index)
            match = _PLACE.fullmatch(text)
            if _is_bye(text):
                seats.append((number, None, None, place))
            elif match is None or (match[2] and match[2].casefold() not in WINDS):
                schedule.say(_NO_TABLE, place=build_cell(row.line, index + 1, text).place, text=text[:20])
            else:
                seats.append((number, int(match[1]), WINDS.get(match[2].casefold()), place))
    add_seats(schedule, seats)


def _read_round_rows(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read the round or wind, and below "Table 1" its players: ``1-2-3-4``, four cells or one; and "Bye"."""
    columns: list[tuple[int, int | None, int | None]] = []
    seats: list[WrittenSeat] = []
    round_number = 0
    for row in rows:
        if find_reader(row) is _read_round_rows:
            named = [
                index
                for index, text in enumerate(row.cells)
                if parse_table(text) is not None or parse_heading(text) == "bye"
            ]
            ends: list[int | None] = [*named[1:], None]
            columns = [(start, to, parse_table(row.cells[start])) for start, to in zip(named, ends, strict=True)]
            continue
        label = next((text for text in row.cells[: columns[0][0]] if text), "")
        wind = WINDS.get(label.casefold())
        if not wind:
            number = int(label) if label.isdecimal() and len(label) < 9 else parse_round(label)
            round_number = round_number + 1 if number is None else number
        for start, end, table in columns:
            players = _list_player_cells(row, start, end)
            if table is not None and wind is None and players and len(players) != 4:
                schedule.say(FOUR_WANTED, line=row.line, count=len(players))
                continue
            for index, player in enumerate(players):
                seats.append((round_number, table, index if wind is None else wind, player))
    add_seats(schedule, seats)


def _list_player_cells(row: SourceRow, start: int, end: int | None) -> list[PlanCell]:
    return [
        build_cell(row.line, index, word)
        for index, text in enumerate(row.cells[start:end], start + 1)
        if text
        for word in (re.findall("[0-9]+", text) if _NUMBERS.fullmatch(text) else [text])
    ]
