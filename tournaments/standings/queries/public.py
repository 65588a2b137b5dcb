"""What anybody may read of an event: published seatings, released results. Values ready for pages and screens."""

from __future__ import annotations

import datetime
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Q, QuerySet

from tournaments.core.visibility import listed, open_rounds, results_close, standings_close
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.rounds.models.rounds import GameTable, Round, Seat, Seating
from tournaments.standings.logic import CountedForfeit
from tournaments.standings.logic.forfeits import chain
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits


@dataclass(frozen=True)
class ListedPlayer:
    """A player as lists show one."""

    number: int
    name: str
    sort_name: str
    native_name: str
    country: str
    club: str
    team_code: str
    team_name: str
    status: str

    def matches(self, query: str) -> bool:
        """Whether every word of the query is the number or part of a name, the country, the club or the team."""
        facts = (self.name, self.sort_name, self.native_name, self.country, self.club, self.team_name)
        text = "\n".join(facts).casefold()
        return all(word == str(self.number) or word in text for word in query.casefold().split())


def alphabetical(name: str) -> str:
    """A key that sorts as people look names up: accents and case aside.

    >>> sorted(["Zorn", "Álvarez", "baker"], key=alphabetical)
    ['Álvarez', 'baker', 'Zorn']
    """
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def player_of(entry: Entry) -> ListedPlayer:
    """The value of an entry whose team is at hand (`select_related("team")`)."""
    team = entry.team
    return ListedPlayer(
        number=entry.number,
        name=entry.name,
        sort_name=entry.sort_name,
        native_name=entry.native_name,
        country=entry.country,
        club=entry.club,
        team_code=team.code if team else "",
        team_name=team.name if team else "",
        status=entry.status,
    )


@dataclass(frozen=True)
class EventRow:
    """One line of the list of events."""

    slug: str
    name: str
    place: str
    family: str
    starts_on: datetime.date | None
    ends_on: datetime.date | None
    state: str
    players: int
    rounds: int
    archived: bool = False


def events() -> list[EventRow]:
    """Published events, the newest first."""
    counted = Tournament.objects.filter(published=True).annotate(
        players=Count("entries", filter=~Q(entries__status__in=["waiting", "dropped"]))
    )
    return [
        EventRow(
            t.slug, t.name, t.place, t.family, t.starts_on, t.ends_on, t.state, t.players, t.rounds_planned,
            t.archived_at is not None,
        )
        for t in counted
    ]  # fmt: skip


@dataclass(frozen=True)
class RoundRow:
    """One line of the schedule."""

    number: int
    stage: str
    starts_at: datetime.datetime | None
    minutes: int
    state: str
    seated: bool
    released: bool
    day: datetime.date | None = None
    alone: bool = False
    """One table of an open evening: it waits for no other, and none for it."""
    clock_ended: bool = False


def schedule(tournament: Tournament) -> list[RoundRow]:
    """All rounds in order; `seated` once their seating is public, `released` once everybody may see their results."""
    closed = results_close(tournament)
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
    seated = set(live.values_list("round_id", flat=True))
    return [
        RoundRow(
            number=row.number,
            stage=str(row.stage),
            starts_at=row.starts_at,
            day=row.day,
            minutes=row.minutes,
            state=row.state,
            seated=row.pk in seated,
            released=row.released_at is not None and (closed is None or row.number < closed),
            alone=row.alone,
            clock_ended=row.clock_ended,
        )
        for row in tournament.rounds.select_related("stage", "clock").order_by("number")
    ]


def released_through(rounds: Iterable[RoundRow]) -> int:
    """The last round up to which all results are public: the standings of today end there. 0 before the first.

    A table of an open evening that is still played holds up no other; one whose result was taken back does.
    """
    ordered = sorted(rounds, key=lambda row: row.number)
    return _without_gap((row.number, row.released, row.alone and row.state != Round.State.FINISHED) for row in ordered)


def _without_gap(rounds: Iterable[tuple[int, bool, bool]]) -> int:
    """The last of the rounds (number, open, held against nobody) before one that is closed; 0 before the first."""
    last = 0
    for number, is_open, excused in rounds:
        if excused:
            continue
        if not is_open:
            break
        last = number
    return last


def standings_through(tournament: Tournament) -> int:
    """The last round after which everybody may see the standings; 0 where they see none."""
    last = _without_gap(
        (row.number, row.released_at is not None, row.alone and row.state != Round.State.FINISHED)
        for row in tournament.rounds.order_by("number")
    )
    closed = standings_close(tournament)
    return last if closed is None else min(last, closed - 1)


def last_released(rounds: Iterable[RoundRow]) -> RoundRow | None:
    """The last round whose results everybody may see; None before the first."""
    return max((row for row in rounds if row.released), key=lambda row: row.number, default=None)


