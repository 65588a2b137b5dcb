"""Events with results for the tests of seasons."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence

from django.utils import timezone

from tests.support.people import acting
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services.events import import_event
from tournaments.seasons import services
from tournaments.seasons.models import Season, SeasonEvent, StoredResult, StoredStandings

MCR = {"kind": "mcr", "start_points": 0, "table_points": [4, 2, 1, 0], "ranking": ["table_points", "total"]}


def played(
    slug: str, points: Sequence[Sequence[int]], names: Sequence[str], *, day: str = "2026-05-02", published: bool = True
) -> Tournament:
    """An MCR event that olga directs: a released round for each list of points, which are those of the names in turn:
    table by table, from East on.
    """
    data = {
        "format": "mahjong-event/1",
        "event": {"name": slug.title(), "short": slug, "start": day, "end": day, "rounds_planned": len(points)},
        "rule_family": "mcr",
        "scoring": MCR,
        "players": [{"id": number, "name": name, "country": "France"} for number, name in enumerate(names, 1)],
        "rounds": [
            {
                "round": number,
                "played": True,
                "tables": [
                    {
                        "table": first // 4 + 1,
                        "seats": [
                            {"seat": wind, "player": first + place, "points": own[first + place - 1]}
                            for place, wind in enumerate("ESWN")
                        ],
                    }
                    for first in range(1, len(own), 4)
                ],
            }
            for number, own in enumerate(points, 1)
        ],
    }
    event, problems = read(json.dumps(data).encode())
    if event is None:
        raise AssertionError(problems)
    return import_event(acting(), event=event, meaning=understand(event), published=published)


def long_season(events: int = 40, players: int = 100) -> Season:
    """A public season "long-league" whose events have stored results, and nothing that they were made from.

    Two thirds of the players come to each event.
    """
    made = services.create(acting(), name="Long league", slug="long-league", published=True)
    rows = Tournament.objects.bulk_create(
        Tournament(
            slug=f"long-{number}",
            name=f"Cup {number}",
            family="mcr",
            state=Tournament.State.FINISHED,
            published=True,
            starts_on=datetime.date(2020, 1, 1) + datetime.timedelta(days=20 * number),
        )
        for number in range(events)
    )
    RulesetVersion.objects.bulk_create(RulesetVersion(tournament=row, number=1, preset="mcr-2006") for row in rows)
    SeasonEvent.objects.bulk_create(
        SeasonEvent(season=made, tournament=row, position=position) for position, row in enumerate(rows, 1)
    )
    for number, row in enumerate(rows):
        names = [f"Family{at if at % 3 else at + 1000 * number}" for at in range(1, players + 1)]
        entries = [
            Entry(tournament=row, number=at, given_name="Given", family_name=name) for at, name in enumerate(names, 1)
        ]
        shown = StoredStandings.objects.create(
            tournament=row,
            audience=StoredStandings.Audience.PUBLIC,
            version=row.version,
            changed_at=row.updated_at,
            made_at=timezone.now(),
            shown=True,
            whole=True,
            players=players,
            metrics=["table_points", "total"],
        )
        StoredResult.objects.bulk_create(
            StoredResult(
                standings=shown,
                entry=entry,
                place=place,
                played=2,
                game_count=2,
                total=str(300 - place),
                table_points=str(8 - place // 25),
                games=[],
                amounts=[],
            )
            for place, entry in enumerate(Entry.objects.bulk_create(entries), 1)
        )
    return made
