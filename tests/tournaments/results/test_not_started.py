"""Sheets of a round that has not started: refused with the numbers still there, and a button to start the round."""

import pytest

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import MCR_TABLES, published
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.rounds.services.rounds import NotStartedError

pytestmark = pytest.mark.django_db

POINTS = MCR_TABLES[0]
FORM = {f"points_{seat}": points for seat, points in enumerate(POINTS)} | {"based_on": 0, "leftover": "", "reason": ""}
WAITS = "Round 1 has not started. Save the sheet once it has."


@pytest.fixture
@remembered
def event() -> Tournament:
    event = small_tournament()
    people(event)
    published(event.rounds.get(number=1))
    return event


def state_of(event: Tournament, number: int = 1) -> str:
    return event.rounds.get(number=number).state


def page_of(event: Tournament, number: int = 1) -> str:
    return f"/t/{event.slug}/manage/results/{number}/table/1/"


def test_the_page_keeps_the_numbers_and_offers_the_start_to_those_who_may(event: Tournament) -> None:
    for name, offered in (("olga", True), ("sam", False)):
        answer = signed_in(name).post(page_of(event), FORM)
        assert (answer.status_code, answer.context["start"]) == (422, offered)
        text = answer.content.decode()
        assert WAITS in text
        assert [f'value="{points}"' in text for points in POINTS] == [True] * 4
        assert ("Start round 1 and save" in text) == offered
    assert not TableResult.objects.exists()


def test_one_button_starts_the_round_and_saves_the_sheet(event: Tournament) -> None:
    answer = signed_in("olga").post(page_of(event), FORM | {"start": "yes"})
    assert answer.status_code == 302
    assert state_of(event) == Round.State.PLAYING
    assert [seat.points for seat in TableResult.objects.get().seats.order_by("order")] == list(POINTS)


def test_a_scorer_cannot_start_the_round_with_a_sheet(event: Tournament) -> None:
    assert signed_in("sam").post(page_of(event), FORM | {"start": "yes"}).status_code == 403
    assert state_of(event) == Round.State.PUBLISHED


def test_nothing_starts_where_the_sheet_is_refused(event: Tournament) -> None:
    answer = signed_in("olga").post(page_of(event), FORM | {"points_0": 61, "start": "yes"})
    assert answer.status_code == 422
    assert state_of(event) == Round.State.PUBLISHED


def test_the_fast_entry_page_gets_the_offer_as_json(event: Tournament) -> None:
    for name, offered in (("olga", True), ("sam", False)):
        answer = signed_in(name).post(page_of(event), FORM, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["message"], answer.json()["start"]) == (422, WAITS, offered)


def test_the_hands_of_a_table_are_kept_and_saved_with_the_start(event: Tournament) -> None:
    client, address = signed_in("olga"), f"{page_of(event)}hands/"
    hands = {"hand1-value": 20, "hand1-winner": 0, "hand1-discarder": 1}
    blank = {name: "" for form in client.get(address).context["forms"] for name in map(form.add_prefix, form.fields)}
    typed = {name: value for name, value in hands.items() if name in blank}
    answer = client.post(address, blank | typed | {"save": "1", "based_on": 0, "reason": "Only one hand."})
    assert WAITS in answer.content.decode()
    assert answer.context["start"] is True
    client.post(address, blank | typed | {"start": "yes", "based_on": 0, "reason": "Only one hand."})
    assert state_of(event) == Round.State.PLAYING
    assert TableResult.objects.count() == 1


def test_programs_are_refused(event: Tournament) -> None:
    base = f"/api/v1/tournaments/{event.slug}/rounds/1"
    sheet = {"points": list(POINTS)}
    answer = program("olga").post(f"{base}/tables/1/", sheet, format="json")
    assert (answer.status_code, WAITS in answer.content.decode()) == (400, True)
    answer = program("olga").post(f"{base}/results/", {"sheets": [sheet | {"table": 1}]}, format="json")
    assert (answer.status_code, WAITS in answer.content.decode()) == (400, True)
    assert not TableResult.objects.exists()


def test_a_phone_keeps_the_numbers(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(entry_by=Tournament.EntryBy.TABLE_CODE)
    table = table_of(event)
    player = event.entries.get(number=1).pk
    answer = signed_in(None).post(f"/e/{table.token}/", FORM | {"player": player})
    text = answer.content.decode()
    assert (answer.status_code, WAITS in text) == (422, True)
    assert [f'value="{points}"' in text for points in POINTS] == [True] * 4


def test_the_open_tables_of_the_round_that_is_played_are_named() -> None:
    event = playing()
    published(event.rounds.get(number=2))
    rounds.name_table(acting(), table_of(event, 2), name="Red")
    with pytest.raises(NotStartedError) as refused:
        enter(table_of(event, 1, round_number=2), POINTS)
    assert str(refused.value) == (
        "Round 2 has not started: round 1 is being played. Its open tables: 1, Red. Check the round and table on the"
        " sheet."
    )
    people(event)
    answer = signed_in("olga").post(page_of(event, 2), FORM)
    assert answer.context["start"] is False
