"""Import of an event from a `mahjong-event/1` file, in one transaction with one audit record."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db.models import Max
from django.utils import timezone

from engine.exact import integer_or
from engine.sentences import Sentence, gettext_noop, sentence
from tournaments.accounts.models import Membership, Role
from tournaments.accounts.services import limits
from tournaments.core.audit import Change, site_change
from tournaments.core.text.places import place_code_of
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.former_options import former_options
from tournaments.events.models import MAX_ROUNDS, RulesetVersion, Stage, Tournament
from tournaments.events.presets import IMPORTED_SUBSTITUTES
from tournaments.events.queries import list_used_features
from tournaments.exchange.document.event_1 import compute_listed_standings, compute_standings_digest
from tournaments.exchange.event_scoring import preset_of
from tournaments.exchange.reading.event_file import (
    EventFile,
    FileSeat,
    FileTable,
    Id,
    as_number,
    is_of_earlier_release,
    parse_iso_day,
)
from tournaments.exchange.reading.interpretation import FilePenalty, Meaning, find_ranking_version
from tournaments.exchange.services.event_files import check_slug
from tournaments.results.logic.sheets import compute_ledger_lines
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Round, Seat, Seating
from tournaments.standings import ledger
from tournaments.standings.models import Forfeit, ScoreLine


@site_change("events.import", gettext_noop("Event imported"))
def import_event(
    change: Change, *, event: EventFile, meaning: Meaning, slug: str = "", published: bool = True, digest: str = ""
) -> Tournament:
    """Create the tournament of the file, its played rounds released. Raises `UserError` if the short name is taken."""
    slug = slug or event.short
    check_slug(slug)
    return _Import(change, event, meaning).store(slug, published, digest)


class _Import:
    def __init__(self, change: Change, event: EventFile, meaning: Meaning) -> None:
        self.change, self.event, self.meaning = change, event, meaning
        self.now = timezone.now()
        self.entries: dict[Id, Entry] = {}
        self.seated: dict[FileSeat, Entry] = {}
        self.teams: dict[Id, Team] = {}
        self.rounds: dict[int, Round] = {}
        self.tables: dict[tuple[int, int], GameTable] = {}

    def store(self, slug: str, published: bool, digest: str) -> Tournament:
        self.tournament = self.make_tournament(slug, published, digest)
        self.change.tournament = self.tournament
        rules = preset_of(self.event).rules
        was_played = self.event.rounds_played and is_of_earlier_release(self.event)
        self.ruleset = RulesetVersion.objects.create(
            tournament=self.tournament,
            number=1,
            preset=rules,
            former_options=former_options(rules) if was_played else {},
            match_scoring=self.meaning.scoring.to_dict(),
            tie_breaks=list(self.meaning.tie_breaks),
            substitute_policy=IMPORTED_SUBSTITUTES,
            created_by=self.change.user,
            frozen_at=self.now if self.event.rounds_played else None,
        )
        if self.change.user is not None:
            Membership.objects.create(tournament=self.tournament, user=self.change.user, role=Role.DIRECTOR)
        self.make_people()
        self.make_rounds()
        self.make_forfeits()
        self.make_seatings()
        self.make_results()
        self.make_penalties()
        self.tournament.imported["standings_digest"] = compute_standings_digest(
            compute_listed_standings(self.tournament)
        )
        self.tournament.features = list_used_features(self.tournament)
        self.tournament.save(update_fields=["imported", "features"])
        self.change.note(
            self.tournament,
            after={
                "slug": slug,
                "players": len(self.event.players),
                "teams": len(self.teams),
                "rounds": len(self.event.rounds),
                "tables": len(self.tables),
                "penalties": len(self.meaning.penalties),
                "differences": self.meaning.differences[:20],
            },
        )
        return self.tournament

    def make_tournament(self, slug: str, published: bool, digest: str) -> Tournament:
        limits.check_new_event(self.change.user)
        event = self.event
        about = event.event
        starts, ends = parse_iso_day(about.get("start")), parse_iso_day(about.get("end"))
        last = max((round_.number for round_ in event.rounds), default=1)
        planned = as_number(about.get("rounds_planned"))
        rounds = max(int(planned) if planned and 1 <= planned <= MAX_ROUNDS else 1, last)
        done = event.rounds_played == rounds and all(table.played for _round, table in event.tables)
        size = max((len(team.members) for team in event.teams), default=0)
        in_teams = [player.team for player in event.players if player.team is not None]
        size = max([size, *(in_teams.count(team.id) for team in event.teams)]) if event.teams else 0
        noted = {str(index): event.penalties[index] for index in self.meaning.noted}
        if done:
            state = Tournament.State.FINISHED
        else:
            state = Tournament.State.RUNNING if event.rounds_played else Tournament.State.PLANNED
        return Tournament.objects.create(
            slug=slug,
            name=event.name,
            place=str(about.get("place") or "")[:200],
            country_code=place_code_of(str(about.get("country") or "")),
            organiser=str(about.get("organiser") or "")[:120],
            starts_on=starts,
            ends_on=ends if starts is None or ends is None or ends >= starts else None,
            family=event.family,
            state=state,
            published=published,
            rounds_planned=rounds,
            team_size=max(size, 1) if event.teams else None,
            team_best=self.meaning.reading.team_best if event.teams else None,
            ranking_version=find_ranking_version(event),
            import_digest=digest,
            imported={"file": event.other, "lists": list(event.lists), "penalties_noted": noted},
        )

    def make_people(self) -> None:
        codes: set[str] = set()
        names: set[str] = set()
        for index, team in enumerate(self.event.teams, 1):
            code = _make_unique(str(team.id)[:20], codes, f"T{index}-")
            name = _make_unique(team.name[:120], names, f"{index} ")
            self.teams[team.id] = Team(
                tournament=self.tournament,
                code=code,
                name=name,
                country=str(team.raw.get("country") or "")[:60],
                imported={"id": team.id, "file": team.raw},
            )
        Team.objects.bulk_create(self.teams.values())
        numbers = _map_start_numbers([player.id for player in self.event.players])
        for player in self.event.players:
            name = player.name or sentence(gettext_noop("Player %(id)s"), id=player.id)
            script = (
                "romanised_name" if name.isascii() or all(ord(letter) < 0x2E80 for letter in name) else "native_name"
            )
            self.entries[player.id] = Entry(
                tournament=self.tournament,
                number=numbers[player.id],
                country=player.country[:60],
                club=str(player.raw.get("club") or "")[:120],
                team=self.teams.get(player.team) if player.team is not None else None,
                status=Entry.Status.CHECKED_IN,
                unranked=player.id in self.meaning.unranked,
                imported={"id": player.id, "file": player.raw},
                **{script: name if isinstance(name, Sentence) else name[:120]},
            )
        Entry.objects.bulk_create(self.entries.values())
        for player in self.event.players:
            if player.substitute_for is not None:
                entry = self.entries[player.id]
                entry.substitute_for = self.entries[player.substitute_for]
                entry.status = Entry.Status.SUBSTITUTE
                entry.save(update_fields=["substitute_for", "status"])

    def make_rounds(self) -> None:
        stage = Stage.objects.create(tournament=self.tournament, number=1, name=sentence(gettext_noop("Qualification")))
        of_file = {round_.number: round_ for round_ in self.event.rounds}
        for number in range(1, self.tournament.rounds_planned + 1):
            file_round = of_file.get(number)
            state = Round.State.PLANNED
            if file_round and file_round.tables:
                played = [table.played for table in file_round.tables]
                state = Round.State.PUBLISHED
                if any(played):
                    state = Round.State.FINISHED if all(played) else Round.State.PLAYING
            self.rounds[number] = Round(
                tournament=self.tournament,
                stage=stage,
                number=number,
                state=state,
                day=file_round.day if file_round else None,
                minutes=self.tournament.minutes_per_round,
                ruleset=self.ruleset if state != Round.State.PLANNED else None,
                released_at=self.now if state == Round.State.FINISHED else None,
                imported={"file": file_round.raw} if file_round else {},
            )
        Round.objects.bulk_create(self.rounds.values())

    def make_forfeits(self) -> None:
        """Create forfeits before the results, because the ranking of seats depends on them."""
        for forfeit in self.meaning.forfeits:
            entry = self.entries[forfeit.player]
            withdrawal: dict[str, Any] = {}
            if forfeit.kind == Forfeit.Kind.DISQUALIFIED:
                withdrawal = {"status": entry.status, "from_round": (forfeit.round or 0) + 1}
                entry.status, entry.dropped_from_round = Entry.Status.DROPPED, withdrawal["from_round"]
                entry.save(update_fields=["status", "dropped_from_round"])
            Forfeit.objects.create(
                tournament=self.tournament,
                entry=entry,
                round=self.rounds[forfeit.round] if forfeit.round is not None else None,
                kind=forfeit.kind,
                takes_negative=forfeit.takes_negative,
                chair=forfeit.chair,
                present=forfeit.present,
                last=forfeit.last,
                left=withdrawal,
                reason=forfeit.reason,
                clause=forfeit.clause,
                author=self.change.user,
                **forfeit.amounts,
            )

    def make_seatings(self) -> None:
        rounds = self.event.rounds
        empty_seats = [sum(seat.player is None for table in row.tables for seat in table.seats) for row in rounds]
        self.fillers = self.make_fillers(max(empty_seats, default=0))
        seats: list[Seat] = []
        for file_round in rounds:
            if not file_round.tables:
                continue
            round_ = self.rounds[file_round.number]
            live = Seating.State.PUBLISHED if round_.state == Round.State.PUBLISHED else Seating.State.PLAYING
            seating = Seating.objects.create(
                round=round_,
                version=1,
                state=live,
                source=Seating.Source.IMPORTED,
                created_by=self.change.user,
                published_at=self.now,
            )
            spare = iter(self.fillers)
            for table in sorted(file_round.tables, key=lambda table: table.number):
                raw: dict[str, Any] = {"file": {k: v for k, v in table.raw.items() if k not in ("seats", "hands")}}
                raw["position"] = file_round.tables.index(table)
                if not table.played:
                    raw["seats"] = [seat.raw for seat in table.seats]
                if table.hands and not (table.played and table.hands_readable):
                    raw["hands"] = table.hands
                elif "hands" in table.raw and not table.hands:
                    raw["hands"] = table.raw["hands"]
                self.tables[file_round.number, table.number] = GameTable(
                    round=round_,
                    number=table.number,
                    name=table.name,
                    imported=raw,
                    **{name: self.now for name in ("sheet_in_at", "entered_at", "confirmed_at") if table.played},
                )
                for seat in table.seats:
                    entry = next(spare) if seat.player is None else self.entries[seat.player]
                    self.seated[seat] = entry
                    seats.append(Seat(seating=seating, table_number=table.number, wind=seat.wind, entry=entry))
        GameTable.objects.bulk_create(self.tables.values())
        Seat.objects.bulk_create(seats)

    def make_fillers(self, count: int) -> list[Entry]:
        highest = Entry.objects.filter(tournament=self.tournament).aggregate(highest=Max("number"))["highest"] or 0
        return Entry.objects.bulk_create(
            Entry(
                tournament=self.tournament,
                number=highest + index,
                romanised_name=sentence(gettext_noop("Filler %(number)s"), number=index),
                status=Entry.Status.CHECKED_IN,
                filler=True,
                unranked=True,
            )
            for index in range(1, count + 1)
        )

    def make_results(self) -> None:
        played = list(self.event.played)
        results = {
            (number, table.number): TableResult(
                table=self.tables[number, table.number],
                version=1,
                state=TableResult.State.CONFIRMED,
                ruleset=self.ruleset,
                leftover_points=table.leftover,
                entered_by=self.change.user,
                confirmed_at=self.now,
                imported=True,
            )
            for number, table in played
        }
        TableResult.objects.bulk_create(results.values())
        seats: dict[tuple[int, int], list[ResultSeat]] = {}
        hands: list[HandRecord] = []
        for number, table in played:
            result = results[number, table.number]
            seats[number, table.number] = self.result_seats(number, table, result)
            if table.hands_readable:
                hands += [self.hand(result, raw, index) for index, raw in enumerate(table.hands, 1)]
        ResultSeat.objects.bulk_create(seat for sheet in seats.values() for seat in sheet)
        HandRecord.objects.bulk_create(hands)
        beside = ledger.load_adjustments(self.tournament)
        lines: list[ScoreLine] = []
        for key, listed in seats.items():
            result, sheet = results[key], sheets.restore_sheet(results[key], listed)
            # The published totals include the fines.
            worth = compute_ledger_lines(sheet, sheets.get_scoring(result), {}, beside.heirs_at(result.table))
            lines += ledger.build_result_lines(result, worth)
        ScoreLine.objects.bulk_create(lines)

    def result_seats(self, number: int, table: FileTable, result: TableResult) -> list[ResultSeat]:
        has_winds = all(seat.wind is not None for seat in table.seats)
        seats = []
        for position, seat in enumerate(table.seats):
            points = seat.points if seat.points is not None else Fraction(0)
            row = ResultSeat(
                result=result,
                order=seat.wind if has_winds and seat.wind is not None else position,
                wind=seat.wind,
                entry=self.seated[seat],
                points=round(points),
                imported={"file": seat.raw, "position": position},
            )
            row.exact_points = points if points.denominator != 1 else None
            official = self.meaning.official.get((number, table.number, position), {})
            row.official_score, row.official_table_points = official.get("score"), official.get("table_points")
            seats.append(row)
        return seats

    def hand(self, result: TableResult, raw: dict[str, Any], index: int) -> HandRecord:
        def person(name: str) -> Entry | None:
            return self.entries[raw[name]] if raw.get(name) is not None else None

        value = as_number(raw.get("value"))
        return HandRecord(
            table=result.table,
            result=result,
            number=int(as_number(raw.get("hand")) or index),
            winner=person("winner"),
            discarder=person("discarder"),
            value=None if value is None else int(value),
            penalties=raw.get("penalties") or [],
            more={"file": raw} | ({"chicken": True} if raw.get("chicken") else {}),
        )

    def make_penalties(self) -> None:
        ScoreLine.objects.bulk_create(self.penalty_line(penalty) for penalty in self.meaning.penalties)

    def penalty_line(self, penalty: FilePenalty) -> ScoreLine:
        table = None
        if penalty.table is not None and penalty.round is not None:
            table = self.tables.get((penalty.round, penalty.table))
        round_ = self.rounds.get(penalty.round) if penalty.round is not None else None
        line = ScoreLine(
            tournament=self.tournament,
            entry=self.entries[penalty.player] if penalty.player is not None else None,
            team=self.teams[penalty.team] if penalty.player is None and penalty.team is not None else None,
            round=round_,
            table=table,
            scope=ScoreLine.Scope.TABLE if table else ScoreLine.Scope.OVERALL,
            unit=penalty.unit,
            kind=ScoreLine.Kind.PENALTY if penalty.amount < 0 else ScoreLine.Kind.BONUS,
            reason=penalty.reason,
            author=self.change.user,
            imported={"from_seat": True} if penalty.index is None else {"file": penalty.raw, "index": penalty.index},
        )
        line.amount = penalty.amount
        return line


def _make_unique(text: str, names: set[str], prefix: str) -> str:
    if text in names:
        text = (prefix + text)[: len(text) + 20][: 20 if prefix.startswith("T") else 120]
    names.add(text)
    return text


def _map_start_numbers(ids: list[Id]) -> dict[Id, int]:
    """Return start numbers: the ids themselves if usable, the next free ones for others."""
    numbers: dict[Id, int] = {}
    for key in ids:
        number = integer_or(key)
        if number and number not in numbers.values():
            numbers[key] = number
    free = max(numbers.values(), default=0)
    for key in ids:
        if key not in numbers:
            free += 1
            numbers[key] = free
    return numbers
