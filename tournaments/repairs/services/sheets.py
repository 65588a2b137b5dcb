"""Steps that correct seats, sheets and the rules of rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.repairs.queries.rows import (
    list_standing_sheets,
    require_round,
    require_seating_and_plan,
    require_table,
)
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries import sheets
from tournaments.results.services import corrections, ledger
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.models import ScoreLine

Step = dict[str, Any]
CHAIRS, PLAYERS = "chairs", "players"
"""Owners of points after a change of seats: the person in the chair, or the name on the sheet."""


def reseat(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Seat `tables` (table -> numbers in the order of the winds) instead of `was`; `points`: CHAIRS or PLAYERS.

    An undo has the players' rows as `keys`, since numbers may change.
    """
    round_ = require_round(tournament, step["round"])
    _require_counting(round_)
    version, plan = require_seating_and_plan(round_)
    was = {number: [entry.number for entry in plan.get(int(number), ())] for number in step["tables"]}
    if was != step["was"] and "keys" not in step:
        raise UserError(_("Other people sit at these tables by now. Start again from the present seating."))
    keys = {number: [entry.pk for entry in plan.get(int(number), ())] for number in step["tables"]}
    entries = {entry.pk if "keys" in step else entry.number: entry for entry in tournament.entries.all()}
    wanted: dict[str, list[int]] = step["keys"] if "keys" in step else step["tables"]
    if any(person not in entries for people in wanted.values() for person in people):
        raise UserError(_("A player of these tables was removed by now."))
    after = {int(number): tuple(entries[person] for person in people) for number, people in wanted.items()}
    tables = {table.number: table for table in round_.tables.filter(number__in=after)}
    if any(table.plays.exists() for table in tables.values()):
        raise build_boards_entered_refusal()
    standing = {number: versions for number, table in tables.items() if (versions := list_standing_sheets(table))}
    crosses = step["points"] == PLAYERS and any(set(after[n]) != set(plan.get(n, ())) for n in standing)
    waiting = [number for number, versions in standing.items() if versions[0].state == TableResult.State.ENTERED]
    if crosses and 0 < len(waiting) < len(standing):
        raise UserError(
            _("The sheet of table %(table)s is not confirmed yet. Confirm it or send it back first.")
            % {"table": waiting[0]}
        )
    # Standing points are followed by those of waiting corrections, which may be confirmed.
    points_of = [
        {row.entry_id: row for versions in standing.values() for row in versions[index].seats.all()}
        for index in (0, -1)
    ]
    fines = _void_fines(change, tables.values(), plan, after, reason) if step["points"] == CHAIRS else []
    seating.correct(change, version, after, reason)
    for number, versions in standing.items():
        people, before = after[number], plan[number]
        copies = []
        for sheet, rows in zip((versions[0], versions[-1]), points_of, strict=True):
            if step["points"] == PLAYERS and (missing := [person for person in people if person.pk not in rows]):
                raise UserError(_("%(name)s has no points on these sheets.") % {"name": missing[0]})
            seats = []
            for old, entry in zip(sheet.seats.order_by("order"), people, strict=True):
                source = rows[entry.pk] if step["points"] == PLAYERS else old
                seats.append(ResultSeat(order=old.order, wind=old.wind, entry=entry, **source.typed))
            hands = build_moved_hands(sheet.hands.order_by("number"), before, people, step["points"])
            copies.append(SheetCopy(sheet, seats, hands, sheet.ruleset))
        # A correction follows the points of its people, also to another table.
        waits = copies[0].values != copies[1].values if crosses else len(versions) > 1
        store_copies(change, tables[number], copies if waits else copies[:1], reason)
    for number, table in tables.items():
        opened = HandRecord.objects.filter(table=table, result=None)
        for hand in build_moved_hands(opened, plan[number], after[number], step["points"]):
            hand.save()
    for line, entry in fines:
        ledger.add(
            change.by, tournament, amount=line.amount, unit=line.unit, reason=line.reason, kind=line.kind,
            scope=line.scope, entry=entry, table=line.table, hand=line.hand, clause=line.clause,
        )  # fmt: skip
    return step | {"tables": was, "was": step["tables"], "keys": keys}


