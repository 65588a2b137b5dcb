"""Merges of seasons make persons of the site where the actor may link both; rankings follow links made elsewhere."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.support.people import acting, person
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.accounts.models import Membership
from tournaments.entries.models.entries import Entry
from tournaments.exchange.document.seasons import list_merges
from tournaments.people import services as persons
from tournaments.people.models import Person, PersonEntry
from tournaments.seasons import services
from tournaments.seasons.models import Season, SeasonMerge
from tournaments.seasons.queries import compute_ranking

pytestmark = pytest.mark.django_db

SPELLINGS = {"spring": "Uwe Sand", "summer": "Uve Sand", "autumn": "U. Sand"}


@pytest.fixture
@remembered
def season() -> Season:
    """Three events of olga's; player 4 is spelled in three ways."""
    made = services.create(acting(), name="Club league")
    for number, (slug, spelling) in enumerate(SPELLINGS.items()):
        names = (f"Ada {slug}", f"Bo {slug}", f"Cy {slug}", spelling)
        event = played(slug, [(30, 10, -10, -30)], names, day=f"2026-0{5 + number}-02")
        services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    return made


def uwe(slug: str) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament__slug=slug, number=4)


def ranked(season: Season) -> list[tuple[str, ...]]:
    """Return the events of the people called Sand, by person."""
    rows = compute_ranking(season).rows
    return sorted(tuple(slug for slug, _number in row.person.places) for row in rows if "Sand" in row.person.name)


def linked() -> list[list[str]]:
    return sorted(persons.list_codes(held) for held in Person.objects.all())


def test_a_merge_links_and_a_split_parts_what_no_other_merge_holds_together(season: Season) -> None:
    first = services.merge_people(acting(), season, entry=uwe("spring"), same_as=uwe("summer"))
    services.merge_people(acting(), season, entry=uwe("autumn"), same_as=uwe("spring"))
    assert linked() == [["autumn/4", "spring/4", "summer/4"]]
    services.split_people(acting(), season, merge=first)
    assert linked() == [["autumn/4", "spring/4"], ["summer/4"]]
    assert sorted(map(sorted, ranked(season))) == [["autumn", "spring"], ["summer"]]


def test_players_of_others_are_one_in_the_season_alone(season: Season) -> None:
    Membership.objects.filter(user=person("olga"), tournament__slug="summer").delete()
    merge = services.merge_people(acting(), season, entry=uwe("spring"), same_as=uwe("summer"))
    assert (merge.linked, PersonEntry.objects.count()) == (False, 0)
    assert sorted(map(sorted, ranked(season))) == [["autumn"], ["spring", "summer"]]
    services.split_people(acting(), season, merge=merge)
    assert sorted(map(sorted, ranked(season))) == [["autumn"], ["spring"], ["summer"]]


def test_a_link_made_elsewhere_joins_the_ranking_and_the_file_has_it(season: Season) -> None:
    before = ranked(season)
    services.merge_people(acting(), season, entry=uwe("spring"), same_as=uwe("summer"))
    persons.link(acting(), entry=uwe("autumn"), same_as=uwe("summer"), namesakes=False)
    assert [sorted(events) for events in ranked(season)] == [["autumn", "spring", "summer"]]
    pairs = [(persons.format_code(entry), persons.format_code(same)) for entry, same in list_merges(season)]
    assert pairs == [("spring/4", "summer/4"), ("summer/4", "autumn/4")]
    persons.unlink(acting(), entry=uwe("autumn"))
    assert len(ranked(season)) == len(before) - 1


def test_the_migration_links_what_is_merged_but_not_two_who_met(season: Season) -> None:
    other = services.create(acting(), name="Other league")
    pairs = [
        (season, "spring", 4, "summer", 4),
        (other, "summer", 4, "autumn", 4),
        (other, "spring", 4, "autumn", 4),
        (season, "autumn", 3, "summer", 4),
    ]
    for held, slug, number, same_slug, same_number in pairs:
        one, same = (
            Entry.objects.get(tournament__slug=event, number=key)
            for event, key in ((slug, number), (same_slug, same_number))
        )
        SeasonMerge.objects.create(season=held, entry=one, same_as=same)
    migration = import_module("tournaments.migrations.0099_merged_persons")
    migration.link_merged(apps, None)
    assert linked() == [["autumn/4", "spring/4", "summer/4"]]
    assert list(SeasonMerge.objects.order_by("pk").values_list("linked", flat=True)) == [True, True, False, False]
