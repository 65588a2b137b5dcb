"""Times on pages: those of the event, whatever view renders them; elsewhere with their zone."""

import datetime
import re
import zoneinfo

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tests.support.play import published
from tournaments.core.models.log import AuditEntry
from tournaments.core.text.zones import in_zone, list_time_zones
from tournaments.events.forms import BasicsForm
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds


def test_zones_are_those_of_places():
    offered = [value for value, _label in BasicsForm.base_fields["time_zone"].choices]
    assert offered == list_time_zones()
    assert {"Factory", "localtime"} & set(offered) == set()
    assert {"UTC", "Europe/Brussels", "America/Argentina/Buenos_Aires"} - set(offered) == set()


@pytest.mark.django_db
def test_a_page_of_an_event_has_the_times_of_its_zone(client):
    event = small_tournament(8)
    published(event.rounds.get(number=1))
    rounds.start(acting(), event.rounds.get(number=1))
    Tournament.objects.update(time_zone="Asia/Kolkata", published=True)
    page = client.get(reverse("event_check", args=[event.slug])).text
    moment = AuditEntry.objects.filter(tournament=event).latest("sequence").at
    local = timezone.localtime(moment, zoneinfo.ZoneInfo("Asia/Kolkata"))
    assert (f"{local:%H:%M:%S}" in page, f"{moment:%H:%M:%S}" in page) == (True, False)
    assert 'content="Asia/Kolkata"' in page


@pytest.mark.parametrize(
    ("zone", "shown"), [("UTC", "22:32 UTC"), ("Europe/Brussels", "00:32 Brussels"), ("Asia/Kolkata", "04:02 Kolkata")]
)
def test_a_time_outside_of_events_names_its_zone(zone, shown):
    moment = datetime.datetime(2026, 6, 1, 22, 32, tzinfo=datetime.UTC)
    with timezone.override(zoneinfo.ZoneInfo(zone)):
        text = Template("{{ moment|zoned }}").render(Context({"moment": moment}))
    assert text.endswith(f"{shown}</time>")


@pytest.mark.parametrize(
    "template",
    [
        "exchange/backups/list",
        "exchange/backups/rehearsal",
        "exchange/backups/restore",
        "seasons/manage",
        "accounts/account",
    ],
)
def test_pages_of_no_event_name_the_zone_of_each_time(template, settings):
    text = (settings.BASE_DIR / "templates" / f"{template}.html").read_text(encoding="utf-8")
    assert ("|zoned" in text, "DATETIME_FORMAT" in text, "|to_second" in text) == (True, False, False)


def test_scripts_write_times_in_the_zone_of_the_page_alone(settings):
    """`times.js` writes them; the clock of the device is in whatever zone the reader has."""
    scripts = sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))
    own = re.compile(r"toLocaleTimeString|toLocaleString\(.*(?:hour|time)|\.getHours|\.getMinutes|timeStyle")
    assert [path.name for path in scripts if own.search(path.read_text("utf-8"))] == []


def test_a_text_that_leaves_the_site_names_the_city():
    moment = datetime.datetime(2026, 6, 1, 22, 32, tzinfo=datetime.UTC)
    assert in_zone(moment, "Europe/Brussels") == "2026-06-02 00:32 (Brussels)"
