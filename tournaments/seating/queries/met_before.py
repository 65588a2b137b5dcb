"""Who of an event's players met at a table of an earlier event."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import combinations

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Seat, Seating


def pairs_met(tournament: Tournament, earlier: Tournament) -> frozenset[tuple[int, int]]:
    """Pairs of entry numbers of `tournament`, smaller first, of players who shared a table in `earlier`.

    A person is known again by the EMA number, else by the name (accents, case and the order of its parts do not
    count); a name that two players of one event share is nobody's.
    """
    here, there = _by_sign(tournament.entries.all()), _by_sign(earlier.entries.all())
    number_of = {there[sign]: here[sign] for sign in there.keys() & here.keys()}
    seats = Seat.objects.filter(seating__round__tournament=earlier, seating__state__in=Seating.LIVE)
    tables: dict[tuple[int, int], list[int]] = {}
    for seating, table, number in seats.values_list("seating_id", "table_number", "entry__number"):
        if number in number_of:
            tables.setdefault((seating, table), []).append(number_of[number])
    return frozenset((min(a, b), max(a, b)) for people in tables.values() for a, b in combinations(people, 2) if a != b)


def _by_sign(entries: Iterable[Entry]) -> dict[str, int]:
    """What a person is known by -> his number; the EMA number first, names only where they are one person's."""
    signs: dict[str, int] = {}
    names: dict[str, set[int]] = {}
    for entry in entries:
        if entry.ema_number:
            signs[f"ema {entry.ema_number}"] = entry.number
        names.setdefault(_plain(entry.name), set()).add(entry.number)
    return signs | {f"name {name}": min(numbers) for name, numbers in names.items() if name and len(numbers) == 1}


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    return " ".join(sorted("".join(c if c.isalnum() else " " for c in bare).split()))
