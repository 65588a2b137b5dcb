"""Signing in: by password, by link, and when somebody guesses."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import PASSWORD, person
from tests.support.rows import rows_of
from tournaments.accounts.services import accounts
from tournaments.core.audit import Actor

pytestmark = pytest.mark.django_db


def sign_in(client, password, name="olga", **extra):
    return client.post(reverse("login"), {"username": name, "password": password}, **extra)


def signed_in(client):
    return client.session.get("_auth_user_id")


def link_for(user, **how):
    return reverse("sign_in_link", args=[accounts.make_sign_in_link(Actor.of_command("test"), user=user, **how)])


def test_five_wrong_passwords_lock_the_name_for_that_address_only(client):
    olga, _neighbour = person("olga"), person("sam")
    for _ in range(4):
        answer = sign_in(client, "wrong")
        assert (answer.status_code, signed_in(client)) == (200, None)
        assert "The name or password is wrong." in answer.text
    answer = sign_in(client, "wrong")
    assert (answer.status_code, "Too many wrong passwords" in answer.text) == (429, True)
    assert sign_in(client, PASSWORD).status_code == 429
    for free in ({"REMOTE_ADDR": "192.0.2.99"}, {"name": "sam"}):
        assert sign_in(Client(), PASSWORD, **free).status_code == 302
    assert client.post(link_for(olga)).status_code == 302
    assert signed_in(client) == str(olga.pk)
    client.logout()
    answer = client.get(reverse("account"))
    assert answer.url == f"{reverse('login')}?next={reverse('account')}"


def test_a_link_signs_in_once_and_only_its_button_uses_it_up(client):
    """A chat that shows a preview, a mail program that looks for viruses and a browser that looks ahead do not."""
    sam = person("sam")
    link = link_for(sam)
    seen = [client.get(link), client.head(link), client.get(link, headers={"Sec-Purpose": "prefetch"})]
    assert ([answer.status_code for answer in seen], signed_in(client)) == ([200, 200, 200], None)
    assert (client.post(link).status_code, signed_in(client)) == (302, str(sam.pk))
    client.logout()
    assert [client.get(link).status_code, client.post(link).status_code] == [410, 410]
    assert signed_in(client) is None


def test_the_button_of_a_link_needs_the_page_that_shows_it(client):
    """Another site cannot sign somebody in by its own link."""
    link = link_for(person("sam"))
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(link).status_code == 403
    stranger.get(link)
    token = stranger.cookies["csrftoken"].value
    assert stranger.post(link, {"csrfmiddlewaretoken": token}).status_code == 302


@pytest.mark.parametrize(
    ("opens_browser", "signed_in_as", "sent", "presses"),
    [
        (True, None, {}, True),
        (True, None, {"REMOTE_ADDR": "::1"}, True),
        (False, None, {}, False),
        (True, "olga", {}, False),
        (True, None, {"REMOTE_ADDR": "192.0.2.7"}, False),
        (True, None, {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, False),
    ],
)
def test_only_the_link_of_a_start_is_pressed_by_itself_on_this_machine_without_a_session(
    client, opens_browser, signed_in_as, sent, presses
):
    """Another site that opens somebody else's link changes no session; a fragment or a query marks nothing."""
    link = link_for(person("sam"), opens_browser=opens_browser)
    if signed_in_as:
        client.force_login(person(signed_in_as))
    for address in (link, f"{link}?presses=1&opens_browser=1"):
        page = client.get(address, **sent)
        assert (page.status_code, "data-presses" in page.text) == (200, presses)


def test_a_link_of_another_account_asks_and_names_both(client):
    link, olga = link_for(person("sam")), person("olga")
    client.force_login(olga)
    page = client.get(link).text
    assert "You are signed in as olga. This link signs you in as sam instead." in page
    assert ("Sign in as sam" in page, "Stay signed in as olga" in page) == (True, True)
    assert signed_in(client) == str(olga.pk)
    assert (client.post(link).status_code, signed_in(client)) == (302, str(person("sam").pk))


def test_a_start_leads_whoever_is_signed_in_already_to_their_first_page(client):
    ada = person("ada")
    client.force_login(ada)
    assert client.get(link_for(ada, opens_browser=True)).url == reverse("manage")
    assert client.get(link_for(ada)).status_code == 200


def test_somebody_without_a_password_is_led_to_set_one(client):
    user = accounts.create(Actor.of_command("test"), username="nora")
    assert client.post(link_for(user)).url == reverse("account")
    new = "a wall of seventeen stacks"
    assert client.post(reverse("account"), {"password": new, "again": new}).url == "/"
    client.logout()
    assert sign_in(client, new, name="nora").url == "/"


def test_an_organiser_who_signs_in_begins_where_a_tournament_is_made(client):
    user = accounts.create(Actor.of_command("test"), username="nora", organiser=True)
    assert client.post(link_for(user)).url == reverse("welcome")
    begin = client.get(reverse("welcome")).text
    assert [word for word in ("Play now", "New tournament", "Set a password") if word not in begin] == []
    assert ("New password" in begin, "Tokens" in begin) == (False, False)
    page = client.get(reverse("account"))
    assert page.context["first_page"] == reverse("manage")
    assert "New tournament" in client.get(reverse("manage")).text


@rows_of(__file__)
def test_a_bad_password_is_refused(client, password, again, complaint):
    client.force_login(person("sam"))
    answer = client.post(reverse("account"), {"password": password, "again": again})
    assert complaint in answer.text
    person("sam").refresh_from_db()
    client.logout()
    assert sign_in(client, PASSWORD, name="sam").status_code == 302
