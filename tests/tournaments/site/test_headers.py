"""What every answer says to the browser."""

import pytest
from django.test import override_settings

pytestmark = pytest.mark.django_db


def test_no_page_runs_anything_that_is_not_a_file_of_the_site(client):
    policy = client.get("/").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "media-src": "'self'",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


def test_no_page_is_framed_sniffed_or_tells_others_where_one_was(client):
    headers = client.get("/").headers
    names = ("X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy")
    assert [headers[name] for name in names] == ["DENY", "nosniff", "same-origin", "same-origin"]


def test_a_form_from_elsewhere_is_refused(settings):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "olga"}).status_code == 403


@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"), SECURE_HSTS_SECONDS=60)
def test_over_https_the_browser_is_told_to_stay_there(client):
    answer = client.get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert answer.headers["Strict-Transport-Security"] == "max-age=60"