def build_boards_entered_refusal() -> UserError:
    """Return the refusal for tables with boards, whose results name their players."""
    return UserError(_("Boards are entered for these tables. Correct them under Duplicate first."))


def _void_fines(
    change: Change,
    tables: Any,
    before: Mapping[int, Sequence[Entry]],
    after: Mapping[int, Sequence[Entry]],
    reason: str,
) -> list[tuple[ScoreLine, Entry]]:
    moved = []
    for table in tables:
        now = {was.pk: player for was, player in zip(before[table.number], after[table.number], strict=True)}
        lines = ScoreLine.objects.filter(table=table, voided_at=None, entry__in=now)
        for line in lines.exclude(kind=ScoreLine.Kind.RESULT):
            if (player := now[int(line.entry_id or 0)]).pk != line.entry_id:
                ledger.void(change.by, line, reason=reason)
                moved.append((line, player))
    return moved


def build_moved_hands(hands: Any, before: Sequence[Entry], after: Sequence[Entry], points: str) -> list[HandRecord]:
    """Return copies of the hands for the new players; under PLAYERS names stay and seats move."""
    now = {was.pk: player.pk for was, player in zip(before, after, strict=True)}
    seats = [entry.pk for entry in before]
    moved = []
    for hand in hands:
        new_hand = copy(hand)
        if points == CHAIRS:
            new_hand.winner_id, new_hand.discarder_id = (
                key and now.get(key, key) for key in (hand.winner_id, hand.discarder_id)
            )
        elif hand.penalties and all(entry.pk in seats for entry in after):
            new_hand.penalties = [hand.penalties[seats.index(entry.pk)] for entry in after]
        moved.append(new_hand)
    return moved


