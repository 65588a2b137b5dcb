"""The public form and the own page, and what the organiser does with what was sent."""

import datetime
import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.pages import messages_of, send_registration
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.remembered import remembered
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

PETRA = {"given_name": "Petra", "family_name": "Quist", "shown": "short", "consent": "on"}


@pytest.fixture
@remembered
def event() -> Tournament:
    event = small_tournament(4)
    people(event)
    facts = {"is_open": True, "fee": "40 €", "asks": {"country": "required", "email": "asked"}}
    applications.set_desk(acting(), event, facts=facts)
    return event


def registers(event: Tournament, **values: str) -> Application:
    answer = send_registration(event, PETRA | {"country": "NED"} | values)
    assert answer.status_code == 302, answer.content.decode()
    return Application.objects.latest("number")


def test_a_form_asks_what_the_organiser_chose_and_keeps_what_was_typed(event):
    page = reverse("register", args=[event.slug])
    fields = [field.name for field in Client().get(page).context["form"]]
    assert fields == ["given_name", "family_name", "country", "email", "shown", "consent"]
    refused = send_registration(event, PETRA | {"consent": ""})
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, ["consent", "country"])
    assert 'value="Quist"' in refused.content.decode()
    assert Application.objects.count() == 0


def test_the_own_page_shows_where_it_stands_and_changes_it(event, olga):
    petra = registers(event)
    own = reverse("registration_own", args=[petra.token])
    assert "Waiting for the organiser's approval" in Client().get(own).content.decode()
    assert olga.post(reverse("manage_registration_admit", args=[event.slug, 1])).status_code == 302
    page = Client().get(own)
    assert "You are registered as number 5, Petra Q." in page.content.decode()
    assert page.headers["X-Robots-Tag"] == "noindex"
    changed = Client().post(own, PETRA | {"country": "BEL"})
    assert (changed.status_code, Application.objects.get().entry.country) == (302, "BEL")
    Client().post(reverse("registration_act", args=[petra.token, "withdraw"]))
    assert (Application.objects.get().state, event.entries.count()) == ("withdrawn", 4)


def test_a_visitor_sees_no_form_before_it_opens_and_why_after_it_closed(event):
    applications.set_desk(acting(), event, facts={"is_open": False})
    page = Client().get(reverse("register", args=[event.slug]))
    assert "Registration is closed" in page.content.decode()
    assert Client().post(reverse("register", args=[event.slug]), PETRA | {"country": "NED"}).status_code == 422
    assert Application.objects.count() == 0
    other = small_tournament(4, slug="autumn-open")
    assert Client().get(reverse("register", args=[other.slug])).status_code == 404


def test_registration_that_stays_closed_says_why_when_it_is_saved_and_on_its_page(event, olga):
    desk = reverse("manage_registration_desk", args=[event.slug])

    def saved(**values: str) -> list[str]:
        return messages_of(olga.post(desk, {"is_open": "on", "offer_hours": "24"} | values, follow=True))

    assert saved() == ["Saved."]
    past = "Registration stays closed: its closing time has passed. Set a later one."
    assert saved(closes_at="2026-05-01T20:00") == [past]
    page = olga.get(reverse("manage_registrations", args=[event.slug]))
    assert (page.context["open"], page.context["closed_because"]) == (False, past)
    assert past in page.content.decode()
    Tournament.objects.filter(pk=event.pk).update(state="running")
    begun = "Registration stays closed: the event is no longer in preparation."
    assert saved() == [begun]
    assert saved(is_open="") == ["Saved."]
    assert olga.get(reverse("manage_registrations", args=[event.slug])).context["closed_because"] == ""


