"""A rehearsal: a copy that robots play by what Next names, which counts nowhere and goes as a whole."""

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import played as play_round
from tests.support.play import published
from tests.support.release import in_full
from tests.support.tables import enter
from tournaments.accounts.models import User
from tournaments.core import jobs
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.events.views import next_steps
from tournaments.exchange.services import event_files
from tournaments.rehearsal import services as rehearsals
from tournaments.rehearsal import views as tour
from tournaments.rehearsal.robots import rounds as rehearsal
from tournaments.results.models.results import TableResult
from tournaments.results.services import open_tables
from tournaments.rounds.services import rounds
from tournaments.seasons import services as season_services
from tournaments.standings.federations.checks import list_obstacles
from tournaments.standings.federations.forms import load_federations
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import cuts
from tournaments.standings.queries.public import query_published_events
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["mcr", "riichi"] if in_full() else ["riichi"])
def real(request) -> Tournament:
    event = small_tournament(9, rounds=2, family=request.param)
    people(event)
    return event


def copied(real: Tournament) -> Tournament:
    return event_files.copy(acting(), tournament=real, slug="trial", name="Trial", rehearsal=True)


def played(event: Tournament) -> list[str]:
    steps: list[str] = []
    while rehearsal.play_next_round(acting(), event, lambda step: steps.append(step.action)):
        continue
    event.refresh_from_db()
    return steps


def test_robots_play_copies_alike_to_the_end_in_a_hall_as_halls_are_and_they_go_whole(real):
    before = (real.version, Entry.objects.filter(tournament=real).count())
    copy, other = copied(real), event_files.copy(acting(), tournament=real, slug="trial-2", rehearsal=True)
    steps = played(copy)
    assert (copy.state, copy.published, next_steps.find_event_step(copy).action) == ("finished", False, "none")
    assert {"seat", "publish", "start", "results", "finish", "replace", "release", "close"} == set(steps)
    real.refresh_from_db()
    assert (real.version, Entry.objects.filter(tournament=real).count()) == before
    assert list(real.rounds.values_list("state", flat=True)) == ["planned", "planned"]
    sheets = TableResult.objects.filter(table__round__tournament=copy, state="confirmed")
    assert [sheet.table.number for sheet in sheets.exclude(doubtful_reason="")] == [2]
    tie = sheets.get(table__round__number=1, table__number=1)
    assert tie.seats.get(order=0).points == tie.seats.get(order=1).points
    assert ScoreLine.objects.get(tournament=copy, kind="penalty").amount < 0
    assert Entry.objects.filter(tournament=copy, status="dropped").count() == 1
    assert len(compute_standings(copy).individual) >= 9
    played(other)
    rows = TableResult.objects.order_by("table__round__number", "table__number", "seats__order")
    rows = rows.values_list("seats__entry__number", "seats__points")
    points = [list(rows.filter(table__round__tournament=event)) for event in (copy, other)]
    assert points[0] == points[1]
    log, key = AuditEntry.objects.filter(tournament=real).count(), copy.pk
    for event in (copy, other):
        rehearsals.remove(acting(), tournament=event)
    assert not Tournament.objects.filter(pk=key).exists()
    assert not AuditEntry.objects.filter(tournament=key).exists()
    assert not User.objects.filter(username__endswith="@trial").exists()
    assert AuditEntry.objects.filter(tournament=real).count() == log
    removed = AuditEntry.objects.filter(tournament=None, action="rehearsal.remove").order_by("sequence")
    assert removed[0].before == {"slug": "trial", "name": "Trial"}
    assert broken_at(None) is None


def test_whom_the_order_of_the_event_leaves_together_lots_part():
    event = small_tournament(8, rounds=1)
    final = stages.add(acting(), event, name="Final", cut_to=6)
    play_round(event, 1, ((10, 10, -10, -10), (10, 10, -10, -10)))
    tied, free = cuts.find_tie_at_line(final)
    assert ([entry.number for entry in tied], free) == ([3, 4, 7, 8], 2)
    rehearsal.play_next_round(acting(), event, lambda _step: None)
    through = set(final.stage_entries.values_list("entry__number", flat=True))
    assert {1, 2, 5, 6} < through
    assert len(through & {3, 4, 7, 8}) == 2
    assert str(AuditEntry.objects.get(action="stages.cut").reason) == "By lot"