@dataclass(frozen=True)
class SeatRow:
    """Who sits at a table; `wind` 0-3 from East, None where unknown."""

    wind: int | None
    player: ListedPlayer
    table: int
    table_name: str = ""

    @property
    def at(self) -> str:
        """What the table is called."""
        return self.table_name or str(self.table)


@dataclass(frozen=True)
class SeatedTable:
    """A table with its seats in turn order from East."""

    number: int
    seats: tuple[SeatRow, ...]
    name: str = ""

    @property
    def label(self) -> str:
        """What the table is called: its name, else its number."""
        return self.name or str(self.number)


@dataclass(frozen=True)
class RoundSeating:
    """The public seating of a round."""

    round: int
    stage: str
    version: int
    starts_at: datetime.datetime | None
    tables: tuple[SeatedTable, ...]
    day: datetime.date | None = None

    @property
    def by_name(self) -> list[SeatRow]:
        """Every seat, players in the order of their names."""
        seats = [seat for table in self.tables for seat in table.seats]
        return sorted(seats, key=lambda seat: (alphabetical(seat.player.sort_name), seat.player.number))


def seating(tournament: Tournament, number: int) -> RoundSeating | None:
    """The published or playing seating of a round; None before it is published."""
    live = (
        Seating.objects.filter(round__tournament=tournament, round__number=number, state__in=Seating.LIVE)
        .select_related("round__stage")
        .first()
    )
    return None if live is None else seating_of(live)


def seating_of(live: Seating) -> RoundSeating:
    """A version of a seating as pages show it."""
    tables: dict[int, list[SeatRow]] = defaultdict(list)
    names = dict(live.round.tables.exclude(name="").values_list("number", "name"))
    for seat in seats_in_order(live.seats.select_related("entry__team")):
        row = SeatRow(seat.wind, player_of(seat.entry), seat.table_number, names.get(seat.table_number, ""))
        tables[seat.table_number].append(row)
    return RoundSeating(
        round=live.round.number,
        stage=str(live.round.stage),
        version=live.version,
        starts_at=live.round.starts_at,
        tables=tuple(SeatedTable(table, tuple(tables[table]), names.get(table, "")) for table in sorted(tables)),
        day=live.round.day,
    )


def seats_in_order(seats: QuerySet[Seat]) -> list[Seat]:
    """By table and wind; unknown winds (imported events) come last in the file's order on every database."""
    return sorted(seats, key=lambda seat: (seat.table_number, seat.wind is None, seat.wind or 0, seat.pk))


@dataclass(frozen=True)
class ResultRow:
    """One player's line at a table. Amounts are exact; `penalty` is the sum of the table's and hands' fines.

    `points` and `place` are those of the chair, `table_points` and `score` what counts for the player.
    """

    wind: int | None
    player: ListedPlayer
    points: int
    place: int
    shared: bool
    table_points: Fraction | None
    score: Fraction | None
    penalty: Fraction
    forfeit: str = ""
    """Why something else counts than what was played, in words."""
    stands_in_for: ListedPlayer | None = None
    """Whose session it is, where a substitute plays it and it counts for nobody (MCR-8.8, RI-8.8)."""


@dataclass(frozen=True)
class PublicSheet:
    """A table's confirmed result, or `rows` empty while it is missing; `leftover` = points in unclaimed sticks."""

    round: int
    table: int
    rows: tuple[ResultRow, ...]
    leftover: int
    name: str = ""

    @property
    def label(self) -> str:
        """What the table is called: its name, else its number."""
        return self.name or str(self.table)


def round_results(tournament: Tournament, number: int) -> list[PublicSheet] | None:
    """The confirmed results of a released round, table by table; None where the round is not released."""
    if not tournament.rounds.filter(open_rounds(tournament), number=number).exists():
        return None
    return confirmed_results(tournament, number)


def confirmed_results(tournament: Tournament, number: int) -> list[PublicSheet]:
    """The confirmed results of a round, released or not: for the organisers' own lists."""
    tables = list(GameTable.objects.filter(round__tournament=tournament, round__number=number).order_by("number"))
    sheets = sheets_of(TableResult.objects.filter(table__in=tables))
    return [sheets.get(table.pk) or PublicSheet(number, table.number, (), 0, table.name) for table in tables]


