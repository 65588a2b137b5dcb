"""Log lines that a machine can read."""

import io
import json
import logging
import re

import pytest
from axes.models import AccessLog
from django.urls import reverse

from benchmarks import hostile_requests as hostile
from tests.support.people import acting, person
from tools.checks import ROOT
from tournaments.accounts.services import accounts
from tournaments.site.logs import SECRET_ADDRESSES, JsonFormatter

GOLDEN_ROUTES = ROOT / "tests" / "data" / "golden" / "routes.txt"


@pytest.fixture
def lines():
    """A function that returns what was logged so far, parsed."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("tournaments")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logger.removeHandler(handler)
    logger.setLevel(level)


@pytest.fixture
def everything(lines):
    """The same for what Django and django-axes log."""
    written = [logging.getLogger(name) for name in ("django.request", "axes")]
    handler = logging.getLogger("tournaments").handlers[-1]
    for logger in written:
        logger.addHandler(handler)
    yield lines
    for logger in written:
        logger.removeHandler(handler)


def test_an_address_that_opens_something_by_its_secret_is_never_written_whole():
    secrets = re.findall(
        r"^/([\w-]+)/<str:(?:token|secret|key)>/", GOLDEN_ROUTES.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(secrets) == set(SECRET_ADDRESSES)


def test_a_line_is_one_json_object_with_the_extras(lines):
    logging.getLogger("tournaments.trial").warning("table %d: 和了\nis late", 7, extra={"table": 7})
    (line,) = lines()
    at = line.pop("at")
    expected = {"level": "warning", "logger": "tournaments.trial", "message": "table 7: 和了\nis late", "table": 7}
    assert line == expected
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", at)
    try:
        raise ZeroDivisionError("no tables")
    except ZeroDivisionError:
        logging.getLogger("tournaments.trial").exception("failed")
    assert lines()[1]["error"].splitlines()[-1] == "ZeroDivisionError: no tables"


@pytest.mark.django_db
def test_a_request_is_logged_under_the_id_that_the_answer_carries(client, lines):
    answer = client.get("/healthz")
    (line,) = lines()
    assert line["request_id"] == answer.headers["X-Request-ID"]
    told = {key: line[key] for key in ("message", "method", "route", "status", "address")}
    expected = {"message": "request", "method": "GET", "route": "healthz", "status": 200, "address": "127.0.0.1"}
    assert told == expected
    # The proxy's id is kept, unless it could forge a line.
    for sent, kept in (("front-0123456789", "front-0123456789"), ('x"}\n{"level"', "[0-9a-f]{32}")):
        assert re.fullmatch(kept, client.get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"])


@pytest.mark.django_db
def test_a_link_that_is_used_or_refused_leaves_no_secret_in_the_log_or_the_database(client, everything):
    link = reverse("sign_in_link", args=[accounts.make_sign_in_link(acting(), user=person("sam"))])
    assert [client.post(link).status_code, client.post(link).status_code] == [302, 410]
    secret = link.split("/")[2]
    assert {"request", "Gone: /sign-in/-/"} <= {line["message"] for line in everything()}
    assert secret not in json.dumps(everything())
    assert everything()[-1].get("route", "sign-in/<str:secret>/") == "sign-in/<str:secret>/"
    assert AccessLog.objects.count() == 0


def test_every_address_with_a_secret_is_known_to_the_log(lines):
    secret = [route for route in hostile.routes() if {"secret", "token"} & {name for name, _how in route.names}]
    assert len(secret) > 4
    for route in secret:
        address = "/" + re.sub(r"<[^>]*(secret|token)>", "opens-a-door", route.address)
        logging.getLogger("tournaments.trial").warning("Not Found: %s", address, extra={"path_info": f"x{address}"})
        assert "opens-a-door" not in json.dumps(lines()), route


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "address"), [(0, "127.0.0.1"), (1, "192.0.2.1"), (2, "198.51.100.4"), (3, "127.0.0.1")]
)
def test_only_our_own_proxies_are_believed_about_the_visitors_address(client, lines, settings, proxies, address):
    settings.TRUSTED_PROXIES = proxies
    client.get("/healthz", headers={"X-Forwarded-For": "198.51.100.4, 192.0.2.1"})
    assert lines()[-1]["address"] == address
