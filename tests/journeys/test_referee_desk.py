"""Ren rules at the table with a phone: a false win, a value disputed, one question at a time, a second referee.

`taps` counts what a thumb does: presses and fields filled.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from judging.cases.models import Case, ClaimRecord, Ruling
from tests.journeys.device_desk import examined
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.cases import facts
from tests.support.patience import wait_for
from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.services import results
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRESETS = {"mcr": "mcr-2006", "riichi": "riichi-ema-2016"}


WINDS = ("prevalent_wind", "seat_wind")


class Referee:
    """Ren's thumb on the pages of one case."""

    def __init__(self, site: Any, phone: Page, tournament: Tournament) -> None:
        self.site, self.phone, self.tournament, self.taps = site, phone, tournament, 0

    def opens(self, kind: str, table: int = 1, hand: int | None = None, *, judged: bool = False) -> None:
        """A new case of this kind at a table of the first round. The page is the same in each journey: one of each
        family has it `judged` by axe.
        """
        self.phone.goto(self.site.url(f"/t/{self.tournament.slug}/manage/cases/new/"))
        assert (accessibility_faults(self.phone) if judged else [], overflows_sideways(self.phone)) == ([], False)
        # The round being played is filled in, under More details.
        expect(self.phone.locator("input[name=round_number]")).to_have_value("1")
        self.fills("Table", str(table))
        if hand is not None:
            self.phone.locator("input[name=hand]").fill(str(hand))
        self.taps += 2 + (hand is not None)
        subject = self.phone.get_by_role("button", name=kind, exact=True, include_hidden=True)
        self.phone.locator("details.more", has=subject).locator("summary").click()
        subject.click()
        self.phone.wait_for_url("**/facts/")

    def about(self, seat: int) -> None:
        """Choose the player in that seat, East 0."""
        self.examined(lambda: self.phone.locator(f"input[name=seat][value='{seat}']").check())

    def says(self, question: str, answer: str) -> None:
        """Press an answer; the law examines at once."""
        group = self.phone.get_by_role("group", name=question)
        self.examined(lambda: group.get_by_label(answer, exact=True).check())

    def types(self, question: str, text: str) -> None:
        """Fill a field and leave it."""
        field = self.phone.get_by_label(question, exact=True)
        self.examined(lambda: (field.fill(text), field.blur()))

    def fills(self, label: str, text: str) -> None:
        """Fill a field that nothing examines."""
        self.phone.get_by_label(label, exact=True).fill(text)
        self.taps += 1

    def examined(self, act: Any) -> None:
        """Do something, and wait for what the law says."""
        examined(self.phone, act)
        self.taps += 1

    def records(self) -> None:
        """Save facts and come to the ruling."""
        assert (accessibility_faults(self.phone), overflows_sideways(self.phone)) == ([], False)
        self.phone.get_by_role("button", name="Save facts").click()
        self.phone.wait_for_url(re.compile(r"/cases/\d+/$"))
        self.taps += 1

    def rules(self) -> Ruling:
        """Accept what the law proposes."""
        assert (accessibility_faults(self.phone), overflows_sideways(self.phone)) == ([], False)
        assert self.phone.locator("input[type=radio][name^=choice_]:checked").count() == 0
        for proposed in self.phone.get_by_label("(proposed)").all():
            proposed.check()
            self.taps += 1
        self.phone.get_by_role("button", name="Give ruling", exact=True).click()
        expect(self.phone.get_by_text("The ruling is saved.")).to_be_visible()
        self.taps += 1
        return Ruling.objects.get(in_force=True)


@pytest.fixture
def referee(live_site: Any, phone: Page) -> Any:
    """Ren at an event of a family."""

    def at(family: str) -> Referee:
        tournament = playing(family=family)
        RulesetVersion.objects.filter(tournament=tournament).update(preset=PRESETS[family])
        people(tournament)
        live_site.sign_in(phone, person("ren"))
        # Here Ren keeps all questions on one page; one at a time is a journey of its own.
        phone.add_init_script("localStorage.setItem('facts-all-questions', 'yes')")
        return Referee(live_site, phone, tournament)

    return at


def failing(claim: ClaimRecord) -> list[tuple[str, str | None]]:
    """Clause and fault of the findings that fail."""
    return [(each["clause"], each["infraction"]) for each in claim.findings if each["verdict"] == "fails"]


def test_a_false_win_in_mcr_eight_points_only_with_flowers(referee: Any) -> None:
    ren = referee("mcr")
    ren.opens("Is the win right?", hand=5, judged=True)
    ren.about(1)
    ren.says("How was the win claimed?", "On a discard")
    ren.says("Was the call made in time?", "Yes")
    ren.types(
        "Which tiles does the player hold, with melds, winning tile and flowers?",
        "123m45p99s chow(345s) pung(222s) +6p | 1f2f3f4f5f6f7f",
    )
    winds = {name: ren.phone.locator(f"input[name={name}]:checked").input_value() for name in WINDS}
    assert winds == {"prevalent_wind": "S", "seat_wind": "S"}
    ren.says("Were the tiles shown?", "Yes")
    expect(ren.phone.get_by_text("of the 8 points needed").first).to_be_visible()
    ren.records()
    ruling = ren.rules()
    assert failing(ruling.claim) == [("MCR-5.2", "false_hu_points")]
    assert [(each["from"], each["to"], each["amount"]) for each in ruling.transfers] == [
        (1, 0, 10),
        (1, 2, 10),
        (1, 3, 10),
    ]
    assert (ruling.hand_effect, ren.taps) == ("dead_hand", 12)


