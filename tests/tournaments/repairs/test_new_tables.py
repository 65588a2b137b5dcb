"""A late player opens a table with three who sit out, while the round is played."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.people import acting, people, program, small_tournament
from tests.support.play import played
from tests.support.remembered import remembered
from tests.support.tables import enter, table_of
from tests.tournaments.stateful.observation import difference, observed
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Stage, Tournament
from tournaments.repairs.queries.new_tables import has_boards, list_new_tables
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.rounds.queries.participants import list_players_without_seat
from tournaments.rounds.services import rounds
from tournaments.seating.queries.quality import map_numbers_by_table, read_plan
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db

LATE = {"seat": "open", "house_to": "", "reason": "The train was late."}
SEATED = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8)}


def public(round_: Round, plan: dict[int, tuple[int, ...]]) -> None:
    entries = {entry.number: entry for entry in round_.tournament.entries.all()}
    drafted = {table: tuple(entries[number] for number in numbers) for table, numbers in plan.items()}
    seating.publish(acting(), seating.draft(acting(), round_, drafted), leave_out=True)


@remembered
def hall(count: int = 11, **plans: dict[int, tuple[int, ...]]) -> Tournament:
    """Round 1 of so many players is played at two tables; the last number waits."""
    event = small_tournament(count)
    people(event)
    players.add(acting(), event, status="waiting", family_name="Late")
    public(event.rounds.get(number=1), SEATED)
    rounds.start(acting(), event.rounds.get(number=1))
    return Tournament.objects.get(pk=event.pk)


def seats(event: Tournament, number: int = 1) -> dict[int, tuple[int, ...]]:
    version = event.rounds.get(number=number).current_seating
    assert version is not None
    return map_numbers_by_table(read_plan(version))


def offered(client: Client, event: Tournament, player: int) -> list[tuple[str, str]]:
    form = client.get(reverse("manage_fix", args=[event.slug]), {"problem": "arrived", "player": player}).context[
        "form"
    ]
    return [(key, str(label)) for key, label in form.fields["seat"].widget.choices]


def test_the_form_is_filled_in_so_that_two_clicks_seat_a_late_player(olga: Client) -> None:
    event = hall()
    page = olga.get(reverse("manage_fix", args=[event.slug]), {"problem": "arrived", "player": late(event)})
    form = page.context["form"]
    filled = {name: str(form[name].value() or "") for name in form.fields}
    assert filled == {"comes": str(late(event)), "seat": "open", "house_to": "", "reason": "A player arrived late"}
    assert [field.name for field in form.hidden_fields()] == ["house_to"]
    assert olga.post(reverse("manage_fix_arrived", args=[event.slug]), filled).status_code == 302
    assert set(seats(event)) == {1, 2, 3}


def late(event: Tournament) -> int:
    return int(event.entries.latest("number").number)


def open_table(client: Client, event: Tournament, page: str = "arrived") -> Any:
    return client.post(reverse(f"manage_fix_{page}", args=[event.slug]), {"comes": late(event), **LATE})


def undo(client: Client, event: Tournament) -> str:
    made = AuditEntry.objects.filter(tournament=event, action="repairs.make", after__has_key="undo").latest("sequence")
    answer = client.post(reverse("manage_fix_undo", args=[event.slug, made.sequence]), follow=True)
    return str(list(answer.context["messages"])[-1])


def test_a_fourth_waiting_person_is_seated_in_two_clicks_and_the_table_plays(olga: Client) -> None:
    event = hall()
    first = observed(event)
    page = olga.get(reverse("manage_fix", args=[event.slug]), {"problem": "arrived", "player": 12})
    assert page.context["form"]["seat"].value() == "open"
    assert offered(olga, event, 12)[1] == ("open", "Open table 3 with 9, 10 and 11")
    preview = olga.post(reverse("manage_fix_preview", args=[event.slug, "arrived"]), {"comes": 12, **LATE})
    effects = preview.context["effects"]
    ((round_, table, before, after),) = effects.tables
    names = tuple(str(event.entries.get(number=number)) for number in (9, 10, 11, 12))
    assert (round_.number, table, before, after) == (1, 3, (), names)
    assert (effects.seats, [round_.number for round_ in effects.papers]) == (tuple(sorted(names)), [1])
    assert observed(event) == first
    assert open_table(olga, event).status_code == 302
    assert seats(event) == {**SEATED, 3: (9, 10, 11, 12)}
    twelve = event.entries.get(number=12)
    assert (twelve.status, twelve.from_round) == ("checked_in", 1)
    version = event.rounds.get(number=1).current_seating
    assert version is not None
    assert (version.state, list_players_without_seat(version)) == ("playing", [])
    listed = olga.get(reverse("manage_fix", args=[event.slug])).context["repairs"]
    assert [(made.subjects, made.obstacle) for made in listed] == [
        ("Round 1, table 3: 12 Late, 9 Given09 Family09, 10 Given10 Family10, 11 Given11 Family11", "")
    ]
    sheet = results.confirm_sheet(acting("olga"), enter(table_of(event, 3), (60, 20, -30, -50)))
    assert [seat.entry.number for seat in sheet.seats.order_by("order")] == [9, 10, 11, 12]


def arrive(client: Client, event: Tournament, player: int, seat: str) -> int:
    sent = {"comes": player, "seat": seat, "house_to": "", "reason": "The train was late."}
    return client.post(reverse("manage_fix_arrived", args=[event.slug]), sent).status_code


def test_the_second_late_player_opens_a_table_with_the_first_where_two_sit_out(olga: Client) -> None:
    """The first has no seat and plays from the next round on, until the second comes; the undo says so again."""
    event = hall(10)
    players.add(acting(), event, status="waiting", family_name="Later")
    assert [key for key, _label in offered(olga, event, 11)] == [""]
    assert (arrive(olga, event, 11, ""), event.entries.get(number=11).from_round) == (302, 2)
    first = observed(event)
    assert offered(olga, event, 12)[1] == ("open", "Open table 3 with 9, 10 and 11")
    assert (arrive(olga, event, 12, "open"), seats(event)) == (302, {**SEATED, 3: (9, 10, 11, 12)})
    assert list(event.entries.filter(number__gt=10).values_list("status", "from_round")) == [("checked_in", 1)] * 2
    assert undo(olga, event) == "The repair is undone."
    assert difference(first, observed(event)) == {}


def test_of_two_late_players_one_opens_a_table_with_three_who_sit_out_and_the_other_waits(olga: Client) -> None:
    event = hall(11)
    players.add(acting(), event, status="waiting", family_name="Later")
    for first, second in ((12, 13), (13, 12)):
        assert offered(olga, event, first)[1] == ("open", "Open table 3 with 9, 10 and 11")
        assert arrive(olga, event, first, "open") == 302
        assert [key for key, _label in offered(olga, event, second)] == [""]
        assert undo(olga, event) == "The repair is undone."


def test_an_undo_leaves_nothing_of_the_table_until_something_is_recorded_there(olga: Client) -> None:
    event = hall()
    first = observed(event)
    open_table(olga, event)
    assert undo(olga, event) == "The repair is undone."
    assert difference(first, observed(event)) == {}
    assert list(event.rounds.get(number=1).tables.values_list("number", flat=True)) == [1, 2]
    open_table(olga, event)
    assert seats(event)[3] == (9, 10, 11, 12)
    results.confirm_sheet(acting("olga"), enter(table_of(event, 3), (60, 20, -30, -50)))
    between = observed(event)
    assert undo(olga, event).startswith("“Result confirmed” came after it")
    assert observed(event) == between
    sent = {"round": 1, "table": 3, "reason": "It was the sheet of table 2."}
    olga.post(reverse("manage_fix_take-out", args=[event.slug]), sent)
    table = AuditEntry.objects.filter(tournament=event, after__repair="arrived").latest("sequence")
    answer = olga.post(reverse("manage_fix_undo", args=[event.slug, table.sequence]), follow=True)
    refusal = "Something was recorded at table 3 of round 1 since. Correct it by hand."
    assert str(list(answer.context["messages"])[-1]) == refusal
    assert seats(event)[3] == (9, 10, 11, 12)


def test_other_seats_that_came_later_stand_in_the_way_of_the_undo(olga: Client) -> None:
    event = hall()
    open_table(olga, event)
    sent = {"round": 1, "first": 1, "second": 12, "points": "chairs", "reason": "They swapped."}
    olga.post(reverse("manage_fix_swap-players", args=[event.slug]), sent)
    table = AuditEntry.objects.filter(tournament=event, after__repair="arrived").latest("sequence")
    answer = olga.post(reverse("manage_fix_undo", args=[event.slug, table.sequence]), follow=True)
    assert str(list(answer.context["messages"])[-1]).startswith("“Two players swapped seats” came after it")
    assert undo(olga, event) == "The repair is undone."
    answer = olga.post(reverse("manage_fix_undo", args=[event.slug, table.sequence]), follow=True)
    assert str(list(answer.context["messages"])[-1]) == "The repair is undone."
    assert seats(event) == SEATED


def test_winds_stay_even_and_public_rounds_go_along_but_drafts_do_not(olga: Client) -> None:
    event = small_tournament(11)
    people(event)
    players.add(acting(), event, status="waiting", family_name="Late")
    public(event.rounds.get(number=1), SEATED)
    played(event, 1)
    without = {1: (4, 5, 6, 7), 2: (8, 9, 10, 11)}
    for number in (2, 3):
        public(event.rounds.get(number=number), without)
    rounds.start(acting(), event.rounds.get(number=2))
    open_table(olga, event)
    assert (seats(event, 2)[3], seats(event, 3)[3]) == ((2, 1, 12, 3), (3, 12, 1, 2))
    assert seats(event, 1) == SEATED
    assert event.entries.get(number=12).from_round == 2
    assert undo(olga, event) == "The repair is undone."
    assert (seats(event, 2), seats(event, 3)) == (without, without)


def test_a_house_substitute_is_the_third_where_two_sit_out_and_nobody_is_offered_where_one_lacks(olga: Client) -> None:
    event = hall(10)
    assert [key for key, _label in offered(olga, event, 11)] == [""]
    refused = olga.post(reverse("manage_fix_preview", args=[event.slug, "arrived"]), {"comes": 11, **LATE})
    assert refused.context["form"].errors == {"seat": ["Too few players sit out for a new table. Choose another seat."]}
    Entry.objects.filter(tournament=event, number=11).update(status="registered", house=True)
    players.add(acting(), event, status="waiting", family_name="Later")
    assert offered(olga, event, 12)[1] == ("open", "Open table 3 with 9, 10 and 11")
    assert html.unescape(olga.get(reverse("manage_fix", args=[event.slug])).content.decode()).count("sit out, or plays")


def test_a_program_opens_the_table_and_strangers_do_not() -> None:
    event = hall()
    path, body = f"/api/v1/tournaments/{event.slug}/repairs/arrived/", {"comes": 12, **LATE}
    assert program("otto").post(path, body, format="json").status_code == 403
    assert program("ren").post(path, body, format="json").status_code == 200
    assert seats(event)[3] == (9, 10, 11, 12)
    again = program("ren").post(path, body, format="json")
    assert (again.status_code, again.json()["detail"]) == (
        400,
        "Too few players sit out for a new table. Choose another seat.",
    )


def test_nobody_comes_into_a_stage_after_its_cut() -> None:
    event = hall()
    assert [(table.number, len(table.others)) for table in list_new_tables(event)] == [(3, 3)]
    Stage.objects.filter(tournament=event).update(cut_to=8)
    assert list_new_tables(event) == []


def test_a_round_with_boards_of_duplicate_keeps_its_tables() -> None:
    event = duplicate_event()
    dealt(event)
    round_ = session_planned(event)[0].table.round
    assert has_boards(round_)
    assert list_new_tables(round_.tournament) == []
