"""The demonstration: its command, who is offered it on the home page, and what each role finds."""

import io
from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.walls.deal import find_differences, read_deal
from engine.walls.public_value import ValueName
from judging.cases.models import Case
from judging.desk.models import Call
from tests.support.duplicate import duplicate_event
from tests.support.people import acting, person, small_tournament
from tests.support.remembered import remembered
from tests.support.verifier import lines_of
from tournaments import tasks
from tournaments.accounts.models import User
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import board_results, deals
from tournaments.duplicate.services import deals as make_deals
from tournaments.entries.models.entries import Entry
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.demo import running_event as living
from tournaments.exchange.demo.people import staff
from tournaments.exchange.demo.queries import ACCOUNTS, ASIDE, LIVING, NOW, build_trial, find_running_event
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import demonstration
from tournaments.management.commands import demo_duplicate
from tournaments.results.models.results import TableResult
from tournaments.results.queries import hall
from tournaments.rounds.models import Seating
from tournaments.seasons import queries as seasons
from tournaments.seasons.models import Season
from tournaments.seating.queries import draws
from tournaments.standings.queries import standings

pytestmark = pytest.mark.django_db


@remembered
def event_under_way() -> Tournament:
    """The running event as its command makes it."""
    return living.make()


@pytest.fixture
def quick_start(monkeypatch):
    """The command makes a small event; with the whole one a new start is tested by its button."""

    def make() -> Tournament:
        event = small_tournament(slug=LIVING)
        staff(Actor.of_command("demo"), event)
        return event

    monkeypatch.setattr(living, "make", make)
    monkeypatch.setattr(demonstration, "_list_additions", list)


def visitor(host: str = "127.0.0.1:8000", address: str = "127.0.0.1", **headers: str) -> Client:
    return Client(HTTP_HOST=host, REMOTE_ADDR=address, **headers)


def tries(client: Client, account: str, wanted: str = "") -> tuple[int, str, str]:
    """Status, where it leads, and who is signed in then."""
    answer = client.post(reverse("try_as", args=[account]), {"next": wanted})
    return answer.status_code, answer.headers.get("Location", ""), get_user(client).get_username()  # type: ignore[arg-type]


def test_the_event_stands_in_the_middle_of_its_third_round_and_opens_to_whoever_sits_at_the_machine(settings):
    event = event_under_way()
    (now,) = hall.list_halls(event)
    states = {table.number: table.state for table in now.tables}
    playing, entered = ([number for number in states if states[number] == state] for state in ("playing", "entered"))
    doubtful = [table.number for table in now.tables if table.doubtful]
    assert (now.round.number, playing, entered, doubtful) == (3, [1, 3, 8], [4, 6], [6])
    assert now.minutes_left == 120
    gone, stand_in = event.entries.get(number=13), event.entries.get(substitute_for__isnull=False)
    assert (gone.status, gone.dropped_from_round, stand_in.substitute_for) == (Entry.Status.DROPPED, 3, gone)
    fourth = event.rounds.get(number=4).seatings.latest("version")
    assert (fourth.state, fourth.seats.filter(entry=stand_in).count()) == (Seating.State.DRAFT, 1)
    assert event.rounds.exclude(released_at=None).count() == 2
    assert TableResult.objects.filter(table__round__number__lt=3, state="confirmed").count() == 16
    whoever_sits_there_comes_in_by_a_button()
    nobody_else_is_offered_it_and_no_other_account_opens(settings)


def whoever_sits_there_comes_in_by_a_button():
    ruth = visitor()
    assert "Try it as director" in ruth.get("/").content.decode()
    board, home = reverse("manage_board", args=[LIVING]), reverse("manage_home", args=[LIVING])
    assert tries(ruth, "demo-scorer", board) == (302, board, "demo-scorer")
    assert [ruth.get(reverse(name, args=[LIVING])).status_code for name in ("manage_home", "manage_edit")] == [200, 403]
    for elsewhere in ("https://elsewhere.example/", "//elsewhere.example/"):
        assert tries(visitor(), "demo-director", elsewhere) == (302, home, "demo-director")


ELSEWHERE = (
    {"address": "192.168.1.20"},
    {"host": "mahjong.example"},
    {"host": "192.168.1.5:8000"},
    {"HTTP_X_FORWARDED_FOR": "192.168.1.20"},
    {"address": "nobody"},
)


