"""A hall at work: a web process on PostgreSQL and Redis, scorers, the organiser's board, a thousand who look on.

    python -m benchmarks load [--tables 100] [--spectators 1000] [--seconds 40]

One round is being played. Scorers post a sheet every `--every` seconds, the organiser looks at the board every three;
the spectators ask for the event's public version every five seconds, as pages do, on a connection of its own each time,
and read their page when it is new. Prints for each kind how many, how fast and which answers, and what site and
database took of processor (cores) and memory. The spectators are a process of their own and are not counted, but they
take their share of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from benchmarks.clients import Way
from benchmarks.figures import keep

if TYPE_CHECKING:
    from benchmarks.disturbance import Part, Post

SLUG = "load"
PAGES = tuple(f"/t/{SLUG}/{page}" for page in ("", "standings/", "seating/1/"))
VERSION = f"/t/{SLUG}/version/"
ASKING, BOARD = 5.0, 3.0
"""Seconds between two questions of a page (static/js/events/follow.js), and between two boards."""


@dataclass
class Visits:
    """Responses to one kind of visitors: seconds and status of each; 0 without a response."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def line(self, name: str) -> str:
        """Number, median, slowest of twenty, slowest, and the statuses."""
        times = sorted(self.seconds) or [0.0]
        at = [1000 * times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 1)]
        keep(f"load, {name}, 95 of 100", at[1], "ms")
        answers = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items()))
        return f"  {name:<22} {len(self.seconds):>6}   {at[0]:>6.0f} {at[1]:>6.0f} {at[2]:>6.0f} ms   {answers}"


