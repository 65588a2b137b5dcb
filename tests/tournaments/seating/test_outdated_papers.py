"""Papers, the ceremony and the list for the federation that are in use when seats or results change."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core import jobs
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import SCOPES
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.events.views import checklist
from tournaments.repairs.queries.effects import compute_effects
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.seating.services import seating
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

AGAIN = "Score sheets of round 1: print tables 1, 2 again"
ON_THE_WALL = "Seating by table of round 1: other people sit at tables 1, 2; print it again"


@pytest.fixture(autouse=True)
def no_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are filled; their PDF would say nothing more."""
    monkeypatch.setattr(pdf, "render_run", lambda run, *_given, **_named: pdf.fill_leaves(run) and b"%PDF")


def event_of() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def listed() -> list[str]:
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    found = browser.get("/api/v1/tournaments/spring-open/open-items/").json()
    return [item["text"] for item in found if item["kind"] == "outdated"]


def get_paper(document: str, number: int | str = 1, **more: object) -> Any:
    sent = {"document": document, "round": str(number), "paper": "a4", **more}
    return signed_in("olga").post(reverse("manage_print", args=["spring-open"]), sent)


def swap(first: int, second: int) -> None:
    event = event_of()
    live = event.rounds.get(number=1).current_seating
    assert live is not None
    pair = {name: event.entries.get(number=number) for name, number in (("first", first), ("second", second))}
    seating.swap(acting(), live, **pair, reason="They are neighbours.")


@pytest.fixture
@remembered
def seated() -> Tournament:
    """Twelve players at three tables in a published seating, with score sheets and a list on paper."""
    event = small_tournament(12)
    people(event)
    published(event.rounds.get(number=1))
    assert [get_paper(one).status_code for one in ("score-sheets", "seating-tables")] == [200, 200]
    return event_of()


def test_a_swap_after_printing_names_the_tables_to_print_again(seated):
    printed = AuditEntry.objects.filter(action="papers.hand_out").latest("sequence")
    assert (printed.after["paper"]["text"], printed.after["rounds"]) == ("Seating by table", [1])
    assert listed() == []
    swap(1, 5)
    assert sorted(listed()) == [AGAIN, ON_THE_WALL]
    page = signed_in("olga").get(reverse("manage_print", args=["spring-open"])).content.decode()
    assert (AGAIN in page, 'name="tables" value="1 2"' in page) == (True, True)
    done = {task.key: task.done for task in checklist.list_tasks(event_of(), event_of().created_at)}
    assert done["print"] is False
    assert get_paper("score-sheets", tables="1 2").status_code == 200
    assert listed() == [ON_THE_WALL]
    assert get_paper("seating-tables").status_code == 200
    assert listed() == []


def test_a_swap_back_needs_no_new_paper_and_one_of_two_printed_tables_stays_open(seated):
    swap(1, 5)
    swap(1, 5)
    assert listed() == []
    swap(1, 9)
    assert get_paper("score-sheets", tables="3").status_code == 200
    assert "Score sheets of round 1: print table 1 again" in listed()


def test_single_tables_are_printed_and_other_numbers_are_refused(seated):
    order = Order(seated, "", seated.rounds.get(number=1), tables=frozenset({2, 3}))
    paper = find_paper("score-sheets")
    assert paper is not None
    assert [leaf.values["table"].table for leaf in paper.leaves(order)] == ["2", "3"]
    refused = get_paper("score-sheets", tables="two")
    assert refused.context["form"].errors == {"tables": ["Enter numbers of tables, such as 3 4."]}


def test_a_swap_at_one_table_names_one_table(seated):
    live = seated.rounds.get(number=1).current_seating
    swap(*live.seats.filter(table_number=2).values_list("entry__number", flat=True)[:2])
    wall = "Seating by table of round 1: other people sit at table 2; print it again"
    assert sorted(listed()) == ["Score sheets of round 1: print table 2 again", wall]


def test_a_paper_is_dismissed_until_the_next_swap_on_the_page_and_in_the_api(seated):
    swap(1, 5)
    (sheets,) = [found for found in list_open_differences(event_of()) if found.record.paper == "score-sheets"]
    address = reverse("manage_paper_dismiss", args=["spring-open", sheets.record.number])
    assert signed_in("olga").post(address).status_code == 302
    assert listed() == [ON_THE_WALL]
    (wall,) = list_open_differences(event_of())
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    answer = browser.post(f"/api/v1/tournaments/spring-open/papers/{wall.record.number}/dismiss/", {}, format="json")
    assert (answer.status_code, listed()) == (200, [])
    again = browser.post(f"/api/v1/tournaments/spring-open/papers/{wall.record.number}/dismiss/", {}, format="json")
    assert (again.status_code, again.json()["detail"]) == (400, "Nothing has changed since. Reload the page.")
    swap(2, 6)
    assert len(listed()) == 2


