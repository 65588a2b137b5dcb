"""Boards at the tables: the movement's players, results, walls that are turned up, flags and rulings."""

import pytest
from django.db import IntegrityError, transaction

from engine.play.events import Drew, event_to_list
from engine.records import RecordedHand
from engine.tiles.tile import format_tiles
from tests.support.duplicate import POINTS, dealt, duplicate_event, enter_board, session_planned
from tests.support.people import acting
from tournaments.core.errors import UserError
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.queries import board_results
from tournaments.duplicate.queries import deals as selected
from tournaments.duplicate.services import board_plays, deals
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.results.queries import sheets
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = duplicate_event()
    dealt(tournament)
    return tournament


@pytest.fixture
def plays(event):
    return session_planned(event, copies=1)


def walls(play, left=5):
    """Return the walls of a play with so many tiles left in each."""
    return [
        SeatEntry(0, left=left, tail=format_tiles(wall[len(wall) - left :])) for wall in deals.deal_of(play.board).walls
    ]


def texts(play):
    """The findings in English; they are stored as sentences."""
    return [each["text"] for each in play.findings]


def test_the_movement_seats_all_rounds_with_mates_apart(event):
    board_plays.seat_movement(acting(), event, kind="four_teams", seed="lot")
    met = set()
    for round_ in event.rounds.all():
        for table in range(1, 5):
            seats = list(round_.seatings.get().seats.filter(table_number=table).select_related("entry"))
            assert len({seat.entry.team_id for seat in seats}) == 4
            pairs = {frozenset((a.entry_id, b.entry_id)) for a in seats for b in seats if a != b}
            assert not met & pairs
            met |= pairs
    assert len(met) == 96


@pytest.mark.parametrize("kind", ["sixteen", "one_field", "four_teams"])
def test_the_same_lot_gives_the_same_seating(kind):
    event = duplicate_event(sessions=5 if kind == "sixteen" else 4, teams=kind != "sixteen")
    seats = [
        [
            seat.entry.number
            for draft in board_plays.seat_movement(acting(), event, kind=kind, seed="lot")
            for seat in draft.seats.all()
        ]
        for _ in range(2)
    ]
    assert seats[0] == seats[1]


def test_a_field_that_does_not_fit_its_movement_is_told_so():
    small = duplicate_event(sessions=2, teams=False)
    small.entries.filter(number__gt=12).delete()
    with pytest.raises(UserError, match="groups of 16 players, not for 12"):
        board_plays.seat_movement(acting(), small, kind="sixteen")


def test_a_movement_longer_than_the_event_is_used_only_where_its_first_sessions_are_wanted():
    event = duplicate_event(sessions=3, teams=False)
    with pytest.raises(UserError, match="This movement has 5 sessions, the event 3 rounds"):
        board_plays.seat_movement(acting(), event, kind="sixteen")
    assert len(board_plays.seat_movement(acting(), event, kind="sixteen", first_sessions=True)) == 3


def test_mates_never_meet_so_that_the_movement_of_single_players_is_refused_to_teams(event):
    with pytest.raises(UserError, match="mates would meet"):
        board_plays.seat_movement(acting(), event, kind="sixteen")
    assert not event.rounds.filter(seatings__isnull=False).exists()


