"""Players of a round, and differences from its seating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.entries.models.entries import Entry
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import GameTable, Round, Seating


def who_plays(round_: Round) -> list[Entry]:
    """Return the entries that should have a seat in the round, by number.

    Excludes the waiting list, players who start later and those who have dropped out; after a cut only qualified
    players and their substitutes.
    """
    playing = (
        Entry.objects.filter(tournament_id=round_.tournament_id, from_round__lte=round_.number)
        .exclude(status=Entry.Status.WAITING)
        .filter(Q(dropped_from_round__isnull=True) | Q(dropped_from_round__gt=round_.number))
    )
    stage = round_.stage
    if stage.cut_to is not None:
        through = set(stage.stage_entries.values_list("entry_id", flat=True))
        heirs = dict(
            Entry.objects.filter(tournament_id=round_.tournament_id, substitute_for__isnull=False).values_list(
                "pk", "substitute_for_id"
            )
        )
        return [entry for entry in playing.order_by("number") if _stands_for(entry.pk, heirs) & through]
    return list(playing.order_by("number"))


@dataclass(frozen=True)
class TableFill:
    """Distribution of a round's players over its tables. `waiting` are those of the waiting list, in its order."""

    players: int
    waiting: tuple[Entry, ...]

    @property
    def over(self) -> int:
        """Number of players beyond full tables; so many sit out."""
        return self.players % 4

    @property
    def short(self) -> int:
        """Number of players missing for full tables."""
        return -self.players % 4

    @property
    def can_fill(self) -> tuple[Entry, ...]:
        """Players of the waiting list who would fill the tables; empty if they are too few."""
        return self.waiting[: self.short] if len(self.waiting) >= self.short else ()


def of_round(round_: Round) -> TableFill:
    """Return the current field of the round."""
    waiting = Entry.objects.filter(tournament_id=round_.tournament_id, status=Entry.Status.WAITING)
    return TableFill(len(who_plays(round_)), tuple(waiting.order_by("created_at", "number")))


def absent_from(seating: Seating, playing: Sequence[Entry] | None = None) -> list[Entry]:
    """Return players who sit in the seating but do not play the round; `playing` avoids calling `who_plays` again."""
    known = {entry.pk for entry in (who_plays(seating.round) if playing is None else playing)}
    seated = Entry.objects.filter(seats__seating=seating).order_by("number")
    return [entry for entry in seated if entry.pk not in known]


def left_out(seating: Seating, playing: Sequence[Entry] | None = None) -> list[Entry]:
    """Return players of the round without a seat; `playing` as above."""
    seated = set(seating.seats.values_list("entry_id", flat=True))
    return [entry for entry in (who_plays(seating.round) if playing is None else playing) if entry.pk not in seated]


def unconfirmed_before(round_: Round) -> list[GameTable]:
    """Return tables of earlier started rounds without a confirmed result, by round and table."""
    tables = GameTable.objects.filter(
        round__tournament_id=round_.tournament_id,
        round__number__lt=round_.number,
        round__state__in=[Round.State.PLAYING, Round.State.FINISHED],
    ).exclude(results__state=TableResult.State.CONFIRMED)
    return list(tables.select_related("round").order_by("round__number", "number"))


def unplayed_before(round_: Round) -> list[Round]:
    """Return earlier rounds that have not started, so that none of their results can count, by number."""
    states = (Round.State.PLANNED, Round.State.PUBLISHED)
    return list(round_.tournament.rounds.filter(number__lt=round_.number, state__in=states).order_by("number"))


def _stands_for(entry: int, heirs: Mapping[int, int | None]) -> set[int]:
    """Return the entry and, along the chain, everybody it substitutes for."""
    chain: set[int] = set()
    at: int | None = entry
    while at is not None and at not in chain:
        chain.add(at)
        at = heirs.get(at)
    return chain
