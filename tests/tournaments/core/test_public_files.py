"""Public papers and files: made once by content, one at a time after the organisers' jobs; nobody waits in a thread."""

import json
from datetime import timedelta
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tests.support.remembered import remembered
from tests.support.tables import playing
from tests.support.together import together
from tournaments.core import jobs, periodic, public_files
from tournaments.core.http.throttles import FILES
from tournaments.core.models.jobs import Job
from tournaments.core.models.public_files import PublicFile
from tournaments.core.printing import pdf, public_papers
from tournaments.core.printing.pdf import NoPdfError, PrintingError
from tournaments.core.printing.registry import list_offered_papers
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import make_bundle_file
from tournaments.exchange.services import privacy

pytestmark = pytest.mark.django_db

PAGE, PROGRAM = {"Accept": "text/html,*/*"}, {"Accept": "*/*"}


@pytest.fixture(autouse=True)
def made(monkeypatch):
    """Count how often a paper is laid out; a worker is alive, and each test makes what waits by itself."""
    runs = []

    def render_run(run, *_progress, **_seconds):
        runs.append(run)
        return b"%PDF-1.7 " + run.title.encode()

    monkeypatch.setattr(pdf, "render_run", render_run)
    jobs.mark_worker_alive()
    return runs


@pytest.fixture
@remembered
def event():
    return playing(8)


def rulebook(event, headers=PROGRAM, **query):
    address = reverse("event_rulebook_pdf", args=[event.slug])
    return get(address, query, headers=headers)


def get(address, *query, **sent):
    """The response with its whole `body`, which closes its file."""
    response = Client().get(address, *query, **sent)
    response.body = response.getvalue()

    return response


def test_a_visitor_waits_on_a_page_that_reloads_and_a_program_is_told_when_to_come_back(event, made):
    page, told = rulebook(event, PAGE), rulebook(event)
    headers = [page[name] for name in ("Refresh", "Retry-After", "Cache-Control")]
    assert (page.status_code, headers) == (202, ["2", "2", "no-store"])
    assert "This page opens it by itself." in page.text
    assert (told.status_code, told["Retry-After"], told["Content-Type"]) == (503, "2", "text/plain; charset=utf-8")
    assert made == []
    public_files.make_waiting()
    paper = rulebook(event, PAGE)
    assert (paper.status_code, paper["Content-Type"], paper.body) == (200, "application/pdf", b"%PDF-1.7 Rulebook")
    assert paper["Content-Disposition"] == f'inline; filename="{event.slug}-rulebook.pdf"'
    assert rulebook(event, {"If-None-Match": paper["ETag"]}).status_code == 304
    assert len(made) == 1


def test_events_with_the_same_rules_share_the_rulebook_by_language_and_size(event, made):
    other = small_tournament(8, slug="autumn-open")
    for each in (event, other):
        for language in ("en", "ja"):
            for size in ("a4", "letter"):
                rulebook(each, {"Accept-Language": language}, paper=size)
    assert PublicFile.objects.count() == 4
    public_files.make_waiting()
    assert [(run.paper, run.leaves[0].values["heading"]) for run in made] == [("a4", None), ("letter", None)] * 2
    assert {run.title.partition(":")[0] for run in made} <= {"Rulebook", "ルールブック", "規則書"}
    Tournament.objects.filter(pk=other.pk).update(print_languages=["zh-hans"])
    rulebook(Tournament.objects.get(pk=other.pk), {"Accept-Language": "en"})
    assert PublicFile.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_however_many_ask_at_the_same_time_it_is_made_once(event, made):
    answers = together(*[lambda: rulebook(event).status_code] * 6)
    assert set(answers) == {503}
    # Those of a published seating, which come first.
    Job.objects.all().delete()
    public_files.make_waiting()
    assert (len(made), PublicFile.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("job", "waits"),
    [
        ({"state": "queued"}, True),
        ({"state": "running", "heartbeat": timedelta()}, True),
        ({"state": "running", "heartbeat": timedelta(minutes=2)}, False),
        ({"state": "done"}, False),
    ],
)
def test_the_jobs_of_organisers_come_first_but_not_for_ever(event, made, job, waits):
    now = timezone.now()
    heartbeat = {"heartbeat": now - job["heartbeat"]} if "heartbeat" in job else {}
    Job.objects.create(kind="print", tournament=event, **{**job, **heartbeat})
    rulebook(event)
    public_files.make_waiting()
    assert (made == []) is waits
    PublicFile.objects.update(asked_at=now - timedelta(minutes=2))
    public_files.make_waiting()
    assert len(made) == 1


