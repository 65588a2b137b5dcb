from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet

from engine.family import Ruleset, ruleset_names
from engine.match.declared import final_points
from engine.match.scoring import MatchScoring
from engine.match.sheet import HUNDRED, SheetProblem, check_sheet
from engine.match.sheet_rules import NEUTRAL, SheetRules, line_fields
from engine.sentences import Sentence, gettext_noop
from tournaments.accounts.models import User
from tournaments.core.errors import UserError
from tournaments.core.text import rules as words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.logic.hand_lines import ImpossibleHandError, declare_hand, settle_hands
from tournaments.results.logic.sheets import Sheet
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries import confirming
from tournaments.rounds.models import GameTable, Round, Seat, Seating

STANDING = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)
"""States of a version that counts, or waits for confirmation."""

NOT_SEATED = Sentence(gettext_noop("The seating of this round is not published yet."))


@dataclass(frozen=True)
class SheetSeat:
    """One line of the sheet; `wind` 0-3 from East, None if an imported event does not state it."""

    order: int
    wind: int | None
    entry: Entry


@dataclass(frozen=True)
class TableSheets:
    versions: list[TableResult]
    seats: list[SheetSeat]
    ruleset: RulesetVersion

    @property
    def newest(self) -> int:
        """Number of the newest version, 0 without one."""
        return self.versions[0].version if self.versions else 0

    @property
    def current(self) -> TableResult | None:
        return next((version for version in self.versions if version.state in STANDING), None)

    @property
    def confirmed(self) -> TableResult | None:
        return next((version for version in self.versions if version.state == TableResult.State.CONFIRMED), None)

    @cached_property
    def rules(self) -> SheetRules:
        return get_sheet_rules(self.ruleset)

    @cached_property
    def scoring(self) -> MatchScoring:
        return MatchScoring.from_dict(self.ruleset.match_scoring)

    def doubts(
        self, points: Sequence[int], leftover: int = 0, from_hands: Sequence[int] | None = None
    ) -> list[SheetProblem]:
        """Return warnings about these final points, in the order of the sheet."""
        return check_sheet(points, self.rules, self.scoring, leftover=leftover, from_hands=from_hands)

    @property
    def sheet(self) -> Sheet | None:
        if self.current is None:
            return None
        rows = tuple((seat.entry_id, seat.points) for seat in self.current.seats.all())
        return Sheet(rows, self.current.leftover_points)


def read_table_sheets(table: GameTable, seats: list[SheetSeat] | None = None) -> TableSheets:
    """Return the table's players and versions, in two queries, or four if something was entered."""
    versions = table.results.select_related("entered_by").prefetch_related("seats__entry").order_by("-version")
    seated = list_seats(table) if seats is None else seats
    return TableSheets(list(versions), seated, get_round_ruleset(table.round))


def list_seats(table: GameTable) -> list[SheetSeat]:
    """Return the players in turn order from East by the seating in force; empty without one."""
    return _group_by_table(_list_live_seats(table.round_id).filter(table_number=table.number)).get(table.number, [])


def group_seats_of_round(round_id: int, entries: Mapping[int, Entry] | None = None) -> dict[int, list[SheetSeat]]:
    """Return the players of every table of a round, by table number; `entries` by key, where they were read already."""
    seats = _list_live_seats(round_id)
    return _group_by_table(seats if entries is None else seats.select_related(None), entries)


def group_published_seats(round_id: int) -> dict[int, list[SheetSeat]]:
    """Return the players by ascending table number, for papers. Raises UserError before the seating is published."""
    tables = group_seats_of_round(round_id)
    if not tables:
        raise UserError(NOT_SEATED, field="round")
    return dict(sorted(tables.items()))


def map_table_names(round_id: int) -> dict[int, str]:
    """Return the names of a round's tables by number; tables without one are left out."""
    return dict(GameTable.objects.filter(round=round_id).exclude(name="").values_list("number", "name"))


