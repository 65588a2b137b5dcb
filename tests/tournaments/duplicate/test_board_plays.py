"""Boards at the tables: the movement's players, results, walls that are turned up, flags and rulings."""

import pytest
from django.db import IntegrityError, transaction

from engine.play.events import Drew, event_to_list
from engine.records import RecordedHand
from engine.tiles.tile import format_tiles
from tests.support.duplicate import POINTS, dealt, duplicate_event, enter_board, session_planned
from tests.support.pages import press
from tests.support.people import acting, signed_in
from tests.support.remembered import remembered
from tournaments.core import open_items
from tournaments.core.errors import UserError
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.queries import board_results
from tournaments.duplicate.queries import deals as selected
from tournaments.duplicate.services import board_plays, deals
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    tournament = duplicate_event()
    dealt(tournament)
    return tournament


@pytest.fixture
def plays(event):
    return session_planned(event, copies=1)


def enter(play, seats=None, **more):
    """Results of a board as sam types them; nobody wins a point by default."""
    return board_plays.enter(acting("sam"), play, seats=seats or [SeatEntry(0)] * 4, **more)


def rule(play, ruling, reason="x", **more):
    return board_plays.rule(acting("ren"), play, ruling=ruling, reason=reason, **more)


def walls(play, left=5):
    """Return the walls of a play with so many tiles left in each."""
    return [
        SeatEntry(0, left=left, tail=format_tiles(wall[len(wall) - left :]))
        for wall in deals.read_deal_of_board(play.board).walls
    ]


def texts(play):
    """The findings in English; they are stored as sentences."""
    return [each["text"] for each in play.findings]


def test_the_movement_seats_all_rounds_with_mates_apart_and_alike_by_the_same_lot(event):
    with pytest.raises(UserError, match="mates would meet"):
        board_plays.seat_movement(acting(), event, kind="sixteen")
    assert not event.rounds.filter(seatings__isnull=False).exists()
    twice = [board_plays.seat_movement(acting(), event, kind="four_teams", seed="lot") for _time in range(2)]
    numbers = [[seat.entry.number for draft in drafts for seat in draft.seats.all()] for drafts in twice]
    assert numbers[0] == numbers[1]
    met = set()
    for draft in twice[1]:
        for table in range(1, 5):
            seats = list(draft.seats.filter(table_number=table).select_related("entry"))
            assert len({seat.entry.team_id for seat in seats}) == 4
            pairs = {frozenset((a.entry_id, b.entry_id)) for a in seats for b in seats if a != b}
            assert not met & pairs
            met |= pairs
    assert len(met) == 96


def test_a_movement_is_for_its_field_and_its_first_sessions_only_where_they_are_wanted():
    event = duplicate_event(sessions=3, teams=False)
    with pytest.raises(UserError, match="This movement has 5 sessions, the event 3 rounds"):
        board_plays.seat_movement(acting(), event, kind="sixteen")
    assert len(board_plays.seat_movement(acting(), event, kind="sixteen", first_sessions=True)) == 3
    event.entries.filter(number__gt=12).update(status="dropped", dropped_from_round=1)
    with pytest.raises(UserError, match="groups of 16 players, not for 12"):
        board_plays.seat_movement(acting(), event, kind="sixteen", first_sessions=True)


