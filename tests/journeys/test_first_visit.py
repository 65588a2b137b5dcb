"""A visitor with an empty browser registers at once, also beside the pages that the site keeps for later."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.support import patience
from tests.support.browser import LiveSite
from tests.support.patience import wait_for
from tests.support.people import acting, people, small_tournament
from tests.support.release import in_full
from tournaments.entries.forms.visitors import MIN_SECONDS
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications

pytestmark = [pytest.mark.browser, pytest.mark.keeps_pages, pytest.mark.django_db(transaction=True)]

EARLIER = Path(__file__).with_name("earlier-service-worker.js").read_bytes()
"""The service worker of an earlier release, which asked for navigation preload."""
WORKER = "/service-worker.js"
EVENT, FORM = "/t/spring-open/", "/t/spring-open/register/"
PRELOADS = (
    "navigator.serviceWorker.ready.then((one) => one.navigationPreload.getState()).then(({ enabled }) => enabled)"
)
CONTROLLED = "() => new Promise((done) => setInterval(() => navigator.serviceWorker.controller && done(true), 20))"
UPDATED = "() => navigator.serviceWorker.ready.then((one) => one.update()).then(() => true)"
"""Look for the present worker now; after a reload alone, the browser looks when it finds the time."""


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
        self.held_back: Callable[[Asked], bool] = lambda asked: False
        """Hold back the answer to a request until `go`."""
        self.go = threading.Event()
        self.passed_on = 0
        """Number of answers that were held back, and sent."""


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
                link = http.client.HTTPConnection(site.address.removeprefix("http://"), timeout=patience.SECONDS)
                link.request(self.command, self.path, body, dict(sent))
                found = link.getresponse()
                whole = found.read()
                link.close()
                if front.held_back(asked):
                    front.go.wait(patience.SECONDS)
                    # A page that was left meanwhile has closed the connection.
                    with suppress(ConnectionError):
                        self.answer(found.status, found.getheaders(), whole)
                    front.passed_on += 1
                else:
                    self.answer(found.status, found.getheaders(), whole)

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


@pytest.fixture
def front(live_site: Any) -> Iterator[Between]:
    event = small_tournament(4)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"email": "asked"}})
    with between(live_site) as front:
        yield front


def register(page: Page, family_name: str) -> None:
    """Fill the open form in and send it."""
    form = page.locator("main form")
    form.locator("[name=given_name]").fill("Petra")
    form.locator("[name=family_name]").fill(family_name)
    form.locator("[name=shown]").first.check()
    form.locator("[name=consent]").check()
    page.wait_for_timeout(MIN_SECONDS * 1000)
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your registration")


def requests_for_the_form(front: Between) -> list[Asked]:
    return [asked for asked in front.asked if asked.path == FORM]


def test_petra_registers_where_an_earlier_worker_is_installed(front, new_page):
    front.instead[WORKER] = EARLIER
    page = new_page()
    page.goto(front.url(EVENT))
    page.evaluate(CONTROLLED)
    assert page.evaluate(PRELOADS) is True
    page.evaluate("Promise.all(['law-1', 'desk-1', 'desk-2'].map((name) => caches.open(name)))")
    front.instead.clear()
    page.reload()
    page.evaluate(UPDATED)
    wait_for(lambda: page.evaluate(PRELOADS) is False)
    # What devices needed to compute the law's answer is gone.
    wait_for(lambda: sorted(page.evaluate("caches.keys()")) == ["desk-2", "offline-1", "public-pages-1"])
    page.goto("about:blank")
    tries = 4 if in_full() else 2
    for number in range(tries):
        page.context.clear_cookies()
        front.asked.clear()
        page.goto(front.url(FORM))
        register(page, f"Quist{'abcd'[number]}")
        once = [Asked("GET", FORM, True, False), Asked("POST", FORM, True, False)]
        assert requests_for_the_form(front) == once
    assert Application.objects.count() == tries


def test_petra_registers_while_her_browser_reads_pages_for_later(front, new_page):
    """A script's reading arrives after the form that she opens meanwhile."""
    front.held_back = lambda asked: not asked.navigates and "/t/" in asked.path
    page = new_page()
    page.goto(front.url(EVENT))
    wait_for(lambda: any(front.held_back(asked) for asked in front.asked))
    page.goto(front.url(FORM))
    front.go.set()
    wait_for(lambda: front.passed_on > 0)
    register(page, "Quist")
    assert [asked.method for asked in requests_for_the_form(front)] == ["GET", "POST"]
    assert Application.objects.count() == 1
