"""Pages as `./run` serves them: hashed scripts, one address a module, a service worker at work, one POST a form and its
answer in view, one primary button a page.
"""

from __future__ import annotations

import base64
import copy
import html
import re
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve
from playwright.sync_api import Locator, Page

from tests.support.browser import LAPTOP, PHONE, script
from tests.support.cases import case_with_facts
from tests.support.patience import wait_for
from tests.support.people import people, person
from tests.support.release import in_full
from tests.support.slices import in_slice
from tests.support.tables import enter, playing, table_of
from tournaments.accounts.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HASHED = re.compile(r"\.[0-9a-f]{12}\.")


def files_of(page: Page) -> list[str]:
    """Paths of the scripts and styles that the open page has loaded."""
    names: list[str] = page.evaluate(
        "() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"
    )
    return sorted({name for name in names if name.startswith("/static/") and name.endswith((".js", ".css"))})


@pytest.mark.keeps_pages
def test_a_first_visit_loads_hashed_files_and_starts_the_service_worker(live_site: Any, page: Page) -> None:
    event = playing()
    page.goto(live_site.url(f"/t/{event.slug}/"))
    files = files_of(page)
    assert [name for name in files if not HASHED.search(name)] == []
    modules = [HASHED.sub(".", name) for name in files]
    assert ("/static/js/outbox.js" in modules, len(modules)) == (True, len(set(modules)))
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    assert page.evaluate("() => navigator.serviceWorker.controller.state") == "activated"
    assert files_of(page) == files


class Posts:
    """Answers every POST of a page without the server, and counts them.

    Asks Chromium itself for the requests of pages and scripts alone: a route of Playwright's sees every file, and does
    without the browser's cache, so that each page would load all scripts and typefaces anew.
    """

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0
        self.chromium = page.context.new_cdp_session(page)
        self.chromium.on("Fetch.requestPaused", self.answer)
        kinds = [{"resourceType": kind} for kind in ("Document", "XHR", "Fetch")]
        self.chromium.send("Fetch.enable", {"patterns": kinds})

    def answer(self, paused: dict[str, Any]) -> None:
        """Let everything but a POST pass. An outbox goes on to `next`; a page that is told 204 stays where it is."""
        request, known = paused["request"], {"requestId": paused["requestId"]}
        if request["method"] != "POST":
            self.chromium.send("Fetch.continueRequest", known)
            return
        self.count += 1
        if "idempotency-key" in {name.lower() for name in request["headers"]}:
            body = base64.b64encode(b'{"next": "#sent"}').decode()
            kind = {"name": "Content-Type", "value": "application/json"}
            self.chromium.send(
                "Fetch.fulfillRequest", {**known, "responseCode": 200, "responseHeaders": [kind], "body": body}
            )
        else:
            self.chromium.send("Fetch.fulfillRequest", {**known, "responseCode": 204})

    def of(self, forms: Sequence[Locator]) -> int:
        """Send each of the forms, which makes a POST at least; count them all."""
        before = self.count
        for form in forms:
            with self.page.expect_request(lambda request: request.method == "POST"):
                form.evaluate(SUBMIT)
        # Events of the page arrive with the answer of the next call to it.
        wait_for(lambda: self.page.evaluate("true") and self.count >= before + len(forms))
        # One more would come at once.
        self.page.wait_for_timeout(120)
        return self.count - before


SUBMIT = """(form) => {
  form.noValidate = true;
  const buttons = [...form.elements].filter((each) => each.type === "submit" && !each.hasAttribute("formaction"));
  form.requestSubmit(buttons[0] ?? null);
}"""
FORM = re.compile(r"<form\b[^>]*\b(?:method=\"post\"|hx-post=)[^>]*>", re.IGNORECASE)
WATCHED = re.compile(r"\s(data-[\w-]+|hx-[\w-]+|enctype)=?")


def pages_with_forms(account: User | None, starts: Iterable[str], *, all_of_them: bool) -> list[str]:
    """Pages that can be reached from these by links and that have a form to send, one of each route; or only the first
    with a form of each kind, by the attributes that scripts look for.
    """
    client = Client()
    if account is not None:
        client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    waiting, seen, found = list(starts), set(), list[str]()
    kinds: set[frozenset[str]] = set()
    while waiting:
        path = waiting.pop(0)
        route = resolve(path).url_name
        if route in seen:
            continue
        seen.add(route)
        answer = client.get(path)
        if answer.status_code != 200 or answer.streaming or "text/html" not in answer.headers["Content-Type"]:
            continue
        text = answer.content.decode()
        forms = FORM.findall(text.partition("<main")[2].partition("</main>")[0])
        new = {frozenset(WATCHED.findall(form)) for form in forms} - kinds
        kinds |= new
        if new or (forms and all_of_them):
            found.append(path)
        links = [html.unescape(link) for link in re.findall(r'href="(/[^"?#]*)[?#"]', text)]
        waiting += [link for link in links if not link.startswith(("/static/", "/help/", "/api/"))]
    return found


