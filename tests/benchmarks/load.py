"""A hall at work: two web processes on PostgreSQL and Redis, scorers, the organiser's board, a thousand who look on.

    python -m tests.benchmarks load [--tables 100] [--spectators 1000] [--seconds 40] [--locust PROGRAM]

One round is being played. Scorers post a sheet every `--every` seconds, the organiser looks at the board every three;
the spectators first ask every 15 s, as pages do where no connection can be kept, and then listen as well and read the
page within two seconds of each change that shows on a page (`--all-read`: of each), on the connection of the last
reading as long as the site keeps it, as browsers do. Prints for each kind how many, how fast and which answers,
and what site and database took of processor (cores) and memory. The spectators are processes of their own here and
are not counted, but they take their share of the machine. Those who listen may be Locust's (`spectators.py`), so that
the figures do not rest on our own.
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
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from tests.benchmarks.clients import Way
from tests.benchmarks.figures import keep

if TYPE_CHECKING:
    from tests.support.chaos import Part, Post

SLUG = "load"
PAGES = tuple(f"/t/{SLUG}/{page}" for page in ("", "standings/", "seating/1/"))
STREAM = f"/api/v1/tournaments/{SLUG}/changes/stream/"
ASKING, HEARD, BOARD = 15.0, 2.0, 3.0
"""Seconds: between two questions of a page, until it reads after a change (static/js/follow.js), between two boards."""


@dataclass
class Visits:
    """What was answered to one kind of visitors: seconds and status of each; 0 where nobody answered."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def line(self, name: str) -> str:
        """How many, the middle, the slowest of twenty, the slowest, and which answers."""
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
    parser.add_argument("--locust", metavar="PROGRAM", help="where Locust is installed: its spectators listen")
    parser.add_argument("--all-read", action="store_true", help="read after changes too that show on no page")
    parser.add_argument("--crowd", help=argparse.SUPPRESS)
    asked = parser.parse_args(argv)
    if asked.crowd:
        port, way = asked.crowd.split(",")
        print(json.dumps(asyncio.run(_crowd(int(port), way, asked))))
        return 0
    return _run(asked)


def _run(asked: argparse.Namespace) -> int:
    from tests.support import chaos, whole_site
    from tests.support.services import free_port

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
        web = chaos.web(os.environ, port, folder / "web.log")
        worker = chaos.worker(os.environ, folder / "beat", folder / "worker.log")
        for part in (web, worker):
            part.start()
            stack.callback(part.end)
        chaos.until(lambda: chaos.answers(port, "/readyz"), 120)
        chaos.until(lambda: chaos.answers(port, PAGES[1]), 60)
        (work,) = chaos.sheets(SLUG, asked.tables, 1, random.Random(21))
        # Corrections after all first sheets, so that none comes before its own.
        posts = iter(sorted(work, key=lambda post: post.form["based_on"]))
        print(f"{4 * asked.tables} players, {asked.tables} tables, {asked.spectators} spectators; two web processes")
        missed = 0
        for way in ("asking", "listening"):
            missed += _phase(way, asked, port, cookie, posts, {"web": web, "worker": worker, "database": services[0]})
        return 1 if missed else 0


def _phase(
    way: str, asked: argparse.Namespace, port: int, cookie: str, posts: Iterator[Post], parts: dict[str, Part]
) -> int:
    """One way of looking on; how many sheets were not taken."""
    by_locust = way == "listening" and asked.locust
    crowd = _locust(asked, port) if by_locust else _own_crowd(way, asked, port)
    before, began = {name: _processor(part) for name, part in parts.items()}, time.monotonic()
    sheets, board, most = asyncio.run(_staff(asked, port, cookie, posts, parts))
    seconds = time.monotonic() - began
    said = _told_by_locust(crowd) if by_locust else json.loads(crowd.communicate()[0])
    looked = Visits(said["seconds"], Counter({int(status): count for status, count in said["statuses"].items()}))
    print(f"{way}, {seconds:.0f} s:                  count   middle  19/20 slowest")
    for name, visits in (("spectators", looked), ("sheets", sheets), ("organiser's board", board)):
        print(visits.line(name))
    if way == "listening":
        print(f"  {said['open']} listened at the end; {said['heard']} changes heard")
    cores = {name: (_processor(part) - before[name]) / seconds for name, part in parts.items()}
    for name, used in cores.items():
        keep(f"load, {way}, {name}", used, "cores")
    print("  cores: " + ", ".join(f"{name} {used:.2f}" for name, used in cores.items()))
    print("  memory at most: " + ", ".join(f"{name} {size:.0f} MB" for name, size in most.items()), flush=True)
    return sum(count for status, count in sheets.statuses.items() if status not in (200, 302))


