"""The static copy of an event: its links, what it leaves out, and that it holds only what visitors see."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.duplicate import duplicate_event
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import released
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.slices import in_slice
from tests.support.whole_events import eventful
from tests.support.worker import work_through
from tests.tournaments.site.test_golden import ROUTES as GOLDEN
from tournaments.core.models.jobs import Job
from tournaments.core.shared_answers import sharing_answers
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.document import writing
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import privacy
from tournaments.exchange.site_copy.making import LIST, OF_SHEET, ChangedError, UnpublishedError, make_copy
from tournaments.exchange.site_copy.places import OUTSIDE, ROUTES, LeftOut, Places, Target
from tournaments.exchange.site_copy.visiting import SiteCopy, ask
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

SECRET = ((7351, -2451, -2450, -2450), (11, 9, -9, -11))
OF_EVENT = "/t/<slug:slug>/"


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(8, rounds=2)
    people(made)
    players.edit(acting(), made.entries.get(number=5), initials_only=True)
    released(made, 1)
    released(made, 2, SECRET)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture(autouse=True)
def without_clauses(monkeypatch):
    """A copy without the hundred pages of clauses, which differ in their words alone, except in a release."""
    if not in_full():
        monkeypatch.setitem(ROUTES, "event_rulebook_clause", OUTSIDE)


class Links(HTMLParser):
    """Links, ids and elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.elements.append((tag, values))
        self.ids.update(filter(None, [values.get("id")]))
        self.links += [values[name] or "" for name in ("href", "src", "action") if name in values]


def read_pages(folder: Path) -> dict[Path, Links]:
    return {path: Links(path.read_text("utf-8")) for path in folder.rglob("*.html") if path.name != "verify.html"}


def find_broken_links(folder: Path) -> list[str]:
    """Every link of every page and style sheet that leads to no file, or to no place in its page."""
    pages, broken = read_pages(folder), []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            is_within = target.is_relative_to(folder.resolve()) or target == path
            known = pages.get(target) or pages.get(path if target == path else target)
            has_place = not parts.fragment or known is None or unquote(parts.fragment) in known.ids
            if not (is_within and target.is_file() and has_place and not parts.query):
                broken.append(f"{path.relative_to(folder)}: {link}")
    for path in folder.rglob("*.css"):
        for link in OF_SHEET.findall(path.read_text("utf-8")):
            if not link.startswith("data:") and not (path.parent / link).is_file():
                broken.append(f"{path.relative_to(folder)}: {link}")
    return broken


def read_texts(folder: Path) -> str:
    """All text of the copy, of workbooks too."""
    texts = []
    for path in folder.rglob("*"):
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as book:
                texts += [book.read(name).decode("utf-8", "replace") for name in book.namelist()]
        elif path.is_file() and "static" not in path.relative_to(folder).parts:
            texts.append(path.read_text("utf-8"))
    return "\n".join(texts)


def test_every_public_route_is_in_the_copy_or_has_its_reason():
    routes = (line.split() for line in GOLDEN.read_text("utf-8").splitlines())
    public = {
        name
        for address, methods, name in routes
        if address.startswith(OF_EVENT)
        and "GET" in methods.split(",")
        and not address.startswith((f"{OF_EVENT}manage/", f"{OF_EVENT}mirror/"))
    }
    assert set(ROUTES) - public == {"colours", "verifier"}
    assert public - set(ROUTES) == set()


def test_all_links_lead_somewhere_and_nothing_needs_the_site(event, tmp_path):
    outcome = make_copy(event, tmp_path, ["en", "ja"])
    assert find_broken_links(tmp_path) == []
    pages = read_pages(tmp_path)
    assert len(pages) > 70
    assert outcome.pages == sum(
        1 for path in tmp_path.rglob("*") if path.is_file() and path.parts[len(tmp_path.parts)] in ("en", "ja")
    )
    for path, page in pages.items():
        names = {tag for tag, _values in page.elements}
        assert names & {"form", "button", "input", "select", "iframe"} == set(), path
        scripts = [values for tag, values in page.elements if tag == "script"]
        assert all("copy" in (values["src"] or "") and "type" not in values for values in scripts), path
        assert not any(name.startswith("hx-") for _tag, values in page.elements for name in values), path
    with_policy = [
        path
        for path, page in pages.items()
        if any(values.get("http-equiv") == "Content-Security-Policy" for _tag, values in page.elements)
    ]
    assert len(with_policy) == len(pages)
    standings = pages[tmp_path / "en" / "standings" / "index.html"]
    assert {"after-1/index.html", "../../ja/standings/index.html"} <= set(standings.links)
    assert (tmp_path / "en" / "check" / "spring-open-public.json").is_file()
    assert (tmp_path / "en" / "check" / "mahjong-verify.py").is_file()


