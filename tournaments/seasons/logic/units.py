"""Units of a season: an event's standings split into the event, its days, or its games."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from tournaments.seasons.logic.ranking import NOTHING, WHOLE, Person, SeasonUnit, UnitResult
from tournaments.standings.logic import StandingsRow
from tournaments.standings.logic.metrics import sum_exactly

T = TypeVar("T", bound=Any)

UnitPart = tuple[int, int] | datetime.date | None


class PlayedGame(NamedTuple):
    round: int
    table: int
    place: int
    score: Fraction
    table_points: Fraction


class EventAmount(NamedTuple):
    round: int | None
    unit: str
    amount: Fraction


class EventLine(NamedTuple):
    """Row of an event's standings; `place` is 0 without one, `played` 0 for a player without a game."""

    key: object
    place: int
    played: int
    total: Fraction
    table_points: Fraction
    game_count: int
    games: tuple[PlayedGame, ...] = ()
    amounts: tuple[EventAmount, ...] = ()


def build_event_line(row: StandingsRow) -> EventLine:
    games = tuple(
        PlayedGame(game.round, game.table, game.place, game.score * part, game.table_points * part)
        for game in row.games
        for part in (row.weights.get((game.player, game.round), WHOLE),)
    )
    amounts = tuple(
        EventAmount(line.round, line.unit, line.amount * row.weights.get((line.player, line.round), WHOLE))
        for line in row.adjustments
    )
    table_points = row.values.get("table_points", sum_exactly(game.table_points for game in row.games))
    return EventLine(row.key, row.place, row.played, row.total, table_points, len(games), games, amounts)


@dataclass(frozen=True)
class SeasonSource:
    """Event of the season; rows of players or of teams whose key is missing from `people` are left out."""

    number: int
    rows: Sequence[EventLine]
    people: Mapping[object, Person]
    days: Mapping[int, datetime.date | None]
    day: datetime.date | None = None
    factor: Fraction = WHOLE
    weight: Fraction = WHOLE
    by_table_points: bool = False
    ended: datetime.date | None = None


def split_into_units(
    sources: Iterable[SeasonSource], unit: str, wanted: Callable[[datetime.date | None], bool] = lambda _day: True
) -> tuple[list[SeasonUnit], list[UnitResult]]:
    """Return the units in order (events as given, days and games in theirs) whose day is `wanted`, and their results.

    Two entries of a person in one event give one added result of a unit; a person without games has none.
    """
    units: list[SeasonUnit] = []
    results: list[UnitResult] = []
    for source in sources:
        parts = _list_whole_event(source) if unit == "event" else _split_into_parts(source, unit)
        for day, games in parts:
            if not wanted(day) or not games:
                continue
            number = len(units) + 1
            ended = source.ended if unit == "event" else None
            units.append(SeasonUnit(number, source.number, day, source.factor, source.weight, ended))
            # `replace` takes three times as long, and a season has thousands of results.
            results += [
                UnitResult(
                    game.person, number, game.place, game.field, game.sharing, game.score, game.table_points, game.games
                )
                for game in games
            ]
    return units, results


def _list_whole_event(source: SeasonSource) -> list[tuple[datetime.date | None, list[UnitResult]]]:
    played = [row for row in source.rows if row.played and row.place and row.key in source.people]
    placed = _rank_values([row.place for row in played], higher_wins=False)
    results = [
        UnitResult(
            source.people[row.key],
            0,
            place=placed[row.place][0],
            field=len(played),
            sharing=placed[row.place][1],
            score=row.total,
            table_points=row.table_points,
            games=row.game_count,
        )
        for row in played
    ]
    together = _merge_by_person((result, result.person) for result in results)
    if len(together) < len(results):
        results = _assign_places([_merge_results(lines) for lines in together.values()], source.by_table_points)
    return [(source.day, results)]


def _split_into_parts(source: SeasonSource, unit: str) -> list[tuple[datetime.date | None, list[UnitResult]]]:
    """Return days or games in order. A game keeps its places; a day is ranked by the event's first criterion."""
    played: list[tuple[UnitResult, tuple[Person, UnitPart]]] = []
    order: dict[UnitPart, tuple[datetime.date, int, int]] = {}
    for row in source.rows:
        if row.key not in source.people or not row.place:
            continue
        for result, part, game in _list_game_results(row, source, unit):
            played.append((result, (result.person, part)))
            position = (source.days.get(game.round) or source.day or datetime.date.min, game.round, game.table)
            order[part] = min(position, order.get(part, position))
    by_part: dict[UnitPart, list[UnitResult]] = {}
    for (_person, part), lines in _merge_by_person(played).items():
        place = lines[0].place if unit == "game" and len(lines) == 1 else 0
        by_part.setdefault(part, []).append(_merge_results(lines, place))
    parts = sorted(by_part, key=lambda part: order[part])
    days = {part: None if order[part][0] == datetime.date.min else order[part][0] for part in parts}
    return [(days[part], _assign_places(by_part[part], source.by_table_points)) for part in parts]


def _list_game_results(
    row: EventLine, source: SeasonSource, unit: str
) -> list[tuple[UnitResult, UnitPart, PlayedGame]]:
    """Return a result for each game of the row; penalties join a game of their round, else the last."""

    def part_of(game: PlayedGame) -> UnitPart:
        return (game.round, game.table) if unit == "game" else source.days.get(game.round) or source.day

    games = []
    for game in row.games:
        result = UnitResult(source.people[row.key], 0, game.place, 0, 1, game.score, game.table_points, games=1)
        games.append((result, part_of(game), game))
    for line in row.amounts if games else ():
        index = next((i for i, (_one, _part, game) in enumerate(games) if game.round == line.round), len(games) - 1)
        result, where, game = games[index]
        if line.unit == "table_points":
            result = replace(result, table_points=result.table_points + line.amount)
        elif line.unit == "score":
            result = replace(result, score=result.score + line.amount)
        games[index] = (result, where, game)
    return games


def _merge_by_person(results: Iterable[tuple[UnitResult, T]]) -> dict[T, list[UnitResult]]:
    """Return the results by key: a person with two entries has several in one unit."""
    together: dict[T, list[UnitResult]] = {}
    for result, key in results:
        together.setdefault(key, []).append(result)
    return together


def _merge_results(lines: Sequence[UnitResult], place: int = 0) -> UnitResult:
    return replace(
        lines[0],
        score=sum_exactly(line.score for line in lines),
        table_points=sum_exactly(line.table_points for line in lines),
        games=sum(line.games for line in lines),
        place=place,
    )


def _assign_places(results: Sequence[UnitResult], by_table_points: bool) -> list[UnitResult]:
    def worth(result: UnitResult) -> tuple[Fraction, Fraction]:
        return (result.table_points, result.score) if by_table_points else (result.score, NOTHING)

    if all(result.place for result in results):
        sharing = Counter(result.place for result in results)
        return [replace(result, sharing=sharing[result.place], field=len(results)) for result in results]
    values = [worth(result) for result in results]
    placed = _rank_values(values, higher_wins=True)
    return [
        replace(result, place=placed[value][0], sharing=placed[value][1], field=len(results))
        for result, value in zip(results, values, strict=True)
    ]


def _rank_values(values: Iterable[T], *, higher_wins: bool) -> dict[T, tuple[int, int]]:
    """Return value -> its place among all of them, and the number that share it.

    >>> _rank_values([4, 9, 4], higher_wins=True)
    {9: (1, 1), 4: (2, 2)}
    """
    times = Counter(values)
    places, place = {}, 1
    for value in sorted(times, reverse=higher_wins):
        places[value] = place, times[value]
        place += times[value]
    return places
