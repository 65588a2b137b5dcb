"""Connections to addresses that people type: to the network address that was checked, and no longer than allowed.

A name is looked up once. The connection goes to an address of that answer, with the name for TLS and `Host`, so that a
second answer of its server cannot lead elsewhere. No proxy of the environment is asked, which would look it up again.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from typing import Final
from urllib.parse import SplitResult

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Networks = Sequence[Network]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class ForbiddenAddressError(OSError):
    """Address in a private network that no administrator has allowed, or without TLS in a public one."""


def list_embedded(address: Address) -> list[Address]:
    """Return the address with the IPv4 addresses that it leads to: mapped, of 6to4, Teredo, NAT64 and compatible ones.

    >>> [str(part) for part in list_embedded(ipaddress.ip_address("::ffff:10.0.0.1"))]
    ['::ffff:a00:1', '10.0.0.1']
    """
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if address in NAT64 or int(address) >> 32 == 0:
        inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return [address, *(part for part in inner if part is not None)]


def is_public(address: Address) -> bool:
    """Return True if the whole internet reaches the address, and nothing else does by it."""
    mapped = isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None
    parts = list_embedded(address)[1 if mapped else 0 :]
    return all(part.is_global and not part.is_multicast for part in parts)


def is_allowed(address: Address, networks: Networks) -> bool:
    """Return True if the address lies in one of the networks, written in its own form or mapped to IPv6."""
    plain = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return any((plain or address) in network for network in networks)


def find_addresses(host: str, port: int, *, networks: Networks, encrypted: bool) -> list[str]:
    """Return the addresses of the host. Raises `ForbiddenAddressError` if one of them is not allowed, and OSError."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    texts = list(dict.fromkeys(str(answer[4][0]) for answer in answers))
    for text in texts:
        address = ipaddress.ip_address(text.partition("%")[0])
        if not (is_allowed(address, networks) or (encrypted and is_public(address))):
            raise ForbiddenAddressError(f"{host} is at {text}")
    return texts


@contextmanager
def open_pinned(parts: SplitResult, *, networks: Networks, seconds: float) -> Iterator[HTTPConnection]:
    """Connect to the host of the address, and cut the connection after `seconds`, whatever it is doing.

    Raises OSError, and ValueError for an address that is none.
    """
    encrypted = parts.scheme == "https"
    if not parts.hostname or parts.scheme not in ("http", "https") or "@" in parts.netloc:
        raise ValueError("not an address of a page")
    port = parts.port or (443 if encrypted else 80)
    addresses = find_addresses(parts.hostname, port, networks=networks, encrypted=encrypted)
    ends_at = time.monotonic() + seconds
    with closing(_make(parts.hostname, port, encrypted=encrypted)) as connection:
        sock = _dial(addresses, port, ends_at)
        connection.sock = sock
        watch = threading.Timer(max(0.0, ends_at - time.monotonic()), lambda: _cut(connection))
        watch.daemon = True
        watch.start()
        try:
            if encrypted:
                context = ssl.create_default_context()
                wrapped = context.wrap_socket(sock, server_hostname=parts.hostname, do_handshake_on_connect=False)
                connection.sock = wrapped
                wrapped.do_handshake()
            yield connection
        finally:
            watch.cancel()


def _make(host: str, port: int, *, encrypted: bool) -> HTTPConnection:
    connection = HTTPSConnection(host, port) if encrypted else HTTPConnection(host, port)
    # It would look the name up again.
    connection.auto_open = 0
    return connection


def _dial(addresses: Sequence[str], port: int, ends_at: float) -> socket.socket:
    last: OSError = TimeoutError("timed out")
    for address in addresses:
        if (remaining := ends_at - time.monotonic()) <= 0:
            break
        try:
            return socket.create_connection((address, port), timeout=remaining)
        except OSError as error:
            last = error
    raise last


def _cut(connection: HTTPConnection) -> None:
    """End every read and write of the connection, in whichever thread they wait."""
    if (sock := connection.sock) is not None:
        with suppress(OSError):
            # That of an encrypted socket would also change what the other thread is reading by.
            socket.socket.shutdown(sock, socket.SHUT_RDWR)
