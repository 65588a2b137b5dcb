"""Everything that shows, refuses or reports what was made from other inputs asks the one comparison, pages and API."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

import pytest
from django.db import transaction
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played
from tests.support.remembered import remembered
from tests.support.tables import enter, table_of
from tournaments.core.permissions import SCOPES
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events.models import Tournament
from tournaments.events.views import checklist
from tournaments.results.services import results
from tournaments.seating.queries import outdated as queries
from tournaments.seating.queries.handed_out import list_paper_inputs
from tournaments.seating.services import drafts, outdated, seating
from tournaments.standings.services import publishing, stages

pytestmark = pytest.mark.django_db


def event_of() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def correct(points: tuple[int, ...] = (10, 70, -30, -50), based_on: int = 1) -> None:
    """Confirm another version of the sheet of table 2: players 5 and 6 change places."""
    sheet = enter(table_of(event_of(), 2), points, "sam", based_on=based_on, reason="Misread")
    results.confirm_sheet(acting("olga"), sheet)


def hand_out(key: str, number: int | None = None) -> None:
    paper, round_ = find_paper(key), event_of().rounds.filter(number=number).first()
    assert paper is not None
    outdated.hand_out(acting(), event_of(), paper=key, papers=list_paper_inputs(paper, Order(event_of(), "", round_)))


@remembered
def over(rounds: int = 1) -> Tournament:
    event = small_tournament(8, rounds=rounds)
    people(event)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    return event_of()


def draft() -> None:
    event = over(2)
    drafts.draft_by_standings(acting(), event.rounds.get(number=2))
    correct()


def seated() -> None:
    event = over(2)
    seating.publish(acting(), drafts.draft_by_standings(acting(), event.rounds.get(number=2)))
    correct()


def under_way() -> None:
    """Seated from the places of today; the answer is to a correction that comes now."""
    event = over(2)
    seating.publish(acting(), drafts.draft_by_standings(acting(), event.rounds.get(number=2)))
    enter(table_of(event_of(), 2), (10, 70, -30, -50), "sam", based_on=1, reason="Misread")


def cut() -> None:
    """A cut to 4 that would let others through today."""
    event = over()
    stages.cut(acting(), stages.add(acting(), event, name="Final", cut_to=4))
    correct((70, -30, 10, -50))


def cut_at_the_end() -> None:
    """The same after all rounds: the final has none."""
    cut()
    event_of().rounds.filter(number=2).delete()


def ceremony() -> None:
    publishing.hide_standings(acting(), over(), hidden=True)
    publishing.start_ceremony(acting(), event_of())
    correct()


def list_taken() -> None:
    outdated.take_list(acting(), over())
    correct()


def certificates() -> None:
    over()
    hand_out("certificates")
    correct()


def score_sheets() -> None:
    event = over(2)
    live = seating.publish(acting(), drafts.draft_by_standings(acting(), event.rounds.get(number=2)))
    hand_out("score-sheets", 2)
    first, second = (event.entries.get(number=number) for number in (1, 8))
    seating.swap(acting(), live, first=first, second=second, reason="They are neighbours.")


DRAWN: Final = "Round 2 was drawn from standings that have changed"
CUT: Final = "Cut for “Final”: by today's standings"
STARTED: Final = "Places have changed since the ceremony was started"
TAKEN: Final = "Results have changed since the list for the federation was taken"
PRINTED: Final = "Certificates for the first three: results have changed"
SHEETS: Final = "Score sheets of round 2: print tables"


def page(name: str, *parts: object, **sent: object) -> tuple[int, str]:
    """Open a page of the desk; with `sent` a post."""
    address = reverse(name, args=["spring-open", *parts])
    answer = signed_in("olga").post(address, sent) if sent else signed_in("olga").get(address)
    return answer.status_code, unescape(_content(answer))


def _content(answer: Any) -> str:
    return "" if answer.streaming else answer.content.decode(errors="replace")


def api(path: str, **sent: object) -> tuple[int, str]:
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    address = f"/api/v1/tournaments/spring-open/{path}"
    answer = browser.post(address, sent, format="json") if sent else browser.get(address)
    return answer.status_code, _content(answer)


def version() -> int:
    found = event_of().rounds.get(number=2).seatings.last()
    return found.version if found is not None else 0


def confirm() -> tuple[int, str]:
    """Confirm the correction on its page, and read what the next page says."""
    address = reverse("manage_confirm", args=["spring-open", 1, 2, 2])
    answer = signed_in("olga").post(address, follow=True)
    return answer.status_code, unescape(answer.content.decode())


ASKED: Final = {"continue_anyway": ""}
CERTIFICATES: Final = {"document": "certificates", "paper": "a4"}


@dataclass(frozen=True)
class Consumer:
    """A page or an endpoint that asks for differences. `made`: what comes before; `ask` opens or sends it; `says`:
    words of the difference. With the `status` 409 it refuses until somebody gives a reason.
    """

    name: str
    made: Callable[[], None]
    ask: Callable[[], tuple[int, str]]
    says: str
    status: int = 200

    def __str__(self) -> str:
        return self.name


def shows(name: str, made: Callable[[], None], says: str, where: str, *parts: object) -> Consumer:
    return Consumer(name, made, lambda: page(where, *parts), says)


def refuses(name: str, made: Callable[[], None], says: str, ask: Callable[[], tuple[int, str]]) -> Consumer:
    return Consumer(name, made, ask, says, 409)


CONSUMERS: Final = [
    shows("page of the draft", draft, DRAWN, "manage_seating", 2),
    shows("page of the seating", seated, DRAWN, "manage_seating", 2),
    shows("overview, of a draft", draft, DRAWN, "manage_home"),
    shows("overview, of a cut", cut, CUT, "manage_home"),
    shows("overview, of a ceremony", ceremony, STARTED, "manage_home"),
    shows("overview, of a list", list_taken, TAKEN, "manage_home"),
    shows("overview, of a paper", score_sheets, SHEETS, "manage_home"),
    shows("page of open items", draft, DRAWN, "manage_open_items"),
    shows("page of the stages", cut, CUT, "manage_stages"),
    shows("page of the ceremony", ceremony, STARTED, "manage_standings"),
    shows("page of the federation", list_taken, TAKEN, "manage_federation"),
    shows("page of papers", score_sheets, SHEETS, "manage_print"),
    Consumer("open items in the API, of a draft", draft, lambda: api("open-items/"), DRAWN),
    Consumer("open items in the API, of a cut", cut, lambda: api("open-items/"), CUT),
    Consumer("open items in the API, of a ceremony", ceremony, lambda: api("open-items/"), STARTED),
    Consumer("open items in the API, of a list", list_taken, lambda: api("open-items/"), TAKEN),
    Consumer("open items in the API, of a paper", score_sheets, lambda: api("open-items/"), SHEETS),
    Consumer("correction of a round under way, its answer", under_way, confirm, f"{DRAWN}."),
    refuses("publish", draft, DRAWN, lambda: page("manage_seating_publish", 2, version(), **ASKED)),
    refuses("publish, API", draft, DRAWN, lambda: api(f"rounds/2/seatings/{version()}/publish/", **ASKED)),
    refuses("start", seated, DRAWN, lambda: page("manage_round_start", 2, **ASKED)),
    refuses("start, API", seated, DRAWN, lambda: api("rounds/2/start/", **ASKED)),
    refuses("release", seated, DRAWN, lambda: page("manage_release", 1, **ASKED)),
    refuses("release, API", seated, DRAWN, lambda: api("rounds/1/release/", **ASKED)),
    refuses("ceremony, of a cut", cut, CUT, lambda: page("manage_ceremony_start", of="players")),
    refuses("ceremony, of a cut, API", cut, CUT, lambda: api("ceremony/start/", **ASKED)),
    refuses("ceremony, of certificates", certificates, PRINTED, lambda: page("manage_ceremony_start", of="players")),
    refuses("ceremony, of certificates, API", certificates, PRINTED, lambda: api("ceremony/start/", **ASKED)),
    refuses("end of the ceremony", ceremony, STARTED, lambda: page("manage_ceremony_end", **ASKED)),
    refuses("end of the ceremony, API", ceremony, STARTED, lambda: api("ceremony/end/", **ASKED)),
    refuses("list for the federation", draft, DRAWN, lambda: page("manage_federation_csv")),
    refuses("list for the federation, API", draft, DRAWN, lambda: api("files/manage_federation_csv/")),
    refuses("workbook for the federation", cut, CUT, lambda: page("manage_federation_xlsx")),
    refuses("workbook for the federation, API", cut, CUT, lambda: api("files/manage_federation_xlsx/")),
    refuses("certificates", cut_at_the_end, CUT, lambda: page("manage_print", **CERTIFICATES)),
    refuses("certificates, API", cut_at_the_end, CUT, lambda: api("prints/", **CERTIFICATES)),
    refuses("close", list_taken, TAKEN, lambda: page("manage_state", state="finished")),
    refuses("close, API", list_taken, TAKEN, lambda: api("state/", state="finished")),
]


@pytest.fixture(autouse=True)
def no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "render_run", lambda run, *_given, **_named: pdf.fill_leaves(run) and b"%PDF")


def answer(consumer: Consumer) -> tuple[int, bool]:
    """The status, and whether the difference is named; whatever was done is taken back."""
    queries._REMEMBERED.clear()
    with transaction.atomic():
        status, text = consumer.ask()
        transaction.set_rollback(True)
    return status, consumer.says in text


@pytest.mark.parametrize("made", dict.fromkeys(consumer.made for consumer in CONSUMERS), ids=lambda made: made.__name__)
def test_each_consumer_says_what_the_comparison_finds_and_nothing_else(made, monkeypatch):
    made()
    asked = [consumer for consumer in CONSUMERS if consumer.made == made]
    assert {str(one): answer(one) for one in asked} == {str(one): (one.status, True) for one in asked}
    monkeypatch.setattr(queries, "Comparison", lambda *_given, **_named: ())
    without = {str(one): answer(one) for one in asked}
    assert {name: found for name, found in without.items() if found not in ((200, False), (302, False))} == {}


def ticked() -> dict[str, bool]:
    return {task.key: task.done for task in checklist.list_tasks(event_of(), event_of().created_at)}


@pytest.mark.parametrize(("made", "key"), [(draft, "seat"), (cut, "cut"), (score_sheets, "print")])
def test_a_task_of_the_checklist_is_not_done_while_the_comparison_finds_something(made, key, monkeypatch):
    made()
    Tournament.objects.update(features=[*Tournament.Feature])
    with monkeypatch.context() as patched:
        patched.setattr(queries, "Comparison", lambda *_given, **_named: ())
        queries._REMEMBERED.clear()
        assert ticked()[key] is True
    queries._REMEMBERED.clear()
    assert ticked()[key] is False


def test_the_question_before_a_start_repeats_what_the_card_lists() -> None:
    seated()
    event, olga = event_of(), signed_in("olga")
    event.rounds.filter(number=1).update(released_at=event.created_at)
    for address in (reverse("manage_home", args=[event.slug]), reverse("manage_round", args=[event.slug, 2])):
        page = olga.get(address).content.decode()
        card = page[page.index('aria-labelledby="next-step"') :].partition("</section>")[0]
        listed = [words(line) for line in re.findall(r'<p class="small">(.*?)</p>|<li>(.*?)</li>', card, re.DOTALL)]
        assert "Still open:" in listed[:-1], card
        questions = re.findall(r'data-confirm="(Start the round.*?)"', page, re.DOTALL)
        lines = [unescape(question).splitlines() for question in questions]
        assert lines == [["Start the round and its clock now?", *listed]] * len(lines) != []


def words(found: tuple[str, ...]) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", "".join(found))).split())