def nobody_else_is_offered_it_and_no_other_account_opens(settings):
    for place in ELSEWHERE:
        otto = visitor(**place)
        assert "Try it as" not in otto.get("/").content.decode()
        assert tries(otto, "demo-director") == (404, "", "")
    person("olga")
    assert tries(visitor(), "olga") == (404, "", "")
    clerk = User.objects.get(username="demo-clerk")
    clerk.set_password("somebody has made it their own")
    clerk.save()
    assert tries(visitor(), "demo-clerk") == (404, "", "")
    settings.PUBLIC_ADDRESS = "https://mahjong.example"
    assert tries(visitor(), "demo-director") == (404, "", "")


def test_a_site_without_the_demonstration_has_no_way_in():
    small_tournament(slug=LIVING)
    assert [tries(visitor(), account)[0] for account in ACCOUNTS] == [404] * len(ACCOUNTS)
    assert "Try it as" not in visitor().get("/").content.decode()


def test_evenings_of_a_club_are_made_with_their_season() -> None:
    call_command("demo_evenings", stdout=io.StringIO())
    assert Tournament.objects.get().slug == "club-evenings"
    months_of_the_club()


@pytest.mark.release
@pytest.mark.both_databases(in_a_release=True)
def test_the_demo_is_two_real_events_a_duplicate_cup_played_to_its_standings_and_two_events_under_way(capsys):
    said = io.StringIO()
    call_command("demo", stdout=said)
    assert capsys.readouterr().err == ""
    assert "Matchpoints, %: 1. Lantern 52.1, 2. Northern Light 50.8" in said.getvalue()
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == [
        "club-evenings", "duplicate-cup", "duplicate-evening", "lantern-open", "madrid-2018", "wrc2025-teams",
    ]  # fmt: skip
    made = BoardSet.objects.get(event="duplicate-cup")
    assert [state for _key, _label, state, _at in deals.list_protocol_steps(made)] == ["done"] * 5
    assert deals.is_promise_kept(made)
    (promise,) = draws.list_promises(made.tournament)
    assert [(line.draw.kind, line.state) for line in promise.draws] == [("movement", "public")]
    boards = list(made.all_boards.all())
    assert len(boards) == 16
    assert [find_differences(read_deal(board.text), bytes.fromhex(made.seed)) for board in boards] == [[]] * 16
    plays = BoardPlay.objects.filter(board__board_set=made)
    assert plays.count() == 64
    (error,) = plays.filter(verified=False)
    assert (error.board.session, error.table.number, error.board.number) == (2, 3, 2)
    assert (error.flag, error.ruling) == ("mismatch", "stands")
    players, teams, _victory = board_results.compute_board_standings(made, "difference")
    assert [(row.place, row.key.name, int(row.total)) for row in teams] == [
        (1, "Lantern", 169), (2, "Old Mill", 142), (3, "Northern Light", 6), (4, "Harbour", -317),
    ]  # fmt: skip
    assert sum(row.total for row in players) == 0
    assert len(standings.compute_standings(made.tournament).individual) == 16
    for command in ("demo_duplicate", "demo_living", "demo_desk"):
        with pytest.raises(CommandError, match="already"):
            call_command(command)
    evening = BoardPlay.objects.filter(board__board_set__event="duplicate-evening", board__session=2)
    assert sorted(evening.values_list("order", "version")) == [(1, 1)] * 4 + [(2, 0)] * 4
    work_for_the_referee()
    months_of_the_club()
    for event in Tournament.objects.all():
        assert (event.slug, lines_of(build_public_bundle(event))) == (event.slug, [])


@pytest.mark.django_db
def test_a_busy_machine_promises_again_what_was_known_before_it_was_written(monkeypatch):
    monkeypatch.setattr(demo_duplicate, "KNOWN_AFTER", timedelta(microseconds=1))
    event = duplicate_event()
    value = ValueName("other", "the lottery of 2 May")

    def commit(**known):
        return make_deals.commit(acting(), event, sessions=4, boards=4, model="seat34", value=value, **known)

    made = demo_duplicate.promise_in_time(commit)
    assert list(event.board_sets.all()) == [made]
    monkeypatch.setattr(demo_duplicate, "LONGEST", timedelta())
    with pytest.raises(UserError, match="one that nobody knows yet"):
        demo_duplicate.promise_in_time(commit)


