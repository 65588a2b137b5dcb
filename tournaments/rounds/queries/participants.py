from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import group_qualified_by_stage
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.queries.absences import query_tables_closed_without_play
from tournaments.rounds.queries.line_ups import STARTED, has_line_ups, list_resting_keys

CHAIRS = 4
NAMES_AND_PRESENCE: Final = (
    "tournament", "number", "status", "house", "substitute_for", "from_round", "dropped_from_round", "team",
    "family_name", "given_name", "native_name", "romanised_name", "shown_name",
)  # fmt: skip
"""Columns that decide presence, for pages that read hundreds of players to name a few."""


def list_round_players(round_: Round, columns: Sequence[str] = ()) -> list[Entry]:
    """Return the entries that should have a seat in the round, by number; load only `columns`, if given.

    Excludes the waiting list, later starters, players dropped out, away or replaced, members who rest, and after a cut
    the unqualified. Includes substitutes, stand-ins, and by number house substitutes if they fill the last table.
    """
    players, spare = _load_players_and_spares(round_, columns)
    missing = -len(players) % CHAIRS
    joining = spare[:missing] if len(spare) >= missing else []
    return sorted([*players, *joining], key=lambda entry: entry.number)


def list_possible_players(round_: Round) -> list[Entry]:
    """Return the entries that may take a seat in the hall: the round's players and all house substitutes, by number."""
    players, spare = (
        _load_competitors_and_spares(round_, away=True) if round_.state in STARTED else _load_players_and_spares(round_)
    )
    return sorted([*players, *spare], key=lambda entry: entry.number)


def _query_present_entries(round_: Round) -> QuerySet[Entry]:
    return (
        Entry.objects.filter(tournament_id=round_.tournament_id, from_round__lte=round_.number)
        .exclude(status=Entry.Status.WAITING)
        .filter(Q(dropped_from_round__isnull=True) | Q(dropped_from_round__gt=round_.number))
    )


def is_present(entry: Entry, number: int) -> bool:
    """Return True if the entry is present in the round of that number, qualified or not."""
    dropped = entry.dropped_from_round
    return entry.status != Entry.Status.WAITING and entry.from_round <= number and (dropped is None or dropped > number)


def query_replaced_keys(round_: Round) -> QuerySet[Entry, int | None]:
    """Return the keys of players replaced in the round who take their seat again in a later one."""
    substitutes = Entry.objects.filter(tournament_id=round_.tournament_id, substitute_for__isnull=False)
    for_a_while = substitutes.filter(from_round__lte=round_.number, dropped_from_round__gt=round_.number)
    return for_a_while.order_by().values_list("substitute_for", flat=True)


def list_competitors(round_: Round) -> list[Entry]:
    return _load_competitors_and_spares(round_)[0]


def is_resting(round_: Round, entry: Entry) -> bool:
    return entry.team_id is not None and entry in list_resting_players(round_)


def list_resting_players(round_: Round) -> list[Entry]:
    people = list_competitors(round_) if has_line_ups(round_) else []
    keys = list_resting_keys(round_, people)
    return [entry for entry in people if entry.pk in keys]


def _load_players_and_spares(round_: Round, columns: Sequence[str] = ()) -> tuple[list[Entry], list[Entry]]:
    players, spare = _load_competitors_and_spares(round_, columns)
    resting = list_resting_keys(round_, players)
    return [entry for entry in players if entry.pk not in resting], spare


def _load_competitors_and_spares(
    round_: Round, columns: Sequence[str] = (), *, away: bool = False
) -> tuple[list[Entry], list[Entry]]:
    """Return competitors, with `away` also absent or replaced ones, and available house substitutes, by number."""
    present, stage = _query_present_entries(round_).order_by("number"), round_.stage
    present = present.only(*columns) if columns else present
    if not away:
        present = present.exclude(absences__round=round_).exclude(pk__in=query_replaced_keys(round_))
    if stage.cut_to is None:
        entries = list(present)
        return [entry for entry in entries if not entry.is_spare], [entry for entry in entries if entry.is_spare]
    through = group_qualified_by_stage([stage])[stage.pk]
    heirs = dict(
        Entry.objects.filter(tournament_id=round_.tournament_id, substitute_for__isnull=False).values_list(
            "pk", "substitute_for_id"
        )
    )
    stand_ins = list(round_.stand_ins.values_list("plays_for_id", "entry_id"))
    # Load only the few who can be qualified.
    may_play = through | heirs.keys() | {comes for _leaves, comes in stand_ins}
    entries = list(present.filter(Q(pk__in=may_play) | Q(house=True)))
    players = [entry for entry in entries if not entry.is_spare]
    playing = {entry.pk for entry in players if _trace_replaced(entry.pk, heirs) & through}
    for leaves, comes in stand_ins:
        playing = playing - {leaves} | {comes}
    return [entry for entry in players if entry.pk in playing], [entry for entry in entries if entry.is_spare]


