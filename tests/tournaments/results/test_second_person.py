"""Second persons: another account, or another player on another phone."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, token_of
from tests.support.tables import playing, table_of
from tournaments.accounts.models import Membership
from tournaments.core.models.log import AuditEntry
from tournaments.events.forms import SettingsForm
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.services import settings
from tournaments.rounds.services import rounds
from tournaments.standings.models import ScoreLine

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
        "You entered this sheet. Another person must confirm it.",
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


def decide(olga, event, way):
    return olga.post(reverse("manage_confirming", args=[event.slug, 1]), {"way": way})


def test_olga_confirms_her_own_sheet_once_that_is_decided_and_the_standings_say_so(event):
    olga = alone(event)
    enter_at_desk(olga, event)
    assert confirm_at_desk(olga, event).status_code == 422
    assert decide(olga, event, "own").status_code == 302
    assert (confirm_at_desk(olga, event).status_code, state()) == (302, "confirmed")
    decided = AuditEntry.objects.get(action="tournament.edit")
    assert (decided.before["confirmations"], decided.after["confirmations"]) == ("one", "own")
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="the hall is closing")
    note = "At this event a sheet may be confirmed by the person who entered it."
    standings = reverse("event_standings", args=[event.slug])
    assert Client().get(standings).content.decode().count(note) == 1
    # What was confirmed so stays confirmed so, whatever the event asks for later.
    settings.edit(acting(), event, facts={"confirmations": "one"})
    assert Client().get(standings).content.decode().count(note) == 1


def test_the_standings_of_an_event_with_second_persons_say_nothing(event):
    enter_at_desk(signed_in("sam"), event)
    confirm_at_desk(signed_in("olga"), event)
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="the hall is closing")
    page = Client().get(reverse("event_standings", args=[event.slug])).content.decode()
    assert page.count("confirmed by the person who entered it") == 0


def test_the_own_sheet_is_typed_again_where_every_sheet_is(event):
    olga = alone(event)
    Tournament.objects.update(blind_reentry=True, confirmations="own")
    enter_at_desk(olga, event)
    address = reverse("manage_confirm", args=[event.slug, 1, 1, 1])
    assert "again-points_0" in olga.get(reverse("manage_table", args=[event.slug, 1, 1])).content.decode()
    again = {f"again-{name}": value for name, value in CLEAN.items() if name.startswith("points")}
    assert (olga.post(address, again | {"again-points_0": "50"}).status_code, state()) == (422, "entered")
    assert (olga.post(address, again).status_code, state()) == (302, "confirmed")


def test_players_confirm_once_olga_lets_them(event):
    olga = alone(event)
    enter_at_desk(olga, event)
    assert decide(olga, event, "players").status_code == 302
    sheet = olga.get(reverse("manage_table", args=[event.slug, 1, 1])).content.decode()
    assert sheet.count(f'href="http://testserver{code_page(event)}"') == 1
    phone = Client()
    phone.get(code_page(event))
    assert (confirm_by_code(phone, event, player=2).status_code, state()) == (302, "confirmed")


def test_an_invited_second_person_is_let_in_by_a_code(event):
    olga = alone(event)
    enter_at_desk(olga, event)
    form = olga.get(reverse("manage_roles", args=[event.slug]), {"role": "scorer"})
    assert form.context["form"]["role"].value() == "scorer"
    invited = olga.post(reverse("manage_roles", args=[event.slug]), {"username": "nina", "role": "scorer"})
    assert invited.context["invitation"]["picture"].startswith("data:image/svg+xml")
    sheet = " ".join(olga.get(reverse("manage_table", args=[event.slug, 1, 1])).content.decode().split())
    assert sheet.count("Waiting for: nina.") == 1
    assert (confirm_at_desk(signed_in("nina"), event).status_code, state()) == (302, "confirmed")


def facts_of(event, **changed):
    form = SettingsForm(instance=event)
    values = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return {name: value for name, value in (values | changed).items() if value not in (None, False)}


def change_settings(event, **changed):
    event.refresh_from_db()
    return signed_in("olga").post(reverse("manage_edit", args=[event.slug]), facts_of(event, **changed))


def test_a_new_number_of_confirmations_asks_what_becomes_of_the_sheets_that_wait(event):
    enter_at_desk(signed_in("sam"), event)
    asked = change_settings(event, confirmations="none")
    event.refresh_from_db()
    assert (asked.status_code, event.confirmations, state()) == (422, "one", "entered")
    assert asked.context["form"].errors["waiting"] == [
        "1 waiting sheet has enough confirmations now. Choose: confirm it or leave it waiting."
    ]
    assert change_settings(event, confirmations="none", waiting="count").status_code == 302
    event.refresh_from_db()
    assert (event.confirmations, state(), ScoreLine.objects.count()) == ("none", "confirmed", 8)


def test_sheets_that_wait_may_go_on_waiting(event):
    enter_at_desk(signed_in("sam"), event)
    assert change_settings(event, confirmations="none", waiting="leave").status_code == 302
    assert state() == "entered"


def test_what_one_player_confirmed_is_enough_where_all_were_asked_for_before(event):
    Tournament.objects.update(confirmations="all")
    enter_by_code(Client(), event, player=1)
    # Only its typist has said something: nothing to ask.
    assert change_settings(event, confirmations="one").status_code == 302
    assert change_settings(event, confirmations="all").status_code == 302
    phone = Client()
    phone.get(code_page(event))
    confirm_by_code(phone, event, player=2)
    assert state() == "entered"
    assert change_settings(event, confirmations="one", waiting="count").status_code == 302
    assert state() == "confirmed"


def test_the_api_asks_the_same(event):
    enter_at_desk(signed_in("sam"), event)
    address, headers = f"/api/v1/tournaments/{event.slug}/edit/", {"Authorization": f"Token {token_of('olga')}"}

    def edit(**more):
        body = {"facts": {"confirmations": "none"}, **more}
        return Client().post(address, body, content_type="application/json", headers=headers)

    refused = edit()
    assert (refused.status_code, refused.json()["field"], state()) == (400, "waiting", "entered")
    assert (edit(waiting="count").status_code, state()) == (200, "confirmed")


def test_nothing_is_asked_while_no_sheet_waits(event):
    page = signed_in("olga").get(reverse("manage_edit", args=[event.slug])).content.decode()
    assert 'name="waiting"' not in page
    assert change_settings(event, confirmations="none").status_code == 302
