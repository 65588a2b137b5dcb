"""A table's sheet for those who write on it: who sits there, what was entered, and whether it adds up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from engine.family import Ruleset, ruleset, ruleset_names
from engine.match.scoring import MatchScoring
from engine.match.sheet import HUNDRED, SheetProblem, check_sheet
from engine.match.sheet_rules import NEUTRAL, SheetRules
from tournaments.accounts.models import User
from tournaments.core.text import rules as words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.logic.entering import Sheet, StandingSheet, TableBefore
from tournaments.results.models.results import TableResult
from tournaments.results.queries import confirming
from tournaments.rounds.models.rounds import GameTable, Round, Seat, Seating
from tournaments.standings.models import Forfeit, ScoreLine

STANDING = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)
"""States of a version that stands: it counts, or waits to be confirmed."""


@dataclass(frozen=True)
class SheetSeat:
    """One line of the sheet; `wind` 0-3 from East, None where an imported event does not tell."""

    order: int
    wind: int | None
    entry: Entry


@dataclass(frozen=True)
class BesideSheet:
    """Facts beside a table's sheet that decide what it does when it counts."""

    fines: bool
    """Fines in points, which the ledger holds for the table."""
    forfeits: bool
    """Lost sessions of the round."""
    others_wait: bool
    """Another table of the round has no sheet that counts yet, so that this one cannot be the round's last."""


@dataclass(frozen=True)
class TableSheets:
    """A table with its players and what has been entered: all that a new sheet is held against."""

    seats: list[SheetSeat]
    newest: int
    """Number of the newest version, 0 where there is none."""
    current: TableResult | None
    """The newest version that is entered or confirmed."""
    confirmed: TableResult | None
    """The version that counts."""

    @property
    def standing(self) -> TableResult:
        """The newest version that stands. Raises LookupError where nothing does."""
        if self.current is None:
            raise LookupError("no sheet stands at this table")
        return self.current

    @property
    def before(self) -> TableBefore:
        """The same as plain values, for `tournaments.results.logic.entering`."""
        standing = None
        if self.current is not None:
            rows = tuple((seat.entry_id, seat.points) for seat in self.current.seats.all())
            sheet = Sheet(rows, self.current.leftover_points)
            standing = StandingSheet(sheet, counts=self.current.state == TableResult.State.CONFIRMED)
        return TableBefore(tuple(seat.entry.pk for seat in self.seats), self.newest, standing)


def beside(table: GameTable) -> BesideSheet:
    """Read the facts beside the table's sheet, in one query."""
    counting = TableResult.objects.filter(table=OuterRef("pk"), state=TableResult.State.CONFIRMED)
    # Who waits has no time of confirmation: the database looks for the sheets of those tables alone.
    waiting = GameTable.objects.filter(~Exists(counting), round=OuterRef("round"), confirmed_at=None)
    found = GameTable.objects.filter(pk=table.pk).values(
        fines=Exists(fines_in_points().filter(table=OuterRef("pk"))),
        forfeits=Exists(sessions_lost().filter(round=OuterRef("round"))),
        others_wait=Exists(waiting.exclude(pk=OuterRef("pk"))),
    )
    return BesideSheet(**found.get())


def fines_in_points() -> QuerySet[ScoreLine]:
    """Lines in points of players that no sheet holds."""
    found = ScoreLine.objects.filter(unit=ScoreLine.Unit.POINTS, voided_at__isnull=True, entry__isnull=False)
    return found.exclude(kind=ScoreLine.Kind.RESULT)


def sessions_lost() -> QuerySet[Forfeit]:
    """Forfeits in force of a whole session."""
    return Forfeit.objects.filter(voided_at__isnull=True, kind__in=Forfeit.SESSION)


def read(table: GameTable) -> TableSheets:
    """The table's players and versions, in two queries; two more where something was entered."""
    versions = list(table.results.prefetch_related("seats__entry").order_by("-version"))
    current = next((version for version in versions if version.state in STANDING), None)
    counting = next((version for version in versions if version.state == TableResult.State.CONFIRMED), None)
    return TableSheets(seats_of(table), versions[0].version if versions else 0, current, counting)


def seats_of(table: GameTable) -> list[SheetSeat]:
    """The players of the table in the order of the sheet (turn order from East), by the live seating; else empty."""
    return _by_table(_live_seats(table.round_id).filter(table_number=table.number)).get(table.number, [])


def seats_of_round(round_id: int) -> dict[int, list[SheetSeat]]:
    """The same for every table of a round, by table number."""
    return _by_table(_live_seats(round_id))


def names_of_tables(round_id: int) -> dict[int, str]:
    """Number of each table of a round that has a name -> the name; others are called by their number."""
    return dict(GameTable.objects.filter(round=round_id).exclude(name="").values_list("number", "name"))


def _live_seats(round_id: int) -> QuerySet[Seat]:
    found = Seat.objects.filter(seating__round=round_id, seating__state__in=Seating.LIVE).order_by()
    return found.select_related("entry__team")


