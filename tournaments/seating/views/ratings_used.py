"""Ratings by which a draw was seeded, as far as everybody may read them, and their changes since."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.people import seeding as lists
from tournaments.rounds.models import Seating
from tournaments.seating.logic.draws import FixedInputs, Inputs
from tournaments.seating.logic.seeding import SEEDED, group_into_pots, order_by_rating
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.numbers import map_people_by_number


@dataclass(frozen=True)
class RatingUsed:
    """Rating of a player in a draw; None without one. `hidden`: the player consents no more."""

    number: int
    entry: Entry | None
    rating: float | None
    hidden: bool
    pot: int


@dataclass(frozen=True)
class RatingsUsed:
    source: str
    rows: tuple[RatingUsed, ...]
    """Players, the best rating first."""
    has_pots: bool


def describe_ratings_used(draw: SeatingDraw) -> RatingsUsed | None:
    value = draw.value
    inputs, seeding = value.inputs, value.inputs.seeding
    if seeding is None:
        return None
    disclosed = lists.list_disclosed(draw.tournament, seeding)
    people = map_people_by_number(draw)
    has_pots = isinstance(inputs, FixedInputs)
    players = _list_players(inputs)
    pots = group_into_pots(players, seeding.ratings, len(value.rounds[0])) if has_pots else {}
    rows = []
    for number in order_by_rating(players, seeding.ratings):
        entry, rating = people.get(number), seeding.ratings.get(number)
        hidden = rating is not None and (entry is None or entry.number not in disclosed)
        visible_rating = None if rating is None or hidden else rating / 100
        rows.append(RatingUsed(number, entry, visible_rating, hidden, pots.get(number, 0) + 1))
    return RatingsUsed(lists.name_source(seeding), tuple(rows), has_pots)


def _list_players(inputs: Inputs) -> list[int]:
    if isinstance(inputs, FixedInputs):
        return [*inputs.players, *inputs.substitutes]
    return list(inputs.order)


def count_changed_ratings(draw: SeatingDraw) -> int:
    """Return the number of players whose rating is another today; 0 without a public list."""
    inputs, seeding = draw.value.inputs, draw.value.inputs.seeding
    today = lists.find_ratings_today(draw.tournament, seeding) if seeding is not None else None
    if seeding is None or today is None:
        return 0
    now = {number: today.get(entry.number) for number, entry in map_people_by_number(draw).items()}
    return sum(now.get(number) != seeding.ratings.get(number) for number in _list_players(inputs))


def count_changed_ratings_of_draft(version: Seating) -> int:
    if version.state != Seating.State.DRAFT:
        return 0
    draw = SeatingDraw.objects.filter(seatings=version.origin, certificate__contains=SEEDED).last()
    return count_changed_ratings(draw) if draw is not None else 0
