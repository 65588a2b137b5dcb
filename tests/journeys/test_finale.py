"""The last hour of an event: the cut, the final, the ceremony by key, and the list for the federation."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from benchmarks.hand import Hand, ceremony, cut_and_final, federation_file
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import released
from tests.support.tables import enter, table_of
from tournaments.entries.models.entries import Entry
from tournaments.standings.services import stages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_olga_makes_the_cut_plays_the_final_reveals_the_places_and_sends_the_list(
    live_site: Any, page: Page, tmp_path: Path
) -> None:
    event = small_tournament(8, rounds=1)
    event.features = [event.Feature.FEDERATION]
    event.save()
    people(event)
    Entry.objects.update(country="NED", country_code="NL")
    released(event, 1)
    stages.add(acting(), event, name="Final", cut_to=4)
    live_site.sign_in(page, person("olga"))
    hand, manage = Hand(page), live_site.url(f"/t/{event.slug}/manage/")
    cut_and_final(hand, manage, lambda: enter(table_of(event, round_number=2), (40, 8, -8, -40)))
    shown = ceremony(hand, manage)
    listed = federation_file(hand, manage, tmp_path / "list.csv").read_text(encoding="utf-8-sig")
    lines = list(csv.reader(listed.splitlines()))
    winner = shown[-1].split()[0]
    assert len(lines) == 9
    assert any(winner in cell for cell in lines[1])
    # Enter confirms the sheet of the final; each place of the eight, the opening and the podium take a key.
    assert (hand.clicks, hand.keys) == (17, 1 + 8 + 1)
