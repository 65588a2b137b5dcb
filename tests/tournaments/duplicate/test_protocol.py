"""The protocol of duplicate deals: what was committed to stays, and nobody sees a board before its time."""

import datetime
import json
from unittest import mock

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from engine.commitments import promise_commitment
from engine.walls.deal import make_deal
from engine.walls.public_value import ValueName
from engine.walls.wall import BoardName
from tests.support.duplicate import HOUR, SEED, VALUE, committed, dealt, duplicate_event, enter_board, session_planned
from tests.support.people import acting, person, small_tournament
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.queries.board_openings import list_openings
from tournaments.duplicate.queries.board_results import build_score, list_seats_played
from tournaments.duplicate.queries.deals import list_next_boards
from tournaments.duplicate.services import board_plays, deals
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds
from tournaments.seating.services import promises, sealed_promises, seating, substitutes
from tournaments.seating.services.sealed import seal, unseal

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

LOTTERY = ValueName("other", "lottery")


@pytest.fixture
@remembered
def event():
    return duplicate_event()


def log_of(event):
    entries = AuditEntry.objects.filter(tournament=event)
    return json.dumps([[e.before, e.after, e.reason, e.object_name] for e in entries])


def commit(event, **changed):
    """A commitment to four boards of four sessions, whose value is known in an hour."""
    facts = {"sessions": 4, "boards": 4, "model": "seat34", "value": LOTTERY, "value_known_at": timezone.now() + HOUR}
    return deals.commit(acting(), event, **facts | changed)


def refused_by_the_database(change, *, says=None):
    """The change, tried within a transaction of its own."""
    with pytest.raises((DatabaseError, IntegrityError), match=says), transaction.atomic():
        change()


def test_a_commitment_publishes_the_digest_and_seals_the_seed_once(event):
    made = committed(event)
    assert made.commitment == promise_commitment(made.promise, SEED)
    promise = json.loads(made.promise)
    assert (promise["ruleset"], promise["parameters"]) == (made.ruleset.preset, made.ruleset.parameters)
    assert (promise["sessions"], promise["boards"], promise["model"], promise["flowers"]) == (4, 4, "seat34", False)
    assert promise["value"]["source"] == "the first lottery draw of 2 May"
    assert SEED.hex() not in made.sealed_seed + log_of(event)
    assert (unseal(made.sealed_seed), made.seed) == (SEED.hex(), "")
    with pytest.raises(UserError, match="A seed is committed to already"):
        committed(event)
    second = {
        "tournament": event, "number": 2, "event": event.slug, "ruleset": made.ruleset, "sessions": 4, "boards": 4,
        "sealed_seed": seal("00" * 32), "commitment": "0" * 64, "value_name": "another",
        "value_known_at": timezone.now() + HOUR,
    }  # fmt: skip
    refused_by_the_database(lambda: BoardSet.objects.create(**second))
    BoardSet.objects.all().delete()
    other = small_tournament(16, slug="autumn-open", rounds=4)
    seeds = [unseal(commit(each).sealed_seed) for each in (event, other)]
    assert ([len(seed) for seed in seeds], seeds[0] != seeds[1]) == ([64, 64], True), "drawn by the operating system"


@pytest.mark.parametrize("subject", ["deals", "draws"])
def test_a_value_that_is_known_by_the_time_the_promise_is_written_is_refused(event, monkeypatch, subject):
    """On a busy machine the moment passes after the first look; the database would refuse the row without a reason."""
    known_at = timezone.now() - HOUR
    monkeypatch.setattr(sealed_promises, "require_closing_time", lambda *_moments, **_field: known_at)
    draws = {"rounds": list(event.rounds.all()), "way": "together", "value": LOTTERY, "value_known_at": known_at}
    with pytest.raises(UserError, match="one that nobody knows yet") as refusal:
        commit(event, value_known_at=known_at) if subject == "deals" else promises.seal(acting(), event, **draws)
    assert refusal.value.field == "value_known_at"
    assert not event.board_sets.exists()
    assert not event.seed_commitments.exists()


def test_a_commitment_comes_before_play_and_before_its_value(event):
    with pytest.raises(UserError, match="one that nobody knows yet"):
        commit(event, value_known_at=timezone.now())
    for minutes in (-1, 61):
        with pytest.raises(UserError, match="Entries close after the promise"):
            commit(event, entries_close_at=timezone.now() + datetime.timedelta(minutes=minutes))
    assert not event.board_sets.exists()
    made = commit(event)
    assert made.entries_close_at == made.value_known_at
    made.delete()
    board_plays.seat_movement(acting(), event, kind="four_teams", seed="lot")
    round_ = event.rounds.get(number=1)
    seating.publish(acting(), round_.seatings.get())
    rounds.start(acting(), round_)
    with pytest.raises(UserError, match="A round has begun"):
        committed(event)


