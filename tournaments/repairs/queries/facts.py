"""Facts of an event that a repair may change, as digests by row: before it, after it, and at its undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.bounded_json import digest
from tournaments.core.audit import plain
from tournaments.entries.models.entries import Entry, StageEntry, StageTeam
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.fees.models import Payment
from tournaments.results.models.results import HandRecord, ResultSeat, TableResult
from tournaments.results.queries.sheets import STANDING
from tournaments.rounds.models import Seat, Seating, StandIn
from tournaments.seating.queries.draw_inputs import map_newest_seatings
from tournaments.standings.models import Forfeit, ScoreLine

Facts = dict[str, str]
"""Digest of the value by `kind/row/part`."""
Changed = dict[str, tuple[str | None, str | None]]
"""Fact -> its digest before and after a change; None for a missing row."""

_OF_ENTRIES = ("number", "status", "house", "team", "substitute_for", "from_round", "dropped_from_round", "account")
_OF_HANDS = ("number", "winner", "discarder", "value", "penalties", "more")


def map_fact_digests(tournament: Tournament) -> Facts:
    return {key: digest(plain(value))[:16] for key, value in _iterate_facts(tournament)}


def map_changed_facts(before: Mapping[str, str], after: Mapping[str, str]) -> Changed:
    keys = {**before, **after}
    return {key: (before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}


def _iterate_facts(tournament: Tournament) -> Iterator[tuple[str, Any]]:
    event = Tournament.objects.get(pk=tournament.pk)
    yield "event/0/hidden", [event.standings_hidden, event.hidden_from_round, event.hidden_results_open]
    yield "event/0/state", event.state
    yield "event/0/archived", event.archived_at is not None
    for row in Entry.objects.filter(tournament=event).values("pk", *_OF_ENTRIES):
        for name in _OF_ENTRIES:
            yield f"entry/{row['pk']}/{name}", row[name]
    yield from _iterate_round_facts(event)
    yield from _iterate_sheet_facts(event)
    yield from _iterate_line_facts(event)
    through = StageEntry.objects.filter(stage__tournament=event)
    for pk, *values in through.values_list("pk", "stage__number", "entry", "place"):
        yield f"cut/{pk}/row", values
    teams = StageTeam.objects.filter(stage__tournament=event)
    for pk, *values in teams.values_list("pk", "stage__number", "team", "place"):
        yield f"cut/team {pk}/row", values
    stand_ins = StandIn.objects.filter(round__tournament=event)
    for round_, entry, plays_for in stand_ins.values_list("round__number", "entry", "plays_for"):
        yield f"standin/{round_}/{entry}", plays_for
    for pk, entry, voided in Forfeit.objects.filter(tournament=event).values_list("pk", "entry", "voided_at"):
        yield f"forfeit/{pk}/entry", entry
        yield f"forfeit/{pk}/counts", voided is None
    for kind, model in (("payment", Payment), ("application", Application)):
        for pk, entry in model._base_manager.filter(tournament=event).values_list("pk", "entry"):
            yield f"{kind}/{pk}/entry", entry


def _iterate_round_facts(event: Tournament) -> Iterator[tuple[str, Any]]:
    rounds = list(event.rounds.order_by("number"))
    versions, newest = map_newest_seatings(rounds), dict[int, int]()
    for round_ in rounds:
        yield f"round/{round_.number}/state", round_.state
        yield f"round/{round_.number}/released", round_.released_at is not None
        yield f"round/{round_.number}/annulled", round_.annulled_at is not None
        yield f"round/{round_.number}/rules", round_.ruleset_id
        yield f"round/{round_.number}/stage", round_.stage_id
        if (version := versions.get(round_.pk)) is not None:
            newest[version.pk] = round_.number
            yield f"round/{round_.number}/public", version.state in Seating.LIVE
    seats = Seat.objects.filter(seating__in=newest).order_by("seating", "table_number", "wind", "pk")
    tables: dict[str, list[int]] = {}
    for seating, table, entry in seats.values_list("seating", "table_number", "entry"):
        tables.setdefault(f"seats/{newest[seating]}/{table}", []).append(entry)
    yield from tables.items()


def _iterate_sheet_facts(event: Tournament) -> Iterator[tuple[str, Any]]:
    standing = TableResult.objects.filter(table__round__tournament=event, state__in=STANDING)
    values = standing.values_list("pk", "table__round__number", "table__number", "state", "ruleset", "leftover_points")
    sheets: dict[int, tuple[str, list[Any]]] = {
        pk: (f"sheet/{round_}/{table}/{state}", [rules, leftover])
        for pk, round_, table, state, rules, leftover in values
    }
    rows = ResultSeat.objects.filter(result__in=sheets).order_by("result", "order")
    for row in rows:
        sheets[row.result_id][1].append([row.entry_id, row.points, _build_stated_columns(row)])
    hands: dict[str, list[Any]] = {}
    recorded = HandRecord.objects.filter(table__round__tournament=event).order_by("number", "pk")
    for result, round_, table, *row in recorded.values_list(
        "result", "table__round__number", "table__number", *_OF_HANDS
    ):
        if result in sheets:
            sheets[result][1].append(row)
        elif result is None:
            hands.setdefault(f"hands/{round_}/{table}", []).append(row)
    yield from sheets.values()
    yield from hands.items()


def _build_stated_columns(row: ResultSeat) -> dict[str, Any]:
    """Return all but the points, in the form of digests in the log since release 0.3.0."""
    official = {name: value if name == "place" else str(value) for name, value in row.official.items()}
    exact = {} if row.exact_points is None else {"exact_points": str(row.exact_points)}
    return row.imported | exact | ({"official": official} if official else {})


def _iterate_line_facts(event: Tournament) -> Iterator[tuple[str, Any]]:
    """Yield the counting lines beside the sheets: by table where a repair writes them anew, else each."""
    lines = ScoreLine.objects.filter(tournament=event, voided_at=None).exclude(kind=ScoreLine.Kind.RESULT)
    at_tables: dict[str, list[str]] = {}
    for line in lines.select_related("table__round").order_by("pk"):
        value = [line.entry_id, line.unit, line.amount_numerator, line.amount_denominator, line.kind, str(line.reason)]
        if line.table is None:
            yield f"line/{line.pk}/row", value
        else:
            address = f"lines/{line.table.round.number}/{line.table.number}"
            at_tables.setdefault(address, []).append(digest(plain(value)))
    for address, rows in at_tables.items():
        yield address, sorted(rows)


def list_facts_touched_since(changed: Mapping[str, Iterable[str | None]], now: Mapping[str, str]) -> list[str]:
    """Return the facts that are neither as before the repair nor as it left them."""
    return [key for key, (before, after) in changed.items() if now.get(key) not in (before, after)]


def list_annulments_since(changed: Iterable[str], now: Mapping[str, str]) -> list[str]:
    """Return the facts that annul rounds of the repair: they look as before a repair that took a sheet out."""
    rounds = {key.split("/")[1] for key in changed if key.split("/")[0] in _OF_TABLES}
    annulments = [f"round/{number}/annulled" for number in sorted(rounds)]
    return [key for key in annulments if key not in changed and now.get(key) == _ANNULLED]


def list_seats_used_since(changed: Mapping[str, Iterable[str | None]], now: Mapping[str, str]) -> list[str]:
    opened = {key.split("/", 1)[1] for key, (before, _after) in changed.items() if _is_seats(key) and before is None}
    parts = ((key, key.split("/")) for key in now if key not in changed)
    return [key for key, (kind, *row) in parts if kind in _WRITTEN and "/".join(row[:2]) in opened]


def _is_seats(key: str) -> bool:
    return key.startswith("seats/")


_WRITTEN = ("sheet", "hands", "lines")
_OF_TABLES = ("seats", "sheet", "hands", "lines")
_ANNULLED = digest(plain(True))[:16]
