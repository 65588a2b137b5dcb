"""Memory of a site under load: two web processes on a private PostgreSQL and Redis, and the worker.

    python -m benchmarks memory [--seconds 20]

An event of 400 players; 16 clients post the results of two rounds and read pages of all players and rounds, half of
them at each web process. Prints the megabytes (shared memory divided: PSS) of each part before the first request,
after the load and a minute later, and the number of the database's connections.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psutil

from benchmarks import site
from benchmarks.clients import KeptConnection, request_of
from benchmarks.figures import keep
from tools.services import free_port, web_command
from tournaments.site.serve import WORKER

if TYPE_CHECKING:
    from tournaments.events.models import Tournament

CLIENTS: Final = 16
LATER: Final = 60.0
WEBS: Final = 2


def main(argv: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks memory")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(list(argv))
    if options.measure:
        return _prepare_and_measure(options.seconds)
    command = [sys.executable, "-m", "benchmarks", "memory", "--measure", "--seconds", str(options.seconds)]
    return subprocess.run([sys.executable, "-m", "tools.services", "--", *command]).returncode


def _prepare_and_measure(seconds: float) -> int:
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="mahjong-director-bench-"))
        os.environ |= {
            "MAHJONG_DIRECTOR_DATA": data,
            "MAHJONG_DIRECTOR_LOG_LEVEL": "WARNING",
            # As the units of deploy/systemd set it.
            "MALLOC_ARENA_MAX": "2",
            "DJANGO_SETTINGS_MODULE": "tournaments.site.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        from tests.support.people import people, small_tournament

        call_command("migrate", verbosity=0)
        tournament = small_tournament(site.PLAYERS, slug=site.SLUG, rounds=2)
        tournament.confirmations = tournament.Confirmations.NONE
        tournament.save(update_fields=["confirmations"])
        people(tournament)
        cookies = [site._session_of(tournament, f"clerk{number}") for number in range(CLIENTS)]
        ports = [free_port() for _ in range(WEBS)]
        worker = [sys.executable, "-m", *WORKER]
        running = [
            _start(stack, Path(data) / f"{number}.log", command)
            for number, command in enumerate([*map(web_command, ports), worker])
        ]
        for port in ports:
            _wait_for(port)
        time.sleep(5)
        _print_memory("before", running)
        _load(tournament, ports, cookies, seconds)
        _print_memory("after", running)
        time.sleep(LATER)
        _print_memory("later", running)
    return 0


def _wait_for(port: int) -> None:
    """Return when the site responds; it may take minutes on a loaded machine."""
    end = time.monotonic() + 300
    while True:
        with suppress(OSError), KeptConnection(port) as connection:
            connection.ask(request_of("GET", "/healthz", {}))
            return
        if time.monotonic() > end:
            raise TimeoutError("The site does not respond.")
        time.sleep(0.5)


def _start(stack: ExitStack, log: Path, command: Sequence[str]) -> psutil.Process:
    out = stack.enter_context(log.open("wb"))
    process = subprocess.Popen(command, stdout=out, stderr=out)
    # A worker that is asked to stop ends its jobs first.
    stack.callback(process.wait, 300)
    stack.callback(process.terminate)
    return psutil.Process(process.pid)


def _load(tournament: Tournament, ports: Sequence[int], cookies: Sequence[str], seconds: float) -> None:
    from tests.support.people import acting, seat_in_order
    from tournaments.rounds.services import rounds
    from tournaments.seating.services import seating

    accepted = pages = 0
    for round_ in tournament.rounds.order_by("number"):
        seating.publish(acting("olga"), seat_in_order(round_))
        round_.refresh_from_db()
        rounds.start(acting("olga"), round_)
        sheets = site._sheets(round_.number)

        def work(client: int, sheets: Sequence[site.Sheet] = sheets) -> tuple[int, int]:
            port = ports[client % WEBS]
            posted = site._post_all(port, cookies[client], sheets[client::CLIENTS])
            return posted, _read(port, client, seconds)

        with ThreadPoolExecutor(CLIENTS) as pool:
            counts = list(pool.map(work, range(CLIENTS)))
        accepted, pages = accepted + sum(count for count, _ in counts), pages + sum(count for _, count in counts)
        round_.refresh_from_db()
        rounds.release(acting("olga"), round_)
        rounds.finish(acting("olga"), round_)
    print(f"{accepted} of {len(sheets) * 2} results accepted, {pages} pages read")


def _read(port: int, client: int, seconds: float) -> int:
    """Read pages of one player after another; return their number."""
    count, end = 0, time.monotonic() + seconds
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip", "Accept-Language": ("en", "ja", "de")[client % 3]}
    with KeptConnection(port) as connection:
        for path in _list_paths(client):
            if time.monotonic() > end:
                break
            count += connection.ask(request_of("GET", path, headers))[0] == 200
    return count


def _list_paths(client: int) -> Iterator[str]:
    base = f"/t/{site.SLUG}/"
    while True:
        for number in range(client, site.PLAYERS, CLIENTS):
            yield from (base, f"{base}standings/", f"{base}seating/1/", f"{base}players/{number + 1}/")


def _print_memory(when: str, running: Sequence[psutil.Process]) -> None:
    sizes = [sum(map(_weigh, [process, *process.children(recursive=True)])) for process in running]
    servers = _list_connections()
    database = sum(map(_weigh, servers))
    webs = sum(sizes[:WEBS])
    for name, size in (("web", webs), ("worker", sizes[WEBS]), ("connections", database)):
        keep(f"memory {when}, {name}", size, "MB")
    parts = ", ".join(f"{size:.0f}" for size in sizes[:WEBS])
    print(
        f"{when}: web {webs:.0f} MB ({parts}), worker {sizes[WEBS]:.0f} MB, "
        f"{len(servers)} connections of the database {database:.0f} MB",
        flush=True,
    )


def _list_connections() -> list[psutil.Process]:
    """Return the server processes of all clients of the database; it is on this machine."""
    from django.db import connection

    processes = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        for (pid,) in cursor.fetchall():
            with suppress(psutil.NoSuchProcess):
                processes.append(psutil.Process(pid))
    return processes


def _weigh(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        return float(process.memory_full_info().pss) / 1_000_000
    return 0.0
