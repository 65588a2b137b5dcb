"""Real pages: a web server as a process, Debian's Chromium, and axe for what a screen reader meets.

The server has collected and hashed static files, as ./run serves them, and every page begins with an empty profile.

    @pytest.mark.browser
    def test_sam_enters_a_result(live_site, page):
        tournament = small_tournament()
        live_site.sign_in(page, person("sam"))
        page.goto(live_site.url("/t/spring-open/"))
        ...
        assert accessibility_faults(page) == []

Server and test share the test's database, so that a test makes its tournament with plain objects.
"""

import datetime
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary, WeakSet

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import override_settings
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect, sync_playwright

from tests.support import patience
from tests.support.database import of_other_processes
from tests.support.people import session_of
from tests.support.release import in_full
from tools.services import free_port
from tournaments.accounts.models import User
from tournaments.core.models.site import SiteAddress
from tournaments.site.static_files import collect_static_files

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# The same pages for two fifths of the processor, because it has no window to draw for; it keeps no profile.
HEADLESS_SHELL = "chromium-headless-shell"
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
CLOCK = r"(?:\w+ )?\d\d:\d\d"
"""A time as pages say it; the weekday is there where the days of the event and of the reader differ."""

# Here, as tests with a profile of their own open no page by the fixture.
expect.set_options(timeout=patience.MILLISECONDS)

# The sandbox refuses to work for root and in containers; the tests visit nothing but our own pages.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # The gong counts, nobody listens: without a sound server its library leaves a folder in TMPDIR.
    "--disable-audio-output",
    # An address of the hall without TLS, where a browser gives no service worker and no caches.
    "--host-resolver-rules=MAP hall.test 127.0.0.1",
]


@dataclass
class LiveSite:
    address: str

    def url(self, path: str = "/") -> str:
        return self.address + path

    def choose_address(self) -> str:
        """Choose a name of the hall for codes and links, as phones do not reach the loopback address. Return it."""
        address = self.address.replace("127.0.0.1", "hall.test")
        SiteAddress.objects.create(pk=1, address=address)
        return address

    def speak(self, page: Page, language: str) -> None:
        """Give the browser the language, as the menu of languages would. Its locale's header outdoes that of a test."""
        name = settings.LANGUAGE_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": language, "url": self.address}])

    def sign_in(self, context: BrowserContext | Page, user: User) -> None:
        """Give the browser a session of the account, as the sign-in page would: one that outlives the browser."""
        context = context.context if isinstance(context, Page) else context
        name, ends = settings.SESSION_COOKIE_NAME, time.time() + settings.SESSION_COOKIE_AGE
        context.add_cookies([{"name": name, "value": session_of(user), "url": self.address, "expires": ends}])


def collect_for_server() -> None:
    """Collect the static files where the web servers of this process look for them: once, as ./run does.

    The test client goes on with plain names from another folder (`quick_settings`), whether or not a server has run.
    """
    folder = Path(settings.DATA_DIR) / "static"
    with override_settings(STATIC_ROOT=folder):
        collect_static_files()


def browser_path(*, whole: bool = False) -> str:
    """Debian's Chromium, the `whole` one for a profile that outlives it; a machine without it fails the test."""
    names = CHROMIUM if whole else (HEADLESS_SHELL, *CHROMIUM)
    path = next((path for name in names if (path := shutil.which(name))), None)
    assert path is not None, f"none of {', '.join(names)} is installed"
    return path


def still_clock(page: Page) -> None:
    """Stop the clock of pages opened later: only `page.clock.run_for` moves it, however long the machine takes."""
    now = datetime.datetime.now(datetime.UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + datetime.timedelta(seconds=1))


def server_time(page: Page, moment: datetime.datetime) -> None:
    """Let the clock of the hall hear this moment from the server, however late it asks."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "x-server-time": f"{moment.timestamp() * 1000}"})

    page.route("**/clock.json*", answer)


def type_lines(page: Page, *texts: str) -> None:
    """Type each text and press Enter, once a field has the focus: keys pressed before it are lost."""
    page.locator("input:focus, button:focus").wait_for()
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def script(name: str) -> str:
    """A function of `tests/journeys/scripts`, for `Page.evaluate`."""
    return (ROOT / "tests" / "journeys" / "scripts" / f"{name}.js").read_text(encoding="utf-8")


COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""axe's rules that a colour scheme can break."""


