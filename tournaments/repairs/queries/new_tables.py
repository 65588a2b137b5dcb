"""Tables that a late player opens with three who sit out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.repairs.queries.rows import Plan
from tournaments.rounds.models import MAX_TABLE, Round, Seat, Seating
from tournaments.rounds.queries.participants import CHAIRS, list_possible_players
from tournaments.seating.queries.quality import read_plan

OPEN: Final = "open"


@dataclass(frozen=True)
class NewTable:
    """New table for a late player with `others` who sit out or came late too, house substitutes last."""

    round: Round
    number: int
    others: tuple[Entry, ...]

    def __str__(self) -> str:
        first, second, third = (entry.number for entry in self.others)
        return _("Open table %(table)s with %(first)s, %(second)s and %(third)s") % {
            "table": self.number,
            "first": first,
            "second": second,
            "third": third,
        }

    def list_players_by_seat(self, comes: Entry, winds: dict[int, list[int]]) -> list[int]:
        """Return the four players' numbers by seat, so that `winds`, which then count this table, stay most even."""
        # The import loads numpy, which showing the form does not need.
        from tournaments.seating.logic.swiss.rounds import choose_best_winds

        people = list(choose_best_winds(sorted(entry.number for entry in (*self.others, comes)), winds))
        for wind, number in enumerate(people):
            winds.setdefault(number, [0] * CHAIRS)[wind] += 1
        return people


def list_new_tables(tournament: Tournament, comes: Entry | None = None) -> list[NewTable]:
    """Return the tables that `comes` can open in public or running rounds, without stages with a cut and boards."""
    options = []
    rounds = tournament.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.PLAYING), stage__cut_to=None)
    for round_ in rounds.filter(alone=False).select_related("stage", "tournament").order_by("number"):
        version = round_.current_seating
        if version is None or has_boards(round_):
            continue
        plan = read_plan(version)
        if comes is not None and comes.pk in _collect_seated_keys(plan):
            continue
        free = sorted(
            [*list_players_without_seat(round_, plan), *_list_latecomers(round_)], key=lambda entry: entry.is_spare
        )
        others = [entry for entry in free if entry != comes][: CHAIRS - 1]
        number = get_next_table_number(round_, version)
        if len(others) == CHAIRS - 1 and number <= MAX_TABLE:
            options.append(NewTable(round_, number, tuple(others)))
    return options


def list_players_without_seat(round_: Round, plan: Plan) -> list[Entry]:
    """Return the players of the round without a seat, house substitutes last."""
    seated = _collect_seated_keys(plan)
    free = [entry for entry in list_possible_players(round_) if entry.pk not in seated]
    return sorted(free, key=lambda entry: (entry.is_spare, entry.number))


def _list_latecomers(round_: Round) -> list[Entry]:
    latecomers = round_.tournament.entries.filter(status=Entry.Status.CHECKED_IN, from_round__gt=round_.number)
    seated = Seat.objects.filter(seating__state__in=Seating.LIVE, entry__tournament=round_.tournament_id)
    return list(latecomers.exclude(pk__in=seated.values("entry")).order_by("number"))


def has_boards(round_: Round) -> bool:
    return round_.tables.exclude(plays=None).exists()


def get_next_table_number(round_: Round, version: Seating) -> int:
    """Return the number after the highest of this and earlier seatings of the round."""
    seats: int = version.seats.aggregate(highest=Max("table_number"))["highest"] or 0
    tables: int = round_.tables.aggregate(highest=Max("number"))["highest"] or 0
    return max(seats, tables) + 1


def _collect_seated_keys(plan: Plan) -> set[int]:
    return {entry.pk for people in plan.values() for entry in people}


def count_winds_by_player(tournament: Tournament) -> dict[int, list[int]]:
    """Return the counts of East, South, West and North in the public seatings, by player's number."""
    counts: dict[int, list[int]] = {}
    seats = Seat.objects.filter(seating__round__tournament=tournament, seating__state__in=Seating.LIVE)
    for number, wind in seats.values_list("entry__number", "wind"):
        if wind is not None:
            counts.setdefault(number, [0] * CHAIRS)[wind] += 1
    return counts
