"""Reader of `mahjong-event/1` files: optional values may be missing, unknown ones are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.records.other_programs import refusal
from tournaments.core.one_line import describe_line_break_error, is_one_line
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words
from tournaments.events.models import MAX_ROUNDS
from tournaments.events.presets import list_event_families
from tournaments.exchange.documents import DocumentReader, Raw, parse_json
from tournaments.exchange.reading.event_file import (
    FORMAT,
    EventFile,
    FilePlayer,
    FileRound,
    FileSeat,
    FileTable,
    FileTeam,
    Id,
    as_number,
    is_name,
)

WINDS = {"E": 0, "S": 1, "W": 2, "N": 3}
LISTS = ("players", "teams", "rounds", "penalties", "forfeits")
MAX_TABLE_NAME = 20


def read(content: bytes, name: str = "") -> tuple[EventFile | None, list[RowProblem]]:
    """Return the event and all problems; the event is None if any is an error."""
    data, problems = parse_json(content)
    if problems:
        return None, problems
    reader = _Reader()
    event = reader.read_event(data, name)
    broken = any(not problem.warning for problem in reader.problems)
    return (None if broken else event), reader.problems


class _Reader(DocumentReader):
    def __init__(self) -> None:
        super().__init__()
        self.table_names: dict[str, int] = {}

    def read_event(self, data: object, file_name: str) -> EventFile | None:
        if not isinstance(data, dict):
            self.add_problem("", _("The file does not hold an event: its outermost value is not an object."))
            return None
        if (reason := refusal(data)) is not None:
            self.add_problem("", in_words(reason))
            return None
        if not self.has_format({"format": FORMAT} | data, FORMAT):
            return None
        about = self.read_object(data.get("event"), "event")
        scoring = self.read_object(data.get("scoring"), "scoring")
        name = self.read_line(about.get("name") or about.get("short") or file_name or _("Imported event"), "event")
        family = str(data.get("rule_family") or scoring.get("kind") or "").strip().lower()
        if family not in list_event_families():
            families = ", ".join(list_event_families())
            self.add_problem(
                "rule_family", _("“%(found)s” is none of %(known)s.") % {"found": family, "known": families}
            )
        event = EventFile(
            name=name[:200],
            short=slugify(str(about.get("short") or name))[:60] or "event",
            family=family,
            event=about,
            scoring=scoring,
            penalties=self.read_rows(data.get("penalties"), "penalties"),
            forfeits=self.read_rows(data.get("forfeits"), "forfeits"),
            standings=self.read_object(data.get("standings"), "standings"),
            other={key: value for key, value in data.items() if key not in LISTS},
            lists=tuple(key for key in (*LISTS, "standings") if key in data),
        )
        event.teams = list(self.read_teams(data.get("teams")))
        event.players = list(self.read_players(data.get("players"), event.teams))
        ids = {player.id for player in event.players}
        self.name_tables(data.get("rounds"))
        event.table_names = self.table_names
        event.rounds = list(self.read_rounds(data.get("rounds"), ids))
        if not event.players:
            self.add_problem("players", _("The file names no players."))
        return event

    def read_object(self, value: object, where: str) -> Raw:
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        self.add_problem(where, _("Expected an object, found %(found)s.") % {"found": type(value).__name__})
        return {}

    def read_objects(self, value: object, where: str) -> Iterator[tuple[int, Raw]]:
        return super().read_objects([] if value is None else value, where)

    def read_rows(self, value: object, where: str) -> list[Raw]:
        return [raw for _index, raw in self.read_objects(value, where)]

    def read_line(self, value: object, where: str) -> str:
        text = str(value).strip()
        if not is_one_line(text):
            self.add_problem(where, describe_line_break_error())
        return text

    def read_id(self, value: object, where: str) -> Id | None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.add_problem(where, _("“%(found)s” is not an id: expected a number or a text.") % {"found": value})
        return None

    def read_whole_number(self, value: object, where: str, default: int) -> int:
        if value is None:
            return default
        number = as_number(value)
        if number is None or number.denominator != 1 or abs(number) > 10**9:
            self.add_problem(where, _("“%(found)s” is not a whole number.") % {"found": value})
            return default
        return int(number)

    def read_teams(self, value: object) -> Iterable[FileTeam]:
        team_ids: set[Id] = set()
        for index, raw in self.read_objects(value, "teams"):
            where = f"teams {index}"
            key = self.read_id(raw.get("id", raw.get("name")), where)
            if key is None:
                continue
            if key in team_ids:
                self.add_problem(where, _("The team id “%(id)s” stands twice.") % {"id": key})
                continue
            team_ids.add(key)
            members = raw.get("members") or []
            if not isinstance(members, list):
                self.add_problem(where, _("“members” is not a list."))
                members = []
            ids = [
                member_id for member_id in (self.read_id(member, where) for member in members) if member_id is not None
            ]
            yield FileTeam(key, self.read_line(raw.get("name") or key, where), ids, raw)

    def read_players(self, value: object, teams: list[FileTeam]) -> Iterable[FilePlayer]:
        team_of = {member: team.id for team in teams for member in team.members}
        known_teams = {team.id for team in teams}
        player_ids: set[Id] = set()
        for index, raw in self.read_objects(value, "players"):
            where = f"players {index}"
            key = self.read_id(raw.get("id"), where)
            if key is None:
                continue
            if key in player_ids:
                self.add_problem(where, _("The player id “%(id)s” stands twice.") % {"id": key})
                continue
            player_ids.add(key)
            team = raw.get("team")
            team = team_of.get(key) if team is None or team == "" else self.read_id(team, where)
            if team is not None and team not in known_teams:
                self.add_problem(where, _("The team “%(team)s” is not in the list of teams.") % {"team": team})
                team = None
            absent = raw.get("substitute_for")
            yield FilePlayer(
                key,
                self.read_line(raw.get("name") or "", where),
                self.read_line(raw.get("country") or "", where),
                team,
                raw,
                absent if isinstance(absent, int | str) and absent in player_ids - {key} else None,
            )
        for team_row in teams:
            for member in team_row.members:
                if member not in player_ids:
                    self.add_problem(
                        _("team %(id)s") % {"id": team_row.id},
                        _("The member %(player)s is not in the list of players.") % {"player": member},
                    )

    def read_rounds(self, value: object, players: set[Id]) -> Iterable[FileRound]:
        numbers: set[int] = set()
        for index, raw in self.read_objects(value, "rounds"):
            number = self.read_whole_number(raw.get("round"), f"rounds {index}", index)
            where = _("round %(round)s") % {"round": number}
            if not 1 <= number <= MAX_ROUNDS or number in numbers:
                self.add_problem(where, _("Rounds are numbered from 1 to %(most)s, each once.") % {"most": MAX_ROUNDS})
                continue
            numbers.add(number)
            tables: list[FileTable] = []
            table_of: dict[Id, int] = {}
            for position, table in self.read_objects(raw.get("tables"), where):
                read_table = self.read_table(table, where, position, players)
                if read_table is None:
                    continue
                place = f"{where}, " + _("table %(table)s") % {"table": read_table.number}
                if any(earlier.number == read_table.number for earlier in tables):
                    self.add_problem(place, _("The table stands twice in this round."))
                    continue
                for seat in read_table.seats:
                    if seat.player is not None and seat.player in table_of:
                        self.add_problem(
                            place,
                            _("Player %(player)s sits at table %(table)s too.")
                            % {"player": seat.player, "table": table_of[seat.player]},
                        )
                    elif seat.player is not None:
                        table_of[seat.player] = read_table.number
                tables.append(read_table)
            head = raw | {"tables": []} if isinstance(raw.get("tables"), list) else raw
            yield FileRound(number, tables, head)

    def name_tables(self, rounds: object) -> None:
        """Number the named tables, one number per name, after all numbered ones."""
        called = [
            table.get("table")
            for raw_round in (rounds if isinstance(rounds, list) else [])
            for table in (
                raw_round.get("tables") or []
                if isinstance(raw_round, dict) and isinstance(raw_round.get("tables"), list)
                else []
            )
            if isinstance(table, dict)
        ]
        numbers = [int(number) for number in map(as_number, called) if number is not None]
        names = [label.strip() for label in called if isinstance(label, str) and as_number(label) is None]
        for name in names:
            if name and len(name) <= MAX_TABLE_NAME and is_one_line(name):
                self.table_names.setdefault(name, max(numbers, default=0) + len(self.table_names) + 1)

    def read_table(self, raw: Raw, where: str, position: int, players: set[Id]) -> FileTable | None:
        name = raw["table"].strip() if is_name(raw.get("table"), self.table_names) else ""
        number = self.table_names.get(name) or self.read_whole_number(
            raw.get("table"), f"{where}, {position}", position
        )
        where = f"{where}, " + _("table %(table)s") % {"table": number}
        if not 1 <= number <= 9999:
            self.add_problem(where, _("Tables are numbered from 1."))
            return None
        seats = [self.seat(seat, where, players) for seat in self.read_rows(raw.get("seats"), where)]
        if not 2 <= len(seats) <= 4:
            self.add_problem(
                where, _("A table has four seats (at least two); here are %(count)s.") % {"count": len(seats)}
            )
            return None
        winds = [seat.wind for seat in seats if seat.wind is not None]
        if len(set(winds)) != len(winds):
            self.add_problem(where, _("Two players have the same seat; the seats are read as unknown."), warning=True)
            for seat in seats:
                seat.wind = None
        missing = [seat for seat in seats if seat.points is None]
        if missing and len(missing) < len(seats):
            self.add_problem(where, _("Some points are missing; the table is read as not played."), warning=True)
        leftover = self.read_whole_number(raw.get("leftover_sticks_points"), where, 0)
        hands = self.read_rows(raw.get("hands"), where)
        at_table = {seat.player for seat in seats}
        table = FileTable(number, seats, leftover, hands, raw, name=name)
        table.hands_readable = not hands or self.has_readable_hands(hands, at_table)
        if not table.hands_readable:
            self.add_problem(where, _("The hands are kept as they are but cannot be shown as a sheet."), warning=True)
        return table

    def seat(self, raw: Raw, where: str, players: set[Id]) -> FileSeat:
        player = None if raw.get("player") is None else self.read_id(raw["player"], where)
        if player is not None and player not in players:
            self.add_problem(where, _("Player %(player)s is not in the list of players.") % {"player": player})
        wind = raw.get("seat")
        points = as_number(raw.get("points"))
        if raw.get("points") is not None and (points is None or abs(points) > 10**8):
            self.add_problem(where, _("“%(found)s” is not a number of points.") % {"found": raw["points"]})
        wind_number = WINDS.get(str(wind).strip().upper()[:1]) if wind is not None else None
        if wind is not None and wind_number is None:
            self.add_problem(
                where, _("“%(found)s” is not a seat; expected E, S, W or N.") % {"found": wind}, warning=True
            )
        return FileSeat(player, wind_number, points, raw)

    def has_readable_hands(self, hands: list[Raw], players: set[Id | None]) -> bool:
        numbers = set()
        for index, hand in enumerate(hands, 1):
            number = as_number(hand.get("hand", index))
            value = as_number(hand.get("value", 0) if hand.get("value") is not None else 0)
            fines = hand.get("penalties") or []
            people = [who for who in (hand.get("winner"), hand.get("discarder")) if who is not None]
            if number is None or number.denominator != 1 or not 1 <= number < 32000 or number in numbers:
                return False
            if value is None or value.denominator != 1 or abs(value) > 10**9:
                return False
            if any(isinstance(who, list | dict) or who not in players for who in people) or len(set(people)) < len(
                people
            ):
                return False
            if not isinstance(fines, list):
                return False
            numbers.add(number)
        return True
