"""E-mails to many people: previewed, sent once to each, repeated where they failed, erased with the person."""

import json
from typing import Any

import pytest
from django.core import mail as outgoing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, program, small_tournament
from tests.support.rows import rows_of
from tests.tournaments.entries.test_applications import later, mail_server
from tournaments.accounts.services import people as site_people
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.queries import list_recipients
from tournaments.entries.services import applications, mail, mailings
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy

pytestmark = pytest.mark.django_db
__all__ = ["mail_server"]

TEXT = {
    "groups": ["field"],
    "language": "",
    "subject": "{event}: number {number}",
    "text": "Dear {name},\n\nbring cash.",
}


@pytest.fixture
def event(settings: Any) -> Tournament:
    """Players 1 and 2 without an address; Ann (3), Ben (4, his Japanese form) in the field; Cem waits for approval."""
    made = small_tournament(2)
    people(made)
    applications.set_desk(acting(), made, facts={"is_open": True, "asks": {"email": "asked"}})
    for name, language in (("Ann", "en"), ("Ben", "ja"), ("Cem", "en")):
        facts = {"given_name": name, "family_name": "Quist", "email": f"{name}@example.org"}
        sent = applications.apply(acting(), made, facts=facts, language=language)
        if name != "Cem":
            applications.admit(acting(), sent)
    return made


def states(event: Tournament) -> list[tuple[str, str]]:
    rows = Email.objects.filter(mailing__tournament=event).order_by("pk")
    return [(row.name, row.state) for row in rows]


@rows_of(__file__)
def test_people_are_chosen_by_status_and_language_each_once(event, groups, language, names):
    gone = applications.apply(acting(), event, facts={"given_name": "Dan", "family_name": "Quist"})
    applications.withdraw(acting(), gone)
    assert [one.name for one in list_recipients(event, groups, language)] == names


def test_the_organiser_sees_the_first_mail_and_sends_each_once(event, olga, mail_server):
    assert olga.post(reverse("manage_mailings", args=[event.slug]), TEXT | {"text": "{seat}"}).status_code == 422
    shown = olga.post(reverse("manage_mailings", args=[event.slug]), TEXT)
    subject, body = shown.context["first_email"]
    assert (subject, body.splitlines()[:3]) == ("Spring Open: number 3", ["Dear Ann Quist,", "", "bring cash."])
    assert ([one.address for one in shown.context["reached"]], len(shown.context["without"])) == (
        ["Ann@example.org", "Ben@example.org"],
        2,
    )
    sent = dict(shown.context["send_form"].data.lists())
    assert (outgoing.outbox, Email.objects.filter(kind="mailing").count()) == ([], 0)
    for _again in range(2):
        answer = olga.post(reverse("manage_mailing_send", args=[event.slug]), sent)
        assert answer["Location"] == reverse("manage_mailing", args=[event.slug, 1])
    mail_server.away = True
    mail.deliver_waiting()
    mail_server.away = False
    with later(minutes=1):
        mail.deliver_waiting()
    assert [(one.to, one.reply_to, one.subject) for one in outgoing.outbox if "number" in one.subject] == [
        (["Ann@example.org"], ["olga@example.org"], "Spring Open: number 3"),
        (["Ben@example.org"], ["olga@example.org"], "Spring Open: number 4"),
    ]
    assert "あなたの" in outgoing.outbox[-1].body
    result = olga.get(reverse("manage_mailing", args=[event.slug, 1])).context
    assert (result["sent"], result["failed"], len(result["without"])) == (2, [], 2)
    entry = AuditEntry.objects.get(action="mailings.send")
    assert (entry.actor_name, entry.after["recipients"], entry.after["text"]) == ("olga", 2, TEXT["text"])
    Application.objects.filter(given_name="Cem").update(state="withdrawn")
    late = olga.post(reverse("manage_mailing_send", args=[event.slug]), sent | {"key": "other", "expected": 1})
    assert "recipients have changed" in late.content.decode()


