"""A page of a mirror says how long ago the hall was heard, whatever the clock of the device says."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.support.browser import CLOCK, overflows_sideways
from tests.support.people import people, small_tournament
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror

pytestmark = pytest.mark.browser

ASKS_AGAIN = 20_000
"""Milliseconds after which an open page has asked again."""

SILENT = re.compile(rf"^\s*No connection to the hall since {CLOCK} Paris, {CLOCK} for you\.")


def hear(seconds_ago: int) -> None:
    Mirror.objects.update(received_at=timezone.now() - datetime.timedelta(seconds=seconds_ago))


def test_a_page_counts_by_the_clock_of_the_site_until_the_hall_is_silent(live_site, phone):
    event = small_tournament(8)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(published=True, lent_at=timezone.now())
    Mirror.objects.create(tournament=event, digest="0" * 64, epoch="e" * 32, number=1)
    hear(40)
    phone.clock.install(time=datetime.datetime.now(tz=datetime.UTC) - datetime.timedelta(hours=1))
    phone.goto(live_site.url(reverse("event", args=[event.slug])))
    note = phone.locator("[data-heard]")
    expect(note).to_have_text(re.compile(r"^\s*Live from the hall, 4\d s ago\s*$"))
    assert not overflows_sideways(phone)
    hear(1)
    phone.clock.fast_forward(ASKS_AGAIN)
    expect(note).to_have_text(re.compile(r"^\s*Live from the hall, \d s ago\s*$"))
    # Without a network the age counts on, until nobody can know.
    phone.context.set_offline(True)
    phone.clock.fast_forward(ASKS_AGAIN)
    expect(note).to_have_text(re.compile(r"^\s*Live from the hall, [2-5]\d s ago\s*$"))
    phone.clock.fast_forward(90_000)
    expect(note).to_have_text(SILENT)
    assert not overflows_sideways(phone)
    phone.context.set_offline(False)
    hear(0)
    phone.clock.fast_forward(ASKS_AGAIN)
    expect(note).to_have_text(re.compile(r"^\s*Live from the hall, \d s ago\s*$"))
    hear(300)
    phone.clock.fast_forward(ASKS_AGAIN)
    expect(note).to_have_text(SILENT)
