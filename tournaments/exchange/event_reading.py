"""Reader of `mahjong-event/1` files: optional values may be missing, unknown ones are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.records.other_programs import refusal
from tournaments.core.one_line import is_one_line, line_break_error
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words
from tournaments.events.models import MAX_ROUNDS
from tournaments.events.presets import event_families
from tournaments.exchange.documents import DocumentReader, Raw, loads
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
    data, problems = loads(content)
    if problems:
        return None, problems
    reader = _Reader()
    event = reader.event(data, name)
    broken = any(not problem.warning for problem in reader.problems)
    return (None if broken else event), reader.problems


class _Reader(DocumentReader):
    def __init__(self) -> None:
        super().__init__()
        self.table_names: dict[str, int] = {}

    def event(self, data: object, file_name: str) -> EventFile | None:
        if not isinstance(data, dict):
            self.problem("", _("The file does not hold an event: its outermost value is not an object."))
            return None
        if (reason := refusal(data)) is not None:
            self.problem("", in_words(reason))
            return None
        if not self.has_format({"format": FORMAT} | data, FORMAT):
            return None
        about = self.mapping(data.get("event"), "event")
        scoring = self.mapping(data.get("scoring"), "scoring")
        name = self.line(about.get("name") or about.get("short") or file_name or _("Imported event"), "event")
        family = str(data.get("rule_family") or scoring.get("kind") or "").strip().lower()
        if family not in event_families():
            families = ", ".join(event_families())
            self.problem("rule_family", _("“%(found)s” is none of %(known)s.") % {"found": family, "known": families})
        event = EventFile(
            name=name[:200],
            short=slugify(str(about.get("short") or name))[:60] or "event",
            family=family,
            event=about,
            scoring=scoring,
            penalties=self.rows(data.get("penalties"), "penalties"),
            forfeits=self.rows(data.get("forfeits"), "forfeits"),
            standings=self.mapping(data.get("standings"), "standings"),
            other={key: value for key, value in data.items() if key not in LISTS},
            lists=tuple(key for key in (*LISTS, "standings") if key in data),
        )
        event.teams = list(self.teams(data.get("teams")))
        event.players = list(self.players(data.get("players"), event.teams))
        ids = {player.id for player in event.players}
        self.name_tables(data.get("rounds"))
        event.table_names = self.table_names
        event.rounds = list(self.rounds(data.get("rounds"), ids))
        if not event.players:
            self.problem("players", _("The file names no players."))
        return event

    def mapping(self, value: object, where: str) -> Raw:
        if value is None:
            return {}
        if isinstance(value, dict):
            return value
        self.problem(where, _("Expected an object, found %(found)s.") % {"found": type(value).__name__})
        return {}

    def mappings(self, value: object, where: str) -> Iterator[tuple[int, Raw]]:
        return super().mappings([] if value is None else value, where)

    def rows(self, value: object, where: str) -> list[Raw]:
        return [raw for _index, raw in self.mappings(value, where)]

    def line(self, value: object, where: str) -> str:
        text = str(value).strip()
        if not is_one_line(text):
            self.problem(where, line_break_error())
        return text

    def id_of(self, value: object, where: str) -> Id | None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.problem(where, _("“%(found)s” is not an id: expected a number or a text.") % {"found": value})
        return None

    def whole(self, value: object, where: str, default: int) -> int:
        if value is None:
            return default
        number = as_number(value)
        if number is None or number.denominator != 1 or abs(number) > 10**9:
            self.problem(where, _("“%(found)s” is not a whole number.") % {"found": value})
            return default
        return int(number)

    def teams(self, value: object) -> Iterable[FileTeam]:
        team_ids: set[Id] = set()
        for index, raw in self.mappings(value, "teams"):
            where = f"teams {index}"
            key = self.id_of(raw.get("id", raw.get("name")), where)
            if key is None:
                continue
            if key in team_ids:
                self.problem(where, _("The team id “%(id)s” stands twice.") % {"id": key})
                continue
            team_ids.add(key)
            members = raw.get("members") or []
            if not isinstance(members, list):
                self.problem(where, _("“members” is not a list."))
                members = []
            ids = [
                member_id for member_id in (self.id_of(member, where) for member in members) if member_id is not None
            ]
            yield FileTeam(key, self.line(raw.get("name") or key, where), ids, raw)

    def players(self, value: object, teams: list[FileTeam]) -> Iterable[FilePlayer]:
        team_of = {member: team.id for team in teams for member in team.members}
        known_teams = {team.id for team in teams}
        player_ids: set[Id] = set()
        for index, raw in self.mappings(value, "players"):
            where = f"players {index}"
            key = self.id_of(raw.get("id"), where)
            if key is None:
                continue
            if key in player_ids:
                self.problem(where, _("The player id “%(id)s” stands twice.") % {"id": key})
                continue
            player_ids.add(key)
            team = raw.get("team")
            team = team_of.get(key) if team is None or team == "" else self.id_of(team, where)
            if team is not None and team not in known_teams:
                self.problem(where, _("The team “%(team)s” is not in the list of teams.") % {"team": team})
                team = None
            absent = raw.get("substitute_for")
            yield FilePlayer(
                key,
                self.line(raw.get("name") or "", where),
                self.line(raw.get("country") or "", where),
                team,
                raw,
                absent if isinstance(absent, int | str) and absent in player_ids - {key} else None,
            )
        for team_row in teams:
            for member in team_row.members:
                if member not in player_ids:
                    self.problem(
                        _("team %(id)s") % {"id": team_row.id},
                        _("The member %(player)s is not in the list of players.") % {"player": member},
                    )

    def rounds(self, value: object, players: set[Id]) -> Iterable[FileRound]:
        numbers: set[int] = set()
        for index, raw in self.mappings(value, "rounds"):
            number = self.whole(raw.get("round"), f"rounds {index}", index)
            where = _("round %(round)s") % {"round": number}
            if not 1 <= number <= MAX_ROUNDS or number in numbers:
                self.problem(where, _("Rounds are numbered from 1 to %(most)s, each once.") % {"most": MAX_ROUNDS})
                continue
            numbers.add(number)
            tables: list[FileTable] = []
            table_of: dict[Id, int] = {}
            for position, table in self.mappings(raw.get("tables"), where):
                read_table = self.table(table, where, position, players)
                if read_table is None:
                    continue
                place = f"{where}, " + _("table %(table)s") % {"table": read_table.number}
                if any(earlier.number == read_table.number for earlier in tables):
                    self.problem(place, _("The table stands twice in this round."))
                    continue
                for seat in read_table.seats:
                    if seat.player is not None and seat.player in table_of:
                        self.problem(
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

    def table(self, raw: Raw, where: str, position: int, players: set[Id]) -> FileTable | None:
        name = raw["table"].strip() if is_name(raw.get("table"), self.table_names) else ""
        number = self.table_names.get(name) or self.whole(raw.get("table"), f"{where}, {position}", position)
        where = f"{where}, " + _("table %(table)s") % {"table": number}
        if not 1 <= number <= 9999:
            self.problem(where, _("Tables are numbered from 1."))
            return None
        seats = [self.seat(seat, where, players) for seat in self.rows(raw.get("seats"), where)]
        if not 2 <= len(seats) <= 4:
            self.problem(where, _("A table has four seats (at least two); here are %(count)s.") % {"count": len(seats)})
            return None
        winds = [seat.wind for seat in seats if seat.wind is not None]
        if len(set(winds)) != len(winds):
            self.problem(where, _("Two players have the same seat; the seats are read as unknown."), warning=True)
            for seat in seats:
                seat.wind = None
        missing = [seat for seat in seats if seat.points is None]
        if missing and len(missing) < len(seats):
            self.problem(where, _("Some points are missing; the table is read as not played."), warning=True)
        leftover = self.whole(raw.get("leftover_sticks_points"), where, 0)
        hands = self.rows(raw.get("hands"), where)
        at_table = {seat.player for seat in seats}
        table = FileTable(number, seats, leftover, hands, raw, name=name)
        table.hands_readable = not hands or self.readable(hands, at_table)
        if not table.hands_readable:
            self.problem(where, _("The hands are kept as they are but cannot be shown as a sheet."), warning=True)
        return table

    def seat(self, raw: Raw, where: str, players: set[Id]) -> FileSeat:
        player = None if raw.get("player") is None else self.id_of(raw["player"], where)
        if player is not None and player not in players:
            self.problem(where, _("Player %(player)s is not in the list of players.") % {"player": player})
        wind = raw.get("seat")
        points = as_number(raw.get("points"))
        if raw.get("points") is not None and (points is None or abs(points) > 10**8):
            self.problem(where, _("“%(found)s” is not a number of points.") % {"found": raw["points"]})
        wind_number = WINDS.get(str(wind).strip().upper()[:1]) if wind is not None else None
        if wind is not None and wind_number is None:
            self.problem(where, _("“%(found)s” is not a seat; expected E, S, W or N.") % {"found": wind}, warning=True)
        return FileSeat(player, wind_number, points, raw)

    def readable(self, hands: list[Raw], players: set[Id | None]) -> bool:
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
