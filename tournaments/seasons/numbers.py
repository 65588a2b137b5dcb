"""Figures of play of a season: the sums of its events by person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures.models import StoredFigures
from tournaments.figures.queries import Numbers, count_coverage, read_numbers
from tournaments.figures.stored import get_stored_figures_of
from tournaments.seasons.queries import COUNTS, SeasonPerson, SeasonView


def list_stored_figures(reading: SeasonView) -> list[StoredFigures]:
    slugs = {event.slug for event in reading.ranking().events if event.state == COUNTS}
    return get_stored_figures_of(Tournament.objects.filter(slug__in=slugs))


def read_season_numbers(
    reading: SeasonView, stored: Sequence[StoredFigures], family: str = ""
) -> tuple[Numbers, dict[int, SeasonPerson]]:
    """Return the sums of the season's people under the rules of one family, and the people by owner."""
    people, owners = _list_owners(reading, [row.tournament_id for row in stored])
    numbers = read_numbers(stored, owners, family)
    numbers = replace(numbers, coverage=count_coverage(stored, numbers))
    return numbers, {index: people[index] for index in numbers.sums}


def _list_owners(reading: SeasonView, events: Sequence[int]) -> tuple[list[SeasonPerson], Mapping[int, int]]:
    """Return the people, and entry -> the person's index; where teams are ranked, the people of the events."""
    table = reading.ranking()
    people = (
        list(reading.identify_people()[0].values())
        if table.rule.ranked == "teams"
        else [row.person for row in table.rows]
    )
    owner_by_place = {place: index for index, person in enumerate(people) for place in person.places}
    entries = Entry.objects.filter(tournament__in=events).values_list("pk", "tournament__slug", "number")
    owners = {key: owner_by_place[slug, number] for key, slug, number in entries if (slug, number) in owner_by_place}
    return people, owners
