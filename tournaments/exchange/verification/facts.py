"""Facts of a document, joined from its rows and claims, as the checks read them.

Files of the former format `mahjong-public/1` held them in this form.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, Final

FORMER: Final = "mahjong-public/1"
Facts = Mapping[str, Any]


def facts_of(document: Facts) -> Facts:
    """The facts. Raises LookupError, TypeError or ValueError for rows of another form."""
    return document if document["format"] == FORMER else _Joined(document).facts()


def _moment(text: str | None) -> str:
    """The time as promises have it; empty for none."""
    return datetime.datetime.fromisoformat(text).isoformat() if text else ""


def _by_seat(rows: Sequence[Facts], name: str) -> list[Facts]:
    """The rows of one table in the order of its seats from 0, each taken once; an imported file may not tell seats."""
    seats = [row[name] for row in rows if row[name] is not None]
    if sorted(set(seats) & {0, 1, 2, 3}) != sorted(seats):
        raise ValueError(f"a {name} is taken twice, or is none that a table has")
    return sorted(rows, key=lambda row: row[name] or 0)


class _Joined:
    def __init__(self, document: Facts) -> None:
        self.document, self.claims = document, document["claims"]
        self.rulesets = {row["number"]: row for row in document["rulesets"]}

    def below(self, section: str, name: str) -> dict[Any, list[Any]]:
        """The rows of a section, by the row above that they name."""
        found: dict[Any, list[Any]] = {}
        for row in self.document[section]:
            found.setdefault(row[name], []).append(row)
        return found

    def facts(self) -> Facts:
        document, claims = self.document, self.claims
        teams_of = {row["number"]: row["team"] for row in document["entries"]}
        teams = sorted(row["code"] for row in document["teams"])
        return {
            "event": document["tournament"]["slug"],
            "through": document["through"],
            "promises": self.promises(),
            "draws": self.draws(),
            "seatings": self.seatings(),
            "deals": self.deals(),
            "competitors": [
                {"key": each["entry"], "number": each["entry"], "team": teams_of[each["entry"]]}
                | {name: value for name, value in each.items() if name != "entry"}
                for each in claims["competitors"]
            ],
            "teams": [{"key": code, "number": at} for at, code in enumerate(teams, 1)],
            "scorings": [row["match_scoring"] for row in document["rulesets"]],
            "sheets": self.sheets(),
            "log": [row["digest"] for row in document["log"]],
            **{
                name: rows
                for name, rows in claims.items()
                if name not in ("promises", "draws", "seatings", "openings", "competitors", "sheets")
            },
        }

    def promises(self) -> list[Any]:
        listed = {each["commitment"]: each["draws"] for each in self.claims["promises"]}
        return [
            row
            | {"at": _moment(row["created_at"]), "value": row["public_value"], "draws": listed[row["commitment"]]}
            | {name: _moment(row[name]) for name in ("value_at", "withdrawn_at")}
            for row in self.document["seed_commitments"]
        ]

    def draws(self) -> list[Any]:
        claimed = {each["draw"]: each for each in self.claims["draws"]}
        return [row | claimed[row["number"]] for row in self.document["draws"]]

    def seatings(self) -> list[Any]:
        draw_of = {each["seating"]: each["draw"] for each in self.claims["seatings"]}
        seats, found = self.below("seats", "seating"), []
        for row in sorted(self.document["seatings"], key=lambda row: row["round"]):
            key, tables = f"{row['round']}/{row['version']}", dict[str, list[Any]]()
            for seat in sorted(seats.get(key, ()), key=lambda seat: seat["table_number"]):
                tables.setdefault(str(seat["table_number"]), []).append(seat)
            plan = {table: [seat["entry"] for seat in _by_seat(own, "wind")] for table, own in tables.items()}
            found.append({"round": row["round"], "version": row["version"], "draw": draw_of[key], "tables": plan})
        return found

    def deals(self) -> list[Any]:
        boards, shares = self.below("boards", "board_set"), self.below("board_shares", "board_set")
        openings: dict[Any, list[Any]] = {}
        for one in self.claims["openings"]:
            openings.setdefault(one["board_set"], []).append(one)
        found, plays = [], self.plays()
        for row in self.document["board_sets"]:
            key, ruleset = row["number"], self.rulesets[row["ruleset"]]
            own = sorted(boards.get(key, ()), key=lambda board: (board["session"], board["number"], board["reserve"]))
            found.append(
                row
                | {"ruleset": ruleset["preset"], "parameters": ruleset["parameters"], "value": row["public_value"]}
                | {name: _moment(row[name]) for name in ("committed_at", "value_at")}
                | {"shares": shares.get(key, []), "openings": openings.get(key, [])}
                | {"all_boards": own, "plays": plays.get(key, [])}
            )
        return found

    def plays(self) -> dict[int, list[Any]]:
        """Number of a set of boards -> its plays."""
        boards = {
            f"{row['board_set']}/{row['session']}/{row['number']}/{row['reserve']}": row
            for row in self.document["boards"]
        }
        seats = self.below("play_seats", "play")
        found: dict[int, list[Any]] = {}
        for row in self.document["board_plays"]:
            board, own = boards[row["board"]], _by_seat(seats[f"{row['table']}/{row['order']}"], "seat")
            play = {"session": board["session"], "board": board["number"], "reserve": board["reserve"]}
            play |= {"table": int(row["table"].partition("/")[2])}
            play |= {name: row[name] for name in ("flag", "ruling", "record")}
            columns = {"players": "entry", "points": "points", "penalties": "penalty"}
            play |= {name: [seat[column] for seat in own] for name, column in columns.items()}
            found.setdefault(board["board_set"], []).append(play)
        return found

    def sheets(self) -> list[Any]:
        seats, numbers = self.below("result_seats", "result"), list(self.rulesets)
        beside = {each["result"]: each for each in self.claims["sheets"]}
        found = []
        for row in self.document["results"]:
            round_, table = map(int, row["table"].split("/"))
            key = f"{row['table']}/{row['version']}"
            own, more = _by_seat(seats[key], "order"), beside[key]
            lines = [
                [seat["entry"], seat["extra"].get("exact_points", seat["points"]), seat["extra"].get("official", {})]
                for seat in own
            ]
            sheet: dict[str, Any] = {"round": round_, "table": table, "scoring": numbers.index(row["ruleset"])}
            sheet |= {"leftover": row["leftover_points"], "seats": lines, "fines": more["fines"], "last": more["last"]}
            found.append(sheet)
        return sorted(found, key=lambda sheet: (sheet["round"], sheet["table"]))
