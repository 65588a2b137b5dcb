"""Event from a table of results, converted to a `mahjong-event/1` file."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _

from tournaments.core.tabular.reading import RowProblem, SourceFile
from tournaments.core.text.folding import fold_to_name_key
from tournaments.events.presets import Preset
from tournaments.exchange.reading.event_file import FORMAT
from tournaments.results.reading.results_table import ResultsTable, read_results


def build_event_file(source: SourceFile, preset: Preset, name: str) -> tuple[bytes, list[RowProblem]]:
    """Return the event file of a table of results, and all errors and warnings; b"" if there are errors."""
    table = read_results(source)
    problems = list(table.problems)
    for round_number in sorted({line.round for line in table.lines if line.table is None}):
        message = _(
            "Nothing says who sat together in round %(round)s. Add a column with the table of each round, or bring the "
            "results into an event that has its seating."
        )
        problems.append(RowProblem(0, "", message % {"round": round_number}))
    if not table.lines and not any(not problem.warning for problem in problems):
        problems.append(RowProblem(0, "", _("There is no row with a result.")))
    if any(not problem.warning for problem in problems):
        return b"", problems
    return json.dumps(_build_content(table, preset, name), ensure_ascii=False).encode(), problems


def _build_content(table: ResultsTable, preset: Preset, name: str) -> dict[str, object]:
    ids: dict[str, int] = {}
    numbered = {line.number for line in table.lines}
    own_numbers = None not in numbered and len(numbered) == len({fold_to_name_key(line.player) for line in table.lines})
    for line in table.lines:
        ids.setdefault(fold_to_name_key(line.player), line.number if own_numbers and line.number else len(ids) + 1)
    names = {ids[fold_to_name_key(line.player)]: line.player for line in table.lines}
    table_names = {number: name for name, number in table.table_names.items()}
    teams = list(dict.fromkeys(line.team for line in table.lines if line.team))
    in_team = {ids[fold_to_name_key(line.player)]: teams.index(line.team) + 1 for line in table.lines if line.team}
    rounds: dict[int, list[dict[str, object]]] = {}
    penalties: list[dict[str, object]] = []
    for (round_number, number), lines in sorted(table.tables().items(), key=lambda pair: (pair[0][0], pair[0][1] or 0)):
        seats = []
        for line in lines:
            player = ids[fold_to_name_key(line.player)]
            seat: dict[str, object] = {"player": player, "points": _to_json_number(line.points)}
            if line.seat is not None:
                seat["wind"] = "ESWN"[line.seat]
            for key in ("table_points", "score"):
                if (stated := getattr(line, key)) is not None:
                    seat[key] = str(stated)
            seats.append(seat)
            if line.penalty:
                penalties.append(
                    {
                        "round": round_number,
                        "table": number,
                        "player": player,
                        "amount": _to_json_number(line.penalty),
                        "unit": "score points" if preset.match.scoring.divisor == 1 else "points",
                        "reason": _("Penalty"),
                        "certain": True,
                    }
                )
        called = table_names.get(number or 0, number)
        rounds.setdefault(round_number, []).append({"table": called, "seats": seats})
    standings = {}
    if table.totals_scored:
        rows = [{"player": number, "total": str(table.totals[names[number]])} for number in names]
        standings = {"standings": {"individual": rows}}
    return standings | {
        "format": FORMAT,
        "rule_family": preset.family,
        "scoring": {"rules": preset.rules},
        "event": {"name": name},
        "players": [
            {"id": number, "name": names[number]} | ({"team": in_team[number]} if number in in_team else {})
            for number in sorted(names)
        ],
        "teams": [
            {
                "id": team_number,
                "name": name,
                "members": [number for number in sorted(names) if in_team.get(number) == team_number],
            }
            for team_number, name in enumerate(teams, 1)
        ],
        "rounds": [{"round": number, "tables": tables} for number, tables in sorted(rounds.items())],
        "penalties": penalties,
    }


def _to_json_number(number: object) -> object:
    """Return an integer as such, any other number as text that is read back exactly."""
    text = str(number)
    return int(text) if text.lstrip("-").isdecimal() else _to_decimal(text)


def _to_decimal(text: str) -> float:
    above, _bar, below = text.partition("/")
    return int(above) / int(below)
