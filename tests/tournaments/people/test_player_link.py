"""Sign-in link for players by e-mail: once, for an hour, seldom, and the same response for every address."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.support.people import acting, person, small_tournament
from tournaments import tasks
from tournaments.accounts.models import Membership, Role, SignInLink
from tournaments.core.models.site import SiteAddress
from tournaments.entries.models.registration import Application
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.people import sign_in

pytestmark = pytest.mark.django_db

PAGE = "/player-link/"


@pytest.fixture
def event(settings) -> Tournament:
    settings.MAIL_FROM = "info@site.example"
    SiteAddress.objects.create(pk=1, address="https://site.example")
    event = small_tournament()
    players.link_account(acting(), event.entries.get(number=1), user=person("petra"))
    return event


def send(address: str) -> int:
    """Send a link to the address if it is due; return the number of letters so far."""
    tasks.send_player_link(address)
    return len(mail.outbox)


def test_every_address_gets_the_same_response_and_reaches_the_worker(event, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(sign_in, "ask_for_link", asked.append)
    addresses = ["petra@example.org", "nobody@example.org", "olga@example.org"]
    answers = [Client().post(PAGE, {"email": address}) for address in addresses]
    assert {(answer.status_code, answer.url) for answer in answers} == {(302, f"{PAGE}?sent=1")}
    assert asked == addresses
    assert len(mail.outbox) == 0
    assert Client().post(PAGE, {"email": "petra"}).status_code == 422


def test_a_link_signs_in_once_and_for_an_hour(event):
    assert send("PETRA@example.org") == 1
    (path,) = re.findall(r"https://site.example(/sign-in/\S+)", mail.outbox[0].body)
    link = SignInLink.objects.get(user=person("petra"))
    assert link.expires_at - timezone.now() <= sign_in.LINK_LIVES
    browser = Client()
    assert browser.post(path).status_code == 302
    assert "next" not in browser.get("/my/").headers.get("Location", "")
    assert Client().post(path).status_code == 410


def test_one_account_gets_one_letter_in_ten_minutes(event):
    assert [send("petra@example.org"), send("petra@example.org")] == [1, 1]
    SignInLink.objects.update(created_at=timezone.now() - sign_in.PAUSE)
    assert send("petra@example.org") == 2


def test_nobody_else_gets_one(event):
    Membership.objects.create(user=person("otto"), tournament=event, role=Role.SCORER)
    players.link_account(acting(), event.entries.get(number=2), user=person("otto"))
    players.link_account(acting(), event.entries.get(number=3), user=person("ada"))
    person("ren")
    for name in ("otto", "ada", "ren", "nobody"):
        assert send(f"{name}@example.org") == 0


def test_the_address_of_a_confirmed_registration_counts(event):
    sent = Application.objects.create(
        tournament=event,
        number=1,
        state=Application.State.ENTERED,
        entry=event.entries.get(number=1),
        family_name="Quist",
        email="home@example.org",
    )
    assert send("home@example.org") == 0
    sent.confirmed_at = timezone.now()
    sent.save()
    assert send("home@example.org") == 1
    assert mail.outbox[0].to == ["home@example.org"]


def test_asking_is_limited_and_needs_a_mail_server(event, settings, monkeypatch):
    monkeypatch.setattr(sign_in, "ask_for_link", lambda _address: None)
    codes = [Client().post(PAGE, {"email": f"{number}@example.org"}).status_code for number in range(12)]
    assert codes == [302] * 10 + [429] * 2
    settings.MAIL_FROM = ""
    assert Client().get(PAGE).status_code == 404