_BRING = f"""() => {{
  {Axe().axe_script}
  // axe works out each colour anew for every element behind a text, which took a quarter of its time.
  const known = new Map(), {{ prototype }} = axe.commons.color.Color, read = prototype.parseString;
  prototype.parseString = function (text) {{
    if (known.has(text)) return Object.assign(this, known.get(text));
    const {{ r, g, b, alpha }} = read.call(this, text);
    known.set(text, {{ r, g, b, alpha }});
    return this;
  }};
}}"""
_JUDGE = """async ([options, kinds]) => {
  if (!window.axe) window.bringAxe?.();
  if (!window.axe) return null;
  // A page that has changed meanwhile has other elements.
  const include = kinds.map((kind) => window.elementKinds?.get(kind)).filter((element) => element?.isConnected);
  const { violations } = await axe.run(include.length ? { include } : document, options);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0].html.slice(0, 200)})`);
}"""
_judged: WeakSet[BrowserContext] = WeakSet()
"""Visitors of whose pages axe has judged one."""
_KINDS = script("element-kinds")
_sound: dict[tuple[str, str], set[int]] = {}
"""Kinds of elements in which axe has found no fault in this process, by the rules asked and the look of the page."""


def accessibility_faults(page: Page, **options: Any) -> list[str]:
    """Return axe's findings against WCAG 2.2 AA, one line each: rule, help, and the first element concerned.

    Elements of kinds in which nothing was found before, on a screen of this width and colour scheme, are judged again
    by a release alone. A kind is all that the rules look at: place, attributes, states, colours.
    """
    rules = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    # What passes is neither described nor sent: on a table full of tiles that takes longer than the rules.
    wanted = {"runOnly": rules, "resultTypes": ["violations"], **options}
    page.evaluate(_DRAWN)
    look: str = page.evaluate("`${innerWidth} ${matchMedia('(prefers-color-scheme: dark)').matches}`")
    sound = _sound.setdefault((repr(wanted), look), set())
    new = [] if in_full() else [kind for kind in page.evaluate(_KINDS) if kind not in sound]
    if not new and not in_full():
        return []
    found: list[str] | None = page.evaluate(_JUDGE, [wanted, new])
    if found is None:
        # A document keeps its axe. Who has a second document judged gets axe with every later one: not run before it
        # is asked for, and compiled once, where half a megabyte would be sent and compiled for each.
        if page.context in _judged:
            page.context.add_init_script(f"window.bringAxe = {_BRING}")
        _judged.add(page.context)
        page.evaluate(_BRING)
        found = page.evaluate(_JUDGE, [wanted, new])
    assert found is not None, "axe could not be loaded"
    if not found:
        sound.update(new)
    return found


_DRAWN = """async () => {
  // A typeface that comes late makes tables wider; a frame later, those that scroll are reached by keyboard.
  await document.fonts.ready;
  const pause = (call) => (requestAnimationFrame(call), setTimeout(call, 100));
  for (let frames = 0; frames < 2; frames += 1) await new Promise(pause);
}"""


LOOKS: tuple[tuple[ViewportSize, Literal["dark", "light"]], ...] = ((PHONE, "dark"), (LAPTOP, "light"))


_looked: WeakKeyDictionary[Page, int] = WeakKeyDictionary()
"""Number of documents of a page that were looked at."""


def looks(page: Page) -> Iterator[str]:
    """The open page on a phone at night, then the same document on a laptop by day; yields a name for each.

    Documents of a page take turns, except in a release: one is seen on a phone, the next on a laptop.
    """
    turn = _looked[page] = _looked.get(page, -1) + 1
    for size, scheme in LOOKS if in_full() else (LOOKS[turn % len(LOOKS)],):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size(size)
        page.evaluate(_SETTLED, size["width"])
        yield f"{size['width']} px, {scheme}"


