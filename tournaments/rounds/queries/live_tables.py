"""Tables that are played now, for pages that everybody sees: who sits where, and nothing of their sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import GameTable, Round, Seat, Seating

MOST: Final = 6
"""Number of tables of a glance; the seating has all."""
NO_PLACE: Final = 10**6


@dataclass(frozen=True)
class LiveSeat:
    """A seat with the place of its player or team, 0 without one."""

    wind: int | None
    player: Entry
    place: int


@dataclass(frozen=True)
class LiveTable:
    """A table in play, with its seats from East."""

    round: int
    label: str
    seats: tuple[LiveSeat, ...]


@dataclass(frozen=True)
class LiveTables:
    """The tables with the best places of those in play; `count`: number of all of them, `rounds`: of their rounds."""

    tables: tuple[LiveTable, ...]
    count: int
    rounds: tuple[int, ...]


def list_live_tables(
    rounds: Iterable[Round], places: Mapping[int, int], players: Mapping[int, Entry], *, by_team: bool = False
) -> LiveTables | None:
    """Return the tables of rounds in play, the best first.

    `places`: by the key of a player, or `by_team`; `players`: those that are read already, by key.
    """
    playing = {row.pk: row.number for row in rounds if row.state == Round.State.PLAYING}
    if not playing:
        return None
    tables = GameTable.objects.filter(round__in=playing, postponed_to=None)
    names = {(table.round_id, table.number): table.called for table in tables}
    seats = Seat.objects.filter(seating__round__in=playing, seating__state__in=Seating.LIVE).order_by("pk")
    chairs: dict[tuple[int, int], list[tuple[int | None, int, int]]] = defaultdict(list)
    for round_, number, wind, entry, team in seats.values_list(
        "seating__round", "table_number", "wind", "entry", "entry__team"
    ):
        if (round_, number) in names:
            chairs[round_, number].append((wind, entry, places.get(team if by_team else entry) or 0))
    if not chairs:
        return None
    best = {table: sorted(place or NO_PLACE for _wind, _entry, place in chairs[table]) for table in chairs}
    first = sorted(chairs, key=lambda table: (best[table], playing[table[0]], table[1]))[:MOST]
    unread = {entry for table in first for _wind, entry, _place in chairs[table]} - players.keys()
    everybody = {**players, **Entry.objects.select_related("team").in_bulk(unread)}
    listed = tuple(
        LiveTable(
            playing[table[0]],
            names[table],
            tuple(
                LiveSeat(wind, everybody[entry], place)
                for wind, entry, place in sorted(chairs[table], key=lambda chair: (chair[0] is None, chair[0] or 0))
            ),
        )
        for table in first
    )
    return LiveTables(listed, len(chairs), tuple(sorted({playing[round_] for round_, _number in chairs})))
