"""Effect of swaps on a seating: tables, measures and meetings before and after. Nothing is stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seating
from tournaments.rounds.queries.participants import who_may_play
from tournaments.seating.logic.measures import meeting_matrix
from tournaments.seating.queries.quality import (
    constraints_of,
    numbers_of,
    plan_of,
    seated_plans,
    whole_measures,
)
from tournaments.seating.queries.swaps import Swap, after_swaps, new_hard_breaks, problem_of
from tournaments.seating.views.figures import Figure, figures_of, met_before_in
from tournaments.seating.views.heat_map import HeatMap, heat_map


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


def board_of(seating: Seating, swaps: Sequence[Swap], *, locked: Collection[int] = ()) -> SwapBoard:
    """Return the board with these swaps tried, measured over all rounds; the first bad one is its `problem`."""
    round_ = seating.round
    entries = {entry.number: entry for entry in round_.tournament.entries.select_related("team")}
    playing = {entry.number for entry in who_may_play(round_)}
    before = plan_of(seating)
    problem, applied, after = "", list[Swap](), before
    for swap in swaps:
        problem = problem_of(swap, after, entries, playing)
        if problem:
            break
        applied.append(swap)
        after = after_swaps(after, [swap], entries)
    constraints = replace(constraints_of(round_.tournament, entries.values()), met_before=met_before_in(seating))
    plans = seated_plans(round_.tournament)
    old, old_rounds = whole_measures(plans | {round_.number: numbers_of(before)}, constraints)
    new, new_rounds = whole_measures(plans | {round_.number: numbers_of(after)}, constraints)
    people = sorted({player for drawn in new_rounds for table in drawn for player in table})
    index = {player: i for i, player in enumerate(people)}
    met = meeting_matrix(new_rounds, people)
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
        figures=figures_of(old, new),
        broken=tuple(new_hard_breaks(round_, before, after)) if applied else (),
        rounds=tuple(sorted(plans.keys() | {round_.number})),
        map=heat_map(new_rounds, entries, old_rounds),
        problem=problem,
    )
