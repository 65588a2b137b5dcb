"""Who counts as a second person: another account, or another player on another phone."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person, token_of
from tests.support.tables import playing, table_of
from tournaments.models import Membership, TableResult, Tournament

pytestmark = pytest.mark.django_db

CLEAN = {"points_0": "60", "points_1": "20", "points_2": "-30", "points_3": "-50", "based_on": "0"}
NOT_KNOWN = (
    "The site does not recognise this phone. Open this page again, then confirm; where cookies are blocked, confirm at "
    "the desk."
)


@pytest.fixture
def event():
    tournament = playing()
    people(tournament)
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    tournament.refresh_from_db()
    return tournament


def signed_in(name, client=None):
    client = client or Client()
    client.force_login(person(name))
    return client


def code_page(event):
    return reverse("table_code", args=[table_of(event).token])


def confirm_by_code(client, event, player):
    address = reverse("table_code_confirm", args=[table_of(event).token, 1])
    return client.post(address, {"player": event.entries.get(number=player).pk})


def enter_by_code(client, event, player):
    sent = client.post(code_page(event), CLEAN | {"player": event.entries.get(number=player).pk})
    assert sent.status_code == 302


def enter_at_desk(client, event):
    assert client.post(reverse("manage_table", args=[event.slug, 1, 1]), CLEAN).status_code == 302


def confirm_at_desk(client, event):
    return client.post(reverse("manage_confirm", args=[event.slug, 1, 1, 1]))


def state():
    return TableResult.objects.get().state


def test_a_phone_without_the_sites_cookie_is_no_second_player(event):
    enter_by_code(Client(), event, player=1)
    refused = confirm_by_code(Client(), event, player=2)
    assert (refused.status_code, refused.context["error"], state()) == (422, NOT_KNOWN, "entered")


def test_another_phone_that_has_opened_the_page_is_a_second_player(event):
    enter_by_code(Client(), event, player=1)
    phone = Client()
    phone.get(code_page(event))
    assert (confirm_by_code(phone, event, player=2).status_code, state()) == (302, "confirmed")


def test_a_phone_without_the_cookie_signs_with_initials_where_one_phone_may_go_round(event):
    Tournament.objects.update(one_phone=True)
    enter_by_code(Client(), event, player=1)
    assert (confirm_by_code(Client(), event, player=2).status_code, state()) == (422, "entered")
    address = reverse("table_code_confirm", args=[table_of(event).token, 1])
    signed = Client().post(address, {"player": event.entries.get(number=2).pk, "initials": "FB"})
    assert (signed.status_code, state()) == (302, "confirmed")


def test_the_browser_that_entered_the_sheet_at_the_desk_is_no_players_phone(event):
    sam = signed_in("sam")
    enter_at_desk(sam, event)
    sam.get(code_page(event))
    assert (confirm_by_code(sam, event, player=2).status_code, state()) == (422, "entered")
    # Signing out makes no other device of it.
    sam.logout()
    assert (confirm_by_code(sam, event, player=2).status_code, state()) == (422, "entered")


def test_sam_says_no_players_word_on_a_sheet_that_sam_entered(event):
    enter_at_desk(signed_in("sam"), event)
    phone = signed_in("sam")
    phone.get(code_page(event))
    refused = confirm_by_code(phone, event, player=2)
    assert (refused.context["error"], state()) == (
        "You entered this sheet yourself; somebody else confirms it.",
        "entered",
    )


def test_a_phone_that_entered_the_sheet_for_a_player_does_not_confirm_it_with_an_account(event):
    phone = Client()
    enter_by_code(phone, event, player=1)
    assert (confirm_at_desk(signed_in("olga", phone), event).status_code, state()) == (422, "entered")
    assert (confirm_at_desk(signed_in("olga"), event).status_code, state()) == (302, "confirmed")


def test_two_accounts_on_one_laptop_are_two_people(event):
    laptop = signed_in("sam")
    enter_at_desk(laptop, event)
    assert (confirm_at_desk(signed_in("olga", laptop), event).status_code, state()) == (302, "confirmed")


def test_a_program_with_an_accounts_token_is_that_person(event):
    enter_at_desk(signed_in("sam"), event)
    address = reverse("api-confirm", args=[event.slug, 1, 1])

    def confirm(name):
        headers = {"Authorization": f"Token {token_of(name)}"}
        return Client().post(address, {"version": 1}, content_type="application/json", headers=headers)

    assert (confirm("sam").status_code, state()) == (400, "entered")
    assert (confirm("olga").status_code, state()) == (200, "confirmed")


def test_a_sheet_typed_twice_without_the_cookie_is_not_typed_by_two(event):
    Tournament.objects.update(blind_reentry=True)
    enter_by_code(Client(), event, player=1)
    enter_by_code(Client(), event, player=2)
    assert TableResult.objects.get().twice_alike is False


def alone(event):
    """olga alone, with the settings of a new event."""
    Membership.objects.exclude(user=person("olga")).delete()
    Tournament.objects.update(entry_by=Tournament.EntryBy.SCORERS)
    event.refresh_from_db()
    return signed_in("olga")


@pytest.mark.parametrize(
    ("page", "arguments"),
    [("manage_table", (1, 1)), ("manage_results", (1,)), ("manage_home", ()), ("manage_round", (1,))],
)
def test_whoever_is_alone_is_told_so_and_offered_the_three_ways_out(event, page, arguments):
    olga = alone(event)
    enter_at_desk(olga, event)
    shown = " ".join(olga.get(reverse(page, args=[event.slug, *arguments])).content.decode().split())
    offered = (
        "Invite a second person",
        "Let the players confirm on their phones",
        "Confirm your own sheets from now on",
    )
    assert [shown.count(words) for words in ("Nobody else can confirm", *offered)] == [1, 1, 1, 1]
