"""Protocol of duplicate deals: commit, add the public value, deal, print and replace boards, publish the seed.

No step can be undone or repeated: the same seed and value give the same deals, so nobody can look and deal again.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.bounded_json import canonical_json
from engine.commitments import DEAL_FORMAT, combine_shares
from engine.errors import EngineError
from engine.family import ruleset
from engine.sentences import gettext_noop
from engine.tiles.tile import is_flower
from engine.walls.deal import Deal, Model, board_wind, make_deal, read_deal
from engine.walls.public_value import ValueName
from engine.walls.wall import FORMAT, BoardName
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.logic.seed_shares import SeedShare, list_counting_shares, read_shares
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.queries.deals import list_unplayed
from tournaments.entries.queries import is_player_in
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.services import sealed_promises
from tournaments.seating.services.sealed import seal, unseal
from tournaments.seating.services.sealed_promises import check_in_force, format_moment

NO_SHARES = "none"
"""Words of a promise on shares of the seed; those of releases up to 0.3.0 name shares."""


@change("deals.commit", gettext_noop("Deals promised, their hash published"))
def commit(
    change: Change,
    tournament: Tournament,
    *,
    sessions: int,
    boards: int,
    model: str,
    value: ValueName,
    value_known_at: datetime.datetime,
    entries_close_at: datetime.datetime | None = None,
    flowers: bool = False,
    seed: bytes | None = None,
) -> BoardSet:
    """Draw the seed from the operating system, seal it, and publish the digest of it and of all committed facts.

    Entries close at `entries_close_at` (None: when the value is known), after now and before the value can be known.
    `seed` is for demonstrations. Raises `UserError` if a promise exists, a round has begun, the value is known already,
    or the rules cannot be dealt.
    """
    if tournament.rounds.exclude(state__in=(Round.State.PLANNED, Round.State.PUBLISHED)).exists():
        raise UserError(_("A round has begun; a seed is committed to before entries close."))
    closing = sealed_promises.require_closing_time(value_known_at, entries_close_at, field="entries_close_at")
    rules = tournament.ruleset
    try:
        played = ruleset(rules.preset)
    except EngineError as error:
        raise UserError(_("These rules cannot be dealt by the program: %(why)s") % {"why": in_words(error)}) from None
    if flowers and (model != BoardSet.Model.SEAT_WALLS or not any(map(is_flower, played.tile_set.tiles))):
        raise UserError(
            _("Only walls for each seat can do with or without flowers, in a game that has them."), field="flowers"
        )
    named = sealed_promises.normalize_name(value)
    promise = canonical_json(
        {
            "format": DEAL_FORMAT,
            "sheets": FORMAT,
            "event": tournament.slug,
            "sessions": sessions,
            "boards": boards,
            "ruleset": rules.preset,
            "parameters": rules.parameters,
            "model": model,
            "flowers": flowers,
            "entries_close": format_moment(closing),
            "value": {**named._asdict(), "known_at": format_moment(value_known_at)},
            "shares": NO_SHARES,
        }
    )
    committed_at = timezone.now()
    # Time has passed since the first look, a second on a busy machine.
    sealed_promises.require_unknown(value_known_at, committed_at)
    board_set = BoardSet(
        tournament=tournament,
        number=tournament.board_sets.count() + 1,
        event=tournament.slug,
        ruleset=rules,
        model=model,
        flowers=flowers,
        sessions=sessions,
        boards=boards,
        value_name=" ".join(part for part in (named.source, named.which) if part)[:200],
        entries_close_at=closing,
        committed_at=committed_at,
        committed_by=change.user,
        **sealed_promises.make_promise_fields(promise, value=named, known_at=value_known_at, seed=seed),
    )
    try:
        with transaction.atomic():
            change.create(board_set)
    except IntegrityError:
        raise UserError(
            _("A seed is committed to already; it stays. Withdraw it, while nobody can know its deals, to start again.")
        ) from None
    events.enable(change, tournament, Tournament.Feature.DUPLICATE)
    return board_set


@change("deals.withdraw", gettext_noop("Promise of the deals withdrawn"))
def withdraw(change: Change, board_set: BoardSet, *, reason: str) -> BoardSet:
    """Withdraw a promise with a public reason before its value is known. Raises `UserError`."""
    if not reason.strip():
        raise UserError(_("Say why the promise is withdrawn; the reason is public."), field="reason")
    if board_set.public_value or timezone.now() >= board_set.value_known_at:
        raise UserError(_("Its deals can be known by now; a deal is never looked at and dealt again."))
    sealed_promises.withdraw(change, board_set, reason=reason)
    return board_set


@change("deals.value", gettext_noop("Public value added"))
def add_value(change: Change, board_set: BoardSet, *, value: str, again: str) -> BoardSet:
    """Add the public value, typed twice. Raises `UserError` before it is known, for two texts, and a second time."""
    sealed_promises.add_value(change, board_set, value=value, again=again)
    return board_set


@change("deals.correct_value", gettext_noop("Public value corrected"))
def correct_value(change: Change, board_set: BoardSet, *, value: str, again: str, reason: str) -> BoardSet:
    """Correct the public value publicly, before the boards are dealt. Raises `UserError`."""
    used = "" if board_set.made_at is None else _("The boards have been dealt with this value; it stays.")
    sealed_promises.correct_value(change, board_set, value=value, again=again, reason=reason, used=used)
    return board_set


@change("deals.make", gettext_noop("Boards dealt"))
def make(change: Change, board_set: BoardSet) -> list[Board]:
    """Deal every board of every session from seed and value, sealed. Raises `UserError`."""
    check_in_force(board_set)
    if not board_set.public_value:
        raise UserError(_("The public value is missing; without it the seed alone would decide the deals."))
    if board_set.made_at is not None:
        raise UserError(_("The boards are dealt already; the same seed and value would give them again."))
    secret = _read_seed(board_set)
    boards = [
        _build_board(board_set, secret, session, number, 0)
        for session in range(1, board_set.sessions + 1)
        for number in range(1, board_set.boards + 1)
    ]
    Board.objects.bulk_create(boards)
    with change.edit(board_set):
        board_set.made_at = timezone.now()
    return boards


@change("deals.print", gettext_noop("Sealed boards opened for printing"))
def print_boards(
    change: Change, board_set: BoardSet, *, session: int, number: int = 0, reason: str
) -> list[tuple[Board, Deal]]:
    """Open a session's boards (`number` 0: all), named in log and public page. Raises `UserError` for players."""
    _refuse_players(change, board_set.tournament)
    if board_set.made_at is None:
        raise UserError(_("No boards have been dealt."))
    require_sealed(board_set)
    if not reason.strip():
        raise UserError(_("Enter why you open the boards; the reason is public."), field="reason")
    boards = board_set.all_boards.filter(retired_at=None, session=session)
    listed = list((boards.filter(number=number) if number else boards).select_related("board_set__tournament"))
    if not listed:
        raise UserError(_("There is no such board."), field="session")
    sealed = [board.place for board in listed if board.released_at is None]
    change.note(board_set, after={"boards": sealed})
    return [(board, read_deal_of_board(board)) for board in listed]


