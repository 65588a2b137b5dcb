"""The current round in every state of an event: clock, pages, screens, papers, API and *Next* name the same one."""

import datetime
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.support import slices
from tests.support.pages import press
from tests.support.people import acting, people, person, small_tournament
from tests.support.release import in_full
from tournaments.core.printing import registry as papers
from tournaments.events.models import Tournament
from tournaments.rehearsal import views as tour
from tournaments.results.queries import sheets
from tournaments.results.services import results
from tournaments.rounds.models import GameTable, Round
from tournaments.seasons.models import Evening

pytestmark = pytest.mark.django_db

FIRST_START = datetime.datetime(2026, 5, 2, 9, tzinfo=datetime.UTC)


class Hall:
    """An event with its organiser's pages, and visitors who look at it."""

    def __init__(self, players: int, rounds: int) -> None:
        self.event = small_tournament(players, rounds=rounds)
        people(self.event)
        self.plan_times()
        self.turn, self.olga, self.visitor = 0, Client(), Client()
        self.olga.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")

    def plan_times(self) -> None:
        for round_ in self.event.rounds.all():
            starts = FIRST_START + datetime.timedelta(hours=2 * round_.number)
            Round.objects.filter(pk=round_.pk).update(starts_at=starts)

    def page(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.event.slug, *args])

    def names_on_projector(self) -> str:
        return self.visitor.get(self.page("screen", "seating") + "?part=1").content.decode()

    def press(self, words: str, name: str, /, *args: object, **typed: object) -> None:
        press(self.olga, self.page(name, *args), words, **typed)

    def draw(self, *numbers: int) -> None:
        page = self.page("manage_seating", numbers[0])
        draw = {"draw-rounds": list(numbers), "draw-seed": "east", "draw-improve": ""}
        assert self.olga.post(page + "draw/", draw).status_code == 302

    def publish(self, number: int) -> None:
        """Draw one round and publish it."""
        self.draw(number)
        self.press("Publish this version", "manage_seating", number)

    def start(self, number: int) -> None:
        self.press(f"Start round {number}", "manage_round", number)

    def fill(self, number: int) -> None:
        """Let every sheet of the round count. Player n is the better the smaller n is."""
        for table in GameTable.objects.filter(round__tournament=self.event, round__number=number):
            chairs = sorted(sheets.list_seats(table), key=lambda seat: seat.entry.number)
            strength = {seat.entry.pk: 60 - seat.entry.number for seat in chairs}
            total = sum(strength.values())
            points = [4 * strength[seat.entry.pk] - total for seat in sheets.list_seats(table)]
            results.confirm_sheet(acting("olga"), results.submit_sheet(acting("sam"), table, points=points))

    def finish(self, number: int) -> None:
        self.fill(number)
        self.press("Finish round", "manage_round", number)

    def release(self, number: int) -> None:
        self.press("Release results", "manage_results", number)

    def reopen(self, number: int) -> None:
        self.press("Reopen round", "manage_round", number, reason="a slip of the pen")


Look = Callable[[Hall], int | None]


def on_page(pattern: str, name: str, *args: object, team: bool = False) -> Look:
    """Read the number from a page as a visitor, or as the organiser."""
    return lambda hall: number_in(pattern, hall, name, *args, by=hall.olga if team else None)


def clock_round(hall: Hall) -> int | None:
    clock = hall.visitor.get(hall.page("clock_json")).json()["clock"]
    return clock["round"] if clock else None