def test_the_trays_of_one_set_go_round_the_tables(plays):
    steps = {(play.order, play.table.number): play.board.number for play in plays}
    assert [steps[1, table] for table in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert [steps[2, table] for table in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert all({steps[order, table] for order in (1, 2, 3, 4)} == {1, 2, 3, 4} for table in (1, 2, 3, 4))


def test_with_copies_everybody_plays_the_same_board_at_once(event):
    plays = session_planned(event)
    assert all(play.order == play.board.number for play in plays)
    assert {(play.table.number, play.copy) for play in plays} == {(table, table) for table in (1, 2, 3, 4)}


def test_the_deal_passes_on_with_every_board(plays):
    table = [play for play in plays if play.table.number == 1]
    by_board = {play.board.number: [s.entry_id for s in play.seats.order_by("seat")] for play in table}
    first = by_board[1]
    assert by_board[2] == [*first[1:], first[0]]
    assert by_board[4] == [first[3], *first[:3]]


def test_nobody_meets_a_board_twice_whoever_asks(plays):
    taken = plays[0].seats.get(seat=0)
    other = next(play for play in plays if play.board_id == plays[0].board_id and play.table_id != plays[0].table_id)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlaySeat.objects.filter(play=other, seat=0).update(entry=taken.entry)


def test_a_table_hears_what_comes_next_and_is_stopped_at_a_known_board(event, plays):
    round_ = event.rounds.get(number=1)
    first = selected.at_tables(round_)
    assert [(at.play.board.number, at.waits_for, at.done) for at in first] == [(n, None, 0) for n in (1, 2, 3, 4)]
    table = first[0].table
    assert selected.reasons_against(table, 1) == []
    assert selected.reasons_against(table, 3) == ["Board 1 comes first, then board 3."]
    assert selected.reasons_against(table, 9) == ["There is no board 9 in this session."]
    board_plays.enter(acting("sam"), first[0].play, seats=[SeatEntry(0)] * 4)
    assert "have seen board 1 already" in selected.reasons_against(table, 1)[0]
    now = selected.at_tables(round_)
    assert (now[0].play.board.number, now[0].waits_for, now[0].done) == (2, 2, 1)


def test_a_swap_of_players_before_a_board_is_taken_over_by_planning_again(event, plays):
    round_ = event.rounds.get(number=1)
    board_plays.enter(acting("sam"), plays[0], seats=[SeatEntry(0)] * 4)
    kept = list(plays[0].seats.values_list("entry_id", flat=True))
    chairs = sheets.seats_of_round(round_.pk)
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
    board_plays.enter(acting("sam"), play, seats=[SeatEntry(v) for v in POINTS[0]], based_on=0)
    with pytest.raises(UserError, match="This board was entered in the meantime"):
        board_plays.enter(acting("sam"), play, seats=[SeatEntry(0)] * 4, based_on=0)
    with pytest.raises(UserError, match="say why it is corrected"):
        board_plays.enter(acting("sam"), play, seats=[SeatEntry(0)] * 4, based_on=1)
    board_plays.enter(acting("sam"), play, seats=[SeatEntry(0)] * 4, based_on=1, reason="wrong line")
    assert list(play.seats.values_list("points", flat=True)) == [0, 0, 0, 0]
    assert play.version == 2


def test_points_add_up_without_their_penalties(plays):
    with pytest.raises(UserError, match="add up to -10, not to 0"):
        board_plays.enter(acting("sam"), plays[0], seats=[SeatEntry(-10), *[SeatEntry(0)] * 3])
    board_plays.enter(acting("sam"), plays[0], seats=[SeatEntry(-10, penalty=-10), *[SeatEntry(0)] * 3])
    assert plays[0].entered_at is not None


def test_walls_that_match_the_deal_verify_the_play(plays):
    play = board_plays.enter(acting("sam"), plays[0], seats=walls(plays[0]))
    assert (play.verified, play.flag, play.findings) == (True, "", [])


def test_walls_that_were_neither_typed_nor_ticked_prove_nothing(plays):
    play = board_plays.enter(acting("sam"), plays[0], seats=[SeatEntry(0, left=5)] * 4)
    assert (play.verified, play.flag) == (False, "")


def test_two_tiles_in_another_order_flag_the_board_without_telling_a_tile(plays):
    play = plays[0]
    seats = walls(play)
    wall = deals.deal_of(play.board).walls[2]
    swapped = next(at for at in range(-5, -1) if wall[at] != wall[at + 1])
    tail = list(wall[-5:])
    tail[swapped], tail[swapped + 1] = tail[swapped + 1], tail[swapped]
    seats[2] = SeatEntry(0, left=5, tail=format_tiles(tail))
    play = board_plays.enter(acting("sam"), play, seats=seats)
    place = 21 + swapped + 1
    assert (play.verified, play.flag) == (False, "mismatch")
    assert texts(play) == [
        f"West: tile {place} of the wall is not {format_tiles([tail[swapped]])} in the deal.",
        f"West: tile {place + 1} of the wall is not {format_tiles([tail[swapped + 1]])} in the deal.",
    ]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (SeatEntry(0, left=22), "East: 22 tiles left are more than the wall had."),
        (SeatEntry(0, left=3, tail="1m"), "East: 1 tiles were typed, another number is said to be left."),
    ],
)
def test_a_wall_of_another_length_flags_the_board(plays, written, text):
    play = board_plays.enter(acting("sam"), plays[0], seats=[written, *walls(plays[0])[1:]])
    assert (play.flag, texts(play)) == ("mismatch", [text])


