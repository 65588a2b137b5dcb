from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import NotationError
from engine.play.events import event_to_list
from engine.records import RecordedHand
from engine.records.cases import setup_to_dict
from engine.sentences import Sentence, gettext_noop, join_sentences, sentence
from engine.tiles.tile import Tile, parse_tiles
from engine.walls.deal import Deal
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.models.sentences import as_json
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.logic.rotation import RotationError, build_rotation, compute_seat
from tournaments.duplicate.logic.walls_after import check_balance, check_log, check_tail
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries.sheets_of_boards import get_start_points, sum_points
from tournaments.duplicate.services.deals import read_deal_of_board, release_when_played, require_sealed, seal_play
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.results.services import results
from tournaments.rounds.models import GameTable, Round, Seating
from tournaments.rounds.queries.participants import list_round_players
from tournaments.rounds.services.rounds import require_started
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.logic.promises import MOVEMENT
from tournaments.seating.queries.started import require_not_started
from tournaments.seating.services import draw_records, promises


@dataclass(frozen=True)
class SeatEntry:
    """Entry of one seat after a board; `left` None: the wall was not counted; `ticked`: a referee compared it."""

    points: int
    penalty: int = 0
    left: int | None = None
    tail: str = ""
    ticked: bool = False
    hand: str = ""
    discards: str = ""
    claimed: str = ""


@change("boards.seat", gettext_noop("Movement of the boards seated"))
def seat_movement(
    change: Change, tournament: Tournament, *, kind: str, seed: str = "", first_sessions: bool = False, why: str = ""
) -> list[Seating]:
    """Draft all rounds by a movement that balances opponents and comparisons.

    `kind`: ``sixteen`` (groups of 16 players, 5 sessions), ``four_teams`` (groups of four teams, 4 sessions) or
    ``one_field`` (any multiple of four, any number of rounds). Places are drawn from the seed, by the promise if there
    is one; drawing again then needs a public `why`. `first_sessions` allows a longer movement. Raises `UserError` if
    the field, the rounds or the promise do not fit.
    """
    rounds = list(tournament.rounds.order_by("number"))
    require_not_started(rounds)
    options = {"movement": kind}
    promise, seed = promises.choose_promise_and_seed(tournament, rounds, MOVEMENT, options, seed=seed, why=why)
    inputs = _build_movement_inputs(tournament, rounds, kind)
    refused = gettext_noop("There is no such movement: %(why)s")
    drawn = promises.put_under_promise(draw_records.draw_or_refuse(inputs, seed, refused=refused), promise)
    sessions = {"sixteen": 5, "four_teams": 4}.get(kind, len(rounds))
    counts = {"sessions": sessions, "rounds": len(rounds)}
    if sessions < len(rounds):
        raise UserError(_("This movement has %(sessions)s sessions, the event %(rounds)s rounds.") % counts)
    if sessions > len(rounds) and not first_sessions:
        raise UserError(
            _(
                "This movement has %(sessions)s sessions, the event %(rounds)s rounds: add rounds, or say that only its"
                " first %(rounds)s are wanted; then not everybody meets."
            )
            % counts,
            field="first_sessions",
        )
    return draw_records.store_drafts(
        change, rounds, drawn, source=Seating.Source.SCHEDULE, algorithm=kind, why=why.strip()
    )


def _build_movement_inputs(tournament: Tournament, rounds: Sequence[Round], kind: str) -> FixedInputs:
    """Return the players with their teams. Raises `UserError` unless teams have four players each, who never meet."""
    field = list_round_players(rounds[0]) if rounds else []
    teams = {entry.number: entry.team_id or 0 for entry in field} if tournament.has_teams else {}
    if any(count != 4 for count in Counter(teams.values()).values()):
        raise UserError(_("Every team needs exactly four players."))
    if teams and kind == "sixteen":
        raise UserError(_("In this movement mates would meet; choose the one for teams, or one field."), field="kind")
    codes = {team: number for number, team in enumerate(dict.fromkeys(teams.values()), 1)}
    numbered = {player: codes[team] for player, team in teams.items()}
    players = tuple(entry.number for entry in field)
    return FixedInputs("movement", players=players, movement=kind, rounds=len(rounds), teams=numbered)