PLACES: dict[str, Look] = {
    "overview": on_page(r'<h2 id="now">\s*Round (\d+)', "event"),
    "seating": on_page(r"<h1>\s*Seating of round (\d+)", "event_seating"),
    "seating on the projector": on_page(r"<h1>\s*Seating of round (\d+)", "screen", "seating"),
    "plan on the projector": on_page(r"<h1>\s*Plan of the hall, round (\d+)", "screen", "plan"),
    "clock": clock_round,
    "heading renewed on the projector": lambda hall: number_of(r"Seating of round (\d+)", hall.names_on_projector()),
    "names on the projector": lambda hall: number_of(r'aria-label="Round (\d+)"', hall.names_on_projector()),
    "API": lambda hall: hall.visitor.get(f"/api/v1/tournaments/{hall.event.slug}/").json().get("current_round"),
}
"""Each place that names the current round."""
TEAM_PLACES: dict[str, Look] = {
    "board": on_page(r"<h1>\s*Board, round (\d+)", "manage_board", team=True),
    "results": lambda hall: number_of(r"/results/(\d+)/", hall.olga.get(hall.page("manage_results_home"))["Location"]),
    "a new case": on_page(r'name="round_number"[^>]* value="(\d+)"', "manage_case_new", team=True),
}
"""The pages of the team, which open the first round before there is a current one."""


def told(hall: Hall, places: dict[str, Look]) -> dict[str, int | None]:
    """Rounds that every third place names, in turn and from commit to commit; all of them in a release."""
    chosen = list(places.items()) if in_full() else list(places.items())[(hall.turn + slices.number()) % 3 :: 3]
    return {place: look(hall) for place, look in chosen}


def number_in(pattern: str, hall: Hall, name: str, *args: object, by: Client | None = None) -> int | None:
    answer = (by or hall.visitor).get(hall.page(name, *args))
    assert answer.status_code == 200, name
    return number_of(pattern, answer.content.decode())


def number_of(pattern: str, text: str) -> int | None:
    found = re.search(pattern, text)
    return int(found[1]) if found else None


def printed_round(hall: Hall) -> int | None:
    """The round that the printing page offers."""
    page = hall.olga.get(hall.page("manage_print")).content.decode()
    choices = page[page.index('<select name="round"') :]
    chosen = re.search(r'<option value="(\d*)"[^>]* selected', choices[: choices.index("</select>")])
    return int(chosen[1]) if chosen and chosen[1] else None


def next_step(hall: Hall) -> tuple[str, int | None]:
    """Return what *Next* on the organiser's overview asks for, and the number in it."""
    answer = hall.olga.get(hall.page("manage_home"))
    step = answer.context["step"]
    text = answer.content.decode()
    words = text[text.index('id="next-step"') :]
    # A step that needs no look at its page is a form.
    goal = re.search(r'(?:href|action)="([^"]*)"', words[: words.index("</section>")])
    shown = number_of(r"/(?:rounds|results|seating)/(\d+)/", goal[1]) if goal else None
    assert shown == step.round
    return step.action, shown


def rounds_with_seat_check(hall: Hall) -> list[int]:
    """The rounds whose table codes ask the players to sit down; the others name the round that is on."""
    asking = []
    first_tables = GameTable.objects.filter(round__tournament=hall.event, number=1).select_related("round")
    for table in first_tables.order_by("round__number"):
        page = hall.visitor.get(reverse("table_code", args=[table.token])).content.decode()
        if reverse("table_seats", args=[table.token]) in page:
            asking.append(table.round.number)
        elif table.round.state == "published":
            now = hall.visitor.get(hall.page("clock_json")).json()["clock"]["round"]
            assert f"This code is for round {table.round.number}. Use the sheet of round {now} now." in page
    return asking


def seated_now(hall: Hall, number: int) -> tuple[int, str] | None:
    """The round in which a player sits by the page that the badge and *Find my table* open, and "now" or "next"."""
    badge = hall.visitor.get(reverse("player_code", args=[hall.event.slug, number]))
    name = hall.event.entries.get(number=number).family_name
    search = hall.visitor.get(hall.page("event_players"), {"q": name})
    assert badge["Location"] == search["Location"]
    shown = re.search(r'id="now">\s*Round (\d+), (now|next)', hall.visitor.get(badge["Location"]).content.decode())
    return (int(shown[1]), shown[2]) if shown else None


def calendar_rounds(hall: Hall, number: int) -> list[int]:
    """The rounds in a player's calendar."""
    feed = hall.visitor.get(hall.page("event_player_calendar", number)).content.decode()
    return sorted({int(number) for number in re.findall(r"SUMMARY:Round (\d+)", feed.replace("\r\n ", ""))})


