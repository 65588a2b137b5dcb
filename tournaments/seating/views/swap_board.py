"""What swaps would do to a seating: tables, measures and meetings before and after. Nothing is stored."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.field import who_plays
from tournaments.seating.logic.measures import meeting_matrix
from tournaments.seating.queries.quality import (
    TablePlan,
    broken_wishes_of,
    constraints_of,
    numbers_of,
    plan_of,
    seated_plans,
    whole_measures,
)
from tournaments.seating.text import seatings as words
from tournaments.seating.views.figures import Figure, figures_of, met_before_in
from tournaments.seating.views.heat_map import HeatMap, heat_map

Swap = tuple[int, int]
"""Two players, by number, who change chairs."""

MAX_SWAPS = 200


def read_swaps(text: str) -> list[Swap]:
    """The swaps of an address: "12-7.3-4" -> [(12, 7), (3, 4)]. Raises ValueError for anything else."""
    if not text:
        return []
    parts = text.split(".")
    if len(parts) > MAX_SWAPS:
        raise ValueError(text[:40])
    swaps = []
    for part in parts:
        if not re.fullmatch(r"[0-9]{1,6}-[0-9]{1,6}", part):
            raise ValueError(text[:40])
        first, second = part.split("-")
        swaps.append((int(first), int(second)))
    return swaps


def write_swaps(swaps: Sequence[Swap]) -> str:
    """The same back.

    >>> write_swaps([(12, 7), (3, 4)])
    '12-7.3-4'
    """
    return ".".join(f"{first}-{second}" for first, second in swaps)


def after_swaps(plan: TablePlan, swaps: Sequence[Swap], entries: Mapping[int, Entry]) -> dict[int, tuple[Entry, ...]]:
    """The tables after all swaps in their order. A player without a chair takes the other's, who then sits out."""
    tables = {number: list(seated) for number, seated in plan.items()}
    at = {entry.number: (table, seat) for table, seated in tables.items() for seat, entry in enumerate(seated)}
    for first, second in swaps:
        one, two = at.pop(first, None), at.pop(second, None)
        for player, chair in ((first, two), (second, one)):
            if chair is not None:
                tables[chair[0]][chair[1]] = entries[player]
                at[player] = chair
    return {number: tuple(seated) for number, seated in tables.items()}


def problem_of(swap: Swap, plan: TablePlan, entries: Mapping[int, Entry], playing: Collection[int]) -> str:
    """Why this swap cannot be made on these tables, in a sentence; empty where it can."""
    first, second = swap
    for number in swap:
        if number not in entries:
            return words.swap_problem("no player", number=number)
    if first == second:
        return words.swap_problem("one player")
    seated = {entry.number for table in plan.values() for entry in table}
    if first not in seated and second not in seated:
        return words.swap_problem("no seat", first=entries[first], second=entries[second])
    for number in swap:
        if number not in seated and number not in playing:
            return words.swap_problem("not playing", name=entries[number])
    return ""


def new_hard_breaks(round_: Round, before: TablePlan, after: TablePlan) -> list[str]:
    """What must be kept and was kept at these tables before, but is not after: a phrase for each pair."""
    held = {
        (line["kind"], line["name"], tuple(found))
        for line in broken_wishes_of(round_, before)
        if line["hard"]
        for found in line["pairs"]
    }
    names = {entry.number: str(entry) for plan in (before, after) for table in plan.values() for entry in table}
    return [
        words.hard_break(line["kind"], names[found[0]], names[found[1]])
        for line in broken_wishes_of(round_, after)
        if line["hard"]
        for found in line["pairs"]
        if (line["kind"], line["name"], tuple(found)) not in held
    ]


@dataclass(frozen=True)
class SwapChair:
    """A chair on the board: `moved` where somebody else sits in it now than in the stored version."""

    table: int
    wind: int | None
    entry: Entry
    moved: bool


@dataclass(frozen=True)
class Card:
    """A table on the board; `again` are its pairs that meet in another round too; `locked` once its sheet is in."""

    number: int
    chairs: tuple[SwapChair, ...]
    again: tuple[tuple[Entry, Entry], ...]
    locked: bool


@dataclass(frozen=True)
class SwapBoard:
    """The whole board after the swaps."""

    swaps: tuple[Swap, ...]
    named: tuple[tuple[Entry, Entry], ...]
    cards: tuple[Card, ...]
    sits_out: tuple[Entry, ...]
    figures: tuple[Figure, ...]
    broken: tuple[str, ...]
    rounds: tuple[int, ...]
    map: HeatMap
    problem: str

    @property
    def changed(self) -> tuple[Figure, ...]:
        """The measures that the swaps change."""
        return tuple(figure for figure in self.figures if figure.trend != "same")


def board_of(seating: Seating, swaps: Sequence[Swap], *, locked: Collection[int] = ()) -> SwapBoard:
    """The board of a version with these swaps tried, measured over every seated round of the event.

    Stops at the first swap that cannot be made and says why in `problem`; the swaps before it are kept.
    """
    round_ = seating.round
    entries = {entry.number: entry for entry in round_.tournament.entries.select_related("team")}
    playing = {entry.number for entry in who_plays(round_)}
    before = plan_of(seating)
    problem, made, after = "", list[Swap](), before
    for swap in swaps:
        problem = problem_of(swap, after, entries, playing)
        if problem:
            break
        made.append(swap)
        after = after_swaps(after, [swap], entries)
    asked = replace(constraints_of(round_.tournament, entries.values()), met_before=met_before_in(seating))
    plans = seated_plans(round_.tournament)
    old, old_rounds = whole_measures(plans | {round_.number: numbers_of(before)}, asked)
    new, new_rounds = whole_measures(plans | {round_.number: numbers_of(after)}, asked)
    people = sorted({player for drawn in new_rounds for table in drawn for player in table})
    index = {player: i for i, player in enumerate(people)}
    met = meeting_matrix(new_rounds, people)
    winds = {seat.entry_id: seat.wind for seat in seating.seats.all()}
    cards = []
    for number, seated in after.items():
        at = [index.get(entry.number) for entry in seated]
        again = [
            (seated[i], seated[j])
            for i, one in enumerate(at)
            for j, two in enumerate(at)
            if i < j and one is not None and two is not None and met[one, two] > 1
        ]
        chairs = [
            SwapChair(number, winds[was.pk], now, moved=was != now)
            for was, now in zip(before[number], seated, strict=True)
        ]
        cards.append(Card(number, tuple(chairs), tuple(again), number in locked))
    sitting = {entry.number for seated in after.values() for entry in seated}
    return SwapBoard(
        swaps=tuple(made),
        named=tuple((entries[first], entries[second]) for first, second in made),
        cards=tuple(cards),
        sits_out=tuple(entries[number] for number in sorted(playing - sitting)),
        figures=figures_of(old, new),
        broken=tuple(new_hard_breaks(round_, before, after)) if made else (),
        rounds=tuple(sorted(plans.keys() | {round_.number})),
        map=heat_map(new_rounds, entries, old_rounds),
        problem=problem,
    )
