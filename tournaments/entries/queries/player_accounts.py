"""Players' accounts at an event, and the boards that a player has opened with the own account."""

from __future__ import annotations

from django.db.models import Q

from tournaments.accounts.models import User
from tournaments.duplicate.models.deals import Board
from tournaments.duplicate.queries.board_openings import PRINTED, openings
from tournaments.events.models import Tournament


def plays(person: User, tournament: Tournament) -> bool:
    """Whether the account is a player's, also one's on the waiting list: linked to the entry, of the player's name, or
    with the e-mail address of the registration.
    """
    same = Q(account=person)
    if person.email:
        same |= Q(application__email__iexact=person.email)
    first, last = person.first_name.strip(), person.last_name.strip()
    if first and last:
        same |= Q(given_name__iexact=first, family_name__iexact=last) | Q(romanised_name__iexact=f"{first} {last}")
    return tournament.entries.filter(same).exists()


def own_number(person: User, tournament: Tournament) -> int | None:
    """The number of the player whose account this is; None for everybody else."""
    return tournament.entries.filter(account=person).values_list("number", flat=True).first()


def boards_known(tournament: Tournament, session: int) -> set[tuple[int, tuple[int, int]]]:
    """Return pairs of an entry's key and a board (session, number) in force that the player's account has opened."""
    players = dict(tournament.entries.exclude(account=None).values_list("account_id", "pk"))
    if not players:
        return set()
    boards = Board.objects.filter(board_set__tournament=tournament, board_set__withdrawn_at=None, retired_at=None)
    live = set(boards.filter(session=session).values_list("session", "number", "reserve"))
    return {
        (players[opening.account], board[:2])
        for opening in openings(tournament)
        if opening.kind == PRINTED and opening.account in players
        for board in opening.boards
        if board in live
    }