def test_what_visitors_do_not_see_is_not_in_it(event, tmp_path):
    make_copy(event, tmp_path / "before", ["en"])
    # The digits also occur within digests.
    secret = re.compile(r"\b7351\b")
    assert secret.search(read_texts(tmp_path / "before").replace(",", ""))
    publishing.hide_standings(acting(), event, hidden=True, from_round=2)
    make_copy(Tournament.objects.get(pk=event.pk), tmp_path / "after", ["en"])
    text = read_texts(tmp_path / "after")
    assert not secret.search(text.replace(",", ""))
    assert "Given04" in text
    assert "Family05" not in text
    assert "manage/" not in text


def test_an_unpublished_event_and_one_that_changes_meanwhile_are_refused(event, tmp_path):
    def change(_done: int, _total: int) -> None:
        players.edit(acting(), event.entries.get(number=1), club="Harbour")

    with pytest.raises(ChangedError):
        make_copy(event, tmp_path / "changing", ["en"], change)
    Tournament.objects.filter(pk=event.pk).update(published=False)
    with pytest.raises(UnpublishedError):
        make_copy(Tournament.objects.get(pk=event.pk), tmp_path / "hidden", ["en"])
    assert not (tmp_path / "hidden").exists()


def test_the_command_lists_what_is_left_out_and_takes_only_an_empty_folder(event, tmp_path):
    out = io.StringIO()
    call_command("site_copy", event.slug, str(tmp_path / "copy"), language=["en"], stdout=out)
    listed = out.getvalue()
    assert listed.startswith((tmp_path / "copy" / LIST).read_text("utf-8"))
    assert "t/<slug:slug>/screen/: it asks the site all the time (1)" not in listed
    assert "t/<slug:slug>/players/<int:number>/results.csv: the files of the whole event have it (8)" in listed
    with pytest.raises(CommandError, match="not empty"):
        call_command("site_copy", event.slug, str(tmp_path / "copy"), language=["en"])
    with pytest.raises(CommandError, match="is there already and no folder"):
        call_command("site_copy", event.slug, str(tmp_path / "copy" / LIST), language=["en"])


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("/t/open/standings/?after=3&category=2#top", "standings/after-3/category-2/index.html"),
        ("/t/open/standings/?page=2&after=3", "standings/after-3/index.html"),
        ("?after=1", "standings/after-1/index.html"),
        ("/t/open/teams/%2E%2E/", "teams/__/index.html"),
        ("/t/open/teams/A%2FB/", "teams/A_B/index.html"),
        ("/t/open/standings.csv", "standings.csv"),
        ("http://localhost/t/open/", "index.html"),
    ],
)
def test_addresses_become_paths(link, path):
    target = Places("open", "http://localhost").find(link, "/t/open/standings/")
    assert isinstance(target, Target)
    assert target.path == path


def test_paths_differ_where_names_differ_only_in_capitals():
    places = Places("open", "")
    links = ("/t/open/teams/A/", "/t/open/teams/a/", "/t/open/teams/A/", "/t/open/teams/a-2/")
    targets = [places.find(link, "/t/open/") for link in links]
    paths = [target.path for target in targets if isinstance(target, Target)]
    assert paths == ["teams/A/index.html", "teams/a-2/index.html", "teams/A/index.html", "teams/a-2-2/index.html"]


@pytest.mark.parametrize(
    "link",
    [
        "/t/open/manage/",
        "/t/other/standings/",
        "/people/",
        "/t/open/standings/?sort=x",
        "/t/open/register/",
        "/nowhere",
    ],
)
def test_addresses_that_are_not_in_it(link):
    assert isinstance(Places("open", "").find(link, "/t/open/"), LeftOut)


