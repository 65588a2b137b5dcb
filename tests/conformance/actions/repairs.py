from __future__ import annotations

from typing import Any

from tests.conformance.actions import Example, being_played, planned, rows
from tests.support.people import acting
from tests.support.play import played, published, released
from tests.support.remembered import remembered
from tournaments.entries.services import players
from tournaments.events import services as event_services
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.repairs.services import repairs
from tournaments.seating.services import drafts

REASON = {"reason": "Seen at the table."}
SEATS = {"round": 1, "points": "chairs", **REASON}


@remembered
def over(*, extra: bool = False, rules: bool = False) -> Tournament:
    """Event with a played round; `extra`: a player without a seat; `rules`: corrected since."""
    event = planned(rounds=2)
    if extra:
        players.add(acting(), event, status="checked_in", family_name="Late")
        event.entries.filter(number=9).update(house=True)
    played(event, 1)
    if rules:
        known = event.rulesets.get()
        scoring = known.match_scoring | {"table_points": [5, 3, 1, 0]}
        RulesetVersion.objects.create(
            tournament=event,
            number=2,
            reason="A slip.",
            preset=known.preset,
            match_scoring=scoring,
            tie_breaks=known.tie_breaks,
        )
    return Tournament.objects.get(pk=event.pk)


def undo() -> Example:
    event = over()
    step: dict[str, Any] = {"do": "take_out", "at": [1, 1]}
    made = repairs.make(acting(), event, kind="take-out", steps=[step], reason="Typed twice.")
    sequence = {"sequence": made.sequence}
    return Example(event, {"reason": "It was right."}, api=sequence, page=sequence)


def closed() -> Tournament:
    event = over()
    return event_services.set_state(acting(), event, state="finished", continue_anyway="It is over.")


@remembered
def public() -> Tournament:
    event = planned(rounds=2)
    published(event.rounds.get(number=1))
    return event


@remembered
def shown() -> Tournament:
    event = planned(rounds=2)
    released(event, 1)
    return event


def drawn_early() -> Tournament:
    """Event whose second round was drawn from standings that were corrected since."""
    event = shown()
    drafts.draft_by_standings(acting(), event.rounds.get(number=2))
    seats: dict[str, Any] = {"do": "reseat", "round": 1, "points": "chairs"}
    seats |= {"was": {"1": [1, 2, 3, 4]}, "tables": {"1": [4, 2, 3, 1]}}
    repairs.make(acting(), event, kind="swap-players", steps=[seats], reason="Seen at the table.")
    return event


rows(
    PlayerLeft=lambda: Example(over(), {"round": 1, "leaves": 1, "points_to": "leaves", **REASON}),
    PlayerArrived=lambda: Example(over(extra=True), {"comes": 9, **REASON}),
    MarkHouse=lambda: Example(over(), {"player": 1, **REASON}),
    UnstartRound=lambda: Example(being_played(), {"round": 1, **REASON}),
    AnnulRound=lambda: Example(over(), {"round": 1, "fines": "void", "repeat": "yes", **REASON}),
    RedrawRound=lambda: Example(drawn_early(), {"round": 2, **REASON}),
    WithdrawReleased=lambda: Example(shown(), {"round": 1, **REASON}),
    WithdrawPublished=lambda: Example(public(), {"round": 1, **REASON}),
    ReopenEvent=lambda: Example(closed(), REASON),
    SwapSeats=lambda: Example(over(), {**SEATS, "first": 1, "second": 5}),
    SwapTables=lambda: Example(over(), {**SEATS, "table": 1, "other": 2}),
    CorrectWinds=lambda: Example(over(), {**SEATS, "east": 2}),
    CorrectPlayer=lambda: Example(over(extra=True), {"round": 1, "leaves": 1, "comes": 9, **REASON}),
    MoveSheet=lambda: Example(over(), {"round": 1, "table": 1, "other_round": 1, "other_table": 2, **REASON}),
    TakeOutSheet=lambda: Example(over(), {"round": 1, "table": 1, **REASON}),
    CountAgain=lambda: Example(over(rules=True), {"from_round": 1, **REASON}),
    MergeEntries=lambda: Example(over(extra=True), {"stays": 1, "goes": 9, **REASON}),
    UndoRepair=undo,
)
