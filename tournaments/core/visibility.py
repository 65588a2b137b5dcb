"""Visibility: one answer for each kind of object. Pages and API ask here, so that neither is another door.

`permissions` says what somebody may do; this says which rows, and which parts of them, they get to see. What everybody
may see (published seatings, released results) stands in `standings.queries.public`, which both use too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from tournaments.accounts.models import User
from tournaments.core.jobs import kinds
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can, workplaces, works_at
from tournaments.entries.fields import PRIVATE_FACTS
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Seating
from tournaments.seating.models.draws import SeatingDraw

Visitor = User | AnonymousUser


def events(viewer: Visitor) -> QuerySet[Tournament]:
    """The events that the person may know of: those that are published, and those that they work at."""
    return Tournament.objects.filter(published=True) | workplaces(viewer)


def knows_event(viewer: Visitor, tournament: Tournament) -> bool:
    """Whether the event is one of `events`."""
    return tournament.published or works_at(viewer, tournament)


def private_facts(viewer: Visitor, tournament: Tournament) -> frozenset[str]:
    """The private facts of players that the person sees."""
    return frozenset(name for name, action in PRIVATE_FACTS.items() if can(viewer, action, tournament))


def entries(viewer: Visitor, tournament: Tournament) -> QuerySet[Entry]:
    """The players in the order of their numbers. Who waits for a place is for those who keep the list."""
    everybody = tournament.entries.select_related("team").order_by("number")
    return everybody if can(viewer, "entries.view", tournament) else listed(everybody)


def listed(players: QuerySet[Entry]) -> QuerySet[Entry]:
    """Those of them who are on the public list: the waiting list is not."""
    return players.exclude(status=Entry.Status.WAITING)


def standings_close(tournament: Tournament) -> int | None:
    """The first round of which nobody but the organisers sees the standings; None while none are hidden."""
    if not tournament.standings_hidden:
        return None
    return tournament.hidden_from_round or 1


def results_close(tournament: Tournament) -> int | None:
    """The first round whose results are kept back with its standings, which they add up to; None where none are."""
    return None if tournament.hidden_results_open else standings_close(tournament)


def open_rounds(tournament: Tournament, prefix: str = "") -> Q:
    """The rounds whose results everybody may see: released, and not kept back with the standings.

    `prefix` leads from the rows asked for to the round: ``"round__"``, ``"table__round__"``.
    """
    found = Q(**{f"{prefix}released_at__isnull": False})
    closed = results_close(tournament)
    return found if closed is None else found & Q(**{f"{prefix}number__lt": closed})


def open_boards(tournament: Tournament, prefix: str = "") -> Q:
    """The duplicate boards whose results everybody may see; sessions are rounds. `prefix` leads to the board."""
    found = Q(**{f"{prefix}released_at__isnull": False})
    closed = results_close(tournament)
    return found if closed is None else found & Q(**{f"{prefix}session__lt": closed})


def standings_through(viewer: Visitor, tournament: Tournament) -> int | None:
    """The last round after which the person may have the standings printed; None where they see all of them."""
    closed = standings_close(tournament)
    return None if closed is None or can(viewer, "standings.view", tournament) else closed - 1


def ceremony(viewer: Visitor, tournament: Tournament) -> bool:
    """Whether the person may open the ceremony, which has every place: organisers, and screens once it was started."""
    if can(viewer, "standings.view", tournament):
        return True
    return tournament.ceremony_at is not None and can(viewer, "screens.view", tournament)


FROM_STANDINGS: Final = frozenset(
    {SeatingDraw.Kind.SWISS, SeatingDraw.Kind.STANDINGS, SeatingDraw.Kind.REPLAN, SeatingDraw.Kind.CHOSEN}
)
"""Draws whose certificate tells the standings that they were made from."""


def _tells_hidden(viewer: Visitor, draw: SeatingDraw, rounds: Iterable[int]) -> bool:
    """Whether the draw's certificate would tell standings that the person does not see."""
    closed = standings_close(draw.tournament)
    if closed is None or draw.kind not in FROM_STANDINGS or can(viewer, "standings.view", draw.tournament):
        return False
    return min(rounds, default=0) > closed


def is_hidden(viewer: Visitor, result: TableResult) -> bool:
    """Whether the second person, who is to type this sheet again, must not see it (blind re-entry)."""
    waits = result.state == TableResult.State.ENTERED
    return waits and result.table.round.tournament.blind_reentry and not _typed(viewer, result)


def hidden_sheets(viewer: Visitor, versions: Iterable[TableResult]) -> frozenset[int]:
    """Of all versions of one table's sheet the keys of those whose points the person must not see.

    Where one waits to be typed again, so are those before it that never counted: they were read from the same paper.
    """
    found = list(versions)
    if not any(is_hidden(viewer, result) for result in found):
        return frozenset()
    counts = TableResult.State.CONFIRMED
    return frozenset(result.pk for result in found if result.state != counts and not _typed(viewer, result))


def _typed(viewer: Visitor, result: TableResult) -> bool:
    return viewer.pk is not None and result.entered_by_id == viewer.pk


@dataclass(frozen=True)
class DrawSight:
    """What somebody sees of a draw: the numbers of its rounds that are public (to them), and whether that is all.

    Seed and certificate give away every round, so they come with the last; and the standings that a Swiss round was
    drawn from, so they wait with these.
    """

    rounds: tuple[int, ...]
    whole: bool


def draw_sight(viewer: Visitor, draw: SeatingDraw) -> DrawSight | None:
    """A draw is seen as soon as one of its rounds is published, with swaps made since or without, and whole once each
    of its rounds has been seated in public; those who see seatings see it at once. One that was promised is seen whole
    then too where another was published in its place. None where it is not seen.
    """
    drawn = tuple(draw.round_numbers)
    tells = _tells_hidden(viewer, draw, drawn)
    if can(viewer, "seating.view", draw.tournament):
        return DrawSight(drawn, not tells)
    own = set(draw.seatings.values_list("pk", flat=True))
    versions = Seating.objects.filter(round__in=draw.seatings.values("round")).order_by("round", "version")
    seated, shown = set(), False
    for key, based_on, published_at, number in versions.values_list("pk", "based_on", "published_at", "round__number"):
        if based_on in own:
            own.add(key)
        if published_at is not None:
            seated.add(number)
            shown = shown or key in own
    whole = seated >= set(drawn)
    if not shown and not (draw.under_id is not None and whole):
        return None
    return DrawSight(tuple(number for number in drawn if number in seated), whole and not tells)


def may_open_job(viewer: Visitor, job: Job) -> bool:
    """Whether the person may follow the job and take its file: whoever may do what it does, now, not when it began."""
    kind = kinds().get(job.kind)
    if job.tournament is None:
        return viewer.pk is not None and job.created_by_id == viewer.pk
    if job.params.get("tells_standings") and standings_through(viewer, job.tournament) is not None:
        return False
    return can(viewer, kind.action if kind else "backup", job.tournament)


def own_number(person: User, tournament: Tournament) -> int | None:
    """The number of the player whose account this is; None for everybody else."""
    return tournament.entries.filter(account=person).values_list("number", flat=True).first()
