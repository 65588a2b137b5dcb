"""Read-only checks before an undo: later changes that it would change too, or that prevent it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import group_qualified_by_stage, query_live_seats
from tournaments.events.models import Tournament
from tournaments.repairs.queries.facts import Changed, Facts, map_fact_digests
from tournaments.repairs.queries.later import build_removal_refusal
from tournaments.repairs.queries.rows import find_current_sheet, require_round, require_seating_and_plan, require_table
from tournaments.repairs.services import people, rounds
from tournaments.repairs.services.sheets import CHAIRS, PLAYERS, Step, build_boards_entered_refusal, build_moved_hands
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.results.queries import sheets
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.queries.participants import is_present, list_absent_players
from tournaments.seating.queries.draw_inputs import STARTED, find_newest_seating
from tournaments.seating.queries.quality import TablePlan
from tournaments.seating.services.promises import check_publishing
from tournaments.standings.models import ScoreLine


class PresentState:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    @cached_property
    def facts(self) -> Facts:
        return map_fact_digests(self.tournament)

    @cached_property
    def entries(self) -> dict[int, Entry]:
        return {entry.pk: entry for entry in self.tournament.entries.all()}

    @cached_property
    def tables(self) -> dict[tuple[int, int], GameTable]:
        tables = GameTable.objects.filter(round__tournament=self.tournament).select_related(*GameTable.READ_WITH)
        return {(table.round.number, table.number): table for table in tables}

    @cached_property
    def with_boards(self) -> set[int]:
        return set(
            GameTable.objects.filter(round__tournament=self.tournament, plays__isnull=False).values_list(
                "pk", flat=True
            )
        )

    @cached_property
    def hands(self) -> dict[int, list[HandRecord]]:
        hands: dict[int, list[HandRecord]] = {}
        for hand in HandRecord.objects.filter(table__round__tournament=self.tournament, result=None):
            hands.setdefault(hand.table_id, []).append(hand)
        return hands

    @cached_property
    def fined(self) -> set[tuple[int | None, int | None]]:
        lines = ScoreLine.objects.filter(tournament=self.tournament, voided_at=None).exclude(table=None)
        return set(lines.exclude(kind=ScoreLine.Kind.RESULT).values_list("table", "entry"))

    @cached_property
    def _plans(self) -> dict[int, TablePlan]:
        return {}

    def get_plan(self, number: int) -> TablePlan:
        if number not in self._plans:
            self._plans[number] = require_seating_and_plan(require_round(self.tournament, number))[1]
        return self._plans[number]


def list_obstacles_to_undo(present: PresentState, steps: Iterable[Step], changed: Changed) -> list[str]:
    """Return facts of later changes that an undo would change too, or that prevent it. Raises `UserError`."""
    for step in steps:
        check = _CHECKS.get(step["do"])
        if check is not None and (facts := list(dict.fromkeys(check(present, step, changed)))):
            return facts
    return []


def _iterate_obstacles_to_reseat(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    number = step["round"]
    plan = present.get_plan(number)
    keys: dict[int, Sequence[int]] = {int(table): keys for table, keys in step["keys"].items()}
    coming = {key for seats in keys.values() for key in seats}
    for key in coming - set(present.entries):
        raise build_removal_refusal(present.tournament, "entry", key)
    for table_number, seated in plan.items():
        if table_number not in keys and any(entry.pk in coming for entry in seated):
            yield f"seats/{number}/{table_number}"
    for table_number in keys:
        table = present.tables.get((number, table_number))
        if table is None:
            continue
        if table.pk in present.with_boards:
            raise build_boards_entered_refusal()
        address, before = f"{number}/{table_number}", plan.get(table_number, ())
        after = [present.entries[key] for key in keys[table_number]]
        yield from _list_new_facts(present, changed, _list_sheet_facts(number, table_number))
        if step["points"] == PLAYERS:
            yield from _list_changed_facts(present, changed, _list_sheet_facts(number, table_number))
        hands = present.hands.get(table.pk, [])
        moved = build_moved_hands(hands, before, after, step["points"])
        values = [[(hand.winner_id, hand.discarder_id, hand.penalties) for hand in rows] for rows in (hands, moved)]
        if values[0] != values[1]:
            yield from _list_new_facts(present, changed, [f"hands/{address}"])
        leaving = {was.pk for was, player in zip(before, after, strict=True) if was.pk != player.pk}
        if step["points"] == CHAIRS and any((table.pk, key) in present.fined for key in leaving):
            yield from _list_new_facts(present, changed, [f"lines/{address}"])


def _list_new_facts(present: PresentState, changed: Changed, facts: Iterable[str]) -> list[str]:
    return [fact for fact in facts if fact in present.facts and fact not in changed]


def _list_changed_facts(present: PresentState, changed: Changed, facts: Iterable[str]) -> list[str]:
    """Return the repair's facts that have changed since, even back: a moved sheet cannot be moved back."""
    return [fact for fact in facts if fact in changed and present.facts.get(fact) != changed[fact][1]]


