"""Registration as pages ask for it: whether it is open, how many places are left, who waits, who may be one person."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.entries.queries.people import folded
from tournaments.events.models import Tournament

IN_FIELD = (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN)


def desk_of(tournament: Tournament) -> RegistrationDesk | None:
    """How the event takes registrations; None where the organiser has never set that up."""
    return RegistrationDesk.objects.filter(tournament=tournament).select_related("tournament").first()


def is_open(desk: RegistrationDesk | None, now: datetime.datetime | None = None) -> bool:
    """Whether somebody may register: opened by the organiser, before its closing date and before play."""
    if desk is None or not desk.is_open or desk.tournament.state != Tournament.State.PLANNED:
        return False
    return desk.closes_at is None or (now or timezone.now()) < desk.closes_at


@dataclass(frozen=True)
class Places:
    """How full the event is. `free` is None where there is no limit; offered places are taken ones."""

    capacity: int | None
    taken: int
    offered: int
    waiting: int

    @property
    def free(self) -> int | None:
        """Places for the next ones."""
        return None if self.capacity is None else max(0, self.capacity - self.taken - self.offered)


def places(desk: RegistrationDesk) -> Places:
    """The places of the event as they stand now."""
    entries = desk.tournament.entries
    return Places(
        desk.capacity,
        entries.filter(status__in=IN_FIELD).count(),
        waiting_line(desk.tournament).exclude(offered_until=None).count(),
        waiting_line(desk.tournament).count(),
    )


def waiting_line(tournament: Tournament) -> QuerySet[Application]:
    """Who registered and waits for a place, in their order; who has an offer stands at the head until it lapses."""
    waiting = tournament.applications.filter(state=Application.State.ENTERED, entry__status=Entry.Status.WAITING)
    return waiting.select_related("entry").order_by("entry__created_at", "number")


def place_in_line(application: Application) -> int | None:
    """Which one in the line it is, from 1; None for who does not wait."""
    line = list(waiting_line(application.tournament).values_list("pk", flat=True))
    return line.index(application.pk) + 1 if application.pk in line else None


def same_person(application: Application) -> list[Entry]:
    """Players who are entered already, from a list or by hand, and may be the same person: by EMA number or name."""
    names = {folded(application.whole_name), folded(application.native_name)} - {""}
    others = Entry.objects.filter(tournament=application.tournament, application=None).order_by("number")
    return [
        entry
        for entry in others
        if (application.ema_number and entry.ema_number == application.ema_number)
        or names & {folded(f"{entry.given_name} {entry.family_name}"), folded(entry.name), folded(entry.native_name)}
    ]


def twice(application: Application) -> Application | None:
    """An earlier registration of what seems to be the same person that still counts."""
    names = {folded(application.whole_name), folded(application.native_name)} - {""}
    gone = (Application.State.REFUSED, Application.State.WITHDRAWN)
    for other in application.tournament.applications.exclude(state__in=gone).exclude(pk=application.pk):
        if application.ema_number and other.ema_number == application.ema_number:
            return other
        if names & {folded(other.whole_name), folded(other.native_name)}:
            return other
    return None
