"""Headers of every response, and compressed ones."""

import gzip
import json
import os
import subprocess
import sys

import pytest
from django.test import Client, override_settings

pytestmark = pytest.mark.django_db


def test_no_page_runs_anything_else_is_framed_sniffed_or_tells_others_where_one_was(client):
    headers = client.get("/").headers
    directives = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    own = ("script", "style", "font", "media", "connect", "manifest", "worker")
    assert directives == {
        **{f"{kind}-src": "'self'" for kind in own}, "img-src": "'self' data:", "form-action": "'self'",
        **dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'"),
    }  # fmt: skip
    names = ("X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy")
    assert [headers[name] for name in names] == ["DENY", "nosniff", "same-origin", "same-origin"]


def test_a_form_from_elsewhere_is_refused():
    assert Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "olga"}).status_code == 403


@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"), SECURE_HSTS_SECONDS=60)
def test_over_https_the_browser_is_told_to_stay_there(client):
    answer = client.get("/healthz", headers={"X-Forwarded-Proto": "https"})
    assert answer.headers["Strict-Transport-Security"] == "max-age=60"


BEHIND_TLS = """
import json, django
django.setup()
from django.db import connection
from django.test import Client
from tournaments.accounts.models import AccountRules
with connection.schema_editor() as editor:
    # The page for signing in says whether organisers may ask for accounts.
    editor.create_model(AccountRules)
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
    assert found["cookies"] == {name: [True, "Lax"] for name in ("changed", "csrftoken", "django_language")}
    assert found["plain"] == {
        "/sign-in/?next=/account/": [301, "https://localhost/sign-in/?next=/account/"],
        "/healthz": [200, None],
    }
    assert found["behind"] == 200


def test_a_page_is_sent_compressed_to_a_browser_that_takes_it() -> None:
    plain = Client().get("/rules/").content
    packed = Client().get("/rules/", headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert (gzip.decompress(packed.content).decode(), len(packed.content) < len(plain) / 2) == (plain.decode(), True)


def test_the_length_of_a_page_with_a_secret_tells_nothing() -> None:
    """The same page again has another length: a name of random length stands in gzip's header."""
    answers = [Client().get("/sign-in/", headers={"Accept-Encoding": "gzip"}).content for _ in range(8)]
    assert len({len(answer) for answer in answers}) > 1
