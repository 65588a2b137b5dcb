"""Stored standings of the events of seasons, made by the worker or the first request, once for all viewers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.isolation import isolate_failure
from tournaments.events.models import Tournament
from tournaments.people.models import Person, PersonEntry
from tournaments.seasons.logic.units import EventAmount, EventLine, PlayedGame, build_event_line
from tournaments.seasons.models import StoredResult, StoredStandings
from tournaments.standings.queries import federation
from tournaments.standings.queries.standings import find_public_round, get_standings

Audience = StoredStandings.Audience
BATCH: Final = 500
AT_ONCE: Final = 20
_LINES: Final[LRUCache[tuple[int, datetime | None, bool, bool], list[EventLine]]] = LRUCache(200)
_LINES_LOCK: Final = Lock()


def get_current_standings(events: Iterable[Tournament], audience: str) -> dict[int, StoredStandings]:
    """Return the stored standings by the events' keys; make outdated ones."""
    wanted = {event.pk: event for event in events}
    stored = StoredStandings.objects.filter(tournament__in=wanted, audience=audience)
    rows = {row.tournament_id: row for row in stored}
    for key, event in wanted.items():
        row = rows.get(key)
        if row is None or not _is_fresh(row, event):
            rows[key] = store(event, audience)
    return rows


def _is_fresh(row: StoredStandings, event: Tournament) -> bool:
    return row.made_at is not None and (row.version, row.changed_at) == (event.version, event.updated_at)


def store(event: Tournament, audience: str) -> StoredStandings:
    """Make the stored standings, unless they are up to date or the event's public version is the same."""
    is_public = audience == Audience.PUBLIC
    # Read first: later changes make the rows newer than their mark, so that they are made once more.
    mark = get_public_version(build_event_state(event)) if is_public else ""
    with transaction.atomic():
        row, _new = StoredStandings.objects.select_for_update().get_or_create(tournament=event, audience=audience)
        if _is_fresh(row, event):
            return row
        row.version, row.changed_at = event.version, event.updated_at
        if is_public and row.made_at is not None and row.mark == mark:
            # The change was not public.
            row.whole = False
            row.save(update_fields=["version", "changed_at", "whole"])
            return row
        row.mark = mark
        _fill(row, event)
        row.made_at = timezone.now()
        row.save()
    return row


def _fill(row: StoredStandings, event: Tournament) -> None:
    is_public = row.audience == Audience.PUBLIC
    after = find_public_round(event) if is_public else None
    row.results.all().delete()
    row.shown = after is not None or not is_public
    row.whole = False
    if not row.shown:
        row.players = 0
        return
    ranked = get_standings(event, after)
    everything = get_standings(event) if is_public else ranked
    row.whole = (ranked.individual, ranked.teams) == (everything.individual, everything.teams)
    row.metrics, row.team_metrics, row.players = ranked.metrics, ranked.team_metrics, len(ranked.individual)
    rounds = event.rounds.order_by("number").select_related("tournament")
    row.days = {str(round_.number): day.isoformat() for round_ in rounds if (day := round_.played_on)}
    row.weight = str(_compute_weight(event))
    rows = [_build_result(row, build_event_line(line), "entry_id") for line in ranked.individual]
    rows += [_build_result(row, build_event_line(line), "team_id") for line in ranked.teams]
    StoredResult.objects.bulk_create(rows, batch_size=BATCH)


def _compute_weight(event: Tournament) -> Fraction:
    rules = federation.get_federation(event)
    weight = federation.compute_weight(event, rules)
    return weight.total if weight is not None else Fraction(1)


def _build_result(row: StoredStandings, line: EventLine, owner: str) -> StoredResult:
    return StoredResult(
        standings=row,
        place=line.place,
        played=line.played,
        total=str(line.total),
        table_points=str(line.table_points),
        game_count=line.game_count,
        games=[[*game[:3], str(game.score), str(game.table_points)] for game in line.games],
        amounts=[[*amount[:2], str(amount.amount)] for amount in line.amounts],
        **{owner: line.key},
    )


def load_lines(
    rows: Iterable[StoredStandings], *, teams: bool = False, with_games: bool = False
) -> dict[int, list[EventLine]]:
    """Return the lines of players, or of teams, by the key of their stored standings, in one query and a cache."""
    marks = {row.pk: (row.pk, row.made_at, teams, with_games) for row in rows}
    with _LINES_LOCK:
        remembered = {key: lines for key, mark in marks.items() if (lines := _LINES.get(mark)) is not None}
    read = _read_lines([key for key in marks if key not in remembered], teams=teams, with_games=with_games)
    with _LINES_LOCK:
        _LINES.update({marks[key]: lines for key, lines in read.items()})
    return remembered | read


def _read_lines(keys: list[int], *, teams: bool, with_games: bool) -> dict[int, list[EventLine]]:
    if not keys:
        return {}
    owner = "team_id" if teams else "entry_id"
    columns = ["standings_id", owner, "place", "played", "total", "table_points", "game_count"]
    columns += ["games", "amounts"] if with_games else []
    stored = StoredResult.objects.filter(standings__in=keys, **{f"{owner}__isnull": False})
    lines: dict[int, list[EventLine]] = {key: [] for key in keys}
    for key, person, place, played, total, table_points, count, *game_columns in stored.order_by("pk").values_list(
        *columns
    ):
        games, amounts = game_columns or ((), ())
        line = EventLine(
            person,
            place,
            played,
            _parse_fraction(total),
            _parse_fraction(table_points),
            count,
            tuple(
                PlayedGame(day, table, rank, _parse_fraction(score), _parse_fraction(tp))
                for day, table, rank, score, tp in games
            ),
            tuple(EventAmount(number, unit, _parse_fraction(amount)) for number, unit, amount in amounts),
        )
        lines[key].append(line)
    return lines


def parse_days(row: StoredStandings) -> dict[int, date]:
    return {int(number): date.fromisoformat(day) for number, day in row.days.items()}


@lru_cache(10_000)
def _parse_fraction(text: str) -> Fraction:
    return Fraction(text)


def query_stale_events() -> QuerySet[Tournament]:
    """Return the published events of seasons, and of people with a page, whose stored standings are outdated."""
    same: dict[str, Any] = {"version": OuterRef("version"), "changed_at": OuterRef("updated_at")}
    fresh = StoredStandings.objects.filter(tournament=OuterRef("pk"), audience=Audience.PUBLIC, **same)
    consenting = PersonEntry.objects.filter(entry__tournament=OuterRef("pk"), person__consent=Person.Consent.GIVEN)
    events = Tournament.objects.filter(Q(seasons__isnull=False) | Exists(consenting), published=True)
    return events.filter(~Exists(fresh.exclude(made_at=None))).distinct().order_by("pk")


def has_stale_events() -> bool:
    return query_stale_events().exists()


def store_stale() -> int:
    """Store outdated standings, so that no visitor waits for them; return the number of events."""
    events = list(query_stale_events()[:AT_ONCE])
    for event in events:
        with isolate_failure("standings of a season's event", event=event.slug):
            store(event, Audience.PUBLIC)
    return len(events)
