"""The site under load: results posted by 8 clients, standings of 400 players x 12 rounds, the public page of them.

    python -m benchmarks site

Runs once on SQLite and once on a private PostgreSQL, each time with a web server of its own on a fresh database.
A posted result is the whole way of a clerk's form: permission, checks, version, audit, confirmation, score lines. The
rates are of a machine that clients and server share; the processor of the server alone is told beside them. While
every third round is played, the child of low priority prints score sheets.
"""

import http.client
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from benchmarks.clients import KeptConnection, request_of, words_of
from benchmarks.figures import keep
from tools.services import web_command

if TYPE_CHECKING:
    from tournaments.events.models import Tournament

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
    command = [sys.executable, "-m", "benchmarks", "site", "measure"]
    services = [sys.executable, "-m", "tools.services"]
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
    from tools.services import free_port
    from tournaments.results.models.results import TableResult
    from tournaments.rounds.services import rounds
    from tournaments.seating.services import seating
    from tournaments.standings.queries.standings import compute_standings

    tournament = small_tournament(PLAYERS, slug=SLUG, rounds=ROUNDS)
    tournament.confirmations = tournament.Confirmations.NONE
    tournament.save(update_fields=["confirmations"])
    people(tournament)
    cookies = [_session_of(tournament, f"clerk{number}") for number in range(1, CLIENTS + 1)]
    port = free_port()
    with (data / "web.log").open("wb") as log:
        web = subprocess.Popen(web_command(port), stdout=log, stderr=log)
    try:
        _wait_for(port)
        _settled(web.pid)
        accepted, spent, processor = 0, 0.0, 0.0
        beside_printing: list[float] = []
        for round_ in tournament.rounds.order_by("number"):
            seating.publish(acting("olga"), seat_in_order(round_))
            round_.refresh_from_db()
            rounds.start(acting("olga"), round_)
            sheets = _sheets(round_.number)
            parts = [(cookie, sheets[client::CLIENTS]) for client, cookie in enumerate(cookies)]
            prints = round_.number % 3 == 0
            with _printing() if prints else nullcontext():
                started, before = time.perf_counter(), processor_of(web.pid)
                with ThreadPoolExecutor(CLIENTS) as pool:
                    accepted += sum(pool.map(lambda part: _post_all(port, *part), parts))
                took = time.perf_counter() - started
            if prints:
                beside_printing.append(took)
            else:
                spent += took
            processor += processor_of(web.pid) - before
            round_.refresh_from_db()
            rounds.release(acting("olga"), round_)
            rounds.finish(acting("olga"), round_)
        database = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
        stored = TableResult.objects.filter(state=TableResult.State.CONFIRMED).count()
        asked = PLAYERS // 4 * ROUNDS
        rate = PLAYERS // 4 * (ROUNDS - len(beside_printing)) / spent
        rate_beside = PLAYERS // 4 * len(beside_printing) / sum(beside_printing)
        keep(f"results posted, {database}", rate, "/s", "higher")
        keep(f"results posted while sheets are printed, {database}", rate_beside, "/s", "higher")
        keep(f"processor of a posted result, {database}", processor / asked * 1000, "ms")
        print(
            f"  results by {CLIENTS} clients: {rate:.0f}/s, {rate_beside:.0f}/s while sheets are printed,"
            f" {processor / asked * 1000:.1f} ms of the server's processor each;"
            f" {asked} posted, {accepted} accepted, {accepted - stored} lost"
        )
        started = time.perf_counter()
        lines = compute_standings(tournament).individual
        keep(f"standings of {PLAYERS} x {ROUNDS}, {database}", (time.perf_counter() - started) * 1000, "ms")
        print(f"  standings of {len(lines)} players x {ROUNDS} rounds: {time.perf_counter() - started:.3f} s")
        for name, path, headers, status in _readings(port):
            with ThreadPoolExecutor(CLIENTS) as pool:
                before = processor_of(web.pid)
                counts = list(pool.map(lambda _, asked=(path, headers, status): _read_on(port, *asked), range(CLIENTS)))
                each = (processor_of(web.pid) - before) / max(1, sum(counts)) * 1000
            keep(f"{name}, {database}", sum(counts) / SECONDS, "/s", "higher")
            keep(f"processor of {name}, {database}", each, "ms")
            print(f"  {name}: {sum(counts) / SECONDS:.0f} requests/s, {each:.2f} ms of the server's processor each")
        return 0 if stored == accepted == asked else 1
    finally:
        web.terminate()
        web.wait(20)


@contextmanager
def _printing() -> Iterator[None]:
    """Print score sheets in the background, again and again."""
    from benchmarks.printing import print_sheets

    print_sheets("mcr-2006", range(1, 2))
    ended = threading.Event()

    def print_on() -> None:
        while not ended.is_set():
            print_sheets("mcr-2006", range(1, 101))

    thread = threading.Thread(target=print_on)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def processor_of(server: int) -> float:
    """Seconds of processor that a web server and its processes have taken, whatever else the machine does.

    What they work out apart runs in children of theirs, and is not in it.
    """
    main = psutil.Process(server)
    times = [each.cpu_times() for each in (main, *main.children())]
    return float(sum(each.user + each.system for each in times))


def _settled(server: int) -> None:
    """Wait until the processes behind the server have loaded the program: that is no part of any request."""
    spent = -1.0
    while True:
        times = [each.cpu_times() for each in psutil.Process(server).children(recursive=True)]
        now = float(sum(each.user + each.system for each in times))
        if now - spent < 0.03:
            return
        spent = now
        time.sleep(1)


def _session_of(tournament: "Tournament", name: str) -> str:
    """The cookies of a scorer's browser, signed in, with the token that forms need.

    Each client is somebody else: an account may send so many forms a minute, and one clerk would reach that.
    """
    from django.test import Client

    from tests.support.people import person
    from tournaments.accounts.models import Membership, Role

    Membership.objects.create(tournament=tournament, user=person(name), role=Role.SCORER)
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
    accepted, refused = 0, ""
    with KeptConnection(port) as connection:
        for path, form in sheets:
            body = urllib.parse.urlencode(form)
            kind = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
            status, answer = connection.ask(request_of("POST", path, kind, body))
            accepted += status == 302
            if status != 302 and not refused:
                refused = f"{path} was refused first, {status}: {words_of(answer)}"
    if refused:
        print(f"  {refused}")
    return accepted


def _readings(port: int) -> list[tuple[str, str, dict[str, str], int]]:
    """Reads to measure: name, URL, headers, and the expected status. Browsers request compressed pages."""
    page, api = f"/t/{SLUG}/standings/", f"/api/v1/tournaments/{SLUG}/standings/"
    browser = {"Accept": "text/html", "Accept-Encoding": "gzip, br", "Accept-Language": "en"}
    program = {"Accept": "application/json"}
    return [
        ("public standings, whole page", page, browser, 200),
        ("public standings, unchanged (304)", page, browser | _etag(port, page, browser), 304),
        ("API standings, unchanged (304)", api, program | _etag(port, api, program), 304),
    ]


def _read_on(port: int, path: str, headers: dict[str, str], status: int) -> int:
    """Read the address again and again for SECONDS; how often it was answered with that status."""
    request = request_of("GET", path, headers)
    count, end = 0, time.perf_counter() + SECONDS
    with KeptConnection(port) as connection:
        while time.perf_counter() < end:
            count += connection.ask(request)[0] == status
    return count


def _etag(port: int, path: str, headers: dict[str, str]) -> dict[str, str]:
    """Return the header of a browser that has the page already; the site keeps a response for each host."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={**headers, "Host": "127.0.0.1"})
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
