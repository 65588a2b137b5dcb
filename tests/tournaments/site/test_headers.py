"""Headers of every response."""

import json
import os
import subprocess
import sys

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
        "worker-src": "'self'",
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


BEHIND_TLS = """
import json, django
django.setup()
from django.test import Client
plain = Client(headers={"Host": "localhost"})
behind = Client(headers={"Host": "localhost", "X-Forwarded-Proto": "https"})
cookies = {}
for answer in (behind.get("/sign-in/"), behind.post("/language/", {"language": "ja"})):
    cookies |= {name: [bool(one["secure"]), one["samesite"]] for name, one in answer.cookies.items()}
asked = {path: plain.get(path) for path in ("/sign-in/?next=/account/", "/healthz")}
print(json.dumps({
    "cookies": cookies,
    "plain": {path: [answer.status_code, answer.headers.get("Location")] for path, answer in asked.items()},
    "behind": behind.get("/sign-in/").status_code,
}))
"""


def test_behind_tls_plain_http_is_led_over_and_no_cookie_goes_without(tmp_path):
    """With an https address; the settings are read once, so in a process of their own."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")} | {
        "DJANGO_SETTINGS_MODULE": "tournaments.site.settings",
        "MAHJONG_DIRECTOR_DATA": str(tmp_path),
        "MAHJONG_DIRECTOR_LOG_LEVEL": "CRITICAL",
        "MAHJONG_DIRECTOR_URL": "https://localhost",
    }
    answer = subprocess.run([sys.executable, "-c", BEHIND_TLS], env=environment, check=True, capture_output=True)
    found = json.loads(answer.stdout)
    assert found["cookies"] == {"csrftoken": [True, "Lax"], "django_language": [True, "Lax"]}
    assert found["plain"] == {
        "/sign-in/?next=/account/": [301, "https://localhost/sign-in/?next=/account/"],
        "/healthz": [200, None],
    }
    assert found["behind"] == 200
