"""The next step of every state, which leads to the page of its control, the current round and the tasks of an event."""

import datetime
import random
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.support.import_doors import undone
from tests.support.pages import messages_of
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import played
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tests.tournaments.entries.test_players import confirmed_sheet
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.events.presets import list_presets
from tournaments.events.queries import RoundState, choose_current_round
from tournaments.events.views import checklist, next_steps
from tournaments.events.views.next_steps import NextStep
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import substitutes
from tournaments.standings.services import stages
from tournaments.templatetags.next_steps import step_url

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


@remembered
def closed_event(players: int = 8, played: int = 2) -> Tournament:
    event = small_tournament(players, rounds=played)
    people(event)
    event_services.publish(acting(), event, published=False)
    event.refresh_from_db()
    return event


def page_of(olga: Client, event: Tournament, step: NextStep) -> str:
    answer = olga.get(step_url(event, step).partition("#")[0])
    assert answer.status_code == 200
    return str(answer.content.decode())


def take(olga: Client, event: Tournament, step: NextStep) -> None:
    """Do the step as the organiser does: by the form of its page."""

    def post(name: str, *args: object, **values: str) -> None:
        answer = olga.post(reverse(name, args=[event.slug, *args]), values)
        assert answer.status_code == 302, answer.content.decode()

    number = step.round
    if step.action == "seat":
        post("manage_seating_draw", number, **{"draw-rounds": str(number), "draw-seed": "east", "draw-improve": ""})
    elif step.action == "publish":
        draft = event.rounds.get(number=number).seatings.filter(state=Seating.State.DRAFT).latest("version")
        post("manage_seating_publish", number, draft.version, **{"publish-leave_out": "on"})
    elif step.action == "open":
        post("manage_publish", published="yes")
    elif step.action == "replace":
        form = olga.get(step_url(event, step).partition("#")[0]).context["substitute_form"]
        since = str(form["from_round"].value())
        guest = {form.add_prefix("from_round"): since, form.add_prefix("family_name"): "Guest"}
        post("manage_entry_substitute", step.entry, **guest)
    elif step.action == "start":
        post("manage_round_start", number)
    elif step.action == "results":
        round_ = event.rounds.get(number=number)
        for table in rounds.list_unconfirmed_tables(round_):
            confirmed_sheet(round_, table)
    elif step.action == "finish":
        post("manage_round_finish", number)
    elif step.action == "release":
        post("manage_release", number)
    elif step.action == "close":
        post("manage_state", state="finished")
    else:
        raise AssertionError(f"no such step: {step}")


def change_roster(dice: random.Random, event: Tournament) -> None:
    """Somebody comes, leaves, returns or sends a substitute; what the state forbids is refused and changes nothing."""
    entries = list(event.entries.order_by("number"))
    entry = dice.choice(entries)
    try:
        match dice.choice(("come", "leave", "return", "substitute")):
            case "come":
                registration.add(acting(), event, family_name=f"Late{len(entries)}", status=Entry.Status.CHECKED_IN)
            case "leave":
                registration.drop(acting(), entry, from_round=dice.choice((1, 2)), reason="ill")
            case "return":
                substitutes.return_(acting(), entry, from_round=dice.choice((1, 2)), reason="well")
            case "substitute":
                substitutes.substitute(acting(), entry, from_round=1, family_name=f"Guest{len(entries)}")
    except UserError:
        pass


@pytest.mark.parametrize("seed", [0, 1] if in_full() else [1])
def test_every_step_leads_to_its_control_whatever_happens_to_the_roster(olga, seed):
    dice = random.Random(seed)
    event = closed_event()
    seen = []
    for turn in range(40):
        if turn % 2 and dice.random() < 0.4 and event.entries.count() < 14:
            change_roster(dice, event)
        event.refresh_from_db()
        step = next_steps.find_event_step(event)
        if step.action == "none":
            break
        assert f'id="{step.control}"' in page_of(olga, event, step), step
        if step.action == "seat" and len(event.entries.exclude(status="dropped")) < 8:
            registration.add(acting(), event, family_name="Filler", status=Entry.Status.CHECKED_IN)
        seen.append(step.action)
        take(olga, event, step)
    assert step.action == "none"
    assert event.state == Tournament.State.FINISHED
    assert {"seat", "publish", "open", "start", "results", "finish", "release", "close"} <= set(seen)


