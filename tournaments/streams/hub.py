"""One thread in each web process writes to everybody who listens there; a listener costs a socket and no thread.

The web server's thread answers the request and is free again; the connection goes over to the hub. Once a second the
hub asks for the versions of the events that somebody listens to, one question however many they are, and reads the log
of those that moved on. It says too which changes show on no public page: nobody reads a page again for a sheet of a
round that is not released. Who cannot take what is sent (a phone asleep) is let go and comes back with the last number
it heard.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from django.db import DatabaseError, close_old_connections, connection

from tournaments.models import Tournament
from tournaments.selectors.event_state import EventPart, EventState, mark_of, public_state
from tournaments.streams import changes

log = logging.getLogger("tournaments.streams")

EVERY: Final = 1.0
"""Seconds between two looks at the versions."""
ALIVE: Final = 20.0
"""Seconds after which a comment shows whether somebody is still there."""
MOST: Final = 2000
"""Listeners of a process."""


class OpenLine(Protocol):
    """What a listener needs of its connection."""

    def setblocking(self, flag: bool, /) -> None:
        """Whether sending waits."""

    def send(self, content: bytes, /) -> int:
        """How many bytes went out. Raises OSError."""

    def close(self) -> None:
        """Hang up."""


@dataclass(eq=False)
class Listener:
    """A connection, the event it is about, the last entry it has heard of, and whether it hears what was done."""

    connection: OpenLine
    tournament: int
    last: int
    whole: bool

    def send(self, content: bytes) -> bool:
        """Whether all of it went out; what does not fit at once is not waited for."""
        try:
            return self.connection.send(content) == len(content)
        except OSError:
            return False


class PagesThen(NamedTuple):
    """What public pages followed from when the log ended with this number."""

    sequence: int
    mark: str


class Hub:
    """The listeners of this process and the thread that serves them; the thread ends with the last of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.listeners: set[Listener] = set()
        self.thread: threading.Thread | None = None
        self.versions: dict[int, int] = {}
        self.pages: dict[int, PagesThen] = {}

    def full(self) -> bool:
        """Whether nobody more is taken."""
        return len(self.listeners) >= MOST

    def add(self, listener: Listener) -> None:
        """Serve the listener from now on."""
        listener.connection.setblocking(False)
        with self.lock:
            self.listeners.add(listener)
            self.versions.pop(listener.tournament, None)
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._run, name="streams", daemon=True)
                self.thread.start()

    def _run(self) -> None:
        alive = time.monotonic() + ALIVE
        while True:
            time.sleep(EVERY)
            with self.lock:
                listening = set(self.listeners)
                if not listening:
                    self.thread = None
                    connection.close()
                    return
            try:
                close_old_connections()
                self._look(listening)
            except DatabaseError:
                log.warning("streams wait for the database", exc_info=True)
            if time.monotonic() >= alive:
                alive = time.monotonic() + ALIVE
                self._let_go(one for one in listening if not one.send(b":\n\n"))

    def _look(self, listening: Iterable[Listener]) -> None:
        groups: dict[int, list[Listener]] = {}
        for one in listening:
            groups.setdefault(one.tournament, []).append(one)
        found = dict(Tournament.objects.filter(pk__in=groups).values_list("pk", "version"))
        for tournament, own in groups.items():
            if self.versions.get(tournament) == found.get(tournament):
                continue
            if tournament in found:
                self.versions[tournament] = found[tournament]
            self._tell(tournament, own)

    def _tell(self, tournament: int, own: list[Listener]) -> None:
        state, last = public_state(tournament), min(one.last for one in own)
        entries = changes.since(tournament, last)
        if len(entries) == changes.MOST:
            self.versions.pop(tournament, None)  # more of them next time
            state = None
        unseen = self._unseen(tournament, state, entries[-1].sequence if entries else last)
        made: dict[tuple[int, bool], bytes] = {}
        gone = []
        for one in own:
            key = (one.last, one.whole)
            if key not in made:
                made[key] = changes.as_events(changes.behind(entries, one.last), whole=one.whole, unseen=unseen)
            if made[key] and not one.send(made[key]):
                gone.append(one)
            elif entries:
                one.last = max(one.last, entries[-1].sequence)
        self._let_go(gone)

    def _unseen(self, tournament: int, state: EventState | None, sequence: int) -> int | None:
        """The number behind which no entry shows on a public page; None where that is not known.

        `state` is that before the log was read up to number `sequence`. Where it is not the same after that, what pages
        follow from may be newer than the log that was read.
        """
        mark = mark_of(EventPart.RELEASED, tournament, state) if state is not None else None
        before = self.pages.pop(tournament, None)
        if mark is None or public_state(tournament) != state:
            return None
        self.pages[tournament] = PagesThen(sequence, mark)
        return before.sequence if before is not None and before.mark == mark else None

    def _let_go(self, gone: Iterable[Listener]) -> None:
        for one in list(gone):
            with self.lock:
                self.listeners.discard(one)
            with contextlib.suppress(OSError):
                one.connection.close()


HUB: Final = Hub()


def taken_over(connection: socket.socket) -> OpenLine:
    """The connection for ourselves; the web server is left with one that has ended, which it may close as it likes."""
    if isinstance(connection, ssl.SSLSocket):
        return _HeldOpen(connection)
    own = connection.dup()
    left, gone = socket.socketpair()
    os.dup2(left.fileno(), connection.fileno())
    left.close()
    gone.close()
    return own


class _HeldOpen:
    """A TLS connection: its cipher's state cannot be had twice, so it is the server's own, which a file on it keeps
    open when the server closes it.
    """

    def __init__(self, connection: ssl.SSLSocket) -> None:
        self.connection, self.holding = connection, connection.makefile("rb", buffering=0)
        self.setblocking, self.send = connection.setblocking, connection.send

    def close(self) -> None:
        self.connection.close()
        self.holding.close()
