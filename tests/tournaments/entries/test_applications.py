"""Registering oneself: confirmed by email or desk, full and waiting, changed, withdrawn, met with a list."""

import datetime
from typing import Any
from unittest import mock

import pytest
from django.core import mail as outgoing
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tests.support.remembered import remembered
from tournaments.core.audit import Actor, broken_at
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.site import SiteAddress
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.queries import (
    Places,
    count_places,
    find_registration_desk,
    list_possible_duplicates,
    place_in_line,
    query_waiting_registrations,
)
from tournaments.entries.services import applications, mail
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

VISITOR = Actor(None, "", "web")
State, Waiting, Registered = Application.State, Entry.Status.WAITING, Entry.Status.REGISTERED


@pytest.fixture
@remembered
def event() -> Tournament:
    """Four players of eight are entered; registration is open for six."""
    event = small_tournament(4)
    opened(event, capacity=6)
    return event


def opened(event: Tournament, **facts: Any) -> None:
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {"email": "asked"}} | facts)


def sent(event: Tournament, given: str, family: str = "Quist", **facts: Any) -> Application:
    return applications.apply(VISITOR, event, facts={"given_name": given, "family_name": family} | facts)


def entered(event: Tournament, given: str, **facts: Any) -> Application:
    return applications.admit(acting(), sent(event, given, **facts))


def status(application: Application) -> tuple[str, str | None]:
    application = Application.objects.select_related("entry").get(pk=application.pk)
    return application.state, application.entry.status if application.entry else None


