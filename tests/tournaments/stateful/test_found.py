"""Sequences that the machine found, shrunk."""

from __future__ import annotations

import pytest

from tests.support.people import acting
from tests.support.play import played
from tests.support.verifier import lines_of
from tournaments.core.errors import UserError
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


def test_one_who_has_played_does_not_wait(event: Tournament) -> None:
    """The games would belong to nobody, and strangers could not check the standings."""
    event.rounds.filter(number=1).update(state="published")
    rounds.release(acting(), played(event, 1))
    with pytest.raises(UserError, match="6 Given06 Family06 has played and stays in the records; drop the player"):
        players.set_waiting(acting(), event.entries.get(number=6), waiting=True)
    assert lines_of(public_bundle(Tournament.objects.get(pk=event.pk))) == []
