"""Typists of a sheet, told apart by person and browser, and second entries of a waiting sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from tournaments.accounts.models import User
from tournaments.core.audit import Change
from tournaments.entries.models.entries import Entry
from tournaments.results.models.results import TableResult
from tournaments.results.queries import confirming
from tournaments.rounds.phone import Phone


@dataclass(frozen=True, slots=True)
class Typist:
    """Typist of a sheet: an account or a program, else a player (`entry`) on a phone, who confirms it too.

    `by_table_code`: by means of the table's code, if the event allows it. `device`: the browser, empty for programs;
    `known`: the request brought that name.
    """

    entry: Entry | None = None
    by_table_code: bool = False
    device: str = ""
    known: bool = True

    @classmethod
    def on(cls, phone: Phone, player: Entry | None = None) -> Typist:
        return cls(player, by_table_code=player is not None, device=phone.device, known=phone.known)

    def typed(self, standing: TableResult, user: User | None) -> bool:
        """Return whether the same person, or a browser that may be the same, entered the sheet."""
        device = self.device if self.known else ""
        if self.entry is not None:
            return self.entry.pk == standing.entered_by_entry_id or confirming.is_used(standing, device)
        return user is None or user.pk == standing.entered_by_id or confirming.was_typed_here(standing, device)


ACCOUNT: Final = Typist()
"""Account or program without a known browser."""


def is_second(change: Change, standing: TableResult, typist: Typist, based_on: int | None) -> bool:
    """Return whether somebody else re-enters the waiting sheet unseen: it is hidden, or came in meanwhile."""
    if standing.state != TableResult.State.ENTERED:
        return False
    hidden = standing.table.round.tournament.blind_reentry
    unseen = hidden or (based_on is not None and based_on < standing.version)
    return unseen and not typist.typed(standing, change.user)


def must_match(change: Change, standing: TableResult, typist: Typist, based_on: int | None) -> bool:
    """Return whether a second person enters a hidden sheet, and so has to enter the same."""
    return standing.table.round.tournament.blind_reentry and is_second(change, standing, typist, based_on)


def type_again(change: Change, standing: TableResult, typist: Typist, based_on: int | None) -> TableResult:
    """Record that a second person entered the same, which does not confirm it; ignore anybody else."""
    if standing.twice_alike or not is_second(change, standing, typist, based_on):
        change.nothing()
        return standing
    standing.again_by = None if typist.entry else change.user
    standing.again_by_entry, standing.again_at = typist.entry, timezone.now()
    standing.save(update_fields=["again_by", "again_by_entry", "again_at"])
    change.note(standing, after={"version": standing.version, "typed_again_by": str(typist.entry or change.by.name)})
    return standing