def test_one_question_at_a_time_on_a_phone(referee: Any) -> None:
    """The first question is above the fold, a press leads to the next, and back loses nothing."""
    ren = referee("mcr")
    phone = ren.phone
    ren.opens("Is the win right?", hand=5)
    phone.get_by_role("button", name="One question at a time").click()
    here = phone.locator(".question[data-here]")
    box = here.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    assert (here.get_attribute("data-question"), phone.locator(".questions > .question:visible").count()) == ("seat", 1)
    ren.about(1)
    expect(here).to_have_attribute("data-question", "hand")
    expect(here.get_by_label("Nobody knows")).to_be_visible()
    tiles = "123m45p99s chow(345s) pung(222s) +6p | 1f2f3f4f5f6f7f"
    ren.types("Which tiles does the player hold, with melds, winning tile and flowers?", tiles)
    drawn = here.locator(".typed-group").evaluate_all("groups => groups.map(each => each.childElementCount)")
    assert drawn == [7, 3, 3, 1, 7]
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.get_by_role("button", name="Next question").click()
    expect(here).not_to_have_attribute("data-question", "hand")
    phone.get_by_role("button", name="Back").click()
    assert here.locator("input[name=hand]").input_value() == tiles
    phone.get_by_role("button", name="Next question").click()
    while here.count():
        name = here.get_attribute("data-question")
        ren.examined(lambda: here.locator("input[type=radio]").first.click())
        expect(phone.locator(f".question[data-here][data-question='{name}']")).to_have_count(0)
    expect(phone.get_by_text("No more questions.")).to_be_visible()
    ren.records()
    assert ClaimRecord.objects.get().verdict == "fails"


class Held:
    """A slow network: an answer of the law waits until it is let go."""

    def __init__(self, phone: Page) -> None:
        self.phone, self.waiting = phone, []
        phone.route("**/facts/", self.hold)

    def hold(self, route: Any) -> None:
        self.waiting.append(route)

    def ends(self) -> None:
        self.phone.unroute("**/facts/", self.hold)

    def go(self) -> None:
        """Let the next answer go, and wait until the page shows it."""
        wait_for(lambda: self.phone.evaluate("null") or self.waiting)
        with self.phone.expect_response(re.compile(r"/facts/$")):
            self.waiting.pop(0).continue_()
        expect(self.phone.locator("form.htmx-request, .htmx-settling")).to_have_count(0)


def next_is_pressed_before_the_law_has_answered(ren: Referee) -> None:
    """The law's next question is asked, though nothing more was open when the button was pressed."""
    phone = ren.phone
    ren.opens("Fault: wall, lateness, slow play, conduct")
    phone.get_by_role("button", name="One question at a time").click()
    here = phone.locator(".question[data-here]")
    ren.about(0)
    expect(here).to_have_attribute("data-question", "fault")
    network = Held(phone)
    here.locator("select").select_option("lateness")
    phone.get_by_role("button", name="Next question").tap()
    network.go()
    expect(here).to_have_attribute("data-question", "established")
    expect(phone.get_by_text("No more questions.")).to_be_hidden()
    network.ends()


def minutes_asked(ren: Referee) -> None:
    """Ren is asked how many minutes somebody was late."""
    phone = ren.phone
    ren.opens("Fault: wall, lateness, slow play, conduct")
    phone.get_by_role("button", name="One question at a time").click()
    here = phone.locator(".question[data-here]")
    ren.about(0)
    ren.examined(lambda: here.locator("select").select_option("lateness"))
    phone.get_by_role("button", name="Next question").tap()
    ren.examined(lambda: here.get_by_label("Yes", exact=True).click())
    expect(here).to_have_attribute("data-question", "minutes")
    here.locator("input[name=minutes]").tap()


def a_number_is_typed_and_next_is_pressed(ren: Referee) -> None:
    """The field is left by the press itself."""
    phone = ren.phone
    minutes_asked(ren)
    phone.keyboard.type("12")
    with phone.expect_response(re.compile(r"/facts/$")):
        phone.get_by_role("button", name="Next question").tap()
    expect(phone.get_by_text("cannot be decided without")).to_have_count(0)
    expect(phone.get_by_text("No more questions.")).to_be_visible()
    ren.records()
    assert ClaimRecord.objects.get().claim["facts"]["minutes"] == 12