def test_the_trays_of_one_set_go_round_the_tables_and_the_deal_passes_on(event, plays):
    steps = {(play.order, play.table.number): play.board.number for play in plays}
    assert [steps[1, table] for table in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert [steps[2, table] for table in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert all({steps[order, table] for order in (1, 2, 3, 4)} == {1, 2, 3, 4} for table in (1, 2, 3, 4))
    table = [play for play in plays if play.table.number == 1]
    by_board = {play.board.number: [s.entry_id for s in play.seats.order_by("seat")] for play in table}
    first = by_board[1]
    assert (by_board[2], by_board[4]) == ([*first[1:], first[0]], [first[3], *first[:3]])
    copies = board_plays.plan_session(acting(), event.rounds.get(number=1))
    assert all(play.order == play.board.number for play in copies)
    assert {(play.table.number, play.copy) for play in copies} == {(table, table) for table in (1, 2, 3, 4)}
    one, other = (next(play for play in copies if play.board.number == 1 and play.copy == copy) for copy in (1, 2))
    with pytest.raises(IntegrityError), transaction.atomic():
        PlaySeat.objects.filter(play=other, seat=0).update(entry=one.seats.get(seat=0).entry)


def test_a_table_hears_what_comes_next_and_is_stopped_at_a_known_board(event, plays):
    round_ = event.rounds.get(number=1)
    first = selected.list_next_boards(round_)
    assert [(at.play.board.number, at.waits_for, at.done) for at in first] == [(n, None, 0) for n in (1, 2, 3, 4)]
    table = first[0].table
    assert selected.list_reasons_against(table, 1) == []
    assert selected.list_reasons_against(table, 3) == ["Board 1 comes first, then board 3."]
    assert selected.list_reasons_against(table, 9) == ["There is no board 9 in this session."]
    enter(first[0].play)
    assert "have seen board 1 already" in selected.list_reasons_against(table, 1)[0]
    now = selected.list_next_boards(round_)
    assert (now[0].play.board.number, now[0].waits_for, now[0].done) == (2, 2, 1)


def test_a_swap_of_players_before_a_board_is_taken_over_by_planning_again(event, plays):
    round_ = event.rounds.get(number=1)
    enter(plays[0])
    kept = list(plays[0].seats.values_list("entry_id", flat=True))
    chairs = sheets.group_seats_of_round(round_.pk)
    one, other = chairs[1][0].entry, chairs[2][0].entry
    seating.swap(acting(), round_.current_seating, first=one, second=other, reason="wrong chairs")
    with pytest.raises(UserError, match="has met Session 1, board 1 already"):
        board_plays.plan_session(acting(), round_, copies=1)
    plays[0].refresh_from_db()
    assert list(plays[0].seats.values_list("entry_id", flat=True)) == kept
    assert BoardPlay.objects.filter(table__round=round_).count() == 16


# Results


def test_a_result_is_versioned_and_corrected_with_a_reason(plays):
    play = plays[0]
    with pytest.raises(UserError, match="add up to -10, not to 0"):
        enter(play, seats=[SeatEntry(-10), *[SeatEntry(0)] * 3])
    with pytest.raises(UserError, match="5x") as refused:
        enter(play, seats=[SeatEntry(0, left=1, tail="5x"), *[SeatEntry(0)] * 3])
    play.refresh_from_db()
    assert (refused.value.field, play.entered_at) == ("tail_0", None)
    enter(play, seats=[SeatEntry(v) for v in POINTS[0]], based_on=0)
    with pytest.raises(UserError, match="This board was entered in the meantime"):
        enter(play, based_on=0)
    with pytest.raises(UserError, match="say why it is corrected"):
        enter(play, based_on=1)
    fined = [SeatEntry(-10, penalty=-10), *[SeatEntry(0)] * 3]
    enter(play, seats=fined, based_on=1, reason="wrong line")
    assert (list(play.seats.values_list("points", flat=True)), play.version) == ([-10, 0, 0, 0], 2)


def test_two_tiles_in_another_order_flag_the_board_without_telling_a_tile(plays):
    play = plays[0]
    seats = walls(play)
    wall = deals.read_deal_of_board(play.board).walls[2]
    swapped = next(at for at in range(-5, -1) if wall[at] != wall[at + 1])
    tail = list(wall[-5:])
    tail[swapped], tail[swapped + 1] = tail[swapped + 1], tail[swapped]
    seats[2] = SeatEntry(0, left=5, tail=format_tiles(tail))
    play = enter(play, seats=seats)
    place = 21 + swapped + 1
    assert (play.verified, play.flag) == (False, "mismatch")
    assert texts(play) == [
        f"West: tile {place} of the wall is not {format_tiles([tail[swapped]])} in the deal.",
        f"West: tile {place + 1} of the wall is not {format_tiles([tail[swapped + 1]])} in the deal.",
    ]


def test_walls_verify_a_play_prove_nothing_or_flag_the_board_by_their_length(plays):
    play = enter(plays[0], seats=walls(plays[0]))
    assert (play.verified, play.flag, play.findings) == (True, "", [])
    play = enter(plays[1], seats=[SeatEntry(0, left=5)] * 4)
    assert (play.verified, play.flag) == (False, "")
    for at, written, text in (
        (2, SeatEntry(0, left=22), "East: 22 tiles left are more than the wall had."),
        (3, SeatEntry(0, left=3, tail="1m"), "East: 1 tiles were typed, another number is said to be left."),
    ):
        play = enter(plays[at], seats=[written, *walls(plays[at])[1:]])
        assert (play.flag, texts(play)) == ("mismatch", [text])
    play, wall = plays[4], deals.read_deal_of_board(plays[4].board).walls[0]
    hand, discards = wall[:14], format_tiles(wall[14 : len(wall) - 5])
    good = walls(play)
    balance = {"left": 5, "tail": good[0].tail, "discards": discards}
    good[0] = SeatEntry(0, hand=format_tiles(hand), **balance)
    assert enter(play, seats=good).verified
    other = next(tile for tile in range(34) if tile != wall[0])
    good[0] = SeatEntry(0, hand=format_tiles([other, *hand[1:]]), **balance)
    told = "East: hand, discards and claims differ from the dealt tiles in 2 places."
    assert texts(enter(play, seats=good, reason="counted again")) == [told]


def test_a_log_is_kept_and_its_first_foreign_draw_flags_the_board(plays):
    play = plays[0]
    setup = deals.read_deal_of_board(play.board).setup()
    wall = setup.seat_walls[0]
    first = RecordedHand(setup, (Drew(0, wall[0]),))
    done = enter(play, seats=walls(play), log=first)
    assert (done.flag, done.verified) == ("", True)
    assert list(done.record) == ["sealed"]
    other = next(tile for tile in range(34) if tile != wall[0])
    forged = RecordedHand(setup, (Drew(0, other),))
    done = enter(play, seats=walls(play), log=forged, reason="a better log")
    assert (done.flag, texts(done)) == ("mismatch", ["East: draw 1 of the log is not the dealt tile."])


def test_what_a_table_writes_of_the_tiles_lies_encrypted_until_the_board_is_public(plays):
    board = plays[0].board
    setup = deals.read_deal_of_board(board).setup()
    tables = list(board.plays.order_by("table__number"))
    typed = walls(tables[0])
    events = [Drew(0, setup.seat_walls[0][0])]
    enter(tables[0], seats=typed, log=RecordedHand(setup, tuple(events)))
    assert [seat.tail for seat in tables[0].seats.order_by("seat")] == ["", "", "", ""]
    assert typed[0].tail not in str(tables[0].record)
    for other in tables[1:]:
        enter(other)
    tables[0].refresh_from_db()
    assert [seat.tail for seat in tables[0].seats.order_by("seat")] == [seat.tail for seat in typed]
    assert tables[0].record["events"] == [event_to_list(event) for event in events]


def test_tails_typed_after_the_board_is_public_prove_nothing(event, plays):
    board = plays[0].board
    enter_board(board, ((0, 0, 0, 0),) * 4)
    play = board.plays.first()
    assert play.verified
    other = board.plays.last()
    other.verified = False
    other.save()
    other.board.refresh_from_db()
    done = enter(other, seats=walls(other), reason="copied from the public page")
    assert not done.verified


def test_a_flagged_board_counts_for_nobody_until_a_referee_has_ruled_and_an_unplayable_one_never_stands(event, plays):
    made = selected.find_board_set(event)
    board = plays[0].board
    for play, points in zip(board.plays.order_by("table__number"), (-30, 10, 10, 10), strict=True):
        penalty = -40 if points == -30 else 0
        seats = [SeatEntry(points, penalty=penalty), SeatEntry(-10), SeatEntry(0), SeatEntry(0)]
        enter(play, seats=seats)
    differences = [each.values["difference"] for each in board_results.list_seat_results(made) if each.seat.seat == 0]
    assert differences == [-40, 0, 0, 0], "penalties stay out of what others are compared with"
    for play, points in zip(board.plays.order_by("table__number"), POINTS, strict=True):
        seats = [SeatEntry(value, left=5, ticked=True) for value in points]
        enter(play, seats=seats, reason="typed for the next board")
    play = board.plays.get(table__number=1)
    board_plays.flag(acting("sam"), play, kind="fouled", reason="a tile fell out of the tray")

    def east():
        return [
            (result.seat.play.table.number, result.points, str(result.values["difference"]))
            for result in board_results.list_seat_results(made)
            if result.seat.seat == 0
        ]

    assert east() == [(1, None, "0"), (2, -8, "0"), (3, 0, "8"), (4, -16, "-8")]
    with pytest.raises(UserError, match="Give the reason"):
        rule(play, "stands", "")
    rule(play, "stands", "nobody saw it")
    assert east() == [(1, 24, "24"), (2, -8, "-8"), (3, 0, "0"), (4, -16, "-16")]
    rule(play, "fouled", "East had seen it")
    assert east()[0] == (1, 24, "0")
    assert east()[1] == (2, -8, "0")
    rule(play, "unplayable", "annulled", awards=(60, 60, 60, 60))
    assert board_results.list_seat_results(made)[0].values["matchpoints"] == 60
    other = next(one for one in plays if one.board_id != board.pk)
    with pytest.raises(UserError, match="A fouled board has a result"):
        board_plays.flag(acting("sam"), other, kind="fouled", reason="spilt")
    with pytest.raises(UserError, match="Nothing is wrong"):
        rule(other, "stands")
    board_plays.flag(acting("sam"), other, kind="unplayable", reason="spilt coffee")
    with pytest.raises(UserError, match="no result that could count"):
        rule(other, "stands")
    rule(other, "unplayable", "coffee")
    assert other.done


def test_the_tables_sheets_are_the_boards_added_up(event, plays):
    round_ = event.rounds.get(number=1)
    with pytest.raises(UserError, match="Table 1 has still to play board"):
        board_plays.hand_in(acting("sam"), round_)
    for board in selected.find_board_set(event).all_boards.filter(session=1):
        enter_board(board)
    made = board_plays.hand_in(acting("sam"), round_)
    assert len(made) == 4
    total = {seat.entry_id: seat.points for result in made for seat in result.seats.all()}
    expected: dict[int, int] = {}
    for seat in PlaySeat.objects.filter(play__table__round=round_):
        expected[seat.entry_id] = expected.get(seat.entry_id, 0) + (seat.points or 0)
    assert total == expected
    assert rounds.list_unconfirmed_tables(round_) == [1, 2, 3, 4]


def test_a_board_corrected_after_its_sheets_were_made_is_an_open_item_and_one_click(event, plays):
    """The deal passes on, so everybody of table 1 wins 24 once and loses 8 three times: 0 each. In the first board the
    win was the second player's, not the dealer's.
    """
    round_ = event.rounds.get(number=1)
    for board in selected.find_board_set(event).all_boards.filter(session=1):
        enter_board(board)
    for result in board_plays.hand_in(acting("sam"), round_):
        results.confirm_sheet(acting("olga"), result)
    rounds.release(acting(), rounds.finish(acting(), round_))
    assert open_items.list_open_items(event) == []
    play = BoardPlay.objects.filter(table__round=round_, table__number=1).order_by("order").first()
    seats = [SeatEntry(value, left=5, ticked=True) for value in (-8, 24, -8, -8)]
    board_plays.enter(acting("sam"), play, seats=seats, reason="two seats exchanged")
    (item,) = open_items.list_open_items(event)
    assert (str(item.text), item.kind) == ("Round 1, table 1: the sheet differs from its boards", "check")
    olga = signed_in("olga")
    page = item.link.partition("#")[0]
    assert "Table 1: the sheet differs from its boards." in " ".join(olga.get(page).content.decode().split())
    press(olga, page, "Create table sheets from boards")
    made = play.table.results.get(state="entered")
    chairs = dict(play.seats.values_list("seat", "entry"))
    points = {seat.entry_id: seat.points for seat in made.seats.all()}
    assert points == {chairs[0]: -32, chairs[1]: 32, chairs[2]: 0, chairs[3]: 0}
    assert [result.table.number for result in TableResult.objects.filter(state="entered")] == [1], "others stay"
    results.confirm_sheet(acting("ren"), made)
    assert open_items.list_open_items(event) == []
    # A referee's ruling on a board changes its sheet too.
    board_plays.flag(acting("sam"), play, kind="fouled", reason="a tile fell")
    rule(play, "unplayable", "nobody could play it")
    assert [str(item.text) for item in open_items.list_open_items(event)] == [
        "Round 1, table 1: the sheet differs from its boards"
    ]


def test_a_flagged_board_is_an_open_item_until_it_is_ruled_on(event, plays):
    for board in selected.find_board_set(event).all_boards.filter(session=1):
        enter_board(board)
    play = plays[0]
    table, board = play.table.number, play.board.number
    board_plays.flag(acting("sam"), play, kind="fouled", reason="a tile fell")
    items = [item for item in open_items.list_open_items(event) if item.key.startswith("ruling")]
    assert [(str(item.text), item.kind, item.action) for item in items] == [
        (f"Round 1, table {table}, board {board}: waiting for a ruling", "check", "results.correct")
    ]
    desk = signed_in("ren").get(items[0].link.partition("#")[0]).content.decode()
    assert f'id="{items[0].link.partition("#")[2]}"' in desk
    rule(play, "stands", "it lay right again")
    assert [item for item in open_items.list_open_items(event) if item.key.startswith("ruling")] == []


def test_a_fouled_board_without_a_result_is_refused_at_its_kind(event, plays):
    with pytest.raises(UserError, match="A fouled board has a result") as refusal:
        board_plays.flag(acting("sam"), plays[0], kind="fouled", reason="a tile fell")
    assert refusal.value.field == "kind"


def test_boards_of_a_round_that_has_not_started_have_no_results(event, plays):
    second = event.rounds.get(number=2)
    seating.publish(acting(), second.seatings.get())
    planned = board_plays.plan_session(acting(), second)
    for call in (
        lambda: board_plays.enter(acting("sam"), planned[0], seats=[SeatEntry(0)] * 4),
        lambda: board_plays.flag(acting("sam"), planned[0], kind="unplayable", reason="a tile fell"),
        lambda: board_plays.hand_in(acting("sam"), second),
    ):
        with pytest.raises(UserError, match="Round 2 has not started"):
            call()
    made = selected.find_board_set(event)
    for board in made.all_boards.filter(session=1):
        enter_board(board)
    assert {seat.play.board.session for seat in board_results.list_seats_played(made)} == {1}
    Round.objects.filter(number=1).update(state="published")
    assert board_results.list_seats_played(made) == [], "a round whose start was taken back has no results either"