def months_of_the_club() -> None:
    """Tables that formed themselves on three evenings, ranked by days; only who came twice has a place."""
    table = seasons.compute_ranking(Season.objects.get(slug="club-league"))
    days = {day for one in table.rows for (_event, day), _line in one.lines}
    assert (len(table.months), len(table.rows), len(days)) == (2, 8, 3)
    assert [one.row.place for one in table.rows if len(one.row.lines) < 2] == [0]


def work_for_the_referee() -> None:
    """Two tables call; at a third a win of two points is declared, and the law waits for one answer."""
    open_calls = Call.objects.filter(state=Call.State.WAITING).order_by("table__number")
    assert [(call.table.number, call.about) for call in open_calls] == [(1, "rules"), (3, "tiles")]
    (case,) = Case.objects.all()
    assert (case.state, case.table.number, case.table.logs.count()) == ("open", 8, 1)
    (record,) = case.claims.all()
    assert (record.verdict, record.claim["log"]["dealer"] + 1) == ("fails", case.hand)
    assert [finding["missing"] for finding in record.findings] == [[], ["shown"]]


def test_the_demonstration_starts_again_by_a_button_and_its_cards_stay_until_then():
    """Cards lead somewhere also when visitors have done what they ask for."""
    event = event_under_way()
    call_command("demo_desk", stdout=io.StringIO())
    event.rounds.filter(number=NOW).update(state="finished")
    Case.objects.filter(tournament=event).update(state=Case.State.RULED)
    ruth = visitor()
    used = ruth.get("/").content.decode()
    assert [f"Try it as {role}" in used for role in ("director", "scorer", "referee", "player")] == [True] * 4
    assert "Visitors have done these tasks." in used
    for place in ELSEWHERE:
        assert visitor(**place).post(reverse("start_demonstration_again")).status_code == 404
    soon = ruth.post(reverse("start_demonstration_again"), follow=True).content.decode()
    assert ("Wait two minutes before the next start." in soon, find_running_event().pk) == (True, event.pk)
    Tournament.objects.filter(pk=event.pk).update(created_at=timezone.now() - demonstration.PAUSE)
    again = ruth.post(reverse("start_demonstration_again"), follow=True).content.decode()
    assert "The demonstration has started again." in again
    assert "Visitors have done these tasks." not in again
    assert (find_running_event().pk != event.pk, build_trial(find_running_event()).used_up) == (True, False)
    assert [case.state for case in Case.objects.filter(tournament=find_running_event())] == [Case.State.OPEN]
    work_for_the_referee()


@pytest.mark.usefixtures("quick_start")
def test_a_new_start_that_fails_leaves_the_demonstration_as_it_was(monkeypatch):
    """The event stays, and the button with it; the next start works, also after one that was cut off."""
    call_command("demo_living", stdout=io.StringIO())
    event = find_running_event()
    Tournament.objects.filter(pk=event.pk).update(created_at=timezone.now() - demonstration.PAUSE)

    def fail() -> list[str]:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(demonstration, "_list_additions", fail)
        with pytest.raises(OSError, match="no space"):
            demonstration.start_again(acting("olga"))
    assert [(one.pk, one.slug) for one in Tournament.objects.all()] == [(event.pk, LIVING)]
    assert "Start the demo again" in visitor().get("/").content.decode()
    # The process ended after the old event was set aside.
    Tournament.objects.update(slug=ASIDE)
    assert "Start the demo again" in visitor().get("/").content.decode()
    demonstration.start_again(acting("olga"))
    assert [(one.pk == event.pk, one.slug) for one in Tournament.objects.all()] == [(False, LIVING)]


@pytest.mark.usefixtures("quick_start")
def test_each_night_a_demonstration_that_visitors_used_starts_again():
    call_command("demo_living", stdout=io.StringIO())
    event = find_running_event()
    began = timezone.localtime()
    noon = (began + timedelta(days=1)).replace(hour=12, minute=0)

    assert demonstration.is_used_up(noon) is False
    event_services.publish(acting("olga"), event, published=False)
    Tournament.objects.filter(pk=event.pk).update(created_at=began - timedelta(days=2))
    assert [demonstration.is_used_up(now) for now in (began + timedelta(minutes=30), noon)] == [False, True]
    tasks.renew_demonstration()
    assert find_running_event().pk == event.pk
    demonstration.start_again_at_night(noon)
    assert find_running_event().published is True
    assert find_running_event().pk != event.pk
