"""People of the site: administrators invite, limit, reset and deactivate accounts by page, API and command."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.support.people import PASSWORD, acting, people, person, program, signed_in, small_tournament
from tests.support.photos import photo_of_a_sheet
from tests.support.play import published
from tests.support.tables import table_of
from tournaments.accounts.models import AccountRequest, AccountRules, ApiToken, User
from tournaments.accounts.queries import use_of
from tournaments.accounts.services import people as services
from tournaments.accounts.services import tokens
from tournaments.core import pictures
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.site import SiteAddress
from tournaments.core.permissions import can
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.services import event_files, privacy
from tournaments.results.services import photos

pytestmark = pytest.mark.django_db

LINK = re.compile(r"/sign-in/[\w-]+/")
ALL = ("read", "accounts")


def ada_program() -> Any:
    return program("ada", scopes=ALL, days=7)


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("accounts", *words, stdout=out)
    return out.getvalue()


@pytest.fixture
def mail_server(settings: Any) -> None:
    settings.MAIL_FROM = "info@site.example"
    SiteAddress.objects.create(pk=1, address="https://site.example")


def signs_in(link: str) -> bool:
    browser = Client()
    return browser.post(link).status_code == 302 and "_auth_user_id" in browser.session


def by_page(name: str, email: str) -> str:
    sent = {"username": name, "email": email, "organiser": "on"}
    return LINK.findall(signed_in("ada").post("/accounts/", sent).text)[0]


def by_api(name: str, email: str) -> str:
    sent = {"username": name, "email": email}
    return str(ada_program().post("/api/v1/site/accounts/", sent, format="json").json()["path"])


def by_command(name: str, email: str) -> str:
    return run("invite", name, "--email", email).splitlines()[0]


@pytest.mark.parametrize("invite", [by_page, by_api, by_command])
def test_an_organiser_is_invited_by_link_and_mail(mail_server, invite):
    link = invite("lyon", "info@lyon.example")
    lyon = User.objects.get(username="lyon")
    assert (lyon.is_staff, lyon.is_superuser, lyon.email) == (True, False, "info@lyon.example")
    assert can(lyon, "tournaments.create")
    assert [(message.to, link in message.body) for message in mail.outbox] == [(["info@lyon.example"], True)]
    assert signs_in(link)
    assert "lyon.example" not in str([(entry.after, entry.before) for entry in AuditEntry.objects.all()])


def test_a_mail_that_cannot_be_sent_loses_nothing(mail_server, settings):
    settings.EMAIL_BACKEND = "tests.tournaments.accounts.test_people_of_site.Broken"
    page = signed_in("ada").post("/accounts/", {"username": "lyon", "email": "info@lyon.example"})
    assert "The e-mail could not be sent. Pass the link on yourself." in page.text
    assert signs_in(LINK.findall(page.text)[0])


class Broken:
    """A mail server that is away."""

    def __init__(self, **_options: Any) -> None:
        pass

    def send_messages(self, _messages: Any) -> int:
        raise ConnectionRefusedError


def test_the_list_has_rights_sign_in_events_and_tokens():
    people(small_tournament())
    people(small_tournament(slug="second"))
    tokens.make(acting(), user=person("olga"), name="board", scopes=["read"])
    Client().post(reverse("login"), {"username": "olga", "password": PASSWORD})
    row = next(line for line in run("list", "olg").splitlines())
    assert row.split("\t")[0::5] + row.split("\t")[4:5] == ["olga", "1 tokens", "2 events"]
    assert "never" not in row
    listed = ada_program().get("/api/v1/site/accounts/?q=olga").json()["results"]
    assert [(one["username"], one["events"], one["tokens"]) for one in listed] == [("olga", 2, 1)]
    assert [line.split("\t")[0] for line in run("list", "--right", "administrators").splitlines()] == ["ada"]
    text = signed_in("ada").get("/accounts/?q=olga").text
    assert ("/accounts/account/olga/" in text, "/accounts/account/otto/" in text) == (True, False)


def test_rights_are_given_and_taken_and_one_administrator_stays():
    otto = person("otto")
    signed_in("ada").post("/accounts/account/otto/", {"organiser": "on", "administrator": "on"})
    otto.refresh_from_db()
    assert (otto.is_staff, otto.is_superuser) == (True, True)
    answer = ada_program().patch("/api/v1/site/accounts/otto/", {"administrator": False}, format="json").json()
    assert (answer["organiser"], answer["administrator"]) == (True, False)
    with pytest.raises(CommandError, match="only administrator"):
        run("change", "ada", "--no-administrator")
    refused = signed_in("ada").post("/accounts/account/ada/", {"organiser": "on"})
    assert (refused.status_code, "This is the only administrator" in refused.text) == (422, True)


def test_a_deactivated_account_has_no_way_in():
    people(small_tournament())
    olga = person("olga")
    key, _token = tokens.make(acting(), user=olga, name="board", scopes=["read"])
    browser = signed_in("olga")
    link = run("reset", "sam").strip()
    run("deactivate", "olga")
    run("deactivate", "sam")
    assert browser.get("/manage/").status_code == 302
    assert Client().post(link).status_code == 410
    headers = {"Authorization": f"Token {key}"}
    assert Client(headers=headers).get("/api/v1/tournaments/").status_code == 401
    assert not ApiToken.objects.filter(user=olga).exists()
    assert Client().post(reverse("login"), {"username": "olga", "password": PASSWORD}).status_code == 200
    run("activate", "olga")
    assert Client().post(reverse("login"), {"username": "olga", "password": PASSWORD}).status_code == 302


def test_nobody_deactivates_the_own_account_or_the_last_administrator():
    person("ada")
    assert ada_program().post("/api/v1/site/accounts/ada/deactivate/").status_code == 400
    with pytest.raises(UserError, match="only administrator"):
        services.deactivate(acting("otto"), user=person("ada"))


def test_a_reset_ends_sessions_password_and_tokens():
    olga, browser = person("olga"), signed_in("olga")
    tokens.make(acting(), user=olga, name="board", scopes=["read"])
    link = LINK.findall(signed_in("ada").post("/accounts/account/olga/reset/").text)[0]
    assert browser.get("/account/").status_code == 302
    assert Client().post(reverse("login"), {"username": "olga", "password": PASSWORD}).status_code == 200
    assert (olga.api_tokens.count(), signs_in(link)) == (0, True)


def test_an_administrator_revokes_tokens():
    olga = person("olga")
    for name in ("board", "script"):
        tokens.make(acting(), user=olga, name=name, scopes=["read"])
    assert ada_program().post("/api/v1/site/accounts/olga/revoke-tokens/").json()["tokens"] == 0


def test_changing_accounts_needs_its_scope_which_ends_soon():
    assert program("ada").get("/api/v1/site/accounts/").status_code == 403
    with pytest.raises(UserError, match="30 days"):
        tokens.make(acting("ada"), user=person("ada"), name="board", scopes=["accounts"], days=60)


def test_sign_up_is_off_until_an_administrator_turns_it_on(client):
    sent = {"username": "nice", "email": "info@nice.example", "about": "Mahjong Nice"}
    assert (client.get("/sign-up/").status_code, client.post("/sign-up/", sent).status_code) == (404, 404)
    assert "/sign-up/" not in client.get("/sign-in/").text
    signed_in("ada").post("/accounts/rules/", {"sign_up": "on"})
    assert "/sign-up/" in client.get("/sign-in/").text
    assert client.post("/sign-up/", sent).url == "/sign-up/?sent=1"
    # A second request of the address is answered alike and changes nothing.
    again = sent | {"username": "other", "email": "Info@Nice.example"}
    assert client.post("/sign-up/", again).url == "/sign-up/?sent=1"
    assert [row.username for row in AccountRequest.objects.all()] == ["nice"]
    assert not User.objects.filter(username="nice").exists()
    log = AuditEntry.objects.all()
    assert "nice" not in str([(entry.after, entry.before, entry.object_name) for entry in log])


@pytest.mark.parametrize("way", ["page", "api", "command"])
def test_a_request_is_approved_under_a_free_name_or_refused(mail_server, way):
    person("nice")
    services.set_rules(acting("ada"), sign_up=True, max_events=None, max_mails=None, max_megabytes=None)
    for name in ("nice", "cannes"):
        services.ask_for_account(acting("ada"), username=name, email=f"info@{name}.example", about=name)
    nice, cannes = AccountRequest.objects.all()
    taken: Any
    if way == "page":
        base = "/accounts/requests"
        taken = signed_in("ada").post(f"{base}/{nice.pk}/approve/", {"username": "nice"}, follow=True).text
        link = LINK.findall(signed_in("ada").post(f"{base}/{nice.pk}/approve/", {"username": "nice2"}).text)[0]
        signed_in("ada").post(f"{base}/{cannes.pk}/refuse/")
    elif way == "api":
        base, ada = "/api/v1/site/accounts/requests", ada_program()
        assert [row["username"] for row in ada.get(f"{base}/").json()] == ["nice", "cannes"]
        taken = ada.post(f"{base}/{nice.pk}/approve/", {}, format="json").json()["detail"]
        link = ada.post(f"{base}/{nice.pk}/approve/", {"username": "nice2"}, format="json").json()["path"]
        assert ada.post(f"{base}/{cannes.pk}/refuse/").status_code == 204
    else:
        with pytest.raises(CommandError) as refused:
            run("approve", str(nice.pk))
        taken = str(refused.value)
        link = run("approve", str(nice.pk), "--username", "nice2").splitlines()[0]
        run("refuse", str(cannes.pk))
    assert "There is an account “nice” already." in taken
    assert (AccountRequest.objects.count(), User.objects.filter(username="cannes").exists()) == (0, False)
    assert (User.objects.get(username="nice2").is_staff, signs_in(link)) == (True, True)
    assert [message.to for message in mail.outbox] == [["info@nice.example"]]


def limited(**limits: int | None) -> User:
    """olga organises with these limits of the site."""
    olga = person("olga")
    olga.is_staff = True
    olga.save()
    usual: dict[str, Any] = {"sign_up": False, "max_events": None, "max_mails": None, "max_megabytes": None}
    services.set_rules(acting("ada"), **(usual | limits))
    return olga


def test_an_organiser_has_so_many_open_events():
    olga = limited(max_events=1)

    def create(slug: str) -> Tournament:
        return events.create(acting(), preset_key="mcr-ema", name=slug, slug=slug)

    first = create("first")
    with pytest.raises(UserError, match="You have 1 open events, which is your limit"):
        create("second")
    with pytest.raises(UserError, match="limit"):
        event_files.copy(acting(), tournament=first, slug="copy")
    event_files.copy(acting(), tournament=first, slug="rehearsal", rehearsal=True)
    answer = signed_in("olga").post("/manage/new/", {"preset": "mcr-ema", "name": "Third", "rounds": 1})
    assert answer.status_code == 422
    services.set_limits(acting("ada"), user=olga, max_events=2, max_mails=None, max_megabytes=None)
    create("second")
    events.archive(acting(), first, archived=True)
    create("third")
    assert use_of(olga).events == 2


def test_photos_and_logs_of_an_organiser_take_so_much():
    event = small_tournament()
    people(event)
    limited(max_megabytes=0)
    published(event.rounds.get(number=1))
    small = pictures.downscale(photo_of_a_sheet())
    with pytest.raises(UserError, match="storage for photos and logs is full"):
        photos.add(acting("sam"), table_of(event), small=small)
    services.set_limits(acting("ada"), user=person("olga"), max_events=None, max_mails=None, max_megabytes=1)
    photos.add(acting("sam"), table_of(event), small=small)
    assert use_of(person("olga")).megabytes == round(len(small.picture) / 1_000_000, 1)


def test_commands_print_and_set_the_rules():
    assert run("rules").splitlines() == ["sign-up: off", "max_events: none", "max_mails: none", "max_megabytes: none"]
    run("rules", "--sign-up", "--max-events", "20", "--max-mails", "500")
    run("rules", "--max-mails", "none")
    assert run("rules").splitlines() == ["sign-up: on", "max_events: 20", "max_mails: none", "max_megabytes: none"]
    person("olga")
    run("change", "olga", "--max-events", "0", "--organiser")
    assert (person("olga").max_events, person("olga").is_staff) == (0, True)
    with pytest.raises(CommandError, match="a number, or none"):
        run("change", "olga", "--max-events", "many")
    rules = ada_program().get("/api/v1/site/accounts/rules/").json()
    assert rules == {"sign_up": True, "max_events": 20, "max_mails": None, "max_megabytes": None}
    assert AccountRules.objects.count() == 1


def test_an_erased_account_keeps_a_number_alone():
    sam = person("sam")
    sam.first_name, sam.email = "Samuel", "sam@site.example"
    sam.save()
    by_api = ada_program().post("/api/v1/site/accounts/sam/erase/")
    assert (by_api.status_code, by_api.json()["username"]) == (200, f"erased-{sam.pk}")
    sam.refresh_from_db()
    assert (sam.first_name, sam.email, sam.is_active, sam.has_usable_password()) == ("", "", False, False)
    page = signed_in("ada").get(reverse("people")).content.decode()
    assert ("sam@site.example" in page, "Samuel" in page) == (False, False)
    with pytest.raises(UserError, match="own account"):
        privacy.erase_account(acting("ada"), person("ada"))


@pytest.mark.django_db(transaction=True)
def test_an_account_of_a_restored_backup_is_erased_again():
    sam = person("sam")
    signed_in("ada").post(reverse("person_erase", args=["sam"]))
    User.objects.filter(pk=sam.pk).update(username="sam", email="sam@site.example", is_active=True)
    assert privacy.erase_again(Actor.of_command("restore")) == 1
    sam.refresh_from_db()
    assert (sam.username, sam.email) == (f"erased-{sam.pk}", "")