def sheets_of(results: QuerySet[TableResult]) -> dict[int, PublicSheet]:
    """Confirmed sheets by the primary key of their table."""
    confirmed = results.filter(state=TableResult.State.CONFIRMED).select_related("table__round__tournament")
    by_result = {result.pk: result for result in confirmed}
    seats: dict[int, list[ResultSeat]] = defaultdict(list)
    for seat in ResultSeat.objects.filter(result__in=by_result).select_related("entry__team").order_by("order"):
        seats[seat.result_id].append(seat)
    table_keys = [result.table_id for result in by_result.values()]
    amounts, placed = _table_amounts(table_keys)
    rounds = [result.table.round for result in by_result.values()]
    lost = forfeits.by_session(rounds[0].tournament) if rounds else {}
    absent = _absent(rounds[0].tournament_id, lost, seats, by_result) if lost else {}
    return {
        result.table_id: PublicSheet(
            round=result.table.round.number,
            table=result.table.number,
            rows=tuple(
                _result_row(
                    seat,
                    amounts[result.table_id],
                    placed.get((result.table_id, seat.entry_id)) or _place_by_points(seat, seats[result.pk]),
                    lost.get((result.table.round.number, seat.entry_id)),
                    absent.get((result.table.round.number, seat.entry_id)),
                )
                for seat in seats[result.pk]
            ),
            leftover=result.leftover_points,
            name=result.table.name,
        )
        for result in by_result.values()
    }


Amounts = dict[tuple[int, str, bool], Fraction]
Placed = tuple[int, bool]


def _table_amounts(tables: list[int]) -> tuple[dict[int, Amounts], dict[tuple[int, int], Placed]]:
    """For each table (entry, unit, is a penalty) -> sum of the lines that stand; (table, entry) -> (place, shared)."""
    amounts: dict[int, Amounts] = defaultdict(dict)
    placed: dict[tuple[int, int], Placed] = {}
    lines = ScoreLine.objects.filter(table__in=tables, entry__isnull=False, voided_at__isnull=True)
    for line in lines:
        if line.table_id is None or line.entry_id is None:
            continue
        key = (line.entry_id, line.unit, line.kind != ScoreLine.Kind.RESULT)
        table = amounts[line.table_id]
        table[key] = table.get(key, Fraction(0)) + line.amount
        if line.extra.get("place"):
            placed[line.table_id, line.entry_id] = (line.extra["place"], line.extra.get("shared", False))
    return amounts, placed


def _absent(
    tournament_id: int,
    lost: Mapping[tuple[int, int], CountedForfeit],
    seats: Mapping[int, Sequence[ResultSeat]],
    results: Mapping[int, TableResult],
) -> dict[tuple[int, int], ListedPlayer]:
    """(round, substitute) -> the player whose forfeited session it is."""
    heirs = forfeits.heirs(tournament_id)
    owners: dict[tuple[int, int], int] = {}
    for key, sheet in seats.items():
        number = results[key].table.round.number
        for seat in sheet:
            before = chain(seat.entry_id, heirs)[1:]
            owner = next((int(one) for one in before if (number, int(one)) in lost), None)
            if owner is not None:
                owners[number, seat.entry_id] = owner
    known = {
        entry.pk: player_of(entry) for entry in Entry.objects.filter(pk__in=owners.values()).select_related("team")
    }
    return {at: known[owner] for at, owner in owners.items()}


def _place_by_points(seat: ResultSeat, sheet: list[ResultSeat]) -> Placed:
    above = sum(1 for other in sheet if other.points > seat.points)
    return above + 1, sum(1 for other in sheet if other.points == seat.points) > 1


def _result_row(
    seat: ResultSeat, amounts: Amounts, placed: Placed, lost: CountedForfeit | None, absent: ListedPlayer | None
) -> ResultRow:
    table_points = amounts.get((seat.entry_id, ScoreLine.Unit.TABLE_POINTS, False))
    score = amounts.get((seat.entry_id, ScoreLine.Unit.SCORE, False))
    if lost is not None:
        table_points = None if table_points is None else lost.table_points
        score = min(lost.score, score) if lost.takes_negative and score is not None else lost.score
    fines = [amount for (entry, _unit, penalty), amount in amounts.items() if entry == seat.entry_id and penalty]
    return ResultRow(
        wind=seat.wind,
        player=player_of(seat.entry),
        points=seat.points,
        place=placed[0],
        shared=placed[1],
        table_points=table_points,
        score=score,
        penalty=sum(fines, Fraction(0)),
        forfeit=forfeits.told(lost.kind, lost.clause) if lost is not None else "",
        stands_in_for=absent,
    )


def players(tournament: Tournament) -> list[ListedPlayer]:
    """Everybody on the public list, by number."""
    return [player_of(entry) for entry in listed(tournament.entries.select_related("team").order_by("number"))]


@dataclass(frozen=True)
class TeamMembers:
    """A team and its players by number."""

    code: str
    name: str
    country: str
    members: tuple[ListedPlayer, ...]


def teams(tournament: Tournament) -> dict[str, TeamMembers]:
    """The team's code -> the team, in the order of the codes."""
    members: dict[str, list[ListedPlayer]] = defaultdict(list)
    for player in players(tournament):
        members[player.team_code].append(player)
    return {
        team.code: TeamMembers(team.code, team.name, team.country, tuple(members[team.code]))
        for team in tournament.teams.order_by("code")
    }


def tables_of_round(tournament: Tournament, number: int) -> QuerySet[GameTable]:
    """The round's tables in order."""
    return GameTable.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
