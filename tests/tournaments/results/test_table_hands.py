"""Hand by hand on the players' phones: tapped, added up, taken back, handed in; and the phone knows its seat."""

import html

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import sheets
from tournaments.results.services import corrections, results
from tournaments.results.services.results import DoubtfulSheetError
from tournaments.rounds.phone import COOKIE, Phone

pytestmark = pytest.mark.django_db


@remembered
def event_of(family: str = "mcr") -> Tournament:
    event = playing(8, family=family)
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    return event


def page(event: Tournament) -> str:
    return reverse("table_hands", args=[table_of(event).token])


def taps(client: Client, event: Tournament, **line: str | list[str]) -> int:
    return client.post(page(event), {"step": "add"} | line).status_code


def points(client: Client, event: Tournament) -> list[int]:
    return [row.points for row in client.get(page(event)).context["state"].standing]


def test_a_phone_adds_up_what_is_tapped_and_hands_it_in():
    """MCR-6.2: a discarder pays the value and 8, the others 8 each; of a self-draw each pays value and 8."""
    event, petra = event_of(), Client()
    assert taps(petra, event, winner="0", discarder="2", value="24") == 302
    assert points(petra, event) == [48, -8, -32, -8]
    assert taps(petra, event, winner="1", discarder="", value="8") == 302
    assert taps(petra, event, drawn="on") == 302
    assert points(petra, event) == [32, 40, -48, -24]
    seats = sheets.list_seats(table_of(event))
    saved = petra.post(page(event), {"step": "save", "who-player": seats[1].entry.pk})
    assert saved.headers["Location"] == reverse("table_code", args=[table_of(event).token])
    result = sheets.find_latest_result(table_of(event))
    assert [seat.points for seat in result.seats.order_by("order")] == [32, 40, -48, -24]
    assert (result.hands.count(), result.entered_by_entry) == (3, seats[1].entry)
    assert HandRecord.objects.filter(result=None).count() == 0
    assert petra.get(page(event)).status_code == 302


def test_a_hand_that_cannot_be_is_refused_and_the_last_is_taken_back():
    event, petra = event_of(), Client()
    assert taps(petra, event, winner="0", discarder="0", value="24") == 422
    assert taps(petra, event, winner="0", discarder="1", value="7") == 422
    assert taps(petra, event) == 422
    assert HandRecord.objects.count() == 0
    taps(petra, event, winner="0", discarder="1", value="8")
    petra.post(page(event), {"step": "undo"})
    assert (HandRecord.objects.count(), points(petra, event)) == (0, [0, 0, 0, 0])
    # A second phone that is late writes nothing, and its owner learns of it.
    enter(table_of(event), (8, 8, -8, -8))
    late = petra.post(page(event), {"step": "add", "winner": "0", "discarder": "1", "value": "8"}, follow=True)
    assert "this hand is not on it" in late.content.decode()
    assert HandRecord.objects.filter(result=None).count() == 0


def test_totals_of_the_desk_overrule_the_hands_of_the_phone_only_with_a_reason():
    event, petra = event_of(), Client()
    table = table_of(event)
    for seat, club in zip(sheets.list_seats(table)[:2], ("Lyon", "Porto"), strict=True):
        Entry.objects.filter(pk=seat.entry.pk).update(family_name="Kim", given_name="Ana", club=club)
    taps(petra, event, winner="0", discarder="2", value="24")
    with pytest.raises(DoubtfulSheetError) as refused:
        enter(table, (100, -50, -20, -30))
    names = [choose_leading_name(seat.entry) for seat in sheets.list_seats(table)]
    names[:2] = ["Ana Kim (Lyon)", "Ana Kim (Porto)"]
    hands, sheet = (
        ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))
        for numbers in ((48, -8, -32, -8), (100, -50, -20, -30))
    )
    asked = f"The hands add up to {hands}, but this sheet has {sheet}. Which is right?"
    assert refused.value.problems == [asked]
    assert (sheets.find_latest_result(table), HandRecord.objects.filter(result=None).count()) == (None, 1)
    # The hands stay where they are.
    result = enter(table, (100, -50, -20, -30), reason="The phone missed four hands.")
    assert (result.doubtful_reason, HandRecord.objects.filter(result=None).count()) == (
        "The phone missed four hands.",
        1,
    )


