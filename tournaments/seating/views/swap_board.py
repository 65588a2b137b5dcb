"""Effect of swaps on a seating: tables, measures and meetings before and after. Nothing is stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seating
from tournaments.rounds.queries.participants import list_possible_players
from tournaments.seating.logic.measures import compute_meeting_matrix
from tournaments.seating.queries.quality import (
    get_constraints,
    map_numbers_by_table,
    map_seated_plans,
    measure_plans,
    read_plan,
)
from tournaments.seating.queries.swaps import Swap, apply_swaps, describe_problem, list_new_hard_breaks
from tournaments.seating.views.figures import Figure, build_figures, collect_pairs_met_before
from tournaments.seating.views.heat_map import HeatMap, build_heat_map


@dataclass(frozen=True)
class Card:
    """Table on the board; `again`: pairs that meet in another round; `locked` once its sheet is in. Chairs are (wind,
    player, True if it was another one in the stored version).
    """

    number: int
    chairs: list[tuple[int | None, Entry, bool]]
    again: list[tuple[Entry, Entry]]
    locked: bool


@dataclass(frozen=True)
class SwapBoard:
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
        return tuple(figure for figure in self.figures if figure.trend != "same")


def build_board(seating: Seating, swaps: Sequence[Swap], *, locked: Collection[int] = ()) -> SwapBoard:
    """Return the board with these swaps tried, measured over all rounds; the first bad one is its `problem`."""
    round_ = seating.round
    entries = {entry.number: entry for entry in round_.tournament.entries.select_related("team")}
    playing = {entry.number for entry in list_possible_players(round_)}
    before = read_plan(seating)
    problem, applied, after = "", list[Swap](), before
    for swap in swaps:
        problem = describe_problem(swap, after, entries, playing)
        if problem:
            break
        applied.append(swap)
        after = apply_swaps(after, [swap], entries)
    constraints = replace(
        get_constraints(round_.tournament, entries.values()), met_before=collect_pairs_met_before(seating)
    )
    plans = map_seated_plans(round_.tournament)
    old, old_rounds = measure_plans(plans | {round_.number: map_numbers_by_table(before)}, constraints)
    new, new_rounds = measure_plans(plans | {round_.number: map_numbers_by_table(after)}, constraints)
    people = sorted({player for drawn in new_rounds for table in drawn for player in table})
    index = {player: i for i, player in enumerate(people)}
    met = compute_meeting_matrix(new_rounds, people)
    winds = {seat.entry_id: seat.wind for seat in seating.seats.all()}
    cards = []
    for number, seated in after.items():
        indices = [index.get(entry.number) for entry in seated]
        again = [
            (seated[i], seated[j])
            for i, position in enumerate(indices)
            for j, two in enumerate(indices)
            if i < j and position is not None and two is not None and met[position, two] > 1
        ]
        chairs = [(winds[was.pk], now, was != now) for was, now in zip(before[number], seated, strict=True)]
        cards.append(Card(number, chairs, again, number in locked))
    sitting = {entry.number for seated in after.values() for entry in seated}
    return SwapBoard(
        swaps=tuple(applied),
        named=tuple((entries[first], entries[second]) for first, second in applied),
        cards=tuple(cards),
        sits_out=tuple(entries[number] for number in sorted(playing - sitting)),
        figures=build_figures(old, new),
        broken=tuple(list_new_hard_breaks(round_, before, after)) if applied else (),
        rounds=tuple(sorted(plans.keys() | {round_.number})),
        map=build_heat_map(new_rounds, entries, old_rounds),
        problem=problem,
    )