def _own_crowd(way: str, asked: argparse.Namespace, port: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.benchmarks", "load", "--crowd", f"{port},{way}"]
    command += ["--spectators", str(asked.spectators), "--seconds", str(asked.seconds)]
    command += ["--all-read"] * asked.all_read
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _locust(asked: argparse.Namespace, port: int) -> subprocess.Popen[str]:
    """Locust with as many spectators, a tenth more of them every second."""
    told = json.dumps({"pages": PAGES, "stream": STREAM, "within": HEARD, "every": ASKING, "all_read": asked.all_read})
    command = [asked.locust, "-f", str(Path(__file__).with_name("spectators.py")), "--headless", "--json", "--skip-log"]
    command += ["-H", f"http://127.0.0.1:{port}", "-u", str(asked.spectators), "-r", str(asked.spectators / 10)]
    command += ["-t", f"{asked.seconds:.0f}s", "--stop-timeout", "1", "--exit-code-on-error", "0"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"SPECTATORS": told})


def _told_by_locust(crowd: subprocess.Popen[str]) -> dict[str, Any]:
    """What Locust says at its end, as our own spectators say it: it tells failures, not the numbers of answers."""
    counted = {one["name"]: one for one in json.loads(crowd.communicate()[0])}
    number = {name: one["num_requests"] - one["num_failures"] for name, one in counted.items()}
    times = [float(time) / 1000 for time, count in counted["page"]["response_times"].items() for _ in range(count)]
    unchanged = number.get("unchanged", 0)
    statuses = Counter({200: number["page"] - unchanged, 304: unchanged, 0: counted["page"]["num_failures"]})
    still_open = number["stream"] - number.get("end of stream", 0)
    return {"seconds": times, "statuses": +statuses, "heard": number.get("change", 0), "open": still_open}


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


async def _crowd(port: int, way: str, asked: argparse.Namespace) -> dict[str, object]:
    """The spectators of one phase."""
    visits, until = Visits(), time.monotonic() + asked.seconds
    chance, heard, still_open = random.Random(4), Counter[str](), Counter[str]()
    tags: dict[int, str] = {}
    kept: defaultdict[int, Way] = defaultdict(Way)
    asking: set[int] = set()

    async def read(who: int) -> None:
        # A page does not ask while it asks.
        if who in asking:
            return
        asking.add(who)
        headers = {"If-None-Match": tags[who]} if who in tags else {}
        tag = await _visit(port, visits, PAGES[who % len(PAGES)], headers, kept=None if way == "asking" else kept[who])
        tags[who] = tag or tags.get(who, "")
        asking.discard(who)

    async def ask(who: int) -> None:
        await asyncio.sleep(chance.uniform(0, ASKING))
        await _often(lambda: read(who), ASKING, until)

    async def listen(who: int) -> None:
        await asyncio.sleep(chance.uniform(0, ASKING / 2))
        await read(who)
        beside = asyncio.ensure_future(ask(who))
        reading: asyncio.Task[None] | None = None
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            lines, out = await asyncio.open_connection("127.0.0.1", port)
            out.write(f"GET {STREAM} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            while (left := until - time.monotonic()) > 0:
                line = await asyncio.wait_for(lines.readline(), left)
                if not line:
                    break
                if line.startswith(b"data: "):
                    heard["changes"] += 1
                    shows = asked.all_read or json.loads(line[6:]).get("shown", True)
                    if shows and (reading is None or reading.done()):
                        reading = asyncio.ensure_future(later(who))
        still_open["open"] += time.monotonic() >= until
        for task in filter(None, (reading, beside)):
            await task

    async def later(who: int) -> None:
        await asyncio.sleep(chance.uniform(0, HEARD))
        await read(who)

    await asyncio.gather(*((ask if way == "asking" else listen)(who) for who in range(asked.spectators)))
    for each in kept.values():
        each.close()
    said = {"seconds": visits.seconds, "statuses": visits.statuses}
    return said | {"heard": heard["changes"], "open": still_open["open"]}


async def _visit(
    port: int, visits: Visits, path: str, headers: dict[str, str], body: str = "", kept: Way | None = None
) -> str:
    """Ask once and return the page's tag: on the connection that is kept, else on one of its own, as phones do that
    ask every 15 s.
    """
    began, status, tag = time.monotonic(), 0, ""
    lines = {"Host": f"127.0.0.1:{port}", "Accept-Encoding": "gzip", "Connection": "keep-alive" if kept else "close"}
    if body:
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in (lines | headers).items())
    own = kept or Way()
    with suppress(OSError, TimeoutError, IndexError, ValueError, asyncio.IncompleteReadError):
        request = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{head}\r\n{body}".encode()
        top = (await asyncio.wait_for(own.ask(port, request), 60)).decode("latin-1").splitlines()
        status = int(top[0].split()[1])
        tag = next((line.partition(": ")[2] for line in top if line.lower().startswith("etag: ")), "")
    if kept is None or not status:
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
