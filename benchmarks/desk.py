"""Costs of the desk of a large event: `python -m benchmarks desk`.

The files of an event of 400 players and three rounds, and the page on which the results of a round of 1,600 players are
typed: queries and milliseconds of processor, nothing cached, the shortest of three.
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Sequence
from typing import Any, Final

from benchmarks.figures import keep

SLUG: Final = "benchmark"
FILES: Final = (
    ("export of 400 players x 3 rounds", "event_export"),
    ("the whole event of 400 players x 3 rounds", "event_whole"),
    ("check file of 400 players x 3 rounds", "event_bundle"),
)


def main(argv: Sequence[str] = ()) -> int:
    """Print a line a page or file. Returns 1 where one is not answered."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-desk-") as data:
        os.environ |= {"MAHJONG_DIRECTOR_DATA": data, "MAHJONG_DIRECTOR_LOG_LEVEL": "ERROR"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.urls import reverse

        call_command("migrate", verbosity=0)
        browser = _event(400, 3, whole=True)
        answered = [_look(browser, title, reverse(name, args=[SLUG])) for title, name in FILES]
        _leave()
        browser = _event(1600, 1, whole=False)
        entry = reverse("manage_results", args=[SLUG, 1])
        answered.append(_look(browser, "results entry page of 1,600 players", entry))
        return 0 if all(answered) else 1


def _event(players: int, played: int, *, whole: bool) -> Any:
    """An event with so many rounds entered and, if ``whole``, finished; the organiser's browser."""
    from django.db import transaction
    from django.test import Client

    from tests.support.people import acting, people, seat_in_order, small_tournament
    from tests.support.tables import enter
    from tournaments.rounds.models import GameTable
    from tournaments.rounds.services import rounds
    from tournaments.seating.services import seating

    with transaction.atomic():
        event = small_tournament(players, slug=SLUG, rounds=max(played, 2))
        event.confirmations = event.Confirmations.NONE
        event.save(update_fields=["confirmations"])
        accounts = people(event)
        for round_ in event.rounds.order_by("number")[:played]:
            seating.publish(acting("olga"), seat_in_order(round_))
            round_.refresh_from_db()
            rounds.start(acting("olga"), round_)
            for table in GameTable.objects.filter(round=round_):
                enter(table, (60, 20, -30, -50))
            if whole:
                round_.refresh_from_db()
                rounds.release(acting("olga"), round_)
                rounds.finish(acting("olga"), round_)
    browser = Client()
    browser.force_login(accounts["olga"], backend="django.contrib.auth.backends.ModelBackend")
    return browser


def _leave() -> None:
    """Everything of the last event goes; its people come again."""
    from django.core.management import call_command

    call_command("flush", verbosity=0, interactive=False)


def _look(browser: Any, title: str, path: str) -> bool:
    from django.core.cache import caches
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    best, asked, size, status = float("inf"), 0, 0, 0
    for _ in range(3):
        for one in caches.all():
            one.clear()
        gc.collect()
        gc.disable()
        with CaptureQueriesContext(connection) as captured:
            began = time.process_time()
            answer = browser.get(path)
            size, status = len(b"".join(answer)), answer.status_code
            best = min(best, time.process_time() - began)
        gc.enable()
        asked = len(captured)
    print(f"{title:44} {asked:4} queries {best * 1000:6.0f} ms {size:9} bytes", flush=True)
    keep(f"{title}, queries", asked, "")
    keep(f"{title}, processor", best * 1000, "ms")
    return bool(status == 200)