def test_the_organiser_sets_up_joins_refuses_and_marks_the_fee(event, olga):
    desk = {"is_open": "on", "capacity": "8", "offer_hours": "24", "closes_at": "2026-05-01T20:00", "ask_club": "asked"}
    assert olga.post(reverse("manage_registration_desk", args=[event.slug]), desk).status_code == 302
    stored = event.registration_desk
    stored.refresh_from_db()
    assert (stored.capacity, stored.asks, f"{stored.closes_at:%H:%M %Z}") == (8, {"club": "asked"}, "18:00 UTC")
    applications.set_desk(acting(), event, facts={"closes_at": None, "fee": "40 €"})
    registers(event, given_name="Given02", family_name="Family02")
    registers(event)
    shown = olga.get(reverse("manage_registrations", args=[event.slug])).content.decode()
    assert "Same person as 2 Given02 Family02" in shown
    second = event.entries.get(number=2)
    olga.post(reverse("manage_registration_admit", args=[event.slug, 1]), {"join": 2})
    olga.post(reverse("manage_registration_refuse", args=[event.slug, 2]), {"reason": ""})
    olga.post(reverse("manage_registration_paid", args=[event.slug, 1]), {"paid": "yes"})
    first, petra = Application.objects.order_by("number")
    assert (first.entry, first.fee_paid_at is not None, petra.state) == (second, True, "pending")
    olga.post(reverse("manage_registration_refuse", args=[event.slug, 2]), {"reason": "no places for late comers"})
    own = Client().get(reverse("registration_own", args=[petra.token])).content.decode()
    assert "no places for late comers" in own
    applications.set_desk(acting(), event, facts={"capacity": event.entries.count()})
    registers(event, given_name="Paul", family_name="Late")
    answer = olga.post(reverse("manage_registration_admit", args=[event.slug, 3]), follow=True)
    told = messages_of(answer)
    assert told[-1:] == ["All places are taken: Paul Late is on the waiting list."]


NAMES = ("Anna Berg", "Bo Chen", "Cleo Dahl", "Given04 Family04", "Dan Eck")


def test_before_it_is_set_up_registration_leads_to_questions_and_not_back_to_itself() -> None:
    event = small_tournament(4)
    people(event)
    shown = signed_in("olga").get(reverse("manage_registrations", args=[event.slug]), follow=True)
    page = shown.content.decode()
    led = [reverse(name, args=[event.slug]) for name in ("manage_registrations", "manage_questions")]
    assert [f'href="{address}"' in page for address in led] == [False, True]


def with_five_registrations(**facts: object) -> Tournament:
    """An event of four players, whose organiser looks at each registration; the fourth may be a listed player."""
    event = small_tournament(4)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True, "looks_first": True} | facts)
    for name in NAMES:
        given, family = name.split()
        applications.apply(acting("petra"), event, facts={"given_name": given, "family_name": family, "shown": "full"})
    return event


def test_olga_takes_all_registrations_in_the_order_of_their_time(olga: Client) -> None:
    event = with_five_registrations(capacity=6)
    # Cleo sent hers first.
    cleo = event.applications.get(given_name="Cleo")
    cleo.created_at -= datetime.timedelta(hours=1)
    cleo.save()
    page = reverse("manage_registrations", args=[event.slug])
    assert [one.given_name for one, *_rest in olga.get(page).context["new"]] == ["Cleo", "Anna", "Bo", "Given04", "Dan"]
    for name in ("Anna", "Bo", "Dan"):
        applications.admit(acting(), event.applications.get(given_name=name))
    answer = olga.post(reverse("manage_registrations_admit_all", args=[event.slug]), follow=True)
    assert "1 registration is taken." in answer.content.decode()
    # Of six places four were taken: two enter, two wait by the time of their registration, not of its approval.
    # The one who may be a listed player is left to olga.
    assert [one.given_name for one in answer.context["entered"]] == ["Anna", "Bo"]
    assert [one.given_name for one in answer.context["line"]] == ["Cleo", "Dan"]
    assert [one.given_name for one, *_rest in answer.context["new"]] == ["Given04"]


def test_approvals_are_undone_beside_their_message_and_a_joined_player_stays(olga: Client) -> None:
    event = with_five_registrations()

    def states() -> tuple[list[str], int]:
        return [one.state for one in event.applications.order_by("number")], event.entries.count()

    waiting, steps = (["pending"] * 5, 4), (("admit_all", (), {}), ("admit", (4,), {"join": "4"}), ("admit", (1,), {}))
    found = []
    for name, at, values in steps:
        answer = olga.post(reverse(f"manage_registration{'s' * (not at)}_{name}", args=[event.slug, *at]), values)
        found.append((states()[0].count("entered"), states()[1]))
        *_earlier, message = olga.get(answer["Location"]).context["messages"]
        undo = json.loads(message.extra_tags)
        assert olga.post(undo["action"], undo["values"]).status_code == 302
        assert states() == waiting
    assert found == [(4, 8), (1, 4), (1, 5)]