def typed_while_an_answer_is_under_way(ren: Referee) -> None:
    """The page puts it into the new form, where the browser sees no change when the field is left."""
    phone = ren.phone
    minutes_asked(ren)
    phone.keyboard.type("1")
    network = Held(phone)
    phone.get_by_role("button", name="Next question").tap()
    phone.get_by_role("button", name="Back").tap()
    phone.locator("input[name=minutes]").press("End")
    phone.keyboard.type("6")
    network.go()
    with phone.expect_request(re.compile(r"/facts/$")) as asked:
        phone.get_by_role("button", name="Next question").tap()
    assert "minutes=16" in (asked.value.post_data or "")
    network.go()
    network.ends()


def questions_are_passed(ren: Referee) -> None:
    """They are not called answered."""
    phone = ren.phone
    ren.opens("Fault: wall, lateness, slow play, conduct")
    phone.get_by_role("button", name="One question at a time").click()
    ren.about(0)
    while phone.locator(".question[data-here]").count():
        phone.get_by_role("button", name="Next question").tap()
    expect(phone.get_by_text("Some questions were skipped.")).to_be_visible()
    expect(phone.get_by_text("No more questions.")).to_be_hidden()


def test_a_thumb_is_quicker_than_the_law(referee: Any) -> None:
    """One question at a time: whatever is pressed or typed while an answer is under way counts."""
    ren = referee("mcr")
    next_is_pressed_before_the_law_has_answered(ren)
    a_number_is_typed_and_next_is_pressed(ren)
    typed_while_an_answer_is_under_way(ren)
    questions_are_passed(ren)


def test_two_referees_on_one_case(referee: Any) -> None:
    """Rita has recorded meanwhile; Ren sees both versions before his own become the newest."""
    ren = referee("mcr")
    ren.opens("Fault: wall, lateness, slow play, conduct")
    ren.about(0)
    facts(Case.objects.get(), by="rita")
    ren.examined(lambda: ren.phone.get_by_label("Which fault is it?").select_option("lateness"))
    expect(ren.phone.get_by_role("heading", name="The facts have changed in the meantime")).to_be_visible()
    assert (accessibility_faults(ren.phone), overflows_sideways(ren.phone)) == ([], False)
    ren.examined(lambda: ren.phone.locator("input[name=seen]").check())
    ren.records()
    assert ClaimRecord.objects.count() == 2


def test_a_ruling_moves_the_standings_and_its_successor_moves_them_back(referee: Any, live_site: Any) -> None:
    ren = referee("mcr")
    table = table_of(ren.tournament)
    results.confirm_sheet(acting("olga"), enter(table, [30, -10, -10, -10]))
    ren.opens("Fault: wall, lateness, slow play, conduct")
    ren.about(0)
    ren.examined(lambda: ren.phone.get_by_label("Which fault is it?").select_option("lateness"))
    ren.says("Is the fault admitted, or was it seen?", "Yes")
    ren.types("How many minutes?", "12")
    ren.records()
    ren.rules()

    def counted() -> list[tuple[object, str, str]]:
        lines = ScoreLine.objects.filter(kind="penalty", voided_at=None)
        return [(line.amount, line.scope, line.clause) for line in lines]

    assert counted() == [(-20, "table", "MCR-7.3")]
    ren.phone.get_by_text("Replace this ruling").click()
    ren.phone.get_by_label("No penalty", exact=True).check()
    ren.phone.get_by_label("Reason", exact=True).fill("The announcement was not heard in the hall.")
    ren.phone.get_by_role("button", name="Replace ruling").click()
    expect(ren.phone.get_by_text("The ruling is saved.")).to_be_visible()
    assert counted() == []
    assert [(ruling.number, ruling.in_force) for ruling in Ruling.objects.order_by("number")] == [(1, False), (2, True)]


def test_a_disputed_value_is_explained_and_paid_as_computed(referee: Any) -> None:
    ren = referee("riichi")
    ren.opens("What is the win worth?", judged=True)
    ren.about(1)
    ren.types("Which tiles does the player hold, with melds, winning tile and flowers?", "234567m345p23s88s +4s")
    ren.says("How was the win claimed?", "On a discard")
    ren.says("Which is the player's seat wind?", "South")
    ren.types("How much does the player claim (points, tai, fan or han)?", "3")
    expect(ren.phone.get_by_text("The hand is worth 2, not 3 as claimed.").first).to_be_visible()
    ren.examined(lambda: ren.phone.locator("input[name=source][value='0']").check())
    # Who deals follows from the seat wind.
    expect(ren.phone.locator("input[name=dealer][value='0']")).to_be_hidden()
    ren.records()
    ren.phone.set_viewport_size({"width": 1440, "height": 900})
    heads = [ren.phone.get_by_role("heading", name=name, exact=True).bounding_box() for name in ("Findings", "Ruling")]
    assert len({box["y"] for box in heads if box is not None}) == 1
    ruling = ren.rules()
    assert failing(ruling.claim) == [("RI-5.8", None)]
    assert [(each["from"], each["to"], each["amount"]) for each in ruling.transfers] == [(0, 1, 2000)]
