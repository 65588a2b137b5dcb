"""A server between browser and site: it notes each request, holds answers back, and can serve an earlier file."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from tests.support.browser import LiveSite


class Asked(NamedTuple):
    method: str
    path: str
    navigates: bool
    """False: a script of a page or a service worker asked."""
    preload: bool
    """True: the browser's navigation preload asked."""


class Between(LiveSite):
    def __init__(self, site: LiveSite, port: int) -> None:
        super().__init__(f"http://127.0.0.1:{port}")
        self.site = site
        self.asked: list[Asked] = []
        self.instead: dict[str, bytes] = {}
        """Scripts served in place of the site's, by path."""
        self.hold: Callable[[Asked], float] = lambda asked: 0.0
        """Seconds to keep back the answer to a request."""


@contextmanager
def between(site: LiveSite) -> Iterator[Between]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self) -> None:
            sent = self.headers
            asked = Asked(
                self.command,
                self.path,
                sent["Sec-Fetch-Mode"] == "navigate",
                sent["Service-Worker-Navigation-Preload"] is not None,
            )
            front.asked.append(asked)
            length = int(sent["Content-Length"] or 0)
            body = self.rfile.read(length) if length else None
            if self.path in front.instead:
                self.answer(200, [("Content-Type", "text/javascript")], front.instead[self.path])
            elif "text/event-stream" in (sent["Accept"] or ""):
                self.answer(204, [], b"")
            else:
                link = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=60)
                link.request(self.command, self.path, body, dict(sent))
                found = link.getresponse()
                whole = found.read()
                time.sleep(front.hold(asked))
                self.answer(found.status, found.getheaders(), whole)
                link.close()

        do_GET = do_POST = do_HEAD = pass_on  # noqa: N815

        def answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
            self.send_response_only(status)
            for name, value in headers:
                if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    front = Between(site, server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield front
    finally:
        server.shutdown()
        server.server_close()