def test_totals_that_agree_with_the_hands_of_the_phone_take_them_along():
    event, petra = event_of(), Client()
    taps(petra, event, winner="0", discarder="2", value="24")
    result = enter(table_of(event), (48, -8, -32, -8))
    assert (result.hands.count(), HandRecord.objects.filter(result=None).count()) == (1, 0)


def of_table(event: Tournament) -> list[tuple[int, int | None]]:
    """Hands of the open sheet: number and value."""
    return list(HandRecord.objects.filter(table=table_of(event), result=None).values_list("number", "value"))


def take_back(event: Tournament, version: int = 1) -> None:
    corrections.take_back(acting("sam"), table_of(event).round, versions=[(1, version)])


def test_the_undo_of_the_desks_sheet_gives_the_phone_its_hands_back():
    event, petra = event_of(), Client()
    people(event)
    taps(petra, event, winner="0", discarder="2", value="24")
    taps(petra, event, drawn="on")
    before = list(HandRecord.objects.values("pk", "number", "winner", "discarder", "value", "seating", "more"))
    seats = sheets.list_seats(table_of(event))
    desk = HandRecord(number=1, winner=seats[1].entry, value=8)
    results.submit_sheet(
        acting("sam"),
        table_of(event),
        points=(-16, 48, -16, -16),
        hands=[desk],
        from_hands=(-16, 48, -16, -16),
        reason="As the paper says.",
    )
    assert of_table(event) == []
    take_back(event)
    assert list(HandRecord.objects.filter(result=None).values(*before[0])) == before
    assert points(petra, event) == [48, -8, -32, -8]
    assert taps(petra, event, winner="1", discarder="", value="8") == 302


def test_the_undo_of_a_sheet_that_took_the_hands_along_leaves_them_open():
    event, petra = event_of(), Client()
    people(event)
    taps(petra, event, winner="0", discarder="2", value="24")
    enter(table_of(event), (48, -8, -32, -8), "sam")
    assert of_table(event) == []
    take_back(event)
    assert of_table(event) == [(1, 24)]
    assert points(petra, event) == [48, -8, -32, -8]
    enter(table_of(event), (100, -50, -20, -30), "sam", reason="The phone missed four hands.")
    take_back(event, 2)
    assert of_table(event) == [(1, 24)]


def test_riichi_sticks_wait_on_the_table_for_the_next_winner():
    """RI-7: a mangan of the dealer by discard is 12 000; the stick of the drawn hand goes to the winner, honba 300."""
    event, petra = event_of("riichi"), Client()
    assert taps(petra, event, drawn="on", riichi_1="on", ready_1="on") == 302
    assert points(petra, event) == [29000, 32000, 29000, 29000]
    assert petra.get(page(event)).context["state"].leftover == 1000
    assert taps(petra, event, winner="2", discarder="3", han="5", fu="30") == 302
    assert sum(points(petra, event)) == 120000


def phone_of(event: Tournament, number: int) -> Client:
    """The phone of a player who has said once who they are."""
    client = Client()
    client.get(reverse("table_code", args=[table_of(event).token]))
    phone = Phone(device="a phone")
    phone.assign_player(event.pk, event.entries.get(number=number).pk)
    client.cookies[COOKIE] = phone.remember(HttpResponse()).cookies[COOKIE].value
    return client


def test_a_phone_that_knows_its_owner_says_whether_this_is_the_right_table():
    event = event_of()
    code = reverse("table_code", args=[table_of(event).token])
    assert "Right table, Given02 Family02." in phone_of(event, 2).get(code).content.decode()
    assert "you sit at table 2" in phone_of(event, 7).get(code).content.decode()
    assert Client().get(code).context["here"] is None


def test_what_counted_is_ticked_and_its_sum_is_the_value_unless_a_number_is_typed():
    """MCR: half flush 6, all pungs 6, pung of dragons 2 make 14; riichi: an open half flush is 2 han."""
    event, petra = event_of(), Client()
    ticked = {"winner": "0", "discarder": "2", "picked": ["half_flush", "all_pungs", "dragon_pung"]}
    assert taps(petra, event, **ticked) == 302
    assert points(petra, event) == [38, -8, -22, -8]
    assert taps(petra, event, **ticked, value="15") == 302
    assert [hand.value for hand in HandRecord.objects.order_by("number")] == [14, 15]


