from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from types import MappingProxyType

from tournaments.core.text.folding import fold_name
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.rounds.queries.participants import list_possible_players, list_round_players
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.draws import FixedInputs, RankedInputs
from tournaments.seating.logic.seeding import NO_RATINGS, Ratings, Seeding, get_ratings
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.quality import (
    as_rounds,
    get_constraints,
    map_earlier_plans,
    map_numbers_by_table,
    read_plan,
)
from tournaments.standings.logic import Standings, order_by_teams
from tournaments.standings.logic.inputs import UsedPlace
from tournaments.standings.queries.standings import compute_standings

STARTED = (Round.State.PLAYING, Round.State.FINISHED)


def build_fixed_inputs(
    rounds: Sequence[Round],
    *,
    substitutes: Sequence[Entry] = (),
    earlier: Tournament | None = None,
    improve: int = 0,
    seeding: Seeding | None = None,
) -> FixedInputs:
    """Return the inputs of rounds drawn together after seated ones; pairs met in `earlier` count as wishes."""
    field = list_round_players(rounds[0])
    played, numbers = as_rounds(map_earlier_plans(rounds[0]))
    return FixedInputs(
        "added" if played else "fixed",
        players=tuple(entry.number for entry in field),
        rounds=len(rounds),
        constraints=_get_wishes(rounds[0].tournament, [*field, *substitutes], earlier),
        substitutes=tuple(entry.number for entry in substitutes),
        improve=improve,
        played=played,
        played_numbers=numbers,
        seeding=seeding.limit_to(entry.number for entry in [*field, *substitutes]) if seeding is not None else None,
    )


def build_fixtures_inputs(rounds: Sequence[Round]) -> FixedInputs:
    played, numbers = as_rounds(map_earlier_plans(rounds[0]))
    lineups = [[entry for entry in list_round_players(round_) if entry.team_id is not None] for round_ in rounds]
    people = {entry.pk: entry for line in lineups for entry in line}
    codes = dict(rounds[0].tournament.teams.filter(members__in=people).order_by("code").values_list("pk", "code"))
    number = {team: position for position, team in enumerate(codes, 1)}
    return FixedInputs(
        "fixtures",
        players=tuple(sorted(entry.number for entry in people.values())),
        rounds=len(rounds),
        codes=tuple(codes.values()),
        teams={entry.number: number[entry.team_id or 0] for entry in people.values()},
        lineups=tuple(tuple(entry.number for entry in line) for line in lineups),
        constraints=get_constraints(rounds[0].tournament),
        played=played,
        played_numbers=numbers,
    )


def build_ranked_inputs(round_: Round, kind: str, mode: str, options: DrawOptions) -> RankedInputs:
    """Return the players by confirmed places; those without one, then filling substitutes, come last."""
    table = compute_standings(round_.tournament, options.get_number_of_round_before(round_))
    people = sort_players(
        list_round_players(round_),
        table,
        options.lot,
        by_teams=round_.stage.of_teams,
        ratings=get_ratings(options.seeding),
    )
    people += _list_joining(people, options.substitutes)
    played, _numbers = as_rounds(map_earlier_plans(round_))
    seated = [{player for table in past for player in table} for past in played]
    byes = {entry.number: sum(1 for who in seated if entry.number not in who) for entry in people}
    brackets = group_brackets(people, table)
    return RankedInputs(
        kind,
        order=tuple(entry.number for entry in people),
        played=played,
        mode=mode,
        constraints=_get_wishes(round_.tournament, people, options.earlier),
        brackets=brackets if options.in_brackets else None,
        byes={number: count for number, count in byes.items() if count},
        rounds=len(played) + round_.stage.rounds.filter(number__gte=round_.number).count(),
        block=options.block,
        seeding=options.seeding.limit_to(entry.number for entry in people) if options.seeding is not None else None,
    )


