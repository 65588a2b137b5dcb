"""Player's schedule as a calendar file (RFC 5545)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.events.models import Tournament
from tournaments.rounds.models import Seat
from tournaments.rounds.queries.schedule import PlayerSchedule, ScheduledRound

if TYPE_CHECKING:
    from icalendar import Event

EVERY = datetime.timedelta(minutes=15)
"""Interval at which a subscribed calendar should look for changes."""


def calendar_of(tournament: Tournament, schedule: PlayerSchedule, *, host: str, url: str) -> bytes:
    """Return one event for each round with a planned start, in UTC; byes do not block the time.

    A round's event keeps its UID when the seating changes, and its SEQUENCE grows, so that calendars replace it. `url`
    is the schedule's page, empty if no other device can open it; `host` makes the UIDs globally unique.
    """
    from icalendar import Calendar

    name = f"{tournament.name}: {schedule.player.name}"
    calendar = Calendar.new(
        method="PUBLISH", name=name, prodid="-//Mahjong Director//Schedule//EN", url=url or None, refresh_interval=EVERY
    )
    for line in schedule.lines:
        if line.starts_at is not None:
            calendar.add_component(_event(tournament, schedule, line, host, url))
    return bytes(calendar.to_ical())


def _event(tournament: Tournament, schedule: PlayerSchedule, line: ScheduledRound, host: str, url: str) -> Event:
    from icalendar import Event

    round_, own = line.seating.round, line.own
    event = Event.new(
        uid=f"round-{round_.number}.player-{schedule.player.number}.{tournament.slug}@{host}",
        stamp=_in_utc(line.seating.published_at or line.seating.created_at),
        start=_in_utc(line.starts_at),
        end=_in_utc(line.ends_at),
        sequence=line.seating.version,
        summary=_summary(line),
        description="\n".join(filter(None, [*_opponents(own.others if own else ()), url])),
        location=tournament.place or None,
        url=url or None,
    )
    event.add("TRANSP", "OPAQUE" if own else "TRANSPARENT")
    return event


def _in_utc(at: datetime.datetime | None) -> datetime.datetime | None:
    return at and at.astimezone(datetime.UTC)


def _summary(line: ScheduledRound) -> str:
    number, own = line.seating.round.number, line.own
    if own is None and line.rests:
        return _("Round %(round)s: you rest") % {"round": number}
    if own is None:
        return _("Round %(round)s: you sit out") % {"round": number}
    if own.seat.wind is None:
        return _("Round %(round)s: table %(table)s") % {"round": number, "table": own.at}
    return _("Round %(round)s: table %(table)s, %(wind)s") % {
        "round": number,
        "table": own.at,
        "wind": own.seat.get_wind_display(),
    }


def _opponents(others: Iterable[Seat]) -> list[str]:
    return [
        f"{other.get_wind_display()}: {other.entry.name}" if other.wind is not None else other.entry.name
        for other in others
    ]
