"""Two small events with everything in them that a stranger checks: one with draws and rulings, one with boards."""

from __future__ import annotations

from typing import Any
from unittest import mock

from django.utils import timezone

from engine.walls.public_value import ValueName
from judging.cases.queries import judgments
from judging.cases.services import cases
from tests.support.cases import ruled
from tests.support.claims import MCR_THIN, MCR_WIN
from tests.support.duplicate import HOUR, POINTS, VALUE, committed, duplicate_event, enter_board
from tests.support.people import acting, people, small_tournament
from tests.support.play import played
from tests.support.tables import table_of
from tournaments.duplicate.services import board_plays, deals
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.rounds.services import rounds as rounds_services
from tournaments.seating.models.draws import SeedCommitment
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import promises, redraws, seating

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))
LOTTO = ValueName("lottery", "Lotto 6aus49", "2026-05-02")


def promised(event: Tournament, way: str, numbers: list[int], **options: Any) -> SeedCommitment:
    """The rounds promised two hours ago, their value known."""
    past = timezone.now() - 2 * HOUR
    with mock.patch("django.utils.timezone.now", return_value=past):
        (made,) = promises.seal(
            acting(),
            event,
            rounds=list(event.rounds.filter(number__in=numbers)),
            way=way,
            options=options,
            value=LOTTO,
            value_known_at=past + HOUR,
            seed=bytes(range(32)),
        )
    made.refresh_from_db()
    return promises.add_value(acting(), made, value="3 7 19", again="19 7 3")


def ordinary_event(slug: str = "spring-open") -> Tournament:
    """Two rounds promised and drawn together, twice; a swap after publishing, false wins whose fines count before the
    places, a redraw for one who leaves and one who comes, and a Swiss round nobody promised.
    """
    event = small_tournament(16, slug=slug, rounds=3)
    people(event)
    event.rulesets.update(match_scoring={"start_points": 0, "table_points": [4, 2, 1, 0], "fines": "before"})
    stand_in = Entry.objects.create(tournament=event, number=17, family_name="Wei", status=Entry.Status.WAITING)
    promised(event, "together", [1, 2])
    drawn = list(event.rounds.filter(number__lte=2))
    for draft in seating_drafts.generate(acting("sue"), event, rounds=drawn):
        seating.discard(acting("sue"), draft, reason="Shown to nobody.")
    for draft in seating_drafts.generate(acting("sue"), event, rounds=drawn, why="The first was discarded."):
        seating.publish(acting("sue"), draft)
    live = event.rounds.get(number=2).current_seating
    assert live is not None
    first, second = live.seats.filter(wind=0).order_by("table_number")[:2]
    seating.swap(acting("sue"), live, first=first.entry, second=second.entry)
    for number in (1, 2):
        round_ = played(event, number, SHEETS)
        false_win(event, number)
        rounds_services.release(acting(), round_)
        if number == 1:
            replaced(event, event.entries.get(number=4), stand_in)
    seating.publish(
        acting("sue"), seating_drafts.draft_swiss(acting("sue"), event.rounds.get(number=3), DrawOptions(seed="x"))
    )
    rounds_services.release(acting(), played(event, 3, SHEETS))
    return event


def replaced(event: Tournament, leaves: Entry, comes: Entry) -> None:
    """The coming rounds redrawn with somebody else in the field, and published."""
    draw = redraws.redraw(acting(), event, leaves=[leaves], arrives=[comes])
    for draft in draw.seatings.all():
        seating.publish(acting(), draft)


def false_win(event: Tournament, round_number: int) -> None:
    """Ren rules on a hand of one point at the first table, as proposed, over the ledger."""
    case = cases.open_case(acting("ren"), event, kind="win", table=table_of(event, 1, round_number), hand=1)
    told = {"kind": "win", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN, "won_seats": []}}
    ruled(case, cases.record_claim(acting("ren"), case, judgments.judge(case, told)), payments="ledger")


def boards_event() -> Tournament:
    """A duplicate event of one session: movement promised, boards opened twice, one replaced, all played, seed open."""
    event = duplicate_event(sessions=1)
    event.memberships.update(created_at=timezone.now() - 30 * HOUR)
    past = timezone.now() - 3 * HOUR
    with mock.patch("django.utils.timezone.now", return_value=past):
        made = committed(event, sessions=1)
    deals.add_value(acting(), made, value=VALUE, again=VALUE)
    deals.make(acting(), made)
    for name in ("olga", "omar"):
        deals.print_boards(acting(name), made, session=1, reason="Sheets for the builders.")
    deals.replace_board(acting(), made.all_boards.get(number=2), reason="A tray fell open.")
    promised(event, "movement", [1], movement="four_teams")
    board_plays.seat_movement(acting(), event, kind="four_teams", first_sessions=True)
    round_ = event.rounds.get(number=1)
    seating.publish(acting(), round_.seatings.get())
    rounds.start(acting(), round_)
    board_plays.plan_session(acting(), round_)
    for board in made.all_boards.filter(retired_at=None):
        enter_board(board, POINTS)
    for result in board_plays.hand_in(acting(), round_):
        results.confirm_sheet(acting("sam"), result)
    rounds_services.release(acting(), rounds.finish(acting(), round_))
    deals.publish_seed(acting(), made)
    return event