def test_at_an_open_evening_everybody_plays_once_more_each_time():
    event = small_tournament(9, rounds=1)
    open_tables.set_up(acting(), event, is_open=True, newcomers=False)
    for played_so_far in (2, 4):
        assert not rehearsal.play_next_round(acting(), event, lambda _step: None)
        assert event.rounds.filter(state="finished").count() == played_so_far
    first, later = (
        {frozenset(round_.current_seating.seats.values_list("entry__number", flat=True)) for round_ in pair}
        for pair in (event.rounds.filter(number__lte=2), event.rounds.filter(number__gt=2))
    )
    assert first != later


def test_the_tour_ticks_what_olga_does_and_what_robots_do():
    event = copied(small_tournament(8, rounds=2))

    def done() -> set[str]:
        return {step.key for step in tour.list_steps(Tournament.objects.get(pk=event.pk)) if step.done}

    assert tour.find_current_step(tour.list_steps(event))[1].key == "draw"
    for round_ in event.rounds.order_by("number"):
        published(round_)
    assert done() == {"check_in", "draw", "publish"}
    first = rounds.start(acting(), event.rounds.get(number=1)).tables.get(number=1)
    enter(first, (8, 8, -8, -8))
    assert done() == {"check_in", "draw", "publish", "start", "sheet"}
    rehearsal.play_next_round(acting(), event, lambda _step: None)
    assert done() == {"check_in", "draw", "publish", "start", "sheet", "doubt", "robots"}
    assert [step.key for step in tour.list_steps(event) if step.open and not step.done] == [
        "correct",
        "substitute",
        "close",
    ]
    enter(first, (8, 4, -4, -8), reason="misread")
    assert done() == {step.key for step in tour.list_steps(event)} - {"substitute", "close"}
    played(event)
    assert TableResult.objects.get(table=first, state="confirmed").version == 2
    assert tour.find_current_step(tour.list_steps(event)) is None
    assert done() == {step.key for step in tour.list_steps(event)}


def test_a_rehearsal_counts_nowhere():
    copy = copied(small_tournament(8))
    with pytest.raises(UserError, match="A rehearsal is never public"):
        event_services.publish(acting(), copy, published=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=copy.pk).update(published=True)
    season = season_services.create(acting(), name="League")
    with pytest.raises(UserError, match="A rehearsal counts in no season"):
        season_services.add_event(acting(), season, tournament=copy)
    assert str(list_obstacles(copy, load_federations()["ema"])[0]) == "This is a rehearsal."
    assert [row.slug for row in query_published_events()] == ["spring-open"]
    again = event_files.copy(acting(), tournament=copy, slug="trial-of-a-trial")
    assert again.rehearsal
    assert mail.outbox == []
    real = Tournament.objects.get(slug="spring-open")
    for act in (lambda: rehearsals.play(acting(), real), lambda: rehearsals.remove(acting(), tournament=real)):
        with pytest.raises(UserError, match="This event is not a rehearsal"):
            act()
    assert (Job.objects.exists(), Tournament.objects.filter(pk=real.pk).exists()) == (False, True)


def test_olga_rehearses_from_the_settings_to_the_end():
    event = small_tournament(8, rounds=1)
    people(event)
    olga = signed_in("olga")
    values = {"name": "Trial", "slug": "trial", "rehearsal": "on"}
    assert olga.post(reverse("event_copy", args=[event.slug]), values).url == "/t/trial/manage/"
    page, real = (olga.get(f"/t/{slug}/manage/").text for slug in ("trial", "spring-open"))
    assert page.count("Rehearsal: nothing here counts.") == 1
    assert "Ten-minute tour: 1 of 10 done" in page
    assert ("Tour" in real, "Rehearsal" in real) == (False, False)
    assert "2. Draw the seating" in olga.get("/t/trial/manage/print/").text
    assert olga.post(reverse("manage_rehearsal_play", args=["trial"]), {"whole": "yes"}).status_code == 302
    job = Job.objects.get(kind=rehearsals.PLAY)
    jobs.perform(jobs.claim(job.pk))
    job.refresh_from_db()
    assert (job.state, str(job.message)) == ("done", "The robots have played.")
    olga.post(reverse("manage_rehearsal_remove", args=["trial"]))
    assert not Tournament.objects.filter(slug="trial").exists()