def test_pages_that_share_answers_are_those_that_compute_them(event):
    copy = SiteCopy(("en",), date(2026, 11, 30), "")
    addresses = [
        f"/t/{event.slug}/players/{number}/{page}" for number in (1, 5) for page in ("", "numbers/", "schedule/")
    ]
    alone = [ask(address, copy).content for address in addresses]
    with sharing_answers():
        assert [[ask(address, copy).content for address in addresses] for _again in range(2)] == [alone, alone]


def test_a_bundle_reads_related_rows_in_parts(event, monkeypatch):
    with CaptureQueriesContext(connection) as at_once:
        bundle = build_public_bundle(event)
    monkeypatch.setattr(writing, "AT_ONCE", 1)
    with CaptureQueriesContext(connection) as in_parts:
        assert build_public_bundle(event) == bundle
    # Four sheets, each with its ruleset, its table and its round.
    assert len(in_parts) >= len(at_once) + 3 * 2


@pytest.mark.parametrize("kind", in_slice(["riichi", "mcr", "taiwan", "duplicate"], 1))
def test_links_of_an_event_with_rulings_logs_and_boards(kind, tmp_path):
    event = duplicate_event() if kind == "duplicate" else eventful(kind, 1)
    make_copy(event, tmp_path, ["en"])
    assert find_broken_links(tmp_path) == []


def test_the_organiser_gets_it_as_a_zip_until_somebody_is_erased(event, django_capture_on_commit_callbacks):
    browser = signed_in("olga")
    address = reverse("manage_site_copy", args=[event.slug])
    assert browser.post(address).status_code == 422
    assert browser.post(address, {"languages": ["fr"]}).status_code == 302
    work_through()
    job = Job.objects.get(kind="site-copy")
    assert (job.state, job.result_name) == (Job.State.DONE, "spring-open-pages.zip")
    with job.result.open("rb") as file, zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        page = archive.read("spring-open-pages/fr/standings/index.html").decode()
    assert {"spring-open-pages/index.html", f"spring-open-pages/{LIST}"} <= names
    assert '<html lang="fr"' in page
    with django_capture_on_commit_callbacks(execute=True):
        privacy.erase(acting(), event.entries.get(number=2))
    assert not Job.objects.filter(kind="site-copy").exists()
    Tournament.objects.filter(pk=event.pk).update(published=False)
    browser.post(address, {"languages": ["fr"]})
    work_through()
    assert Job.objects.filter(kind="site-copy", state=Job.State.FAILED).count() == 1


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A web server that knows nothing of the site; returns the address of the folder below its root."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder.parent)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/{folder.name}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.browser
def test_a_browser_opens_its_pages_from_a_disk_and_below_a_path(page, tmp_path):
    event = small_tournament(24, rounds=1)
    people(event)
    scores = [(first, 8, -8, -first) for first in (90, 100, 9, 30, 50, 70)]
    released(event, 1, scores)
    folder = tmp_path / "copy of 2026"
    make_copy(event, folder, ["en", "de"])
    faults: list[str] = []
    # A request that the next page ends is no fault.
    page.on("requestfailed", lambda request: faults.append(request.url) if "ABORTED" not in request.failure else None)
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    kinds: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.html")):
        address = path.relative_to(folder).as_posix()
        kinds.setdefault(re.sub(r"\d+", "N", address), []).append(address)
    visited = [address for pages in kinds.values() for address in pages[: 20 if in_full() else 1]]
    with served(folder) as site:
        for start in (folder.as_uri(), site):
            for address in visited:
                page.goto(f"{start}/{address}")
                assert page.locator("h1").count() == 1 or address.endswith("verify.html"), address
                assert page.evaluate("document.styleSheets.length") > 0 or address.count("/") == 0
            page.goto(f"{start}/index.html")
            page.get_by_role("link", name="Deutsch").click()
            page.get_by_role("link", name="English").click()
            page.goto(f"{start}/en/standings/index.html")
            rows = page.locator("main tbody tr")
            total = page.get_by_role("button", name="Total")
            total.click()
            column = total.evaluate("button => button.parentElement.cellIndex + 1")
            texts = rows.locator(f"> :nth-child({column})").all_text_contents()
            amounts = [int(text.replace("−", "-")) for text in texts]
            assert amounts == sorted(points for sheet in scores for points in sheet)
            page.get_by_role("searchbox").fill("family07")
            expect(rows.filter(visible=True)).to_have_count(1)
    assert faults == []
