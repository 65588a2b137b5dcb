"""The web server's side of a computation in a process of its own.

The nursery (`nursery.py`) is a process with a single thread that has the program loaded and forks a child for every
task. A web server forks it before its own processes, which share it (`adopt`); without one, or when it has died, each
process starts its own with the first computation. A fork of a process that serves would copy the locks of its threads,
and a fresh interpreter would load the program for a second each time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import pickle
import select
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")
log = logging.getLogger("tournaments.budgets")

ROOT: Final = Path(__file__).resolve().parents[2]
HEADER: Final = 512
"""Bytes of the message by which the nursery is told of a task."""

LOADS: Final = 60.0
"""Seconds in which a nursery must have loaded the program."""

LENGTH: Final = struct.Struct("!Q")
LARGEST_ANSWER: Final = 64_000_000
"""Bytes; a longer answer is no answer to a visitor."""

STARTS: Final = """
import os, sys
os.nice(5)
import django
django.setup()
from tournaments.budgets.nursery import load, main
from tournaments.site import all_is_loaded
load()
all_is_loaded()
main(*map(int, sys.argv[1:]))
"""
"""The nursery's beginning: nothing of the program can be imported before its applications are there. Pages that only
read come before what is worked out, so it is nice."""

ONE_THREAD: Final = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Mathematics in several threads would spend the budget several times as fast, and threads cannot be forked."""


class OverrunError(Exception):
    """The kernel ended the computation at one of its limits."""


class OverdueError(Exception):
    """The clock ran out before the answer came."""


class WorkLimits(NamedTuple):
    """Seconds of processor, seconds by the clock, bytes of memory."""

    processor: float
    clock: float
    memory: int


class _Nursery:
    """A running nursery and the socket on which it takes tasks; ``loaded`` is a pipe that it closes when it is ready.

    ``owner`` is the process that started it for itself, ``process`` as it knows it; both None where it is shared.
    """

    def __init__(self, control: socket.socket, loaded: int, pid: int, process: subprocess.Popen[bytes] | None) -> None:
        self.socket, self.loaded, self.pid, self.process = control, loaded, pid, process
        self.owner = os.getpid() if process else None

    @property
    def is_ours(self) -> bool:
        """Whether this process may give it tasks: one that was started for a process is not for what it forks."""
        return self.owner in (None, os.getpid())

    def wait(self) -> None:
        """Until it has loaded the program, which takes a second, on a busy machine several; part of nobody's budget."""
        ready = select.poll()
        ready.register(self.loaded)
        ready.poll(LOADS * 1000)

    def status(self) -> str | None:
        """How it ended; None while it lives."""
        if self.process is not None:
            code = self.process.poll()
            return None if code is None else str(code)
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return "unknown"
        return None

    def tell(self, header: bytes, task: socket.socket) -> None:
        """Give the nursery a task's header and its socket. Raises OSError where it is gone."""
        socket.send_fds(self.socket, [header.ljust(HEADER)], [task.fileno()])

    def close(self) -> None:
        """The nursery ends when nobody can give it a task."""
        self.socket.close()
        os.close(self.loaded)
        if self.process is not None and self.owner == os.getpid():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)


class Meter:
    """Seconds of processor that computations of this process have taken; one that was ended took its budget."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._lock = threading.Lock()

    def add(self, seconds: float) -> None:
        """Count one more."""
        with self._lock:
            self.seconds += seconds


spent: Final = Meter()
_lock = threading.Lock()
_nursery: _Nursery | None = None


def prepare() -> None:
    """Start the nursery before it is needed, so that the first visitor does not wait for it."""
    with _lock:
        nursery = _start()
    nursery.wait()


def adopt(control: socket.socket, loaded: int, pid: int) -> None:
    """Give this process and those that it forks a nursery: its socket, the pipe that it closes when it is ready."""
    global _nursery
    stop()
    _nursery = _Nursery(control, loaded, pid, None)


def _start() -> _Nursery:
    """The nursery of this process; the lock is held."""
    global _nursery
    if _nursery is None or not _nursery.is_ours:
        _nursery = _spawned()
    return _nursery


def _spawned() -> _Nursery:
    """A nursery in a fresh interpreter, for this process alone."""
    ours, theirs = socket.socketpair()
    loaded, loading = os.pipe()
    with theirs:
        # The commands of the program itself; nothing of a request is in them.
        process = subprocess.Popen(
            [sys.executable, "-c", STARTS, str(theirs.fileno()), str(loading)],
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD},
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno(), loading],
        )
    os.close(loading)
    return _Nursery(ours, loaded, process.pid, process)


def run(
    function: Callable[..., T],
    arguments: tuple[Any, ...],
    *,
    language: str,
    limits: WorkLimits,
    cost: Meter | None = None,
) -> T:
    """What the function returns or raises; `cost` is told what it took. Raises OverrunError and OverdueError."""
    task = pickle.dumps((function.__qualname__, arguments, language, tuple(limits)))
    header = json.dumps({"module": function.__module__}).encode()
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            _tell(header, theirs)
        deadline = time.monotonic() + limits.clock
        used = limits.processor
        try:
            _send(ours, task, deadline)
            kind, value, used = pickle.loads(_receive(ours, deadline))  # noqa: S301 - from our own process
        except TimeoutError as error:
            # The machine was busy with others: that is nobody's cost, and what the child had nobody knows.
            used = 0.0
            raise OverdueError from error
        except (EOFError, ConnectionError) as error:
            _report()
            raise OverrunError from error
        finally:
            for meter in (spent, cost):
                if meter is not None:
                    meter.add(used)
    if kind == "overrun":
        raise OverrunError
    if kind == "error":
        raise value
    found: T = value
    return found


def _tell(header: bytes, task: socket.socket) -> None:
    """Tell the nursery of a task; one that has died is replaced."""
    with _lock:
        try:
            _start().tell(header, task)
        except OSError:
            stop()
            _start().tell(header, task)


def _report() -> None:
    """Say it in the log where the nursery itself is gone, which is a fault of ours or of the machine."""
    if _nursery is not None and (status := _nursery.status()) is not None:
        log.error("the nursery has ended with status %s", status)


@atexit.register
def stop() -> None:
    """End the nursery of this process; another is started when it is needed."""
    global _nursery
    if _nursery is not None:
        _nursery.close()
        _nursery = None


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _send(to: socket.socket, content: bytes, deadline: float) -> None:
    to.settimeout(_left(deadline))
    to.sendall(LENGTH.pack(len(content)) + content)


def _receive(source: socket.socket, deadline: float) -> bytes:
    length = LENGTH.unpack(_exactly(source, LENGTH.size, deadline))[0]
    if length > LARGEST_ANSWER:
        raise EOFError
    return _exactly(source, length, deadline)


def _exactly(source: socket.socket, length: int, deadline: float) -> bytes:
    found = bytearray()
    while len(found) < length:
        source.settimeout(_left(deadline))
        part = source.recv(min(length - len(found), 1 << 20))
        if not part:
            raise EOFError
        found += part
    return bytes(found)
