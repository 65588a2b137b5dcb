"""Export as `mahjong-event/1`. Unchanged imported values are returned word for word."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from fractions import Fraction

from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from engine.match.scoring import GameResult
from tournaments.core.downloads import export
from tournaments.core.models.sentences import as_reason
from tournaments.core.text.places import place_code_of
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import MAX_ROUNDS, Tournament
from tournaments.exchange.documents import Raw
from tournaments.exchange.reading.event_file import FORMAT, as_number
from tournaments.exchange.reading.forfeits import build_forfeit_row
from tournaments.results.logic.sheets import score_games
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries.sheets import get_scoring, get_sheet_rules, restore_sheet
from tournaments.rounds.models import GameTable, Round, Seat, Seating
from tournaments.standings import ledger
from tournaments.standings.logic import Standings, StandingsRow
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.forfeits import query_forfeits_in_force
from tournaments.standings.queries.standings import compute_standings

WINDS = "ESWN"


def to_json_number(value: Fraction) -> int | float:
    """Return integers as such, other numbers as the nearest decimal."""
    return value.numerator if value.denominator == 1 else float(value)


def get_entry_id_in_file(entry: Entry) -> int | str:
    """Return the imported id, else the start number."""
    key: int | str = entry.imported.get("id", entry.number)
    return key


def get_team_id_in_file(team: Team) -> int | str:
    """Return the imported id, else the code."""
    key: int | str = team.imported.get("id", team.code)
    return key


def build_standings_rows(tournament: Tournament, standings: Standings) -> Raw:
    """Return `{"individual": [...], "teams": [...]}` with the file's ids; table points only if the order has them."""
    entries = {entry.pk: get_entry_id_in_file(entry) for entry in tournament.entries.all()}
    teams = {team.pk: get_team_id_in_file(team) for team in tournament.teams.all()}
    return {
        "individual": [_build_standings_row(row, "player", entries) for row in standings.individual],
        "teams": [_build_standings_row(row, "team", teams) for row in standings.teams],
    }


def _build_standings_row(row: StandingsRow, name: str, ids: dict[int, int | str]) -> Raw:
    values: Raw = {"place": row.place or None, "shared": row.shared, name: ids[int(row.key)]}
    if row.out is not None:
        values["disqualified"] = True
    if "table_points" in row.values:
        values["table_points"] = to_json_number(row.values["table_points"])
    return values | {"total": to_json_number(row.total)}


@export("export.json", name="event_export", title=_("The results for other programs"), action="events.export")
def event_file(tournament: Tournament, query: QueryDict) -> bytes:
    return (json.dumps(export_event(tournament), ensure_ascii=False, indent=1) + "\n").encode()


def export_event(tournament: Tournament) -> Raw:
    """Return the event as JSON values; import and export in either order lose nothing."""
    return _Export(tournament).build_event()


