from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from engine.sentences import sentence as _
from tournaments.core.open_items import ItemKind, OpenItem, open_items
from tournaments.events.models import Tournament
from tournaments.people.queries import list_people_sitting_twice


@open_items()
def people_sitting_twice(tournament: Tournament) -> Iterator[OpenItem]:
    """Return players linked to one person who were seated in one round since; the seats stay as they are."""
    for pair in list_people_sitting_twice(tournament):
        for number in pair.rounds:
            yield OpenItem(
                ItemKind.PLAYER,
                f"person {pair.first.number}/{pair.second.number} {number}",
                _(
                    "Players %(one)s and %(other)s are linked to one person and both play in round %(round)s",
                    one=pair.first.number,
                    other=pair.second.number,
                    round=number,
                ),
                reverse("manage_persons", args=[tournament.slug]),
                "entries.edit",
                number,
            )