def test_once_entries_have_closed_who_comes_may_only_wait(event):
    early = players.add(acting("ida"), event, family_name="Early", status="waiting")
    made = committed(event)
    players.set_waiting(acting("ida"), early, waiting=False)
    players.set_waiting(acting("ida"), early, waiting=True)
    with mock.patch("django.utils.timezone.now", return_value=made.entries_close_at + HOUR):
        with pytest.raises(UserError, match="Entries to the duplicate boards closed on"):
            players.add(acting("ida"), event, family_name="Late")
        late = players.add(acting("ida"), event, family_name="Late", status="waiting")
        Entry.objects.filter(pk=late.pk).update(created_at=timezone.now())
        late.refresh_from_db()
        with pytest.raises(UserError, match="Entries to the duplicate boards closed on"):
            players.set_waiting(acting("ida"), late, waiting=False)
        players.set_waiting(acting("ida"), early, waiting=False)
        absent = event.entries.get(number=3)
        substitutes.substitute(acting("ida"), absent, from_round=1, stand_in=late)
    came = event.entries.filter(family_name__in=["Early", "Late"]).order_by("number")
    assert [entry.status for entry in came] == ["registered", "substitute"]


def test_a_commitment_is_withdrawn_openly_and_only_before_its_value_is_known(event):
    made = commit(event, sessions=3)
    with pytest.raises(UserError, match="Say why"):
        deals.withdraw(acting(), made, reason=" ")
    with pytest.raises(UserError, match="not known yet"):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
    with pytest.raises(UserError, match="The public value is missing"):
        deals.make(acting(), made)
    this = BoardSet.objects.filter(pk=made.pk)
    refused_by_the_database(lambda: this.update(public_value=VALUE, value_at=timezone.now()))
    deals.withdraw(acting(), made, reason="one session more")
    assert event.board_sets.get().withdrawn_reason == "one session more"
    again = dealt(event)
    with pytest.raises(UserError, match="stands already"):
        deals.add_value(acting(), again, value="2718281828", again="2718281828")
    with pytest.raises(UserError, match="never looked at and dealt again"):
        deals.withdraw(acting(), again, reason="ugly boards")
    this = BoardSet.objects.filter(pk=again.pk)
    refused_by_the_database(lambda: this.update(withdrawn_at=timezone.now(), withdrawn_reason="ugly boards"))


CHANGES = (
    {"sealed_seed": "x"}, {"commitment": "0" * 64}, {"boards": 9}, {"public_value": "2718281828"},
    {"value_name": "my birthday"}, {"promise": "{}"}, {"entries_close_at": None},
)  # fmt: skip


def test_boards_are_those_of_seed_and_value_lie_encrypted_and_are_never_dealt_again(event, settings):
    made = dealt(event)
    boards = list(made.all_boards.all())
    assert [(board.session, board.number) for board in boards] == [(s, b) for s in range(1, 5) for b in range(1, 5)]
    expected = make_deal("mcr-2006", SEED, BoardName(3, event.slug, "2", 0, VALUE))
    board = made.all_boards.get(session=2, number=3)
    assert (unseal(board.sealed_deal), board.digest, board.text) == (expected.text, expected.digest, "")
    assert "Wall" not in board.sealed_deal
    assert expected.text[200:260] not in log_of(event)
    with pytest.raises(UserError, match="dealt already"):
        deals.make(acting(), made)
    for change in CHANGES:
        refused_by_the_database(
            lambda: BoardSet.objects.filter(pk=made.pk).update(**change),  # noqa: B023
            says="what was committed to does not change",
        )
    one = Board.objects.filter(pk=board.pk)
    refused_by_the_database(lambda: one.update(sealed_deal=seal("another deal")), says="a deal does not change")
    refused_by_the_database(lambda: one.update(text="E:123m"))
    for reserve in (0, 1):
        twin = {"session": 1, "number": 1, "reserve": reserve, "sealed_deal": "x", "digest": "f" * 64}
        refused_by_the_database(lambda: Board.objects.create(board_set=made, **twin))  # noqa: B023
    for settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS in (("another key", []), ("another key", ["yet another"])):
        with pytest.raises(UserError, match="sealed with another secret key"):
            unseal(made.sealed_seed)


