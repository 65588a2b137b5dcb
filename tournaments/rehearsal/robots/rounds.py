"""Robots that play a rehearsal: they take the step of *Next*, by the services of the pages, by a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Actor
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events import services
from tournaments.events.models import Tournament
from tournaments.events.views import next_steps
from tournaments.events.views.next_steps import NextStep
from tournaments.exchange.demo.people import HOUSE, PLAYERS
from tournaments.rehearsal.robots import tables as robot_tables
from tournaments.rehearsal.robots.tables import SEED
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.participants import list_absent_players
from tournaments.rounds.services import rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.seasons.models import Evening
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, substitutes
from tournaments.standings.queries import cuts
from tournaments.standings.services import publishing, stages

NEWCOMERS: Final = 16
MAX_STEPS: Final = 200
"""Limit above the steps of any round, which ends an endless loop."""
LEAVES_AFTER: Final = 1
"""Round after which a player leaves and a substitute comes."""
ROBOT: Final = gettext_noop("robot")
WHY: Final = sentence(gettext_noop("Robots play a rehearsal to its end, whatever is open."))


def play_next_round(by: Actor, tournament: Tournament, report: Callable[[NextStep], None]) -> bool:
    """Play until another round is finished and released. Return False if nothing is left.

    At an open evening everybody plays once more. Raises `UserError` if only a person can continue.
    """
    if Evening.objects.filter(tournament=tournament, is_open=True).exists():
        robot_tables.play_evening(by, Actor.of_task(sentence(ROBOT)), tournament)
        return False
    robot_tables.confirm_corrections(Actor.of_task(sentence(ROBOT)), tournament)
    finished = _count_finished(tournament)
    for _turn in range(MAX_STEPS):
        tournament.refresh_from_db()
        step = next_steps.find_event_step(tournament)
        if step.action in ("none", "settle"):
            return False
        if _count_finished(tournament) > finished and step.action not in ("release", "reveal", "close"):
            return True
        report(step)
        _take(by, tournament, step)
    raise LookupError(f"the robots go in a circle at “{step.action}”")


def _count_finished(tournament: Tournament) -> int:
    return tournament.rounds.filter(state=Round.State.FINISHED).count()


def _take(by: Actor, tournament: Tournament, step: NextStep) -> None:
    round_ = tournament.rounds.select_related("stage", "tournament").filter(number=step.round or 0).first()
    robot = Actor.of_task(sentence(ROBOT))
    match step.action, round_:
        case "entries", _:
            for given_name, family_name, country in PLAYERS[:NEWCOMERS]:
                person: dict[str, Any] = {"given_name": given_name, "family_name": family_name, "country": country}
                registration.add(by, tournament, status=Entry.Status.CHECKED_IN, **person)
        case "rounds", _:
            rounds.add(by, tournament.stages.order_by("number")[0])
        case "cut", _:
            _cut(by, tournament)
        case "replace", _:
            _add_stand_in(by, tournament, tournament.entries.get(number=step.entry or 0))
        case "reveal", _:
            publishing.hide_standings(by, tournament, hidden=False, continue_anyway=WHY)
        case "close", _:
            services.set_state(by, tournament, state=Tournament.State.FINISHED, continue_anyway=WHY)
        case "seat", Round():
            _seat(by, round_)
        case "publish", Round():
            draft = round_.seatings.filter(state=Seating.State.DRAFT).latest("version")
            seating.publish(by, draft, leave_out=True, continue_anyway=WHY)
        case "start", Round():
            rounds.start(by, round_, continue_anyway=WHY)
        case "results", Round():
            robot_tables.enter_results(by, robot, round_)
        case "finish", Round():
            rounds.finish(by, round_)
            if round_.number == LEAVES_AFTER:
                _leave(by, tournament, round_.number + 1)
        case "release", Round():
            rounds_services.release(by, round_, continue_anyway=WHY)
        case _:
            raise LookupError(step.action)


def _seat(by: Actor, round_: Round) -> None:
    """Seat all rounds of the stage without a draft, as a fixed schedule, or one by one if that is impossible."""
    waiting = round_.stage.rounds.filter(state=Round.State.PLANNED, number__gte=round_.number, seatings=None)
    together = list(waiting.order_by("number")) or [round_]
    seating_drafts.generate(by, round_.tournament, rounds=together, seed=f"{SEED}/{round_.number}", why=SEED)


def _cut(by: Actor, tournament: Tournament) -> None:
    stage = next(
        candidate
        for candidate in tournament.stages.order_by("number")
        if candidate.cut_to is not None and candidate.cut_at is None
    )
    tied, free = cuts.find_tie_at_line(stage)
    # Lots separate players who are equal by every metric of the event.
    lot = random.Random(f"{SEED}/cut/{stage.number}").sample(tied, free)
    why = sentence(gettext_noop("By lot")) if tied else ""
    stages.cut(by, stage, chosen=lot, reason=why, continue_anyway=WHY)


def _add_stand_in(by: Actor, tournament: Tournament, absent: Entry) -> None:
    since = next(
        round_.number
        for round_ in tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number")
        if any(
            absent in list_absent_players(seating)
            for seating in round_.seatings.exclude(state=Seating.State.SUPERSEDED)
        )
    )
    waiting = tournament.entries.filter(status=Entry.Status.WAITING).order_by("number").first()
    person: dict[str, Any] = {} if waiting else dict(zip(("given_name", "family_name", "country"), HOUSE, strict=True))
    substitutes.substitute(by, absent, from_round=since, stand_in=waiting, **person)


def _leave(by: Actor, tournament: Tournament, from_round: int) -> None:
    if not tournament.rounds.filter(number=from_round).exists():
        return
    playing = tournament.entries.filter(status=Entry.Status.CHECKED_IN, dropped_from_round=None).order_by("number")
    leaver = random.Random(f"{SEED}/leaves").choice(list(playing))
    registration.drop(by, leaver, from_round=from_round, reason=sentence(gettext_noop("Flight home brought forward")))