@change("boards.plan", gettext_noop("Boards given to the tables"))
def plan_session(change: Change, round_: Round, *, copies: int | None = None) -> list[BoardPlay]:
    """Assign a round's boards to its tables. Raises `UserError` if it is not seated, or a player has met a board."""
    board_set = BoardSet.objects.filter(tournament=round_.tournament, withdrawn_at=None).first()
    if board_set is None or board_set.made_at is None:
        raise UserError(_("The boards are not dealt yet."))
    require_sealed(board_set)
    boards = {board.number: board for board in board_set.all_boards.filter(session=round_.number, retired_at=None)}
    if not boards:
        raise UserError(_("There are no boards for round %(number)s.") % {"number": round_.number})
    tables = list(GameTable.objects.filter(round=round_).order_by("number"))
    seated = sheets.group_seats_of_round(round_.pk)
    chairs = {
        number: [chair for chair in round_chairs if chair.wind is not None] for number, round_chairs in seated.items()
    }
    if not tables or any(len(chairs.get(table.number, [])) != 4 for table in tables):
        raise UserError(_("Publish the seating of the round first, with four players at every table."))
    try:
        turns = build_rotation(len(tables), len(boards), copies)
    except RotationError as error:
        raise UserError(_("The boards do not go round: %(why)s") % {"why": in_words(error)}, field="copies") from error
    BoardPlay.objects.filter(table__in=tables, version=0, flag="").delete()
    existing = set(BoardPlay.objects.filter(table__in=tables).values_list("table_id", "board__number"))
    plays = [
        BoardPlay(board=boards[number], table=table, order=order, copy=copy)
        for table, turns_of_table in zip(tables, zip(*turns, strict=True), strict=True)
        for order, (number, copy) in enumerate(turns_of_table, 1)
        if (table.pk, number) not in existing
    ]
    # The deal passes on with every board, so the players sit one seat further.
    seats = [
        PlaySeat(play=play, board=play.board, seat=compute_seat(play.board.number, chair.wind or 0), entry=chair.entry)
        for play in plays
        for chair in chairs[play.table.number]
    ]
    BoardPlay.objects.bulk_create(plays)
    try:
        with transaction.atomic():
            PlaySeat.objects.bulk_create(seats)
    except IntegrityError:
        met = set(PlaySeat.objects.filter(board__in=boards.values()).values_list("board", "entry"))
        again = next((seat for seat in seats if (seat.board_id, seat.entry_id) in met), None)
        if again is None:
            raise
        raise UserError(
            _("%(player)s has met %(board)s already; seat the round otherwise.")
            % {"player": again.entry, "board": again.board}
        ) from None
    change.note(round_, after={"boards": len(boards), "tables": len(tables), "copies": copies, "planned": len(plays)})
    return plays


@change("boards.enter", gettext_noop("Board entered"))
def enter(
    change: Change,
    play: BoardPlay,
    *,
    seats: Sequence[SeatEntry],
    based_on: int | None = None,
    log: RecordedHand | None = None,
    reason: str = "",
) -> BoardPlay:
    """Enter a board's result: four seats from the dealer on, with their walls.

    Walls or a `log` that do not match the deal flag the play; the last table's result makes the board public. Raises
    `UserError` unless there are four seats, if `based_on` is an old version, for a wrong sum or a correction without a
    reason.
    """
    require_sealed(play.board.board_set)
    if len(seats) != 4:
        raise UserError(_("A board has four results."))
    if based_on is not None and based_on != play.version:
        raise UserError(_("This board was entered in the meantime. Open it again and compare."))
    if play.board.retired_at is not None:
        raise UserError(_("This board was replaced by a reserve; nobody plays it."))
    require_started(play.table.round)
    if play.entered_at is not None and not reason.strip():
        raise UserError(_("This board has a result already: say why it is corrected."), field="reason")
    total = sum(seat.points - seat.penalty for seat in seats)
    if total and not reason.strip():
        raise UserError(
            _("The points without penalties add up to %(total)s, not to 0. Look again, or give a reason.")
            % {"total": total},
            field="reason",
        )
    chairs = list(play.seats.select_related("entry").order_by("seat"))
    public = play.board.released_at is not None
    verified, findings = _compare_with_deal(
        read_deal_of_board(play.board), seats, [chair.entry for chair in chairs], log
    )
    before = {"points": [chair.points for chair in chairs], "version": play.version} if play.version else {}
    for chair, written in zip(chairs, seats, strict=True):
        chair.points, chair.penalty = written.points, written.penalty
        chair.left, chair.ticked = written.left, written.ticked
        chair.tail = written.tail.strip() if public else ""
    PlaySeat.objects.bulk_update(chairs, ["points", "penalty", "left", "tail", "ticked"])
    play.version += 1
    play.entered_at, play.entered_by = timezone.now(), change.user
    play.findings = as_json(findings)
    # Tails typed after the board became public prove nothing.
    play.verified = verified and (play.verified or not public)
    record = _replay_case(log) if log is not None else {}
    if not public:
        play.record = seal_play([seat.tail.strip() for seat in seats], record)
    elif log is not None:
        play.record = record
    # A mismatch flags the play anew; a corrected entry takes away only a flag that nobody has ruled on.
    if findings and play.flag in ("", BoardPlay.Flag.MISMATCH):
        play.report(BoardPlay.Flag.MISMATCH, join_sentences(findings, gettext_noop("%(list)s %(last)s")))
    elif not findings and play.flag == BoardPlay.Flag.MISMATCH and not play.ruling:
        play.flag, play.flag_reason = "", ""
    play.save()
    after = {"points": [seat.points for seat in seats], "version": play.version, "verified": play.verified}
    change.note(play, before=before, after=after | {"findings": findings, "flag": play.flag})
    release_when_played(change, play.board)
    play.refresh_from_db()
    return play