def _by_table(seats: Iterable[Seat]) -> dict[int, list[SheetSeat]]:
    tables: dict[int, list[SheetSeat]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.table_number, seat.wind is None, seat.wind or 0, seat.pk)):
        listed = tables.setdefault(seat.table_number, [])
        listed.append(SheetSeat(len(listed), seat.wind, seat.entry))
    return tables


def latest(table: GameTable) -> TableResult | None:
    """The newest version that is entered or confirmed; None where nothing stands."""
    return table.results.filter(state__in=STANDING).order_by("-version").first()


def confirmed(table: GameTable) -> TableResult | None:
    """The version that counts; None before the first confirmation."""
    return table.results.filter(state=TableResult.State.CONFIRMED).first()


def twice_alike(round_: Round, viewer: User | AnonymousUser | None) -> list[TableResult]:
    """The sheets of the round that wait, were typed alike by two people, and that this person may confirm: neither
    doubtful ones, nor those of an event where all players confirm, nor one that the person typed first (unless staff
    may confirm their own).
    """
    if round_.tournament.confirmations == Tournament.Confirmations.ALL:
        return []
    waiting = TableResult.objects.filter(
        table__round=round_, state=TableResult.State.ENTERED, again_at__isnull=False, doubtful_reason=""
    )
    found = waiting.select_related("table__round__tournament", "again_by", "again_by_entry").order_by("table__number")
    return [result for result in found if not confirming.is_barred(viewer, result)]


def latest_version(table: GameTable) -> int:
    """The newest version's number, 0 where there is none: what an entry form is based on."""
    newest = table.results.order_by("-version").first()
    return newest.version if newest else 0


def problems_of(
    table: GameTable, points: Sequence[int], leftover: int = 0, from_hands: Sequence[int] | None = None
) -> list[SheetProblem]:
    """What is doubtful about these final points of the table, in the order of the sheet."""
    version = ruleset_of_round(table.round)
    scoring = MatchScoring.from_dict(version.match_scoring)
    return check_sheet(points, sheet_rules(version), scoring, leftover=leftover, from_hands=from_hands)


def ruleset_of_round(round_: Round) -> RulesetVersion:
    """The rules that a round is played by: its own once it has begun, else the tournament's."""
    return round_.ruleset or round_.tournament.ruleset


@dataclass(frozen=True)
class SheetSums:
    """The numbers with which a page adds a sheet up while it is typed; `hundreds`: people may write hundreds."""

    start_points: int
    table_points: tuple[float, ...]
    hundreds: bool
    stick: int


def sums_of(version: RulesetVersion) -> SheetSums:
    """The numbers of the rules for adding up a sheet."""
    scoring, rules = MatchScoring.from_dict(version.match_scoring), sheet_rules(version)
    hundreds = rules.step == HUNDRED and bool(scoring.start_points)
    return SheetSums(scoring.start_points, tuple(map(float, scoring.table_points)), hundreds, rules.stick)


@dataclass(frozen=True)
class Worth:
    """A pattern of the rules with what it adds to a hand's value; `key` tells its open value from the closed one.

    `limit`: it is counted in limit hands, not with the others.
    """

    key: str
    code: str
    value: int
    limit: bool
    rules: Ruleset
    is_open: bool

    @property
    def name(self) -> str:
        """Its name in the reader's language, with the open value marked."""
        return words.pattern_name(self.rules, self.code) + (f" ({words.open_hand()})" if self.is_open else "")


def worths(version: RulesetVersion) -> list[Worth]:
    """The patterns of the rules with their values, in the rules' order; none for rules of the organiser's own."""
    if version.preset not in ruleset_names():
        return []
    rules = ruleset(version.preset, version.parameters)
    found = []
    for row in rules.patterns:
        limit = bool(getattr(row, "yakuman", False))
        if row.value > 0:
            found.append(Worth(row.id, row.id, row.value, limit, rules, is_open=False))
        if row.open_value and row.open_value != row.value:
            found.append(Worth(f"{row.id}:open", row.id, row.open_value, limit, rules, is_open=True))
    return found


@dataclass(frozen=True)
class Limit:
    """A value that players call by its name, with what stands on the sheet for it."""

    code: str
    value: Mapping[str, int]
    rules: Ruleset

    @property
    def name(self) -> str:
        """Its name in the reader's language."""
        return words.pattern_name(self.rules, self.code)


def limits(version: RulesetVersion) -> list[Limit]:
    """The limits of the rules from the least to the most; none where hands are counted to the end."""
    if version.preset not in ruleset_names():
        return []
    rules = ruleset(version.preset, version.parameters)
    return [Limit(rung.limit, rung.value, rules) for rung in rules.sheet.ladder if rung.limit]


def sheet_rules(version: RulesetVersion) -> SheetRules:
    """The score sheet under these rules, whole; the neutral one for rules of the organiser's own."""
    if version.preset not in ruleset_names():
        return NEUTRAL
    return ruleset(version.preset, version.parameters).sheet


def rules_of_round(round_: Round) -> SheetRules:
    """The score sheet of a round's tables."""
    return sheet_rules(ruleset_of_round(round_))
