"""Seatings in words and as text: the draw explained to players, the table printed, foreign tables read."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence

from tournaments.seating.bounds import rounds_without_repeat
from tournaments.seating.measures import ConstraintLine
from tournaments.seating.schedule import Rounds, Schedule, SeatingError, freeze


def explain(schedule: Schedule) -> list[str]:
    """How the draw came about and what it is worth, a sentence each, for players who were not there."""
    m = schedule.measures
    sentences = [_method(schedule)]
    if schedule.substitutes:
        sentences.append(f"{len(schedule.substitutes)} substitutes fill the last table.")
    if any(schedule.byes):
        sentences.append(
            f"{len(schedule.byes[0])} of {m.players} players sit out in each round, in turn; everybody plays "
            f"{m.games[0]} to {m.games[1]} rounds."
        )
    if m.repeats == 0:
        sentences.append("Nobody meets the same opponent twice.")
    elif m.repeats == m.repeat_bound:
        sentences.append(
            f"{m.pairs_met_again} pairs meet more than once, {m.repeats} repeats in all; "
            "no seating of this size has fewer."
        )
    else:
        sentences.append(
            f"{m.pairs_met_again} pairs meet more than once, {m.repeats} repeats in all "
            f"(counting alone would allow {m.repeat_bound})."
        )
    if m.third_meetings:
        sentences.append(f"There are {m.third_meetings} third meetings.")
    if m.lowest_common is not None:
        sentences.append(
            f"Two players who never meet share at least {m.lowest_common} opponents."
            if m.lowest_common
            else f"{m.without_common} pairs neither meet nor share an opponent."
        )
    elif m.repeats == 0:
        sentences.append("Everybody meets everybody.")
    sentences.append(
        "Everybody has each wind as often as the others, give or take one."
        if not m.wind_excess
        else f"Winds are uneven by {m.wind_excess} in all."
    )
    sentences.append(
        "Nobody has a table more often than needed."
        if not m.repeated_tables
        else f"{m.repeated_tables} times somebody comes back to a table more often than needed."
    )
    sentences += _prices(m.constraints)
    sentences += schedule.notes
    return sentences


def _prices(lines: Sequence[ConstraintLine]) -> list[str]:
    """One sentence for each kind of constraint, its groups added up."""
    totals: dict[str, list[int]] = {}
    for line in lines:
        total = totals.setdefault(line.kind, [0, 0, 0])
        total[0] += line.breaks
        total[1] += line.bound
        total[2] += 1
    sentences = []
    for kind, (breaks, bound, groups) in totals.items():
        if kind == "wished":
            sentences.append(f"Wished meetings that could not be granted: {breaks}.")
        elif kind == "fixed table":
            sentences.append(f"Players away from their fixed table: {breaks}.")
        elif kind in ("forbidden", "met before"):
            what = "Forbidden pairs" if kind == "forbidden" else "Pairs that had met before"
            sentences.append(f"{what} that meet: {breaks}.")
        else:
            inside = {"team": "team-mates", "referees": "playing referees"}.get(kind, f"players of one {kind}")
            sentences.append(
                f"Meetings between {inside} ({groups} {'group' if groups == 1 else 'groups'}): {breaks}; "
                f"the fewest possible are {bound}."
            )
    return sentences


def _method(schedule: Schedule) -> str:
    ways = {
        "four flights": "The players form four flights that move past each other by fixed steps, so that no two meet "
        "twice",
        "rotation": "One round was designed, and everybody moves up one place for the next",
        "annealing": "The tables were searched by computer, trying many exchanges of players and keeping the good ones",
        "library": "The table was made before and stored in the library",
    }
    lottery = (
        "the seed decided the order in which the players entered the search"
        if schedule.template.parameters.get("seeded")
        else "the lottery (its seed is published) decided who is which number in it"
    )
    return f"{ways[schedule.template.method]}; {lottery}."


def format_rounds(schedule: Schedule) -> str:
    """The rounds as text, a line a table: table number, then East, South, West, North."""
    lines = []
    width = max(len(str(player)) for player in schedule.players)
    for k, round_ in enumerate(schedule.rounds):
        lines.append(f"Round {k + 1}")
        for number, table in zip(schedule.table_numbers[k], round_, strict=True):
            lines.append(f"  table {number:>3}:  " + "  ".join(f"{player:>{width}}" for player in table))
        if k < len(schedule.byes) and schedule.byes[k]:
            lines.append("  sit out: " + ", ".join(str(player) for player in schedule.byes[k]))
    return "\n".join([*lines, ""])


def parse_rounds(text: str) -> Rounds:
    """Rounds from JSON (`{"rounds": ...}` or a list), CSV with a header (round, table, east, south, west, north), or
    plain lines.

    Plain text is four numbers a line with an empty line or a line "Round n" between rounds; numbers before a colon
    are the table's. A `SeatingError` names the line that cannot be read.
    """
    stripped = text.strip()
    if not stripped:
        raise SeatingError("There is nothing to read.")
    if stripped[0] in "{[":
        try:
            value = json.loads(stripped)
        except json.JSONDecodeError as error:
            raise SeatingError(f"Line {error.lineno}: this is no JSON ({error.msg}).") from error
        try:
            return freeze(value["rounds"] if isinstance(value, dict) else value)
        except SeatingError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise SeatingError("The JSON is not a list of rounds of tables of four numbers.") from error
    first = stripped.splitlines()[0].lower()
    if "round" in first and "east" in first:
        return _from_csv(stripped)
    return _from_lines(text)


def _from_csv(text: str) -> Rounds:
    dialect = ";" if text.splitlines()[0].count(";") > text.splitlines()[0].count(",") else ","
    if "\t" in text.splitlines()[0]:
        dialect = "\t"
    reader = csv.DictReader(io.StringIO(text), delimiter=dialect)
    rounds: dict[int, list[tuple[int, list[int]]]] = {}
    for row in reader:
        fields = {
            (key or "").strip().lower(): (item or "").strip() for key, item in row.items() if isinstance(item, str)
        }
        try:
            seats = [int(fields[wind]) for wind in ("east", "south", "west", "north")]
            rounds.setdefault(int(fields["round"]), []).append((int(fields.get("table") or 0), seats))
        except (KeyError, ValueError) as error:
            raise SeatingError(f"Line {reader.line_num}: round, table and four players are wanted.") from error
    return freeze([seats for _, seats in sorted(rounds[k], key=lambda item: item[0])] for k in sorted(rounds))


def _from_lines(text: str) -> Rounds:
    rounds: list[list[list[int]]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].strip()
        if not bare or re.fullmatch(r"(?i)round\s*\d*\s*:?", bare):
            if rounds[-1]:
                rounds.append([])
            continue
        words = re.findall(r"\d+", bare.split(":")[-1])
        if len(words) != 4:
            raise SeatingError(f"Line {number}: four players are wanted, not {len(words)}.")
        rounds[-1].append([int(word) for word in words])
    return freeze(round_ for round_ in rounds if round_)


def library_sentence(players: int, rounds: int) -> str:
    """What a stored schedule of this size can be compared with."""
    return f"{players} players, {rounds} rounds; {rounds_without_repeat(players)} rounds are possible without a repeat."
