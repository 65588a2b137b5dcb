"""Requests are counted so that a hall behind one address does not lock its players out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person, small_tournament, token_of
from tests.support.tables import playing, table_of
from tournaments.core.api.throttles import AccountThrottle, AddressThrottle
from tournaments.core.http import request_limits, throttles
from tournaments.core.http.throttles import Rate, format_network
from tournaments.events.models import Tournament
from tournaments.seating.views import draws as seating_draws

pytestmark = pytest.mark.django_db

HALL = "192.0.2.1"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AddressThrottle, "rate", "2/day", raising=False)
    monkeypatch.setattr(AccountThrottle, "rate", "3/day", raising=False)


@pytest.mark.usefixtures("few")
def test_the_api_counts_accounts_by_themselves_and_others_by_address() -> None:
    people(small_tournament())
    keys = {name: token_of(name) for name in ("olga", "ren")}

    def asked(name: str = "", address: str = HALL, **headers: str) -> int:
        given = {"Authorization": f"Token {keys[name]}"} if name else {}
        return Client(REMOTE_ADDR=address).get("/api/v1/tournaments/", headers={**given, **headers}).status_code

    assert [asked() for _ in range(3)] == [200, 200, 429]
    assert [asked("olga") for _ in range(4)] == [200, 200, 200, 429], "the hall's strangers cost her nothing"
    assert asked("ren") == 200
    assert asked(address="192.0.2.2") == 200
    forged = [asked(**{"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(3)]
    assert forged == [429, 429, 429], "without a proxy of ours a header changes nothing"
    household = [asked(address=f"2001:db8::{number}") for number in range(1, 4)]
    assert household == [200, 200, 429], "an IPv6 network counts as one address"


def test_no_period_ends_while_a_test_counts() -> None:
    assert len({throttles.time.time() for _count in range(1000)}) == 1


@pytest.mark.usefixtures("few")
def test_a_refusal_of_the_api_says_when_to_try_again() -> None:
    answers = [Client(REMOTE_ADDR=HALL).get("/api/v1/tournaments/") for _ in range(3)]
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert (answers[2].status_code, answers[2]["RateLimit-Limit"]) == (429, "2")
    assert 0 < int(answers[2]["Retry-After"]) <= 24 * 3600
    assert 0 < int(answers[0]["RateLimit-Reset"]) <= 24 * 3600


@pytest.mark.usefixtures("few")
def test_behind_our_proxy_every_visitor_has_an_address(settings) -> None:
    settings.TRUSTED_PROXIES = 1

    def asked(forwarded: str) -> int:
        answer = Client(REMOTE_ADDR="127.0.0.1").get("/api/v1/tournaments/", headers={"X-Forwarded-For": forwarded})
        return answer.status_code

    visitors = ["192.0.2.5", "192.0.2.5", "192.0.2.6", "192.0.2.5", "203.0.113.9, 192.0.2.5"]
    assert [asked(each) for each in visitors] == [200, 200, 200, 429, 429], "only what our proxy added counts"


def test_forms_of_one_table_do_not_hold_up_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "FORMS", Rate("forms", 9, 2, 2, seconds=10**7))
    event = playing()
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    phone = Client(REMOTE_ADDR=HALL)
    codes = [reverse("table_code", args=[table_of(event, number).token]) for number in (1, 2)]
    assert [phone.post(codes[0]).status_code for _ in range(3)] == [422, 422, 429]
    assert phone.post(codes[1]).status_code == 422
    assert [phone.post("/language/", {"language": "ja"}).status_code for _ in range(3)] == [302, 302, 429]
    otto = Client(REMOTE_ADDR=HALL)
    otto.force_login(person("otto"), backend="django.contrib.auth.backends.ModelBackend")
    assert otto.post("/language/", {"language": "ja"}).status_code == 302
    refused = phone.post("/language/", {"language": "ja"})
    assert 0 < int(refused["Retry-After"]) <= 10**7


def test_certificates_have_a_rate_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating_draws, "CERTIFICATES", Rate("certificates", 1, 1, 1, seconds=10**7))
    monkeypatch.setattr(seating_draws, "run_with_limit", lambda _seconds, _function, _value: [])
    sent = {"text": '{"rounds": [[[1, 2, 3, 4]]]}'}
    assert [Client(REMOTE_ADDR=HALL).post("/seating/verify/", sent).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_an_address_is_counted_as_its_household(address: str, counted: str) -> None:
    assert format_network(address) == counted