@pytest.fixture
def email(settings: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Any:
    """A site with a mail server; the worker writes at once. Calls a function, gives the emails it caused."""
    settings.MAIL_FROM = "Open <open@mahjong.example>"
    SiteAddress.objects.create(pk=1, address="https://mahjong.example")
    monkeypatch.setattr(mail, "tell_worker", mail.deliver_waiting)

    def of(call: Any) -> list[Any]:
        Email.objects.all().delete()
        outgoing.outbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            call()
        return list(outgoing.outbox)

    return of


def test_without_mail_the_desk_takes_a_registration(event):
    petra = sent(event, "Petra", email="petra@example.org", country="NED")
    assert status(petra) == (State.PENDING, None)
    applications.admit(acting(), petra)
    assert status(petra) == (State.ENTERED, Registered)
    entry = Entry.objects.get(application=petra)
    assert (entry.number, entry.name, entry.country) == (5, "Petra Quist", "NED")
    first = applications.mark_paid(acting(), petra, paid=True).fee_paid_at
    assert applications.mark_paid(acting(), petra, paid=True).fee_paid_at == first
    assert applications.mark_paid(acting(), petra, paid=False).fee_paid_at is None
    registration.remove(acting(), entry)
    assert status(petra) == (State.WITHDRAWN, None)


def test_an_email_proves_the_address_and_its_link_alone_confirms(event, email):
    (confirm,) = email(lambda: sent(event, "Petra", email="petra@example.org"))
    petra = Application.objects.get()
    link = f"https://mahjong.example/r/{petra.token}/?confirm={petra.mail_token}"
    assert (confirm.to, link in confirm.body, status(petra)) == (["petra@example.org"], True, (State.UNCONFIRMED, None))
    with pytest.raises(UserError, match="not the one in the e-mail"):
        applications.confirm(VISITOR, petra, mail_token=petra.token)
    (welcome,) = email(lambda: applications.confirm(VISITOR, petra, mail_token=petra.mail_token))
    assert (welcome.subject, status(petra)) == ("Spring Open: you are registered", (State.ENTERED, Registered))


@pytest.mark.parametrize(
    ("looks_first", "given", "family"), [(True, "Fumiko", "Arai"), (False, "Given02", "Family02")],
    ids=["the organiser looks first", "may be somebody on the list"],
)  # fmt: skip
def test_an_email_in_the_language_of_the_form_enters_nobody_who_is_to_be_looked_at(
    event, email, looks_first, given, family
):
    opened(event, looks_first=looks_first)
    facts = {"given_name": given, "family_name": family, "email": "fumiko@example.org"}
    (confirm,) = email(lambda: applications.apply(VISITOR, event, facts=facts, language="ja"))
    assert confirm.subject == "Spring Open：参加申し込みの確認をお願いします"
    mine = Application.objects.get()
    assert email(lambda: applications.confirm(VISITOR, mine, mail_token=mine.mail_token)) == []
    assert status(mine) == (State.PENDING, None)


def test_who_comes_later_waits_in_order_and_a_free_place_goes_to_the_first(event, email):
    people = [entered(event, name, email=f"{name}@example.org") for name in ("Ann", "Ben", "Cem", "Dan", "Eva")]
    assert [status(one)[1] for one in people] == [Registered, Registered, Waiting, Waiting, Waiting]
    assert [place_in_line(one) for one in people] == [None, None, 1, 2, 3]
    (offer,) = email(lambda: applications.withdraw(VISITOR, people[0]))
    assert (offer.to, offer.subject) == (["Cem@example.org"], "Spring Open: a place is free for you")
    assert count_places(find_registration_desk(event)) == Places(capacity=6, taken=5, offered=1, waiting=3)
    cem = Application.objects.get(given_name="Cem")
    assert cem.offered_until - timezone.now() > datetime.timedelta(hours=47)
    applications.take_place(VISITOR, cem)
    assert status(cem) == (State.ENTERED, Registered)
    assert Entry.objects.filter(tournament=event, given_name="Ann").count() == 0


def test_an_offer_that_lapses_goes_to_the_next_and_its_owner_to_the_end(event):
    people = [entered(event, name) for name in ("Ann", "Ben", "Cem", "Dan")]
    applications.withdraw(VISITOR, people[1])
    Application.objects.filter(given_name="Cem").update(offered_until=timezone.now())
    cem, dan = Application.objects.filter(given_name__in=("Cem", "Dan")).order_by("number")
    with pytest.raises(UserError, match="no longer kept"):
        applications.take_place(VISITOR, cem)
    applications.offer_everywhere()
    assert [one.given_name for one in query_waiting_registrations(event)] == ["Dan", "Cem"]
    dan.refresh_from_db()
    assert dan.offered_until is not None
    applications.offer_everywhere()
    assert Application.objects.exclude(offered_until=None).count() == 1


def test_a_new_registration_does_not_pass_those_who_wait(event):
    people = [entered(event, name) for name in ("Ann", "Ben", "Cem")]
    opened(event, capacity=8)
    assert [one.given_name for one in query_waiting_registrations(event)] == ["Cem"]
    assert status(entered(event, "Eva"))[1] == Waiting
    assert status(people[0])[1] == Registered
    # More places are offered down the line, and no limit takes all.
    opened(event, capacity=None)
    assert Application.objects.exclude(offered_until=None).count() == 2


@pytest.mark.parametrize(("shown", "name"), [("full", "Petra Quist"), ("short", "Petra Q."), ("initials", "P. Q.")])
def test_the_entry_bears_the_name_that_the_person_wants_to_be_shown(event, shown, name):
    petra = entered(event, "Petra", shown=shown, native_name="佩特拉")
    entry = Entry.objects.get(application=petra)
    assert (entry.name, entry.native_name) == (name, "佩特拉" if shown == "full" else "")


def test_the_log_keeps_that_something_was_sent_and_not_what(event):
    petra = sent(event, "Petra", email="petra@example.org", message="I come by train")
    applications.change_own(VISITOR, petra, facts={"message": "I come by bus"})
    applications.refuse(acting(), petra, reason="too late")
    told = str(list(AuditEntry.objects.filter(action__startswith="registration").values()))
    assert [word for word in ("Petra", "Quist", "petra@", "train", "bus", petra.token) if word in told] == []
    changed = AuditEntry.objects.get(action="registration.change")
    assert (changed.object_name, changed.after) == ("Registration 1", {"message": "…"})
    assert broken_at(event) is None


def test_own_link_changes_the_entry_until_play_begins(event):
    petra = entered(event, "Petra")
    applications.change_own(VISITOR, petra, facts={"family_name": "Quist-Holm", "shown": "short"})
    assert Entry.objects.get(application=petra).name == "Petra Q."
    event_services.set_state(acting(), event, state=Tournament.State.RUNNING)
    petra = Application.objects.get(pk=petra.pk)
    for call in (
        lambda: applications.change_own(VISITOR, petra, facts={"club": "Harbour"}),
        lambda: applications.withdraw(VISITOR, petra),
    ):
        with pytest.raises(UserError, match="has begun"):
            call()


def test_nobody_registers_twice_nor_where_it_is_closed(event):
    sent(event, "José", ema_number="03010203")
    for facts in ({"given_name": "JOSE"}, {"given_name": "Pepe", "family_name": "Q.", "ema_number": "03010203"}):
        with pytest.raises(UserError, match="is already registered"):
            applications.apply(VISITOR, event, facts={"family_name": "quist"} | facts)
    with pytest.raises(UserError, match="eight digits"):
        sent(event, "Ann", ema_number="12")
    opened(event, closes_at=timezone.now())
    with pytest.raises(UserError, match="closed"):
        sent(event, "Ben")
    assert Application.objects.count() == 1


def test_who_is_on_the_list_already_is_joined_by_the_desk_and_no_double_is_made(event):
    petra = sent(event, "given02", "FAMILY02", country="NED", shown="initials")
    (same,) = list_possible_duplicates(petra)
    assert same.number == 2
    applications.admit(acting(), petra, join=same)
    same.refresh_from_db()
    assert (event.entries.count(), same.name, same.country, same.status) == (4, "G. F.", "NED", "checked_in")
    other = sent(event, "Otto")
    with pytest.raises(UserError, match="Choose a player"):
        applications.admit(acting(), other, join=same)


@pytest.fixture
def mail_server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A site with a mail server that can be away; the worker sends when it is told to."""
    settings.MAIL_FROM = "Open <open@mahjong.example>"
    SiteAddress.objects.create(pk=1, address="https://mahjong.example")
    settings.EMAIL_BACKEND = "tests.tournaments.entries.test_applications.Unreliable"
    Unreliable.away = False
    outgoing.outbox = []
    return Unreliable


class Unreliable(EmailBackend):
    """Refuses everything while it is away."""

    away = False

    def send_messages(self, messages: Any) -> int:
        if self.away:
            raise ConnectionRefusedError("no mail server")
        return super().send_messages(messages)


def later(**time: int) -> Any:
    return mock.patch("django.utils.timezone.now", return_value=timezone.now() + datetime.timedelta(**time))


def test_an_email_waits_as_a_row_until_the_mail_server_takes_it(event, mail_server):
    mail_server.away = True
    sent(event, "Petra", email="petra@example.org")
    assert mail.deliver_waiting() == 0
    assert [(row.state, row.attempts, row.error) for row in Email.objects.all()] == [("waiting", 1, "no mail server")]
    mail_server.away = False
    assert mail.deliver_waiting() == 0
    with later(seconds=31):
        assert mail.deliver_waiting() == 1
        assert mail.deliver_waiting() == 0
    assert [(row.state, row.attempts, row.error) for row in Email.objects.all()] == [("sent", 2, "")]
    assert [message.to for message in outgoing.outbox] == [["petra@example.org"]]
    Email.objects.all().delete()
    with transaction.atomic():
        sent(event, "Ann", email="ann@example.org")
        transaction.set_rollback(True)
    assert Email.objects.count() == 0, "a change that fails asks for no e-mail"
    mail_server.away = True
    sent(event, "Ben", email="ben@example.org")
    for hours in range(mail.MAX_ATTEMPTS + 2):
        with later(hours=3 * hours):
            mail.deliver_waiting()
    assert [(row.state, row.attempts) for row in Email.objects.all()] == [("failed", mail.MAX_ATTEMPTS)]


def test_an_address_gets_one_request_to_confirm_an_hour(event, mail_server):
    for name, address in (
        ("Ann", "Shared@example.org"),
        ("Ben", "shared+1@Example.org"),
        ("Cem", "s.hared@example.org"),
    ):
        sent(event, name, email=address)
    counts = []
    for minutes in (0, 59, 61, 119, 121):
        with later(minutes=minutes):
            counts.append(mail.deliver_waiting())
    assert counts == [1, 0, 1, 0, 1]
