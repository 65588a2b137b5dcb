"""A site of many events and seasons: `python -m benchmarks federation [EVENTS...] [--players=N] [--season=N]`.

For each number of events (20 and 312 unless given): queries, milliseconds of processor and kilobytes of the pages that
belong to the site as a whole, no response and no ranking cached, then once more. A season has 40 of the events, with
results of 24 players in two rounds; the others have players only. On SQLite in a folder of its own.
"""

from __future__ import annotations

import datetime
import json
import os
import tempfile
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from benchmarks.figures import keep

if TYPE_CHECKING:
    from django.test import Client

USUAL: Final = (20, 312)
PATHS: Final = (
    ("visitor", "/"),
    ("visitor", "/?q=cup&when=past"),
    ("visitor", "/?when=past&page=3"),
    ("admin", "/manage/"),
    ("admin", "/account/"),
    ("visitor", "/sitemap.xml"),
    ("visitor", "/api/v1/tournaments/?page_size=50"),
    ("visitor", "/seasons/league/"),
    ("visitor", "/seasons/league/?q=family7"),
    ("visitor", "/api/v1/seasons/league/ranking/"),
    ("visitor", "/seasons/league/players/cup-0/1/"),
    ("admin", "/seasons/league/manage/"),
)


def main(argv: Sequence[str] = ()) -> int:
    """Print a line a page."""
    options = dict(one.removeprefix("--").split("=") for one in argv if one.startswith("--"))
    counts = [int(one) for one in argv if one.isdecimal()] or list(USUAL)
    players, season = int(options.get("players", 24)), int(options.get("season", 40))
    for count in counts:
        with tempfile.TemporaryDirectory(prefix="mahjong-director-federation-") as data:
            pid = os.fork()
            if pid == 0:
                os._exit(_measure(data, count, players, min(season, count)))
            if os.waitpid(pid, 0)[1]:
                return 1
    return 0


def _measure(data: str, count: int, players: int, season: int) -> int:
    os.environ["MAHJONG_DIRECTOR_DATA"] = data
    os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "ERROR"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    from tests.support.people import signed_in

    setup_test_environment()
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    _make(count, players, season)
    print(f"{count} events, {season} in the season, {players} players each: {time.perf_counter() - began:.0f} s")
    browsers = {"visitor": Client(), "admin": signed_in("ada")}
    for who, path in PATHS:
        cold, warm = _look(browsers[who], path, clear=True), _look(browsers[who], path, clear=False)
        shown = " ".join(f"{queries:5} {spent:7.0f} ms {size / 1000:7.0f} kB" for queries, spent, size in (cold, warm))
        print(f"{who:8} {path:40} {shown}", flush=True)
        keep(f"{path}, queries at {count}", cold[0], "")
        keep(f"{path}, processor at {count}", cold[1], "ms")
    return 0


def _make(count: int, players: int, season: int) -> None:
    from tests.support.people import acting, people
    from tournaments.entries.models.entries import Entry
    from tournaments.events.models import RulesetVersion, Tournament
    from tournaments.exchange.event_reading import read
    from tournaments.exchange.reading.interpretation import understand
    from tournaments.exchange.services.events import import_event
    from tournaments.seasons import services, stored

    league = services.create(acting("ada"), name="League", slug="league", published=True)
    for number in range(season):
        event, problems = read(json.dumps(_results(number, players)).encode())
        assert event is not None, problems
        made = import_event(acting("ada"), event=event, meaning=understand(event), published=True)
        services.add_event(acting("ada"), league, tournament=made, factor="1")
    others = Tournament.objects.bulk_create(
        Tournament(
            slug=f"cup-{number}",
            name=f"Cup {number}",
            family="mcr",
            place="Paris",
            state=Tournament.State.FINISHED,
            published=True,
            starts_on=datetime.date(2000, 1, 1) + datetime.timedelta(days=20 * number),
        )
        for number in range(season, count)
    )
    RulesetVersion.objects.bulk_create(RulesetVersion(tournament=row, number=1, preset="mcr-2006") for row in others)
    Entry.objects.bulk_create(
        (
            Entry(tournament=row, number=number, family_name=f"Family{number}", given_name="Given")
            for row in others
            for number in range(1, players + 1)
        ),
        batch_size=2000,
    )
    people(Tournament.objects.get(slug="cup-0"))
    # As the worker does.
    while stored.store_stale():
        pass


def _results(number: int, players: int) -> dict[str, Any]:
    """An event of two rounds; a third of its players come to each other event."""
    who = [one if one % 3 else one + 1000 * number for one in range(1, players + 1)]
    day = (datetime.date(2020, 1, 1) + datetime.timedelta(days=20 * number)).isoformat()
    points = (40 + number, 10, -20, -30 - number)

    def table(at: int, shift: int) -> dict[str, Any]:
        seated = [(4 * at + seat + shift * seat) % players + 1 for seat in range(4)]
        return {
            "table": at + 1,
            "seats": [
                {"seat": wind, "player": player, "points": amount}
                for wind, player, amount in zip("ESWN", seated, points, strict=True)
            ],
        }

    return {
        "format": "mahjong-event/1",
        "event": {"name": f"Cup {number}", "short": f"cup-{number}", "start": day, "end": day, "rounds_planned": 2},
        "rule_family": "mcr",
        "scoring": {"kind": "mcr", "start_points": 0, "table_points": [4, 2, 1, 0]},
        "players": [{"id": at, "name": f"Given Family{name}", "country": "France"} for at, name in enumerate(who, 1)],
        "rounds": [
            {"round": one, "played": True, "tables": [table(at, 4 * (one - 1)) for at in range(players // 4)]}
            for one in (1, 2)
        ],
    }


def _look(browser: Client, path: str, *, clear: bool) -> tuple[int, float, int]:
    from django.core.cache import caches
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.seasons import queries as season_queries

    if clear:
        for one in caches.all():
            one.clear()
        season_queries._REMEMBERED.clear()
    connection.queries_log.clear()
    with CaptureQueriesContext(connection) as captured:
        started = time.process_time()
        size = len(b"".join(browser.get(path)))
        spent = time.process_time() - started
    return len(captured), spent * 1000, size
