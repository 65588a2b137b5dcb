"""The first hour on a phone: a roster with mistakes, the check-in desk, the draw, and sheets typed with mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from benchmarks.hand import Hand, first_round, roster_with_mistakes, typed_sheet
from tests.support.browser import overflows_sideways
from tests.support.people import acting, person
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_olga_has_round_1_on_paper_with_her_phone(live_site: Any, phone: Page, tmp_path: Path) -> None:
    olga = person("olga")
    olga.is_staff = True
    olga.save()
    live_site.sign_in(phone, olga)
    hand, roster = Hand(phone), roster_with_mistakes(tmp_path / "roster.csv", 10, teams=2)
    printed = first_round(hand, live_site.address, roster, name="Autumn Cup", rules="mcr-ema", rounds=1, check_in=True)
    event = Tournament.objects.get()
    first = event.rounds.get()
    seated = first.current_seating
    assert (event.published, first.state, printed) == (True, "published", "application/pdf")
    assert set(Entry.objects.values_list("status", flat=True)) == {Entry.Status.CHECKED_IN}
    # Of ten players two sit out: the page has said so before the draw.
    assert seated is not None
    assert (event.entries.count(), seated.seats.count()) == (10, 8)
    assert hand.clicks == 14
    assert overflows_sideways(phone) is False

    rounds.start(acting(), first)
    phone.goto(live_site.url(f"/t/{event.slug}/manage/results/1/"))
    typed_sheet(hand, 1, (60, 20, -30, -50), "other table")
    typed_sheet(hand, 2, (10, 10, -8, -12), "sum")
    found = {each.table.number: [seat.points for seat in each.seats.all()] for each in TableResult.objects.all()}
    assert found == {1: [60, 20, -30, -50], 2: [10, 10, -8, -12]}
    assert set(TableResult.objects.values_list("doubtful_reason", flat=True)) == {""}
