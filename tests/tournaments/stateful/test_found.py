"""Sequences that the machine found, shrunk."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.support.people import acting, signed_in
from tests.support.play import played
from tests.support.verifier import lines_of
from tournaments.core.errors import UserError
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes

pytestmark = pytest.mark.django_db


def test_one_who_has_played_does_not_wait(event: Tournament) -> None:
    """The games would belong to nobody, and strangers could not check the standings."""
    event.rounds.filter(number=1).update(state="published")
    rounds.release(acting(), played(event, 1))
    with pytest.raises(UserError, match="6 Given06 Family06 has played and stays in the records; drop the player"):
        players.set_waiting(acting(), event.entries.get(number=6), waiting=True)
    assert lines_of(build_public_bundle(Tournament.objects.get(pk=event.pk))) == []


def test_a_return_that_takes_the_chair_from_a_substitute_offers_no_undo(event: Tournament) -> None:
    """Its undo dropped the player, left the chair, and ended as an error of the program."""
    absent = event.entries.get(number=2)
    substitutes.substitute(acting(), absent, from_round=1, family_name="New", reason="Late.")
    players.drop(acting(), event.entries.get(number=3), from_round=2, reason="Ill.")
    offers = {}
    for number, since in ((2, 1), (3, 2)):
        sent = {"return-from_round": since, "return-reason": "Back."}
        answer = signed_in("olga").post(reverse("manage_entry_return", args=[event.slug, number]), sent)
        offers[number] = [bool(message.extra_tags) for message in get_messages(answer.wsgi_request)]
    assert offers == {2: [False], 3: [True]}
    seating = event.rounds.get(number=1).current_seating
    assert seating is not None
    assert seating.seats.filter(entry=absent).exists()
