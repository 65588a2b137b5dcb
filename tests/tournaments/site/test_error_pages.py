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
@pytest.mark.parametrize(("template", "heading"), HEADINGS.items())
def test_every_error_page_stands_alone(template, heading, language):
    with translation.override(language):
        page = render_to_string(template)
    assert page.count("<h1>") == 1
    if language == "en":
        assert f"<h1>{heading}</h1>" in page


@pytest.mark.parametrize(("view", "status"), [(bad_request, 400), (permission_denied, 403)])
def test_a_refused_request_gets_our_page(view, status):
    answer = view(RequestFactory().get("/"), ValueError())
    assert (answer.status_code, "Mahjong Director" in answer.content.decode()) == (status, True)


def test_a_fault_of_ours_gets_our_page():
    answer = server_error(RequestFactory().get("/"))
    assert (answer.status_code, HEADINGS["500.html"] in answer.content.decode()) == (500, True)


def test_a_page_that_was_open_too_long_says_that_nothing_was_saved():
    answer = csrf_failure(RequestFactory().post("/"), reason="no token")
    assert (answer.status_code, "Nothing was saved" in answer.content.decode()) == (403, True)


@pytest.mark.django_db
def test_an_unknown_address_gets_our_page():
    answer = Client().get("/no/such/page/")
    assert (answer.status_code, HEADINGS["404.html"] in answer.text) == (404, True)