def _replay_case(log: RecordedHand) -> dict[str, object]:
    return {**setup_to_dict(log.setup), "events": [event_to_list(event) for event in log.events]}


@change("boards.flag", gettext_noop("Board reported"))
def flag(change: Change, play: BoardPlay, *, kind: str, reason: str) -> BoardPlay:
    """Report a board as fouled or unplayable; it counts for nobody until a ruling."""
    require_sealed(play.board.board_set)
    require_started(play.table.round)
    if kind not in (BoardPlay.Flag.FOULED, BoardPlay.Flag.UNPLAYABLE):
        raise UserError(_("Choose what is wrong with the board."), field="kind")
    if not reason.strip():
        raise UserError(_("Say what happened."), field="reason")
    if kind == BoardPlay.Flag.FOULED and play.entered_at is None:
        raise UserError(
            _("A fouled board has a result; enter it first, or report the board as unplayable."), field="kind"
        )
    with change.edit(play):
        play.report(kind, reason.strip())
    release_when_played(change, play.board)
    return play


@change("boards.rule", gettext_noop("Board ruled on"))
def rule(
    change: Change,
    play: BoardPlay,
    *,
    ruling: str,
    reason: str,
    awards: Sequence[int | None] = (None,) * 4,
    foul: str = "",
) -> BoardPlay:
    """Rule on a flagged board; plays with the same letter `foul` are compared; `awards`: percent, None: own average."""
    if not play.flag:
        raise UserError(_("Nothing is wrong with this board; flag it first."))
    if ruling not in (BoardPlay.Ruling.STANDS, BoardPlay.Ruling.FOULED, BoardPlay.Ruling.UNPLAYABLE):
        raise UserError(_("Choose a ruling."), field="ruling")
    if not reason.strip():
        raise UserError(_("Give the reason of the ruling."), field="reason")
    if ruling != BoardPlay.Ruling.UNPLAYABLE and play.entered_at is None:
        raise UserError(_("This board has no result that could count."), field="ruling")
    with change.edit(play):
        play.ruling, play.ruling_reason, play.ruled_by = ruling, reason.strip(), change.user
        play.foul = foul.strip().upper() if ruling == BoardPlay.Ruling.FOULED else ""
    chairs = list(play.seats.order_by("seat"))
    for chair, award in zip(chairs, awards, strict=True):
        chair.award = award if ruling == BoardPlay.Ruling.UNPLAYABLE else None
    PlaySeat.objects.bulk_update(chairs, ["award"])
    change.note(play, after={"awards": list(awards)})
    return play


@change("boards.hand_in", gettext_noop("Sheets made of the boards"))
def hand_in(change: Change, round_: Round) -> list[TableResult]:
    """Make the round's sheets from its boards. Raises `UserError` if it has not started or a table has not finished."""
    require_started(round_)
    change.nothing()
    seats = []
    start = get_start_points(round_.tournament)
    for table in GameTable.objects.filter(round=round_).select_related("round__tournament").order_by("number"):
        plays = list(table.plays.prefetch_related("seats"))
        waiting = [play.board.number for play in plays if not play.done]
        if waiting or not plays:
            raise UserError(
                _("Table %(table)s has still to play board %(boards)s.")
                % {"table": table.number, "boards": ", ".join(map(str, waiting)) or "1"}
            )
        total = sum_points(plays, start)
        points = [total.get(chair.entry.pk, start) for chair in sheets.list_seats(table)]
        reason = sentence(gettext_noop("Added up from the boards"))
        seats.append(results.submit_sheet(change.by, table, points=points, reason=reason))
    return seats


def _compare_with_deal(
    deal: Deal, seats: Sequence[SeatEntry], players: Sequence[Entry], log: RecordedHand | None
) -> tuple[bool, list[Sentence]]:
    """Compare the entry with the deal: True if all walls were correct, and the differences. Raises `UserError`."""

    def tiles(text: str) -> tuple[Tile, ...]:
        try:
            return parse_tiles("".join(text.split()))
        except NotationError as error:
            values = {"player": players[seat], "why": in_words(error)}
            raise UserError(_("%(player)s: %(why)s") % values, field=f"tail_{seat}") from None

    problems: list[Sentence] = []
    checked = 0
    places = range(4) if deal.model == "seat34" else range(1)
    for seat in places:
        written = seats[seat]
        if written.left is None:
            continue
        tail = tiles(written.tail) if written.tail.strip() or written.left == 0 else None
        faults = check_tail(deal, seat, written.left, tail)
        if not faults and deal.model == "seat34" and (written.hand.strip() or written.discards.strip()):
            hand, discards, claimed = map(tiles, (written.hand, written.discards, written.claimed))
            faults = check_balance(deal, seat, written.left, hand=hand, discards=discards, claimed=claimed)
        problems += faults
        checked += tail is not None or written.ticked
    if log is not None:
        problems += check_log(deal, log.setup, log.events)
    return not problems and checked == len(places), problems
