"""Times for readers in another zone than the event, in a real browser."""

import datetime
import re
import zoneinfo

import pytest
from playwright.sync_api import expect

from tests.support.browser import CLOCK
from tests.support.people import acting, small_tournament
from tests.support.play import published
from tournaments.events.models import Tournament
from tournaments.rounds.models import RoundClock
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.browser

BRUSSELS = zoneinfo.ZoneInfo("Europe/Brussels")


def test_the_end_of_a_round_is_the_events_time_with_its_city(live_site, new_page):
    event = small_tournament(8)
    published(event.rounds.get(number=1))
    rounds.start(acting(), event.rounds.get(number=1))
    Tournament.objects.update(time_zone="Europe/Brussels", published=True)
    ends_at = RoundClock.objects.get().ends_at
    for zone in ("Europe/London", "Europe/Brussels", "Asia/Tokyo"):
        end_is_the_events_time_with_its_city(live_site, new_page(timezone_id=zone), zone, ends_at)


def end_is_the_events_time_with_its_city(live_site, page, zone, ends_at):
    page.goto(live_site.url("/t/spring-open/"))
    there, here = ends_at.astimezone(BRUSSELS), ends_at.astimezone(zoneinfo.ZoneInfo(zone))
    days = there.date() != here.date() or there.date() != datetime.datetime.now(BRUSSELS).date()
    form = "%a %H:%M" if days else "%H:%M"
    wanted = f"Ends at {there:{form}}"
    if there.utcoffset() != here.utcoffset():
        wanted += f" Brussels, {here:{form}} for you"
    expect(page.locator("[data-clock-end]")).to_have_text(wanted)
    note = page.locator("[data-zone-note]")
    if zone == "Europe/Brussels":
        expect(note).to_be_hidden()
    else:
        expect(note).to_contain_text("Times are those of Brussels, where it is now")
    # So is the time of a page without network.
    page.context.set_offline(True)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    pattern = rf"from {CLOCK}\.$" if zone == "Europe/Brussels" else rf"from {CLOCK} Brussels, {CLOCK} for you\.$"
    expect(page.locator("[data-follow-note]")).to_have_text(re.compile(pattern))
    page.context.set_offline(False)


def test_a_start_more_than_a_week_away_has_its_date(live_site, new_page):
    event = small_tournament(8)
    published(event.rounds.get(number=1))
    page = new_page(timezone_id="Europe/Brussels")
    for version, days in enumerate((3, 10), 100):
        there = (datetime.datetime.now(BRUSSELS) + datetime.timedelta(days=days)).replace(hour=19, minute=0)
        event.rounds.filter(number=1).update(starts_at=there)
        Tournament.objects.update(time_zone="Europe/Brussels", published=True, version=version)
        page.goto(live_site.url("/t/spring-open/"))
        # British browsers write Sept.
        date = rf",? {there.day} {there:%b}t?," if days > 6 else ""
        expect(page.locator("[data-clock-state]")).to_have_text(re.compile(rf"^Starts at {there:%a}{date} 19:00$"))
