from __future__ import annotations

from tournaments.core.audit import Change
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament

DERIVED = ("shown_name", "shown_key")


def update_shown_names(change: Change, tournament: Tournament) -> None:
    """Derive the shown names of all players again, whose setting this change edits."""
    columns = [column for column in Entry._meta.concrete_fields if column.name in DERIVED]
    entries = list(Entry.objects.filter(tournament=tournament))
    for entry in entries:
        entry.tournament = tournament
        for column in columns:
            column.pre_save(entry, add=False)
    Entry.objects.bulk_update(entries, DERIVED, batch_size=500)