def test_a_preview_and_a_second_print_of_the_same_keep_nothing_and_a_job_does(seated, monkeypatch):
    def kept() -> int:
        return event_of().input_records.count()

    before = kept()
    assert get_paper("score-sheets").status_code == 200
    assert get_paper("seating-names", first="1").status_code == 200
    assert kept() == before
    monkeypatch.setattr("tournaments.events.views.printing.AT_ONCE", 0)
    assert get_paper("seating-names").status_code == 302
    run = jobs.claim(Job.objects.get().pk)
    assert run is not None
    jobs.perform(run)
    assert kept() == before + 1


def test_papers_are_in_use_until_the_round_is_over(seated):
    swap(1, 5)
    rounds.start(acting(), event_of().rounds.get(number=1))
    assert len(listed()) == 2
    for table in event_of().rounds.get(number=1).tables.order_by("number"):
        results.confirm_sheet(acting("olga"), enter(table, (60, 20, -30, -50)))
    rounds.finish(acting(), event_of().rounds.get(number=1))
    assert listed() == []


@remembered
def over() -> Tournament:
    event = small_tournament(8, rounds=1)
    people(event)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    return event_of()


def correct(points: tuple[int, ...] = (10, 70, -30, -50), based_on: int = 1) -> None:
    """Confirm another version of the sheet of table 2: players 5 and 6 change places."""
    sheet = enter(table_of(event_of(), 2), points, "sam", based_on=based_on, reason="Misread")
    results.confirm_sheet(acting("olga"), sheet)


CERTIFICATES = "Certificates for the first three: results have changed since it was printed; print it again"


def test_certificates_for_other_places_stop_the_ceremony_until_they_are_printed_again():
    over()
    assert get_paper("certificates", "").status_code == 200
    correct((70, 10, -40, -40))
    assert listed() == []
    correct((10, 70, -30, -50), 2)
    assert listed() == [CERTIFICATES]
    with pytest.raises(OpenItemsError, match="Certificates for the first three"):
        publishing.start_ceremony(acting(), event_of())
    assert get_paper("certificates", "").status_code == 200
    assert listed() == []
    publishing.start_ceremony(acting(), event_of())


def test_a_list_of_standings_is_outdated_until_the_next_round_is_over():
    event = small_tournament(8, rounds=2)
    people(event)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    assert get_paper("standings", 1).status_code == 200
    correct()
    assert listed() == ["Standings: results have changed since it was printed; print it again"]
    played(event_of(), 2)
    assert listed() == []


def test_the_ceremony_is_started_again_after_a_correction_or_ended_with_a_reason():
    over()
    publishing.hide_standings(acting(), event_of(), hidden=True)
    publishing.start_ceremony(acting(), event_of())
    told = "Places have changed since the ceremony was started: start it again"
    assert listed() == []
    correct()
    assert listed() == [told]
    assert told in signed_in("olga").get(reverse("manage_standings", args=["spring-open"])).content.decode()
    with pytest.raises(OpenItemsError, match="Places have changed"):
        publishing.end_ceremony(acting(), event_of())
    publishing.start_ceremony(acting(), event_of())
    assert listed() == []
    publishing.end_ceremony(acting(), event_of())
    effects = compute_effects(event_of(), lambda: correct((70, 10, -30, -50), 2))
    assert [str(found.text) for found in effects.outdated] == [told]
    correct((70, 10, -30, -50), 2)
    assert listed() == []


def take(name: str) -> int:
    return int(signed_in("olga").get(reverse(name, args=["spring-open"])).status_code)


def test_a_list_that_the_federation_has_is_taken_again_or_kept_with_a_reason():
    over()
    told = "Results have changed since the list for the federation was taken: take it again"
    assert take("manage_federation_csv") == 200
    version = event_of().version
    assert take("manage_federation_xlsx") == 200
    assert (event_of().version, listed()) == (version, [])
    correct()
    assert listed() == [told]
    assert told in signed_in("olga").get(reverse("manage_federation", args=["spring-open"])).content.decode()
    assert take("manage_federation_csv") == 200
    assert listed() == []
    correct((70, 10, -30, -50), 2)
    keep = reverse("manage_federation_keep", args=["spring-open"])
    assert signed_in("olga").post(keep, {"reason": "They know it."}).status_code == 302
    assert listed() == []
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    correct((10, 70, -30, -50), 3)
    assert listed() == [told]
    assert browser.get("/api/v1/tournaments/spring-open/files/manage_federation_csv/").status_code == 200
    assert listed() == []


def test_files_and_papers_of_an_archived_event_are_made_and_not_recorded():
    event = over()
    events.set_state(acting(), event, state="finished", continue_anyway="Over")
    events.archive(acting(), event_of(), archived=True)
    assert (take("manage_federation_csv"), get_paper("certificates", "").status_code) == (200, 200)
    assert event_of().input_records.count() == 0


def test_a_paper_of_a_round_under_way_is_told_where_a_repair_seats_other_people():
    event = playing(8)
    people(event)
    assert get_paper("score-sheets").status_code == 200
    event = event_of()
    live = event.rounds.get(number=1).current_seating
    assert live is not None
    first, second = (event.entries.get(number=number) for number in (1, 5))
    effects = compute_effects(
        event, lambda: seating.swap(acting(), live, first=first, second=second, reason="They sat so.")
    )
    assert [found.tables for found in effects.outdated] == [(1, 2)]
