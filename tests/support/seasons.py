"""Events with results for the tests of seasons."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.support.people import acting
from tournaments.events.models import Tournament
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services.events import import_event

MCR = {"kind": "mcr", "start_points": 0, "table_points": [4, 2, 1, 0], "ranking": ["table_points", "total"]}


def played(
    slug: str, points: Sequence[Sequence[int]], names: Sequence[str], *, day: str = "2026-05-02", published: bool = True
) -> Tournament:
    """An MCR event of one table that olga directs: a released round for each list of points, the names from East on."""
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
                        "table": 1,
                        "seats": [
                            {"seat": wind, "player": player, "points": one}
                            for wind, player, one in zip("ESWN", range(1, 5), own, strict=True)
                        ],
                    }
                ],
            }
            for number, own in enumerate(points, 1)
        ],
    }
    event, problems = read(json.dumps(data).encode())
    if event is None:
        raise AssertionError(problems)
    return import_event(acting(), event=event, meaning=understand(event), published=published)
