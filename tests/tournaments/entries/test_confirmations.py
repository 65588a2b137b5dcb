"""Requests to confirm an address: without a visitor's words, within budgets, and the rest by the organiser's click."""

import json
from typing import Any
from unittest import mock

import pytest
from django.core import mail as outgoing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.pages import messages_of, send_registration
from tests.support.people import acting, people, small_tournament
from tests.tournaments.entries.test_applications import later, mail_server
from tournaments.core.errors import UserError
from tournaments.core.http.throttles import CONFIRMATIONS
from tournaments.entries.forms.visitors import MAX_SECONDS
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import applications, confirmations, mail, mailings
from tournaments.events.models import Tournament
from tournaments.exchange.services import event_files

pytestmark = pytest.mark.django_db
__all__ = ["mail_server"]

LATER = "The e-mail to petra@example.org with the link to confirm it comes later"
PETRA = {"given_name": "Petra", "family_name": "Quist", "shown": "full", "consent": "on"}
SPAM = "WIN 1000 EUR NOW http://evil.example"


@pytest.fixture
def event(mail_server: Any, empty_cache: None) -> Tournament:
    event = small_tournament(2)
    people(event)
    asks = {"email": "asked", "message": "asked", "club": "asked", "team_name": "asked", "native_name": "asked"}
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": asks})
    return event


def registers(event: Tournament, number: int = 0, address: str = "", client: Client | None = None, **more: str) -> Any:
    values = {"email": address or f"p{number}@example.org", "family_name": f"Quist{number}"}
    return send_registration(event, PETRA | values | more, client)


def test_forty_of_a_club_on_one_wifi_register_in_an_evening_and_notice_nothing(event: Tournament) -> None:
    for number in range(40):
        answer = registers(event, number, REMOTE_ADDR="192.0.2.40")
        assert answer.status_code == 302
        assert "We have sent an e-mail" in Client().get(answer["Location"]).content.decode()
    with later(minutes=1):
        assert mail.deliver_waiting() == 40
    assert {message.to[0] for message in outgoing.outbox} == {f"p{number}@example.org" for number in range(40)}


@pytest.mark.parametrize("kind", ["confirm", "entered", "waiting", "offer", "refused"])
def test_an_email_has_no_word_of_who_registered(event: Tournament, kind: str) -> None:
    words = dict.fromkeys(("given_name", "family_name", "native_name", "club", "team_name", "message"), SPAM)
    application = applications.apply(acting(), event, facts=words | {"email": "victim@example.org"})
    Email.objects.all().delete()
    if kind != Email.CONFIRMATION:
        # The organiser takes it without a confirmation.
        application.confirmed_at = timezone.now()
    mail.send(application, kind)
    mail.deliver_waiting()
    (message,) = outgoing.outbox
    text = f"{message.subject} {message.body}"
    assert [word for word in SPAM.split() if word in text] == []
    assert "Registration 1" in text


def test_beyond_a_network_s_budget_registrations_are_kept_and_olga_sends_their_emails(
    event: Tournament, olga: Client, monkeypatch: Any
) -> None:
    monkeypatch.setattr(
        "tournaments.entries.views.registration.CONFIRMATIONS", CONFIRMATIONS._replace(address=2, what="fewer")
    )
    for number in range(2):
        registers(event, number)
    kept = registers(event, 2, "petra@example.org")
    assert LATER in Client().get(kept["Location"]).content.decode()
    assert (Application.objects.count(), Email.objects.count()) == (3, 2)
    # Another network has its own budget.
    with mock.patch("tournaments.core.http.throttles.format_network", return_value="198.51.100.0"):
        registers(event, 3)
    assert Email.objects.count() == 3
    page = reverse("manage_registrations", args=[event.slug])
    assert "1 person waits for the e-mail" in olga.get(page).content.decode()
    sent = olga.post(reverse("manage_registrations_send_mail", args=[event.slug]), follow=True)
    assert messages_of(sent)[-1] == "1 confirmation is sent."
    assert "waits for the e-mail" not in sent.content.decode()
    assert LATER not in Client().get(kept["Location"]).content.decode()
    assert Email.objects.filter(address="petra@example.org", state="waiting").count() == 1


