"""Search finds people by what is typed at a check-in desk: without accents, apostrophes and the alphabet's capitals."""

import importlib
import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import published
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.core.models.derived import DerivedColumn
from tournaments.core.text.folding import fold_search_words, fold_to_name_key
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.reading import roster
from tournaments.entries.services import categories, teams
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.events.views.log_entries import filter_entries
from tournaments.exchange.services import privacy
from tournaments.rounds.models import GameTable
from tournaments.rounds.services import rounds
from tournaments.seating.reading.schedule import map_entry_numbers_by_name

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

rows = rows_of(__file__)


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(4)
    people(made)
    return made


@rows
def test_desk_public_list_and_api_find_the_player(event: Tournament, given: str, family: str, typed: list[str]) -> None:
    """The pages take turns with the words, except in a release."""
    entry = registration.add(acting(), event, given_name=given, family_name=family)
    doors = {
        "check-in": (signed_in("ida"), reverse("manage_check_in", args=[event.slug])),
        "players": (signed_in("olga"), reverse("manage_entries", args=[event.slug])),
        "public": (Client(), reverse("event_players", args=[event.slug])),
    }
    for turn, words in enumerate((*typed, family, f"{family.upper()} {given.lower()}")):
        listed = program("olga").get(f"/api/v1/tournaments/{event.slug}/entries/", {"search": words}).json()
        assert (words, [row["number"] for row in listed["results"]]) == (words, [entry.number])
        for door in list(doors) if in_full() else [list(doors)[turn % len(doors)]]:
            client, address = doors[door]
            page = client.get(address, {"q": words}, follow=True).content.decode()
            assert (door, words, family in page, "Family01" in page) == (door, words, True, False)


@rows
def test_one_person_spelled_in_two_ways_is_noticed(event: Tournament, stored: str, again: str) -> None:
    registration.add(acting(), event, romanised_name=stored)
    preview = roster.preview(event, f"name\n{again}\n".encode())
    assert [problem.message for problem in preview.problems if "already" in problem.message] != []
    assert map_entry_numbers_by_name(event.entries.all())[fold_to_name_key(again)] == 5


def test_names_that_only_sound_alike_are_two() -> None:
    assert fold_search_words("张伟") != fold_search_words("章伟")
    assert fold_to_name_key("★") != fold_to_name_key("☆")


def test_the_key_follows_every_way_a_row_is_written(event: Tournament) -> None:
    def right() -> list[bool]:
        held = [row for model in (Entry, Team) for row in model.objects.all()]
        return [row.search_key == _derived(row) for row in held]

    team = teams.add(acting(), event, name="Łódź Tigers")
    entry = registration.add(acting(), event, family_name="Çelik", given_name="Ayşe", club="Åbo", team=team)
    assert (team.search_key, entry.search_key) == ("lodz tigers", "celik ayse abo")
    assert list(event.entries.filter(search_key__contains="celik")) == [entry]
    registration.edit(acting(), entry, family_name="Öztürk")
    teams.edit(acting(), team, name="Łaska", code=team.code)
    Entry.objects.bulk_create([Entry(tournament=event, number=40, native_name="Иванова")])
    assert (right(), len(right())) == ([True] * len(right()), 7)
    privacy.erase(acting(), Entry.objects.get(pk=entry.pk))
    assert Entry.objects.get(pk=entry.pk).search_key == "a o"


def _derived(row: Entry | Team) -> str:
    column = row._meta.get_field("search_key")
    assert isinstance(column, DerivedColumn)
    return str(column.derive(row))


def test_the_migration_fills_the_keys_of_stored_rows(event: Tournament) -> None:
    registration.add(acting(), event, family_name="Łukasik", given_name="Zoë")
    Entry.objects.update(search_key="")
    importlib.import_module("tournaments.migrations.0051_search_keys").fill(apps, connection.schema_editor())
    assert [row.search_key for row in Entry.objects.order_by("number")][-1] == "lukasik zoe"
    assert Entry.objects.filter(search_key="").count() == 0


def test_categories_and_tables_of_one_name_in_other_capitals_are_refused(event: Tournament) -> None:
    """SQLite itself compares capitals of the Latin alphabet alone."""
    categories.add(acting(), event, name="Ветераны")
    with pytest.raises(UserError, match="Another category has this name"):
        categories.add(acting(), event, name="ВЕТЕРАНЫ")
    published(event.rounds.get(number=1))
    first = event.rounds.get(number=1).tables.get()
    second = GameTable.objects.create(round=first.round, number=2)
    rounds.name_table(acting(), first, name="Küche")
    with pytest.raises(UserError, match="Another table of this round has this name"):
        rounds.name_table(acting(), second, name="KÜCHE")


def test_no_search_leaves_the_comparison_of_names_to_the_database(settings: Any) -> None:
    """Accounts, e-mail addresses, clauses and numbers are left to it: their letters are ASCII."""
    ascii_alone = ("username", "email", "clause", "clauses", "{name}")
    found = set()
    for folder in ("tournaments", "judging"):
        for path in (settings.BASE_DIR / folder).rglob("*.py"):
            if "migrations" not in path.parts:
                found |= set(re.findall(r"([\w{}]+?)__i(?:contains|exact|startswith)", path.read_text("utf-8")))
    assert {name for name in found if not name.endswith(ascii_alone)} == set()


def test_the_log_is_searched_in_the_same_way(event: Tournament) -> None:
    registration.add(acting(), event, family_name="Østergård", given_name="Ib")
    assert [row.object_name for row in filter_entries(event, {"what": "ostergard"})] == ["5 Ib Østergård"]
