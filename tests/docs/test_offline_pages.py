"""The pages that docs/venue.md promises without network are those that a browser may keep, and all tabs of an event."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.support.people import people, person
from tests.support.tables import playing

pytestmark = pytest.mark.django_db

VENUE = Path(__file__).resolve().parents[2] / "docs" / "venue.md"


def test_what_is_promised_without_network_may_be_kept_by_strangers_and_nobody_else():
    event = playing()
    people(event)
    line = next(line for line in VENUE.read_text(encoding="utf-8").splitlines() if line.startswith("Kept: "))
    names = {"EVENT": event.slug, "NUMBER": "1", "RULESET": "mcr-2006"}
    promised = [re.sub(r"[A-Z]+", lambda found: names[found[0]], path) for path in re.findall(r"`([^`]+)`", line)]
    stranger, sam = Client(), Client()
    sam.force_login(person("sam"), backend="django.contrib.auth.backends.ModelBackend")
    for browser, rule in ((stranger, "no-cache"), (sam, "no-cache, private")):
        found = {path: browser.get(path) for path in promised}
        assert {path: (one.status_code, one["Cache-Control"]) for path, one in found.items()} == dict.fromkeys(
            promised, (200, rule)
        )
    overview = stranger.get(f"/t/{event.slug}/").content.decode()
    tabs = re.findall(r'href="([^"]+)"', overview.partition('<nav class="tabs')[2].partition("</nav>")[0])
    assert tabs
    assert set(tabs) <= set(promised)