class _Export:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.ruleset = tournament.ruleset
        self.scoring = self.ruleset.scoring
        self.raw: Raw = tournament.imported.get("file", {})
        self.entries = {entry.pk: entry for entry in tournament.entries.order_by("number")}
        self.lines = list(
            ScoreLine.objects.filter(tournament=tournament, voided_at__isnull=True)
            .exclude(kind=ScoreLine.Kind.RESULT)
            .select_related("entry", "team", "round", "table")
            .order_by("pk")
        )

    def build_event(self) -> Raw:
        return {"format": FORMAT} | self.raw | self.build_head() | self.build_lists()

    def build_head(self) -> Raw:
        tournament = self.tournament
        about: Raw = {
            "name": tournament.name,
            "short": tournament.slug,
            "start": tournament.starts_on.isoformat() if tournament.starts_on else None,
            "end": tournament.ends_on.isoformat() if tournament.ends_on else None,
            "place": tournament.place,
            "country": tournament.country_code or None,
            "organiser": tournament.organiser or None,
            "rounds_planned": tournament.rounds_planned,
        }
        raw = dict(self.raw.get("event") or {})
        if not self.raw:
            return {"event": about, "rule_family": tournament.family, "scoring": self.build_native_scoring()}
        for key, value in about.items():
            if key in raw and not self.is_unchanged(key, raw[key], value):
                raw[key] = value
        return {"event": raw} if raw else {}

    def is_unchanged(self, key: str, written: object, value: object) -> bool:
        """Return True if the field still equals the imported value: a bare year is no date."""
        if key == "short":
            return slugify(str(written))[:60] == value
        if key in ("start", "end"):
            return value is None or str(written) == value
        if key == "country":
            return place_code_of(str(written or "")) == (value or "")
        if key == "organiser":
            return str(written or "")[:120] == (value or "")
        if key == "rounds_planned":
            planned = as_number(written)
            return planned is None or planned == value or planned > MAX_ROUNDS
        return str(written or "")[:200] == value

    def build_native_scoring(self) -> Raw:
        scoring = self.scoring
        values: Raw = {
            "kind": self.tournament.family,
            "start_points": scoring.start_points,
            "return_points": scoring.return_points,
            "points_per_score": scoring.divisor,
            "leftover_riichi_sticks": scoring.leftover,
            "ranking": [f"{key.replace('_', ' ')} descending" for key in self.ruleset.tie_breaks],
        }
        if scoring.table_points:
            values["table_points"] = [to_json_number(points) for points in scoring.table_points]
        if scoring.uma:
            values |= {"uma": [to_json_number(bonus) for bonus in scoring.uma], "oka": to_json_number(scoring.oka)}
        return values

    def build_lists(self) -> Raw:
        teams = list(self.tournament.teams.order_by("pk"))
        self.read_rounds()
        parts: Raw = {
            "teams": [self.build_team(team) for team in teams],
            "players": [
                self.build_player(entry)
                for entry in sorted(self.entries.values(), key=lambda entry: entry.pk)
                if not entry.filler
            ],
            "rounds": [
                self.build_round(round_) for round_ in self.tournament.rounds.order_by("pk") if self.is_included(round_)
            ],
            "penalties": self.build_penalties(),
            "forfeits": [
                build_forfeit_row(forfeit, get_entry_id_in_file(forfeit.entry))
                for forfeit in query_forfeits_in_force(self.tournament).select_related("entry")
            ],
            "standings": self.build_standings(),
        }
        return {key: value for key, value in parts.items() if value or key in self.list_parts_written_empty()}

    def list_parts_written_empty(self) -> Iterable[str]:
        """Return lists to write even if empty: those of the imported file, or all for an event of this site."""
        had = self.tournament.imported.get("lists")
        return had if isinstance(had, list) else ("teams", "players", "rounds", "penalties", "standings")

    def is_included(self, round_: Round) -> bool:
        return "file" in round_.imported or round_.state != Round.State.PLANNED

    def build_team(self, team: Team) -> Raw:
        members = [get_entry_id_in_file(entry) for entry in self.entries.values() if entry.team_id == team.pk]
        raw: Raw | None = team.imported.get("file")
        if raw is None:
            return {
                "id": get_team_id_in_file(team),
                "name": team.name,
                "country": team.country or None,
                "members": members,
            }
        listed = raw.get("members")
        if isinstance(listed, list):
            order = [member for member in listed if member in members] + [
                member for member in members if member not in listed
            ]
            raw = raw | {"members": order}
        return _replace_name(raw, "name", team.name)

    def build_player(self, entry: Entry) -> Raw:
        team = entry.team
        raw: Raw | None = entry.imported.get("file")
        facts: Raw = {"country": entry.country or None, "team": get_team_id_in_file(team) if team else None}
        if raw is None:
            absent = self.entries.get(entry.substitute_for_id or 0)
            stands = {"substitute_for": get_entry_id_in_file(absent)} if absent is not None else {}
            return {"id": get_entry_id_in_file(entry), "name": entry.full_name} | facts | stands
        result = _replace_name(raw, "name", entry.full_name)
        by_members = team is not None and get_entry_id_in_file(entry) in (
            team.imported.get("file", {}).get("members") or []
        )
        for key, value in facts.items():
            untold = key == "team" and by_members and not raw.get(key)
            if key in raw and not untold and _format_text(raw[key] or None)[:60] != _format_text(value):
                result = result | {key: value}
        return result

    def build_round(self, round_: Round) -> Raw:
        raw: Raw | None = round_.imported.get("file")
        tables = sorted(self.tables.get(round_.pk, []), key=lambda table: table.imported.get("position", table.number))
        self.live = self.lives.get(round_.pk, {})
        head = (
            raw
            if raw is not None
            else {
                "round": round_.number,
                "played": round_.state == Round.State.FINISHED and round_.annulled_at is None,
            }
        )
        listed = [
            self.build_table(table, round_) for table in tables if table.pk in self.results or table.number in self.live
        ]
        return head | {"tables": listed} if listed or raw is None else head

    def read_rounds(self) -> None:
        event = self.tournament
        self.tables: dict[int, list[GameTable]] = {}
        for table in GameTable.objects.filter(round__tournament=event).order_by("number"):
            self.tables.setdefault(table.round_id, []).append(table)
        confirmed = TableResult.objects.filter(table__round__tournament=event, state=TableResult.State.CONFIRMED)
        self.results = {
            result.table_id: result
            for result in confirmed.select_related("table__round__ruleset", "table__round__tournament", "ruleset")
        }
        self.seats: dict[int, list[ResultSeat]] = {}
        for seat in ResultSeat.objects.filter(result__in=confirmed).select_related("entry"):
            self.seats.setdefault(seat.result_id, []).append(seat)
        self.hands: dict[int, list[HandRecord]] = {}
        for hand in HandRecord.objects.filter(result__in=confirmed).order_by("pk"):
            self.hands.setdefault(int(hand.result_id or 0), []).append(hand)
        self.lives: dict[int, dict[int, list[Seat]]] = {}
        chairs = Seat.objects.filter(seating__round__tournament=event, seating__state__in=Seating.LIVE)
        for chair in chairs.select_related("seating").order_by("pk"):
            tables = self.lives.setdefault(chair.seating.round_id, {})
            tables.setdefault(chair.table_number, []).append(chair)
        self.beside = ledger.load_adjustments(event)

    def build_table(self, table: GameTable, round_: Round) -> Raw:
        raw: Raw = table.imported.get("file", {"table": table.name or table.number})
        result = self.results.get(table.pk)
        imported_hands = {"hands": table.imported["hands"]} if "hands" in table.imported else {}
        if result is None:
            return (
                raw
                | {"seats": table.imported.get("seats") or [self.build_empty_seat(s) for s in self.live[table.number]]}
                | imported_hands
            )
        sheet = sorted(self.seats[result.pk], key=lambda seat: seat.imported.get("position", seat.order))
        values = raw | {"seats": self.build_sheet(result, sheet, table)}
        if not result.imported:
            values = {k: v for k, v in values.items() if k not in ("points_sum", "leftover_sticks_points")}
            total = sum(seat.points for seat in sheet) + result.leftover_points
            if total != self.scoring.expected_total(len(sheet)):
                values["points_sum"] = total - result.leftover_points
            if get_sheet_rules(self.ruleset).stick:
                values["leftover_sticks_points"] = result.leftover_points
            imported_hands = {}
        hands = [self.build_hand(hand) for hand in self.hands.get(result.pk, [])]
        return values | ({"hands": hands} if hands else imported_hands)

    def build_empty_seat(self, seat: Seat) -> Raw:
        return {"seat": _format_wind(seat.wind), "player": self.find_player_id(seat.entry_id), "points": None}

    def find_player_id(self, pk: int | None) -> int | str | None:
        entry = self.entries.get(pk) if pk is not None else None
        return None if entry is None or entry.filler else get_entry_id_in_file(entry)

    def build_sheet(self, result: TableResult, sheet: list[ResultSeat], table: GameTable) -> list[Raw]:
        fines = {} if result.imported else self.beside.fines(table)
        played = score_games(restore_sheet(result, sheet), get_scoring(result), fines, self.beside.heirs_at(table))
        return [self.build_seat(seat, game, table) for seat, game in zip(sheet, played, strict=True)]

    def build_seat(self, seat: ResultSeat, game: GameResult, table: GameTable) -> Raw:
        lines = [line for line in self.lines if line.entry_id == seat.entry_id and line.table_id == table.pk]
        penalty = sum((self.compute_score_of_line(line) for line in lines), Fraction(0))
        raw: Raw | None = seat.imported.get("file")
        if raw is not None:
            written = as_number(raw.get("penalty"))
            untouched = all("file" in line.imported or "from_seat" in line.imported for line in lines)
            if (written is None and untouched) or (written or Fraction(0)) == penalty:
                return raw
            changed: Raw = {"penalty": to_json_number(penalty)}
            if (score := as_number(raw.get("score"))) is not None:
                changed["score"] = to_json_number(score - (written or Fraction(0)) + penalty)
            return raw | changed
        values: Raw = {
            "seat": _format_wind(seat.wind),
            "player": self.find_player_id(seat.entry_id),
            "points": seat.points,
        }
        if self.scoring.table_points:
            return values | {"table_points": to_json_number(game.table_points)}
        if self.scoring.uma:
            values |= {"rank": game.place, "uma": to_json_number(game.uma), "penalty": to_json_number(penalty)}
        return values | {"score": to_json_number(game.score + penalty)}

    def compute_score_of_line(self, line: ScoreLine) -> Fraction:
        """Return the points of the line in the game's score: 0 for table points and penalties inside the game."""
        if line.unit == ScoreLine.Unit.SCORE:
            return line.amount
        if line.unit == ScoreLine.Unit.POINTS and self.scoring.fines == "after":
            return line.amount / self.scoring.divisor
        return Fraction(0)

    def build_hand(self, hand: HandRecord) -> Raw:
        raw: Raw | None = hand.more.get("file")
        if raw is not None:
            return raw
        values: Raw = {"hand": hand.number, "winner": self.find_player_id(hand.winner_id), "value": hand.value or 0}
        if hand.winner_id is not None:
            values["discarder"] = self.find_player_id(hand.discarder_id)
        if any(hand.penalties):
            values["penalties"] = hand.penalties
        return values | {key: value for key, value in hand.more.items() if key != "file"}

    def build_penalties(self) -> list[Raw]:
        listed: list[tuple[int, Raw]] = [
            (int(index), raw) for index, raw in self.tournament.imported.get("penalties_noted", {}).items()
        ]
        for line in self.lines:
            if "from_seat" in line.imported:
                continue
            if "file" in line.imported:
                listed.append((line.imported["index"], line.imported["file"]))
            else:
                listed.append((10**6 + line.pk, self.build_penalty(line)))
        return [raw for _index, raw in sorted(listed, key=lambda pair: pair[0])]

    def build_penalty(self, line: ScoreLine) -> Raw:
        units = {
            ScoreLine.Unit.SCORE: "score points",
            ScoreLine.Unit.TABLE_POINTS: "table points",
            ScoreLine.Unit.POINTS: "game points",
        }
        unit, amount = units[ScoreLine.Unit(line.unit)], line.amount
        if line.unit == ScoreLine.Unit.POINTS and self.scoring.divisor > 1:
            unit, amount = "score points", line.amount / self.scoring.divisor
        values: Raw = {
            "round": line.round.number if line.round else None,
            "table": line.table.number if line.table else None,
            "player": get_entry_id_in_file(line.entry) if line.entry else None,
            "amount": to_json_number(amount),
            "unit": unit,
            **as_reason(line.reason),
            "certain": True,
        }
        if line.team is not None:
            values["team"] = get_team_id_in_file(line.team)
        if line.clause:
            values["clause"] = line.clause
        return values

    def build_standings(self) -> Raw:
        if not self.raw:
            standings = compute_standings(self.tournament)
            return {"after_round": standings.after, "official": False} | build_standings_rows(
                self.tournament, standings
            )
        raw: Raw = self.raw.get("standings") or {}
        rows = compute_listed_standings(self.tournament)
        if self.tournament.imported.get("standings_digest") == compute_standings_digest(rows):
            return raw
        return raw | {name: rows[name] for name in ("individual", "teams") if name in raw} | {"official": False}


def compute_standings_digest(rows: Raw) -> str:
    """Return a digest of the standings: an import stores it, and an export detects changes by it."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def compute_listed_standings(tournament: Tournament) -> Raw:
    after = as_number((tournament.imported.get("file", {}).get("standings") or {}).get("after_round"))
    return build_standings_rows(tournament, compute_standings(tournament, int(after) if after is not None else None))


def _replace_name(raw: Raw, key: str, value: str) -> Raw:
    """Return the raw object with a changed name; a name truncated to its field's length counts as unchanged."""
    written = str(raw.get(key) or "").strip()
    if not written or written == value or (len(value) >= 60 and written.startswith(value)):
        return raw
    return raw | {key: value}


def _format_text(value: object) -> str:
    return "" if value is None else str(value)


def _format_wind(wind: int | None) -> str | None:
    return None if wind is None else WINDS[wind]