def test_a_leaked_board_gives_way_to_its_reserve_openly(event):
    made = dealt(event)
    session_planned(event)
    board = made.all_boards.get(session=1, number=2)
    with pytest.raises(UserError, match="the reason is public"):
        deals.replace_board(acting(), board, reason=" ")
    reserve = deals.replace_board(acting(), board, reason="a tray fell over in front of table 3")
    assert (reserve.session, reserve.number, reserve.reserve) == (1, 2, 1)
    assert reserve.digest == make_deal("mcr-2006", SEED, BoardName(2, event.slug, "1", 1, VALUE)).digest
    assert {play.board_id for play in BoardPlay.objects.filter(board__number=2)} == {reserve.pk}
    assert board.plays.count() == 0
    assert [(each.kind, each.by, each.boards, each.reason) for each in list_openings(event)] == [
        ("replaced", "olga", ((1, 2, 0),), "a tray fell over in front of table 3")
    ]
    again = deals.replace_board(acting("omar"), reserve, reason="and again")
    assert [(each.by, each.boards) for each in list_openings(event)] == [("olga", ((1, 2, 0),)), ("omar", ((1, 2, 1),))]
    play = again.plays.earliest("pk")
    board_plays.enter(acting("sam"), play, seats=[SeatEntry(0)] * 4)
    with pytest.raises(UserError, match="let the referee rule on it"):
        deals.replace_board(acting(), again, reason="too late")
    other = made.all_boards.get(session=1, number=1)
    enter_board(other)
    with pytest.raises(UserError, match="not in play any more"):
        deals.replace_board(acting(), other, reason="too late")


# Boards opened before play


def test_olga_opens_boards_for_printing_and_the_log_says_so_without_the_tiles(event):
    made = dealt(event)
    for asked, told in (
        ({"session": 1, "reason": " "}, "Enter why you open the boards"),
        ({"session": 5, "reason": "sheets"}, "There is no such board"),
        ({"session": 1, "number": 5, "reason": "sheets"}, "There is no such board"),
    ):
        with pytest.raises(UserError, match=told):
            deals.print_boards(acting(), made, **asked)
    assert list_openings(event) == []
    opened = deals.print_boards(acting(), made, session=1, reason="sheets for the builders")
    assert [(board.session, board.number) for board, _deal in opened] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert [deal.digest for _board, deal in opened] == [board.digest for board, _deal in opened]
    entry = AuditEntry.objects.filter(tournament=event).latest("sequence")
    assert (entry.action, entry.actor_name, entry.reason) == ("deals.print", "olga", "sheets for the builders")
    assert entry.after == {"boards": ["1/1", "1/2", "1/3", "1/4"]}
    assert opened[0][1].text.split("E:")[1][:40] not in log_of(event)
    deals.print_boards(acting("omar"), made, session=2, number=3, reason="its sheet is torn")
    deals.replace_board(acting(), made.all_boards.get(session=2, number=3), reason="seen")
    deals.print_boards(acting("omar"), made, session=2, number=3, reason="the reserve")
    assert [(each.kind, each.by, each.boards, each.reason) for each in list_openings(event)][1:] == [
        ("printed", "omar", ((2, 3, 0),), "its sheet is torn"),
        ("replaced", "olga", ((2, 3, 0),), "seen"),
        ("printed", "omar", ((2, 3, 1),), "the reserve"),
    ]


def test_a_board_that_is_public_is_printed_without_being_listed_as_opened_before_play(event):
    made = dealt(event)
    session_planned(event)
    first = made.all_boards.get(session=1, number=1)
    enter_board(first)
    assert len(deals.print_boards(acting(), made, session=1, number=1, reason="for the archive")) == 1
    assert list_openings(event) == []
    assert len(deals.print_boards(acting(), made, session=1, reason="for the builders")) == 4
    assert [opening.boards for opening in list_openings(event)] == [((1, 2, 0), (1, 3, 0), (1, 4, 0))]


def test_nothing_opens_before_the_boards_are_dealt_nor_after_the_seed_is_open(event):
    made = committed(event)
    with pytest.raises(UserError, match="No boards have been dealt"):
        deals.print_boards(acting(), made, session=1, reason="sheets")
    BoardSet.objects.all().delete()
    made = dealt(event)
    in_state(event, Tournament.State.FINISHED)
    deals.publish_seed(acting(), made)
    with pytest.raises(UserError, match="The seed is open"):
        deals.print_boards(acting(), made, session=1, reason="sheets")
    with pytest.raises(UserError, match="The seed is open"):
        deals.replace_board(acting(), made.all_boards.first(), reason="seen")


def test_flowers_are_dealt_to_the_seats_only_when_asked_for(event):
    with pytest.raises(UserError, match="can do with or without flowers"):
        commit(event, sessions=1, boards=1, model="shared", flowers=True)
    made = commit(event, sessions=1, boards=1, flowers=True, seed=SEED)
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
    (board,) = deals.make(acting(), made)
    assert [len(wall) for wall in deals.read_deal_of_board(board).walls] == [36, 36, 36, 36]


