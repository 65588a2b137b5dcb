"""E-mails that cannot be sent: each fails alone and says why, and no address that cannot be written to is taken."""

import datetime
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.support.mail_server import MailServer, mail_server
from tests.support.people import acting, people, small_tournament
from tests.support.remembered import remembered
from tournaments.core.models.columns import MailAddressField
from tournaments.core.models.site import SiteAddress
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import applications, mail, mailings
from tournaments.events.models import Tournament

BAD = "=?utf-8?q?1=0a?=@x.example"
"""An address that Django's validator accepts, and Python's mail library reads with a line break."""


@pytest.fixture
@remembered
def event(db: None) -> Tournament:
    event = small_tournament(2)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"email": "asked"}})
    return event


@pytest.fixture
def server(settings: Any, db: None) -> Any:
    settings.MAIL_FROM = "Open <open@mahjong.example>"
    SiteAddress.objects.create(pk=1, address="https://mahjong.example")
    with mail_server(settings) as running:
        yield running


def registered(event: Tournament, address: str) -> Application:
    """A registration with that address, as an earlier release has stored it."""
    number = event.applications.count() + 1
    facts = {"given_name": f"Given{number}", "family_name": "Quist", "email": f"p{number}@x.example"}
    made = applications.apply(acting(), event, facts=facts)
    Application.objects.filter(pk=made.pk).update(email=address)
    Email.objects.filter(application=made).update(address=address)
    return made


def states(event: Tournament) -> dict[str, tuple[str, int]]:
    return {row.address: (row.state, row.attempts) for row in Email.objects.filter(application__tournament=event)}


def test_an_address_that_cannot_be_written_to_stops_no_other(event: Tournament, server: MailServer) -> None:
    for address in (BAD, "refused@x.example", "hangup@x.example", f"a@{'ü' * 60}.example", "petra@x.example"):
        registered(event, address)
    assert mail.deliver_waiting() == 1
    assert server.received == ["petra@x.example"]
    assert states(event) == {
        BAD: ("failed", 1),
        f"a@{'ü' * 60}.example": ("failed", 1),
        "refused@x.example": ("waiting", 1),
        "hangup@x.example": ("waiting", 1),
        "petra@x.example": ("sent", 1),
    }


def test_an_email_that_cannot_be_composed_fails_alone(event: Tournament, server: MailServer) -> None:
    first, _second = registered(event, "ann@x.example"), registered(event, "ben@x.example")
    Email.objects.filter(application=first).update(kind="no such kind")
    assert (mail.deliver_waiting(), server.received) == (1, ["ben@x.example"])
    row = Email.objects.get(application=first)
    assert (row.state, row.attempts, row.error) == ("waiting", 1, "'no such kind'")


def test_one_that_ends_its_worker_each_time_is_given_up(event: Tournament, server: MailServer) -> None:
    poison, _other = registered(event, "ann@x.example"), registered(event, "ben@x.example")
    Email.objects.filter(application=poison).update(attempts=mail.MAX_ATTEMPTS)
    assert (mail.deliver_waiting(), server.received) == (1, ["ben@x.example"])
    assert states(event)["ann@x.example"] == ("failed", mail.MAX_ATTEMPTS)


def test_an_unreachable_server_costs_one_attempt_and_not_one_for_each(event: Tournament, server: MailServer) -> None:
    for number in range(3):
        registered(event, f"p{number}@x.example")
    server.shutdown()
    server.server_close()
    assert mail.deliver_waiting() == 0
    assert sorted(states(event).values()) == [("waiting", 0), ("waiting", 0), ("waiting", 1)]


def test_the_page_of_an_email_to_many_names_the_reason(event: Tournament, server: MailServer, olga: Any) -> None:
    bad = applications.admit(acting(), registered(event, BAD))
    applications.admit(acting(), registered(event, "ben@x.example"))
    Email.objects.all().delete()
    text = {"groups": ["field"], "subject": "Cash", "text": "Bring cash."}
    mailing = mailings.send(acting(), event, key="one", **text)
    with mock.patch("django.utils.timezone.now", return_value=timezone.now() + datetime.timedelta(minutes=1)):
        assert (mail.deliver_waiting(), server.received) == (1, ["ben@x.example"])
    page = olga.get(reverse("manage_mailing", args=[event.slug, mailing.number])).content.decode()
    assert "Invalid address; address parts cannot contain newlines." in page
    assert bad.whole_name in page


def test_the_form_refuses_an_address_that_cannot_be_written_to(event: Tournament, client: Any) -> None:
    sent = {"given_name": "Petra", "family_name": "Quist", "shown": "full", "consent": "on", "email": BAD}
    answer = client.post(reverse("register", args=[event.slug]), sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors["email"] == ["No e-mail can be sent to this address. Correct it."]


PARTS = st.text("ab=?.+'\"\\-_\x01 üutf8qB0a", min_size=1, max_size=24)


@given(local=PARTS, domain=PARTS)
def test_what_is_taken_can_be_sent(local: str, domain: str) -> None:
    address = f"{local}@{domain}.example"
    try:
        MailAddressField().clean(address, None)
    except ValidationError:
        return
    assert sanitize_address(address, "utf-8").isascii()
