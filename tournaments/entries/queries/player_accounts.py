"""Players' accounts at an event."""

from __future__ import annotations

from django.db.models import Q

from tournaments.accounts.models import User
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
