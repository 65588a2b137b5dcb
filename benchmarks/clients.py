"""Clients that take little of the machine that they measure: a kept connection, requests put together beforehand."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Mapping
from html import unescape
from types import TracebackType


def request_of(method: str, path: str, headers: Mapping[str, str], body: str = "") -> bytes:
    """The bytes of a request, with the body as UTF-8."""
    sent = body.encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    if body:
        lines.append(f"Content-Length: {len(sent)}")
    return "\r\n".join([*lines, "", ""]).encode() + sent


def words_of(page: bytes) -> str:
    """Return the text of a page on one line of at most 300 characters."""
    text = page.decode(errors="replace").partition("<main")[2] or page.decode(errors="replace")
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text.partition(">")[2] or text)).split())[:300]


class KeptConnection:
    """One connection to a port of this machine, opened anew where the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: socket.socket | None = None

    def __enter__(self) -> KeptConnection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._open is not None:
            self._open.close()

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the answer. Raises OSError where there is none; nothing is sent twice."""
        if self._open is None:
            self._open = socket.create_connection(("127.0.0.1", self._port), timeout=60)
            self._open.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._open.sendall(request)
        head, _blank, body = self._until(b"", b"\r\n\r\n").partition(b"\r\n\r\n")
        status, lower = int(head[9:12]), head.lower()
        if found := re.search(rb"\r\ncontent-length: *(\d+)", lower):
            while len(body) < int(found[1]):
                body += self._received()
        elif b"\r\ntransfer-encoding: chunked" in lower:
            body = self._until(body, b"0\r\n\r\n")
        if b"\r\nconnection: close" in lower:
            self._open.close()
            self._open = None
        return status, body

    def _until(self, had: bytes, mark: bytes) -> bytes:
        while mark not in had:
            had += self._received()
        return had

    def _received(self) -> bytes:
        found = self._open.recv(262_144) if self._open is not None else b""
        if not found:
            raise ConnectionError("the server has closed the connection before the end of its answer")
        return found


class Way:
    """A visitor's connection, kept between two requests as long as the site keeps it."""

    def __init__(self) -> None:
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, port: int, request: bytes) -> bytes:
        """The head of the answer. Asked anew on another connection where the site has closed this one meanwhile."""
        for again in (self._open is not None, False):
            if self._open is None:
                self._open = await asyncio.open_connection("127.0.0.1", port)
            reader, writer = self._open
            try:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not again:
                    raise
                continue
            lines = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n") if b": " in line)
            await reader.readexactly(int(lines.get(b"content-length", 0)))
            if lines.get(b"connection") == b"close":
                self.close()
            return head
        raise AssertionError("the second way is the last")

    def close(self) -> None:
        """End the connection."""
        if self._open is not None:
            self._open[1].close()
        self._open = None
