"""A hand declared on a player's phone, behind the table's code."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.tables import playing, table_of
from tests.tournaments.awards.test_awards import HANDS
from tournaments.awards.models import PrizeHand
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db

FIELDS = {"by": "self_draw", "prevalent": "E", "seat": "E", "circumstances": "{}", "hand": HANDS["mcr-2006"][1]}


def test_players_declare_a_hand_while_they_may_write() -> None:
    event = playing()
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    table = table_of(event, 1)
    phone, address = Client(), reverse("table_prize_hands", args=[table.token])
    assert address in phone.get(reverse("table_code", args=[table.token])).content.decode()
    assert "Declare this hand" in phone.get(address, {"hand": FIELDS["hand"]}).content.decode()
    seats = {seat.entry.number for seat in table.round.current_seating.seats.filter(table_number=1)}
    stranger = next(number for number in range(1, 9) if number not in seats)
    refused = phone.post(address, FIELDS | {"winner": stranger})
    assert (refused.status_code, "must sit at this table" in refused.content.decode()) == (422, True)
    assert phone.post(address, FIELDS | {"winner": min(seats)}).status_code == 302
    hand = PrizeHand.objects.get()
    assert (hand.by_table_code, hand.declared_by, hand.winner.number) == (True, None, min(seats))
    assert "Thirteen Orphans" in phone.get(address).content.decode()
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PLANNED)
    assert phone.post(address, FIELDS | {"winner": min(seats)}, follow=True).redirect_chain[0][0] == reverse(
        "table_code", args=[table.token]
    )
    assert PrizeHand.objects.count() == 1
