"""Everything is killed at random moments while eight people write: what was acknowledged is counted afterwards.

    python -m tests.benchmarks chaos [tables]

Once on SQLite with the embedded queue, once on a PostgreSQL and a Redis of its own: web server, worker, Redis and
database are killed with kill -9 and started again, the clock jumps by hours, and (as root, on SQLite) the disk fills.
Prints what was written, what was lost, what became of the jobs, and how long the site took to serve after everything
was killed at once.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.bootstrap.processes import nothing_left_behind

if TYPE_CHECKING:
    from tests.support.chaos import Part

WRITERS, TABLES, SLUG = 8, 40, "chaos"


def main(argv: Sequence[str] = ()) -> int:
    """Both databases, each in a process of its own. Returns 0 when nothing acknowledged was lost or doubled."""
    if argv and argv[0] in ("sqlite", "postgresql"):
        with nothing_left_behind():
            return _run(argv[0], int(argv[1]))
    tables = argv[0] if argv else str(TABLES)
    command = [sys.executable, "-m", "tests.benchmarks", "chaos"]
    return max(subprocess.run([*command, kind, tables]).returncode for kind in ("sqlite", "postgresql"))


def _run(kind: str, tables: int) -> int:
    from tests.support import chaos
    from tests.support.services import free_port

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mahjong-director-chaos-")))
        data = folder / "data"
        data.mkdir()
        mounted = kind == "sqlite" and _mount(stack, data)
        clock = folder / "clock"
        os.environ |= {"MAHJONG_DIRECTOR_DATA": str(data), "CHAOS_CLOCK": str(clock)}
        os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "WARNING"
        for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
            os.environ.pop(name, None)
        services = _servers(stack, folder) if kind == "postgresql" else []
        cookie = _event(tables)
        port = free_port()
        web = chaos.web(os.environ, port, folder / "web.log")
        worker = chaos.worker(os.environ, folder / "beat", folder / "worker.log")
        parts = [web, worker, *services]
        for part in (web, worker):
            stack.callback(part.end)
        web.start()
        worker.start()
        chaos.until(lambda: chaos.answers(port), 60)
        people = chaos.Writers(port, cookie, chaos.sheets(SLUG, tables, WRITERS, random.Random(15)))
        began, threads = time.monotonic(), people.run()
        moves = _moves(parts, clock, data if mounted else None)
        chance = random.Random(7)
        made = chaos.disturb(moves, threads, port, iter(lambda: chance.uniform(0.2, 1.5), None))
        seconds = time.monotonic() - began
        clock.unlink(missing_ok=True)
        (data / "filler").unlink(missing_ok=True)
        for part in parts:
            part.end()
        for part in (*services, web, worker):
            part.start()
        back = chaos.until(lambda: chaos.answers(port, f"/t/{SLUG}/"), 120)
        lost = chaos.losses(SLUG, people.acknowledged)
        kills = ", ".join(f"{part.name} {part.kills}" for part in parts)
        heard = len(people.acknowledged)
        print(f"{kind}: {heard} of {2 * tables} writes acknowledged in {seconds:.0f} s and {people.tries} tries")
        print(f"  {made} disturbances; killed: {kills}; disk filled: {'yes' if mounted else 'no'}")
        print(f"  refused: {people.refused[:3]}; lost or doubled: {len(lost)} {lost[:3]}")
        print(f"  all killed at once: serving again after {back:.1f} s; jobs: {_jobs(chaos.until)}", flush=True)
        return 1 if lost or heard != 2 * tables else 0


def _mount(stack: ExitStack, data: Path) -> bool:
    """A small disk of its own for the data folder, where the system lets us make one."""
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60m", "none", str(data)], capture_output=True)
    if done.returncode == 0:
        stack.callback(subprocess.run, ["umount", "-l", str(data)])
    return done.returncode == 0


def _servers(stack: ExitStack, folder: Path) -> list[Part]:
    """A PostgreSQL that flushes to the disk, and a Redis; both are killed like everything else."""
    from tests.support import chaos, services

    binaries, account = services._postgresql_binaries(), services._unprivileged()
    home, ports = folder / "postgresql", (services.free_port(), services.free_port())
    home.mkdir()
    folder.chmod(0o711)
    os.chown(home, account.pw_uid, account.pw_gid)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8"}
    who: dict[str, Any] = (
        {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    )
    made = [str(binaries / "initdb"), "-D", str(home / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    subprocess.run(made, cwd="/", env=env, check=True, stdout=subprocess.DEVNULL, **who)
    serve = [str(binaries / "postgres"), "-D", str(home / "data"), "-k", str(home), "-p", str(ports[0])]
    serve += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100"]
    database = chaos.Part("database", serve, env, folder / "postgresql.log", who, Path("/"))
    binary = shutil.which("redis-server") or services._packaged_redis()
    cache = [binary, "--port", str(ports[1]), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    redis = chaos.Part("Redis", cache, dict(os.environ), folder / "redis.log", {}, folder)
    for part, port in ((database, ports[0]), (redis, ports[1])):
        part.start()
        stack.callback(part.end)
        chaos.until(partial(services._accepts, port), 30)
    os.environ["DATABASE_URL"] = f"postgresql://postgres@127.0.0.1:{ports[0]}/postgres"
    os.environ["REDIS_URL"] = f"redis://127.0.0.1:{ports[1]}/0"
    os.environ["MAHJONG_DIRECTOR_POSTGRESQL_PROGRAMS"] = str(binaries)
    time.sleep(1)
    return [database, redis]


def _event(tables: int) -> str:
    """Make an event whose first round is being played, and some jobs; olga's cookies."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    from tests.support.people import acting, people, person, seat_in_order, small_tournament
    from tournaments.services import jobs, rounds, seating

    event = small_tournament(4 * tables, slug=SLUG)
    event.confirmations = event.Confirmations.NONE
    event.save(update_fields=["confirmations"])
    people(event)
    first = event.rounds.get(number=1)
    seating.publish(acting("olga"), seat_in_order(first))
    first.refresh_from_db()
    rounds.start(acting("olga"), first)
    for _job in range(4):
        jobs.create("backup", created_by=None, params={"why": "hand"})
    browser = Client()
    browser.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")
    return f"sessionid={browser.session.session_key}; csrftoken={'a' * 32}"


def _moves(parts: Sequence[Part], clock: Path, disk: Path | None) -> list[Callable[[], None]]:
    def again(part: Part) -> Callable[[], None]:
        def move() -> None:
            part.kill()
            part.start()

        return move

    def jump(seconds: int) -> None:
        clock.write_text(str(seconds))

    def fill() -> None:
        with (disk / "filler").open("wb") as file:  # type: ignore[operator]
            try:
                while True:
                    file.write(b"\0" * 65536)
                    file.flush()
            except OSError:
                return

    def free() -> None:
        (disk / "filler").unlink(missing_ok=True)  # type: ignore[operator]

    moves = [again(part) for part in parts]
    moves += [partial(jump, 10800), partial(jump, -3600)]
    return [*moves, fill, free] if disk is not None else moves


def _jobs(until: Callable[[Callable[[], bool], float], float]) -> dict[str, int]:
    """How the jobs ended, once all have; a lost run is given up after 45 s."""
    from collections import Counter

    from tournaments.models import Job

    with suppress(TimeoutError):
        until(lambda: not Job.objects.filter(state__in=("queued", "running")).exists(), 180)
    return dict(Counter(Job.objects.values_list("state", flat=True)))