@change("deals.replace", gettext_noop("Board replaced by the reserve"))
def replace_board(change: Change, board: Board, *, reason: str) -> Board:
    """Replace a board by its next reserve; both stay public. Raises `UserError` for players or a board played."""
    _refuse_players(change, board.tournament)
    if not reason.strip():
        raise UserError(_("Say why the board is replaced; the reason is public."), field="reason")
    board_set, planned = board.board_set, list(board.plays.all())
    require_sealed(board_set)
    if board.retired_at is not None or board.released_at is not None:
        raise UserError(_("This board is not in play any more."))
    if any(play.entered_at is not None for play in planned):
        raise UserError(_("A table has played this board; let the referee rule on it instead."))
    with change.edit(board):
        board.retired_at = timezone.now()
        board.retired_reason = reason.strip()
    reserve = _build_board(board_set, _read_seed(board_set), board.session, board.number, board.reserve + 1)
    reserve.save(force_insert=True)
    change.note(reserve, after={"reserve": reserve.reserve, "plays": [str(play) for play in planned]})
    for play in planned:
        play.seats.update(board=reserve)
        play.board = reserve
        play.save(update_fields=["board"])
    return reserve


def _refuse_players(change: Change, tournament: Tournament) -> None:
    if change.user is not None and is_player_in(change.user, tournament):
        raise UserError(_("Players of the event may neither see nor replace a board."))