def fallback_round(hall: Hall) -> int | None:
    """The round of which the fallback pack has seats and sheets."""
    paper = papers.find_paper("fallback-pack")
    event = Tournament.objects.get(pk=hall.event.pk)
    return paper.leaves(papers.Order(event))[0].values["next_round"]


def agree(
    hall: Hall, current: int | None, step: tuple[str, int | None], *, sitting: list[int], **more: int | None
) -> None:
    """Check that everything names `current`, and what follows from it. `more`: `next_seating` and `released`."""
    hall.turn += 1
    for places, number in ((PLACES, current), (TEAM_PLACES, current or 1)):
        said = told(hall, places)
        assert said == dict.fromkeys(said, number)
    assert (printed_round(hall), next_step(hall), rounds_with_seat_check(hall)) == (current, step, sitting)
    api = hall.visitor.get(f"/api/v1/tournaments/{hall.event.slug}/").json()
    assert api.get("next_seating") == more.get("next_seating")
    assert number_in(r"<h1>\s*Results of round (\d+)", hall, "event_results") == more.get("released")
    halls = re.findall(r"In the hall: round (\d+)", hall.olga.get(hall.page("manage_home")).content.decode())
    rounds = hall.event.rounds.order_by("number").values_list("number", flat=True)
    assert list(map(int, halls)) == list(rounds.filter(state="playing"))
    if player := hall.event.entries.filter(seats__seating__round__number=current or 0).order_by("number").first():
        listed = calendar_rounds(hall, player.number)
        assert set(listed) <= set(rounds.exclude(state="planned"))
        assert current in listed
        state = hall.event.rounds.get(number=current).state
        if state != "finished":
            assert seated_now(hall, player.number) == (current, "now" if state == "playing" else "next")


def test_rounds_published_together_are_played_one_after_another():
    hall = Hall(8, 3)
    agree(hall, None, ("seat", 1), sitting=[])
    hall.draw(1, 2, 3)
    hall.press("Publish rounds 1 to 3", "manage_seating", 1)
    agree(hall, 1, ("start", 1), next_seating=1, sitting=[1])
    assert fallback_round(hall) == 1
    hall.start(1)
    agree(hall, 1, ("results", 1), next_seating=2, sitting=[1, 2])
    late = number_in(r'name="from_round"[^>]* value="(\d+)"', hall, "manage_entry_add", by=hall.olga)
    assert (fallback_round(hall), late) == (1, 2), "who comes late starts with the first round that has not begun"
    hall.fill(1)
    assert fallback_round(hall) == 2
    hall.press("Finish round", "manage_round", 1)
    agree(hall, 2, ("release", 1), next_seating=2, sitting=[2])
    hall.release(1)
    agree(hall, 2, ("start", 2), next_seating=2, sitting=[2], released=1)
    hall.start(2)
    hall.finish(2)
    hall.release(2)
    hall.start(3)
    hall.finish(3)
    hall.release(3)
    agree(hall, 3, ("close", None), sitting=[], released=3)
    assert seated_now(hall, 1) is None


def test_rounds_published_one_by_one():
    hall = Hall(8, 3)
    hall.publish(1)
    hall.press("Return to draft", "manage_seating", 1)
    agree(hall, None, ("publish", 1), sitting=[])
    hall.press("Publish this version", "manage_seating", 1)
    hall.start(1)
    hall.draw(2)
    agree(hall, 1, ("results", 1), sitting=[1])
    hall.finish(1)
    agree(hall, 1, ("release", 1), sitting=[])
    hall.release(1)
    agree(hall, 1, ("publish", 2), sitting=[], released=1)


