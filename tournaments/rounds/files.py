"""Calendar files (RFC 5545) of a player, a team and an event.

A changed event keeps its UID, which names no address, and its SEQUENCE grows, so that calendars replace it.
"""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.rounds.queries.public_seatings import PlayerSeat
from tournaments.rounds.queries.schedule import PlayerSchedule, ScheduledRound
from tournaments.rounds.queries.team_schedule import TeamRound, group_places_by_start

if TYPE_CHECKING:
    from icalendar import Event

EVERY = datetime.timedelta(minutes=15)


@dataclass(frozen=True)
class Occasion:
    """Event of a calendar; `whose` makes it unique in the tournament, `busy`: it blocks the time."""

    whose: str
    starts_at: datetime.datetime
    ends_at: datetime.datetime | None
    summary: str
    lines: Sequence[str] = ()
    stamp: datetime.datetime | None = None
    sequence: int = 0
    busy: bool = True


def build_player_calendar(tournament: Tournament, schedule: PlayerSchedule, *, url: str) -> bytes:
    """Return an event for each round with a planned start, in UTC; byes do not block time. `url` may be empty."""
    occasions = [
        Occasion(
            f"round-{line.seating.round.number}.player-{schedule.player.number}",
            line.starts_at,
            line.ends_at,
            _describe_round(line),
            _describe_opponents(line.own.others if line.own else ()),
            line.seating.published_at or line.seating.created_at,
            line.seating.version,
            busy=line.own is not None,
        )
        for line in schedule.lines
        if line.starts_at is not None
    ]
    return _build_calendar(tournament, f"{tournament.name}: {schedule.player.name}", occasions, url)


def build_team_calendar(tournament: Tournament, team: Team, rounds: Iterable[TeamRound], *, url: str) -> bytes:
    """Return an event for each planned round of the team, and one for each time of its postponed tables."""
    occasions: list[Occasion] = []
    for line in rounds:
        whose, planned = f"round-{line.round.number}.team-{team.code}", line.round.starts_at
        changed_at = line.seating.published_at or line.seating.created_at if line.seating else tournament.created_at
        version = line.seating.version if line.seating else 0
        if not line.places and planned is not None:
            summary = _("Round %(round)s") % {"round": line.round.number}
            occasions.append(
                Occasion(
                    whose, planned, line.round.ends_at, summary, (), changed_at, version, busy=line.seating is None
                )
            )
        for start, places in group_places_by_start(line).items():
            uid = whose if start == planned else f"{whose}.table-{places[0].at}"
            occasions.append(
                Occasion(
                    uid,
                    start,
                    places[0].ends_at,
                    _describe_team_round(line, team),
                    _describe_members(places),
                    changed_at,
                    version,
                )
            )
    return _build_calendar(tournament, f"{tournament.name}: {team.name}", occasions, url)


def build_event_calendar(tournament: Tournament, rounds: Iterable[Round], *, url: str) -> bytes:
    """Return an event for each round with a planned start, and for each postponed table still to be played."""
    occasions = [
        Occasion(
            f"round-{round_.number}",
            round_.starts_at,
            round_.ends_at,
            f"{tournament.name}: {_('Round %(round)s') % {'round': round_.number}}",
            stamp=tournament.created_at,
        )
        for round_ in rounds
        if round_.starts_at is not None
    ]
    for table in list_tables_to_come(tournament):
        if (start := table.postponed_to) is not None:
            where = _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.called}
            whose, summary = f"round-{table.round.number}.table-{table.number}", f"{tournament.name}: {where}"
            occasions.append(
                Occasion(whose, start, table.round.compute_end(start), summary, stamp=tournament.created_at)
            )
    return _build_calendar(tournament, tournament.name, occasions, url)


def _build_calendar(tournament: Tournament, name: str, occasions: Iterable[Occasion], url: str) -> bytes:
    from icalendar import Calendar

    calendar = Calendar.new(
        method="PUBLISH", name=name, prodid="-//Mahjong Director//Schedule//EN", url=url or None, refresh_interval=EVERY
    )
    for occasion in occasions:
        calendar.add_component(_build_event(tournament, occasion, url))
    return bytes(calendar.to_ical())


def _build_event(tournament: Tournament, occasion: Occasion, url: str) -> Event:
    from icalendar import Event

    event = Event.new(
        uid=str(_make_uid(tournament, occasion.whose)),
        stamp=_convert_to_utc(occasion.stamp),
        start=_convert_to_utc(occasion.starts_at),
        end=_convert_to_utc(occasion.ends_at),
        sequence=occasion.sequence,
        summary=occasion.summary,
        description="\n".join(filter(None, [*occasion.lines, url])),
        location=tournament.place or None,
        url=url or None,
    )
    event.add("TRANSP", "OPAQUE" if occasion.busy else "TRANSPARENT")
    return event


def _make_uid(tournament: Tournament, whose: str) -> uuid.UUID:
    """Return an identifier that does not depend on the site's address; an event of the same name has another."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"{tournament.slug} {tournament.created_at.isoformat()} {whose}")


def _convert_to_utc(moment: datetime.datetime | None) -> datetime.datetime | None:
    return moment and moment.astimezone(datetime.UTC)


def _describe_round(line: ScheduledRound) -> str:
    number, seat = line.seating.round.number, line.own
    if seat is None and line.rests:
        return _("Round %(round)s: you rest") % {"round": number}
    if seat is None:
        return _("Round %(round)s: you sit out") % {"round": number}
    if seat.seat.wind is None:
        return _("Round %(round)s: table %(table)s") % {"round": number, "table": seat.at}
    return _("Round %(round)s: table %(table)s, %(wind)s") % {
        "round": number,
        "table": seat.at,
        "wind": seat.seat.get_wind_display(),
    }


def _describe_team_round(line: TeamRound, team: Team) -> str:
    names = " – ".join([team.name, *(opponent.name for opponent in line.against)])
    return _("Round %(round)s: %(names)s") % {"round": line.round.number, "names": names}


def _describe_members(places: Iterable[PlayerSeat]) -> list[str]:
    return [_("Table %(table)s: %(name)s") % {"table": place.at, "name": place.seat.entry.name} for place in places]


def _describe_opponents(others: Iterable[Seat]) -> list[str]:
    return [
        f"{place.get_wind_display()}: {place.entry.name}" if place.wind is not None else place.entry.name
        for place in others
    ]
