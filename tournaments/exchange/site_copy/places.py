"""Places of pages in a static copy: addresses of the site to paths of files, and relative links between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from posixpath import relpath
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from django.urls import Resolver404, resolve

PAGE, FILE, PICTURE = "page", "file", "picture"

ASKS: Final = "it asks the site all the time"
FORM: Final = "it is a form"
PAPER: Final = "it is a paper that the site prints"
OF_A_PLAYER: Final = "the files of the whole event have it"
QUERY: Final = "its query chooses or searches on the site"
DRAWN: Final = "the site draws it for links to the page"
FRAMED: Final = "it is for frames of other sites"
OUTSIDE: Final = "it is not a page of the event"
REFUSED: Final = "the site has no such page for visitors"

WITHOUT_WORDS: Final = (ASKS, DRAWN, FORM, PAPER, OF_A_PLAYER)
"""Reasons for which nothing is left of a link; of others its words stay."""

ROUTES: Final = {
    "event": PAGE,
    "event_awards": PAGE,
    "event_calendar": FILE,
    "event_check": PAGE,
    "event_bundle": FILE,
    "event_deals": PAGE,
    "event_deals_board": PAGE,
    "event_deals_log": PAGE,
    "event_deals_offline": FILE,
    "event_deals_player": PAGE,
    "event_deals_replay": PAGE,
    "event_deals_reserve_sheet": PAPER,
    "event_deals_scale": PAGE,
    "event_deals_sheet": PAPER,
    "event_deals_standings": PAGE,
    "event_deals_tables": ASKS,
    "event_deals_verify": FORM,
    "event_draw": PAGE,
    "event_draw_certificate": FILE,
    "event_draws": PAGE,
    "event_numbers": PAGE,
    "event_numbers_csv": FILE,
    "event_picture": PICTURE,
    "event_player": PAGE,
    "event_player_calendar": OF_A_PLAYER,
    "event_player_csv": OF_A_PLAYER,
    "event_player_numbers": PAGE,
    "event_player_schedule": PAGE,
    "event_player_xlsx": OF_A_PLAYER,
    "event_players": PAGE,
    "event_results": PAGE,
    "event_results_csv": FILE,
    "event_results_xlsx": FILE,
    "event_round": PAGE,
    "event_round_explained": PAGE,
    "event_round_seating": PAGE,
    "event_rulebook": PAGE,
    "event_rulebook_clause": PAGE,
    "event_rulebook_pdf": PAPER,
    "event_rulings": PAGE,
    "event_seating": PAGE,
    "event_standings": PAGE,
    "event_standings_csv": FILE,
    "event_standings_xlsx": FILE,
    "event_table_log": PAGE,
    "event_table_logs": PAGE,
    "event_team": PAGE,
    "event_team_calendar": OF_A_PLAYER,
    "event_teams": PAGE,
    "event_version": ASKS,
    "ceremony": ASKS,
    "clock_json": ASKS,
    "player_code": OUTSIDE,
    "public_document": PAPER,
    "register": FORM,
    "screen": ASKS,
    "screen_rotation": ASKS,
    "colours": PICTURE,
    "event_board_preview": DRAWN,
    "event_player_preview": DRAWN,
    "event_preview": DRAWN,
    "event_standings_preview": DRAWN,
    "event_table_preview": DRAWN,
    "embed_clock": ASKS,
    "embed_player": FRAMED,
    "embed_seating": FRAMED,
    "embed_standings": FRAMED,
    "embed_table": FRAMED,
    "verifier": FILE,
}
"""Name of a public route: what the copy has of it, or the reason why it is left out."""

KEPT: Final = ("after", "category", "family", "figure")
"""Queries that choose another page: they become folders."""
SAME_PAGE: Final = ("by", "games", "hands", "page", "player", "q", "row")
"""Queries of the same page: the copy has all rows, and its own search."""

RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


class Target(NamedTuple):
    """Target of a link: the page's address on the site, its path in the copy, and the fragment."""

    address: str
    path: str
    fragment: str = ""
    language: str = ""