def test_an_event_has_a_budget_whatever_networks_they_come_from(event: Tournament, monkeypatch: Any) -> None:
    monkeypatch.setattr(confirmations, "MAX_OF_EVENT", 2)
    for number in range(4):
        registers(event, number)
    assert (Application.objects.count(), Email.objects.count()) == (4, 2)
    other = small_tournament(0, slug="autumn-open")
    applications.set_desk(acting(), other, facts={"is_open": True, "asks": {"email": "asked"}})
    registers(other, 5)
    assert Email.objects.count() == 3


def test_a_mailbox_has_a_budget_however_its_address_is_written(event: Tournament) -> None:
    spellings = ["petra.quist@example.org", "petraquist+a@example.org", "p.e.t.r.a.quist@EXAMPLE.org"]
    spellings += [f"PetraQuist+{number}@example.org" for number in range(5)]
    for number, address in enumerate(spellings):
        registers(event, number, address)
    assert Email.objects.count() == confirmations.MAX_OF_MAILBOX
    with later(minutes=1):
        assert (mail.deliver_waiting(), Email.objects.filter(state="waiting").count()) == (1, 4)


def test_a_program_that_fills_everything_in_causes_no_email(event: Tournament) -> None:
    answer = registers(event, 1, "petra@example.org", website="http://evil.example")
    assert LATER in Client().get(answer["Location"]).content.decode()
    assert (Application.objects.count(), Email.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    ("seconds", "opened", "told"),
    [(0, None, "very quick"), (MAX_SECONDS + 1, None, "open for a long time"), (20, "forged", "open for a long time")],
)
def test_a_form_that_was_not_read_is_sent_again(event: Tournament, seconds: int, opened: str | None, told: str) -> None:
    values = PETRA | {"email": "petra@example.org"} | ({} if opened is None else {"opened": opened})
    refused = send_registration(event, values, seconds=seconds)
    assert (refused.status_code, Application.objects.count()) == (422, 0)
    assert told in str(refused.context["form"].non_field_errors())
    again = refused.context["guard"].opened
    with later(seconds=seconds + 9):
        page = reverse("register", args=[event.slug])
        assert Client().post(page, values | {"opened": again}).status_code == 302


def test_a_time_signed_for_another_event_counts_nothing(event: Tournament) -> None:
    other = small_tournament(0, slug="autumn-open")
    applications.set_desk(acting(), other, facts={"is_open": True, "asks": {"email": "asked"}})
    opened = Client().get(reverse("register", args=[other.slug])).context["guard"].opened
    assert send_registration(event, PETRA | {"email": "p@example.org", "opened": opened}).status_code == 422


def test_a_corrected_address_is_asked_to_confirm(event: Tournament) -> None:
    own = registers(event, 1, "petre@example.org")["Location"]
    Client().post(own, PETRA | {"email": "petra@example.org"})
    assert list(Email.objects.order_by("pk").values_list("address", flat=True)) == [
        "petre@example.org", "petra@example.org",
    ]  # fmt: skip
    with later(minutes=1):
        mail.deliver_waiting()
    assert [message.to for message in outgoing.outbox] == [["petra@example.org"]]
    # The rest of the details causes no e-mail.
    Client().post(own, PETRA | {"email": "petra@example.org", "club": "Harbour"})
    assert Email.objects.count() == 2


def mails_to(address: str) -> list[str]:
    return list(Email.objects.filter(address=address).order_by("pk").values_list("kind", flat=True))


def moves(application: Application, address: str) -> Application:
    """Petra writes another address into her own page."""
    Client().post(reverse("registration_own", args=[application.token]), PETRA | {"email": address})
    return Application.objects.get(pk=application.pk)


def confirmed(event: Tournament, address: str = "petra@example.org") -> Application:
    registers(event, 1, address)
    application = Application.objects.get(email=address)
    return applications.confirm(acting(), application, mail_token=application.mail_token)