def test_a_director_who_plays_opens_and_replaces_nothing_and_does_not_free_the_account(event):
    omar, player = person("omar"), event.entries.get(number=7)
    omar.first_name, omar.last_name = "Given07", "Family07"
    omar.save()
    made = dealt(event)

    def opens_nothing():
        with pytest.raises(UserError, match="Players of the event"):
            deals.print_boards(acting("omar"), made, session=1, reason="sheets")
        with pytest.raises(UserError, match="Players of the event"):
            deals.replace_board(acting("omar"), made.all_boards.first(), reason="seen")
        assert list_openings(event) == []

    opens_nothing()
    omar.first_name = omar.last_name = ""
    omar.save()
    players.link_account(acting("olga"), player, user=omar)
    with pytest.raises(UserError, match="is the account of 7"):
        players.link_account(acting("olga"), event.entries.get(number=8), user=omar)
    players.set_waiting(acting("olga"), player, waiting=True)
    opens_nothing()
    with pytest.raises(UserError, match="somebody else takes the link"):
        players.unlink_account(acting("omar"), player)
    players.unlink_account(acting("olga"), player, reason="a namesake")
    assert len(deals.print_boards(acting("omar"), made, session=1, reason="sheets")) == 4


def test_who_saw_a_board_sealed_is_stopped_from_playing_it(event):
    made = dealt(event)
    session_planned(event)
    deals.print_boards(acting("olga"), made, session=1, reason="sheets")
    player = list_next_boards(event.rounds.get(number=1))[0].play.seats.all()[0].entry
    players.link_account(acting("omar"), player, user=person("olga"))
    assert [at.known_to for at in list_next_boards(event.rounds.get(number=1))] == [[player], [], [], []]


def in_state(event, state):
    Tournament.objects.filter(pk=event.pk).update(state=state)


def test_opened_means_over(event):
    made = dealt(event, sessions=2)
    (play, *rest) = session_planned(event)
    for board in made.all_boards.filter(session=1):
        enter_board(board)
    in_state(event, Tournament.State.FINISHED)
    made = deals.publish_seed(acting(), made)
    in_state(event, Tournament.State.RUNNING)
    assert [board.session for board in made.all_boards.exclude(text="")] == [1, 1, 1, 1]
    for call in (
        lambda: board_plays.plan_session(acting(), event.rounds.get(number=2)),
        lambda: board_plays.enter(acting("sam"), play, seats=[SeatEntry(0)] * 4, reason="a slip"),
        lambda: board_plays.flag(acting("sam"), rest[0], kind="fouled", reason="spilt"),
    ):
        with pytest.raises(UserError, match="The seed is open"):
            call()
    now = timezone.now()
    this, board = BoardPlay.objects.filter(pk=play.pk), made.all_boards.get(session=2, number=1)
    for change in (
        lambda: this.update(version=9),
        lambda: this.update(entered_at=now),
        lambda: play.seats.update(points=64),
        lambda: BoardPlay.objects.create(board=board, table=play.table, order=9, entered_at=now),
    ):
        refused_by_the_database(change, says="nothing is played any more")


def test_a_slip_of_the_value_is_put_right_before_dealing_and_never_after(event):
    made = committed(event)
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        with pytest.raises(UserError, match="The two are different"):
            deals.add_value(acting(), made, value="1", again="2")
        deals.add_value(acting(), made, value="3141592654", again="3141592654")
    with pytest.raises(UserError, match="The value is not known yet"):  # the server's clock was put back
        deals.correct_value(acting(), made, value=VALUE, again=VALUE, reason="last digit misread")
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.correct_value(acting(), made, value=VALUE, again=VALUE, reason="last digit misread")
    assert (made.public_value, [slip["was"] for slip in made.corrections]) == (VALUE, ["3141592654"])
    deals.make(acting(), made)
    with pytest.raises(UserError, match="dealt with this value"):
        deals.correct_value(acting(), made, value="1", again="1", reason="ugly boards")


def test_two_boards_fouled_differently_are_not_compared(event):
    dealt(event)
    plays = [play for play in session_planned(event) if play.board.number == 1]
    for at, play in enumerate(plays):
        board_plays.enter(acting("sam"), play, seats=[SeatEntry(3 * at), *[SeatEntry(-at)] * 3])
    for play, foul in zip(plays, ("a", "a", "", ""), strict=True):
        board_plays.flag(acting("sam"), play, kind="fouled", reason="a tile fell")
        board_plays.rule(acting("ren"), play, ruling="fouled", reason="other tiles", foul=foul)
    found = {seat.play.table.number: build_score(seat).version for seat in list_seats_played(plays[0].board.board_set)}
    assert found[1] == found[2] == "fouled A"
    assert len(set(found.values())) == 3
