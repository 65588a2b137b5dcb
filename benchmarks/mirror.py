"""Day of a large event that is published to another site: `python -m benchmarks mirror [PLAYERS] [ROUNDS]`.

Every ten seconds of the day the worker delivers what has changed, while results are entered at their tables. The
connection is cut four times: at the claim, before a delivery, between a delivery and its answer, and for a whole round.
Bytes and processor of both sides, and the time that a result takes with and without publishing. Both sites are SQLite
databases of this process, without a network.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.figures import keep

if TYPE_CHECKING:
    from tournaments.events.models import Tournament
    from tournaments.exchange.site_requests import SiteAnswer

SLUG: Final = "spring-open"
SITE: Final = "https://club.example"
TOGETHER: Final = 4
"""Results that are entered in ten seconds, when a round ends."""
WITHOUT: Final = 2
"""Every so manyth round is entered without a delivery beside it, to compare the time of a result."""


LONG_CUT: Final = 7
CUTS: Final = {3: "before", 5: "after", LONG_CUT: "before", LONG_CUT + 1: "before"}
"""Cut after the round, at the delivery of its results: before it arrives, or before its answer does."""


class Mirror:
    """Other site, with the connection to it; `cut` is what happens to the next requests."""

    def __init__(self, folder: Path) -> None:
        from django.db import connections

        from tests.support.people import acting, person, small_tournament
        from tests.support.whole_events import other_site
        from tournaments.exchange.services import mirroring

        self.cut = ""
        self.bytes = self.requests = self.answered = 0
        self.processor = 0.0
        self.slowest = 0.0
        with other_site(folder):
            self.connection = connections["default"]
            person("ada")
            event = small_tournament(0, slug=SLUG)
            event.rounds.all().delete()
            self.key = mirroring.make_key(acting("ada"), event)

    def send(self, url: str, *, headers: dict[str, str], body: bytes | None = None, **named: Any) -> SiteAnswer:
        from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer

        self.requests += 1
        self.bytes += len(body or b"")
        method = named.get("method", "POST")
        if self.cut == "before" or (self.cut == "claim" and method == "PUT"):
            raise NoAnswerError(OSError("no route"))
        from django.test import Client

        def answer() -> Any:
            path, content_type = url.removeprefix(SITE), headers["Content-Type"]
            return Client().generic(method, path, body or b"", content_type=content_type, headers=headers)

        began = time.process_time()
        made = self.there(answer)
        spent = time.process_time() - began
        self.processor += spent
        self.slowest = max(self.slowest, spent)
        self.answered += 1
        if self.cut == "after":
            raise NoAnswerError(OSError("timed out"))
        return SiteAnswer(made.status_code, made.content)

    def there(self, run: Callable[[], Any]) -> Any:
        from django.core.cache import caches
        from django.db import connections

        hall = connections["default"]
        connections["default"] = self.connection
        caches["pages"].clear()
        caches["throttles"].clear()
        try:
            return run()
        finally:
            connections["default"] = hall
            caches["pages"].clear()


class Hall:
    def __init__(self, players: int, rounds: int, mirror: Mirror) -> None:
        from tests.support.people import people, small_tournament

        self.mirror = mirror
        self.event = small_tournament(players, slug="hall", rounds=rounds)
        self.event.confirmations = self.event.Confirmations.NONE
        self.event.save(update_fields=["confirmations"])
        people(self.event)
        self.processor = 0.0
        self.deliveries = 0
        self.results: dict[bool, list[float]] = {True: [], False: []}

    def start(self) -> bool:
        from tests.support.people import acting
        from tournaments.core.errors import UserError
        from tournaments.exchange.services import publishing

        address = f"{SITE}/t/{SLUG}/#mirror={self.mirror.key}"
        try:
            publishing.start(acting("olga"), self.event, address=address, send=self.mirror.send)
        except UserError:
            return False
        return True

    def deliver(self) -> None:
        """Deliver as the worker does in its next ten seconds, however long the pause after a failure is."""
        from tournaments.exchange.models import Publication
        from tournaments.exchange.services import publishing

        Publication.objects.update(due_at=None)
        began, there = time.process_time(), self.mirror.processor
        publishing.deliver_due(self.mirror.send)
        self.processor += time.process_time() - began - (self.mirror.processor - there)
        self.deliveries += 1

    def play(self, number: int, *, publish: bool) -> None:
        from tests.support.people import acting, seat_in_order
        from tests.support.tables import enter
        from tournaments.rounds.models import GameTable
        from tournaments.rounds.services import rounds
        from tournaments.seating.services import seating

        round_ = self.event.rounds.get(number=number)
        seating.publish(acting("olga"), seat_in_order(round_))
        round_.refresh_from_db()
        rounds.start(acting("olga"), round_)
        self.deliver()
        for place, table in enumerate(GameTable.objects.filter(round=round_).order_by("number"), 1):
            began = time.perf_counter()
            enter(table, (60 + number, 20 - number, -30, -50))
            self.results[publish].append(time.perf_counter() - began)
            if publish and place % TOGETHER == 0:
                self.deliver()
        round_.refresh_from_db()
        rounds.release(acting("olga"), round_)
        rounds.finish(acting("olga"), round_)
        self.mirror.cut = CUTS.get(number, "")
        self.deliver()
        if number != LONG_CUT:
            self.mirror.cut = ""
            self.deliver()


def main(argv: Sequence[str] = ()) -> int:
    """Print the figures. Returns 1 where the mirror does not end as the hall."""
    players, rounds = (int(argv[place]) if len(argv) > place else usual for place, usual in ((0, 400), (1, 12)))
    with tempfile.TemporaryDirectory(prefix="mahjong-director-mirror-") as folder:
        os.environ |= {"MAHJONG_DIRECTOR_DATA": folder, "MAHJONG_DIRECTOR_LOG_LEVEL": "CRITICAL"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        mirror = Mirror(Path(folder))
        hall = Hall(players, rounds, mirror)
        mirror.cut = "claim"
        started_too_early = hall.start()
        mirror.cut = ""
        if started_too_early or not hall.start():
            return 1
        for number in range(1, rounds + 1):
            hall.play(number, publish=number % WITHOUT != 0)
            print(f"round {number}: {mirror.requests} requests, {mirror.bytes} bytes", flush=True)
        return _report(hall, mirror)


def _report(hall: Hall, mirror: Mirror) -> int:
    figures = {
        "requests": (mirror.requests, ""),
        "bytes": (mirror.bytes, ""),
        "processor of the hall, a turn of ten seconds": (1000 * hall.processor / hall.deliveries, "ms"),
        "processor of the mirror, a request": (1000 * mirror.processor / mirror.answered, "ms"),
        "processor of the mirror, the most costly request": (1000 * mirror.slowest, "ms"),
    }
    for publish, seconds in hall.results.items():
        for name, part in (("median", 50), ("95 %", 95)):
            beside = "between deliveries" if publish else "without deliveries"
            quantile = statistics.quantiles(seconds, n=100)[part - 1] if len(seconds) > 1 else seconds[0]
            figures[f"a result {beside}, {name}"] = (1000 * quantile, "ms")
    for name, (value, unit) in figures.items():
        print(f"{name:60} {value:12.1f} {unit}")
        keep(name, value, unit)
    print(f"processor in all: hall {hall.processor:.0f} s, mirror {mirror.processor:.0f} s, {hall.deliveries} turns")
    here, there = _read(hall.event), mirror.there(_read)
    print("the mirror ends as the hall" if here == there else "the mirror DIFFERS from the hall")
    return 0 if here == there else 1


def _read(event: Tournament | None = None) -> dict[str, Any]:
    from tournaments.events.models import Tournament
    from tournaments.exchange.document.writing import build_visitor_part

    raw = build_visitor_part(event or Tournament.objects.get(slug=SLUG))
    document: dict[str, Any] = json.loads(json.dumps(raw))
    return {name: rows for name, rows in document.items() if name != "tournament"}
