"""The server is gone while a referee works: in an open tab, and in a secure context after a restart as well."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.family import families
from judging.cases.models import Case, ClaimRecord, Ruling
from judging.law.examples import Example
from tests.journeys.device_desk import arrived, dispute, is_typed, kept, opened, ready, told
from tests.support import patience
from tests.support.browser import ARGUMENTS, PHONE, LiveSite, browser_path, overflows_sideways
from tests.support.people import people, person
from tests.support.slices import in_slice
from tests.support.tables import playing
from tools.services import free_port
from tournaments.events.models import RulesetVersion, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  }
  return paths;
}"""
UNTIL_KEPT = f"""async (wanted) => {{
  const kept = {KEPT};
  for (let turn = 0; turn < 300; turn++) {{
    if ((await kept()).filter((path) => RegExp(wanted).test(path)).length === 1) return true;
    await new Promise((call) => setTimeout(call, 200));
  }}
  return false;
}}"""


class OwnSite(LiveSite):
    """The running site at an address of one test, where the test lets nobody answer and has it answer again."""

    def __init__(self, host: str, site: LiveSite) -> None:
        self.port, self.open = free_port(), list[socket.socket]()
        self.behind = ("127.0.0.1", int(site.address.rpartition(":")[2]))
        super().__init__(f"http://{host}:{self.port}")

    def start(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                ends = listener.accept()[0], socket.create_connection(self.behind)
                self.open += ends
                for source, target in (ends, ends[::-1]):
                    threading.Thread(target=passed_on, args=(source, target), daemon=True).start()

    def end(self) -> None:
        """Cut every connection and refuse further ones, as the end of the process does."""
        for each in (self.listener, *self.open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self.open.clear()


def passed_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def served(live_site: LiveSite) -> Iterator[Any]:
    """A function that makes an address of this test: `served("hall.test")`."""
    sites: list[OwnSite] = []

    def serve(host: str) -> OwnSite:
        sites.append(OwnSite(host, live_site))
        sites[-1].start()
        return sites[-1]

    yield serve
    for site in sites:
        site.end()


def event(example: Example) -> Tournament:
    """A round is played; ren referees."""
    found = playing()
    people(found)
    RulesetVersion.objects.filter(tournament=found).update(preset=example.ruleset)
    return found


def sent() -> list[tuple[int, str, int]]:
    """List what the server has of the cases that arrived: table, verdict, rulings."""
    return [
        (record.case.table.number, record.verdict, record.case.rulings.count())
        for record in ClaimRecord.objects.order_by("pk")
    ]


def test_over_plain_http_an_open_tab_keeps_the_case_and_a_later_page_leads_to_the_rest(
    served: Any, phone: Page
) -> None:
    example = dispute("mcr")
    tournament, site = event(example), served("hall.test")
    desk = site.url(f"/t/{tournament.slug}/manage/cases/")
    site.sign_in(phone, person("ren"))
    phone.goto(desk)
    ready(phone)
    assert phone.evaluate("[isSecureContext, 'caches' in window]") == [False, False]
    site.end()
    phone.get_by_role("link", name="Open case").click()
    opened(phone, "win")
    told(phone, example)
    kept(phone, 1)
    assert not overflows_sideways(phone)
    # The second case is still being typed when the server is back.
    opened(phone, "win", table="2")
    told(phone, example)
    site.start()
    arrived(phone, 1)
    assert sent() == [(1, "fails", 0)]
    phone.goto(desk)
    phone.get_by_role("link", name="Continue editing").click()
    expect(phone.get_by_text("Unsaved entries from this device have been restored")).to_be_visible()
    assert is_typed(phone, example)
    phone.get_by_role("button", name="Save on this device").click()
    arrived(phone, 2)
    assert sent() == [(1, "fails", 0), (2, "fails", 0)]
    phone.goto(desk)
    expect(phone.get_by_role("link", name="Continue editing")).to_be_hidden()


def test_each_familys_commonest_dispute_waits_until_the_server_is_back(served: Any, new_page: Any) -> None:
    site = served("hall.test")
    names, tabs = in_slice(list(families()), 4), list[tuple[Page, Example]]()
    first = new_page(viewport=PHONE, is_mobile=True, has_touch=True)
    site.sign_in(first, person("ren"))
    for name in names:
        tournament, example = playing(family=name), dispute(name)
        people(tournament)
        Tournament.objects.filter(pk=tournament.pk).update(slug=name)
        RulesetVersion.objects.filter(tournament=tournament).update(preset=example.ruleset)
        tab = first.context.new_page() if tabs else first
        tab.goto(site.url(f"/t/{name}/manage/cases/"))
        ready(tab)
        tabs.append((tab, example))
    site.end()
    for number, (tab, example) in enumerate(tabs, 1):
        tab.bring_to_front()
        tab.get_by_role("link", name="Open case").click()
        opened(tab, "win")
        told(tab, example)
        assert is_typed(tab, example)
        kept(tab, number)
        if number < len(tabs):
            tab.close()
    site.start()
    panel = tab.locator("[data-outbox-panel]")
    expect(panel).to_contain_text(f"Answers of the server to saved entries: {len(tabs)}.")
    for record, name, (_tab, example) in zip(ClaimRecord.objects.order_by("pk"), names, tabs, strict=True):
        # The server writes the tiles of a hand in its own order.
        facts = {**record.claim["facts"], "hand": example.facts["hand"]}
        assert (record.case.tournament.slug, record.verdict, facts) == (name, "fails", example.facts)
    assert (Case.objects.count(), Ruling.objects.count()) == (len(tabs), 0)


def restarted(browser: Browser, folder: Path) -> BrowserContext:
    """A phone's browser with what it has kept."""
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=browser_path(whole=True),
        args=ARGUMENTS,
        viewport=PHONE,
        locale="en-GB",
        timeout=patience.MILLISECONDS,
    )
    context.set_default_timeout(patience.MILLISECONDS)
    return context


def test_in_a_secure_context_the_desk_is_there_after_a_reload_and_a_restart_until_ren_signs_out(
    served: Any, browser: Browser, tmp_path: Path
) -> None:
    """Browsers take the machine itself for as secure as an address with HTTPS."""
    example = dispute("mcr")
    tournament = event(example)
    site = served("localhost")
    desk, standings = f"/t/{tournament.slug}/manage/cases/", f"/t/{tournament.slug}/standings/"
    context = restarted(browser, tmp_path / "profile")
    phone = context.pages[0]
    # What anybody may see is kept by the service worker: the page that was looked at, and the event's other tabs.
    phone.goto(site.url(f"/t/{tournament.slug}/seating/1/"))
    assert phone.evaluate(UNTIL_KEPT, f"^{standings}$")
    site.sign_in(context, person("ren"))
    phone.goto(site.url(desk))
    assert phone.evaluate(UNTIL_KEPT, "/without-server/$")
    phone.wait_for_load_state("networkidle")
    site.end()
    phone.reload()
    expect(phone.locator("[data-device-desk]")).to_be_visible()
    opened(phone, "win", table="2")
    told(phone, example)
    phone.reload()
    expect(phone.get_by_text("Unsaved entries from this device have been restored")).to_be_visible()
    assert is_typed(phone, example)
    context.close()
    context = restarted(browser, tmp_path / "profile")
    phone = context.pages[0]
    phone.goto(site.url(standings))
    expect(phone.locator("[data-follow-note]")).to_contain_text("No connection. This page is from")
    phone.goto(site.url(desk))
    expect(phone.get_by_text("Unsaved entries from this device have been restored")).to_be_visible()
    assert is_typed(phone, example)
    phone.locator("[data-rulebook] summary").click()
    expect(phone.locator("[data-rulebook] dd").first).to_be_visible()
    kept(phone, 1)
    context.close()
    context = restarted(browser, tmp_path / "profile")
    phone = context.pages[0]
    phone.goto(site.url(desk))
    expect(phone.locator("[data-outbox-panel]")).to_contain_text("Not sent yet: 1.")
    site.start()
    arrived(phone, 1)
    assert (sent(), Case.objects.count()) == ([(2, "fails", 0)], 1)
    phone.goto(site.url(desk))
    phone.locator("form[data-sign-out]").first.evaluate("form => form.requestSubmit()")
    phone.wait_for_url(lambda url: "/manage/" not in url)
    assert [path for path in phone.evaluate(KEPT) if "/manage/" in path] == []
    context.close()
