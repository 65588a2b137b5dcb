"""Who is counted: a hall behind one address does not lock its players out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person, small_tournament, token_of
from tests.support.tables import playing, table_of
from tournaments.budgets import payers
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HALL = "192.0.2.1"


def test_the_api_counts_accounts_by_themselves_and_strangers_by_address(
    settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payers, "REQUESTS", payers.Allowance("requests", 3, 3, 2, seconds=10**7))
    people(small_tournament())

    def asked(name: str = "", address: str = HALL, **headers: str) -> int:
        given = {"Authorization": f"Token {keys[name]}"} if name else {}
        return Client(REMOTE_ADDR=address).get("/api/v1/tournaments/", headers={**given, **headers}).status_code

    keys = {name: token_of(name) for name in ("olga", "ren")}
    assert [asked() for _ in range(3)] == [200, 200, 429]
    assert [asked("olga") for _ in range(4)] == [200, 200, 200, 429], "the hall's strangers cost her nothing"
    assert asked("ren") == 200
    assert asked(address="192.0.2.2") == 200
    forged = [asked(**{"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(3)]
    assert forged == [429, 429, 429], "without a proxy of ours a header changes nothing"


def test_behind_our_proxy_every_visitor_has_an_address(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TRUSTED_PROXIES = 1  # type: ignore[attr-defined]
    monkeypatch.setattr(payers, "REQUESTS", payers.Allowance("requests", 3, 3, 1, seconds=10**7))

    def asked(forwarded: str) -> int:
        answer = Client(REMOTE_ADDR="127.0.0.1").get("/api/v1/tournaments/", headers={"X-Forwarded-For": forwarded})
        return answer.status_code

    assert [asked("192.0.2.5"), asked("192.0.2.6"), asked("192.0.2.5")] == [200, 200, 429]
    assert asked("203.0.113.9, 192.0.2.6") == 429, "only what our proxy added counts"


def test_forms_of_one_table_do_not_hold_up_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payers, "FORMS", payers.Allowance("forms", 9, 2, 2, seconds=10**7))
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
    assert payers.network_of(address) == counted