class LeftOut(NamedTuple):
    """Something that the copy does not have: its route or address, and the reason in English."""

    address: str
    reason: str


class Places:
    """Paths of one event's pages, from the folder of a language; pictures and shared files from that of the copy."""

    def __init__(self, slug: str, site: str) -> None:
        self.start, self.site = f"/t/{slug}/", site
        # The page of the check names the bundle so.
        self._paths = {f"{self.start}check/bundle.json": f"check/{slug}-public.json"}
        self._taken: set[str] = set()
        self._targets: dict[tuple[str, str], Target | LeftOut] = {}

    def leads_elsewhere(self, link: str) -> bool:
        parts = urlsplit(link)
        return bool(parts.scheme or parts.netloc) and not link.startswith(f"{self.site}/")

    def find(self, link: str, page: str) -> Target | LeftOut:
        """Return the target of a link to this site on the page with that address."""
        # Most links begin at the root, and stand on many pages.
        key = (link, "" if link.startswith("/") else page)
        if key not in self._targets:
            self._targets[key] = self._compute_target(link, page)
        return self._targets[key]

    def _compute_target(self, link: str, page: str) -> Target | LeftOut:
        parts = urlsplit(link.removeprefix(self.site))
        path = parts.path or urlsplit(page).path
        if not path.startswith("/"):
            path = f"{urlsplit(page).path.rpartition('/')[0]}/{path}"
        try:
            match = resolve(unquote(path))
        except Resolver404:
            return LeftOut(path, OUTSIDE)
        kind = ROUTES.get(match.url_name or "", OUTSIDE)
        if match.kwargs.get("slug", self.start[3:-1]) != self.start[3:-1]:
            kind = OUTSIDE
        if kind not in (PAGE, FILE, PICTURE):
            return LeftOut(match.route, kind)
        query = dict(parse_qsl(parts.query))
        language = query.pop("lang", "")
        if any(name not in KEPT + SAME_PAGE for name in query):
            return LeftOut(f"{match.route} ?{'&'.join(sorted(query))}", QUERY)
        number = query.get("row") or query.get("player")
        fragment = parts.fragment or (f"player-{number}" if number and number.isdecimal() else "")
        chosen = [(name, query[name]) for name in KEPT if query.get(name)]
        address = path + (f"?{'&'.join(f'{name}={quote(text)}' for name, text in chosen)}" if chosen else "")
        return Target(address, self._find_path(address, path, chosen, kind), fragment, language)

    def _find_path(self, address: str, path: str, chosen: Sequence[tuple[str, str]], kind: str) -> str:
        if (stored := self._paths.get(address)) is not None:
            return stored
        below = path.removeprefix(self.start) if path.startswith(self.start) else path
        folders = [*below.split("/"), *(f"{name}-{text}" for name, text in chosen)]
        names = [clean(unquote(folder)) for folder in folders if folder]
        wanted = "/".join([*names, "index.html"] if kind == PAGE else names)
        stored, count = wanted, 1
        # Folders of Windows and macOS do not tell small and capital letters apart.
        while stored.casefold() in self._taken:
            count += 1
            stored = "/".join([*names[:-1], f"{names[-1]}-{count}", *(["index.html"] if kind == PAGE else [])])
        self._taken.add(stored.casefold())
        self._paths[address] = stored
        return stored


def clean(name: str) -> str:
    """Return a name that every system of files takes.

    >>> clean("A/B:1"), clean(".."), clean("con"), clean("三元")
    ('A_B_1', '__', 'con_', '三元')
    """
    text = re.sub(r'[\x00-\x1f<>:"/\\|?*]', "_", name)
    text = re.sub(r"[. ]+$", lambda ending: "_" * len(ending[0]), text)
    return f"{text}_" if RESERVED.fullmatch(text) else text


def link_to(path: str, page: str) -> str:
    """Return the relative link from one file of the copy to another.

    >>> link_to("en/players/3/index.html", "en/index.html"), link_to("static/a.css", "en/players/3/index.html")
    ('players/3/index.html', '../../../static/a.css')
    """
    return quote(relpath(path, page.rpartition("/")[0] or "."))
