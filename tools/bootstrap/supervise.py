"""Keep children running: restart what dies, stop everything together."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.bootstrap.processes import ENDING_SIGNALS, die_with_parent
from tools.bootstrap.steps import ROOT, StepFailed, warn

# Celery finishes the task in hand when asked to stop.
GRACE_SECONDS = 15.0
# A child that lived this long had started properly, so its next restart waits no longer than the first.
HEALTHY_SECONDS = 30.0
LONGEST_WAIT = 30.0
TRIES_AT_START = 4
LARGEST_LOG = 20_000_000


def next_wait(lived: float, last_wait: float) -> float:
    """Seconds to wait before the next restart of a child that lived so long.

    >>> next_wait(lived=0.5, last_wait=4.0), next_wait(lived=300.0, last_wait=30.0)
    (8.0, 1.0)
    """
    if lived >= HEALTHY_SECONDS or last_wait == 0:
        return 1.0
    return min(last_wait * 2, LONGEST_WAIT)


@dataclass
class Child:
    """One process of the site; what it says goes to its log file."""

    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    log: Path
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    wait: float = 0.0
    restart_at: float = field(default=0.0)
    deaths: int = 0

    def start(self, further: Mapping[str, str] | None = None, descriptors: Sequence[int] = ()) -> None:
        """In a process group of its own: Ctrl-C in the terminal reaches the supervisor only, which stops in order.

        `further`: of the environment, for this start alone; `descriptors` stay open for it.
        """
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.old"))
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env={**self.env, **(further or {})},
                pass_fds=descriptors,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                process_group=0,
                preexec_fn=die_with_parent(),
            )
        self.started = time.monotonic()

    def last_words(self) -> str:
        """The end of the log, for a child that cannot start."""
        text = self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-12:])

    def look_after(self, now: float) -> None:
        """Start the child again when it is dead and its waiting time is over. StepFailed when it never gets up."""
        assert self.process is not None
        code = self.process.poll()
        if code is None:
            return
        if not self.restart_at:
            lived = now - self.started
            self.deaths = self.deaths + 1 if lived < HEALTHY_SECONDS else 1
            if self.deaths >= TRIES_AT_START:
                raise StepFailed(f"The {self.name} does not stay up; the end of {self.log}:\n{self.last_words()}")
            _signal_group(self.process, signal.SIGKILL)
            self.wait = next_wait(lived, self.wait)
            self.restart_at = now + self.wait
            warn(f"The {self.name} ended (code {code}); starting it again in {self.wait:.0f} s, see {self.log}")
        elif now >= self.restart_at:
            self.restart_at = 0.0
            self.start()


def watch(children: Sequence[Child], is_up: Callable[[], bool], when_up: Callable[[], None]) -> None:
    """Run until SIGINT, SIGTERM or SIGHUP, then stop all children.

    The first child starts alone, unless it has been started: a person waits for it. When `is_up` first says so,
    `when_up` is called and the others start.
    """
    asked: list[int] = []
    for number in ENDING_SIGNALS:
        signal.signal(number, lambda received, frame: asked.append(received))
    try:
        first, *others = children
        if first.process is None:
            first.start()
        announced = False
        while not asked:
            if not announced and is_up():
                announced = True
                when_up()
                for child in others:
                    child.start()
            for child in children if announced else [first]:
                child.look_after(time.monotonic())
            time.sleep(0.2 if announced else 0.05)
    finally:
        stop(children)


def stop(children: Sequence[Child], grace: float = GRACE_SECONDS) -> None:
    """Ask every child to end, and end those (with what they started) that do not within `grace` seconds."""
    running = [child.process for child in children if child.process is not None]
    for process in running:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + grace
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            warn(f"Process {process.pid} does not end; killing it")
        _signal_group(process, signal.SIGKILL)
        process.wait()


def _signal_group(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Reach what the child started too; the group is named after its first process and may be gone."""
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return
