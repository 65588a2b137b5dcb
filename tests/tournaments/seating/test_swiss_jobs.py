"""Swiss rounds of large events: drawn by a job, with the refusals, the certificate and the log of a direct draw."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played
from tournaments.core import jobs
from tournaments.core.jobs import JobRun, JobStopped, claim, map_job_kinds, perform
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.entries.services import players
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.verify import verify
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import promises, seating, swiss_jobs

pytestmark = pytest.mark.django_db

STALE = "The players, the results or the wishes have changed since this was drawn. Draw it again."


@pytest.fixture
def event(monkeypatch):
    """Eight players after one round, who count as many."""
    monkeypatch.setattr(swiss_jobs, "MAX_DIRECT", 6)
    tournament = small_tournament(8, rounds=3)
    people(tournament)
    played(tournament, 1)
    return tournament


def at(event, name="manage_seating_swiss", number=2):
    return reverse(name, args=[event.slug, number])


def ended(job):
    """The job after a worker has done it."""
    perform(claim(job.pk))
    job.refresh_from_db()
    return job


@dataclass(frozen=True)
class Interrupted(JobRun):
    """A run in which something happens once, when so much is done."""

    percent: ClassVar[int]
    happens: ClassVar[object]

    def report(self, progress, total, message=""):
        super().report(progress, total, message)
        if progress >= self.percent and self.job.pk not in happened:
            happened.add(self.job.pk)
            self.happens()


happened = set()


def interrupted(job, percent, happens):
    """Run the job, while somebody does something."""
    run = type("Run", (Interrupted,), {"percent": percent, "happens": staticmethod(happens)})(claim(job.pk).job)
    perform(run)
    job.refresh_from_db()
    return job


def test_a_large_round_is_a_job_that_leads_to_the_draft_which_a_direct_draw_gives(event, monkeypatch):
    sue, second = signed_in("sue"), event.rounds.get(number=2)
    first, again = (sue.post(at(event), {"setting": "fresh", "seed": "lot"}).headers["Location"] for _ in range(2))
    job = Job.objects.get()
    assert first == again == job.get_absolute_url()
    assert (second.seatings.count(), job.kind) == (0, "seating-swiss")
    done, draft = ended(job), second.seatings.get()
    assert (done.state, done.progress, done.total) == ("done", 100, 100)
    assert done.result_url == f"{at(event, 'manage_seating')}?version={draft.version}"
    entry = AuditEntry.objects.filter(action="seating.swiss").latest("sequence")
    assert (entry.actor_name, entry.origin) == ("sue", "task")
    monkeypatch.setattr(swiss_jobs, "MAX_DIRECT", 8)
    assert sue.post(at(event), {"setting": "fresh", "seed": "lot"}).headers["Location"].endswith("?version=2")
    drawn, direct = (row.certificate for row in event.draws.order_by("number"))
    assert drawn == direct
    assert all(check.passed for check in verify(parse_certificate(drawn)))
    assert event.input_records.filter(kind="draw").count() == 2


@pytest.mark.parametrize(
    ("players_drawn", "draws", "long"),
    [(240, 1, False), (241, 1, True), (1000, 1, True), (80, 3, False), (84, 3, True)],
)
def test_a_request_draws_for_half_a_second_and_a_job_for_longer(monkeypatch, players_drawn, draws, long):
    monkeypatch.setattr(swiss_jobs, "list_round_players", lambda _round: range(players_drawn))
    assert swiss_jobs.is_long(None, draws) is long


def test_refusals_come_at_once_at_their_field_and_leave_no_job(event):
    sue, final = signed_in("sue"), event.rounds.get(number=3)
    promises.seal(acting("sue"), event, rounds=[final], way="swiss", options={"setting": "close", "in_brackets": False})
    refused = sue.post(at(event, number=3), {"setting": "close", "seed": "mine"})
    assert (refused.status_code, list(refused.context["swiss_form"].errors)) == (422, ["seed"])
    assert sue.post(at(event, number=3), {"setting": "fresh"}).status_code == 422
    assert sue.post(at(event, "manage_seating_choices", 3), {}).status_code == 422
    assert sue.post(at(event), {"setting": "none"}).status_code == 422
    assert not Job.objects.exists()
    drawn = ended(swiss_jobs.draw_later(acting("sue"), final, DrawOptions(setting="close")))
    assert (drawn.state, event.draws.get().under, event.draws.get().value.opened is not None) == (
        "done", event.seed_commitments.get(), True,
    )  # fmt: skip


def test_a_program_gets_the_job_in_place_of_the_draft(event):
    answer = program("olga").post(
        f"/api/v1/tournaments/{event.slug}/rounds/2/swiss/", {"setting": "close"}, format="json"
    )
    job = Job.objects.get()
    assert (answer.status_code, answer.json()["kind"], answer.json()["id"]) == (200, "job", str(job.pk))
    ended(job)
    assert program("olga").get(f"/api/v1/jobs/{job.pk}/").json()["state"] == "done"


def test_a_change_of_the_field_while_it_is_drawn_is_told_and_nothing_is_drafted(event):
    second = event.rounds.get(number=2)
    job = swiss_jobs.draw_later(acting("sue"), second, DrawOptions(setting="close"))
    leaver = event.entries.get(number=3)
    interrupted(job, 40, lambda: players.drop(acting("olga"), leaver, from_round=2, reason="ill"))
    assert (job.state, str(job.message), second.seatings.count()) == ("failed", STALE, 0)
    # What changed before the work began is drawn with.
    later = ended(swiss_jobs.draw_later(acting("sue"), second, DrawOptions(setting="close")))
    assert (later.state, 3 in event.draws.get().value.players) == ("done", False)


@pytest.mark.parametrize("percent", [40, 49])
def test_a_cancelled_job_leaves_no_draft_however_late_it_is_cancelled(event, percent):
    second = event.rounds.get(number=2)
    job = swiss_jobs.draw_later(acting("sue"), second, DrawOptions(setting="close"))
    interrupted(job, percent, lambda: jobs.cancel(job))
    assert (job.state, second.seatings.count(), event.draws.count()) == ("cancelled", 0, 0)


def test_a_round_that_is_removed_meanwhile_ends_its_job_with_a_sentence(event):
    third = event.rounds.get(number=3)
    job = swiss_jobs.draw_later(acting("sue"), third, DrawOptions(setting="close"))
    third.delete()
    assert (ended(job).state, str(job.message)) == ("failed", "The round was removed in the meantime.")


def test_the_choices_of_a_large_event_are_compared_on_a_page_and_the_one_taken_is_drafted_at_once(event):
    sue, second, fields = signed_in("sue"), event.rounds.get(number=2), {"in_brackets": "on", "setting": "close"}
    first, again = (sue.post(at(event, "manage_seating_choices"), fields).headers["Location"] for _ in range(2))
    job, compared, lead = Job.objects.get(), at(event, "manage_seating_choices"), at(event, "manage_seating")
    assert {sue.get(compared, {"job": key}).headers["Location"] for key in ("", "x", str(job.pk))} == {lead}
    ended(job)
    assert (first, job.state, job.result_url, second.seatings.count()) == (again, "done", f"{compared}?job={job.pk}", 0)
    elsewhere = sue.get(at(event, "manage_seating_choices", 3), {"job": str(job.pk)})
    assert elsewhere.headers["Location"] == at(event, "manage_seating", 3)
    assert signed_in("petra").get(job.result_url).status_code == 403
    page = sue.get(job.result_url)
    assert [choice.inputs.mode for _, choice, _ in page.context["choices"]] == ["fresh", "balanced", "close"]
    kept = page.context["kept"]
    assert kept == [("in_brackets", "on"), ("choices", str(job.pk))]
    sent = dict(kept) | {"setting": "fresh", "seed": page.context["seed"]}
    assert sue.post(at(event), sent).headers["Location"].endswith("?version=1")
    taken = [list(table) for table in seating.read_plan(second.seatings.get()).values()]
    assert taken == page.context["choices"][0][2]
    assert all(check.passed for check in verify(parse_certificate(event.draws.get().certificate)))
    # Results that have changed since make them choices of another day.
    players.drop(acting("olga"), event.entries.get(number=3), from_round=2, reason="ill")
    refused = sue.post(at(event), sent)
    assert (refused.status_code, second.seatings.count()) == (422, 1)
    assert refused.context["swiss_form"].non_field_errors() == [STALE]
    job.result.storage.delete(job.result.name)
    assert sue.get(job.result_url).status_code == 410


def test_every_kind_of_job_of_a_swiss_round_has_a_way_back(event):
    job = swiss_jobs.draw_later(acting("sue"), event.rounds.get(number=2), DrawOptions(setting="close"))
    back = map_job_kinds()[job.kind].back(JobRun(job))
    assert signed_in("sue").get(back).status_code == 200
    with pytest.raises(JobStopped):
        JobRun(job).report(1, 2)
