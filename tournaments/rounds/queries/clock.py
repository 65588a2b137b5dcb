"""The round clock as every page, tab and projector reads it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from engine.errors import RulesetError
from engine.match.plan import MatchPlan, TimeRule
from tournaments.events.models import Tournament
from tournaments.events.queries import current_round
from tournaments.rounds.models import Round, RoundClock


@dataclass(frozen=True)
class ClockState:
    """The clock of one round. Running: `ends_at`; paused: `remaining_seconds`; waiting: neither, not started yet."""

    round: int
    stage: str
    state: str
    minutes: int
    starts_at: datetime.datetime | None
    ends_at: datetime.datetime | None
    remaining_seconds: int | None
    warning_seconds: int
    last_hand: TimeRule
    extra: tuple[tuple[int, int], ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON: times in milliseconds since 1970, `extra` as pairs of table and seconds."""
        return {
            "round": self.round,
            "stage": self.stage,
            "state": self.state,
            "minutes": self.minutes,
            "starts_at": _milliseconds(self.starts_at),
            "ends_at": _milliseconds(self.ends_at),
            "remaining_seconds": self.remaining_seconds,
            "warning_seconds": self.warning_seconds,
            "last_hand": self.last_hand,
            "extra": [list(pair) for pair in self.extra],
        }


def _milliseconds(at: datetime.datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)


def clock_state(tournament: Tournament) -> ClockState | None:
    """The clock the hall looks at, that of the current round; None before the first."""
    number = current_round(tournament).number
    found = tournament.rounds.select_related("stage", "clock", "ruleset").filter(number=number or 0).first()
    return None if found is None else round_clock(found)


def round_clock(round_: Round) -> ClockState:
    """The clock of this round: waiting, running, paused, or ended."""
    clock: RoundClock | None = getattr(round_, "clock", None)
    if round_.state == Round.State.FINISHED or (clock and clock.ended_at):
        state = "ended"
    elif clock is None:
        state = "waiting"
    else:
        state = "paused" if clock.paused_at else "running"
    tables = round_.tables.filter(extra_seconds__gt=0).order_by("number")
    return ClockState(
        round=round_.number,
        stage=str(round_.stage),
        state=state,
        minutes=round_.minutes,
        starts_at=round_.starts_at,
        ends_at=clock.ends_at if clock else None,
        remaining_seconds=clock.remaining_seconds if clock else None,
        warning_seconds=clock.warning_seconds if clock else 0,
        last_hand=last_hand_rule(round_),
        extra=tuple(tables.values_list("number", "extra_seconds")),
    )


def last_hand_rule(round_: Round) -> TimeRule:
    """What the round's rules say of the end of time; finish the hand by default."""
    rules = round_.ruleset or round_.tournament.rulesets.order_by("-number").first()
    if rules is None:
        return MatchPlan().time_rule
    try:
        return rules.rules.match.time_rule
    except RulesetError:
        # Free rules of the organiser's own: the engine knows no such preset.
        return MatchPlan().time_rule
