from __future__ import annotations

import datetime
from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.match.scoring import MatchScoring
from tournaments.core.visibility import open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round
from tournaments.rounds.queries.absences import list_awards_without_play, query_lost_sessions
from tournaments.standings.logic import Key
from tournaments.standings.logic import forfeits as pure
from tournaments.standings.models import Forfeit, describe_forfeit


def filter_counting_at(moment: datetime.datetime | None) -> Q:
    """Return a filter of forfeits and lines that count now, or counted at `moment`."""
    if moment is None:
        return Q(voided_at__isnull=True)
    return Q(created_at__lte=moment) & (Q(voided_at__isnull=True) | Q(voided_at__gt=moment))


def query_forfeits_in_force(tournament: Tournament, moment: datetime.datetime | None = None) -> QuerySet[Forfeit]:
    """Query the forfeits that count now, or at `moment`, in the order in which they were added."""
    return (
        Forfeit.objects.filter(filter_counting_at(moment), tournament=tournament).select_related("round").order_by("pk")
    )


def map_heirs(tournament_id: int) -> dict[Key, Key]:
    """Return substitute -> player whose seat it was."""
    substitutes = Entry.objects.filter(tournament_id=tournament_id, substitute_for__isnull=False)
    return {pk: absent for pk, absent in substitutes.values_list("pk", "substitute_for_id") if absent is not None}


def list_lost_sessions(tournament: Tournament) -> list[Forfeit]:
    sessions = query_lost_sessions().filter(round__tournament=tournament)
    return list(sessions.select_related("round").order_by("pk"))


def map_lost_sessions(tournament: Tournament) -> dict[tuple[int, int], pure.CountedForfeit]:
    """Return (number of the round, player) -> amounts that count instead of play."""
    if not Forfeit.objects.filter(tournament=tournament, voided_at__isnull=True, kind__in=Forfeit.SESSION).exists():
        return {}
    sessions, _outs = load_forfeits_and_outs(tournament, tournament.ruleset.scoring)
    return {(session.round, int(session.player)): session for session in sessions}


EmptyChair = tuple[Entry, int, bool]
"""(player of the chair, round from which somebody has to sit there, True if for that round only)."""


def empty_chairs(forfeits: Iterable[Forfeit]) -> list[EmptyChair]:
    """Return the players who need a substitute; none if the rules let three play on (MCR-E16, RI-E13, SC-E14)."""
    chairs: dict[int, EmptyChair] = {}
    # Disqualifications come first: these players need a substitute for all rounds to come.
    for forfeit in sorted(forfeits, key=lambda forfeit_row: forfeit_row.kind != Forfeit.Kind.DISQUALIFIED):
        lost = forfeit.kind == Forfeit.Kind.SESSION_LOST
        if forfeit.voided_at is not None or (lost and forfeit.chair == Forfeit.Chair.LAST):
            continue
        if forfeit.entry.substitutes.exclude(status=Entry.Status.DROPPED).exists():
            continue
        wanted = _query_rounds_to_play(forfeit).order_by("number").first()
        if wanted is not None:
            chairs.setdefault(forfeit.entry_id, (forfeit.entry, wanted.number, forfeit.kind in Forfeit.SESSION))
    return list(chairs.values())


def _query_rounds_to_play(forfeit: Forfeit) -> QuerySet[Round]:
    standing = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)
    sheet = TableResult.objects.filter(table__round=OuterRef("pk"), state__in=standing, seats__entry=forfeit.entry)
    rounds = Round.objects.filter(~Exists(sheet), tournament=forfeit.tournament).exclude(state=Round.State.FINISHED)
    if forfeit.kind != Forfeit.Kind.DISQUALIFIED:
        return rounds.filter(forfeits=forfeit)
    return rounds.filter(number__gte=forfeit.left.get("from_round", 1))


def _filter_public(tournament: Tournament) -> Q:
    return Q(round__isnull=True) | open_rounds(tournament, "round__")


def list_public_forfeits(entry: Entry) -> list[Forfeit]:
    forfeits = Forfeit.objects.filter(_filter_public(entry.tournament), entry=entry, voided_at__isnull=True)
    return list(forfeits.select_related("round").order_by("pk"))


def map_disqualified(tournament: Tournament, *, public: bool) -> dict[int, bool]:
    """Return player (by primary key) -> True for a place behind all others, False for none."""
    forfeits = Forfeit.objects.filter(tournament=tournament, voided_at__isnull=True, kind=Forfeit.Kind.DISQUALIFIED)
    return dict((forfeits.filter(_filter_public(tournament)) if public else forfeits).values_list("entry_id", "last"))


def describe_reason(kind: str, clause: str) -> str:
    return describe_forfeit("" if kind == pure.NO_PLAY else str(Forfeit.Kind(kind).label), clause)


_COUNTED: Final = (
    "entry", "kind", "points", "uma", "table_points", "takes_negative", "present", "last", "reason", "clause",
    "round__number",
)  # fmt: skip


def load_forfeits_and_outs(
    tournament: Tournament, scoring: MatchScoring, moment: datetime.datetime | None = None
) -> tuple[list[pure.CountedForfeit], list[pure.Out]]:
    """Return the forfeits for the computation, with the amounts of players present where nobody played."""
    sessions: list[pure.CountedForfeit] = []
    outs: list[pure.Out] = []
    by_round: dict[int, list[Forfeit]] = {}
    for forfeit in query_forfeits_in_force(tournament, moment).only(*_COUNTED):
        number = forfeit.round.number if forfeit.round else None
        if forfeit.kind == Forfeit.Kind.DISQUALIFIED or forfeit.round is None or number is None:
            outs.append(pure.Out(forfeit.entry_id, number, forfeit.last, forfeit.reason, forfeit.clause))
            continue
        by_round.setdefault(forfeit.round.pk, []).append(forfeit)
        sessions.append(
            pure.CountedForfeit(
                forfeit.entry_id,
                number,
                forfeit.kind,
                score=Fraction(forfeit.points + forfeit.uma, scoring.divisor),
                points=Fraction(forfeit.points),
                uma=Fraction(forfeit.uma, scoring.divisor),
                table_points=Fraction(forfeit.table_points),
                takes_negative=forfeit.takes_negative,
                reason=forfeit.reason,
                clause=forfeit.clause,
            )
        )
    for forfeits in by_round.values():
        sessions += _iterate_present_players(forfeits, scoring)
    return sessions, outs


def _iterate_present_players(forfeits: list[Forfeit], scoring: MatchScoring) -> Iterable[pure.CountedForfeit]:
    for table, (award, forfeit), seats in list_awards_without_play(forfeits):
        for entry in seats:
            points = Fraction(award.get("points", 0))
            yield pure.CountedForfeit(
                entry,
                forfeit.round.number if forfeit.round else 0,
                pure.NO_PLAY,
                score=points / scoring.divisor,
                points=points,
                table_points=Fraction(award.get("table_points", 0)),
                table=table,
                reason=forfeit.reason,
                clause=forfeit.clause,
            )
