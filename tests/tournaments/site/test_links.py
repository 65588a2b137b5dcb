"""Something leads to every page: a template or a view names its route, or the menu of an event does."""

import re
from pathlib import Path

from tests.tournaments.site.test_golden import ROUTES
from tournaments.previews.pages import PAGES
from tournaments.templatetags.manage import MENU

ROOT = Path(__file__).resolve().parents[3]
NAMED_IN_A_TEMPLATE = re.compile(r"""\burl\s+["']([\w:-]+)["']""")
NAMED_IN_A_VIEW = re.compile(r"""\b(?:reverse|reverse_lazy|redirect|resolve_url)\(\s*["']([\w:-]+)["']""")
WITHOUT_A_LINK = {
    "event_list": "templates write /",
    "favicon": "asked by browsers",
    **dict.fromkeys(
        {page.picture for page in PAGES.values() if page.picture} - {"event_table_preview", "hand_preview"},
        "the head of its page and its buttons name it, by the kind of page",
    ),
    "healthz": "asked by who runs the server",
    "metrics": "asked by who runs the server",
    "readyz": "asked by who runs the server",
    "robots": "asked by search engines",
    "service_worker": "asked by the browser",
    "offline": "kept by the service worker",
    "rule_practice": "an address of earlier releases",
    "event_deals_sheet": "an address of earlier releases, before boards had reserves",
    "event_deals_tables": "docs/duplicate.md: typed at the projector",
    "event_table_log": "the comparison of logs appends the number to the address of the table",
    "public_document": "given out by the organiser",
    "public_person_named": "an address of a person with a name that only decorates it",
    "embed_clock": "manage_embed makes its address",
    "embed_player": "manage_embed makes its address",
    "embed_seating": "manage_embed makes its address",
    "embed_standings": "manage_embed makes its address",
    "embed_table": "manage_embed makes its address",
    "mirror": "asked by the program of the hall",
    "mirror_backup": "asked by the program of the hall",
    "mirror_registrations": "asked by the program of the hall",
}
"""Pages that no template and no view names, and why."""


def pages() -> set[str]:
    """Names of the routes that a browser opens; programs read of the API in its schema."""
    routes = (line.split() for line in ROUTES.read_text("utf-8").splitlines())
    return {name for _address, methods, name in routes if "GET" in methods.split(",") and not name.startswith("api-")}


def named(folder: str, suffix: str, pattern: re.Pattern[str]) -> set[str]:
    return {name for path in (ROOT / folder).rglob(f"*{suffix}") for name in pattern.findall(path.read_text("utf-8"))}


def test_something_leads_to_every_page() -> None:
    linked = named("templates", ".html", NAMED_IN_A_TEMPLATE) | {line.address for line in MENU}
    linked |= named("tournaments", ".py", NAMED_IN_A_VIEW) | named("judging", ".py", NAMED_IN_A_VIEW)
    assert pages() - linked == set(WITHOUT_A_LINK)
