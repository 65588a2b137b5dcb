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
    cell,
)
from tournaments.seating.reading.formats.words import WIND_NAMES, WINDS, heading, round_named, table_named

_PLACE: Final = re.compile(r"(?i)(?:table|t)?\s*\.?([0-9]{1,4})\s*[-/. ]?\s*([^\W\d_]{0,5})")
_NUMBERS: Final = re.compile(r"[0-9\s,;|/、–-]+")
_NO_TABLE: Final = gettext_noop(
    '%(place)s: "%(text)s" is not a table; write its number, such as 3 or 3E, or nothing for a player who sits out.'
)


def reader_of(head: SourceRow) -> Callable[[Sequence[SourceRow], WrittenSchedule], None] | None:
    """Return the reader of the rows below these headings; None for other rows."""
    names = set(map(heading, head.cells))
    if "round" in names and names & {*WIND_NAMES}:
        return _row_a_table
    if {"round", "table"} <= names and names & {"player", "number"}:
        return _row_a_seat
    if names & {"player", "number"} and any(round_named(text) is not None for text in head.cells):
        return _row_a_player
    tables = [text for text in head.cells if table_named(text) is not None]
    return _row_a_round if tables and all(heading(text) for text in head.cells if text and text not in tables) else None


def _text(row: SourceRow, index: int) -> str:
    return row.cells[index] if index < len(row.cells) else ""


def _columns(head: SourceRow) -> dict[str, int]:
    """Return standard heading -> its first column; "O" is East beside "W", else West."""
    names = [heading(text) for text in head.cells]
    opposite = "east" if "west" in names else "west"
    names = [opposite if text.casefold() == "o" else name for name, text in zip(names, head.cells, strict=True)]
    return {name: names.index(name) for name in names if name}


def _number(row: SourceRow, index: int, named: Callable[[str], int | None], schedule: WrittenSchedule) -> int | None:
    place = cell(row.line, index + 1, _text(row, index))
    number = place.player if place.player is not None else named(place.written)
    if number is None:
        schedule.no_number(place)
    return number


def _sits_out(text: str) -> bool:
    return text in ("", "-", "–") or heading(text) == "bye"


def _row_a_table(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read round, table (else counted), East, South, West, North; the table "bye" lists who sits out."""
    head, *body = rows
    columns = _columns(head)
    missing = [name for name in WIND_NAMES if name not in columns]
    for name in missing:
        schedule.say(gettext_noop("Line %(line)d: the column %(name)s is missing."), line=head.line, name=name)
    rounds: dict[int, WrittenRound] = {}
    for row in [] if missing else body:
        players = [cell(row.line, columns[name] + 1, _text(row, columns[name])) for name in WIND_NAMES]
        for index, text in enumerate(row.cells[len(head.cells) :], len(head.cells) + 1):
            if text:
                message = gettext_noop('%(place)s: "%(text)s" stands in no column.')
                schedule.say(message, place=cell(row.line, index, text).place, text=text[:20])
        number = _number(row, columns["round"], round_named, schedule)
        round_ = rounds.setdefault(-1 if number is None else number, WrittenRound(number))
        if "date" in columns and (date := _text(row, columns["date"])):
            round_.dates.append(cell(row.line, columns["date"] + 1, date))
        table = _text(row, columns["table"]) if "table" in columns else ""
        if table and _sits_out(table):
            round_.byes += [player for player in players if player.written]
        else:
            table_number = (
                _number(row, columns["table"], table_named, schedule) if "table" in columns else len(round_.tables) + 1
            )
            round_.tables.append(WrittenTable(players, table_number))
    schedule.rounds += [rounds[number] for number in sorted(rounds)]


def _row_a_seat(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read round, table (empty for a bye), player, and perhaps the seat."""
    head, *body = rows
    columns = _columns(head)
    index = columns.get("number", columns.get("player", 0))
    seats: list[WrittenSeat] = []
    for row in body:
        number = _number(row, columns["round"], round_named, schedule)
        out = _sits_out(_text(row, columns["table"]))
        table = None if out else _number(row, columns["table"], table_named, schedule)
        seat = _text(row, columns["seat"]).casefold() if "seat" in columns else ""
        wind = int(seat) - 1 if seat in ("1", "2", "3", "4") else WINDS.get(seat)
        if number is not None and (out or table is not None):
            seats.append((number, table, wind, cell(row.line, index + 1, _text(row, index))))
    add_seats(schedule, seats)


def _row_a_player(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read the player, and below "Round 1" the table, perhaps with the wind: ``3``, ``T3``, ``3E``, ``3 East``."""
    head, *body = rows
    columns = _columns(head)
    player = columns.get("number", columns.get("player", 0))
    seats: list[WrittenSeat] = []
    for index, number in [(index, n) for index, text in enumerate(head.cells) if (n := round_named(text)) is not None]:
        for row in body:
            place, text = cell(row.line, player + 1, _text(row, player)), _text(row, index)
            match = _PLACE.fullmatch(text)
            if _sits_out(text):
                seats.append((number, None, None, place))
            elif match is None or (match[2] and match[2].casefold() not in WINDS):
                schedule.say(_NO_TABLE, place=cell(row.line, index + 1, text).place, text=text[:20])
            else:
                seats.append((number, int(match[1]), WINDS.get(match[2].casefold()), place))
    add_seats(schedule, seats)


def _row_a_round(rows: Sequence[SourceRow], schedule: WrittenSchedule) -> None:
    """Read the round or wind, and below "Table 1" its players: ``1-2-3-4``, four cells or one; and "Bye"."""
    columns: list[tuple[int, int | None, int | None]] = []
    seats: list[WrittenSeat] = []
    round_number = 0
    for row in rows:
        if reader_of(row) is _row_a_round:
            named = [
                index for index, text in enumerate(row.cells) if table_named(text) is not None or heading(text) == "bye"
            ]
            ends: list[int | None] = [*named[1:], None]
            columns = [(start, to, table_named(row.cells[start])) for start, to in zip(named, ends, strict=True)]
            continue
        label = next((text for text in row.cells[: columns[0][0]] if text), "")
        wind = WINDS.get(label.casefold())
        if not wind:
            number = int(label) if label.isdecimal() and len(label) < 9 else round_named(label)
            round_number = round_number + 1 if number is None else number
        for start, end, table in columns:
            players = _players(row, start, end)
            if table is not None and wind is None and players and len(players) != 4:
                schedule.say(FOUR_WANTED, line=row.line, count=len(players))
                continue
            for index, player in enumerate(players):
                seats.append((round_number, table, index if wind is None else wind, player))
    add_seats(schedule, seats)


def _players(row: SourceRow, start: int, end: int | None) -> list[PlanCell]:
    return [
        cell(row.line, index, word)
        for index, text in enumerate(row.cells[start:end], start + 1)
        if text
        for word in (re.findall("[0-9]+", text) if _NUMBERS.fullmatch(text) else [text])
    ]
