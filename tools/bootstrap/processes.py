"""Nothing outlives the command that started it: every process below this one is found and ended.

On Linux the command adopts what its children leave behind (it is a "child subreaper"), so that a process in a group or
session of its own is still found below it when the one that started it is gone.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

from tools.bootstrap.steps import warn

ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# What is left when a command has ended gets this long to end by itself, and then as long to be killed.
SWEEP_SECONDS = 3.0
LINUX = sys.platform.startswith("linux")
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


class Ended(SystemExit):
    """This process was asked to end by a signal; its exit code says by which, as a shell's does."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


@contextlib.contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Around a whole command: SIGINT, SIGTERM and SIGHUP raise `Ended` inside; when it is over, all it started ends."""
    if LINUX:
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)

    def ended(number: int, frame: FrameType | None) -> None:
        # One signal is enough: what tidies up after it is not interrupted by the next.
        for each in ENDING_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise Ended(number)

    for number in ENDING_SIGNALS:
        signal.signal(number, ended)
    try:
        yield
    finally:
        end_descendants()


def run(command: Sequence[str], env: Mapping[str, str], *, grace: float, cwd: Path | None = None) -> int:
    """Run the command to its end; its exit code. Processes that it leaves behind are ended.

    When this process is asked to end meanwhile, so is the command, which may tidy up for `grace` seconds.
    """
    before = descendants()
    process = subprocess.Popen(command, env=dict(env), cwd=cwd, preexec_fn=die_with_parent())
    try:
        return process.wait()
    except Ended as ended:
        if not _came_from_terminal(ended.number):
            process.send_signal(ended.number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace)
        raise
    finally:
        end_descendants(spared=before)


def die_with_parent(number: int = signal.SIGTERM) -> Callable[[], object] | None:
    """A `preexec_fn`: even a killed parent leaves nothing behind, as the kernel tells the child (Linux only)."""
    return (lambda: ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)) if LINUX else None


def descendants(spared: frozenset[int] = frozenset()) -> frozenset[int]:
    """The ids of all processes below this one, without the `spared` and those below them, and without those that have
    ended and wait for their parent to ask.
    """
    children: dict[int, list[int]] = {}
    for process, parent in _living():
        children.setdefault(parent, []).append(process)
    found: set[int] = set()
    look = [os.getpid()]
    while look:
        below = [process for process in children.get(look.pop(), []) if process not in spared]
        found.update(below)
        look.extend(below)
    return frozenset(found)


def end_descendants(spared: frozenset[int] = frozenset()) -> None:
    """End every process below this one but the `spared` and theirs: ask each once, kill after `SWEEP_SECONDS`."""
    asked: set[int] = set()
    start = time.monotonic()
    while left := descendants(spared):
        waited = time.monotonic() - start
        if waited > 2 * SWEEP_SECONDS:
            warn(f"Still running: {', '.join(map(str, sorted(left)))}")
            return
        late = waited > SWEEP_SECONDS
        for process in left if late else left - asked:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL if late else signal.SIGTERM)
        asked |= left
        time.sleep(0.02)


def _living() -> Iterator[tuple[int, int]]:
    """(process, its parent) of every living process of this machine."""
    if not LINUX:
        listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True).stdout
        rows = [line.split()[:3] for line in listing.splitlines()]
        yield from ((int(process), int(parent)) for process, parent, state in rows if not state.startswith("Z"))
        return
    for path in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while its file is read. Its name may hold anything, so count from the last bracket.
        with contextlib.suppress(OSError):
            state, parent = path.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state not in "ZX":
                yield int(path.parent.name), int(parent)


def _came_from_terminal(number: int) -> bool:
    """Ctrl-C in a terminal has reached every process of the group; a second SIGINT would interrupt their tidying up."""
    try:
        terminal = os.open(os.ctermid(), os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return number == signal.SIGINT and os.tcgetpgrp(terminal) == os.getpgrp()
    finally:
        os.close(terminal)
