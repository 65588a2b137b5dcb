"""Facts of a document, joined from its rows and claims, as the checks read them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, Final

FORMAT: Final = "mahjong-event/2"
PUBLIC_PART: Final = "public"
"""Value of `part` in a document of public data only."""
Facts = Mapping[str, Any]


def build_facts(document: Facts) -> Facts:
    """Return the facts. Raises LookupError, TypeError or ValueError for rows of another form."""
    claims = document["claims"]
    team_of = {row["number"]: row["team"] for row in document["entries"]}
    teams = sorted(row["code"] for row in document["teams"])
    return {
        **claims,
        "event": document["tournament"]["slug"],
        "through": document["through"],
        "promises": _build_promises(document),
        "draws": _merge_claims(document["draws"], "number", claims["draws"], "draw"),
        "seatings": _build_seatings(document),
        "deals": _build_deals(document),
        "competitors": [
            competitor | {"number": competitor["key"], "team": team_of[competitor["key"]]}
            for competitor in claims["competitors"]
        ],
        "teams": [{"key": code, "number": number} for number, code in enumerate(teams, 1)],
        "scorings": [row["match_scoring"] for row in document["rulesets"]],
        "sheets": _build_sheets(document),
        "log": [row["digest"] for row in document["log"]],
        "numbers": [row["number"] for row in document["entries"]],
    }


def _merge_claims(rows: Sequence[Facts], name: str, claims: Sequence[Facts], named: str) -> list[dict[str, Any]]:
    claimed = {claim[named]: claim for claim in claims}
    return [{**row, **claimed[row[name]]} for row in rows]


def _group_rows(rows: Sequence[Facts], name: str) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for row in rows:
        groups.setdefault(row[name], []).append(row)
    return groups


def _sort_by_seat(rows: Sequence[Facts], name: str) -> list[Facts]:
    """Return the rows of a table by seat from 0, each seat once; rows of an imported file may have none."""
    seats = [row[name] for row in rows if row[name] is not None]
    if sorted(set(seats) & {0, 1, 2, 3}) != sorted(seats):
        raise ValueError(f"a {name} is taken twice, or is none that a table has")
    return sorted(rows, key=lambda row: row[name] or 0)


def _parse_moment(text: str | None) -> str:
    return datetime.datetime.fromisoformat(text).isoformat() if text else ""


def _build_promises(document: Facts) -> list[Any]:
    times = {"at": "created_at", "value_at": "value_at", "withdrawn_at": "withdrawn_at"}
    commitments = _merge_claims(
        document["seed_commitments"], "commitment", document["claims"]["promises"], "commitment"
    )
    return [
        row | {"value": row["public_value"]} | {name: _parse_moment(row[column]) for name, column in times.items()}
        for row in commitments
    ]


def _build_seatings(document: Facts) -> list[Any]:
    draw_of = {claim["seating"]: claim["draw"] for claim in document["claims"]["seatings"]}
    seats, seatings = _group_rows(document["seats"], "seating"), []
    for row in sorted(document["seatings"], key=lambda row: row["round"]):
        key = f"{row['round']}/{row['version']}"
        tables = sorted(_group_rows(seats.get(key, ()), "table_number").items())
        plan = {
            str(table): [seat["entry"] for seat in _sort_by_seat(table_seats, "wind")] for table, table_seats in tables
        }
        seatings.append({"round": row["round"], "version": row["version"], "draw": draw_of[key], "tables": plan})
    return seatings


def _build_deals(document: Facts) -> list[Any]:
    rulesets = {row["number"]: row for row in document["rulesets"]}
    boards = _group_rows(document["boards"], "board_set")
    # Up to release 0.3.0 they were a section of the public part.
    shares = _group_rows(document.get("board_shares", ()), "board_set")
    openings, plays, board_sets = _group_rows(document["claims"]["openings"], "board_set"), _group_plays(document), []
    for row in document["board_sets"]:
        key, rules = row["number"], rulesets[row["ruleset"]]
        set_boards = sorted(
            boards.get(key, ()), key=lambda board: (board["session"], board["number"], board["reserve"])
        )
        board_set = row | {"ruleset": rules["preset"], "parameters": rules["parameters"], "value": row["public_value"]}
        board_set |= {name: _parse_moment(row[name]) for name in ("committed_at", "value_at")}
        board_set |= {"shares": row.get("seed_shares") or shares.get(key, []), "openings": openings.get(key, [])}
        board_sets.append(board_set | {"all_boards": set_boards, "plays": plays.get(key, [])})
    return board_sets


def _group_plays(document: Facts) -> dict[int, list[Any]]:
    boards = {"/".join(str(row[name]) for name in BOARD): row for row in document["boards"]}
    seats = _group_rows(document["play_seats"], "play")
    plays: dict[int, list[Any]] = {}
    for row in document["board_plays"]:
        board, play_seats = boards[row["board"]], _sort_by_seat(seats[f"{row['table']}/{row['order']}"], "seat")
        play = {"session": board["session"], "board": board["number"], "reserve": board["reserve"]}
        play |= {"table": int(row["table"].partition("/")[2])}
        play |= {name: row[name] for name in ("flag", "ruling", "record")}
        columns = {"players": "entry", "points": "points", "penalties": "penalty"}
        play |= {name: [seat[column] for seat in play_seats] for name, column in columns.items()}
        plays.setdefault(board["board_set"], []).append(play)
    return plays


BOARD: Final = ("board_set", "session", "number", "reserve")


def _read_stated(seat: Facts) -> tuple[Any, Facts]:
    """Return the points of a line, and the amounts that count instead of the computed ones."""
    if "extra" in seat:  # of an earlier release
        return seat["extra"].get("exact_points", seat["points"]), seat["extra"].get("official", {})

    stated = {"place": seat["official_place"]}
    for name in ("exact_points", "official_score", "official_table_points"):
        numerator, denominator = seat[f"{name}_numerator"], seat[f"{name}_denominator"]
        amount = None if numerator is denominator is None else f"{numerator}/{denominator}"
        stated[name.removeprefix("official_")] = amount
    points = stated.pop("exact_points")
    counted = {name: value for name, value in stated.items() if value is not None}
    return seat["points"] if points is None else points, counted


def _build_sheets(document: Facts) -> list[Any]:
    seats, numbers = _group_rows(document["result_seats"], "result"), [row["number"] for row in document["rulesets"]]
    beside = {claim["result"]: claim for claim in document["claims"]["sheets"]}
    sheets = []
    for row in document["results"]:
        key, (round_, table) = f"{row['table']}/{row['version']}", map(int, row["table"].split("/"))
        lines = [[seat["entry"], *_read_stated(seat)] for seat in _sort_by_seat(seats[key], "order")]
        sheet = {"round": round_, "table": table, "seats": lines, "leftover": row["leftover_points"]}
        sheets.append(beside[key] | sheet | {"scoring": numbers.index(row["ruleset"])})
    return sorted(sheets, key=lambda sheet: (sheet["round"], sheet["table"]))
