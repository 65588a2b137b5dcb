"""Failed sign-ins are counted by the name that was tried, however long it is; a session ends with its time."""

import datetime

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.support.people import PASSWORD, person, signed_in
from tournaments.core.http import lockout
from tournaments.core.http.lockout import MAX_NAME_LENGTH

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def try_to_sign_in(client, path, name, password):
    """Post name and password as the page's form does, or as JSON to the API."""
    as_json = {"content_type": "application/json"} if path.startswith("/api/") else {}
    return client.post(path, {"username": name, "password": password}, **as_json)


@pytest.mark.parametrize("path", ["/sign-in/", "/api/v1/token/"])
def test_a_name_without_end_is_a_wrong_name(path):
    answer = try_to_sign_in(Client(), path, "9" * 100_000, "x")
    assert answer.status_code in (200, 400, 401, 403)
    assert {attempt.username for attempt in AccessAttempt.objects.all()} == {"9" * MAX_NAME_LENGTH}


@pytest.mark.parametrize(("path", "wrong", "right"), [("/sign-in/", 200, 302), ("/api/v1/token/", 400, 201)])
def test_one_password_tried_on_many_names_is_slowed_down_by_address(path, wrong, right, monkeypatch):
    monkeypatch.setattr(lockout, "FREE", 3)
    monkeypatch.setattr(lockout, "SPAN", 10**7)
    monkeypatch.setattr(lockout, "ONE_TRY", 10**7)
    person("sam")

    def tried(name, password="summer2026", address="192.0.2.50"):
        return try_to_sign_in(Client(REMOTE_ADDR=address), path, name, password)

    assert [tried(f"name{number}").status_code for number in range(4)] == [wrong] * 4, "three, and one more in a while"
    waits = tried("name4")
    assert (waits.status_code, 0 < int(waits["Retry-After"]) <= 10**7) == (429, True)
    assert tried("sam", PASSWORD).status_code == 429, "nobody learns whether it was right"
    assert tried("sam", PASSWORD, address="192.0.2.51").status_code == right
    monkeypatch.setattr(lockout, "ONE_TRY", 10**6)
    assert tried("sam", PASSWORD).status_code == right, "the next span has a try again"


def test_a_session_ends_with_its_time_and_a_key_that_nobody_was_given_is_a_visitors():
    sam, stranger = signed_in("sam"), Client()
    assert sam.get("/account/").status_code == 200
    Session.objects.update(expire_date=timezone.now() - datetime.timedelta(seconds=1))
    stranger.cookies["sessionid"] = "b" * 32
    assert [one.get("/account/").status_code for one in (sam, stranger)] == [302, 302]
