"""Events by phase, and the current round of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Q, QuerySet

from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, TablePlace
from tournaments.seasons.models import Evening

RUNNING, COMING, PAST, ARCHIVED = "running", "coming", "past", "archived"
_STATES: Final = {
    RUNNING: Tournament.State.RUNNING,
    COMING: Tournament.State.PLANNED,
    PAST: Tournament.State.FINISHED,
}
PHASES: Final[dict[str, Q]] = {
    **{phase: Q(state=state, archived_at=None) for phase, state in _STATES.items()},
    ARCHIVED: Q(archived_at__isnull=False),
}

E = TypeVar("E", bound=Tournament)


def filter_by_phase(events: QuerySet[E], phase: str) -> QuerySet[E]:
    """Return the events of the phase. Raises KeyError."""
    return events.filter(PHASES[phase])


class RoundFacts(Protocol):
    """Facts that decide the current round, from the database or the public schedule."""

    @property
    def number(self) -> int: ...

    @property
    def state(self) -> str: ...

    @property
    def alone(self) -> bool: ...

    @property
    def clock_ended(self) -> bool: ...


class RoundState(NamedTuple):
    number: int
    state: str
    alone: bool = False
    clock_ended: bool = False


R = TypeVar("R", bound=RoundFacts)


@dataclass(frozen=True)
class Now(Generic[R]):
    """Present rounds, each None where there is none.

    `next_seating`: the published round to be seated next, `current` itself before it is played; `first_to_come`: the
    first that has not begun, published or not.
    """

    current: R | None
    next_seating: R | None
    first_to_come: R | None

    @property
    def number(self) -> int | None:
        return self.current.number if self.current is not None else None

    @property
    def all_played(self) -> bool:
        """True after the last round."""
        return self.current is not None and self.current.state == Round.State.FINISHED and self.first_to_come is None

    @property
    def playing(self) -> R | None:
        """Current round if it is being played."""
        return self.current if self.current is not None and self.current.state == Round.State.PLAYING else None


def choose_current_round(rounds: Iterable[R]) -> Now[R]:
    """Return the current round: one being played, else the next published one, else the last finished one.

    Neither drafts nor releases count, so that the answer reveals nothing. Of several rounds being played, the first
    whose clock has not ended is current, so that a round reopened for a correction does not take the hall's clock.
    Tables of an open evening come after rounds of the whole field, the first opened before the others. The next
    published round has the lowest number, the last finished one the highest.
    """
    listed = list(rounds)
    playing = [round_ for round_ in listed if round_.state == Round.State.PLAYING]
    published = [round_ for round_ in listed if round_.state == Round.State.PUBLISHED]
    finished = [round_ for round_ in listed if round_.state == Round.State.FINISHED]
    to_come = [round_ for round_ in listed if round_.state in (Round.State.PLANNED, Round.State.PUBLISHED)]
    next_seating = min(published, key=_number, default=None)
    current = (
        min(playing, key=lambda round_: (round_.alone, round_.clock_ended, round_.number), default=None)
        or next_seating
        or max(finished, key=_number, default=None)
    )
    return Now(current, next_seating, min(to_come, key=_number, default=None))


def list_used_features(tournament: Tournament) -> list[str]:
    """Return the keys in `Tournament.Feature` of the optional features that the event's rows use."""
    feature = Tournament.Feature
    used = {
        feature.STAGES: tournament.stages.count() > 1,
        feature.TEAMS: tournament.has_teams or tournament.teams.exists(),
        feature.DUPLICATE: tournament.board_sets.exists(),
        feature.EVENINGS: Evening.objects.filter(tournament=tournament).exists(),
        feature.FEDERATION: tournament.entries.filter(ema_number__gt="").exists(),
        feature.HALL_PLAN: TablePlace.objects.filter(tournament=tournament).exists(),
        feature.FEES: tournament.fees.exists(),
        feature.CATEGORIES: tournament.categories.exists(),
    }
    return [key.value for key, is_used in used.items() if is_used]


def find_current_round(tournament: Tournament) -> Now[RoundState]:
    return choose_current_round(_load_states(tournament))


def is_current(round_: Round) -> bool:
    """Return whether the round is being played, or is the next of its stage."""
    if round_.state != Round.State.PUBLISHED:
        return round_.state == Round.State.PLAYING
    following = choose_current_round(_load_states(round_.tournament, stage=round_.stage_id)).next_seating
    return following is not None and following.number == round_.number


def _load_states(tournament: Tournament, **which: int) -> list[RoundState]:
    """Return the rounds with deciding columns only: phones poll the clock, and an evening may have 999 tables."""
    rows = tournament.rounds.filter(**which).order_by().values_list("number", "state", "alone", "clock__ended_at")
    return [RoundState(number, state, alone, ended_at is not None) for number, state, alone, ended_at in rows]


def _number(round_: RoundFacts) -> int:
    return round_.number