def main(argv: Sequence[str] = ()) -> int:
    """Measure, or be the spectators of a run. Returns 1 where a sheet was not taken."""
    parser = argparse.ArgumentParser(prog="load", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--every", type=float, default=2, help="seconds between two sheets")
    parser.add_argument("--crowd", help=argparse.SUPPRESS)
    asked = parser.parse_args(argv)
    if asked.crowd:
        print(json.dumps(asyncio.run(_crowd(int(asked.crowd), asked))))
        return 0
    return _run(asked)


def _run(asked: argparse.Namespace) -> int:
    from benchmarks import disturbance, whole_site
    from tools.services import free_port

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mahjong-director-load-")))
        (folder / "disk" / "data").mkdir(parents=True)
        os.environ |= {"MAHJONG_DIRECTOR_DATA": str(folder / "disk" / "data"), "MAHJONG_DIRECTOR_LOG_LEVEL": "WARNING"}
        for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
            os.environ.pop(name, None)
        os.environ["CHAOS_CLOCK"] = str(folder / "no jumps")
        services = whole_site.servers(stack, folder)
        cookie = whole_site.event(SLUG, asked.tables)
        port = free_port()
        web = disturbance.web(os.environ, port, folder / "web.log")
        worker = disturbance.worker(os.environ, folder / "worker.log")
        for part in (web, worker):
            part.start()
            stack.callback(part.end)
        disturbance.until(lambda: disturbance.answers(port, "/readyz"), 120)
        disturbance.until(lambda: disturbance.answers(port, PAGES[1]), 60)
        (work,) = disturbance.sheets(SLUG, asked.tables, 1, random.Random(21))
        # Corrections after all first sheets, so that none comes before its own.
        posts = iter(sorted(work, key=lambda post: post.form["based_on"]))
        print(f"{4 * asked.tables} players, {asked.tables} tables, {asked.spectators} spectators; one web process")
        parts = {"web": web, "worker": worker, "database": services[0]}
        return 1 if _measured(asked, port, cookie, posts, parts) else 0


def _measured(asked: argparse.Namespace, port: int, cookie: str, posts: Iterator[Post], parts: dict[str, Part]) -> int:
    """Let everybody work; how many sheets were not taken."""
    command = [sys.executable, "-m", "benchmarks", "load", "--crowd", str(port)]
    command += ["--spectators", str(asked.spectators), "--seconds", str(asked.seconds)]
    crowd = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    before, began = {name: _processor(part) for name, part in parts.items()}, time.monotonic()
    sheets, board, most = asyncio.run(_staff(asked, port, cookie, posts, parts))
    seconds = time.monotonic() - began
    said = json.loads(crowd.communicate()[0])
    looked = Visits(said["seconds"], Counter({int(status): count for status, count in said["statuses"].items()}))
    print(f"{seconds:.0f} s:                          count   middle  19/20 slowest")
    for name, visits in (("spectators", looked), ("sheets", sheets), ("organiser's board", board)):
        print(visits.line(name))
    cores = {name: (_processor(part) - before[name]) / seconds for name, part in parts.items()}
    for name, used in cores.items():
        keep(f"load, asking, {name}", used, "cores")
    print("  cores: " + ", ".join(f"{name} {used:.2f}" for name, used in cores.items()))
    print("  memory at most: " + ", ".join(f"{name} {size:.0f} MB" for name, size in most.items()), flush=True)
    return sum(count for status, count in sheets.statuses.items() if status not in (200, 302))


async def _staff(
    asked: argparse.Namespace, port: int, cookie: str, posts: Iterator[Post], parts: dict[str, Part]
) -> tuple[Visits, Visits, dict[str, float]]:
    """Scorers and organiser while the crowd looks on: their visits, and the megabytes of each part at most."""
    sheets, board, most = Visits(), Visits(), dict.fromkeys(parts, 0.0)
    headers = {"Cookie": cookie, "Accept": "text/html"}

    async def score() -> None:
        post = next(posts, None)
        if post is None:
            return
        form = {"Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": post.key}
        await _visit(port, sheets, post.path, headers | form, urllib.parse.urlencode(post.form))

    async def look() -> None:
        await _visit(port, board, f"/t/{SLUG}/manage/board/", headers)

    async def weigh() -> None:
        for name, part in parts.items():
            most[name] = max(most[name], await asyncio.to_thread(_megabytes, part))

    until = time.monotonic() + asked.seconds
    await asyncio.gather(_often(score, asked.every, until), _often(look, BOARD, until), _often(weigh, 5, until))
    return sheets, board, most


async def _often(act: Callable[[], Awaitable[None]], seconds: float, until: float) -> None:
    """Do it at every beat, whether or not the last one has ended, as people do; wait for all."""
    begun = []
    while time.monotonic() < until:
        begun.append(asyncio.ensure_future(act()))
        await asyncio.sleep(seconds)
    await asyncio.gather(*begun)


async def _crowd(port: int, asked: argparse.Namespace) -> dict[str, object]:
    """The spectators."""
    visits, until, chance = Visits(), time.monotonic() + asked.seconds, random.Random(4)

    async def follow(who: int) -> None:
        page, known = PAGES[who % len(PAGES)], ""
        await asyncio.sleep(chance.uniform(0, ASKING))
        while time.monotonic() < until:
            version = await _visit(port, visits, VERSION, {"If-None-Match": known} if known else {})
            if version not in ("", known):
                known = version
                await _visit(port, visits, page, {})
            await asyncio.sleep(ASKING * chance.uniform(0.8, 1.2))

    await asyncio.gather(*(follow(who) for who in range(asked.spectators)))
    return {"seconds": visits.seconds, "statuses": visits.statuses}


async def _visit(port: int, visits: Visits, path: str, headers: dict[str, str], body: str = "") -> str:
    """Ask once, on a connection of its own, and return the answer's tag."""
    began, status, tag = time.monotonic(), 0, ""
    lines = {"Host": f"127.0.0.1:{port}", "Accept-Encoding": "gzip", "Connection": "close"}
    if body:
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in (lines | headers).items())
    own = Way()
    with suppress(OSError, TimeoutError, IndexError, ValueError, asyncio.IncompleteReadError):
        request = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{head}\r\n{body}".encode()
        top = (await asyncio.wait_for(own.ask(port, request), 60)).decode("latin-1").splitlines()
        status = int(top[0].split()[1])
        tag = next((line.partition(": ")[2] for line in top if line.lower().startswith("etag: ")), "")
    own.close()
    visits.seconds.append(time.monotonic() - began)
    visits.statuses[status] += 1
    return tag


def _processor(part: Part) -> float:
    """Seconds of processor of a part and all below it, those that have ended included."""
    total = 0.0
    for one in _all_of(part):
        with suppress(psutil.NoSuchProcess):
            used = one.cpu_times()
            total += used.user + used.system + used.children_user + used.children_system
    return total


def _megabytes(part: Part) -> float:
    """Memory of a part, with its share of what processes have in common."""
    total = 0
    for one in _all_of(part):
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            total += one.memory_full_info().pss
    return total / 1_000_000


def _all_of(part: Part) -> list[psutil.Process]:
    if part.process is None:
        return []
    with suppress(psutil.NoSuchProcess):
        own = psutil.Process(part.process.pid)
        return [own, *own.children(recursive=True)]
    return []
