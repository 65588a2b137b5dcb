"""`manage.py demo_desk`: work for the referee of the event that `demo_living` made.

Two tables call; a third has declared a win of too few points, with log and facts. The ruling is left to the visitor.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from engine.play.events import Won, event_to_list
from engine.records import dumps, loads
from engine.records.cases import case_of
from judging.cases.models import Case
from judging.cases.queries import judgments
from judging.cases.services import cases
from judging.desk import services as calls
from judging.desk.models import Call
from tournaments.core.audit import Actor
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.exchange.demo.people import make_actor
from tournaments.exchange.demo.queries import LIVING
from tournaments.results.queries import sheets
from tournaments.results.services import replays
from tournaments.rounds.models import GameTable

HAND: Final = Path(__file__).parents[2] / "demo" / "hand.log"
"""A hand that ends with the disputed win: a discard claimed for fewer points than the rules ask for."""
CALLS: Final = ((1, Call.About.RULES), (3, Call.About.TILES))
DISPUTED: Final = 8


class Command(BaseCommand):
    help = "Let two tables of the demonstration call the referee, and open a case with a log of play."
    requires_system_checks: list[str] = []
    adds_to_living = True

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=LIVING).first()
        current = find_current_round(tournament).playing if tournament else None
        if tournament is None or current is None:
            raise CommandError(f"Make the event {LIVING} first: manage.py demo_living.")
        if Case.objects.filter(tournament=tournament).exists():
            raise CommandError("The referee has work already.")
        playing = tournament.rounds.get(number=current.number)
        for number, about in CALLS:
            calls.make(Actor.of_command("demo"), playing.tables.get(number=number), about=about)
        case = open_disputed_win(playing.tables.get(number=DISPUTED))
        self.stdout.write(f"{len(CALLS)} calls, case {case.number}: /t/{LIVING}/manage/cases/{case.number}/")


def open_disputed_win(table: GameTable) -> Case:
    referee = make_actor("demo-referee")
    (hand,) = loads(HAND.read_text(encoding="utf-8")).hands
    *before, win = hand.events
    if not isinstance(win, Won):
        raise CommandError(f"{HAND} must end with the disputed win.")
    replays.attach(referee, table, text=dumps(hand.setup, before), file_name="hand.log", first_line=0)
    claimant = sheets.list_seats(table)[win.seat].entry
    case = cases.open_case(
        referee,
        table.round.tournament,
        kind="win",
        table=table,
        # The hands of the first wind: everybody still sits where the sheet has them.
        hand=hand.setup.dealer + 1,
        players=[claimant],
        note=f"{claimant.name} declares a win; the discarder counts fewer points than a win needs.",
    )
    claim = {"kind": "win", "seat": win.seat, "facts": {}, "log": case_of(hand.setup, before)}
    judgment = judgments.judge(case, claim | {"event": event_to_list(win)})
    cases.record_claim(referee, case, judgment)
    return case