def test_the_balance_of_a_seat_finds_a_swapped_tile(plays):
    play = plays[0]
    wall = deals.deal_of(play.board).walls[0]
    dealt_tiles = wall[: len(wall) - 5]
    good = walls(play)
    hand, discards = format_tiles(dealt_tiles[:14]), format_tiles(dealt_tiles[14:])
    tail = good[0].tail
    good[0] = SeatEntry(0, left=5, tail=tail, hand=hand, discards=discards)
    assert board_plays.enter(acting("sam"), play, seats=good).verified
    other = next(tile for tile in range(34) if tile != dealt_tiles[0])
    good[0] = SeatEntry(0, left=5, tail=tail, hand=format_tiles([other, *dealt_tiles[1:14]]), discards=discards)
    play = board_plays.enter(acting("sam"), play, seats=good, reason="counted again")
    assert texts(play) == ["East: hand, discards and claims differ from the dealt tiles in 2 places."]


def test_a_log_is_kept_and_its_first_foreign_draw_flags_the_board(plays):
    play = plays[0]
    setup = deals.deal_of(play.board).setup()
    wall = setup.seat_walls[0]
    first = RecordedHand(setup, (Drew(0, wall[0]),))
    done = board_plays.enter(acting("sam"), play, seats=walls(play), log=first)
    assert (done.flag, done.verified) == ("", True)
    assert list(done.record) == ["sealed"]
    other = next(tile for tile in range(34) if tile != wall[0])
    forged = RecordedHand(setup, (Drew(0, other),))
    done = board_plays.enter(acting("sam"), play, seats=walls(play), log=forged, reason="a better log")
    assert (done.flag, texts(done)) == ("mismatch", ["East: draw 1 of the log is not the dealt tile."])


def test_what_a_table_writes_of_the_tiles_lies_encrypted_until_the_board_is_public(plays):
    board = plays[0].board
    setup = deals.deal_of(board).setup()
    tables = list(board.plays.order_by("table__number"))
    typed = walls(tables[0])
    events = [Drew(0, setup.seat_walls[0][0])]
    board_plays.enter(acting("sam"), tables[0], seats=typed, log=RecordedHand(setup, tuple(events)))
    assert [seat.tail for seat in tables[0].seats.order_by("seat")] == ["", "", "", ""]
    assert typed[0].tail not in str(tables[0].record)
    for other in tables[1:]:
        board_plays.enter(acting("sam"), other, seats=[SeatEntry(0)] * 4)
    tables[0].refresh_from_db()
    assert [seat.tail for seat in tables[0].seats.order_by("seat")] == [seat.tail for seat in typed]
    assert tables[0].record["events"] == [event_to_list(event) for event in events]


def test_a_text_that_is_no_tiles_keeps_the_form_and_saves_nothing(plays):
    with pytest.raises(UserError, match="5x") as refused:
        board_plays.enter(acting("sam"), plays[0], seats=[SeatEntry(0, left=1, tail="5x"), *[SeatEntry(0)] * 3])
    assert refused.value.field == "tail_0"
    plays[0].refresh_from_db()
    assert plays[0].entered_at is None