VALUES = script("form-values")
SEEN = script("answer-in-view")
PRIMARY = """() => [...document.querySelectorAll("main .button.primary")].filter((each) => each.checkVisibility()
  && !each.closest("tr, li, [data-table], [aria-hidden=true]")).map((each) => each.textContent.trim())"""


class Answers:
    """Answers of the site to forms, as the account gets them; what a form does is taken back at once."""

    def __init__(self, page: Page, account: User | None) -> None:
        self.page, self.client = page, Client(raise_request_exception=False)
        if account is not None:
            self.client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        self.sent: set[str | None] = set()
        self.looked: set[tuple[int, str | None]] = set()

    def unseen(self, path: str, values: Sequence[Sequence[str]]) -> list[str]:
        """Send the form as it stands and without its values. Return the answers that say nothing in view."""
        route = resolve(path).url_name
        if route in self.sent:
            return []
        self.sent.add(route)
        whole: dict[str, list[str]] = {}
        for name, value in values:
            whole.setdefault(name, []).append(value)
        faults: list[str] = []
        for data in (whole, {}) if len(whole) > 2 else (whole,):
            cookies = copy.deepcopy(self.client.cookies)
            with transaction.atomic():
                answer = self.client.post(path, data, follow=True)
                transaction.set_rollback(True)
            self.client.cookies = cookies
            final, _sharp, anchor = (answer.redirect_chain[-1][0] if answer.redirect_chain else path).partition("#")
            # Messages have one place on a page, whichever action led there; errors have that of their form.
            key = (answer.status_code, resolve(final.partition("?")[0]).url_name if answer.redirect_chain else route)
            html_page = "text/html" in answer.headers.get("Content-Type", "") and not answer.streaming
            if html_page and answer.status_code in (200, 409, 422) and key not in self.looked:
                self.looked.add(key)
                faults += [f"{path} {fault}" for fault in self.out_of_view(answer.content.decode(), anchor)]
        return faults

    def out_of_view(self, text: str, anchor: str) -> list[str]:
        """Show the answer on a phone and on a laptop; return what is not in view there."""
        self.page.set_viewport_size(PHONE)
        self.page.set_content(text, wait_until="domcontentloaded")
        self.page.wait_for_function("() => document.readyState !== 'loading' && document.body")
        faults = []
        for size in (PHONE, LAPTOP):
            self.page.set_viewport_size(size)
            if fault := self.page.evaluate(SEEN, anchor):
                faults.append(f"{size['width']} px: {fault}")
        return faults


@pytest.mark.long
@pytest.mark.parametrize("name", in_slice(["olga", "ren", ""], 3))
def test_every_form_is_sent_once_and_answered_in_view(live_site: Any, page: Page, name: str) -> None:
    """A run walks for one of the three; of each kind of form for the first page that has it."""
    event = playing()
    people(event)
    case, _ = case_with_facts(event)
    enter(table_of(event), [30, -10, -10, -10])
    manage = f"/t/{event.slug}/manage/"
    starts = {
        "olga": [manage, f"{manage}results/1/table/2/", f"{manage}results/"],
        "ren": [f"{manage}cases/new/", f"{manage}cases/{case.number}/facts/", f"{manage}cases/"],
        "": [f"/t/{event.slug}/", f"/e/{table_of(event, 2).token}/", "/hand/", "/replay/", "/sign-in/"],
    }[name]
    account = person(name) if name else None
    if account:
        live_site.sign_in(page, account)
    posts, answers = Posts(page), Answers(page.context.new_page(), account)
    answers.page.goto(live_site.url("/sign-in/"))
    sent: dict[str, tuple[int, int]] = {}
    unseen: list[str] = []
    several: dict[str, list[str]] = {}
    for path in pages_with_forms(account, starts, all_of_them=in_full()):
        page.goto(live_site.url(path))
        forms = page.locator("main form:is([method=post], [hx-post])")
        values = forms.evaluate_all(VALUES)
        primary = page.evaluate(PRIMARY)
        if len(primary) > 1:
            several[path] = primary
        sent[path] = (len(values), posts.of(forms.all()))
        for action, entries in values:
            unseen += answers.unseen(action, entries)
    assert {path: counts for path, counts in sent.items() if not 0 < counts[0] == counts[1]} == {}
    assert sum(forms for forms, _posts in sent.values()) >= ({"olga": 30, "ren": 5, "": 3}[name] if in_full() else 3)
    assert (unseen, several) == ([], {})
