"""Ratings by which a draw was seeded, as far as their list is still public, and their changes since."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.people import seeding as lists
from tournaments.rounds.models import Seating
from tournaments.seating.logic.draws import FixedInputs
from tournaments.seating.logic.seeding import SEEDED, group_into_pots, order_by_rating
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.numbers import map_people_by_number


@dataclass(frozen=True)
class RatingUsed:
    """Rating of a player in a draw; None without one. `hidden`: the list does not name the player any more."""

    number: int
    entry: Entry | None
    rating: float | None
    hidden: bool
    pot: int


@dataclass(frozen=True)
class RatingsUsed:
    """Ratings of a draw, best first. `changed`: how many players have another rating today; None without the list."""

    source: str
    rows: tuple[RatingUsed, ...]
    has_pots: bool
    changed: int | None


def describe_ratings_used(draw: SeatingDraw) -> RatingsUsed | None:
    value = draw.value
    inputs, seeding = value.inputs, value.inputs.seeding
    if seeding is None:
        return None
    today = lists.find_ratings_today(draw.tournament, seeding)
    people = map_people_by_number(draw)
    listed = {number for number, entry in people.items() if today and entry.number in today}
    has_pots = isinstance(inputs, FixedInputs)
    players = [*inputs.players, *inputs.substitutes] if isinstance(inputs, FixedInputs) else inputs.order
    pots = group_into_pots(players, seeding.ratings, len(value.rounds[0])) if has_pots else {}
    rows = tuple(
        RatingUsed(
            number,
            people.get(number),
            seeding.ratings[number] / 100 if number in listed and number in seeding.ratings else None,
            number in seeding.ratings and number not in listed,
            pots.get(number, 0) + 1,
        )
        for number in order_by_rating(players, seeding.ratings)
    )
    changed = None
    if today is not None:
        now = {number: today.get(entry.number) for number, entry in people.items()}
        changed = sum(now.get(number) != seeding.ratings.get(number) for number in players)
    return RatingsUsed(lists.name_source(seeding), rows, has_pots, changed)


def count_changed_ratings(version: Seating) -> int:
    """Return the number of players whose ratings have changed since this draft was drawn; 0 without any."""
    if version.state != Seating.State.DRAFT:
        return 0
    draw = SeatingDraw.objects.filter(seatings=version.origin, certificate__contains=SEEDED).last()
    used = describe_ratings_used(draw) if draw is not None else None
    return (used.changed or 0) if used is not None else 0
