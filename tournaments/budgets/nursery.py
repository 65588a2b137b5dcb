"""The process that forks a child for each computation; a web server forks it, or `keeper` starts it.

It has one thread and no database. A task's module, and what that names in LOADED_BEFORE, is imported here, so that
every later child finds it loaded. The child sets its limits before the task runs; the kernel ends it at any of them, in
the middle of whatever it does.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import os
import pickle
import resource
import signal
import socket
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn

from django.apps import apps
from django.utils import translation

from engine.family import families
from tournaments.budgets.keeper import HEADER, LENGTH, ONE_THREAD, WorkLimits

log = logging.getLogger("tournaments.budgets")

STARTS: Final = 5.0
"""Seconds of processor until a task is read."""


def load() -> None:
    """What the tasks of all apps need, before the first of them comes: imported, and read where a module has
    `warm_up`. Else every child would do it again, at the cost of whoever asked.

    The modules of `worked_out_seldom` and the libraries in LOADED_BEFORE wait for the first task that needs them: they
    take 50 MB, and many sites never do.
    """
    families()
    for config in apps.get_app_configs():
        for name in getattr(config, "worked_out_apart", ()):
            getattr(importlib.import_module(name), "warm_up", lambda: None)()


def _load_before(module: Any) -> None:
    for name in getattr(module, "LOADED_BEFORE", ()):
        with contextlib.suppress(ImportError, OSError):
            importlib.import_module(name)


def fork() -> tuple[socket.socket, int, int]:
    """Make this process's fork a nursery; for a process with a single thread that has the program loaded (`load`).

    Returns the socket on which it takes tasks, the pipe that it closes when it is ready, and its number.
    """
    ours, theirs = socket.socketpair()
    loaded, loading = os.pipe()
    if number := os.fork():
        theirs.close()
        os.close(loading)
        return ours, loaded, number
    try:
        ours.close()
        os.close(loaded)
        os.environ.update(ONE_THREAD)
        os.nice(5)
        main(theirs.detach(), loading)
    except BaseException:
        log.exception("the nursery fails")
        os._exit(1)
    os._exit(0)


def main(number: int, loading: int) -> None:
    """Fork a child for each task that comes, until no web process is left; `loading` is closed when this can begin."""
    # Ctrl-C goes to everybody in the terminal; this process ends with the one that it works for.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=number) as control:
        os.close(loading)
        while True:
            header, task = _next(control)
            if task is None:
                return
            with task:
                module = importlib.import_module(json.loads(header)["module"])
                _load_before(module)
                if os.fork() == 0:
                    control.close()
                    _work(task, module)


def _next(control: socket.socket) -> tuple[bytes, socket.socket | None]:
    """The next task's header and socket; no socket when there is nobody left to give one."""
    header, received = b"", []
    while len(header) < HEADER:
        part, fds, _flags, _address = socket.recv_fds(control, HEADER - len(header), 1)
        received += fds
        if not part:
            return b"", None
        header += part
    return header, socket.socket(fileno=received[0])


def _work(task: socket.socket, module: Any) -> NoReturn:
    """Do the task in this child and end it."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, STARTS)
        with task, task.makefile("rb") as file:
            length = LENGTH.unpack(file.read(LENGTH.size))[0]
            name, arguments, language, limits = pickle.loads(file.read(length))  # noqa: S301 - from our own process
            _limit(WorkLimits(*limits))
            translation.activate(language)
            task.sendall(_answer(_named(module, name), arguments))
    except BaseException:  # noqa: BLE001 - whatever it is, this child ends here
        # The socket closes without an answer, which is one.
        os._exit(1)
    os._exit(0)


def _limit(limits: WorkLimits) -> None:
    """Nothing catches these signals, so the kernel ends the process."""
    signal.setitimer(signal.ITIMER_PROF, limits.processor)
    signal.setitimer(signal.ITIMER_REAL, limits.clock + 1)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _named(module: Any, name: str) -> Callable[..., Any]:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    chosen: Callable[..., Any] = found
    return chosen


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    try:
        answer = pickle.dumps(("answer", function(*arguments), time.process_time()))
    except MemoryError:
        answer = pickle.dumps(("overrun", None, time.process_time()))
    except Exception as error:  # noqa: BLE001 - raised again on the other side
        error.__traceback__ = None
        answer = pickle.dumps(("error", error, time.process_time()))
        pickle.loads(answer)  # noqa: S301 - what cannot be read again must not reach the web process
    return LENGTH.pack(len(answer)) + answer
