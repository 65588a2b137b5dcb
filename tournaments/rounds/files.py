"""A player's schedule as a calendar file (RFC 5545)."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.events.models import Tournament
from tournaments.rounds.models import SeatWind
from tournaments.rounds.queries.schedule import PlayerSchedule, ScheduledRound

if TYPE_CHECKING:
    from icalendar import Event

EVERY = datetime.timedelta(minutes=15)
"""How often a subscribed calendar should look for changes."""


def calendar_of(tournament: Tournament, schedule: PlayerSchedule, *, host: str, url: str) -> bytes:
    """One event for each round with a planned start, in UTC; a round sat out does not block the time.

    The event of a round keeps its identity (UID) when the seating changes, and its SEQUENCE grows, so that calendars
    replace it. `url` is the schedule's page, `host` makes the identities unique in the world.
    """
    from icalendar import Calendar

    name = f"{tournament.name}: {schedule.player.name}"
    calendar = Calendar.new(
        method="PUBLISH", name=name, prodid="-//Mahjong Director//Schedule//EN", url=url, refresh_interval=EVERY
    )
    calendar.add("X-WR-CALNAME", name)
    for line in schedule.lines:
        if line.starts_at is not None and line.ends_at is not None:
            calendar.add_component(_event(tournament, schedule, line, line.starts_at, line.ends_at, host, url))
    return bytes(calendar.to_ical())


def _event(
    tournament: Tournament,
    schedule: PlayerSchedule,
    line: ScheduledRound,
    start: datetime.datetime,
    end: datetime.datetime,
    host: str,
    url: str,
) -> Event:
    from icalendar import Event

    event = Event.new(
        uid=f"round-{line.round}.player-{schedule.player.number}.{tournament.slug}@{host}",
        stamp=line.published_at.astimezone(datetime.UTC),
        start=start.astimezone(datetime.UTC),
        end=end.astimezone(datetime.UTC),
        sequence=line.version,
        summary=_summary(line),
        description="\n".join([*_opponents(line), url]),
        location=tournament.place or None,
        url=url,
    )
    event.add("TRANSP", "TRANSPARENT" if line.bye else "OPAQUE")
    return event


def _summary(line: ScheduledRound) -> str:
    if line.bye:
        return _("Round %(round)s: you sit out") % {"round": line.round}
    if line.wind is None:
        return _("Round %(round)s: table %(table)s") % {"round": line.round, "table": line.at}
    return _("Round %(round)s: table %(table)s, %(wind)s") % {
        "round": line.round,
        "table": line.at,
        "wind": SeatWind(line.wind).label,
    }


def _opponents(line: ScheduledRound) -> list[str]:
    return [f"{SeatWind(o.wind).label}: {o.entry.name}" if o.wind is not None else o.entry.name for o in line.others]
