"""Listening socket of a web server, inherited from the process that starts it; imports no Django.

No other program can then answer at the site's address during a start or restart, for which visitors wait.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import subprocess
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the hall is to reach it
WAITING: Final = 1024


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


def explain_refusal(host: str, port: int, error: OSError | ValueError) -> str:
    """Return the sentence with a remedy that works: a port that is free now, or an address of this computer."""
    refused = f"Cannot serve on {host} port {port} ({getattr(error, 'strerror', None) or error})"
    for candidate in suggest_ports(port):
        with suppress(OSError):
            listen(host, candidate).close()
            return f"{refused}; choose another with --port, such as --port {candidate}."
    return f"{refused}; choose an address of this computer with --host, such as --host 127.0.0.1."


def suggest_ports(port: int) -> list[int]:
    """Return ports to try, none of which needs an administrator.

    >>> suggest_ports(80)[:3], suggest_ports(65_534)[:3]
    ([8000, 8001, 8002], [65535, 8000, 8001])
    """
    following = range(port + 1, min(port + 50, 65_536)) if port >= 1024 else range(0)
    return [*following, *(number for number in range(8000, 8100) if number not in {port, *following})]


def make_inheritance(listener: socket.socket) -> dict[str, Any]:
    if os.name != "nt":
        return {"pass_fds": (listener.fileno(),)}
    listener.set_inheritable(True)
    handles = {"handle_list": [listener.fileno()]}
    return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=handles)}  # type: ignore[attr-defined,unused-ignore]


def open_inherited(number: int) -> socket.socket:
    listener = socket.socket(fileno=number)
    listener.set_inheritable(False)
    return listener


def get_reachable_host(host: str) -> str:
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


def does_answer(host: str, port: int) -> bool:
    connection = HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def ask_for_first_page(host: str, port: int) -> None:
    """Ask for the first page before a person does: its templates and imports take 0.4 seconds, once."""
    connection = HTTPConnection(host, port, timeout=60)
    with suppress(OSError, HTTPException), closing(connection):
        connection.request("GET", "/")
        connection.getresponse().read()
