from __future__ import annotations

from typing import Any

from tournaments.core.public_marks import public_mark
from tournaments.people.models import Person, PersonEntry


@public_mark
def consenting_people(tournament: int) -> list[Any]:
    """Return the keys of the people whose pages the event's pages link to, and True for those with their photo."""
    links = PersonEntry.objects.filter(entry__tournament=tournament, person__consent=Person.Consent.GIVEN)
    return list(links.order_by("entry_id").values_list("entry_id", "person_id", "person__shows_photo"))