def sort_players(
    people: Collection[Entry],
    table: Standings,
    lot: str,
    then: Mapping[int, int] = MappingProxyType({}),
    *,
    by_teams: bool = False,
    ratings: Ratings = NO_RATINGS,
) -> list[Entry]:
    """Return the players by place; those without one last, by `lot` if there is one, else by `ratings`, then by number.
    `then`: today's number -> number at the time of the lot, of ratings and of shared places. `by_teams`: by the teams'
    places.
    """
    # Before the first result the table lists everybody by number; that is no place.
    rows = table.individual if any(row.games for row in table.individual) else ()
    place = {row.key: position for position, row in enumerate(rows)}
    if then or ratings:
        for before, row in pairwise(rows):
            if (row.place, row.values) == (before.place, before.values):
                place[row.key] = place[before.key]
    last = len(rows)

    def position(entry: Entry) -> tuple[int, tuple[bool, int], tuple[bytes, int]]:
        number = then.get(entry.number, entry.number)
        rank = (number not in ratings, -ratings.get(number, 0))
        if entry.pk in place:
            return place[entry.pk], rank, (b"", number)
        return last, rank, _compute_lot(lot, number if lot or ratings else entry.number)

    ordered = sorted(people, key=position)
    if not by_teams:
        return ordered
    listed = {entry.pk: entry for entry in ordered if entry.pk in place}
    teams = [row.key for row in table.teams]
    order = order_by_teams(list(listed), teams, {entry.pk: entry.team_id for entry in ordered})
    return [*(listed[int(key)] for key in order), *(entry for entry in ordered if entry.pk not in place)]


def group_brackets(people: Iterable[Entry], table: Standings) -> list[list[int]]:
    points = {row.key: row.values[table.metrics[0]] for row in table.individual}
    brackets: dict[Fraction | None, list[int]] = {}
    for entry in people:
        brackets.setdefault(points.get(entry.pk), []).append(entry.number)
    return list(brackets.values())


def list_used_places(inputs: RankedInputs, joining: Collection[int] = ()) -> list[UsedPlace]:
    """Return the order of a draw as stored inputs; those `joining` have no place."""
    group = {number: index for index, bracket in enumerate(inputs.brackets or (), 1) for number in bracket}
    order = [number for number in inputs.order if number not in joining]
    return [UsedPlace(place, number, group=group.get(number)) for place, number in enumerate(order, 1)]


def _compute_lot(seed: str, number: int) -> tuple[bytes, int]:
    return hashlib.sha256(f"{seed}|{number}".encode()).digest() if seed else b"", number


def _list_joining(people: Sequence[Entry], substitutes: Sequence[Entry]) -> list[Entry]:
    spare = [entry for entry in substitutes if entry not in people]
    wanted = -len(people) % 4
    return spare[:wanted] if len(spare) >= wanted else []


def _get_wishes(tournament: Tournament, people: Sequence[Entry], earlier: Tournament | None) -> Constraints:
    constraints = get_constraints(tournament, people)
    return replace(constraints, met_before=collect_pairs_met(tournament, earlier)) if earlier else constraints


def build_replan_inputs(tournament: Tournament, tables_gone: Collection[int] = ()) -> FixedInputs:
    """Return started rounds, coming ones as published or last drafted, and who plays on; full tables only."""
    played, planned = dict[int, dict[int, tuple[int, ...]]](), dict[int, dict[int, tuple[int, ...]]]()
    for round_ in tournament.rounds.order_by("number"):
        newest = find_newest_seating(round_)
        if newest is not None:
            part = played if round_.state in STARTED else planned
            part[round_.number] = map_numbers_by_table(read_plan(newest))
    absent, chairless = list_unsettled(tournament)
    (before, before_numbers), (coming, coming_numbers) = as_rounds(played), as_rounds(planned)
    return FixedInputs(
        "replan",
        way="redraw",
        constraints=get_constraints(tournament),
        played=before,
        played_numbers=before_numbers,
        planned=coming,
        planned_numbers=coming_numbers,
        leaves=frozenset(entry.number for entry in absent),
        arrives=tuple(entry.number for entry in chairless),
        tables_gone=frozenset(tables_gone),
    )


