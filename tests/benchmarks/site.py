"""The site under load: results posted by 8 clients, standings of 400 players x 12 rounds, the public page of them.

    python -m tests.benchmarks site

Runs once on SQLite and once on a private PostgreSQL, each time with a web server of its own on a fresh database.
A posted result is the whole way of a clerk's form: permission, checks, version, audit, confirmation, score lines.
"""

import http.client
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.figures import keep

CLIENTS = 8
PLAYERS, ROUNDS = 400, 12
SECONDS = 5.0
SLUG = "benchmark"

Sheet = tuple[str, dict[str, str]]
"""Address and form of one table's result."""


def main(argv: Sequence[str] = ()) -> int:
    """Both databases, each in a process of its own. Returns 0 when no accepted result was lost."""
    if argv:
        return _prepare_and_measure()
    command = [sys.executable, "-m", "tests.benchmarks", "site", "measure"]
    services = [sys.executable, "-m", "tests.support.services"]
    return max(subprocess.run([*services, *options, "--", *command]).returncode for options in (["--embedded"], []))


def _prepare_and_measure() -> int:
    with tempfile.TemporaryDirectory(prefix="mahjong-director-bench-") as data:
        os.environ["MAHJONG_DIRECTOR_DATA"] = data
        os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "WARNING"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return _measure(Path(data))


def _measure(data: Path) -> int:
    from django.conf import settings

    from tests.support.people import acting, people, seat_in_order, small_tournament
    from tests.support.services import free_port
    from tournaments.models import TableResult
    from tournaments.selectors.standings import compute_standings
    from tournaments.services import publishing, rounds, seating

    tournament = small_tournament(PLAYERS, slug=SLUG, rounds=ROUNDS)
    tournament.confirmations = tournament.Confirmations.NONE
    tournament.save(update_fields=["confirmations"])
    people(tournament)
    cookie = _session_of("olga")
    port = free_port()
    server = [str(Path(sys.executable).parent / "gunicorn"), "-c", "python:tournaments.site.server"]
    with (data / "web.log").open("wb") as log:
        web = subprocess.Popen([*server, "-b", f"127.0.0.1:{port}", "tournaments.site.wsgi"], stdout=log, stderr=log)
    try:
        _wait_for(port)
        accepted, spent = 0, 0.0
        for round_ in tournament.rounds.order_by("number"):
            seating.publish(acting("olga"), seat_in_order(round_))
            round_.refresh_from_db()
            rounds.start(acting("olga"), round_)
            sheets = _sheets(round_.number)
            started = time.perf_counter()
            with ThreadPoolExecutor(CLIENTS) as pool:
                parts = [sheets[client::CLIENTS] for client in range(CLIENTS)]
                accepted += sum(pool.map(lambda part: _post_all(port, cookie, part), parts))
            spent += time.perf_counter() - started
            round_.refresh_from_db()
            publishing.release(acting("olga"), round_)
            rounds.finish(acting("olga"), round_)
        database = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
        keep(f"results posted, {database}", accepted / spent, "/s", "higher")
        stored = TableResult.objects.filter(state=TableResult.State.CONFIRMED).count()
        asked = PLAYERS // 4 * ROUNDS
        print(
            f"  results by {CLIENTS} clients: {accepted / spent:.0f}/s; {asked} posted, {accepted} accepted, "
            f"{accepted - stored} lost"
        )
        started = time.perf_counter()
        lines = compute_standings(tournament).individual
        keep(f"standings of {PLAYERS} x {ROUNDS}, {database}", (time.perf_counter() - started) * 1000, "ms")
        print(f"  standings of {len(lines)} players x {ROUNDS} rounds: {time.perf_counter() - started:.2f} s")
        for name, headers in (("whole page", {}), ("unchanged (304)", _etag(port))):
            with ThreadPoolExecutor(CLIENTS) as pool:
                counts = list(pool.map(lambda _, headers=headers: _read_on(port, headers), range(CLIENTS)))
            keep(f"public standings, {name}, {database}", sum(counts) / SECONDS, "/s", "higher")
            print(f"  public standings, {name}: {sum(counts) / SECONDS:.0f} requests/s")
        return 0 if stored == accepted == asked else 1
    finally:
        web.terminate()
        web.wait(20)


def _session_of(name: str) -> str:
    """The cookies of a signed-in browser, with the token that forms need."""
    from django.test import Client

    from tests.support.people import person

    client = Client()
    client.force_login(person(name))
    return f"sessionid={client.session.session_key}; csrftoken={'a' * 32}"


def _sheets(number: int) -> list[Sheet]:
    """A sheet that adds up for each table of the round, in table order."""
    chance = random.Random(number)
    sheets = []
    for table in range(1, PLAYERS // 4 + 1):
        points = [chance.randint(-300, 300) for _ in range(3)]
        form = {f"points_{seat}": str(value) for seat, value in enumerate([*points, -sum(points)])}
        path = f"/t/{SLUG}/manage/results/{number}/table/{table}/"
        sheets.append((path, {**form, "based_on": "0", "reason": "", "csrfmiddlewaretoken": "a" * 32}))
    return sheets


def _post_all(port: int, cookie: str, sheets: Sequence[Sheet]) -> int:
    """Post one after another on one connection, as one clerk does. Returns how many were accepted."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    accepted = 0
    for path, form in sheets:
        connection.request("POST", path, urllib.parse.urlencode(form), headers)
        answer = connection.getresponse()
        answer.read()
        accepted += answer.status == 302
    connection.close()
    return accepted


def _read_on(port: int, headers: dict[str, str]) -> int:
    """Read the public standings again and again for SECONDS; how often it was answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    count, end = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        connection.request("GET", f"/t/{SLUG}/standings/", headers=headers)
        answer = connection.getresponse()
        answer.read()
        count += answer.status == (304 if headers else 200)
    connection.close()
    return count


def _etag(port: int) -> dict[str, str]:
    """What a browser sends that has the page already."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/t/{SLUG}/standings/")
    return {"If-None-Match": connection.getresponse().headers["ETag"]}


def _wait_for(port: int) -> None:
    """Until the site answers; OSError when it does not within 30 seconds."""
    end = time.perf_counter() + 30
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            return
        except OSError:
            if time.perf_counter() > end:
                raise
            time.sleep(0.1)