def test_results_are_released_before_the_next_round_unless_they_wait_for_the_ceremony(olga):
    event = closed_event(played=2)
    while (step := next_steps.find_event_step(event)).action != "release":
        take(olga, event, step)
        event.refresh_from_db()
    event.standings_hidden = True
    event.save()
    kept_back = next_steps.find_event_step(event)
    event.hidden_from_round = 2
    event.save()
    take(olga, event, next_steps.find_event_step(event))
    following = next_steps.find_event_step(event)
    steps = [(each.action, each.round) for each in (step, kept_back, following)]
    assert steps == [("release", 1), ("seat", 2), ("seat", 2)]


def test_an_empty_event_leads_to_the_roster(olga):
    event = closed_event(players=0)
    step = next_steps.find_event_step(event)
    assert (step.action, step_url(event, step)) == ("entries", "/t/spring-open/manage/entries/import/#roster")
    assert 'id="roster"' in page_of(olga, event, step)


def test_publishing_asks_to_open_the_public_pages_and_who_keeps_them_closed_is_told_so(olga):
    event = closed_event()
    take(olga, event, next_steps.find_event_step(event))
    seating_page = reverse("manage_seating", args=[event.slug, 1])
    assert 'name="publish-open_pages"' in olga.get(seating_page).content.decode()
    address = reverse("manage_seating_publish", args=[event.slug, 1, 1])
    with undone():
        answer = olga.post(address, {"publish-open_pages": "on"}, follow=True)
        event.refresh_from_db()
        assert (event.published, next_steps.find_event_step(event).action) == (True, "start")
        assert messages_of(answer) == ["The seating is published."]
    answer = olga.post(address, {}, follow=True)
    event.refresh_from_db()
    assert (event.published, next_steps.find_event_step(event).action) == (False, "open")
    assert messages_of(answer) == [
        "The seating is published.",
        "The public pages are closed: the players do not see the seating yet.",
    ]
    rounds.start(acting(), event.rounds.get(number=1))
    step = next_steps.find_event_step(event)
    assert (step.action, tuple(map(str, step.needs))) == ("results", ("The public pages are closed.",))


def test_the_seating_in_force_is_shown_before_any_draft(olga):
    event = closed_event()
    round_ = event.rounds.get(number=1)
    seat = NextStep("seat", "", "manage_seating", 1)
    for _draft in range(4):
        take(olga, event, seat)
    olga.post(reverse("manage_seating_publish", args=[event.slug, 1, 3]), {})
    states = dict(round_.seatings.values_list("version", "state"))
    assert states == {1: "superseded", 2: "superseded", 3: "published", 4: "draft"}
    page = olga.get(reverse("manage_seating", args=[event.slug, 1]))
    assert page.context["shown"].version == 3
    assert page.context["newer_draft"].version == 4
    again = {"draw-rounds": "1", "draw-seed": "west", "draw-improve": ""}
    answer = olga.post(reverse("manage_seating_draw", args=[event.slug, 1]), again)
    assert answer.url == "/t/spring-open/manage/rounds/1/seating/?version=5"
    assert "The players see version 3, not this one." in " ".join(olga.get(answer.url).content.decode().split())


def test_all_rounds_of_a_draw_are_published_at_once_or_none(olga):
    event = closed_event(players=16, played=3)
    seating_drafts.generate(acting(), event, rounds=list(event.rounds.order_by("number")), seed="east")
    page = olga.get(reverse("manage_seating", args=[event.slug, 1]))
    assert [draft.round.number for draft in page.context["same_draw"]] == [2, 3]
    assert next_steps.find_event_step(event).label == "Publish the seatings of rounds 1 to 3"
    address = reverse("manage_seating_publish", args=[event.slug, 1, 1])
    with undone():
        registration.drop(acting(), event.entries.get(number=3), from_round=3, reason="must leave early")
        answer = olga.post(address, {"publish-all_rounds": "on"})
        assert answer.status_code == 422
        assert "Round 3: These players sit in the draft but do not play this round" in answer.text
        assert list(event.rounds.values_list("state", flat=True)) == ["planned"] * 3
    assert olga.post(address, {"publish-all_rounds": "on"}).status_code == 302
    assert list(event.rounds.values_list("state", flat=True)) == ["published"] * 3


