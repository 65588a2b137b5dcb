"""Frames of another site: shown where the event allows it, following it there, and refused by a browser elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.support import patience
from tests.support.people import acting, small_tournament
from tests.support.play import played, released
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.browser


class OtherSite(BaseHTTPRequestHandler):
    """A site whose only page has the address behind `?` in a frame."""

    def do_GET(self) -> None:
        html = f'<iframe src="{self.path[2:]}" title="event" width="600" height="600"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(html.encode())

    def log_message(self, *_parts: object) -> None:
        """Say nothing."""


@pytest.fixture
def others() -> Iterator[list[str]]:
    """The origins of two other sites."""
    with ExitStack() as stack:
        servers = [stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)) for _site in range(2)]
        for server in servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        yield [f"http://127.0.0.1:{server.server_port}" for server in servers]
        for server in servers:
            server.shutdown()


def test_a_frame_follows_the_event_on_the_site_that_may_show_it_alone(live_site, browser, others) -> None:
    allowed, forbidden = others
    event = small_tournament(rounds=2)
    Tournament.objects.update(embed_sites=allowed)
    released(event, 1)
    context = browser.new_context(service_workers="block", viewport={"width": 1440, "height": 900})
    context.set_default_timeout(patience.MILLISECONDS)
    page = context.new_page()
    page.goto(f"{allowed}/?{live_site.url('/t/spring-open/embed/standings/')}")
    heading = page.frame_locator("iframe").locator("h1")
    expect(heading).to_have_text("Standings After round 1")
    second = played(event, 2)
    rounds.release(acting(), second)
    expect(heading).to_have_text("Standings After round 2")
    assert context.cookies() == []

    for origin, path in ((forbidden, "embed/standings/"), (allowed, "standings/"), (allowed, "screen/clock/")):
        page.goto(f"{origin}/?{live_site.url(f'/t/spring-open/{path}')}")
        assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"]
    context.close()
