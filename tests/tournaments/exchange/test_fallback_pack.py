"""The pack with which an event goes on by hand."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.people import acting, people, seat_in_order, signed_in, small_tournament
from tests.support.tables import enter, playing, table_of
from tournaments.core.audit.log_head import head
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.printing.registry import Order, paper_of
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db


def templates(event) -> list[str]:
    event.refresh_from_db()
    return [leaf.template for leaf in paper_of("fallback-pack").leaves(Order(event, "http://192.0.2.1:8000"))]


def test_it_grows_with_the_event():
    event = small_tournament()
    with pytest.raises(UserError, match="publish the seating"):
        templates(event)
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=1)))
    seats = ["seating_tables", "seating_names", "scoresheet", "scoresheet"]
    assert templates(event) == ["fallback_cover", *seats]
    rounds.start(acting("olga"), event.rounds.get(number=1))
    for number in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(event, number), (24, 8, -8, -24)))
    assert templates(event) == ["fallback_cover", "standings"]
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=2)))
    assert templates(event) == ["fallback_cover", "standings", *seats]


def test_its_cover_names_the_team_and_the_head_of_the_log_and_the_newest_is_one_click_away():
    event = playing()
    people(event)
    event.refresh_from_db()
    cover = paper_of("fallback-pack").leaves(Order(event, ""))[0].values
    assert ["Referee", "ren", "ren@example.org"] in cover["people"]
    now = head(event)
    assert (cover["next_round"], cover["kept"]["lines"]) == (1, [("log_head", now.sequence, now.grouped)])
    olga, page = signed_in("olga"), reverse("manage_home", args=[event.slug])
    assert "Fallback pack" not in olga.get(page).text
    job = Job.objects.create(
        tournament=event, kind="print", state="done", params={"document": "fallback-pack"}, result="jobs/x.pdf",
        finished_at=event.updated_at,
    )  # fmt: skip
    assert reverse("job_file", args=[job.pk]) in olga.get(page).text
