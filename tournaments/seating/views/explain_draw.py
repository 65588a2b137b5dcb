"""The seating of a public round explained to players: how, for what aim, what it is worth, who met again and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round, Seat, Seating
from tournaments.seating.logic.draws import Draw
from tournaments.seating.logic.measures import Measures, measures
from tournaments.seating.logic.schedule import Rounds, Table
from tournaments.seating.logic.text import explain_measures
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.quality import constraints_of
from tournaments.seating.text import draws
from tournaments.seating.text import seatings as words


@dataclass(frozen=True)
class Again:
    """Two players who meet more than once: in which rounds, and why the last of them came about."""

    first: Entry
    second: Entry
    rounds: tuple[int, ...]
    why: str


@dataclass(frozen=True)
class SeatingExplanation:
    """A round's seating in words. `draw` is the certified draw behind it, where there is one."""

    round: int
    version: int
    how: tuple[str, ...]
    aims: tuple[str, ...]
    worth: tuple[str, ...]
    changes: tuple[str, ...]
    again: tuple[Again, ...]
    draw: SeatingDraw | None


@dataclass(frozen=True)
class _Origin:
    """The version that was drawn, the versions made from it by hand in order, and its value."""

    root: Seating
    revisions: tuple[Seating, ...]
    draw: SeatingDraw | None
    value: Draw | None


def explain_round(tournament: Tournament, number: int) -> SeatingExplanation | None:
    """The explanation of a published round, measured over the public rounds up to it; None before it is published."""
    live = {
        seating.round.number: seating
        for seating in Seating.objects.filter(
            round__tournament=tournament, round__number__lte=number, state__in=Seating.LIVE
        ).select_related("round")
    }
    if number not in live:
        return None
    origin = _origin_of(live[number])
    plans = {at: _tables(seating) for at, seating in sorted(live.items())}
    entries = {entry.number: entry for entry in tournament.entries.select_related("team")}
    rounds: Rounds = tuple(_full(plan) for plan in plans.values())
    numbers = [[table for table, people in plan.items() if len(people) == 4] for plan in plans.values()]
    found = measures(rounds, constraints_of(tournament, entries.values()), table_numbers=numbers)
    return SeatingExplanation(
        round=number,
        version=live[number].version,
        how=tuple(draws.how(origin.value) if origin.value else [words.source(origin.root.source)]),
        aims=tuple(draws.aims(origin.value) if origin.value else [words.no_aim(origin.root.source)]),
        worth=tuple(in_words(line) for line in explain_measures(found)),
        changes=tuple(_changes(origin)),
        again=tuple(_again(plans, number, entries, origin, found)),
        draw=origin.draw,
    )


def pairs_again(rounds: Rounds, numbers: Sequence[int]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Pairs that meet more than once -> the rounds of their meetings; `numbers` are those of `rounds`.

    >>> pairs_again((((1, 2, 3, 4),), ((1, 2, 5, 6),)), [1, 2])
    {(1, 2): (1, 2)}
    """
    met: dict[tuple[int, int], list[int]] = {}
    for number, tables in zip(numbers, rounds, strict=True):
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met.setdefault((pair[0], pair[1]), []).append(number)
    return {pair: tuple(when) for pair, when in sorted(met.items()) if len(when) > 1}


def again_in_draw(draw: SeatingDraw) -> list[Again]:
    """Who meets again in a round of the draw, counted over the rounds it was drawn on top of and its own."""
    own = list(draw.seatings.order_by("round__number").values_list("round__number", flat=True).distinct())
    value = draw.value
    past, rounds = value.inputs.played, value.rounds
    earlier = [own[0] - len(past) + at for at in range(len(past))] if own else []
    entries = {entry.number: entry for entry in draw.tournament.entries.select_related("team")}
    people = {player for part in (past, rounds) for tables in part for table in tables for player in table}
    count = len(past) + len(rounds)
    if len(own) != len(rounds):
        return []
    return [
        Again(
            entries[first],
            entries[second],
            when,
            draws.why_again(value, first, second, players=len(people), rounds=count),
        )
        for (first, second), when in pairs_again((*past, *rounds), [*earlier, *own]).items()
        if when[-1] in own and first in entries and second in entries
    ]


def _origin_of(seating: Seating) -> _Origin:
    chain = [seating]
    while (earlier := chain[-1].based_on) is not None:
        chain.append(earlier)
    root = chain[-1]
    draw = root.draws.order_by("-number").first()
    return _Origin(root, tuple(reversed(chain[:-1])), draw, draw.value if draw else None)


def _changes(origin: _Origin) -> list[str]:
    said = []
    for version in origin.revisions:
        before, after = _chairs(version.based_on), _chairs(version)
        came = [name for key, (name, _chair) in after.items() if key not in before]
        left = [name for key, (name, _chair) in before.items() if key not in after]
        moved = [name for key, (name, chair) in after.items() if key in before and before[key][1] != chair]
        if moved:
            said.append(words.moved_by_hand(moved))
        if came:
            said.append(words.came_in(came, left))
    return said


def _chairs(seating: Seating | None) -> dict[int, tuple[str, tuple[int, int | None]]]:
    if seating is None:
        return {}
    seats = seating.seats.select_related("entry").order_by("entry__number")
    return {seat.entry.number: (str(seat.entry), (seat.table_number, seat.wind)) for seat in seats}


def _again(
    plans: dict[int, dict[int, tuple[int, ...]]],
    number: int,
    entries: dict[int, Entry],
    origin: _Origin,
    found: Measures,
) -> list[Again]:
    met = pairs_again(tuple(_full(plan) for plan in plans.values()), list(plans))
    drawn = {pair for table in _tables(origin.root).values() for pair in combinations(sorted(table), 2)}
    lines = []
    for (first, second), rounds in met.items():
        if rounds[-1] != number:
            continue
        if (first, second) not in drawn:
            why = words.met_by_hand()
        elif origin.value is None:
            why = draws.unavoidable(found.players, found.rounds) or words.source(origin.root.source)
        else:
            # A schedule is drawn as a whole: what its last round forces may show in an earlier one.
            planned = len(origin.value.inputs.played) + len(origin.value.rounds)
            count = max(found.rounds, planned)
            why = draws.why_again(origin.value, first, second, players=found.players, rounds=count)
        lines.append(Again(entries[first], entries[second], rounds, why))
    return lines


def _tables(seating: Seating) -> dict[int, tuple[int, ...]]:
    plan: dict[int, list[int]] = {}
    seats = Seat.objects.filter(seating=seating).order_by("table_number", "wind", "pk")
    for table, entry in seats.values_list("table_number", "entry__number"):
        plan.setdefault(table, []).append(entry)
    return {table: tuple(people) for table, people in plan.items()}


def _full(plan: dict[int, tuple[int, ...]]) -> tuple[Table, ...]:
    return tuple((p[0], p[1], p[2], p[3]) for p in plan.values() if len(p) == 4)


def explained_rounds(tournament: Tournament) -> list[int]:
    """The rounds whose seating is public, in order."""
    live = Round.objects.filter(tournament=tournament, seatings__state__in=Seating.LIVE)
    return list(live.order_by("number").values_list("number", flat=True))
