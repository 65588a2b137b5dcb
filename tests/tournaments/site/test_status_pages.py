"""Each page of a status, and each empty list, says one thing and the next step."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from tests.support.people import people, signed_in, small_tournament
from tournaments.core.http.problems import make_refusal
from tournaments.site.middleware import FormPageMiddleware

pytestmark = pytest.mark.django_db

TEMPLATES = Path(__file__).parents[3] / "templates"
BROWSER = {"HTTP_ACCEPT": "text/html,application/xhtml+xml,*/*;q=0.8"}
HEADING = re.compile(r"<h1>\s*(.*?)\s*</h1>", re.DOTALL)
STEP = re.compile(r'<a\s+class="button[^"]*"\s+href="([^"]*)"')

PAGES = {
    "400.html": ("The server could not process this request", ["/"]),
    "403.html": ("You do not have permission for this", ["/", "/sign-in/"]),
    "403_csrf.html": ("The page has expired, or cookies are blocked", ["/"]),
    "404.html": ("Page not found", ["/"]),
    "500.html": ("Something went wrong on our side", ["/"]),
    "offline.html": ("The server does not answer", ["", "/"]),
}

REFUSED = [
    (405, "POST", "", ["/"]),
    (405, "POST", "http://testserver/t/x/", ["http://testserver/t/x/", "/"]),
    (410, "GET", "", ["/"]),
    (429, "GET", "", ["/people/?q=a", "/"]),
    (429, "POST", "http://testserver/replay/", ["http://testserver/replay/", "/"]),
    (503, "GET", "", ["/people/?q=a", "/"]),
]


def read(page: str) -> tuple[list[str], list[str], int]:
    """Return the headings, the next steps and the number of paragraphs that are sentences."""
    main = page[page.index("<main") :]
    paragraphs = re.findall(r"<p(?: class=\"notice[^\"]*\")?>\s*(?!<)", main)
    return [re.sub(r"\s+", " ", heading) for heading in HEADING.findall(main)], STEP.findall(main), len(paragraphs)


@pytest.mark.parametrize("template", PAGES)
def test_a_page_of_a_status_has_one_sentence_and_the_next_step(template):
    heading, steps = PAGES[template]
    assert read(render_to_string(template)) == ([heading], steps, 1)


@pytest.mark.parametrize(("status", "method", "before", "steps"), REFUSED)
def test_a_refusal_leads_on(status, method, before, steps):
    headers = {"HTTP_REFERER": before} if before else {}
    request = getattr(RequestFactory(), method.lower())("/people/?q=a", **headers)
    request.user = AnonymousUser()
    answer = make_refusal(request, status, "A sentence for a person.")
    assert answer.status_code == status
    assert read(answer.text) == (["Not possible"], steps, 1)
    assert "A sentence for a person." in answer.text


def test_a_form_sent_to_a_page_gets_a_page_and_a_program_the_bare_answer():
    sent = RequestFactory().put("/rules/", **BROWSER)
    middleware = FormPageMiddleware(lambda _request: HttpResponseNotAllowed(["GET", "HEAD"]))
    answer = middleware(sent)
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "This address takes no forms. Nothing was saved." in answer.text
    assert middleware(RequestFactory().put("/rules/")).content == b""


def test_the_pages_come_with_their_status():
    event = small_tournament(8)
    people(event)
    client = Client()
    assert [client.get(path).status_code for path in ("/nothing/here/", "/offline/")] == [404, 200]
    assert read(client.get("/nothing/here/").text)[0] == ["Page not found"]
    refused = signed_in("petra").get(f"/t/{event.slug}/manage/settings/", **BROWSER)
    assert (refused.status_code, read(refused.text)[0]) == (403, ["You do not have permission for this"])


INCLUDE = re.compile(r'\{% include "components/empty\.html" with (.*?) %\}', re.DOTALL)


def list_empty_states() -> list[tuple[str, set[str]]]:
    return [
        (str(path.relative_to(TEMPLATES)), {part.partition("=")[0] for part in arguments.split()})
        for path in sorted(TEMPLATES.rglob("*.html"))
        for arguments in INCLUDE.findall(path.read_text("utf-8"))
        if path.name != "empty.html"
    ]


def test_every_empty_list_has_a_sentence():
    assert [(path, names) for path, names in list_empty_states() if not {"title", "text"} <= names] == []
    assert len(list_empty_states()) > 25


@pytest.mark.parametrize(
    ("values", "step"),
    [
        ({"href": "/hand/", "action": "Check a hand"}, "/hand/"),
        ({"tournament": SimpleNamespace(slug="spring-open")}, "/t/spring-open/"),
        ({}, "/"),
    ],
)
def test_an_empty_list_leads_on(values, step):
    page = render_to_string("components/empty.html", {"title": "No players yet", "text": "They appear here."} | values)
    assert STEP.findall(page) == [step]