def _list_live_seats(round_id: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(seating__round=round_id, seating__state__in=Seating.LIVE).order_by()
    return seats.select_related("entry__team")


def _group_by_table(seats: Iterable[Seat], entries: Mapping[int, Entry] | None = None) -> dict[int, list[SheetSeat]]:
    tables: dict[int, list[SheetSeat]] = {}
    for seat in sorted(seats, key=lambda seat: (seat.table_number, seat.wind is None, seat.wind or 0, seat.pk)):
        listed = tables.setdefault(seat.table_number, [])
        entry = seat.entry if entries is None else entries[seat.entry_id]
        listed.append(SheetSeat(len(listed), seat.wind, entry))
    return tables


def find_latest_result(table: GameTable) -> TableResult | None:
    """Return the newest version that is entered or confirmed; None without one."""
    return table.results.filter(state__in=STANDING).order_by("-version").first()


def find_confirmed_result(table: GameTable) -> TableResult | None:
    return table.results.filter(state=TableResult.State.CONFIRMED).first()


def list_results_entered_twice(round_: Round, viewer: User | AnonymousUser | None) -> list[TableResult]:
    """Return waiting sheets, not doubtful, that two people entered identically and the account may confirm."""
    if round_.tournament.confirmations == Tournament.Confirmations.ALL:
        return []
    waiting = TableResult.objects.filter(
        table__round=round_, state=TableResult.State.ENTERED, again_at__isnull=False, doubtful_reason=""
    )
    listed = waiting.select_related("table__round__tournament", "again_by", "again_by_entry").order_by("table__number")
    return [result for result in listed if not confirming.may_not_confirm(viewer, result)]


def list_hands(table: GameTable) -> list[HandRecord]:
    """Return the recorded hands in order: of the open sheet, else of the newest version."""
    hands = HandRecord.objects.filter(table=table, result__isnull=True)
    if not hands.exists():
        current = find_latest_result(table)
        hands = HandRecord.objects.filter(result=current) if current else HandRecord.objects.none()
    return list(hands.order_by("number"))


def find_totals_of_open_hands(table: GameTable, versions: TableSheets) -> list[int] | None:
    """Return the points by seat of the open sheet's hands, as written down on phones; None without hands."""
    if not table.hands.filter(result=None).exists():
        return None
    lines = build_hand_lines(table, versions.seats, versions.rules)
    try:
        paid = settle_hands(versions.rules, [declare_hand(versions.rules, line) for line in lines])
    except ImpossibleHandError:
        # The rules or the seats have changed since: nothing can be compared.
        return None
    return final_points(paid, [versions.scoring.start_points] * len(versions.seats))


def build_hand_lines(table: GameTable, seats: Sequence[SheetSeat], rules: SheetRules) -> list[dict[str, Any]]:
    return make_hand_lines(list_hands(table), {seat.entry.pk: seat.order for seat in seats}, rules)


def make_hand_lines(hands: Iterable[HandRecord], chairs: Mapping[int, int], rules: SheetRules) -> list[dict[str, Any]]:
    """Return the lines of a sheet from its hands in order; `chairs`: seat by the player's key."""
    names = {field.name for field in line_fields(rules)}
    lines: list[dict[str, Any]] = []
    for hand in hands:
        while len(lines) < hand.number - 1:
            lines.append({})
        line: dict[str, Any] = {f"penalty_{seat}": fine or None for seat, fine in enumerate(hand.penalties)}
        line |= {
            "winner": str(chairs.get(hand.winner_id or 0, "")),
            "discarder": str(chairs.get(hand.discarder_id or 0, "")),
            "value": hand.value if hand.winner_id else None,
            "drawn": hand.winner_id is None and not hand.more.get("void"),
        }
        line |= hand.more
        lines.append({name: value for name, value in line.items() if name in names})
    return lines


def list_photos(table: GameTable) -> list[SheetPhoto]:
    """Return the table's photos in order, without loading the pictures."""
    return list(table.photos.defer("picture").select_related("added_by", "added_by_entry").order_by("number"))


def count_photos_by_table(round_id: int) -> dict[int, int]:
    """Return the number of photos by table number; tables without any are left out."""
    photos = SheetPhoto.objects.filter(table__round=round_id).order_by().values("table__number")
    return dict(photos.annotate(many=Count("pk")).values_list("table__number", "many"))


def get_ruleset(result: TableResult) -> RulesetVersion:
    """Return the rules under which a result was entered, else those of its round."""
    return result.ruleset or get_round_ruleset(result.table.round)


def get_scoring(result: TableResult) -> MatchScoring:
    return MatchScoring.from_dict(get_ruleset(result).match_scoring)


def restore_sheet(result: TableResult, seats: Iterable[ResultSeat] | None = None) -> Sheet:
    """Return a stored version for `results.logic`; `seats` are its lines, if already loaded."""
    listed = list(result.seats.order_by("order") if seats is None else seats)
    rows = tuple((seat.entry_id, Fraction(seat.counted_points)) for seat in listed)
    official = {seat.entry_id: stated for seat in listed if (stated := seat.official)}
    return Sheet(rows, result.leftover_points, official)


def get_round_ruleset(round_: Round) -> RulesetVersion:
    """Return the rules of a round: its own once it has begun, else the tournament's."""
    return round_.ruleset or round_.tournament.ruleset


def build_sum_parameters(version: RulesetVersion) -> dict[str, Any]:
    """Return the numbers by which a page adds up a sheet while it is typed; `hundreds`: people may write hundreds."""
    scoring, rules = MatchScoring.from_dict(version.match_scoring), get_sheet_rules(version)
    return {
        "start_points": scoring.start_points,
        "table_points": list(map(float, scoring.table_points)),
        "hundreds": rules.step == HUNDRED and bool(scoring.start_points),
        "stick": rules.stick,
    }


@dataclass(frozen=True)
class Worth:
    """Pattern with its value; `key` tells its open from its concealed value, `limit`: counted in limit hands."""

    key: str
    code: str
    value: int
    limit: bool
    rules: Ruleset
    is_open: bool

    @property
    def name(self) -> str:
        return words.format_pattern_name(self.rules, self.code) + (
            f" ({words.format_open_hand()})" if self.is_open else ""
        )


def list_pattern_values(version: RulesetVersion) -> list[Worth]:
    """Return the patterns of the rules with their values, in the rules' order; none for custom rules."""
    if version.preset not in ruleset_names():
        return []
    rules = version.rules
    tables = []
    for row in rules.patterns:
        limit = bool(getattr(row, "yakuman", False))
        if row.value > 0:
            tables.append(Worth(row.id, row.id, row.value, limit, rules, is_open=False))
        if row.open_value and row.open_value != row.value:
            tables.append(Worth(f"{row.id}:open", row.id, row.open_value, limit, rules, is_open=True))
    return tables


@dataclass(frozen=True)
class Limit:
    code: str
    value: Mapping[str, int]
    rules: Ruleset

    @property
    def name(self) -> str:
        return words.format_pattern_name(self.rules, self.code)


def list_limits(version: RulesetVersion) -> list[Limit]:
    """Return the limits of the rules, ascending; none if the rules have no limit."""
    if version.preset not in ruleset_names():
        return []
    rules = version.rules
    return [Limit(rung.limit, rung.value, rules) for rung in rules.sheet.win_values if rung.limit]


def get_sheet_rules(version: RulesetVersion) -> SheetRules:
    """Return the score sheet under these rules; a neutral one for custom rules."""
    if version.preset not in ruleset_names():
        return NEUTRAL
    return version.rules.sheet


def get_round_sheet_rules(round_: Round) -> SheetRules:
    return get_sheet_rules(get_round_ruleset(round_))
