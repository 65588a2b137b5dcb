"""The wizard for a changed field."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, small_tournament
from tournaments.models import SeatingDraw
from tournaments.services import registration, seating, seating_drafts

pytestmark = pytest.mark.django_db


def client_of(name):
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def event():
    tournament = small_tournament(20, rounds=2)
    people(tournament)
    for draft in seating_drafts.generate(
        acting(), tournament, rounds=list(tournament.rounds.order_by("number")), seed="s"
    ):
        seating.publish(acting(), draft)
    return tournament


def test_olga_compares_takes_and_takes_back(event):
    olga = client_of("olga")
    address = reverse("manage_replan", args=[event.slug])
    leaver = event.entries.get(number=7)
    shown = olga.post(address, {"leaves": [leaver.pk]})
    (option,) = shown.context["options"]
    assert (option.plan.kind, option.name) == ("sit out", "Sit out in turn")
    assert [number for number, out in option.byes] == [1, 2]
    assert {figure.key for figure in option.figures} == {
        "repeats",
        "third_meetings",
        "without_common",
        "repeated_tables",
        "wind_excess",
    }
    answer = olga.post(address, {"leaves": [leaver.pk], "kind": "sit out", "seed": shown.context["seed"]})
    draw = SeatingDraw.objects.get(kind="replan")
    assert (answer.status_code, answer["Location"]) == (302, draw.get_absolute_url())
    assert olga.get(address).context["undoable"] == draw
    olga.post(reverse("manage_replan_undo", args=[event.slug]), {"draw": draw.number})
    leaver.refresh_from_db()
    assert leaver.status == "checked_in"
    assert olga.get(address).context["undoable"] is None


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "Say what changes: who leaves, who arrives, or which table falls away."),
        ({"tables_gone": "three"}, "Write the tables' numbers, with spaces between."),
        ({"tables_gone": "3", "kind": "magic"}, "This option does not exist any more; look at the options again."),
    ],
)
def test_mistakes_are_said_and_the_form_keeps_its_work(event, data, sentence):
    page = client_of("olga").post(reverse("manage_replan", args=[event.slug]), data or {"reason": "?"})
    assert page.status_code == 422
    assert sentence in [error for errors in page.context["form"].errors.values() for error in errors]


def test_sue_seats_but_does_not_send_players_home(event):
    assert client_of("sue").get(reverse("manage_replan", args=[event.slug])).status_code == 403


def test_who_dropped_at_the_desk_is_named_and_nothing_more_need_be_said(event):
    olga = client_of("olga")
    address = reverse("manage_replan", args=[event.slug])
    leaver = event.entries.get(number=7)
    registration.drop(acting(), leaver, from_round=1)
    assert (olga.get(address).context["gone"], olga.get(address).context["chairless"]) == ([leaver], [])
    (option,) = olga.post(address, {"reason": "home"}).context["options"]
    assert option.plan.kind == "sit out"
    assert all(7 not in table for round_ in option.plan.rounds for table in round_)


def test_an_unknown_table_is_said_at_its_field_and_a_strange_draw_is_not_found(event):
    olga = client_of("olga")
    page = olga.post(reverse("manage_replan", args=[event.slug]), {"tables_gone": "3 9"})
    assert (page.status_code, page.context["form"].errors) == (
        422,
        {"tables_gone": ["No coming round has a table 9."]},
    )
    assert page.context["form"]["tables_gone"].value() == "3 9"
    assert olga.post(reverse("manage_replan_undo", args=[event.slug]), {"draw": "two"}).status_code == 404