def test_a_killed_worker_sends_nothing_twice_and_failed_ones_are_sent_again(event, olga, mail_server, monkeypatch):
    mailing = mailings.send(acting(), event, key="one", **TEXT)
    Email.objects.filter(mailing=None).delete()
    mail._claim()
    with later(minutes=6):
        mail.deliver_waiting()
    assert states(event)[-2:] == [("Ann Quist", "failed"), ("Ben Quist", "sent")]
    Application.objects.filter(given_name="Ann").update(email="new@example.org")
    for _again in range(2):
        olga.post(reverse("manage_mailing_retry", args=[event.slug, mailing.number]))
    mail.deliver_waiting()
    assert [one.to for one in outgoing.outbox] == [["Ben@example.org"], ["new@example.org"]]
    monkeypatch.setattr(mailings, "MAX_AN_HOUR", 3)
    mailings.send(acting(), event, key="two", **TEXT)
    hours = [
        round((row.send_after - timezone.now()).total_seconds() / 3600)
        for row in event.mailings.first().emails.exclude(address="")
    ]
    assert hours == [0, 1]


def test_addresses_go_with_the_person_and_the_log_has_none(event, mail_server):
    mailings.send(acting(), event, key="one", **TEXT)
    privacy.erase(acting(), Entry.objects.get(tournament=event, number=1))
    privacy.erase(acting(), Entry.objects.get(tournament=event, number=3))
    assert states(event) == [("Given02 Family02", "no_address"), ("Ben Quist", "waiting")]
    assert "example.org" not in json.dumps([[one.before, one.after] for one in AuditEntry.objects.all()])


def test_without_a_mail_server_there_are_addresses_to_copy(event, olga):
    page = olga.post(reverse("manage_mailings", args=[event.slug]), TEXT)
    assert page.context["addresses"] == "Ann@example.org, Ben@example.org"
    assert page.context["first_email"] == (TEXT["subject"], TEXT["text"]), "nobody's own link goes to everybody"
    text = page.content.decode()
    assert ("This event sends no e-mail" in text, reverse("manage_mailing_send", args=[event.slug]) in text) == (
        True,
        False,
    )
    refused = olga.post(reverse("manage_mailing_send", args=[event.slug]), TEXT)
    assert (refused.status_code, Email.objects.count()) == (422, 0)


@pytest.mark.parametrize(("server", "named"), [("", False), ("Open <info@mahjong.example>", True)])
def test_a_mail_server_without_the_site_s_address_is_named(event, olga, settings, server, named):
    settings.MAIL_FROM = server
    for page in ("manage_mailings", "manage_registration_desk"):
        text = olga.get(reverse(page, args=[event.slug])).content.decode()
        assert ("links in e-mails need the address of this site" in text) == named


def test_programs_send_and_count(event, mail_server):
    client = program("olga")
    made = client.post(f"/api/v1/tournaments/{event.slug}/mailings/", TEXT | {"key": "one"}, format="json")
    assert (made.status_code, made.data["recipients"], made.data["no_address"]) == (201, 2, 2)
    listed = client.get(f"/api/v1/tournaments/{event.slug}/mailings/").data["results"]
    assert [(one["number"], one["subject"], one["sent"]) for one in listed] == [(1, TEXT["subject"], 0)]
    assert Client().get(f"/api/v1/tournaments/{event.slug}/mailings/").status_code == 401


def test_an_organiser_sends_so_many_mails_a_day(event, olga, mail_server):
    rules: dict[str, Any] = {"sign_up": False, "max_events": None, "max_mails": 2, "max_megabytes": None}
    site_people.set_rules(acting("ada"), **rules)
    told = {"subject": "Lunch", "text": "At noon.", "groups": ["field"]}
    mailings.send(acting(), event, key="first", **told)
    with pytest.raises(UserError, match="You may send 2 e-mails a day; 0 are left"):
        mailings.send(acting(), event, key="second", **told)
    mailings.send(acting("ada"), event, key="third", **told)
