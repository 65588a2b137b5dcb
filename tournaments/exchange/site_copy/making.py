"""The copy as files in a folder: every page that a link leads to, once in each language."""

from __future__ import annotations

import io
import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.shared_answers import sharing_answers
from tournaments.core.text.names import reading_names
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import make_bundle_file
from tournaments.exchange.queries import find_mirror_state
from tournaments.exchange.site_copy.places import REFUSED, WITHOUT_WORDS, LeftOut, Places, Target, link_to
from tournaments.exchange.site_copy.rewriting import NOTHING, PageRewriter
from tournaments.exchange.site_copy.visiting import Answer, SiteCopy, ask

STYLE_SHEET: Final = "text/css"
ENDINGS: Final = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/svg+xml": ".svg"}
OF_SHEET: Final = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)""")
SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
LIST: Final = "left-out.txt"
REDIRECT: Final = "exchange/copy/moved.html"
Report = Callable[[int, int], None]


class ChangedError(Exception):
    """The public pages have changed while they were being copied."""


class UnpublishedError(Exception):
    """Visitors do not see the event."""


@dataclass
class Outcome:
    pages: int = 0
    left_out: Counter[LeftOut] = field(default_factory=Counter)


def make_copy(
    tournament: Tournament, folder: Path, languages: Sequence[str], report: Report = lambda _done, _total: None
) -> Outcome:
    """Write the copy into the folder. Raises UnpublishedError, and ChangedError if the event changes meanwhile."""
    if not tournament.published:
        raise UnpublishedError
    before = get_public_version(build_event_state(tournament))
    outcome = Outcome()
    site, start = hall_address.find_known_address().rstrip("/"), reverse("event", args=[tournament.slug])
    copy = SiteCopy(tuple(languages), timezone.localdate(), f"{site}{start}" if site else "")
    files = _SharedFiles(tournament, folder, copy)
    for language in languages:
        with translation.override(language), reading_names(full=False), sharing_answers():
            _Crawl(tournament, folder, copy, files, outcome, report).run()
    _write(
        folder / "index.html", render_to_string("exchange/copy/index.html", {"copy": copy, "tournament": tournament})
    )
    _write(folder / LIST, _describe_left_out(outcome))
    if get_public_version(build_event_state(Tournament.objects.get(pk=tournament.pk))) != before:
        raise ChangedError
    return outcome


def pack_copy(tournament: Tournament, languages: Sequence[str], report: Report) -> tuple[int, bytes]:
    """Return the number of pages and files, and the copy as a ZIP of one folder. Raises as `make_copy`."""
    with TemporaryDirectory(prefix="mahjong-director-copy-") as work:
        folder = Path(work)
        outcome = make_copy(tournament, folder, languages, report)
        packed = io.BytesIO()
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                archive.write(path, f"{tournament.slug}-pages/{path.relative_to(folder).as_posix()}")
    return outcome.pages, packed.getvalue()


def _describe_left_out(outcome: Outcome) -> str:
    lines = (f"{address}: {reason} ({count})" for (address, reason), count in sorted(outcome.left_out.items()))
    return "".join(f"{line}\n" for line in ("Left out of this copy, and how many links lead there:", *lines))


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


class _SharedFiles:
    """Style sheets, scripts, fonts, pictures and the public bundle, which all languages share."""

    def __init__(self, tournament: Tournament, folder: Path, copy: SiteCopy) -> None:
        self.folder, self.copy = folder, copy
        self.bundle_address = reverse("event_bundle", args=[tournament.slug])
        # A mirror has none.
        self.bundle = make_bundle_file(tournament) if find_mirror_state(tournament) is None else b""
        self.paths: dict[str, str | None] = {}
        self.symbols: dict[str, dict[str, tuple[str, str]]] = {}

    def find(self, address: str) -> str | None:
        """Return the path of a file in the copy; None where the site has no such file."""
        address = address.partition("#")[0]
        if address not in self.paths:
            self.paths[address] = self._copy(address)
        return self.paths[address]

    def load_drawing(self, address: str, name: str) -> str:
        sprite, _hash, key = address.partition("#")
        if sprite not in self.symbols:
            text = (_read_static(sprite) or b"").decode()
            self.symbols[sprite] = {match[1]: (match[2], match[3]) for match in SYMBOL.finditer(text)}
        size, drawing = self.symbols[sprite].get(key, ("", ""))
        return f'<symbol id="{name}"{size}>{drawing}</symbol>'

    def _copy(self, address: str) -> str | None:
        if address.startswith(settings.STATIC_URL):
            content = _read_static(address)
            path = f"static/{unquote(address.removeprefix(settings.STATIC_URL))}"
            is_sheet = address.endswith(".css")
        else:
            answer = ask(address, self.copy)
            content = answer.content if answer.status == 200 else None
            kind = answer.content_type.partition(";")[0]
            is_sheet = kind == STYLE_SHEET
            path = f"pictures/{address.strip('/').rpartition('/')[2]}{ENDINGS.get(kind, '')}"
            if is_sheet:
                path = f"static{address}"
        if content is None:
            return None
        _write(self.folder / path, content)
        if is_sheet:
            for named in OF_SHEET.findall(content.decode()):
                if not named.startswith(("data:", "#")):
                    self.find(urljoin(address, named))
        return path


def _read_static(address: str) -> bytes | None:
    """Return a static file by its address: as collected, else from the folder of its source."""
    name = unquote(urlsplit(address).path.removeprefix(settings.STATIC_URL))
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            return bytes(file.read())
    source = finders.find(name)
    return Path(source).read_bytes() if source else None


class _Crawl:
    """Copy of the event in the active language."""

    def __init__(
        self,
        tournament: Tournament,
        folder: Path,
        copy: SiteCopy,
        files: _SharedFiles,
        outcome: Outcome,
        report: Report,
    ) -> None:
        self.tournament, self.folder, self.copy, self.files = tournament, folder, copy, files
        self.outcome, self.report = outcome, report
        self.language = translation.get_language() or "en"
        self.places = Places(tournament.slug, f"http://{copy.host}")
        self.waiting: deque[str] = deque()
        self.known: dict[str, Target] = {}
        self.refused: set[str] = set()
        self.links_to: dict[str, set[str]] = {}
        if not files.bundle:
            self.refused.add(files.bundle_address)

    def run(self) -> None:
        start = reverse("event", args=[self.tournament.slug])
        self._find_target(start, start)
        done = 0
        while self.waiting:
            self._copy(self.waiting.popleft())
            done += 1
            if done % 20 == 0:
                self.report(done, done + len(self.waiting))
            if not self.waiting:
                self._repeat_pages_with_refused_links()
        self.outcome.pages += done

    def _copy(self, address: str) -> None:
        path = f"{self.language}/{self.known[address].path}"
        if address == self.files.bundle_address:
            _write(self.folder / path, self.files.bundle)
            return
        answer = ask(address, self.copy)
        if answer.location:
            target = self._find_target(answer.location, address)
            if isinstance(target, Target):
                _write(self.folder / path, render_to_string(REDIRECT, {"address": link_to_target(target, path)}))
                return
        if answer.status != 200 or answer.is_page != path.endswith("/index.html"):
            self.refused.add(address)
            return
        _write(self.folder / path, self._rewrite(answer, address, path) if answer.is_page else answer.content)

    def _repeat_pages_with_refused_links(self) -> None:
        """Make pages again that link to addresses at which the site has turned out to have no page."""
        for address in sorted(self.refused):
            for page in sorted(self.links_to.pop(address, ())):
                if page not in self.refused and page not in self.waiting:
                    self.waiting.append(page)

    def _rewrite(self, answer: Answer, address: str, path: str) -> str:
        links: dict[str, str | None] = {}

        def find_link(link: str) -> str | None:
            if link not in links:
                links[link] = self._find_link(link, address, path)
            return links[link]

        def find_file(link: str) -> str | None:
            file = self.files.find(urljoin(address, link))
            return link_to(file, path) if file else None

        return PageRewriter(find_link, find_file).rewrite(answer.content.decode(), self.files.load_drawing)

    def _find_link(self, link: str, address: str, path: str) -> str | None:
        if link.startswith("#") or self.places.leads_elsewhere(link):
            return link
        target = self._find_target(link, address)
        if isinstance(target, Target):
            return link_to_target(target, path)
        return NOTHING if target.reason in WITHOUT_WORDS else None

    def _find_target(self, link: str, page: str) -> Target | LeftOut:
        target = self.places.find(link, page)
        if isinstance(target, Target) and target.address in self.refused:
            target = LeftOut(target.address, REFUSED)
        if isinstance(target, LeftOut):
            self.outcome.left_out[target] += 1
            return target
        if target.address not in self.known:
            self.known[target.address] = target
            self.waiting.append(target.address)
        self.links_to.setdefault(target.address, set()).add(page)
        return target


def link_to_target(target: Target, path: str) -> str:
    language = target.language or path.partition("/")[0]
    link = link_to(f"{language}/{target.path}", path)
    return f"{link}#{target.fragment}" if target.fragment else link