@dataclass(frozen=True)
class TableFill:
    """Distribution of a round's players over tables; `house`: substitutes who join last, `waiting`: in order."""

    players: int
    house: int
    waiting: tuple[Entry, ...]

    @property
    def over(self) -> int:
        return self.players % CHAIRS

    @property
    def short(self) -> int:
        """Number of players missing for full tables besides house substitutes."""
        return max(0, -self.players % CHAIRS - self.house)

    @property
    def can_fill(self) -> tuple[Entry, ...]:
        """Players of the waiting list who would fill the tables; empty if there are too few."""
        return self.waiting[: self.short] if len(self.waiting) >= self.short else ()


def compute_table_fill(round_: Round) -> TableFill:
    waiting = Entry.objects.filter(tournament_id=round_.tournament_id, status=Entry.Status.WAITING)
    players, spare = _load_players_and_spares(round_)
    missing = -len(players) % CHAIRS
    playing, house = (len(players) + missing, 0) if len(spare) >= missing else (len(players), len(spare))
    return TableFill(playing, house, tuple(waiting.order_by("created_at", "number")))


def list_absent_players(seating: Seating, playing: Sequence[Entry] = ()) -> list[Entry]:
    """Return the players seated in the round who do not play it; `playing`: its players, if loaded."""
    seated = set(seating.seats.order_by().values_list("entry_id", flat=True))
    seated -= {entry.pk for entry in playing}
    if seated:
        seated -= {entry.pk for entry in list_possible_players(seating.round)}
    return list(Entry.objects.filter(pk__in=seated).order_by("number")) if seated else []


def list_players_without_seat(seating: Seating, playing: Sequence[Entry] | None = None) -> list[Entry]:
    """Return players of the round without a seat; `playing`: its players, if loaded.

    Nobody is left out at a table of an open evening, nor teams and members who rest by fixtures.
    """
    if seating.round.alone:
        return []
    seated = set(seating.seats.order_by().values_list("entry_id", flat=True))
    if playing is None:
        # Usually everybody sits, and no player has to be loaded.
        playing = (
            list_round_players(seating.round)
            if _query_present_entries(seating.round).exclude(pk__in=seated).exists()
            else ()
        )
    missing = [entry for entry in playing if entry.pk not in seated]
    by_fixtures = bool(missing) and seating.origin.source == Seating.Source.FIXTURES
    return [entry for entry in missing if not by_fixtures or entry.team_id is None]


def list_unconfirmed_tables_before(round_: Round) -> list[GameTable]:
    """Return the tables of earlier started rounds without a confirmed result, by round and table."""
    tables = query_unconfirmed_tables(round_.tournament).filter(round__number__lt=round_.number)
    return list(tables.select_related("round").order_by("round__number", "number"))


def query_unconfirmed_tables(tournament: Tournament) -> QuerySet[GameTable]:
    """Return tables of started rounds without a confirmed result, except annulled rounds and tables nobody played."""
    tables = GameTable.objects.filter(
        round__tournament=tournament,
        round__state__in=[Round.State.PLAYING, Round.State.FINISHED],
        round__annulled_at=None,
    )
    return tables.exclude(results__state=TableResult.State.CONFIRMED).exclude(
        pk__in=query_tables_closed_without_play(tournament)
    )


def list_unstarted_rounds_before(round_: Round) -> list[Round]:
    """Return earlier rounds that have not started, by number; none of their results can count."""
    states = (Round.State.PLANNED, Round.State.PUBLISHED)
    return list(round_.tournament.rounds.filter(number__lt=round_.number, state__in=states).order_by("number"))


def _trace_replaced(entry: int, heirs: Mapping[int, int | None]) -> set[int]:
    """Return the entry and everybody along the chain whom it substitutes for."""
    chain: set[int] = set()
    key: int | None = entry
    while key is not None and key not in chain:
        chain.add(key)
        key = heirs.get(key)
    return chain
