"""Error pages say what happened and what to do, in the visitor's language, without help from request or database."""

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.csrf import csrf_failure
from django.views.defaults import bad_request, permission_denied, server_error

HEADINGS = {
    "400.html": "The server could not process this request",
    "403.html": "You do not have permission for this",
    "403_csrf.html": "The page has expired, or cookies are blocked",
    "404.html": "Page not found",
    "500.html": "Something went wrong on our side",
}


@pytest.mark.parametrize("language", ["en", "ja", "zh-hans", "zh-hant"])
def test_every_error_page_stands_alone(language):
    for template, heading in HEADINGS.items():
        with translation.override(language):
            page = render_to_string(template)
        assert page.count("<h1>") == 1
        assert language != "en" or f"<h1>{heading}</h1>" in page


@pytest.mark.django_db
def test_requests_that_fail_get_our_pages():
    request = RequestFactory().post("/")
    for answer, status, said in (
        (bad_request(request, ValueError()), 400, "Mahjong Director"),
        (permission_denied(request, ValueError()), 403, "Mahjong Director"),
        (csrf_failure(request, reason="no token"), 403, "Nothing was saved"),
        (server_error(request), 500, HEADINGS["500.html"]),
        (Client().get("/no/such/page/"), 404, HEADINGS["404.html"]),
    ):
        assert (answer.status_code, said in answer.content.decode()) == (status, True)
