"""Robots that play a rehearsal: they take the step that *Next* names, by the services that the pages call.

Every choice is drawn from a seed, so that two rehearsals of one event go alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from engine.family import ruleset
from engine.match.scoring import MatchScoring
from engine.sentences import gettext_noop, sentence
from tournaments.demo.people import HOUSE, PLAYERS
from tournaments.models import Entry, GameTable, Round, ScoreLine, Seating, Stage, TableResult, Tournament
from tournaments.selectors import next_steps, sheets
from tournaments.selectors.field import absent_from
from tournaments.selectors.next_steps import NextStep
from tournaments.services import (
    ledger,
    publishing,
    registration,
    rounds,
    seating,
    seating_drafts,
    stages,
    tournaments,
)
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.services.results import SheetRow, confirm, submit
from tournaments.services.scoring import ruleset_of

SEED: Final = "rehearsal"
NEWCOMERS: Final = 16
"""Players who are entered where a rehearsal has none."""
MOST_STEPS: Final = 200
"""More steps than any round takes: whoever gets here goes in a circle."""
LEAVES_AFTER: Final = 1
"""Somebody leaves after this round, and a substitute comes."""
FINES: Final = ("chombo", "fine", "deduction")
"""What the rules call a punishment in points."""
ROBOT: Final = gettext_noop("robot")


def next_round(by: Actor, tournament: Tournament, told: Callable[[NextStep], None]) -> bool:
    """Play until a round more is finished and released, or nothing is left; `told` hears of each step before it.

    Returns whether anything is left. Raises `UserError` where only a person can go on.
    """
    finished = _finished(tournament)
    for _turn in range(MOST_STEPS):
        tournament.refresh_from_db()
        step = next_steps.of_tournament(tournament)
        if step.action == "none":
            return False
        if _finished(tournament) > finished and step.action not in ("release", "reveal", "close"):
            return True
        told(step)
        _take(by, tournament, step)
    raise LookupError(f"the robots go in a circle at “{step.action}”")


def _finished(tournament: Tournament) -> int:
    return tournament.rounds.filter(state=Round.State.FINISHED).count()


def _take(by: Actor, tournament: Tournament, step: NextStep) -> None:
    round_ = tournament.rounds.select_related("stage", "tournament").filter(number=step.round or 0).first()
    robot = Actor.of_task(sentence(ROBOT))
    match step.action, round_:
        case "entries", _:
            for given, family_name, country in PLAYERS[:NEWCOMERS]:
                person: dict[str, Any] = {"given_name": given, "family_name": family_name, "country": country}
                registration.add(by, tournament, status=Entry.Status.CHECKED_IN, **person)
        case "rounds", _:
            rounds.add(by, tournament.stages.order_by("number")[0])
        case "cut", _:
            _cut(by, tournament)
        case "replace", _:
            _stand_in(by, tournament, tournament.entries.get(number=step.entry or 0))
        case "reveal", _:
            publishing.hide_standings(by, tournament, hidden=False)
        case "close", _:
            tournaments.set_state(by, tournament, state=Tournament.State.FINISHED)
        case "seat", Round():
            _seat(by, round_)
        case "publish", Round():
            draft = round_.seatings.filter(state=Seating.State.DRAFT).latest("version")
            seating.publish(by, draft, leave_out=True)
        case "start", Round():
            rounds.start(by, round_)
        case "results", Round():
            for table in round_.tables.select_related("round__tournament").order_by("number"):
                _sheet(robot, table)
            _fine(by, round_)
        case "finish", Round():
            rounds.finish(by, round_)
            if round_.number == LEAVES_AFTER:
                _leave(by, tournament, round_.number + 1)
        case "release", Round():
            publishing.release(by, round_, incomplete=True)
        case _:
            raise LookupError(step.action)


def _seat(by: Actor, round_: Round) -> None:
    """All rounds of the stage that have no draft at once, as a fixed schedule; one by one where that cannot be."""
    waiting = round_.stage.rounds.filter(state=Round.State.PLANNED, number__gte=round_.number, seatings=None)
    together = list(waiting.order_by("number")) or [round_]
    seating_drafts.generate(by, round_.tournament, rounds=together, seed=f"{SEED}/{round_.number}", why=SEED)


def _cut(by: Actor, tournament: Tournament) -> None:
    stage = next(one for one in tournament.stages.order_by("number") if one.cut_to is not None and one.cut_at is None)
    try:
        stages.cut(by, stage)
    except UserError:
        # A place is shared over the line: the lowest numbers go through.
        stages.cut(by, stage, chosen=_sharing(stage), reason=SEED)


def _sharing(stage: Stage) -> list[Entry]:
    return list(stage.tournament.entries.exclude(status=Entry.Status.DROPPED).order_by("number")[: stage.cut_to])


def _stand_in(by: Actor, tournament: Tournament, absent: Entry) -> None:
    since = next(
        round_.number
        for round_ in tournament.rounds.exclude(state=Round.State.FINISHED).order_by("number")
        if any(absent in absent_from(one) for one in round_.seatings.exclude(state=Seating.State.SUPERSEDED))
    )
    waiting = tournament.entries.filter(status=Entry.Status.WAITING).order_by("number").first()
    person: dict[str, Any] = {} if waiting else dict(zip(("given_name", "family_name", "country"), HOUSE, strict=True))
    registration.substitute(by, absent, from_round=since, stand_in=waiting, **person)


def _leave(by: Actor, tournament: Tournament, from_round: int) -> None:
    """Somebody drops out, where a round is left."""
    if not tournament.rounds.filter(number=from_round).exists():
        return
    playing = tournament.entries.filter(status=Entry.Status.CHECKED_IN, dropped_from_round=None).order_by("number")
    leaver = random.Random(f"{SEED}/leaves").choice(list(playing))
    registration.drop(by, leaver, from_round=from_round, reason=sentence(gettext_noop("Flight home brought forward")))


def _sheet(robot: Actor, table: GameTable) -> None:
    """The table's sheet where none stands: the first of every round has a tie, the second of round 1 does not add up.

    The robot types it, and players of the table confirm it; what a person typed they confirm as it is.
    """
    found = sheets.latest(table)
    if found is None:
        points = _points(table)
        slip = (table.round.number, table.number) == (1, 2)
        points[0] += _step(table) if slip else 0
        rows = [SheetRow(seat.entry.pk, own) for seat, own in zip(sheets.seats_of(table), points, strict=True)]
        why = sentence(gettext_noop("The table has signed it so and is not sure of hand 11.")) if slip else ""
        found = submit(robot, table, rows=rows, reason=why)
    for seat in found.seats.select_related("entry").order_by("order"):
        found.refresh_from_db()
        if found.state == TableResult.State.CONFIRMED:
            return
        if not found.confirmed_by.filter(entry=seat.entry).exists():
            confirm(robot, found, by_entry=seat.entry, again=[one.points for one in found.seats.order_by("order")])


def _step(table: GameTable) -> int:
    version = ruleset_of(table)
    return ruleset(version.preset, version.parameters).sheet.step


def _points(table: GameTable) -> list[int]:
    """Final points in the order of the sheet that add up: what the winner has won the others have lost."""
    rng = random.Random(f"{SEED}/{table.round.number}/{table.number}")
    scoring = MatchScoring.from_dict(ruleset_of(table).match_scoring)
    step = _step(table)
    moved = [rng.randint(-60, 60) for _seat in range(3)]
    if table.number == 1:
        moved[1] = moved[0]
    return [scoring.start_points + step * won for won in (*moved, -sum(moved))]


def _fine(by: Actor, round_: Round) -> None:
    """In the first round the rules' own fine for the first fault that has one in points."""
    table = round_.tables.select_related("round__tournament").order_by("number").last()
    if round_.number != 1 or table is None:
        return
    version = ruleset_of(table)
    rules, scoring = ruleset(version.preset, version.parameters), MatchScoring.from_dict(version.match_scoring)
    for row in rules.family.infractions:
        said: Any = rules.option(row["amount"]) if "amount" in row else row.get("points")
        points = next((one for one in said if one), 0) if isinstance(said, list | tuple) else said
        if row["penalty"] not in FINES or not isinstance(points, int) or not points:
            continue
        player, title = sheets.seats_of(table)[0].entry, sentence(row["title"])
        if row["penalty"] == "chombo":
            amount, unit, scope = Fraction(points, scoring.divisor), ScoreLine.Unit.SCORE, ScoreLine.Scope.OVERALL
        else:
            amount, unit, scope = Fraction(points), ScoreLine.Unit.POINTS, ScoreLine.Scope.TABLE
        fine: dict[str, Any] = {"amount": -abs(amount), "unit": unit, "scope": scope, "clause": row["clause"]}
        ledger.add(by, round_.tournament, entry=player, table=table, reason=title, **fine)
        return
