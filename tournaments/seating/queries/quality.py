from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from tournaments.core.text import places
from tournaments.core.text.sentences import translate_text
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.measures import Measures, measure_rounds
from tournaments.seating.logic.schedule import Rounds, RoundTables, Table
from tournaments.seating.logic.text import KIND_NAMES
from tournaments.seating.models.constraints import SeatingConstraint

TablePlan = Mapping[int, Sequence[Entry]]
"""Table number -> its four entries, East, South, West, North."""


def get_constraints(tournament: Tournament, entries: Iterable[Entry] | None = None) -> Constraints:
    people = list(entries) if entries is not None else list(tournament.entries.all())
    wishes = list(tournament.seating_constraints.select_related("entry", "other"))
    kinds = SeatingConstraint.Kind
    return Constraints(
        teams={e.number: e.team_id for e in people if e.team_id} if "team" in tournament.separate else {},
        clubs={e.number: e.club for e in people if e.club} if "club" in tournament.separate else {},
        countries=_map_countries(people) if "country" in tournament.separate else {},
        forbidden=_collect_pairs(wishes, kinds.FORBIDDEN_PAIR),
        wished=_collect_pairs(wishes, kinds.WISHED_PAIR),
        fixed_tables={
            wish.entry.number: wish.table_number
            for wish in wishes
            if wish.kind == kinds.FIXED_TABLE and wish.table_number is not None
        },
        referees=frozenset(wish.entry.number for wish in wishes if wish.kind == kinds.REFEREE),
    )


def _map_countries(people: Iterable[Entry]) -> dict[int, str]:
    countries = {entry.number: places.identify_country(entry) for entry in people}
    return {number: country for number, country in countries.items() if country not in ("", places.INDEPENDENT)}


def count_requests_by_kind(tournament: Tournament) -> list[tuple[str, int]]:
    constraints = get_constraints(tournament)
    counts = {
        "team": len(set(constraints.teams.values())),
        "club": len(set(constraints.clubs.values())),
        "country": len(set(constraints.countries.values())),
        "forbidden": len(constraints.forbidden),
        "wished": len(constraints.wished),
        "fixed table": len(constraints.fixed_tables),
        "referees": len(constraints.referees),
    }
    return [(translate_text(KIND_NAMES[kind]), count) for kind, count in counts.items() if count]


def map_earlier_plans(round_: Round) -> dict[int, dict[int, tuple[int, ...]]]:
    """Return earlier rounds -> tables in entry numbers: the live seating, else the newest draft."""
    return _map_plans(Q(round__tournament=round_.tournament_id, round__number__lt=round_.number))


def map_seated_plans(tournament: Tournament) -> dict[int, dict[int, tuple[int, ...]]]:
    return _map_plans(Q(round__tournament=tournament))


def measure_plans(
    plans: Mapping[int, Mapping[int, tuple[int, ...]]], constraints: Constraints
) -> tuple[Measures, Rounds]:
    """Return measures over all rounds (number -> table -> entry numbers), and the rounds as measured."""
    rounds, numbers = as_rounds(plans)
    return measure_rounds(rounds, constraints, table_numbers=numbers), rounds


def _map_plans(which: Q) -> dict[int, dict[int, tuple[int, ...]]]:
    chosen: dict[int, Seating] = {}
    seatings = Seating.objects.filter(which, ~Q(state=Seating.State.SUPERSEDED)).select_related("round")
    for seating in seatings.order_by("round__number", "version"):
        held = chosen.get(seating.round.number)
        if held is None or held.state not in Seating.LIVE:
            chosen[seating.round.number] = seating
    plans = map_plans_by_seating(chosen.values())
    return {number: plans[seating.pk] for number, seating in sorted(chosen.items())}


def map_plans_by_seating(seatings: Iterable[Seating]) -> dict[int, dict[int, tuple[int, ...]]]:
    plans: dict[int, dict[int, tuple[int, ...]]] = {seating.pk: {} for seating in seatings}
    seats = Seat.objects.filter(seating__in=plans).order_by("table_number", "wind", "pk")
    for seating, table, number in seats.values_list("seating_id", "table_number", "entry__number"):
        plans[seating][table] = (*plans[seating].get(table, ()), number)
    return plans


def as_rounds(plans: Mapping[int, Mapping[int, tuple[int, ...]]]) -> tuple[Rounds, tuple[tuple[int, ...], ...]]:
    """Return plans (round -> table -> entry numbers) as rounds, and their table numbers."""
    both = [_list_full_tables(plan) for _number, plan in sorted(plans.items())]
    return tuple(tables for tables, _ in both), tuple(labels for _, labels in both)


def measure_up_to_round(round_: Round, plan: TablePlan, earlier: Mapping[int, TablePlan]) -> dict[str, Any]:
    """Return the measures over the rounds up to this one as JSON values, named as in `Measures`."""
    before = map_earlier_plans(round_)
    before |= {n: map_numbers_by_table(p) for n, p in earlier.items() if n < round_.number}
    rounds, numbers = [], []
    for tables in [before[n] for n in sorted(before)] + [map_numbers_by_table(plan)]:
        drawn, labels = _list_full_tables(tables)
        rounds.append(drawn)
        numbers.append(labels)
    constraints = get_constraints(round_.tournament)
    return measure_rounds(tuple(rounds), constraints, table_numbers=numbers).as_dict()


def list_broken_wishes(round_: Round, plan: TablePlan) -> list[dict[str, Any]]:
    """Return the constraints that these tables break beyond the unavoidable, with pairs of numbers."""
    drawn, labels = _list_full_tables(map_numbers_by_table(plan))
    lines = measure_rounds((drawn,), get_constraints(round_.tournament), table_numbers=[labels]).as_dict()[
        "constraints"
    ]
    return [line for line in lines if line["kind"] != "wished" and line["breaks"] > line["bound"]]


def _collect_pairs(wishes: Iterable[SeatingConstraint], kind: str) -> frozenset[tuple[int, int]]:
    return frozenset((w.entry.number, w.other.number) for w in wishes if w.kind == kind and w.other is not None)


def read_plan(seating: Seating) -> dict[int, tuple[Entry, ...]]:
    plan: dict[int, list[Entry]] = {}
    for seat in seating.seats.select_related("entry").order_by("table_number", "wind", "pk"):
        plan.setdefault(seat.table_number, []).append(seat.entry)
    return {number: tuple(entries) for number, entries in plan.items()}


def map_numbers_by_table(plan: TablePlan) -> dict[int, tuple[int, ...]]:
    return {number: tuple(entry.number for entry in entries) for number, entries in plan.items()}


def _list_full_tables(plan: Mapping[int, tuple[int, ...]]) -> tuple[RoundTables, tuple[int, ...]]:
    """Return the full tables by number, and those numbers; imports can have short tables."""
    drawn: list[Table] = []
    labels = []
    for number, seats in sorted(plan.items()):
        if len(seats) == 4:
            drawn.append((seats[0], seats[1], seats[2], seats[3]))
            labels.append(number)
    return tuple(drawn), tuple(labels)
