"""Kill everything at random moments while eight people write, then count the acknowledged writes.

    python -m benchmarks chaos [tables]

Once on SQLite with the embedded queue, once on a PostgreSQL and a Redis of its own: web server, worker, Redis and
database are killed with kill -9 and started again, the clock jumps by hours, and (as root) the disk fills, the
database's with it. After each of at most MAX_DISTURBANCES disturbances somebody is heard before the next; then
everybody may finish. Prints what was written, what was lost, the states of the jobs, and the time until the site serves
again after everything was killed at once.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.figures import keep

if TYPE_CHECKING:
    from benchmarks.disturbance import Part

WRITERS, TABLES, SLUG = 8, 40, "chaos"
MAX_DISTURBANCES = 40
TYPING = 1.0
LAST = 180.0
"""Seconds for what is still unsent when nothing is disturbed any more."""


def main(argv: Sequence[str] = ()) -> int:
    """Both databases, each in a process of its own. Returns 0 when nothing acknowledged was lost or doubled."""
    if argv and argv[0] in ("sqlite", "postgresql"):
        return _run(argv[0], int(argv[1]))
    tables = argv[0] if argv else str(TABLES)
    command = [sys.executable, "-m", "benchmarks", "chaos"]
    return max(subprocess.run([*command, kind, tables]).returncode for kind in ("sqlite", "postgresql"))


def _run(kind: str, tables: int) -> int:
    from benchmarks import disturbance, whole_site
    from tools.services import free_port

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mahjong-director-chaos-")))
        disk = folder / "disk"
        disk.mkdir()
        mounted = _mount(stack, disk, 60 if kind == "sqlite" else 250)
        data = disk / "data"
        data.mkdir()
        clock = folder / "clock"
        os.environ |= {"MAHJONG_DIRECTOR_DATA": str(data), "CHAOS_CLOCK": str(clock)}
        os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "WARNING"
        for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
            os.environ.pop(name, None)
        services = whole_site.servers(stack, folder) if kind == "postgresql" else []
        cookie = whole_site.event(SLUG, tables)
        _jobs_to_do()
        port = free_port()
        web = disturbance.web(os.environ, port, folder / "web.log")
        worker = disturbance.worker(os.environ, folder / "worker.log")
        parts = [web, worker, *services]
        for part in (web, worker):
            stack.callback(part.end)
        web.start()
        worker.start()
        web.await_answer(port, 60)
        people = disturbance.Writers(port, cookie, disturbance.sheets(SLUG, tables, WRITERS, random.Random(15)), TYPING)
        began, threads = time.monotonic(), people.run()
        moves = itertools.islice(itertools.cycle(_moves(parts, clock, disk if mounted else None)), MAX_DISTURBANCES)
        chance = random.Random(7)
        made = disturbance.disturb(moves, threads, people, iter(lambda: chance.uniform(0.0, 1.5), None))
        clock.unlink(missing_ok=True)
        _free(disk, services)
        with suppress(TimeoutError):
            disturbance.until(lambda: not any(thread.is_alive() for thread in threads), LAST)
        people.over.set()
        seconds = time.monotonic() - began
        for part in parts:
            part.end()
        for part in (*services, web, worker):
            part.start()
        back = disturbance.until(lambda: disturbance.answers(port, f"/t/{SLUG}/"), 120)
        # Our own connections are from before: the database was killed under them.
        _let_go()
        lost = disturbance.losses(SLUG, people.acknowledged)
        kills = ", ".join(f"{part.name} {part.kills}" for part in parts)
        heard = len(people.acknowledged)
        keep(f"chaos, {kind}, writes lost", len(lost), "")
        keep(f"chaos, {kind}, serving again", back, "s")
        print(f"{kind}: {heard} of {2 * tables} writes acknowledged in {seconds:.0f} s and {people.tries} tries")
        print(f"  {made} disturbances; killed: {kills}; disk filled: {'yes' if mounted else 'no'}")
        print(f"  refused: {people.refused[:3]}; lost or doubled: {len(lost)} {lost[:3]}")
        print(f"  all killed at once: serving again after {back:.1f} s; jobs: {_jobs(disturbance.until)}", flush=True)
        return 1 if lost or heard != 2 * tables else 0


def _mount(stack: ExitStack, disk: Path, megabytes: int) -> bool:
    """A small disk of its own, where the system lets us make one."""
    size = f"size={megabytes}m"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", size, "none", str(disk)], capture_output=True)
    if done.returncode == 0:
        stack.callback(subprocess.run, ["umount", "-l", str(disk)])
    return done.returncode == 0


def _moves(parts: Sequence[Part], clock: Path, disk: Path | None) -> list[Callable[[], None]]:
    def again(part: Part) -> Callable[[], None]:
        def move() -> None:
            part.kill()
            part.start()

        return move

    def jump(seconds: int) -> None:
        clock.write_text(str(seconds))

    def fill() -> None:
        # Closing fails as well where the last write was cut short.
        with suppress(OSError), (disk / "filler").open("wb") as file:  # type: ignore[operator]
            while True:
                file.write(b"\0" * 65536)
                file.flush()

    moves = [again(part) for part in parts]
    moves += [partial(jump, 10800), partial(jump, -3600)]
    return [*moves, fill, partial(_free, disk, parts)] if disk is not None else moves


def _free(disk: Path, parts: Sequence[Part]) -> None:
    """There is room again; what gave up meanwhile is started, as an organiser would."""
    (disk / "filler").unlink(missing_ok=True)
    for part in parts:
        if part.process is not None and part.process.poll() is not None:
            part.start()


def _let_go() -> None:
    from django.db import connections

    connections.close_all()


def _jobs_to_do() -> None:
    from tournaments.core import jobs

    for _job in range(4):
        jobs.create("backup", created_by=None, params={"why": "hand"})


def _jobs(until: Callable[[Callable[[], bool], float], float]) -> dict[str, int]:
    """Return the states of the jobs once all have ended; a lost run is given up after 45 s."""
    from collections import Counter

    from tournaments.core.models.jobs import Job

    with suppress(TimeoutError):
        until(lambda: not Job.objects.filter(state__in=("queued", "running")).exists(), 180)
    return dict(Counter(Job.objects.values_list("state", flat=True)))
