"""Second persons: another account, or another player on another phone."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, person, program, signed_in
from tests.support.tables import table_of
from tournaments.accounts.models import Membership
from tournaments.core.models.log import AuditEntry
from tournaments.core.text.places import format_enumeration
from tournaments.events.forms import SettingsForm
from tournaments.events.models import Tournament
from tournaments.events.views.next_steps import Need
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
def event(event):
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    event.refresh_from_db()
    return event


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


def test_a_second_player_has_a_phone_that_has_opened_the_page(event):
    enter_by_code(Client(), event, player=1)
    refused = confirm_by_code(Client(), event, player=2)
    assert (refused.status_code, refused.context["error"], state()) == (422, NOT_KNOWN, "entered")
    Tournament.objects.update(blind_reentry=True)
    enter_by_code(Client(), event, player=2)
    assert TableResult.objects.get().twice_alike is False, "nor is it typed by two"
    Tournament.objects.update(blind_reentry=False)
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


def test_the_browser_and_the_account_that_entered_the_sheet_at_the_desk_are_no_players_phone(event):
    sam, phone = signed_in("sam"), signed_in("sam")
    enter_at_desk(sam, event)
    phone.get(code_page(event))
    refused = confirm_by_code(phone, event, player=2)
    assert refused.context["error"] == "You entered this sheet. Another person must confirm it."
    sam.get(code_page(event))
    assert confirm_by_code(sam, event, player=2).status_code == 422
    # Signing out makes no other device of it.
    sam.logout()
    assert (confirm_by_code(sam, event, player=2).status_code, state()) == (422, "entered")


def test_a_phone_that_entered_the_sheet_for_a_player_does_not_confirm_it_with_an_account(event):
    phone = Client()
    enter_by_code(phone, event, player=1)
    assert (confirm_at_desk(signed_in("olga", phone), event).status_code, state()) == (422, "entered")
    assert (confirm_at_desk(signed_in("olga"), event).status_code, state()) == (302, "confirmed")


@pytest.mark.parametrize("way", ["laptop", "program"])
def test_two_accounts_on_one_laptop_or_with_tokens_are_two_people(event, way):
    laptop = signed_in("sam")
    enter_at_desk(laptop, event)

    def confirm(name):
        if way == "laptop":
            return confirm_at_desk(signed_in(name, laptop), event)
        return program(name).post(reverse("api-confirm", args=[event.slug, 1, 1]), {"version": 1}, format="json")

    assert (confirm("sam").status_code, state()) == (422 if way == "laptop" else 400, "entered")
    assert (confirm("olga").status_code, state()) == (302 if way == "laptop" else 200, "confirmed")


def test_the_line_of_waiting_sheets_is_renewed_with_the_tiles(event):
    olga, lines = signed_in("olga"), []
    for do, name in ((enter_at_desk, "sam"), (confirm_at_desk, "olga")):
        do(signed_in(name), event)
        renewed = olga.get(reverse("manage_results", args=[event.slug, 1]), headers={"HX-Request": "true"})
        lines.append("Table 1 needs a second person:" in renewed.text)
    assert lines == [True, False]


def test_where_own_sheets_may_be_confirmed_no_second_person_is_called_for(event):
    enter_at_desk(signed_in("sam"), event)
    Tournament.objects.update(confirmations=Tournament.Confirmations.OWN)
    pages = [reverse("manage_results", args=[event.slug, 1]), reverse("manage_home", args=[event.slug])]
    for page in pages:
        text = signed_in("olga").get(page).text
        assert ("Table 1 waits to be confirmed by " in text, "a second person" in text) == (True, False), page


@pytest.mark.parametrize(
    ("number", "needs"),
    [
        (1, ["1 player has not checked in.", "Table 7 needs a second person: olga.", "the sheet of table 7."]),
        (
            2,
            [
                "2 players have not checked in.",
                "Tables 7 and 8 need a second person: olga.",
                "the sheets of tables 7 and 8.",
            ],
        ),
    ],
)
def test_needs_speak_of_one_table_or_several(number, needs):
    values = {"count": number, "tables": format_enumeration(["7", "8"][:number]), "who": "olga"}
    told = [str(Need(what, values)) for what in ("checked in", "confirm", "nobody confirms")]
    assert [need in text for need, text in zip(needs, told, strict=True)] == [True] * 3


def alone(event):
    """olga alone, with the settings of a new event."""
    Membership.objects.exclude(user=person("olga")).delete()
    Tournament.objects.update(entry_by=Tournament.EntryBy.SCORERS)
    event.refresh_from_db()
    return signed_in("olga")


def test_whoever_is_alone_is_told_so_and_offered_the_three_ways_out(event):
    olga = alone(event)
    enter_at_desk(olga, event)
    offered = ["Invite a second person", "Let the players confirm on their phones"]
    offered += ["Confirm your own sheets from now on"]
    for page, at in (("manage_table", (1, 1)), ("manage_results", (1,)), ("manage_home", ()), ("manage_round", (1,))):
        shown = " ".join(olga.get(reverse(page, args=[event.slug, *at])).text.split())
        assert [shown.count(words) for words in ("Nobody else can confirm", *offered)] == [1, 1, 1, 1], page


def decide(olga, event, way):
    return olga.post(reverse("manage_confirming", args=[event.slug, 1]), {"way": way})


@pytest.mark.parametrize("own", [True, False])
def test_olga_confirms_her_own_sheet_once_that_is_decided_and_the_standings_say_so(event, own):
    olga = alone(event) if own else signed_in("olga")
    enter_at_desk(olga if own else signed_in("sam"), event)
    if own:
        assert confirm_at_desk(olga, event).status_code == 422
        assert decide(olga, event, "own").status_code == 302
        decided = AuditEntry.objects.get(action="tournament.edit")
        assert (decided.before["confirmations"], decided.after["confirmations"]) == ("one", "own")
    assert (confirm_at_desk(olga, event).status_code, state()) == (302, "confirmed")
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="the hall is closing")
    note = "At this event a sheet may be confirmed by the person who entered it."
    standings = reverse("event_standings", args=[event.slug])
    assert Client().get(standings).text.count(note) == own
    # What was confirmed so stays confirmed so, whatever the event asks for later.
    settings.edit(acting(), event, facts={"confirmations": "one"})
    assert Client().get(standings).text.count(note) == own


def test_the_own_sheet_is_typed_again_where_every_sheet_is(event):
    olga = alone(event)
    Tournament.objects.update(blind_reentry=True, confirmations="own")
    enter_at_desk(olga, event)
    address = reverse("manage_confirm", args=[event.slug, 1, 1, 1])
    assert "again-points_0" in olga.get(reverse("manage_table", args=[event.slug, 1, 1])).content.decode()
    again = {f"again-{name}": value for name, value in CLEAN.items() if name.startswith("points")}
    assert (olga.post(address, again | {"again-points_0": "50"}).status_code, state()) == (422, "entered")
    assert (olga.post(address, again).status_code, state()) == (302, "confirmed")


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
    page = signed_in("olga").get(reverse("manage_edit", args=[event.slug])).text
    assert 'name="waiting"' not in page, "no sheet waits"
    enter_at_desk(signed_in("sam"), event)
    asked = change_settings(event, confirmations="none")
    event.refresh_from_db()
    assert (asked.status_code, event.confirmations, state()) == (422, "one", "entered")
    assert asked.context["form"].errors["waiting"] == [
        "1 waiting sheet has enough confirmations now. Choose: confirm it or leave it waiting."
    ]
    edit, facts = f"/api/v1/tournaments/{event.slug}/edit/", {"facts": {"confirmations": "none"}}
    refused = program("olga").post(edit, facts, format="json")
    assert (refused.status_code, refused.json()["field"], state()) == (400, "waiting", "entered")


@pytest.mark.parametrize(("way", "waiting"), [("page", "count"), ("page", "leave"), ("program", "count")])
def test_sheets_that_wait_count_or_go_on_waiting(event, way, waiting):
    enter_at_desk(signed_in("sam"), event)
    if way == "page":
        assert change_settings(event, confirmations="none", waiting=waiting).status_code == 302
    else:
        body = {"facts": {"confirmations": "none"}, "waiting": waiting}
        edit = f"/api/v1/tournaments/{event.slug}/edit/"
        assert program("olga").post(edit, body, format="json").status_code == 200
    event.refresh_from_db()
    expected = ("confirmed", 8) if waiting == "count" else ("entered", 0)
    assert (event.confirmations, state(), ScoreLine.objects.count()) == ("none", *expected)


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