def test_limit_hands_are_counted_as_such_and_open_values_apart():
    event, petra = event_of("riichi"), Client()
    for picked, fu in ((["big_three_dragons"], ""), (["half_flush:open", "dragon_pung"], "40")):
        assert taps(petra, event, winner="1", discarder="2", picked=picked, fu=fu) == 302
    assert [hand.value for hand in HandRecord.objects.order_by("number")] == [13, 3]
    petra.post(page(event), {"step": "undo"})
    assert points(petra, event) == [30000, 62000, -2000, 30000]


def test_before_the_last_hand_each_player_reads_what_is_enough():
    """MCR-5.4: East has 48, South −8. 25 from West bring South 49, and East pays 8: 41 to 40; 24 would be a tie."""
    event, petra = event_of(), Client()
    assert petra.get(page(event)).context["end"] is None
    taps(petra, event, winner="0", discarder="3", value="24")
    told = petra.get(page(event)).context["end"]
    assert told["certain"] is False
    assert [len(player["goals"]) for player in told["players"]] == [0, 2, 2, 2]
    first = told["players"][1]["goals"][0]
    assert (first["aim"], first["ways"]) == (
        "For place 1 at the table",
        ["self-drawn: 8 points or more (+48)", "from E: 13 points or more (+37)", "from W, N: 25 points or more (+49)"],
    )
    for _hand in range(14):
        taps(petra, event, drawn="on")
    assert petra.get(page(event)).context["end"]["certain"] is True
    taps(petra, event, drawn="on")
    assert petra.get(page(event)).context["end"] is None


def test_a_limit_is_tapped_by_its_name_and_a_number_typed_wins():
    """RI-5.6: a haneman of South is 12,000; 1 han 30 fu 1,500, as South deals."""
    event, petra = event_of("riichi"), Client()
    assert taps(petra, event, winner="1", discarder="2", limit="haneman") == 302
    assert points(petra, event) == [30000, 42000, 18000, 30000]
    assert taps(petra, event, winner="1", discarder="2", limit="haneman", han="1", fu="30") == 302
    assert points(petra, event) == [30000, 43500, 16500, 30000]
    assert taps(petra, event, winner="1", discarder="", limit="yakuman") == 302
    assert HandRecord.objects.filter(more__has_key="limit").count() == 0


ASKED = "The hands add up to Given01 Family01 48, Given02 Family02 -8, Given03 Family03 -32, Given04 Family04 -8"


@pytest.mark.parametrize("door", ["desk", "API", "all tables", "import", "phone"])
def test_every_way_to_enter_totals_shows_both_and_asks(door: str) -> None:
    event, petra = event_of(), Client()
    people(event)
    taps(petra, event, winner="0", discarder="2", value="24")
    typed, table = (100, -50, -20, -30), table_of(event)
    form = {f"points_{seat}": str(own) for seat, own in enumerate(typed)} | {"based_on": "0"}
    api, json = f"/api/v1/tournaments/{event.slug}/rounds/1", "application/json"
    sam = signed_in("sam")

    def send(reason: str) -> HttpResponse:
        """Send the totals; an import asks before anything is sent."""
        if door == "desk":
            return sam.post(reverse("manage_table", args=[event.slug, 1, 1]), form | {"reason": reason})
        if door == "phone":
            seat = sheets.list_seats(table)[0].entry.pk
            return petra.post(reverse("table_code", args=[table.token]), form | {"reason": reason, "player": seat})
        if door == "import":
            address = reverse("manage_results_import", args=[event.slug])
            names = [seat.entry.name for seat in sheets.list_seats(table)]
            rows = "\n".join(f"1,1,{name},{own}" for name, own in zip(names, typed, strict=True))
            seen = sam.post(address, {"text": f"round,table,player,points\n{rows}"})
            return sam.post(address, {"confirmed": seen.context["token"], "reason": reason}) if reason else seen
        body = {"points": typed, "reason": reason}
        if door == "API":
            return program("sam").post(f"{api}/tables/1/", body, content_type=json)
        return program("sam").post(f"{api}/results/", {"sheets": [body | {"table": 1}]}, content_type=json)

    asked = send("")
    assert ASKED in html.unescape(asked.content.decode())
    assert (sheets.find_latest_result(table), HandRecord.objects.filter(result=None).count()) == (None, 1)
    send("The phone missed four hands.")
    made = sheets.find_latest_result(table)
    assert [seat.points for seat in made.seats.order_by("order")] == list(typed)
    # The hands stay where they are.
    assert HandRecord.objects.filter(result=None).count() == 1
