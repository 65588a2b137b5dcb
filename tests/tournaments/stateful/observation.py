"""Facts of an event that people can change, read from its rows: key -> value, so that two moments can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.events.models import Announcement, Tournament
from tournaments.fees.models import Payment
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.seating.queries.draw_inputs import find_newest_seating
from tournaments.standings.models import Forfeit, ScoreLine

Key = tuple[Any, ...]
Facts = dict[Key, Any]
"""Kind of fact and the row -> its value. Players are their primary keys: numbers and names change."""

ENTRY = (
    "number", "family_name", "given_name", "club", "status", "house", "substitute_for_id", "team_id", "from_round",
    "dropped_from_round",
)  # fmt: skip
STANDING = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)


def observed(event: Tournament) -> Facts:
    """Return what the rows say now."""
    event = Tournament.objects.get(pk=event.pk)
    facts: Facts = {("event", "state"): event.state, ("event", "archived"): event.archived_at is not None}
    facts["event", "published"] = event.published
    facts["event", "hidden"] = (event.standings_hidden, event.hidden_from_round, event.hidden_results_open)
    for row in event.entries.values("pk", *ENTRY):
        facts |= {("entry", row["pk"], name): row[name] for name in ENTRY}
    for round_ in event.rounds.select_related("ruleset").order_by("number"):
        facts |= _of_round(round_)
    facts |= _sheets(event)
    for line in ScoreLine.objects.filter(tournament=event, voided_at=None).exclude(kind=ScoreLine.Kind.RESULT):
        place = (line.table_id, line.round_id, line.scope)
        facts["line", str(line.reason), line.entry_id] = (line.unit, line.amount, place)
    for forfeit in Forfeit.objects.filter(tournament=event, voided_at=None):
        facts["forfeit", forfeit.pk] = (forfeit.entry_id, forfeit.round_id, forfeit.kind)
    for stage in event.stages.order_by("number"):
        through = tuple(stage.stage_entries.order_by("place", "entry__number").values_list("entry_id", "place"))
        if stage.of_teams:
            through = tuple(stage.stage_teams.order_by("place", "team__code").values_list("team_id", "place"))
        facts["cut", stage.number] = through if stage.cut_at is not None else None
    for text, level in Announcement.objects.filter(tournament=event).values_list("text", "level"):
        facts["announcement", text] = level
    for number, *paid in Payment.objects.filter(tournament=event, voided_at=None).values_list(
        "number", "entry_id", "kind", "amount"
    ):
        facts["payment", number] = tuple(paid)
    for number, *sent in event.applications.values_list("number", "state", "entry_id"):
        facts["application", number] = tuple(sent)
    return facts


def _of_round(round_: Round) -> Facts:
    number, version = round_.number, find_newest_seating(round_)
    facts: Facts = {
        ("round", number, "state"): round_.state,
        ("round", number, "released"): round_.released_at is not None,
        ("round", number, "annulled"): round_.annulled_at is not None,
        ("round", number, "rules"): round_.ruleset.number if round_.ruleset else None,
    }
    for entry, plays_for in round_.stand_ins.values_list("entry", "plays_for"):
        facts["stand-in", number, entry] = plays_for
    if version is not None:
        facts["round", number, "public"] = version.state in Seating.LIVE
        tables: dict[int, list[int]] = {}
        seats = Seat.objects.filter(seating=version).order_by("table_number", "wind")
        for table, entry in seats.values_list("table_number", "entry_id"):
            tables.setdefault(table, []).append(entry)
        facts |= {("seats", number, table): tuple(people) for table, people in tables.items()}
    return facts


def _sheets(event: Tournament) -> Facts:
    facts: Facts = {}
    standing = TableResult.objects.filter(table__round__tournament=event, state__in=STANDING)
    # A correction that waits stands beside the version that counts.
    for result in standing.select_related("table__round", "ruleset").prefetch_related("seats").order_by("version"):
        rows = sorted(result.seats.all(), key=lambda row: row.order)
        rules = result.ruleset.number if result.ruleset else None
        facts["sheet", result.table.round.number, result.table.number, result.state] = (
            tuple((row.entry_id, row.points) for row in rows),
            result.leftover_points,
            rules,
        )
    return facts


def difference(before: Mapping[Key, Any], after: Mapping[Key, Any]) -> dict[Key, tuple[Any, Any]]:
    """Return the keys whose values differ, with both values; None where there was none."""
    keys = {**before, **after}
    return {key: (before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)}
