"""Figures of an event or of several: sums by player, read from the stored rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from django.db.models import Q

from tournaments.core.shared_answers import share_answer
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures.logic.sums import Opponent, PlayedGame, Sums, add_sums
from tournaments.figures.models import FigureSums, StoredFigures
from tournaments.figures.stored import build_sums, get_stored_figures, get_stored_figures_of, parse_games, parse_sums
from tournaments.standings.queries.standings import get_last_released_round

FEW: Final = 500
"""Entries that a query names; of more it reads all rows of their events."""


class Coverage(NamedTuple):
    """Games, those of them whose hands are written down, and hands."""

    games: int
    written: int
    hands: int


NOTHING: Final = Coverage(0, 0, 0)


@dataclass(frozen=True)
class Numbers:
    """Sums and games by owner (a player, or a person of several events) under the rules of one family."""

    family: str
    families: tuple[str, ...]
    """Families with games, the most played first."""
    sums: Mapping[int, Sums]
    games: Mapping[int, list[PlayedGame]]
    opponents: Mapping[int, Mapping[int, Opponent]]
    coverage: Coverage = NOTHING
    unplaced: frozenset[int] = frozenset()
    """Owners whom no leaderboard lists, because they have no place in the standings."""

    @property
    def listed(self) -> dict[int, Sums]:
        return {key: sums for key, sums in self.sums.items() if key not in self.unplaced}

    def coverage_of(self, owner: int) -> tuple[int, int, int]:
        """Return the owner's games with hands on record, all games, and hands."""
        sums = self.sums.get(owner, {})
        written, games, hands = (int(sums.get(name, 0)) for name in ("games_with_hands", "games", "hands"))
        return written, games, hands


def count_coverage(rows: Iterable[StoredFigures], numbers: Numbers) -> Coverage:
    """Return the coverage of whole events, as their marks have it; of several families, a table for each four sums."""
    if len(numbers.families) <= 1:
        marks = [(row.games, row.games_with_hands, row.hands) for row in rows]
        return Coverage(*(sum(counts) for counts in zip(*marks, strict=True))) if marks else NOTHING
    counted = ("games", "games_with_hands", "hands")
    # Rows of erased players are missing.
    return Coverage(*(-(-sum(int(sums.get(name, 0)) for sums in numbers.sums.values()) // 4) for name in counted))


def list_unplaced(event: Tournament) -> frozenset[int]:
    """Return the players without a place in the standings: house substitutes and those out of competition."""
    rows = list(event.entries.filter(Q(house=True) | Q(unranked=True)).values_list("pk", "unranked"))
    ranked = bool(rows) and event.ruleset.substitutes.rank_house
    return frozenset(key for key, unranked in rows if unranked or not ranked)


def read_event_numbers(
    event: Tournament, family: str = "", *, with_games: bool = True, with_opponents: bool = False
) -> tuple[StoredFigures, Numbers]:
    """Return the sums of the public games of an event by the player's key."""

    def read() -> tuple[StoredFigures, Numbers]:
        stored = get_stored_figures(event)
        numbers = read_numbers([stored], None, family, with_games=with_games, with_opponents=with_opponents)
        return stored, _complete(numbers, stored, event)

    return share_answer(("numbers", event.pk, family, with_games, with_opponents), read)


def _complete(numbers: Numbers, row: StoredFigures, event: Tournament) -> Numbers:
    return replace(numbers, coverage=count_coverage([row], numbers), unplaced=list_unplaced(event))


def compute_event_numbers(event: Tournament, through: int | None = None) -> tuple[StoredFigures, list[Numbers]]:
    """Return the numbers of each family in the released rounds up to `through`, hidden standings or not."""
    last = get_last_released_round(event)
    row = StoredFigures(tournament=event, after=last if through is None else min(through, last))
    listed = [(sums.entry_id, sums.family, sums.amounts, sums.games, sums.opponents) for sums in build_sums(row, event)]
    first = _add_rows(listed, None, "")
    parts = [first if name == first.family else _add_rows(listed, None, name) for name in first.families]
    return row, [_complete(numbers, row, event) for numbers in parts]


def read_numbers(
    rows: Sequence[StoredFigures],
    owners: Mapping[int, int] | None,
    family: str = "",
    *,
    with_games: bool = True,
    with_opponents: bool = False,
) -> Numbers:
    """Add the sums of events; `owners`: owner by the key of an entry, all others are left out; None: each its own."""
    # Opponents are most of what an event stores, and a page of one player alone shows them.
    more = ["games", *(["opponents"] if with_opponents else [])] if with_games else []
    columns = ["entry_id", "family", "amounts", *more]
    query = (
        FigureSums.objects.filter(stored__in=rows).order_by("stored", "entry__number", "entry").values_list(*columns)
    )
    if owners is not None and len(owners) <= FEW:
        query = query.filter(entry__in=owners)
    return _add_rows([row for row in query if owners is None or row[0] in owners], owners, family)


def _add_rows(listed: Sequence[tuple[Any, ...]], owners: Mapping[int, int] | None, family: str) -> Numbers:
    played = Counter[str]()
    for row in listed:
        played[row[1]] += int(row[2].get("games", 0))
    families = tuple(name for name, _games in sorted(played.items(), key=lambda pair: (-pair[1], pair[0])))
    chosen = family if family in families else next(iter(families), "")
    parts: dict[int, list[Sums]] = defaultdict(list)
    games: dict[int, list[PlayedGame]] = defaultdict(list)
    opponents: dict[int, dict[int, Opponent]] = defaultdict(dict)
    for entry, of_family, amounts, *more in listed:
        if of_family != chosen:
            continue
        owner = entry if owners is None else owners[entry]
        parts[owner].append(parse_sums(amounts))
        if more:
            games[owner] += parse_games(more[0])
        if len(more) > 1:
            opponents[owner] |= {key: Opponent(*met) for key, *met in more[1]}
    sums = {owner: add_sums(of_owner) if len(of_owner) > 1 else of_owner[0] for owner, of_owner in parts.items()}
    return Numbers(chosen, families, sums, games, opponents)


def read_player_numbers(entries: Sequence[Entry], family: str = "") -> Numbers:
    """Return the sums of one person's entries together, under the key of the first."""
    rows = get_stored_figures_of(entry.tournament for entry in entries)
    return read_numbers(rows, {entry.pk: entries[0].pk for entry in entries}, family, with_games=False)


def has_numbers(entry: Entry) -> bool:
    """Return True if a public game of the player counts."""
    event = entry.tournament
    stored = share_answer(("stored figures", event.pk), lambda: get_stored_figures(event))
    return FigureSums.objects.filter(stored=stored, entry=entry).exists()