def test_a_changed_address_is_asked_to_confirm_before_anything_else_is_sent_to_it(event: Tournament) -> None:
    petra = moves(confirmed(event), "victim@example.org")
    assert (petra.state, mails_to("victim@example.org")) == ("entered", ["confirm"])
    own = reverse("registration_own", args=[petra.token])
    assert "Open its link to confirm the address" in Client().get(own).text
    words = {"subject": "Lunch", "text": "At noon."}
    with pytest.raises(UserError, match="Nobody in these groups"):
        mailings.send(acting(), event, key="one", groups=["field"], **words)
    mail.send(petra, "offer")
    assert mails_to("victim@example.org") == ["confirm"]
    link = {"confirm": petra.mail_token}
    assert "Confirm address" in Client().get(own, link).text
    answer = Client().post(reverse("registration_act", args=[petra.token, "confirm"]), link, follow=True)
    assert messages_of(answer) == ["Thank you. The address is confirmed."]
    mailings.send(acting(), event, key="one", groups=["field"], **words)
    assert mails_to("victim@example.org") == ["confirm", "entered", "mailing"]


def test_the_link_to_a_former_address_confirms_no_other(event: Tournament) -> None:
    registers(event, 1, "petra@example.org")
    first = Application.objects.get()
    for state in ("unconfirmed", "entered"):
        petra = moves(Application.objects.get(), f"{state}@example.org")
        with pytest.raises(UserError, match="not the one in the e-mail"):
            applications.confirm(acting(), petra, mail_token=first.mail_token)
        first = applications.confirm(acting(), petra, mail_token=petra.mail_token)
    back = moves(first, "petra@example.org")
    assert (back.confirmed_at, mails_to("petra@example.org")) == (None, ["confirm", "confirm"])


@pytest.mark.parametrize("step", ["refuse", "withdraw"])
def test_an_address_that_nobody_confirmed_is_never_written_to(event: Tournament, step: str) -> None:
    registers(event, 1, "victim@example.org")
    application = Application.objects.get()
    getattr(applications, step)(acting(), application, reason=SPAM)
    groups = ["field", "waiting", "pending", "gone"]
    with pytest.raises(UserError, match="Nobody in these groups"):
        mailings.send(acting(), event, key="one", subject="Lunch", text="At noon.", groups=groups)
    assert mails_to("victim@example.org") == ["confirm"]


def test_beyond_the_budget_olga_sends_the_request_to_a_changed_address(event: Tournament, monkeypatch: Any) -> None:
    petra = confirmed(event)
    monkeypatch.setattr(confirmations, "MAX_OF_EVENT", 1)
    petra = moves(petra, "new@example.org")
    assert (mails_to("new@example.org"), list(confirmations.query_withheld_applications(event))) == ([], [petra])
    confirmations.send_withheld(acting(), event)
    assert (mails_to("new@example.org"), list(confirmations.query_withheld_applications(event))) == (["confirm"], [])


def test_the_organiser_reads_why_a_confirmation_failed(event: Tournament, olga: Client) -> None:
    registers(event, 1)
    listed = reverse("api-registration-emails", args=[event.slug])
    before = olga.get(listed)
    Email.objects.update(state="failed", error="550 no such user")
    (row,) = olga.get(listed, headers={"If-None-Match": before["ETag"]}).json()["results"]
    assert (row["registration"], row["state"], row["error"]) == (1, "failed", "550 no such user")
    shown = olga.get(reverse("manage_registrations", args=[event.slug])).content.decode()
    assert ("550 no such user" in shown, "1 person waits for the e-mail" in shown) == (True, True)


def test_in_a_rehearsal_nobody_waits_for_an_email(event: Tournament) -> None:
    rehearsal = event_files.copy(acting(), tournament=event, slug="trial", rehearsal=True)
    made = applications.apply(
        acting(), rehearsal, facts={"given_name": "Ann", "family_name": "Q", "email": "a@x.example"}
    )
    assert made.state == Application.State.PENDING


def test_the_log_says_for_whom_and_not_which_address(event: Tournament) -> None:
    registers(event, 1, "petra@example.org")
    Email.objects.all().delete()
    confirmations.send_withheld(acting(), event)
    entries = event.audit_entries.filter(action="registration.send_confirmations")
    assert [entry.object_name for entry in entries] == ["Registration 1"]
    assert "petra@" not in json.dumps([entry.after for entry in entries])
