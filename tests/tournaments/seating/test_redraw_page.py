"""The page for a changed field."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, small_tournament
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating

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


def address(event):
    return reverse("manage_redraw", args=[event.slug])


def test_olga_redraws_for_one_who_leaves_and_one_who_comes(event):
    olga = client_of("olga")
    Entry.objects.create(tournament=event, number=21, family_name="Wei", status=Entry.Status.WAITING)
    answer = olga.post(address(event), {"leaves": [7], "arrives": [21], "reason": "ill"})
    draw = SeatingDraw.objects.get(kind="replan")
    assert (answer.status_code, answer["Location"]) == (302, draw.get_absolute_url())
    assert draw.value.players == {*range(1, 7), *range(8, 22)}
    assert olga.get(draw.get_absolute_url()).context["how"] == [
        "The field changed during the event: the coming rounds were seated anew.",
        "Left: 7.",
        "Arrived: 21.",
        "Rounds that had started stayed as they were.",
    ]


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ("three", "Enter the numbers of tables, separated by spaces."),
        ("3 9", "No coming round has a table 9."),
    ],
)
def test_a_wrong_table_is_said_at_its_field_and_the_form_keeps_its_work(event, tables, sentence):
    page = client_of("olga").post(address(event), {"tables_gone": tables, "reason": "a burst pipe"})
    assert (page.status_code, page.context["form"].errors) == (422, {"tables_gone": [sentence]})
    assert [page.context["form"][name].value() for name in ("tables_gone", "reason")] == [tables, "a burst pipe"]


def test_who_dropped_at_the_desk_is_named_and_nothing_more_need_be_said(event):
    olga = client_of("olga")
    leaver = event.entries.get(number=7)
    registration.drop(acting(), leaver, from_round=1)
    page = olga.get(address(event))
    assert (page.context["gone"], page.context["chairless"]) == ([leaver], [])
    olga.post(address(event))
    assert SeatingDraw.objects.get(kind="replan").value.players <= set(range(1, 21)) - {7}
