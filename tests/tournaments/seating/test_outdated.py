"""Draws and cuts that used other standings than today's: told on pages and in the API until it is too late."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played, published
from tests.support.remembered import remembered
from tests.support.tables import enter, table_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import SCOPES
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.views import checklist, next_steps
from tournaments.repairs.queries.effects import compute_effects
from tournaments.repairs.services import repairs
from tournaments.results.services import results
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.outdated import (
    find_difference_of_seating,
    find_difference_of_stage,
    list_differences,
    list_open_differences,
)
from tournaments.seating.services import drafts, seating
from tournaments.seating.services import outdated as service
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db

WHY = "The players agreed."
DRAWN = "Round 2 was drawn from standings that have changed"


def event_of(slug: str = "spring-open") -> Tournament:
    return Tournament.objects.get(slug=slug)


def correct(table: int = 2, points: tuple[int, ...] = (10, 70, -30, -50), based_on: int = 1) -> None:
    """Confirm another version of a sheet of round 1; usually players 5 and 6 change places."""
    sheet = enter(table_of(event_of(), table), points, "sam", based_on=based_on, reason="Misread")
    results.confirm_sheet(acting("olga"), sheet)


def listed() -> list[str]:
    """Texts of the open items, by the API."""
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    found = browser.get("/api/v1/tournaments/spring-open/open-items/").json()
    return [item["text"] for item in found if item["kind"] == "outdated"]


def ask(path: str, **body: object) -> tuple[int, Any]:
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    answer = browser.post(f"/api/v1/tournaments/spring-open/{path}/", body, format="json")
    return answer.status_code, answer.json()


@pytest.fixture
@remembered
def drawn() -> Seating:
    """A Swiss draft of round 2, made when the sheet of table 2 was not in."""
    event = small_tournament(8, rounds=3)
    people(event)
    first = event.rounds.get(number=1)
    published(first)
    first.refresh_from_db()
    rounds.start(acting(), first)
    results.confirm_sheet(acting("olga"), enter(table_of(event), (60, 20, -30, -50)))
    return drafts.draft_swiss(acting(), event.rounds.get(number=2), DrawOptions(seed="abc"))


def sheet_comes_in() -> None:
    results.confirm_sheet(acting("olga"), enter(table_of(event_of(), 2), (70, 10, -30, -50)))


def test_a_draft_that_a_sheet_overtook_is_published_only_with_a_reason_on_the_page_and_in_the_api(drawn):
    assert listed() == []
    sheet_comes_in()
    assert listed() == [DRAWN]
    olga, event = signed_in("olga"), event_of()
    address = reverse("manage_seating_publish", args=[event.slug, 2, drawn.version])
    page = olga.post(address, {})
    assert (page.status_code, DRAWN in page.content.decode()) == (409, True)
    path = f"rounds/2/seatings/{drawn.version}/publish"
    code, answer = ask(path)
    assert (code, answer["code"], [item["text"] for item in answer["open_items"]]) == (409, "open_items", [DRAWN])
    assert Seating.objects.get(pk=drawn.pk).state == "draft"
    assert olga.post(address, {"continue_anyway": WHY}).status_code == 302
    assert Seating.objects.get(pk=drawn.pk).state == "published"
    kept = AuditEntry.objects.get(action="inputs.keep_draw")
    assert (kept.reason, listed()) == (WHY, [])
    correct()
    assert listed() == [DRAWN]


def test_the_draft_page_the_overview_and_the_checklist_tell_it_and_a_draft_of_today_does_not(drawn):
    olga = signed_in("olga")
    page = reverse("manage_seating", args=["spring-open", 2])
    assert DRAWN not in olga.get(page).content.decode()
    sheet_comes_in()
    shown = olga.get(page)
    assert DRAWN in shown.content.decode()
    assert shown.context["redraw"].endswith("/manage/fix/?problem=redraw&round=2")
    step = next_steps.list_round_steps(event_of())[1][1]
    assert [item.label for item in step.open] == [DRAWN]
    assert DRAWN in olga.get(reverse("manage_home", args=["spring-open"])).content.decode()
    seat = {task.key: task.done for task in checklist.list_tasks(event_of(), event_of().created_at)}["seat"]
    assert seat is False
    drafts.draft_swiss(acting(), event_of().rounds.get(number=2), DrawOptions(seed="abc"))
    assert listed() == []
    assert find_difference_of_seating(drawn) is not None


def test_a_swap_by_hand_is_no_difference_and_a_swapped_draw_is_told_when_the_standings_change(drawn):
    sheet_comes_in()
    again = drafts.draft_by_standings(acting(), event_of().rounds.get(number=2))
    first, second = (event_of().entries.get(number=number) for number in (1, 8))
    swapped = seating.swap(acting(), again, first=first, second=second)
    assert (find_difference_of_seating(swapped), listed()) == (None, [])
    correct()
    assert listed() == [DRAWN]


def test_a_round_starts_only_with_a_reason_and_then_the_correction_says_it_once(drawn):
    sheet_comes_in()
    rounds.finish(acting(), event_of().rounds.get(number=1))
    two = event_of().rounds.get(number=2)
    again = seating.publish(acting(), drafts.draft_by_standings(acting(), two))
    correct()
    assert [item.label for item in next_steps.list_round_steps(event_of())[1][1].open] == [DRAWN]
    with pytest.raises(OpenItemsError, match=DRAWN):
        rounds.start(acting(), two)
    address = reverse("manage_round_start", args=["spring-open", 2])
    assert signed_in("olga").post(address).status_code == 409
    assert ask("rounds/2/start")[0] == 409
    code, answer = ask("rounds/1/release")
    assert (code, [item["text"] for item in answer["open_items"]]) == (409, [DRAWN])
    assert ask("rounds/2/start", continue_anyway=WHY)[0] == 200
    assert AuditEntry.objects.get(action="open_items.accept").reason == WHY
    assert listed() == []
    assert [found.open for found in list_differences(event_of())] == [False]
    effects = compute_effects(event_of(), lambda: correct(2, (70, 10, -50, -30), 2))
    assert [(one.round.number, one.started) for one in effects.draws] == [(2, True)]
    started = Seating.objects.get(pk=again.pk)
    assert (find_difference_of_seating(started) is not None, list_open_differences(event_of())) == (True, [])


@remembered
def final_of(players: int = 8) -> Stage:
    """A cut to 4 after one played round, in which 1 and 5 are first, then 2 and 6."""
    event = small_tournament(players, rounds=1)
    people(event)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50))[: players // 4])
    final = stages.add(acting(), event, name="Final", cut_to=4)
    stages.cut(acting(), final)
    return Stage.objects.get(pk=final.pk)


def qualified(stage: Stage) -> list[int]:
    return [row.entry.number for row in stage.stage_entries.select_related("entry").order_by("place")]


def test_a_correction_after_the_cut_names_who_comes_in_and_who_goes_out_until_the_cut_is_repeated():
    final = final_of()
    assert (qualified(final), listed()) == ([5, 1, 2, 6], [])
    correct(1, (60, -30, 20, -50))
    (found,) = list_open_differences(event_of())
    assert ([e.number for e in found.comes], [e.number for e in found.goes]) == ([3], [2])
    told = "Cut for “Final”: by today's standings 3 Given03 Family03 would come in, and 2 Given02 Family02 go out"
    assert listed() == [told]
    olga = signed_in("olga")
    assert told in unescape(olga.get(reverse("manage_stages", args=["spring-open"])).content.decode())
    done = {task.key: task.done for task in checklist.list_tasks(event_of(), event_of().created_at)}
    assert done["cut"] is False
    two = event_of().rounds.get(number=2)
    draft = drafts.draft_by_standings(acting(), two)
    with pytest.raises(OpenItemsError, match="Cut for"):
        seating.publish(acting(), draft)
    stages.cut(acting(), final)
    assert (qualified(final), listed()) == ([5, 1, 3, 6], [])


def test_a_cut_is_kept_with_a_reason_and_told_again_after_another_correction():
    final = final_of()
    correct(1, (60, -30, 20, -50))
    with pytest.raises(UserError, match="Give the reason"):
        service.keep_cut(acting(), final, reason=" ")
    address = reverse("manage_stage_keep", args=["spring-open", 2])
    assert signed_in("olga").post(address, {"reason": WHY}).status_code == 302
    assert (listed(), qualified(final)) == ([], [5, 1, 2, 6])
    assert AuditEntry.objects.get(action="inputs.keep_cut").reason == WHY
    correct(2, (70, -30, 10, -50))
    assert [[e.number for e in found.comes] for found in list_open_differences(event_of())] == [[3, 7]]
    stages.undo_cut(acting(), final)
    stages.cut(acting(), final)
    with pytest.raises(UserError, match="Nothing has changed since"):
        service.keep_cut(acting(), final, reason=WHY)


def test_a_draft_of_a_stage_without_its_cut_is_listed_as_outdated_and_says_why_no_new_draw_is_possible():
    final = final_of()
    two = event_of().rounds.get(number=2)
    drafts.draft_by_standings(acting(), two)
    stages.undo_cut(acting(), final)
    correct(1, (60, -30, 20, -50))
    answer = signed_in("olga").get(reverse("manage_fix", args=["spring-open"]))
    (draw,) = answer.context["draws"]
    reason = "No seating could be made: 0 players do not fill tables of four."
    assert (draw.round, draw.tables, draw.refused) == (two, (), reason)
    assert reason in answer.text


def test_a_cut_with_a_missing_sheet_before_it_waits_kept_or_not_until_the_round_is_over():
    final = final_of()
    step = {"do": "take_out", "at": [1, 1]}
    repairs.make(acting(), event_of(), kind="take-out", steps=[step], reason="Entered twice")
    waiting = "Cut for “Final”: round 1 is open; look at the cut when it is finished"
    assert [(found.comes, found.goes, found.moved) for found in list_open_differences(event_of())] == [((), (), ())]
    assert listed() == [waiting]
    assert signed_in("olga").get(reverse("manage_stages", args=["spring-open"])).content.decode().count(waiting) == 1
    service.keep_cut(acting(), final, reason=WHY)
    assert listed() == []
    results.confirm_sheet(acting("olga"), enter(table_of(event_of()), (60, -30, 20, -50)))
    assert listed() == [waiting]
    rounds.finish(acting(), event_of().rounds.get(number=1))
    assert [
        ([e.number for e in found.comes], [e.number for e in found.goes]) for found in list_open_differences(event_of())
    ] == [([3], [2])]


def test_a_draw_with_a_missing_sheet_before_it_names_no_places_kept_or_not_until_it_is_in(drawn):
    sheet_comes_in()
    step = {"do": "take_out", "at": [1, 1]}
    repairs.make(acting(), event_of(), kind="take-out", steps=[step], reason="Entered twice")
    waiting = f"{DRAWN}; sheets of round 1 are missing: look at the draw when they are in"
    assert (listed(), [found.moved for found in list_open_differences(event_of())]) == ([waiting], [()])
    service.keep_draw(acting(), drawn, reason=WHY)
    assert listed() == []
    results.confirm_sheet(acting("olga"), enter(table_of(event_of()), (60, 20, -30, -50)))
    assert listed() == [DRAWN]


def test_a_correction_below_the_line_or_back_to_the_cut_is_no_difference():
    final = final_of()
    correct(1, (60, 20, -50, -30))
    assert list_open_differences(event_of()) == []
    correct(1, (60, -50, 20, -30), 2)
    assert [found.stage for found in list_open_differences(event_of())] == [final]
    correct(1, (60, 20, -50, -30), 3)
    assert list_open_differences(event_of()) == []


def test_a_shared_place_that_a_correction_makes_at_the_line_is_told():
    final_of()
    correct(1, (60, -5, -5, -50))
    assert [e.number for found in list_open_differences(event_of()) for e in found.comes] == [3]
    assert listed() == [
        "Cut for “Final”: by today's standings a place is shared at the line; "
        "2 Given02 Family02, 3 Given03 Family03 would share the last place: 1 of them would go through"
    ]


def test_with_a_shared_place_only_who_is_clear_of_it_comes_in_or_goes_out():
    final_of()
    correct(1, (60, -30, 20, -50))
    correct(2, (70, -5, -5, -60))
    assert listed() == [
        "Cut for “Final”: by today's standings 3 Given03 Family03 would come in, and 2 Given02 Family02 go out; "
        "6 Given06 Family06, 7 Given07 Family07 would share the last place: 1 of them would go through"
    ]


def test_the_overview_names_each_item_once(drawn):
    sheet_comes_in()
    rounds.finish(acting(), event_of().rounds.get(number=1))
    page = signed_in("olga").get(reverse("manage_home", args=["spring-open"])).content.decode()
    assert (page.count(DRAWN), "1 open item" in " ".join(page.split())) == (1, True)


def test_once_the_final_has_begun_the_cut_stays_and_the_correction_says_it():
    final_of()
    two = event_of().rounds.get(number=2)
    seating.publish(acting(), drafts.draft_by_standings(acting(), two))
    correct(1, (60, -30, 20, -50))
    assert len(listed()) == 2
    code, answer = ask("rounds/2/start")
    assert (code, len(answer["open_items"])) == (409, 2)
    assert ask("rounds/2/start", continue_anyway=WHY)[0] == 200
    assert listed() == []
    page = signed_in("olga").get(reverse("manage_stages", args=["spring-open"])).content.decode()
    assert "Keep it with a reason" not in page
    (cut,) = compute_effects(event_of(), lambda: correct(1, (60, -30, -50, 20), 2)).cuts
    assert (cut.open, [e.number for e in cut.comes]) == (False, [4])


def test_of_what_an_earlier_release_made_nothing_is_known():
    final = final_of()
    two = event_of().rounds.get(number=2)
    drafts.draft_by_standings(acting(), two)
    event_of().input_records.all().delete()
    correct(1, (60, -30, 20, -50))
    assert listed() == []
    olga = signed_in("olga")
    assert "Not known whether" in olga.get(reverse("manage_stages", args=["spring-open"])).content.decode()
    assert "Not known whether" in olga.get(reverse("manage_seating", args=["spring-open", 2])).content.decode()
    page = olga.get(reverse("manage_fix", args=["spring-open"]), {"problem": "redraw"})
    assert [label for _value, label in page.context["form"].fields["round"].widget.choices] == ["2"]
    stages.cut(acting(), final)
    assert find_difference_of_stage(Stage.objects.get(pk=final.pk)) is None


def test_the_comparison_is_made_once_for_each_version_of_the_event(drawn):
    sheet_comes_in()
    event = event_of()
    list_open_differences(event)
    with CaptureQueriesContext(connection) as captured:
        assert len(list_open_differences(event)) == 1
    assert len(captured) == 0


def test_an_event_without_draws_and_cuts_is_compared_by_one_query():
    event = small_tournament(8)
    with CaptureQueriesContext(connection) as captured:
        assert list_open_differences(event) == []
    assert len(captured) == 1


def test_the_comparison_asks_the_database_as_often_for_many_players_as_for_few():
    counted = []
    for players in (8, 16):
        event = small_tournament(players, slug=f"open-{players}", rounds=2)
        sheets = [(60 + table, 20, -30, -50 - table) for table in range(players // 4)]
        played(event, 1, sheets)
        drafts.draft_swiss(acting(), event.rounds.get(number=2), DrawOptions(seed="abc"))
        again = Tournament.objects.get(pk=event.pk)
        with CaptureQueriesContext(connection) as captured:
            assert list_open_differences(again) == []
        counted.append(len(captured))
    assert counted[0] == counted[1]


@pytest.fixture
def loaded() -> Iterator[list[int]]:
    """Keys of the players whose rows are loaded."""
    keys: list[int] = []

    def note(instance: Entry, **_signal: object) -> None:
        keys.append(instance.pk)

    post_init.connect(note, sender=Entry)
    yield keys
    post_init.disconnect(note, sender=Entry)


def test_a_cut_and_a_draw_that_fit_are_compared_without_loading_a_player(loaded):
    final_of()
    seating.publish(acting(), drafts.draft_by_standings(acting(), event_of().rounds.get(number=2)))
    event = event_of()
    list_open_differences(event)
    loaded.clear()
    Tournament.objects.update(version=event.version + 1)
    assert (list_open_differences(event_of()), loaded) == ([], [])


def test_the_overview_of_a_final_loads_those_who_play_it(loaded):
    final_of()
    seating.publish(acting(), drafts.draft_by_standings(acting(), event_of().rounds.get(number=2)))
    olga, page = signed_in("olga"), reverse("manage_home", args=["spring-open"])
    loaded.clear()
    assert olga.get(page).status_code == 200
    finalists = set(event_of().entries.filter(number__in=(5, 1, 2, 6)).values_list("pk", flat=True))
    assert set(loaded) <= finalists


def test_round_one_is_drawn_from_no_standings():
    event = small_tournament(8)
    drafts.draft_swiss(acting(), Round.objects.get(tournament=event, number=1), DrawOptions(seed="abc"))
    assert event.input_records.count() == 0


def test_a_correction_of_a_sheet_names_what_it_makes_outdated_once(drawn):
    sheet_comes_in()
    rounds.finish(acting(), event_of().rounds.get(number=1))
    two = event_of().rounds.get(number=2)
    seating.publish(acting(), drafts.draft_by_standings(acting(), two))
    rounds.start(acting(), two)
    olga = signed_in("olga")

    def told(table: int, points: tuple[int, ...], version: int) -> list[str]:
        sent = {f"points_{order}": str(one) for order, one in enumerate(points)}
        address = reverse("manage_table", args=["spring-open", 1, table])
        assert signed_in("sam").post(address, sent | {"based_on": str(version), "reason": "Misread"}).status_code == 302
        answer = olga.post(reverse("manage_confirm", args=["spring-open", 1, table, version + 1]), follow=True)
        return [str(one) for one in answer.context["messages"] if one.level_tag == "warning"]

    assert told(2, (71, 9, -30, -50), 1) == []
    assert told(2, (10, 70, -30, -50), 2) == [f"{DRAWN}. It stays as it is."]
    assert told(1, (61, 19, -30, -50), 1) == []


def test_a_correction_beside_the_tiles_names_what_it_makes_outdated(drawn):
    sheet_comes_in()
    rounds.finish(acting(), event_of().rounds.get(number=1))
    two = event_of().rounds.get(number=2)
    seating.publish(acting(), drafts.draft_by_standings(acting(), two))
    rounds.start(acting(), two)
    Tournament.objects.update(confirmations=Tournament.Confirmations.NONE)
    sent = {f"points_{order}": str(points) for order, points in enumerate((10, 70, -30, -50))}
    address = reverse("manage_table", args=["spring-open", 1, 2])
    answer = signed_in("olga").post(
        address, sent | {"based_on": "1", "reason": "Misread"}, headers={"accept": "application/json"}
    )
    assert (answer.status_code, answer.json()["warnings"]) == (200, [f"{DRAWN}. It stays as it is."])