def test_a_draft_without_one_of_its_players_is_mended_or_drawn_again(olga):
    event = closed_event(players=9)
    seating_drafts.generate(acting(), event, rounds=[event.rounds.get(number=1)], seed="east")
    registration.drop(acting(), event.entries.get(number=3), from_round=1, reason="ill")
    page = olga.get(reverse("manage_home", args=[event.slug])).content.decode()
    card = page[page.index('aria-labelledby="next-step"') :].partition("</section>")[0]
    links = re.findall(r'<a class="button[^"]*" href="(.*?)">(.*?)</a>', card)
    assert links == [
        (f"/t/{event.slug}/manage/entries/3/#substitute", "Replace 3 Given03 Family03 in the draft, or draw again"),
        (f"/t/{event.slug}/manage/rounds/1/seating/#new-draft", "Draw again"),
    ]
    assert 'id="new-draft"' in olga.get(links[1][0]).content.decode()


def test_nothing_is_drawn_or_started_in_a_closed_event(olga):
    event = closed_event(played=2)
    played(event, 1)
    for state, action in (("finished", "release"), ("running", "release"), ("planned", "release")):
        Tournament.objects.update(state=state)
        event.refresh_from_db()
        assert next_steps.find_event_step(event).action == action
    rounds.release(acting(), event.rounds.get(number=1))
    assert next_steps.find_event_step(event).what == "seat"
    seating_drafts.draft_schedule(acting(), event, schedule={2: {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}})
    Tournament.objects.update(state="finished")
    event.refresh_from_db()
    assert next_steps.find_event_step(event).what == "done"
    closed = "This event is closed. To play on, set its state to “Running” in the settings."
    refused = olga.post(reverse("manage_seating_publish", args=[event.slug, 2, 1]))
    assert (refused.status_code, closed in refused.text) == (422, True)
    event.rounds.filter(number=2).update(state="published")
    Seating.objects.filter(round__number=2).update(state="published")
    assert messages_of(olga.post(reverse("manage_round_start", args=[event.slug, 2]), follow=True)) == [closed]
    with pytest.raises(UserError, match="This event is closed"):
        rounds.reopen(acting(), event.rounds.get(number=1), reason="A slip.")


def test_who_did_not_qualify_again_gets_no_substitute_in_the_draft_of_a_final():
    event = closed_event(played=1)
    final = stages.add(acting(), event, name="Final", cut_to=4, rounds=1)
    played(event, 1)
    through = stages.cut(acting(), final)
    seating_drafts.draft_by_standings(acting(), event.rounds.get(number=2))
    registration.drop(acting(), through[0], from_round=2, reason="Ill.")
    step = next_steps.find_round_step(event.rounds.get(number=2))
    assert (step.action, step.page, step.entry) == ("replace", "manage_entry", through[0].number)
    stages.undo_cut(acting(), final)
    stages.cut(acting(), final)
    step = next_steps.find_round_step(event.rounds.get(number=2))
    assert (step.action, step.page, step.round, step.control) == ("seat", "manage_seating", 2, "new-draft")
    assert step.label == f"Replace {through[0]} in the draft, or draw again"
    assert step_url(event, step) == f"/t/{event.slug}/manage/rounds/2/seating/#new-draft"


def test_the_rounds_of_a_schedule_from_elsewhere_are_published_at_once(olga):
    event = closed_event(players=8, played=2)
    first = {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}
    second = {1: [1, 3, 5, 7], 2: [2, 4, 6, 8]}
    seating_drafts.draft_schedule(acting(), event, schedule={1: first, 2: second})
    page = olga.get(reverse("manage_seating", args=[event.slug, 1])).content.decode()
    assert " ".join(page.split()).count("Publish rounds 1 to 2") == 1
    address = reverse("manage_seating_publish", args=[event.slug, 1, 1])
    olga.post(address, {"publish-all_rounds": "on", "publish-open_pages": "on"})
    event.refresh_from_db()
    assert (event.published, list(event.rounds.values_list("state", flat=True))) == (True, ["published"] * 2)
    actions = event.audit_entries.order_by("sequence").values_list("action", flat=True)
    assert list(actions)[-1] == "tournament.publish"
    assert set(actions) >= {"seating.publish"}


def numbers(*rounds: RoundState) -> tuple[int | None, int | None, int | None]:
    found = choose_current_round(rounds)
    return found.number, *(one and one.number for one in (found.next_seating, found.first_to_come))


@rows
def test_played_comes_before_published_and_published_before_finished(states, current, next_seating, first_to_come):
    rounds = [RoundState(number, state) for number, state in enumerate(states, 1)]
    expected = tuple(number or None for number in (current, next_seating, first_to_come))
    assert numbers(*rounds) == expected
    assert numbers(*reversed(rounds)) == expected, "whatever order they come in"