_SETTLED = """async (width) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (innerWidth !== width) await frame();
  // In the first frame those who watch for sizes are told, before the second they have done what follows.
  await frame();
  await frame();
}"""


def overflows_sideways(page: Page) -> bool:
    """True when the page is wider than the screen, so that a phone would have to scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a browser to tests that are not marked `browser`: those run where there is none, and are to be quick."""
    opening = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
    if others := [item.nodeid for item in opening if not item.get_closest_marker("browser")]:
        raise pytest.UsageError(f"Mark these `browser`, or do without one: {', '.join(others)}")


@pytest.fixture(scope="session")
def web_server(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a web server on the test database, started at the first browser test of a process."""
    collect_for_server()
    port = free_port()
    log = Path(settings.DATA_DIR) / "live-site.log"
    env = of_other_processes()
    with log.open("wb") as out:
        command = [sys.executable, "-m", "tests.support.patient_web", "--port", str(port)]
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out, process_group=0)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, process, log)
        yield address
    finally:
        process.terminate()
        _end(process)


@pytest.fixture
def live_site(web_server: str, transactional_db: None, empty_cache: None) -> LiveSite:
    """A running site on this test's database, which is emptied afterwards.

    Its jobs wait; `start_worker` starts somebody who does them.
    """
    return LiveSite(web_server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, one a process of the suite; a machine without it fails the test."""
    path = browser_path()
    with sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, where Django would refuse to talk to the database.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=patience.MILLISECONDS)
        yield browser
        browser.close()


@contextmanager
def visitors(browser: Browser, *, keeps: bool = False) -> Iterator[Callable[..., Page]]:
    """Inside, a function opens one more visitor's page; at the end they leave. Script errors are a failure."""
    usual: dict[str, Any] = {
        "viewport": LAPTOP,
        "locale": "en-GB",
        "timezone_id": "UTC",
        "service_workers": "allow" if keeps else "block",
    }
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(patience.MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script error on {page.url}: {error}"))
        page.on("console", lambda message: _note_refusal(message.text, faults))
        return page

    try:
        yield open_page
    finally:
        for context in contexts:
            context.close()
    assert faults == []


@pytest.fixture
def new_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """A function that opens one more visitor's page: `new_page(locale="ja-JP")`. Script errors fail the test.

    The site's service worker, which reads the event's other pages for later, runs in a release and where a test is
    marked `keeps_pages`.
    """
    with visitors(browser, keeps=in_full() or bool(request.node.get_closest_marker("keeps_pages"))) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def _page_of_module(browser: Browser) -> Iterator[Page]:
    with visitors(browser, keeps=in_full()) as open_page:
        yield open_page()


@pytest.fixture
def kept_page(_page_of_module: Page) -> Iterator[Page]:
    """One page for the tests of a module, which sign nobody in: its process is warm, scripts and styles are there.

    A visitor of their own costs half a second of processor.
    """
    page = _page_of_module
    page.set_viewport_size(LAPTOP)
    page.emulate_media(color_scheme="null", reduced_motion="null")
    yield page
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    page.context.clear_cookies()
    # What is left open would ask the server while the database is emptied.
    page.goto("about:blank")


@pytest.fixture
def page(new_page: Any) -> Page:
    return new_page(viewport=LAPTOP)


@pytest.fixture
def phone(new_page: Any) -> Page:
    return new_page(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)


def _note_refusal(text: str, faults: list[str]) -> None:
    """Count violations of the content security policy as faults of the page."""
    if "Content Security Policy" in text:
        faults.append(text)


def _wait_for(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=patience.SECONDS):
                return True
        except (urllib.error.URLError, OSError):
            assert server.poll() is None, f"the site does not start:\n{log.read_text(errors='replace')}"
            return False

    patience.wait_for(answers, lambda: log.read_text(errors="replace"))


def _end(process: "subprocess.Popen[bytes]") -> None:
    try:
        process.wait(patience.GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