def test_a_reopened_round_leaves_the_hall_to_the_round_that_is_played():
    hall = Hall(8, 3)
    hall.draw(1, 2, 3)
    hall.press("Publish rounds 1 to 3", "manage_seating", 1)
    hall.start(1)
    hall.finish(1)
    hall.reopen(1)
    agree(hall, 1, ("finish", 1), next_seating=2, sitting=[2])
    hall.press("Finish round", "manage_round", 1)
    hall.release(1)
    hall.start(2)
    hall.reopen(1)
    agree(hall, 2, ("results", 2), next_seating=3, sitting=[2, 3], released=1)
    numbers = {step.key: step.round for step in tour.list_steps(Tournament.objects.get(pk=hall.event.pk))}
    assert (numbers["sheet"], numbers["start"]) == (2, 2), "the tour of a rehearsal leads to the round at hand"
    hall.finish(2)
    agree(hall, 1, ("finish", 1), next_seating=3, sitting=[3], released=1)
    hall.press("Finish round", "manage_round", 1)
    agree(hall, 3, ("release", 2), next_seating=3, sitting=[3], released=1)


def test_two_league_rounds_at_once_show_the_first_until_its_time_has_ended():
    hall = Hall(8, 1)
    hall.press("Add stage", "manage_stages", name="Return matches", carry="1", rounds="1", cut_to="")
    hall.plan_times()
    hall.publish(1)
    hall.publish(2)
    agree(hall, 1, ("start", 1), next_seating=1, sitting=[1, 2])
    hall.start(2)
    agree(hall, 2, ("results", 2), next_seating=1, sitting=[1, 2])
    hall.start(1)
    agree(hall, 1, ("results", 1), sitting=[1, 2])
    hall.press("End", "manage_round", 1)
    agree(hall, 2, ("results", 2), sitting=[1, 2])
    hall.press("Start again", "manage_round", 1)
    hall.finish(1)
    agree(hall, 2, ("results", 2), sitting=[2])


def test_a_cut_and_a_final():
    hall = Hall(8, 1)
    hall.press("Add stage", "manage_stages", name="Final", carry="1", rounds="2", cut_to="4")
    hall.plan_times()
    hall.publish(1)
    hall.start(1)
    hall.finish(1)
    hall.release(1)
    agree(hall, 1, ("cut", None), sitting=[], released=1)
    hall.press("Confirm cut", "manage_stage_cut", 2)
    agree(hall, 1, ("seat", 2), sitting=[], released=1)
    hall.draw(2, 3)
    hall.press("Publish rounds 2 to 3", "manage_seating", 2)
    hall.start(2)
    out = hall.event.entries.exclude(seats__seating__round__number=2).order_by("number").first()
    assert (seated_now(hall, out.number), calendar_rounds(hall, out.number)) == (None, [1])
    hall.finish(2)
    agree(hall, 3, ("release", 2), next_seating=3, sitting=[3], released=1)


def test_open_evenings_show_the_table_that_was_opened_first():
    hall = Hall(8, 1)
    hall.publish(1)
    hall.press("Save", "manage_evening", is_open="on", newcomers="on")
    room = reverse("evening_room", args=[Evening.objects.get().token])
    keys = list(hall.event.entries.order_by("number").values_list("pk", flat=True))

    def sit_down(*entries: int) -> None:
        chairs = {f"entry_{wind}": str(entry) for wind, entry in enumerate(entries)}
        press(hall.visitor, room, "Sit down", **chairs)

    hall.start(1)
    sit_down(*keys[:4])
    sit_down(*keys[4:])
    assert {look(hall) for look in PLACES.values()} == {1}, "a round of the whole field comes before single tables"
    hall.finish(1)
    assert {look(hall) for look in PLACES.values()} == {2}
    assert next_step(hall) == ("results", 2)
    assert seated_now(hall, 5) == (3, "now"), "a player's page is about the player's own table"
    for number in (2, 3):
        hall.fill(number)
        assert {look(hall) for look in PLACES.values()} == {3}


def test_a_round_whose_results_are_kept_back_is_current_all_the_same():
    hall = Hall(8, 2)
    hall.draw(1, 2)
    hall.press("Publish rounds 1 to 2", "manage_seating", 1)
    Tournament.objects.filter(pk=hall.event.pk).update(standings_hidden=True, hidden_from_round=2)
    for number in (1, 2):
        hall.start(number)
        hall.finish(number)
        hall.release(number)
    agree(hall, 2, ("reveal", None), sitting=[], released=1)
