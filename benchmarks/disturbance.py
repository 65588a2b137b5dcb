"""A site whose parts are killed at random moments while people write, and what must be true afterwards."""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from tournaments.site.serve import WORKER

ROOT = Path(__file__).resolve().parents[1]
QUIET = 0.3
# Seconds for somebody to be acknowledged between two disturbances.
PATIENCE = 4.0


@dataclass
class Part:
    """A process that is killed with all it started, and started again the same way."""

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    log: Path
    options: dict[str, Any] = field(default_factory=dict)
    cwd: Path = ROOT
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0

    def start(self) -> None:
        """In a process group of its own."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.cwd,
                env=dict(self.env),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                process_group=0,
                **self.options,
            )

    def await_answer(self, port: int, seconds: float, path: str = "/healthz") -> float:
        """Return the seconds until it answers on the port. Raises ChildProcessError with its log if it ends before."""

        def is_answering() -> bool:
            if self.process is not None and self.process.poll() is not None:
                raise ChildProcessError(f"{self.name} has ended:\n{self.log.read_text(errors='replace')[-4000:]}")
            return answers(port, path)

        return until(is_answering, seconds)

    def kill(self) -> None:
        """As a power cut does."""
        self.kills += 1
        self.end()

    def end(self) -> None:
        if self.process is None:
            return
        # Also those that have left the group, as a database's own processes do.
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.kill()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def web(env: Mapping[str, str], port: int, log: Path) -> Part:
    """The web server, with a clock that jumps."""
    command = [sys.executable, "-m", "benchmarks.jumping_clock", "web", "--port", str(port)]
    return Part("web", command, env, log)


def worker(env: Mapping[str, str], log: Path) -> Part:
    return Part("worker", [sys.executable, "-m", "benchmarks.jumping_clock", *WORKER], env, log)


@dataclass(frozen=True)
class Post:
    """A form that somebody sends until it is acknowledged."""

    path: str
    form: Mapping[str, str]
    key: str


@dataclass
class Writers:
    """People who write at once, each one form after another, and never give up on one.

    `typing`: seconds that each of them takes before the next form.
    """

    port: int
    cookie: str
    work: Sequence[Sequence[Post]]
    typing: float = 0
    acknowledged: list[Post] = field(default_factory=list)
    tries: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> list[threading.Thread]:
        threads = [threading.Thread(target=self._write, args=(posts,), daemon=True) for posts in self.work]
        for thread in threads:
            thread.start()
        return threads

    def _write(self, posts: Sequence[Post]) -> None:
        for post in posts:
            time.sleep(self.typing)
            while not self.over.is_set():
                self.tries += 1
                status, body = self._send(post)
                if status in (200, 302):
                    self.acknowledged.append(post)
                    break
                if status and status < 500 and status != 429:
                    self.refused.append((status, body))
                    break
                time.sleep(QUIET)

    def _send(self, post: Post) -> tuple[int, str]:
        """Status and answer; 0 where nobody answers."""
        headers = {
            "Cookie": self.cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "Idempotency-Key": post.key,
            "Accept": "application/json",
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("POST", post.path, urllib.parse.urlencode(post.form), headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")[:300]
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()


def sheets(slug: str, tables: int, writers: int, chance: random.Random) -> list[list[Post]]:
    """For each writer the sheets of some tables of round 1, and a correction of each."""
    work: list[list[Post]] = [[] for _writer in range(writers)]
    for table in range(1, tables + 1):
        for version in (0, 1):
            points = [chance.randint(-300, 300) for _seat in range(3)]
            form = {f"points_{seat}": str(value) for seat, value in enumerate([*points, -sum(points)])}
            form |= {"based_on": str(version), "reason": "read again" * version, "csrfmiddlewaretoken": "a" * 32}
            path = f"/t/{slug}/manage/results/1/table/{table}/"
            work[table % writers].append(Post(path, form, f"{chance.getrandbits(128):032x}"))
    return work


def disturb(
    moves: Iterable[Callable[[], None]], threads: Sequence[threading.Thread], people: Writers, pause: Iterator[float]
) -> int:
    """Make one of the moves after another while anybody writes; how many were made.

    Each finds a site with its database again, where something was acknowledged since the move before. A site that
    cannot (its disk is full, the machine is slow) is given twice the time after each move in vain, so that there is an
    end on every machine.
    """
    made, patience = 0, PATIENCE
    for move in moves:
        heard = len(people.acknowledged)
        with contextlib.suppress(TimeoutError):
            until(lambda: answers(people.port, "/readyz") or not _alive(threads), 60)
        try:
            until(partial(_heard_more, people, threads, heard), patience)
            patience = PATIENCE
        except TimeoutError:
            patience = min(2 * patience, 60)
        time.sleep(next(pause))
        if not _alive(threads):
            break
        move()
        made += 1
    return made


def _alive(threads: Sequence[threading.Thread]) -> bool:
    return any(thread.is_alive() for thread in threads)


def _heard_more(people: Any, threads: Sequence[threading.Thread], heard: int) -> bool:
    return len(people.acknowledged) > heard or not _alive(threads)


def losses(slug: str, acknowledged: Sequence[Post]) -> list[str]:
    """Return acknowledged writes that are missing or doubled, and breaks of the log's chain."""
    from tournaments.core.audit import broken_at
    from tournaments.core.models.log import AuditEntry
    from tournaments.events.models import Tournament
    from tournaments.results.models.results import TableResult

    event = Tournament.objects.get(slug=slug)
    found: list[str] = []
    stored: dict[tuple[str, int], list[list[str]]] = {}
    for result in TableResult.objects.filter(table__round__tournament=event).select_related("table"):
        points = [str(seat.points) for seat in result.seats.order_by("order")]
        stored.setdefault((str(result.table.number), result.version), []).append(points)
    for post in acknowledged:
        place = (post.path.rstrip("/").rpartition("/")[2], int(post.form["based_on"]) + 1)
        wanted = [[post.form[f"points_{seat}"] for seat in range(4)]]
        if stored.get(place) != wanted:
            found.append(f"table {place[0]}, version {place[1]}: {wanted} is {stored.get(place)}")
    if (broken := broken_at(event)) is not None:
        found.append(f"the log is broken at {broken}")
    entries = AuditEntry.objects.filter(tournament=event, action="results.submit").values_list("after", flat=True)
    submitted = sum("sheet" in after for after in entries)
    if submitted != sum(map(len, stored.values())):
        found.append(f"{submitted} entries of the log for {len(stored)} sheets")
    return found


def answers(port: int, path: str = "/healthz") -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def until(condition: Callable[[], bool], seconds: float) -> float:
    """The seconds until it is true. Raises TimeoutError."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(condition)
        time.sleep(0.02)
    return time.monotonic() - began