def move_sheet(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Exchange the sheets of `one` and `other`, [round, table] each, by the order of the chairs.

    If one has none, the other's round opens again. An undo has the rounds to `finish` again.
    """
    tables = [require_table(tournament, *step[name]) for name in ("one", "other")]
    for table in tables:
        _require_counting(table.round)
    standing = [list_standing_sheets(table) for table in tables]
    if standing == [[], []]:
        raise UserError(_("Neither table has a sheet."), field="table")
    copies = [
        [_copy_elsewhere(sheet, tables[1 - index]) for sheet in versions] for index, versions in enumerate(standing)
    ]
    opened = []
    for index, versions in enumerate(standing):
        if versions and not standing[1 - index]:
            take_out_all(change, tables[index], reason)
            if _open_again(change, tables[index].round, reason):
                opened.append(tables[index].round.number)
    for index, moved in enumerate(copies):
        store_copies(change, tables[1 - index], moved, reason)
    for number in step.get("finish", ()):
        _finish_again(change, require_round(tournament, number), reason)
    return step | {"finish": opened}


@dataclass(frozen=True)
class SheetCopy:
    sheet: TableResult
    rows: list[ResultSeat]
    hands: list[HandRecord]
    ruleset: RulesetVersion | None

    @property
    def values(self) -> list[Any]:
        """All that people read on it."""
        hands = [
            [hand.number, hand.winner_id, hand.discarder_id, hand.value, hand.penalties, hand.more]
            for hand in self.hands
        ]
        return [[[row.entry_id, row.typed] for row in self.rows], self.sheet.leftover_points, hands]


def store_copies(change: Change, table: GameTable, copies: Sequence[SheetCopy], reason: str) -> None:
    for index, version in enumerate(copies):
        rows, sheet, ruleset, hands = version.rows, version.sheet, version.ruleset, version.hands
        corrections.store_version(
            change, table, rows, like=sheet, ruleset=ruleset, reason=reason, hands=hands, waits=index > 0
        )


def _copy(sheet: TableResult, ruleset: RulesetVersion | None) -> SheetCopy:
    hands = [copy(hand) for hand in sheet.hands.order_by("number")]
    return SheetCopy(sheet, list(sheet.seats.order_by("order")), hands, ruleset)


def _copy_elsewhere(sheet: TableResult, table: GameTable) -> SheetCopy:
    lines, seated = list(sheet.seats.order_by("order")), sheets.list_seats(table)
    if len(seated) != len(lines):
        raise UserError(_("Round %(round)s, table %(table)s has no published seating.") % _name_table(table))
    rows = [
        ResultSeat(order=seat.order, wind=seat.wind, entry=seat.entry, **line.typed)
        for seat, line in zip(seated, lines, strict=True)
    ]
    before, after = [line.entry for line in lines], [seat.entry for seat in seated]
    hands = build_moved_hands(sheet.hands.order_by("number"), before, after, CHAIRS)
    return SheetCopy(sheet, rows, hands, sheets.get_round_ruleset(table.round))


def take_out(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Take out the sheet at `at`, [round, table]; it no longer counts, and the table is open."""
    table = require_table(tournament, *step["at"])
    versions = take_out_all(change, table, reason)
    if not versions:
        raise UserError(_("Round %(round)s, table %(table)s has no sheet.") % _name_table(table), field="table")
    opened = _open_again(change, table.round, reason)
    return {"do": "put_back", "at": step["at"], "version": versions[0], "versions": versions, "finish": opened}


def take_out_all(change: Change, table: GameTable, reason: str) -> list[int]:
    """Take out the table's sheet and a waiting correction; return their versions in this order."""
    standing = list_standing_sheets(table)
    for sheet in standing:
        corrections.take_out(change, sheet, reason)
    return [sheet.version for sheet in standing]


def put_back(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    table = require_table(tournament, *step["at"])
    _require_counting(table.round)
    if list_standing_sheets(table):
        raise UserError(_("Round %(round)s, table %(table)s has another sheet by now.") % _name_table(table))
    # Repairs of earlier releases named one version.
    versions = [table.results.get(version=version) for version in step.get("versions") or [step["version"]]]
    store_copies(change, table, [_copy(sheet, sheet.ruleset) for sheet in versions], reason)
    if step["finish"]:
        _finish_again(change, table.round, reason)
    return {"do": "take_out", "at": step["at"]}


def _require_counting(round_: Round) -> None:
    """Raise `UserError` for an annulled round: its sheets would count, and its annulment could not be undone."""
    if round_.annulled_at is not None:
        raise UserError(_("Round %(number)s is annulled: nothing of it counts.") % {"number": round_.number})


def _open_again(change: Change, round_: Round, reason: str) -> bool:
    was_over = round_.state == Round.State.FINISHED
    if was_over:
        rounds.reopen(change.by, round_, reason=reason, to_correct=True)
    return was_over


def _finish_again(change: Change, round_: Round, reason: str) -> None:
    if round_.state == Round.State.PLAYING:
        rounds.finish(change.by, round_, reason=reason)


def apply_rules(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    """Apply the rules in `rounds`; those of `sheets` and waiting `corrections` (by round and table) may differ."""
    versions = {version.number: version for version in tournament.rulesets.all()}
    was: Step = {"do": "rules", "rounds": {}, "sheets": {}, "corrections": {}}
    for name, version in step["rounds"].items():
        round_ = require_round(tournament, int(name))
        was["rounds"][name] = sheets.get_round_ruleset(round_).number
        with change.edit(round_):
            round_.ruleset = versions[version]
        for table in round_.tables.order_by("number"):
            address, copies = f"{name}/{table.number}", []
            for kind, sheet in zip(("sheets", "corrections"), list_standing_sheets(table), strict=False):
                was[kind][address] = sheets.get_ruleset(sheet).number
                copies.append(_copy(sheet, versions[step.get(kind, {}).get(address, version)]))
            store_copies(change, table, copies, reason)
    return was


def _name_table(table: GameTable) -> dict[str, int]:
    return {"round": table.round.number, "table": table.number}