def test_of_several_played_the_first_whose_clock_goes_on_counts_and_single_tables_come_last():
    table, reopened = RoundState(1, "playing", alone=True), RoundState(2, "playing", clock_ended=True)
    first, second = RoundState(3, "playing"), RoundState(4, "playing")
    assert numbers(table, reopened, first, second)[0] == 3
    assert numbers(table, reopened)[0] == 2
    assert numbers(table)[0] == 1


NOW = datetime.datetime(2026, 5, 2, 8, 20, tzinfo=datetime.UTC)


def test_the_tasks_of_a_planned_event_say_when_they_are_due() -> None:
    event = small_tournament(8)
    Entry.objects.update(status=Entry.Status.REGISTERED)
    event.rounds.update(starts_at=NOW + datetime.timedelta(minutes=100))
    event.features = ["stages"]
    event.save()
    found = checklist.list_tasks(event, NOW)
    assert [(task.key, task.done, task.due) for task in found] == [
        ("about", False, ""),
        ("people", False, ""),
        ("players", True, ""),
        ("ema_numbers", False, ""),
        ("full_tables", True, "in 100 minutes"),
        ("substitutes", False, "in 100 minutes"),
        ("schedule", True, ""),
        ("open", True, ""),
        ("check_in", False, "in 40 minutes"),
        ("seat", False, "in 100 minutes"),
        ("print", False, "in 100 minutes"),
        ("play", False, ""),
        ("cut", True, ""),
        ("close", False, ""),
        ("federation", False, ""),
    ]
    assert {task.key: task.roles for task in found}["check_in"] == ["Check-in"]
    assert {task.key: task.roles for task in found}["open"] == ["Director"]


def test_the_checklist_of_an_event_without_players_calls_nothing_of_players_and_rounds_done() -> None:
    event = small_tournament(0, rounds=1)
    people(event)
    event.features = ["stages", "teams"]
    event.save()
    done = [task.key for task in checklist.list_tasks(event, NOW) if task.done]
    assert done == ["people", "open"]


def test_ida_sees_what_is_done_while_a_round_is_played(event: Tournament) -> None:
    answer = signed_in("ida").get(f"/t/{event.slug}/manage/checklist/")
    open_ones = [task.key for task in answer.context["tasks"] if not task.done]
    assert (answer.status_code, open_ones) == (
        200,
        ["about", "ema_numbers", "substitutes", "schedule", "play", "close", "federation"],
    )


def test_each_edition_names_tasks_that_exist_and_the_page_leads_there_and_back(event: Tournament) -> None:
    named = {row.key: (row.rounds, row.tasks) for row in list_presets()}
    assert named["riichi-wrc"] == (10, ("promise", "substitutes"))
    assert {task for _rounds, tasks in named.values() for task in tasks} <= set(checklist.words.TASKS)
    olga, back = signed_in("olga"), reverse("manage_checklist", args=[event.slug])
    page = olga.get(back).content.decode()
    for task in checklist.list_tasks(event, NOW):
        link = reverse(task.page, args=[event.slug]) + "?from=checklist"
        assert f'href="{link}"' in page
        assert f'href="{back}">Back to the checklist' in olga.get(link).content.decode(), task.key
    shown = olga.get(reverse("manage_home", args=[event.slug])).context["checklist"]
    assert (shown["done"], shown["count"], shown["next"].key) == (7, 14, "about")


def test_times_are_short() -> None:
    now = timezone.now()
    hours = [datetime.timedelta(hours=number) for number in (-1, 3, 72)]
    due = checklist.words.format_time_left
    assert [due(now + step, now) for step in hours] == ["now", "in 3 hours", "in 3 days"]


def test_finished_rounds_and_players_of_an_event_without_fees_add_no_queries_to_the_overview():
    counted = []
    for slug, players, planned in (("short", 8, 2), ("long", 16, 5)):
        event = small_tournament(players, slug=slug, rounds=planned)
        event.rounds.update(state=Round.State.FINISHED, released_at=timezone.now())
        people(event)
        olga = signed_in("olga")
        with CaptureQueriesContext(connection) as captured:
            assert olga.get(reverse("manage_home", args=[event.slug])).status_code == 200
        of_players = [one["sql"] for one in captured if one["sql"].startswith('SELECT "tournaments_entry"."id"')]
        counted.append((len(captured), of_players))
    assert counted == [(counted[0][0], []), (counted[0][0], [])]