def release_when_played(change: Change, board: Board) -> bool:
    """Publish a board when all its tables have finished it; return True if it is public."""
    plays = list(BoardPlay.objects.filter(board=board))
    if board.released_at is not None or not plays or not all(play.done for play in plays):
        return board.released_at is not None
    with change.edit(board):
        board.text = unseal(board.sealed_deal)
        board.released_at = timezone.now()
    unseal_plays(change, board)
    return True


def seal_play(tails: Sequence[str], log: Mapping[str, object]) -> dict[str, object]:
    """Encrypt the tiles recorded by a table while the board is sealed."""
    return {"sealed": seal(json.dumps({"tails": list(tails), "log": dict(log)}))}


def unseal_plays(change: Change, board: Board) -> None:
    opened, seats = [], []
    for play in BoardPlay.objects.filter(board=board).prefetch_related("seats"):
        sealed = play.record.get("sealed")
        if sealed is None:
            continue
        written = json.loads(unseal(sealed))
        for seat in play.seats.all():
            seat.tail = written["tails"][seat.seat]
            seats.append(seat)
        play.record = written["log"]
        opened.append(play)
    PlaySeat.objects.bulk_update(seats, ["tail"])
    BoardPlay.objects.bulk_update(opened, ["record"])


@change("deals.open", gettext_noop("Seed of the deals published"))
def publish_seed(change: Change, board_set: BoardSet) -> BoardSet:
    """Publish the seed, with which anybody can deal every board. Raises `UserError` while a board is unplayed."""
    check_in_force(board_set)
    if board_set.made_at is None:
        raise UserError(_("No boards have been dealt."))
    if board_set.seed:
        change.nothing()
        return board_set
    waiting = list_unplayed(board_set)
    if waiting:
        raise UserError(_("Still to be played: %(what)s.") % {"what": "; ".join(waiting[:5])}, problems=waiting)
    now = timezone.now()
    # Do not open boards that were not played; anyone can recompute them.
    played = board_set.all_boards.filter(released_at=None, plays__entered_at__isnull=False).distinct()
    for board in played:
        board.text, board.released_at = unseal(board.sealed_deal), now
        board.save(update_fields=["text", "released_at"])
        unseal_plays(change, board)
    # The seals stay out of the log.
    board_set.seed_shares = [_unseal_share(share) for share in read_shares(board_set.seed_shares)] or None
    board_set.save(update_fields=["seed_shares"])
    with change.edit(board_set):
        board_set.seed = sealed_promises.unseal_seed(board_set)
        board_set.seed_at = now
    return board_set


def _unseal_share(share: SeedShare) -> dict[str, object]:
    """Return the row of a share with the published seed; one that was left out stays sealed."""
    return (share if share.dropped_reason else share._replace(share=unseal(share.sealed_share)))._asdict()


def read_deal_of_board(board: Board) -> Deal:
    """Return the deal of a board, sealed or not: for services that compare with it, never for a page."""
    return read_deal(board.text or unseal(board.sealed_deal))


def _build_board(board_set: BoardSet, secret: bytes, session: int, number: int, reserve: int) -> Board:
    prevalent = board_wind(board_set.ruleset.rules, number)
    name = BoardName(number, board_set.event, str(session), reserve, board_set.public_value)
    model: Model = "shared" if board_set.model == BoardSet.Model.SHARED else "seat34"
    deal = make_deal(
        board_set.ruleset.preset, secret, name, model=model, prevalent_wind=prevalent, flowers=board_set.flowers
    )
    return Board(
        board_set=board_set,
        session=session,
        number=number,
        reserve=reserve,
        prevalent_wind=prevalent.value,
        sealed_deal=seal(deal.text),
        digest=deal.digest,
    )


def require_sealed(board_set: BoardSet) -> None:
    """Raise `UserError` once the seed is published, with which everybody can deal every board."""
    if board_set.seed:
        raise UserError(_("The seed is open, and with it every board: this event's boards are over."))


def _read_seed(board_set: BoardSet) -> bytes:
    """Return the seed, mixed with shares of an earlier release. Raises `UserError` while a share is missing."""
    shares = list_counting_shares(board_set.seed_shares)
    if missing := [share.holder for share in shares if not share.sealed_share]:
        raise UserError(_("These shares of the seed are missing: %(names)s.") % {"names": ", ".join(missing)})
    return combine_shares(
        bytes.fromhex(sealed_promises.unseal_seed(board_set)),
        [bytes.fromhex(unseal(share.sealed_share)) for share in shares],
    )
