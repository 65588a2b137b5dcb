"""Optional features: in menus and forms only where the event enables them."""

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import teams
from tournaments.events.forms import SettingsForm
from tournaments.events.models import Tournament
from tournaments.exchange.services import event_files
from tournaments.results.services import open_tables
from tournaments.rounds.services import hall_plan
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

PAGES = {"Players": "manage_entries", "Rounds": "manage_rounds", "Print & share": "manage_print"}
SHARING = ["Print", "On another website", "Publish to a site", "Webhooks"]


def menu_of(event: Tournament) -> dict[str, list[str]]:
    people(event)
    olga = signed_in("olga")
    found = {}
    for group, name in PAGES.items():
        text = olga.get(reverse(name, args=[event.slug])).content.decode()
        tabs = re.search(r'<nav class="tabs".*?</nav>', text, re.DOTALL)
        found[group] = re.findall(r"<a[^>]*>([^<]+)</a>", tabs[0]) if tabs else []
    return found


def test_an_event_that_uses_nothing_has_short_menus() -> None:
    event = small_tournament(4)
    assert menu_of(event) == {"Players": ["Players", "Check-in"], "Rounds": [], "Print & share": SHARING}
    assert {"team_size", "team_best", "tables_in_row"} & set(SettingsForm(instance=event).fields) == set()


def test_what_is_used_first_appears_from_then_on() -> None:
    event = small_tournament(8)
    teams.add(acting(), event, name="Winds")
    stages.add(acting(), event, name="Final", cut_to=4)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    hall_plan.arrange(acting(), event, spots={1: (1, 1)})
    event.refresh_from_db()
    assert event.features == ["teams", "stages", "evenings", "hall_plan"]
    assert menu_of(event) == {
        "Players": ["Players", "Check-in", "Teams"],
        "Rounds": ["Rounds and seating", "Stages", "Open evenings"],
        "Print & share": SHARING,
    }
    assert set(SettingsForm(instance=event).fields) >= {"team_size", "tables_in_row"}


def test_the_migration_and_files_of_earlier_releases_enable_what_is_used() -> None:
    event, other = small_tournament(8), small_tournament(4, slug="other")
    teams.add(acting(), event, name="Winds")
    stages.add(acting(), event, name="Final", cut_to=4)
    Entry.objects.filter(tournament=event, number=1).update(ema_number="04010001")
    Tournament.objects.update(features=[])
    import_module("tournaments.migrations.0043_optional_features").enable_used(apps, None)
    event.refresh_from_db()
    other.refresh_from_db()
    assert (sorted(event.features), other.features) == (["federation", "stages", "teams"], [])

    whole, files = event_files.build_document(event)
    whole["tournament"].pop("features")
    read, problems = event_files.read_document(whole, files)
    assert problems == []
    assert read is not None
    restored = event_files.restore(acting("ada"), event=read, slug="again")
    assert sorted(restored.features) == ["federation", "stages", "teams"]
