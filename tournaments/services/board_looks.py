"""Looking at sealed boards: one person asks, another approves, neither plays; every sight of a board is in the log."""

from __future__ import annotations

import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from engine.walls.deal import Deal
from tournaments.models import Board, BoardLook, BoardSet, Entry, Tournament, User
from tournaments.permissions import can
from tournaments.services.audit import Change, change
from tournaments.services.deals import deal_of
from tournaments.services.errors import UserError

OPEN_FOR = datetime.timedelta(hours=2)


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
    return change.create(
        BoardLook(board_set=board_set, session=session, number=number, purpose=purpose.strip(), asked_by=person)
    )


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
    if _plays(person, look.tournament):
        raise UserError(_("Players of the event may not see a board."))
    if not look.open:
        raise UserError(_("This request is not approved, or its two hours are over; ask again."))
    found = boards_of(look)
    change.note(look, after={"seen": [str(board) for board in found], "as": what})
    return [(board, deal_of(board)) for board in found]


def boards_of(look: BoardLook) -> list[Board]:
    """The boards in force that a request is for."""
    boards = look.board_set.all_boards.filter(retired_at=None).select_related("board_set__tournament")
    if look.session:
        boards = boards.filter(session=look.session)
    if look.number:
        boards = boards.filter(number=look.number)
    return list(boards)


def _trusted(change: Change, tournament: Tournament, does_not_play: bool) -> User:
    """The person who acts, with the right to see boards and not a player. Raises `UserError`."""
    person = change.user
    if person is None or not can(person, "deals.secret", tournament):
        raise UserError(_("Your account may not see boards."))
    if not does_not_play:
        raise UserError(_("Confirm that you do not play in this event."), field="does_not_play")
    if _plays(person, tournament):
        raise UserError(_("Players of the event may not see a board."))
    return person


def _plays(person: User, tournament: Tournament) -> bool:
    """Whether a player of the event has the person's name; accounts and players are linked by nothing else."""
    first, last = person.first_name.strip(), person.last_name.strip()
    if not (first and last):
        return False
    same = Q(given_name__iexact=first, family_name__iexact=last) | Q(romanised_name__iexact=f"{first} {last}")
    return tournament.entries.exclude(status=Entry.Status.WAITING).filter(same).exists()