def test_tails_typed_after_the_board_is_public_prove_nothing(event, plays):
    board = plays[0].board
    enter_board(board, ((0, 0, 0, 0),) * 4)
    play = board.plays.first()
    assert play.verified
    other = board.plays.last()
    other.verified = False
    other.save()
    other.board.refresh_from_db()
    done = board_plays.enter(acting("sam"), other, seats=walls(other), reason="copied from the public page")
    assert not done.verified


def test_a_flagged_board_counts_for_nobody_until_a_referee_has_ruled(event, plays):
    made = selected.board_set(event)
    board = plays[0].board
    enter_board(board)
    play = board.plays.get(table__number=1)
    board_plays.flag(acting("sam"), play, kind="fouled", reason="a tile fell out of the tray")

    def east():
        return [
            (result.seat.play.table.number, result.points, str(result.values["difference"]))
            for result in board_results.seat_results(made)
            if result.seat.seat == 0
        ]

    assert east() == [(1, None, "0"), (2, -8, "0"), (3, 0, "8"), (4, -16, "-8")]
    with pytest.raises(UserError, match="Give the reason"):
        board_plays.rule(acting("ren"), play, ruling="stands", reason="")
    board_plays.rule(acting("ren"), play, ruling="stands", reason="nobody saw it")
    assert east() == [(1, 24, "24"), (2, -8, "-8"), (3, 0, "0"), (4, -16, "-16")]
    board_plays.rule(acting("ren"), play, ruling="fouled", reason="East had seen it")
    assert east()[0] == (1, 24, "0")
    assert east()[1] == (2, -8, "0")
    board_plays.rule(acting("ren"), play, ruling="unplayable", reason="annulled", awards=(60, 60, 60, 60))
    assert board_results.seat_results(made)[0].values["matchpoints"] == 60


def test_an_unplayable_board_needs_no_result_and_never_stands(event, plays):
    play = plays[0]
    with pytest.raises(UserError, match="A fouled board has a result"):
        board_plays.flag(acting("sam"), play, kind="fouled", reason="spilt")
    with pytest.raises(UserError, match="Nothing is wrong"):
        board_plays.rule(acting("ren"), play, ruling="stands", reason="x")
    board_plays.flag(acting("sam"), play, kind="unplayable", reason="spilt coffee")
    with pytest.raises(UserError, match="no result that could count"):
        board_plays.rule(acting("ren"), play, ruling="stands", reason="x")
    board_plays.rule(acting("ren"), play, ruling="unplayable", reason="coffee")
    assert play.done


def test_penalties_stay_out_of_what_others_are_compared_with(event, plays):
    made = selected.board_set(event)
    board = plays[0].board
    for play, points in zip(board.plays.order_by("table__number"), (-30, 10, 10, 10), strict=True):
        penalty = -40 if points == -30 else 0
        seats = [SeatEntry(points, penalty=penalty), SeatEntry(-10), SeatEntry(0), SeatEntry(0)]
        board_plays.enter(acting("sam"), play, seats=seats)
    east = [each.values["difference"] for each in board_results.seat_results(made) if each.seat.seat == 0]
    assert east == [-40, 0, 0, 0]


def test_the_tables_sheets_are_the_boards_added_up(event, plays):
    round_ = event.rounds.get(number=1)
    with pytest.raises(UserError, match="Table 1 has still to play board"):
        board_plays.hand_in(acting("sam"), round_)
    for board in selected.board_set(event).all_boards.filter(session=1):
        enter_board(board)
    made = board_plays.hand_in(acting("sam"), round_)
    assert len(made) == 4
    total = {seat.entry_id: seat.points for result in made for seat in result.seats.all()}
    expected: dict[int, int] = {}
    for seat in PlaySeat.objects.filter(play__table__round=round_):
        expected[seat.entry_id] = expected.get(seat.entry_id, 0) + (seat.points or 0)
    assert total == expected
    assert rounds.unconfirmed_tables(round_) == [1, 2, 3, 4]