def _list_sheet_facts(number: int, table: int) -> list[str]:
    return [f"sheet/{number}/{table}/{state}" for state in sheets.STANDING]


def _iterate_obstacles_to_move_sheet(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    both = [_list_sheet_facts(*step[name]) for name in ("one", "other")]
    has_sheet = [any(fact in present.facts for fact in standing) for standing in both]
    for index, (number, table_number) in enumerate((step["one"], step["other"])):
        standing = both[index]
        yield from _list_new_facts(present, changed, standing)
        yield from _list_changed_facts(present, changed, standing)
        table = present.tables.get((number, table_number))
        if table is not None and not has_sheet[index]:
            yield from _iterate_differing_seats(table, table.results.order_by("version").last())
        # Without a sheet in exchange the table is open, and so is its round.
        opens = has_sheet == [index == 0, index == 1] and number not in step.get("finish", ())
        if opens and table is not None and table.round.state == Round.State.FINISHED:
            yield f"round/{number}/state"


def _iterate_obstacles_to_put_back(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    yield from _list_new_facts(present, changed, _list_sheet_facts(*step["at"]))
    table = require_table(present.tournament, *step["at"])
    yield from _iterate_differing_seats(table, table.results.filter(version=step["version"]).first())


def _iterate_differing_seats(table: GameTable, sheet: TableResult | None) -> Iterator[str]:
    """Yield the seats whose players differ from those of the sheet, which does not stand."""
    if sheet is None:
        return
    seated = [seat.entry.pk for seat in sheets.list_seats(table)]
    if seated != list(sheet.seats.order_by("order").values_list("entry", flat=True)):
        yield f"seats/{table.round.number}/{table.number}"


def _iterate_obstacles_to_rules(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    for number, version in step["rounds"].items():
        for table in require_round(present.tournament, int(number)).tables.order_by("number"):
            address = f"{number}/{table.number}"
            sheet, standing = find_current_sheet(table), _list_sheet_facts(int(number), table.number)
            if address in step["sheets"] and any(fact in changed for fact in standing):
                yield from _list_new_facts(present, changed, standing)
            elif sheet is not None and address not in step["sheets"] and sheets.get_ruleset(sheet).number != version:
                yield f"sheet/{address}/{sheet.state}"


def _iterate_obstacles_to_split(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    people.check_split(present.tournament, step)
    yield from ()


def _iterate_obstacles_to_entry(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    if step["key"] not in present.entries:
        raise build_removal_refusal(present.tournament, "entry", step["key"])
    entry = present.entries[step["key"]]
    if people.check_entry(present.tournament, entry, step["columns"]).takes_no_part:
        yield from _list_new_facts(present, changed, _iterate_participation_facts(entry))


def _iterate_participation_facts(entry: Entry) -> Iterator[str]:
    """Yield the facts of a player's seats and sheets, which make the player a participant."""
    seats = query_live_seats(entry).values_list("seating__round__number", "table_number")
    for number, table in seats:
        yield f"seats/{number}/{table}"
    standing = TableResult.objects.filter(seats__entry=entry, state__in=sheets.STANDING)
    for number, table, state in standing.values_list("table__round__number", "table__number", "state"):
        yield f"sheet/{number}/{table}/{state}"


def _iterate_obstacles_to_seat_again(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    round_ = require_round(present.tournament, step["round"])
    if round_.state in STARTED:
        yield f"round/{round_.number}/state"
    elif require_seating_and_plan(round_)[0].state in Seating.LIVE:
        yield from _iterate_absent_player_facts(round_.seatings.get(version=step["version"]))


def _iterate_obstacles_to_publish(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    round_ = require_round(present.tournament, step["round"])
    version = round_.seatings.get(version=step["version"])
    if find_newest_seating(round_) != version:
        yield f"round/{round_.number}/public"
    else:
        yield from _iterate_absent_player_facts(version)


def _iterate_absent_player_facts(version: Seating) -> Iterator[str]:
    """Yield the facts of players of a seating who no longer play its round, and of a cut that they did not pass."""
    stage, absent = version.round.stage, list_absent_players(version)
    for entry in absent:
        yield from (f"entry/{entry.pk}/{name}" for name in ("status", "dropped_from_round"))
    if stage.cut_to is not None:
        qualified = group_qualified_by_stage([stage])[stage.pk]
        if any(entry.pk not in qualified and is_present(entry, version.round.number) for entry in absent):
            yield f"qualified/{stage.pk}/players"
    check_publishing(version)


def _iterate_obstacles_to_release(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    round_ = require_round(present.tournament, step["round"])
    if step["public"] and round_.annulled_at is not None:
        yield f"round/{round_.number}/annulled"
    elif step["public"] and round_.state not in STARTED and not round_.tables.exclude(results=None).exists():
        yield f"round/{round_.number}/state"


def _iterate_obstacles_to_hide(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    last = max(present.tournament.rounds_planned, present.tournament.rounds.count())
    if step["hidden"] and step["from_round"] is not None and step["from_round"] > last:
        raise UserError(_("The event has rounds 1 to %(last)s.") % {"last": last})
    yield from ()


def _iterate_obstacles_to_state(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    if step["archived"] or step["state"] != Tournament.State.RUNNING:
        yield from _iterate_running_rounds(present.tournament.rounds.all())


def _iterate_obstacles_to_start_again(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    round_ = require_round(present.tournament, step["round"])
    seating = round_.current_seating
    if seating is None or seating.version != step["seating"]:
        yield f"round/{round_.number}/public"
    if not round_.alone:
        yield from _iterate_running_rounds(round_.stage.rounds.exclude(pk=round_.pk))


def _iterate_obstacles_to_count_again(present: PresentState, step: Step, changed: Changed) -> Iterator[str]:
    round_ = require_round(present.tournament, step["round"])
    if step["repetition"] is not None:
        rounds.check_repetition(present.tournament, step["repetition"])
    if step["state"] == Round.State.PLAYING and not round_.alone:
        yield from _iterate_running_rounds(round_.stage.rounds.exclude(pk=round_.pk))


def _iterate_running_rounds(rounds: Iterable[Round]) -> Iterator[str]:
    for round_ in rounds:
        if round_.state == Round.State.PLAYING:
            yield f"round/{round_.number}/state"


_CHECKS: Mapping[str, Callable[[PresentState, Step, Changed], Iterator[str]]] = {
    "reseat": _iterate_obstacles_to_reseat,
    "move_sheet": _iterate_obstacles_to_move_sheet,
    "put_back": _iterate_obstacles_to_put_back,
    "rules": _iterate_obstacles_to_rules,
    "split": _iterate_obstacles_to_split,
    "entry": _iterate_obstacles_to_entry,
    "seat_again": _iterate_obstacles_to_seat_again,
    "publish": _iterate_obstacles_to_publish,
    "release": _iterate_obstacles_to_release,
    "hide": _iterate_obstacles_to_hide,
    "state": _iterate_obstacles_to_state,
    "start_again": _iterate_obstacles_to_start_again,
    "count_again": _iterate_obstacles_to_count_again,
}
