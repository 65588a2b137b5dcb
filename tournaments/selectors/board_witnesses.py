"""Who can know sealed boards: directors, approved looks, replacements; and the commitments that were given up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import AuditEntry, BoardLook, BoardReplacement, BoardSet, Role, Tournament
from tournaments.selectors.player_accounts import plays
from tournaments.wording.sentences import in_words


def withdrawn_sets(tournament: Tournament) -> QuerySet[BoardSet]:
    """The commitments that were given up, in public and before their value could be known."""
    return tournament.board_sets.exclude(withdrawn_at=None).order_by("number")


def approved_looks(made: BoardSet) -> QuerySet[BoardLook]:
    """The requests to see sealed boards that somebody else approved, with who saw what."""
    looks = made.looks.exclude(approved_at=None).select_related("asked_by", "approved_by")
    return looks.prefetch_related("sights__seen_by", "boards")


def approved_replacements(made: BoardSet) -> QuerySet[BoardReplacement]:
    """The boards that gave way to their reserves, with the two people and the reason."""
    found = BoardReplacement.objects.filter(board__board_set=made).exclude(approved_at=None)
    return found.select_related("asked_by", "approved_by", "board__board_set")


@dataclass(frozen=True)
class DirectorSince:
    """Somebody who may see boards: since when, who made them director, and whether that was after the commitment.

    Who `plays` sees none, nor approves.
    """

    name: str
    since: datetime
    made_by: str
    after_commitment: bool
    plays: bool


def directors(made: BoardSet) -> list[DirectorSince]:
    """Those who may ask for boards and approve, in the order in which they became director."""
    granted = AuditEntry.objects.filter(
        tournament=made.tournament, action="roles.grant", object_type="membership"
    ).values_list("object_id", "actor_name")
    by = {int(key): in_words(name) for key, name in granted if key.isdecimal()}
    held = made.tournament.memberships.filter(role=Role.DIRECTOR).select_related("user").order_by("created_at")
    return [
        DirectorSince(
            str(each.user),
            each.created_at,
            by.get(each.pk, ""),
            each.created_at > made.committed_at,
            plays(each.user, made.tournament),
        )
        for each in held
    ]