def test_a_long_lane_is_made_in_turns_so_that_it_never_counts_as_hanging(event, made, monkeypatch):
    """The task is claimed anew for each turn; one that runs for `periodic.OVERDUE` is reported as not running."""
    clock = iter(range(0, 10_000, 25))
    monkeypatch.setattr(public_files, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    for size in ("a4", "letter"):
        for language in ("en", "ja", "zh-hans"):
            rulebook(event, {"Accept-Language": language}, paper=size)
    turns = 0
    while public_files.has_waiting_files():
        public_files.make_waiting()
        turns += 1
    assert (len(made), turns) == (6, 3)
    longest = public_files.TURN + timedelta(seconds=public_papers.SECONDS)
    assert longest < periodic.OVERDUE


def test_without_a_worker_the_web_process_makes_it_one_at_a_time(event, made, monkeypatch):
    monkeypatch.setattr(jobs, "is_worker_alive", lambda: False)
    with public_files._alone:
        assert rulebook(event).status_code == 503
    PublicFile.objects.all().delete()
    assert (rulebook(event).status_code, len(made)) == (200, 1)


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (NoPdfError("install Pango"), 200, "install Pango"),
        (PrintingError("too long"), 503, "too long"),
        (ZeroDivisionError(), 503, "This file could not be made."),
        (Tournament.DoesNotExist(), 404, ""),
    ],
)
def test_a_file_that_cannot_be_made_says_why_and_is_tried_again_later(event, monkeypatch, error, status, text):
    def fail(*_given, **_named):
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(pdf, "render_run", fail)
        rulebook(event)
        public_files.make_waiting()
    assert not public_files.has_waiting_files()
    answer = rulebook(event, PAGE)
    assert (answer.status_code, text in answer.body.decode()) == (status, True)
    PublicFile.objects.update(asked_at=timezone.now() - timedelta(minutes=2))
    assert rulebook(event).status_code == 503
    public_files.make_waiting()
    assert rulebook(event).status_code == 200


def test_a_file_that_ends_its_worker_each_time_is_given_up(event, made):
    rulebook(event)
    PublicFile.objects.update(attempts=public_files.MAX_ATTEMPTS)
    public_files.make_waiting()
    assert (made, PublicFile.objects.get().state) == ([], "failed")


def test_new_files_are_limited_by_address_and_the_lane_has_an_end(event, monkeypatch):
    monkeypatch.setattr("tournaments.core.views.public_files.FILES", FILES._replace(address=2))
    caches["throttles"].clear()

    def ask(number, **sent):
        Tournament.objects.filter(pk=event.pk).update(print_languages=["en", *["ja", "zh-hans", "zh-hant"][:number]])
        return get(reverse("event_rulebook_pdf", args=[event.slug]), **sent).status_code

    assert [ask(0), ask(1), ask(2)] == [503, 503, 429]
    # What waits or is made costs nothing more, and another address has its own limit.
    assert [ask(1), ask(0), ask(2, REMOTE_ADDR="192.0.2.7")] == [503, 503, 503]
    monkeypatch.setattr(public_files, "MAX_WAITING", 3)
    assert (ask(3, REMOTE_ADDR="192.0.2.8"), PublicFile.objects.count()) == (503, 3)


def test_one_address_never_fills_the_lane(event, made, empty_cache):
    """It may ask for fewer than are made in that time, ten seconds each; yet all papers of a round are within it."""
    assert FILES.seconds / FILES.address >= 10
    # At the turn of two periods.
    assert 2 * FILES.address < public_files.MAX_WAITING
    public = [paper.key for paper in list_offered_papers() if paper.public]
    for language, size, key in product(("en", "ja", "zh-hans", "zh-hant"), ("a4", "letter"), public):
        address = reverse("public_document", args=[event.slug, 1, key])
        assert get(address, {"paper": size}, headers={"Accept-Language": language}).status_code in (404, 503)
    assert 2 * PublicFile.objects.count() < FILES.address


def test_the_public_part_is_a_file_made_once_for_a_public_version(event, monkeypatch):
    calls = []
    monkeypatch.setattr(
        "tournaments.exchange.jobs.make_bundle_file", lambda each: calls.append(each) or make_bundle_file(each)
    )
    address = reverse("event_bundle", args=[event.slug])
    assert [get(address, headers={"Accept-Language": each}).status_code for each in ("en", "ja")] == [503] * 2
    public_files.make_waiting()
    answers = [get(address, headers={"Accept-Language": each}) for each in ("en", "ja", "zh-hans")]
    assert {json.loads(answer.body)["digest"] for answer in answers} != set()
    assert (len(calls), answers[0]["Content-Disposition"]) == (1, f'attachment; filename="{event.slug}-public.json"')


def test_an_erased_player_leaves_the_papers_and_old_files_go(event, django_capture_on_commit_callbacks):
    get(reverse("public_document", args=[event.slug, 1, "seating-names"]))
    public_files.make_waiting()
    file = PublicFile.objects.get()
    assert (file.state, file.tournament, Path(file.file.path).exists()) == ("done", event, True)
    with django_capture_on_commit_callbacks(execute=True):
        privacy.erase(acting(), event.entries.get(number=1))
    assert (PublicFile.objects.count(), Path(file.file.path).exists()) == (0, False)
    rulebook(event)
    public_files.make_waiting()
    public_files.discard_old()
    assert PublicFile.objects.count() == 1
    PublicFile.objects.update(asked_at=timezone.now() - 2 * public_files.KEPT)
    public_files.discard_old()
    assert PublicFile.objects.count() == 0


def test_a_file_that_a_restored_backup_lacks_is_made_again(event, made):
    rulebook(event)
    public_files.make_waiting()
    Path(PublicFile.objects.get().file.path).unlink()
    assert rulebook(event).status_code == 503
    public_files.make_waiting()
    assert (rulebook(event).status_code, len(made)) == (200, 2)
