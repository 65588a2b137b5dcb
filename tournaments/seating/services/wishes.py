from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.seating.models.constraints import SeatingConstraint


@change("constraints.add", gettext_noop("Seating request added"))
def add_constraint(
    change: Change,
    tournament: Tournament,
    *,
    kind: str,
    entry: Entry,
    other: Entry | None = None,
    table_number: int | None = None,
    reason: str = "",
) -> SeatingConstraint:
    """Add a wish. Raises `UserError` if it is incomplete or there already."""
    if other is not None and other.number < entry.number:
        entry, other = other, entry
    constraint = SeatingConstraint(
        tournament=tournament, kind=kind, entry=entry, other=other, table_number=table_number, reason=reason
    )
    try:
        with transaction.atomic():
            return change.create(constraint)
    except IntegrityError:
        raise UserError(
            _("Name a table for a fixed table, two different players for a pair, one player for a referee, once each.")
        ) from None


@change("constraints.remove", gettext_noop("Seating request removed"))
def remove_constraint(change: Change, constraint: SeatingConstraint) -> None:
    change.delete(constraint)
