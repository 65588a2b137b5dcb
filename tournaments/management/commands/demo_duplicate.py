"""`manage.py demo_duplicate`: a duplicate team event, complete or in progress.

Four teams of four play four sessions of four boards under seat walls; seeded players play every hand by the engine, and
every step is the service that the organiser's pages call. The seed is fixed, so that every copy shows the same event.
With ``--under-way`` the same teams play two short sessions, and the second is in progress.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from engine.play.procedure import procedure_of
from engine.records import RecordedHand
from engine.tiles.tile import format_tiles
from engine.walls.public_value import ValueName
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.duplicate.logic.robots import play_hand
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import board_results
from tournaments.duplicate.services import board_plays, deals
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.demo.people import staff
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.seating.models.draws import SeedCommitment
from tournaments.seating.services import promises, seating

Promised = TypeVar("Promised")

SLUG, TITLE = "duplicate-cup", "Duplicate Cup (demonstration)"
EVENING, EVENING_TITLE = "duplicate-evening", "Duplicate evening (demonstration)"
SEED = hashlib.sha256(b"mahjong-director demonstration").digest()
DRAW_SEED = hashlib.sha256(b"mahjong-director demonstration of a draw").digest()
VALUE = "07 12 23 31 40 44"
MOVEMENT = "four_teams"
SESSIONS = BOARDS = 4
EVENING_SESSIONS = EVENING_BOARDS = 2
WAIT = timedelta(milliseconds=20)
KNOWN_AFTER = timedelta(milliseconds=500)
"""Delay of the public value, longer than most machines take to write a promise."""
LONGEST = timedelta(minutes=1)
TEAMS = {
    "Harbour": (("Ines", "Almeida"), ("Bruno", "Carvalho"), ("Marta", "Duarte"), ("Tiago", "Esteves")),
    "Lantern": (("Wei", "Fang"), ("Min", "Gao"), ("Jun", "He"), ("Lan", "Jiang")),
    "Northern Light": (("Astrid", "Kjaer"), ("Bo", "Lindqvist"), ("Freja", "Madsen"), ("Nils", "Nygaard")),
    "Old Mill": (("Anneke", "Oosterhuis"), ("Pieter", "Prins"), ("Saskia", "Ruiter"), ("Teun", "Smit")),
}
CLERK_ERROR = (2, 3, 2)
"""Session, table and board at which the clerk mistypes a wall: the referee rules that the result stands."""


def promise_in_time(make: Callable[..., Promised]) -> Promised:
    """Promise what a value decides that is known soon; on a busy machine, where it was known by then, later."""
    delay = KNOWN_AFTER
    while True:
        try:
            return make(value_known_at=timezone.now() + delay)
        except UserError as error:
            if error.field != "value_known_at" or delay > LONGEST:
                raise
            delay *= 4


class Command(BaseCommand):
    help = "Play a duplicate team event from the sealed seed to the final standings."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--under-way", action="store_true", help="a short event in the middle of its last session")

    def handle(self, *args: Any, under_way: bool = False, **options: Any) -> None:
        slug = EVENING if under_way else SLUG
        if Tournament.objects.filter(slug=slug).exists():
            raise CommandError(f"There is a tournament {slug} already.")
        began = time.perf_counter()
        by = Actor.of_command("demo_duplicate")
        board_set = self.make_running_event(by) if under_way else self.make_whole_event(by)
        hands = BoardPlay.objects.filter(board__board_set=board_set).exclude(version=0).count()
        seconds = time.perf_counter() - began
        self.stdout.write(f"{hands} hands, all walls checked, {seconds:.1f} s: /t/{slug}/deals/")

    def make_whole_event(self, by: Actor) -> BoardSet:
        tournament = self.make_event(by, SLUG, TITLE, SESSIONS)
        board_set = self.deal_boards(by, tournament, SESSIONS, BOARDS)
        board_plays.seat_movement(by, tournament, kind=MOVEMENT)
        for round_ in tournament.rounds.order_by("number"):
            self.play_round(by, round_)
        deals.publish_seed(by, board_set)
        event_services.set_state(by, tournament, state=Tournament.State.FINISHED)
        self.report(board_set)
        return board_set

    def make_running_event(self, by: Actor) -> BoardSet:
        """Create the evening: session 1 played, board 1 of session 2 entered by every table."""
        tournament = self.make_event(by, EVENING, EVENING_TITLE, EVENING_SESSIONS)
        board_set = self.deal_boards(by, tournament, EVENING_SESSIONS, EVENING_BOARDS)
        board_plays.seat_movement(by, tournament, kind=MOVEMENT, first_sessions=True)
        first, second = tournament.rounds.order_by("number")
        self.play_round(by, first)
        for board_play in self.start_round(by, second):
            if board_play.order == 1:
                self.play_board(by, board_play, second.number)
        staff(by, tournament)
        return board_set

    def make_event(self, by: Actor, slug: str, name: str, sessions: int) -> Tournament:
        facts: dict[str, Any] = {"team_size": 4, "confirmations": Tournament.Confirmations.NONE, "place": "Utrecht"}
        facts["time_zone"] = "Europe/Amsterdam"
        tournament = event_services.create(by, preset_key="mcr-ema", name=name, slug=slug, rounds=sessions, facts=facts)
        for name, members in TEAMS.items():
            team = teams.add(by, tournament, name=name)
            for given_name, family in members:
                registration.add(
                    by,
                    tournament,
                    given_name=given_name,
                    family_name=family,
                    team=team,
                    status=Entry.Status.CHECKED_IN,
                )
        return event_services.publish(by, tournament, published=True)

    def deal_boards(self, by: Actor, tournament: Tournament, sessions: int, boards: int) -> BoardSet:
        """Commit to boards and movement, add the public value of both a moment later, deal the boards."""
        lottery = ValueName("other", "the lottery numbers of the evening before the event, as drawn")
        commit = partial(
            deals.commit,
            by,
            tournament,
            sessions=sessions,
            boards=boards,
            model=BoardSet.Model.SEAT_WALLS,
            value=lottery,
            seed=SEED,
        )
        seal = partial(
            promises.seal,
            by,
            tournament,
            rounds=list(tournament.rounds.order_by("number")),
            way=SeedCommitment.Way.MOVEMENT,
            options={"movement": MOVEMENT},
            value=lottery,
            seed=DRAW_SEED,
        )
        board_set = promise_in_time(commit)
        (promise,) = promise_in_time(seal)
        while promise.value_known_at is not None and timezone.now() < promise.value_known_at:
            time.sleep(WAIT.total_seconds())
        deals.add_value(by, board_set, value=VALUE, again=VALUE)
        promises.add_value(by, promise, value=VALUE, again=VALUE)
        deals.make(by, board_set)
        return board_set

    def start_round(self, by: Actor, round_: Round) -> list[BoardPlay]:
        """Seat and start the session; return its boards in playing order.

        One set of trays goes round the four tables, except in the evening, which has too few boards.
        """
        seating.publish(by, round_.seatings.get())
        rounds.start(by, round_)
        copies = None if round_.tournament.slug == EVENING else 1
        return sorted(board_plays.plan_session(by, round_, copies=copies), key=lambda play: play.order)

    def play_round(self, by: Actor, round_: Round) -> None:
        for board_play in self.start_round(by, round_):
            self.play_board(by, board_play, round_.number)
        board_plays.hand_in(by, round_)
        rounds.finish(by, round_)
        rounds_services.release(by, round_)

    def play_board(self, by: Actor, board_play: BoardPlay, session: int) -> None:
        """Play a board at a table by the engine, and enter the rest of every wall."""
        deal = deals.read_deal_of_board(board_play.board)
        setup = deal.setup()
        table, number = board_play.table.number, board_play.board.number
        slug = board_play.table.round.tournament.slug
        hand = play_hand(setup, f"{slug}/{session}/{number}/{table}")
        wall = procedure_of(setup.ruleset).wall
        wrong = slug == SLUG and (session, table, number) == CLERK_ERROR
        seats = []
        for seat in range(4):
            tiles_left = wall.left_for(hand.final, seat)
            undrawn = deal.walls[seat][len(deal.walls[seat]) - tiles_left :]
            typed = undrawn[::-1] if wrong and seat == 0 else undrawn
            seats.append(SeatEntry(hand.final.deltas[seat], left=tiles_left, tail=format_tiles(typed)))
        board_plays.enter(by, board_play, seats=seats, log=RecordedHand(setup, hand.events))
        if wrong:
            reason = "The tray was read from the wrong end; its photo shows the dealt order."
            board_plays.rule(by, board_play, ruling=BoardPlay.Ruling.STANDS, reason=reason)

    def report(self, board_set: BoardSet) -> None:
        for method, label in board_results.SCALES.items():
            _players, teams, _victory = board_results.compute_board_standings(board_set, method)
            if method == "matchpoints":
                # The average of four members' percents keeps 50 equal to the others' level.
                figures = [(row, f"{float(row.mean) / 4:.1f}") for row in teams]
            else:
                figures = [(row, f"{float(row.total):+.1f}") for row in teams]
            places = ", ".join(f"{row.place}. {row.key.name} {figure}" for row, figure in figures)
            self.stdout.write(f"{label}: {places}")
