"""Listening socket of a web server, bound by the process that starts it and inherited by the server.

Nobody else can then answer at the site's address while the server starts, or between its death and its restart;
visitors wait for those seconds. This module imports no Django.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import subprocess
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the hall is to reach it
"""Addresses that stand for all of this machine's, and the one under which it reaches itself then."""
WAITING: Final = 1024
"""Connections that wait until the server accepts them."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at the address. Raises OSError if the port is in use or the address is not ours."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        # On Windows SO_REUSEADDR would take the port from another program.
        only = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, only, 1)
        listener.bind((host, port))
        listener.listen(WAITING)
    except OSError:
        listener.close()
        raise
    return listener


def inheriting(listener: socket.socket) -> dict[str, Any]:
    """Return the arguments of Popen by which a child process inherits the socket under the same number."""
    if os.name != "nt":
        return {"pass_fds": (listener.fileno(),)}
    listener.set_inheritable(True)
    handles = {"handle_list": [listener.fileno()]}
    return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=handles)}  # type: ignore[attr-defined,unused-ignore]


def inherited(number: int) -> socket.socket:
    """Return the socket that this process was started with."""
    listener = socket.socket(fileno=number)
    listener.set_inheritable(False)
    return listener


def reachable(host: str) -> str:
    """Return the address under which this machine reaches the bound host."""
    return EVERYWHERE.get(host, host)


def is_loopback(host: str) -> bool:
    """Return True if only this machine reaches the host: a loopback address, or a name for it.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.1.20", "hall.local")]
    [True, True, True, False, False, False]
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost" or host.lower().endswith(".localhost")


def answers(host: str, port: int) -> bool:
    """Return True if the web server reports that it is healthy."""
    connection = HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
