"""Olga asks how good a Swiss round is: she stops the proof, asks again, and takes the better seating."""

import pytest
from playwright.sync_api import expect

from tests.support import trial_jobs
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tournaments.models import Job, SeatingDraw
from tournaments.seating.certificate import dumps, loads
from tournaments.seating.swiss.rounds import by_standings
from tournaments.services import jobs, rounds, seating, seating_drafts

pytestmark = pytest.mark.browser

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


@pytest.fixture
def event(live_site):
    """The second round drawn by Swiss. A field of this size is drawn as well as can be, so a bad seating stands in."""
    tournament = small_tournament(16, rounds=3)
    people(tournament)
    played(tournament, 1, SHEETS)
    seating_drafts.swiss(acting("olga"), tournament.rounds.get(number=2), seed="spring")
    draw = SeatingDraw.objects.get(tournament=tournament)
    value = loads(draw.certificate)
    value["rounds"] = [[list(table) for table in by_standings(value["inputs"]["order"], "interval")]]
    draw.certificate = dumps(value)
    draw.save(update_fields=["certificate"])
    return tournament


def test_olga_stops_a_proof_asks_again_and_takes_the_better_seating(live_site, start_worker, phone, event):
    start_worker()
    olga = person("olga")
    live_site.sign_in(phone, olga)
    # The one worker is busy, so that the proof waits until it is stopped.
    other = jobs.create(trial_jobs.COUNT, created_by=olga, params={"to": 600, "pause": 0.05})
    phone.goto(live_site.url(f"/t/{event.slug}/manage/rounds/2/seating/"))
    phone.get_by_role("link", name="Prove it").click()
    question = phone.url
    phone.get_by_role("button", name="Prove it").click()
    expect(phone.get_by_text("Waiting for its turn.")).to_be_visible()
    waiting = phone.url
    # A second click leads to the proof that waits already.
    phone.goto(question)
    phone.get_by_role("button", name="Prove it").click()
    assert phone.url == waiting
    phone.get_by_role("button", name="Cancel").click()
    expect(phone.get_by_text("Cancelled.")).to_be_visible()
    phone.get_by_role("link", name="Back", exact=True).click()
    assert phone.url == question
    jobs.cancel(Job.objects.get(pk=other.pk))
    phone.get_by_role("button", name="Prove it").click()
    phone.get_by_role("link", name="See the result").click()
    expect(phone.get_by_text("None is cheaper than that; proven for all tables.")).to_be_visible()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.get_by_role("button", name="Take it as a new draft").click()
    expect(phone.get_by_role("heading", name="Seating of round 2")).to_contain_text("version 2, Draft")
    phone.get_by_role("link", name="Draw 2 explained").click()
    expect(phone.get_by_role("heading", name="Draw 2")).to_contain_text("Swiss round chosen by a proof")
    # Once the round is played the proof can still be read, and says why nothing can be taken.
    seating.publish(acting("olga"), event.rounds.get(number=2).seatings.get(version=2))
    rounds.start(acting("olga"), event.rounds.get(number=2))
    phone.goto(question)
    expect(phone.get_by_text("A round of this draw has started; its seating stays.")).to_be_visible()
    expect(phone.get_by_role("button", name="Take it as a new draft")).to_have_count(0)
