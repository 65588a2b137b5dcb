"""Visibility of rows and parts of rows for a viewer, for pages and API; `permissions` covers actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from tournaments.accounts.models import User
from tournaments.core.jobs import map_job_kinds
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can, list_workplaces, may_work_at
from tournaments.core.text import names
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round, Seating
from tournaments.seating.models.draws import SeatingDraw

Visitor = User | AnonymousUser


def list_visible_events(viewer: Visitor) -> QuerySet[Tournament]:
    return Tournament.objects.filter(published=True) | list_workplaces(viewer)


def may_see_event(viewer: Visitor, tournament: Tournament) -> bool:
    return tournament.published or may_work_at(viewer, tournament)


def build_name_marks(tournament: Tournament) -> names.Marks:
    """Return the marks that tell the event's namesakes apart."""
    return names.map_marks(tournament.entries.only("tournament", *Entry.NAMED_BY).order_by())


def list_visible_questions(viewer: Visitor, tournament: Tournament) -> QuerySet[EntryQuestion]:
    questions = tournament.questions.all()
    return questions if can(viewer, "entries.edit", tournament) else questions.filter(public=True)


def list_visible_entries(viewer: Visitor, tournament: Tournament) -> QuerySet[Entry]:
    """Return the players by number; only those who manage the waiting list see it."""
    everybody = tournament.entries.select_related("team").order_by("number")
    return everybody if can(viewer, "entries.view", tournament) else exclude_waiting(everybody)


def exclude_waiting(players: QuerySet[Entry]) -> QuerySet[Entry]:
    return players.exclude(status=Entry.Status.WAITING)


def find_hidden_standings_round(tournament: Tournament) -> int | None:
    """Return the first round whose standings are hidden from the public; None without one."""
    if not tournament.standings_hidden:
        return None
    return tournament.hidden_from_round or 1


def find_hidden_results_round(tournament: Tournament) -> int | None:
    return None if tournament.hidden_results_open else find_hidden_standings_round(tournament)


def open_rounds(tournament: Tournament, prefix: str = "") -> Q:
    """Return a filter for rounds with public results; `prefix` is the lookup path to the round, such as `"round__"`."""
    visible = Q(**{f"{prefix}released_at__isnull": False})
    closed = find_hidden_results_round(tournament)
    return visible if closed is None else visible & Q(**{f"{prefix}number__lt": closed})


def list_retracted_tables(tournament: Tournament) -> QuerySet[Round]:
    """Return the tables of an open evening without public results; the others continue to count."""
    return tournament.rounds.filter(alone=True, released_at__isnull=True).order_by("number")


def open_boards(tournament: Tournament, prefix: str = "") -> Q:
    visible = Q(**{f"{prefix}released_at__isnull": False})
    closed = find_hidden_results_round(tournament)
    return visible if closed is None else visible & Q(**{f"{prefix}session__lt": closed})


def find_last_visible_round(viewer: Visitor, tournament: Tournament) -> int | None:
    closed = find_hidden_standings_round(tournament)
    return None if closed is None or can(viewer, "standings.view", tournament) else closed - 1


def may_open_ceremony(viewer: Visitor, tournament: Tournament) -> bool:
    """Return True if the viewer may open the ceremony: organisers, and screens once it started."""
    if can(viewer, "standings.view", tournament):
        return True
    return tournament.ceremony_at is not None and can(viewer, "screens.view", tournament)


FROM_STANDINGS: Final = frozenset(
    {SeatingDraw.Kind.SWISS, SeatingDraw.Kind.STANDINGS, SeatingDraw.Kind.REPLAN, SeatingDraw.Kind.CHOSEN}
)


def _may_reveal_hidden(viewer: Visitor, draw: SeatingDraw, rounds: Iterable[int]) -> bool:
    closed = find_hidden_standings_round(draw.tournament)
    if closed is None or draw.kind not in FROM_STANDINGS or can(viewer, "standings.view", draw.tournament):
        return False
    return min(rounds, default=0) > closed


def is_hidden(viewer: Visitor, result: TableResult) -> bool:
    """Return True if the viewer must not see this sheet because they will enter it again (blind re-entry)."""
    waits = result.state == TableResult.State.ENTERED
    return waits and result.table.round.tournament.blind_reentry and not _has_typed(viewer, result)


def list_hidden_sheets(viewer: Visitor, versions: Iterable[TableResult]) -> frozenset[int]:
    """Return the keys of the versions of one table's sheet whose points the viewer must not see.

    If one waits for re-entry, earlier versions that never counted are hidden too: they come from the same paper.
    """
    sheets = list(versions)
    if not any(is_hidden(viewer, result) for result in sheets):
        return frozenset()
    counts = TableResult.State.CONFIRMED
    return frozenset(result.pk for result in sheets if result.state != counts and not _has_typed(viewer, result))


def _has_typed(viewer: Visitor, result: TableResult) -> bool:
    return viewer.pk is not None and result.entered_by_id == viewer.pk


@dataclass(frozen=True)
class VisibleDraw:
    """Visible rounds of a draw; `whole` if nothing is hidden.

    Seed and certificate reveal every round, so they come with the last; a Swiss round's draw also reveals its
    standings, so it waits for these.
    """

    rounds: tuple[int, ...]
    whole: bool


def find_visible_draw(viewer: Visitor, draw: SeatingDraw) -> VisibleDraw | None:
    """Return the visible part of a draw; None if it is not visible.

    A draw is visible as soon as one of its rounds is published, swapped or not, and complete once all its rounds were
    seated in public, with a published promise even by other draws; those who see seatings see it at once.
    """
    drawn = tuple(draw.round_numbers)
    tells = _may_reveal_hidden(viewer, draw, drawn)
    if can(viewer, "seating.view", draw.tournament):
        return VisibleDraw(drawn, not tells)
    drawn_seatings = set(draw.seatings.values_list("pk", flat=True))
    versions = Seating.objects.filter(round__in=draw.seatings.values("round")).order_by("round", "version")
    seated, is_public = set(), False
    for key, based_on, published_at, number in versions.values_list("pk", "based_on", "published_at", "round__number"):
        if based_on in drawn_seatings:
            drawn_seatings.add(key)
        if published_at is not None:
            seated.add(number)
            is_public = is_public or key in drawn_seatings
    is_whole = seated >= set(drawn)
    if not is_public and not (draw.under_id is not None and is_whole):
        return None
    return VisibleDraw(tuple(number for number in drawn if number in seated), is_whole and not tells)


def may_open_job(viewer: Visitor, job: Job) -> bool:
    kind = map_job_kinds().get(job.kind)
    if job.tournament is None:
        return viewer.pk is not None and job.created_by_id == viewer.pk
    if job.params.get("tells_standings") and find_last_visible_round(viewer, job.tournament) is not None:
        return False
    return can(viewer, kind.action if kind else "backup", job.tournament)


def find_own_number(person: User, tournament: Tournament) -> int | None:
    return tournament.entries.filter(account=person).values_list("number", flat=True).first()
