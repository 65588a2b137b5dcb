"""Effects of a repair before it is made."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.core.models.sentences import render_text
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.entries.models.entries import StageEntry, Team
from tournaments.events.models import Tournament
from tournaments.repairs.queries.draws import DrawDifference, list_draw_differences
from tournaments.results.services.results import list_seatings_drawn_from
from tournaments.rounds.models import Round, Seating, StandIn
from tournaments.rounds.queries.participants import list_absent_players
from tournaments.seating.queries.differences import Kind, Outdated
from tournaments.seating.queries.draw_inputs import find_newest_seating
from tournaments.seating.queries.outdated import list_differences
from tournaments.seating.queries.quality import read_plan
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries.federation import (
    build_federation_rows,
    compute_weight,
    get_federation,
    list_ranked_players,
)
from tournaments.standings.queries.standings import compute_standings


@dataclass(frozen=True)
class MovedCompetitor:
    name: str
    place: tuple[int | None, int | None]
    total: tuple[Fraction | None, Fraction | None]


@dataclass(frozen=True)
class Withdrawn:
    """Results or a seating (`what`) that cease to be public. `drawn`: rounds drawn from these results."""

    round: Round
    what: str
    since: datetime.datetime | None
    drawn: tuple[Round, ...] = ()


@dataclass(frozen=True)
class RepairEffects:
    """Differences that a repair makes. `seats`: people who change seats in rounds that are not over; `tables`: round,
    table, players before and after; `federation`: changing rows of its list; `weight`: before and after; `seen`:
    True if the public pages are open; `opened`: True if the event is reopened.
    """

    players: tuple[MovedCompetitor, ...]
    teams: tuple[MovedCompetitor, ...]
    cuts: tuple[Outdated, ...]
    draws: tuple[DrawDifference, ...]
    outdated: tuple[Outdated, ...]
    """Papers, ceremony and federation list that it makes outdated."""
    papers: tuple[Round, ...]
    seats: tuple[str, ...]
    tables: tuple[tuple[Round, int, tuple[str, ...], tuple[str, ...]], ...]
    federation: int
    weight: tuple[Fraction | None, Fraction | None]
    withdrawn: tuple[Withdrawn, ...]
    seen: bool
    opened: bool
    rounds: tuple[tuple[Round, str, str], ...] = ()
    """Rounds whose state or stage changes: both in words, empty for a missing one."""
    fines: tuple[str, ...] = ()
    boards: tuple[tuple[Round, int], ...] = ()
    absent: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """People who keep their seats in these rounds, which are not over, but do not play."""
    qualified: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    """Stages with a cut, with the names that leave and enter."""
    stand_ins: tuple[tuple[Round, str, str], ...] = ()

    @property
    def to_inform(self) -> tuple[str, ...]:
        """Names of all players and teams whose place, total or seat changes."""
        return tuple(dict.fromkeys([*self.seats, *(moved.name for moved in self.players)]))

    @property
    def people(self) -> bool:
        return bool(self.qualified or self.stand_ins)

    @property
    def ranked(self) -> list[tuple[tuple[MovedCompetitor, ...], str]]:
        return [(rows, label) for rows, label in ((self.players, _("Player")), (self.teams, _("Team"))) if rows]

    @property
    def nothing(self) -> bool:
        changed = self.players or self.teams or self.papers or self.seats or self.federation or self.outdated
        return not (changed or self.withdrawn or self.opened or self.rounds or self.fines or self.absent or self.people)


@dataclass(frozen=True)
class _EventState:
    places: dict[str, tuple[int | None, Fraction | None]]
    teams: dict[str, tuple[int | None, Fraction | None]]
    made: dict[str, Outdated]
    tables: dict[int, dict[int, tuple[str, ...]]]
    scores: dict[int, dict[str, tuple[int, int]]]
    federation: list[list[object]]
    weight: Fraction | None
    public: dict[tuple[int, str], datetime.datetime | None]
    """Times since which results and seatings are public, by round."""
    closed: bool
    rounds: dict[int, str]
    fines: dict[str, str]
    absent: dict[str, set[int]]
    through: dict[str, dict[str, None]]
    stand_ins: dict[int, dict[str, str]]

    def map_seats(self, round_: int) -> dict[str, tuple[int, int]]:
        """Return the table and chair of everybody in the round."""
        tables = self.tables.get(round_, {})
        return {name: (table, seat) for table, people in tables.items() for seat, name in enumerate(people)}


def compute_effects(tournament: Tournament, call: Callable[[], object]) -> RepairEffects:
    """Return the effects of a call, which runs in a transaction that is rolled back."""
    with transaction.atomic():
        before = _read_state(tournament)
        former = {round_.number: round_ for round_ in tournament.rounds.all()}
        call()
        now = Tournament.objects.get(pk=tournament.pk)
        after = _read_state(now)
        rounds = {round_.number: round_ for round_ in now.rounds.order_by("number")}
        outdated = [changed_input for key, changed_input in after.made.items() if key not in before.made]
        draws = list_draw_differences(outdated)
        states = tuple(
            (round_, before.rounds.get(n, ""), after.rounds.get(n, ""))
            for n, round_ in sorted({**former, **rounds}.items())
            if before.rounds.get(n) != after.rounds.get(n)
        )
        boards = tuple((round_, _count_boards_played(round_)) for round_, _was, _now in states if _has_boards(round_))
        transaction.set_rollback(True)
    changed = [
        n for n in rounds if before.tables.get(n) != after.tables.get(n) or before.scores.get(n, {}) != after.scores[n]
    ]
    ahead = [n for n, round_ in rounds.items() if round_.state != Round.State.FINISHED]
    return RepairEffects(
        players=_list_moved(before.places, after.places),
        teams=_list_moved(before.teams, after.teams),
        cuts=tuple(changed_input for changed_input in outdated if changed_input.stage is not None),
        draws=tuple(draws),
        outdated=tuple(changed_input for changed_input in outdated if changed_input.kind not in (Kind.CUT, Kind.DRAW)),
        papers=tuple(rounds[n] for n in changed),
        seats=tuple(
            name
            for n in ahead
            for name in sorted({*before.map_seats(n), *after.map_seats(n)})
            if before.map_seats(n).get(name) != after.map_seats(n).get(name)
        ),
        tables=tuple(
            (rounds[n], table, before.tables.get(n, {}).get(table, ()), people)
            for n in ahead
            for table, people in after.tables.get(n, {}).items()
            if before.tables.get(n, {}).get(table) != people
        ),
        federation=sum(line not in before.federation for line in after.federation),
        weight=(before.weight, after.weight),
        withdrawn=tuple(
            Withdrawn(rounds[n], what, since, _list_rounds_drawn_from(rounds[n]) if what == "results" else ())
            for (n, what), since in before.public.items()
            if (n, what) not in after.public and n in rounds
        ),
        seen=tournament.published,
        opened=before.closed and not after.closed,
        rounds=states,
        fines=tuple(text for key, text in before.fines.items() if key not in after.fines),
        boards=boards,
        absent=tuple(
            (name, tuple(sorted(new)))
            for name, numbers in after.absent.items()
            if (new := numbers - before.absent.get(name, set()))
        ),
        qualified=tuple(
            (
                stage,
                tuple(name for name in was if name not in through),
                tuple(name for name in through if name not in was),
            )
            for stage, through in after.through.items()
            if (was := before.through.get(stage, {})) and was.keys() != through.keys()
        ),
        stand_ins=tuple(
            (rounds[n], player, owner)
            for n, pairs in after.stand_ins.items()
            for player, owner in pairs.items()
            if before.stand_ins.get(n, {}).get(player) != owner
        ),
    )


def _has_boards(round_: Round) -> bool:
    board_sets = BoardSet.objects.filter(tournament=round_.tournament_id, withdrawn_at=None)
    return board_sets.filter(all_boards__session=round_.number).exists()


def _count_boards_played(round_: Round) -> int:
    return BoardPlay.objects.filter(table__round=round_).exclude(entered_at=None).values("board").distinct().count()


def _map_fines(tournament: Tournament) -> dict[str, str]:
    lines = ScoreLine.objects.filter(tournament=tournament, voided_at=None).exclude(kind=ScoreLine.Kind.RESULT)
    reasons = {
        f"line {line.pk}": f"{line}: {render_text(line.reason)}" for line in lines.select_related("entry", "team")
    }
    lost = Forfeit.objects.filter(tournament=tournament, voided_at=None).select_related("entry")
    return reasons | {f"forfeit {forfeit.pk}": str(forfeit) for forfeit in lost}


def _list_rounds_drawn_from(round_: Round) -> tuple[Round, ...]:
    return tuple(drawn.round for drawn in list_seatings_drawn_from(round_))


def _read_state(tournament: Tournament) -> _EventState:
    names: dict[object, str] = {entry.pk: str(entry) for entry in tournament.entries.all()}
    team_names: dict[object, str] = {team.pk: team.name for team in Team.objects.filter(tournament=tournament)}
    computed = compute_standings(tournament)
    federation = get_federation(tournament)
    tables: dict[int, dict[int, tuple[str, ...]]] = {}
    scores: dict[int, dict[str, tuple[int, int]]] = {}
    public: dict[tuple[int, str], datetime.datetime | None] = {}
    absent: dict[str, set[int]] = {}
    for round_ in tournament.rounds.order_by("number"):
        scores[round_.number], version = {}, find_newest_seating(round_)
        if version is not None:
            plan = read_plan(version)
            tables[round_.number] = {table: tuple(map(str, people)) for table, people in plan.items()}
            if round_.state != Round.State.FINISHED:
                for entry in list_absent_players(version):
                    absent.setdefault(str(entry), set()).add(round_.number)
            if version.state in Seating.LIVE:
                public[round_.number, "seating"] = version.published_at
        if round_.released_at is not None:
            public[round_.number, "results"] = round_.released_at
    posted = ScoreLine.objects.filter(tournament=tournament, kind=ScoreLine.Kind.RESULT, voided_at=None)
    for line in posted.select_related("round").order_by("pk"):
        if line.round is not None:
            round_scores = scores[line.round.number]
            round_scores[f"{line.entry_id} {line.unit}"] = (line.amount_numerator, line.amount_denominator)
    ranked = list_ranked_players(tournament, computed)
    rows: list[list[object]] = [list(row) for row in build_federation_rows(tournament, federation, ranked)]
    worth = compute_weight(tournament, federation, ranked)
    return _EventState(
        places={names[row.key]: (row.place or None, row.total) for row in computed.individual},
        teams={team_names[row.key]: (row.place or None, row.total) for row in computed.teams},
        made={difference.item.key: difference for difference in list_differences(tournament)},
        tables=tables,
        scores=scores,
        federation=rows,
        weight=worth.total if worth else None,
        public=public,
        closed=tournament.archived_at is not None or tournament.state == Tournament.State.FINISHED,
        rounds={
            row.number: _describe_round(row) for row in tournament.rounds.select_related("stage").order_by("number")
        },
        fines=_map_fines(tournament),
        absent=absent,
        through=_map_qualified_players(tournament),
        stand_ins=_map_stand_ins(tournament),
    )


def _map_qualified_players(tournament: Tournament) -> dict[str, dict[str, None]]:
    papers: dict[str, dict[str, None]] = {}
    rows = StageEntry.objects.filter(stage__tournament=tournament).select_related("stage", "entry")
    for row in rows.order_by("stage__number", "place", "entry__number"):
        papers.setdefault(str(row.stage), {})[str(row.entry)] = None
    return papers


def _map_stand_ins(tournament: Tournament) -> dict[int, dict[str, str]]:
    plans: dict[int, dict[str, str]] = {}
    rows = StandIn.objects.filter(round__tournament=tournament).select_related("round", "entry", "plays_for")
    for row in rows.order_by("round__number", "entry__number"):
        plans.setdefault(row.round.number, {})[str(row.entry)] = str(row.plays_for)
    return plans


def _describe_round(round_: Round) -> str:
    return f"{round_.stage}, {round_.state_label}"


def _list_moved(
    before: dict[str, tuple[int | None, Fraction | None]], after: dict[str, tuple[int | None, Fraction | None]]
) -> tuple[MovedCompetitor, ...]:
    moves = []
    for name in dict.fromkeys([*after, *before]):
        (was, had), (now, has) = before.get(name, (None, None)), after.get(name, (None, None))
        if (was, had) != (now, has):
            moves.append(MovedCompetitor(name, (was, now), (had, has)))
    return tuple(moves)
