"""Running event with round 3 of 5 in play, made by the services of the pages from a fixed seed."""

from __future__ import annotations

import random
from typing import Any, Final

from django.utils import timezone

from engine.match.declared import DeclaredHand
from tournaments.core.audit import Actor
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.demo.people import HOUSE, PLAYERS, make_actor, staff
from tournaments.exchange.demo.queries import LIVING, NOW
from tournaments.results.logic import hand_lines
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import sheets
from tournaments.results.services import results
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.services import rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, substitutes

SEED: Final = "lantern"
ROUNDS: Final = 5
HANDS: Final = 16
LEAVES: Final = 13
"""Number of the player who leaves before round 3."""
CONFIRMED, ENTERED, DOUBTFUL = (2, 5, 7), 4, 6
"""Tables of round 3 with a sheet; that of table 6 does not add up."""
VALUES: Final = (8, 8, 9, 10, 12, 13, 16, 20, 24, 28, 33, 48, 64)
"""Values of hands, the usual ones more often."""


def make() -> Tournament:
    by = Actor.of_command("demo")
    tournament = make_event(by)
    staff(by, tournament)
    drawn = list(tournament.rounds.order_by("number")[: NOW + 1])
    seating_drafts.generate(by, tournament, rounds=drawn, seed=SEED)
    for round_ in drawn[: NOW - 1]:
        start_round(by, round_)
        for table in round_.tables.order_by("number"):
            enter_sheet(table)
        rounds.finish(by, round_)
        rounds_services.release(by, round_)
    leaver = tournament.entries.get(number=LEAVES)
    stand_in = tournament.entries.get(status=Entry.Status.WAITING)
    substitutes.substitute(by, leaver, from_round=NOW, stand_in=stand_in, reason="Flight home brought forward")
    playing = start_round(by, drawn[NOW - 1])
    for number in (*CONFIRMED, ENTERED, DOUBTFUL):
        table = playing.tables.get(number=number)
        enter_sheet(table, confirm=number in CONFIRMED, slip=10 if number == DOUBTFUL else 0)
    return tournament


def make_event(by: Actor) -> Tournament:
    facts: dict[str, Any] = {
        "place": "Ghent",
        "time_zone": "Europe/Brussels",
        "starts_on": timezone.localdate(),
        "ends_on": timezone.localdate(),
        "entry_by": Tournament.EntryBy.TABLE_CODE,
        "separate": ["country"],
    }
    tournament = event_services.create(
        by, preset_key="mcr-ema", name="Lantern Open (demonstration)", slug=LIVING, rounds=ROUNDS, facts=facts
    )
    for given_name, family, country in PLAYERS:
        person: dict[str, Any] = {"given_name": given_name, "family_name": family, "country": country}
        registration.add(by, tournament, status=Entry.Status.CHECKED_IN, **person)
    given_name, family, country = HOUSE
    house: dict[str, Any] = {
        "given_name": given_name,
        "family_name": family,
        "country": country,
        "note": "house substitute",
    }
    registration.add(by, tournament, status=Entry.Status.WAITING, **house)
    return event_services.publish(by, tournament, published=True)


def start_round(by: Actor, round_: Round) -> Round:
    round_.refresh_from_db()
    draft = round_.seatings.filter(state="draft").order_by("-version").first()
    if draft is None:
        raise LookupError(f"round {round_.number} was not drawn")
    seating.publish(by, draft)
    round_.refresh_from_db()
    return rounds.start(by, round_)


def enter_sheet(table: GameTable, *, confirm: bool = True, slip: int = 0) -> None:
    """Enter the table's sheet, hand by hand, as the scorer; `slip` points make its sum wrong."""
    seats = sheets.list_seats(table)
    version = table.round.ruleset or table.round.tournament.ruleset
    rules = version.rules.sheet
    rng = random.Random(f"{SEED}/{table.round.number}/{table.number}")
    lines = [_make_line(rng) for _number in range(HANDS)]
    hands: list[DeclaredHand] = [hand_lines.declare_hand(rules, line) for line in lines]
    totals = [
        sum(points) for points in zip(*(hand.deltas for hand in hand_lines.settle_hands(rules, hands)), strict=True)
    ]
    totals[0] += slip
    people = {seat.order: seat.entry.pk for seat in seats}
    sheet = results.submit_sheet(
        make_actor("demo-clerk"),
        table,
        points=totals,
        hands=[
            HandRecord(
                number=number,
                winner_id=people.get(first.winner),  # type: ignore[arg-type]
                discarder_id=people.get(first.discarder),  # type: ignore[arg-type]
                value=first.value,
            )
            for number, first in enumerate(map(hand_lines.build_hand_summary, hands), 1)
        ],
        reason="The table has signed it so and is not sure of hand 11." if slip else "",
    )
    if confirm:
        results.confirm_sheet(make_actor("demo-scorer"), sheet)


def _make_line(rng: random.Random) -> dict[str, object]:
    if rng.random() < 0.2:
        return {"drawn": True}
    winner, discarder = rng.sample(range(4), 2)
    by_discard = rng.random() < 0.65
    return {"winner": winner, "discarder": discarder if by_discard else None, "value": rng.choice(VALUES)}
