"""Listening socket of the site, held by the supervisor: on this computer only, or on all interfaces.

The old socket is closed first, because a port of one interface blocks all interfaces. This module imports no Django.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from tournaments.site import hall_access
from tournaments.site.hall_access import HERE, Access, get_wanted_host
from tournaments.site.listening import listen, make_inheritance
from tournaments.site.web import LONGEST_REQUEST

SETTLE: Final = 1.0
END: Final = LONGEST_REQUEST + 10.0
FREED: Final = 5.0 if os.name == "nt" else 0.0


class Server(Protocol):
    arguments: Sequence[str]
    inherits: Mapping[str, Any]
    process: subprocess.Popen[bytes] | None
    held: bool
    restart_at: float

    def ask_to_stop(self) -> None: ...


class Binding:
    """Socket with its host; `fixed` if the command line chose it."""

    def __init__(self, folder: Path, host: str | None, port: int) -> None:
        self.folder, self.port, self.fixed = folder, port, host is not None
        self.problem = ""
        self.noticed = self.ending = self.closed = 0.0
        if host is None:
            self._bind(fall_back=True)
        else:
            self.host, self.listener = host, listen(host, port)
            self._write_state()

    def close(self) -> None:
        self.listener.close()
        (self.folder / hall_access.STATE).unlink(missing_ok=True)

    def hand_to(self, server: Server) -> None:
        server.arguments = ["tournaments.site.web", "--socket", str(self.listener.fileno())]
        server.inherits = make_inheritance(self.listener)

    def follow(self, server: Server) -> bool:
        """Do the next step from the socket to the one in the setting. Return True once that is bound."""
        now = time.monotonic()
        if not self.ending:
            if self.fixed or get_wanted_host(self.folder) == self.host:
                self.noticed = 0.0
            elif not self.noticed:
                self.noticed = now
            elif now - self.noticed >= SETTLE:
                self.ending, server.held = now, True
                server.ask_to_stop()
            return False
        if server.process is not None and server.process.poll() is None:
            if now - self.ending > END:
                server.process.kill()
            return False
        self.listener.close()
        self.closed = self.closed or now
        try:
            self._bind(fall_back=now - self.closed >= FREED)
        except OSError:
            # Try again at the next step: nobody is served without a socket.
            return False
        self.noticed = self.ending = self.closed = 0.0
        self.hand_to(server)
        server.held, server.restart_at = False, now
        return True

    def _bind(self, *, fall_back: bool) -> None:
        """Listen by the setting, or on this computer if that fails; the setting is then reset."""
        host, problem = get_wanted_host(self.folder), ""
        try:
            listener = listen(host, self.port)
        except OSError as error:
            if host == HERE or not fall_back:
                raise
            listener = listen(HERE, self.port)
            host, problem = HERE, error.strerror or str(error)
            hall_access.let_in(self.folder, let=False)
        self.host, self.listener, self.problem = host, listener, problem
        self._write_state()

    def _write_state(self) -> None:
        # A full disk does not stop the site.
        with suppress(OSError):
            hall_access.write_state(self.folder, Access(self.host, self.port, self.fixed, self.problem, time.time()))
