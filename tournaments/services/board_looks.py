"""Looking at sealed boards: one person asks, another approves, neither plays; every sight of a board is in the log."""

from __future__ import annotations

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from engine.walls.deal import Deal
from tournaments.duplicate.looks import OPEN_FOR
from tournaments.models import (
    Board,
    BoardLook,
    BoardReplacement,
    BoardSet,
    BoardSight,
    Tournament,
    User,
)
from tournaments.permissions import can
from tournaments.selectors.player_accounts import plays
from tournaments.services.audit import Change, change
from tournaments.services.deals import deal_of, put_reserve, replaceable, still_sealed
from tournaments.services.errors import UserError
from tournaments.services.player_accounts import new_until


@change("deals.ask", gettext_noop("Look at the deals asked for"))
def ask(
    change: Change,
    board_set: BoardSet,
    *,
    purpose: str,
    session: int,
    number: int = 0,
    does_not_play: bool,
) -> BoardLook:
    """Ask to see the boards of one session (`number` 0) or one of them; nothing is shown before another approves."""
    person = _trusted(change, board_set.tournament, does_not_play)
    if board_set.made_at is None:
        raise UserError(_("No boards have been dealt."))
    if not purpose.strip():
        raise UserError(_("Say what the boards are needed for."), field="purpose")
    if not 1 <= session <= board_set.sessions or not 0 <= number <= board_set.boards:
        raise UserError(_("There is no such board."), field="session")
    still_sealed(board_set)
    look = change.create(
        BoardLook(board_set=board_set, session=session, number=number, purpose=purpose.strip(), asked_by=person)
    )
    named = board_set.all_boards.filter(retired_at=None, session=session)
    look.boards.set(named.filter(number=number) if number else named)
    return look


@change("deals.approve", gettext_noop("Look at the deals approved"))
def approve(change: Change, look: BoardLook, *, does_not_play: bool) -> BoardLook:
    """Let the other person see the boards for two hours. Raises `UserError` for the own request."""
    person = _trusted(change, look.tournament, does_not_play)
    if look.asked_by_id == person.pk:
        raise UserError(_("Two people are needed: somebody else approves your request."))
    if look.approved_at is not None or look.refused_at is not None:
        raise UserError(_("This request has been answered."))
    with change.edit(look):
        look.approved_by = person
        look.approved_at = timezone.now()
        look.expires_at = look.approved_at + OPEN_FOR
    return look


@change("deals.refuse", gettext_noop("Look at the deals refused"))
def refuse(change: Change, look: BoardLook) -> BoardLook:
    """Turn a request down."""
    if look.approved_at is not None or look.refused_at is not None:
        raise UserError(_("This request has been answered."))
    with change.edit(look):
        look.refused_at = timezone.now()
    return look


@change("deals.look", gettext_noop("Deals looked at"))
def look_at(change: Change, look: BoardLook, *, what: str) -> list[tuple[Board, Deal]]:
    """The boards of an approved request with their deals, in order; who saw them and as what is in the log.

    Only the two people of the request may call it, while it is open. Raises `UserError`.
    """
    person = change.user
    if person is None or person.pk not in (look.asked_by_id, look.approved_by_id):
        raise UserError(_("Only the two people of this request may see these boards."))
    if not can(person, "deals.secret", look.tournament):
        raise UserError(_("Your account may not see boards any more."))
    if plays(person, look.tournament):
        raise UserError(_("Players of the event may not see a board."))
    if not look.open:
        raise UserError(_("This request is not approved, or its two hours are over; ask again."))
    found = boards_of(look)
    sight = BoardSight(
        look=look,
        seen_by=person,
        shown_as=what,
        boards=[[board.session, board.number, board.reserve] for board in found],
    )
    sight.save(force_insert=True)
    change.note(look, after={"seen": [str(board) for board in found], "as": what})
    return [(board, deal_of(board)) for board in found]


def boards_of(look: BoardLook) -> list[Board]:
    """The boards that the request names and that are still in force; a reserve needs a request of its own."""
    return list(look.boards.filter(retired_at=None).select_related("board_set__tournament"))


@change("deals.ask_replacement", gettext_noop("Replacement of a board asked for"))
def ask_replacement(change: Change, board: Board, *, reason: str) -> BoardReplacement:
    """Ask to replace a board that somebody may have seen; another person approves. Raises `UserError`."""
    person = _trusted(change, board.tournament, does_not_play=True)
    if not reason.strip():
        raise UserError(_("Say why the board is replaced; the reason is public."), field="reason")
    replaceable(board)
    if board.replacements.filter(approved_at=None, refused_at=None).exists():
        raise UserError(_("Somebody has asked for this already; another person approves it."))
    return change.create(BoardReplacement(board=board, reason=reason.strip(), asked_by=person))


@change("deals.replace", gettext_noop("Board replaced by the reserve"))
def replace(change: Change, asked: BoardReplacement) -> Board:
    """Approve what somebody else asked for: the next reserve takes the board's place. Raises `UserError`."""
    person = _trusted(change, asked.tournament, does_not_play=True)
    if asked.asked_by_id == person.pk:
        raise UserError(_("Two people are needed: somebody else approves your request."))
    if asked.approved_at is not None or asked.refused_at is not None:
        raise UserError(_("This request has been answered."))
    with change.edit(asked):
        asked.approved_by, asked.approved_at = person, timezone.now()
    return put_reserve(change, asked.board, asked.reason)


@change("deals.keep", gettext_noop("Replacement of a board refused"))
def keep(change: Change, asked: BoardReplacement) -> BoardReplacement:
    """Turn a replacement down."""
    if asked.approved_at is not None or asked.refused_at is not None:
        raise UserError(_("This request has been answered."))
    with change.edit(asked):
        asked.refused_at = timezone.now()
    return asked


def _trusted(change: Change, tournament: Tournament, does_not_play: bool) -> User:
    """The person who acts, with the right to see boards and not a player. Raises `UserError`."""
    person = change.user
    if person is None or not can(person, "deals.secret", tournament):
        raise UserError(_("Your account may not see boards."))
    if not does_not_play:
        raise UserError(_("Confirm that you do not play in this event."), field="does_not_play")
    if plays(person, tournament):
        raise UserError(_("Players of the event may not see a board."))
    if (until := new_until(person, tournament)) is not None:
        raise UserError(
            _("You became director after the commitment was public: until %(time)s others can see that and object.")
            % {"time": formats.date_format(timezone.localtime(until), "Y-m-d H:i")}
        )
    return person