def list_unsettled(tournament: Tournament) -> tuple[list[Entry], list[Entry]]:
    """Return, by number, players who left but are seated, and players of the next round without a seat."""
    coming = list_coming_rounds(tournament)
    if not coming:
        return [], []
    fields = [{entry.pk for entry in list_possible_players(round_)} for round_ in coming]
    seated: dict[int, list[bool]] = {}
    entries: dict[int, Entry] = {}
    for round_, field in zip(coming, fields, strict=True):
        newest = find_newest_seating(round_)
        for entry in (entry for table in read_plan(newest).values() for entry in table) if newest else ():
            entries[entry.pk] = entry
            seated.setdefault(entry.pk, []).append(entry.pk in field)
    unseated = [entry for pk, entry in entries.items() if not any(seated[pk])]
    chairless = [entry for entry in list_round_players(coming[0]) if entry.pk not in seated]
    return sorted(unseated, key=lambda entry: entry.number), chairless


def list_coming_rounds(tournament: Tournament) -> list[Round]:
    rounds = tournament.rounds.exclude(state__in=STARTED).exclude(seatings=None).order_by("number")
    live = [*Seating.LIVE, Seating.State.DRAFT]
    return [round_ for round_ in rounds if round_.seatings.filter(state__in=live).exists()]


def find_newest_seating(round_: Round) -> Seating | None:
    """Return a redraw's unpublished draft, else the public version, else the last draft."""
    drafts = round_.seatings.filter(state=Seating.State.DRAFT)
    replanned = None if round_.state in STARTED else drafts.filter(draws__kind=SeatingDraw.Kind.REPLAN).last()
    return replanned or round_.current_seating or drafts.last()


def map_newest_seatings(rounds: Sequence[Round]) -> dict[int, Seating]:
    """Return what `find_newest_seating` finds for each round, by its primary key, by two queries for all of them."""
    versions = Seating.objects.filter(round__in=rounds).exclude(state=Seating.State.SUPERSEDED).order_by("version")
    replans = set(versions.filter(draws__kind=SeatingDraw.Kind.REPLAN).values_list("pk", flat=True))
    newest: dict[int, Seating] = {}
    for round_ in rounds:
        own = [version for version in versions if version.round_id == round_.pk]
        drafts = [version for version in own if version.state == Seating.State.DRAFT]
        replanned = [] if round_.state in STARTED else [version for version in drafts if version.pk in replans]
        public = [version for version in own if version.state in Seating.LIVE]
        if chosen := replanned[-1:] or public[:1] or drafts[-1:]:
            newest[round_.pk] = chosen[0]
    return newest


def collect_pairs_met(tournament: Tournament, earlier: Tournament) -> frozenset[tuple[int, int]]:
    """Return pairs of numbers in `tournament`, smaller first, who shared a table in `earlier`. People are matched by
    EMA number, else by a name that is unique in both events (accents, case and order ignored).
    """
    entries, earlier_entries = (
        _map_numbers_by_sign(tournament.entries.all()),
        _map_numbers_by_sign(earlier.entries.all()),
    )
    number_of = {earlier_entries[sign]: entries[sign] for sign in earlier_entries.keys() & entries.keys()}
    seats = Seat.objects.filter(seating__round__tournament=earlier, seating__state__in=Seating.LIVE)
    tables: dict[tuple[int, int], list[int]] = {}
    for seating, table, number in seats.values_list("seating_id", "table_number", "entry__number"):
        if number in number_of:
            tables.setdefault((seating, table), []).append(number_of[number])
    return frozenset((min(a, b), max(a, b)) for people in tables.values() for a, b in combinations(people, 2) if a != b)


def _map_numbers_by_sign(entries: Iterable[Entry]) -> dict[str, int]:
    signs: dict[str, int] = {}
    names: dict[str, set[int]] = {}
    for entry in entries:
        if entry.ema_number:
            signs[f"ema {entry.ema_number}"] = entry.number
        names.setdefault(fold_name(entry.full_name), set()).add(entry.number)
    return signs | {f"name {name}": min(numbers) for name, numbers in names.items() if name and len(numbers) == 1}
