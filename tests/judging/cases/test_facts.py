"""Facts on the pages, with those that are known from the sheet, the log, the hand's number and earlier rulings."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse

from engine.family import ruleset
from engine.tiles.seats import Wind
from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.queries import judgments, known_facts
from judging.cases.queries.known_facts import find_hand_start
from judging.cases.services import cases
from judging.law import questions
from judging.law.questions import HandPosition
from tests.support.cases import SEVEN_POINTS, at, facts, fine, ruled
from tests.support.games import game
from tests.support.people import acting, people, signed_in
from tests.support.remembered import remembered
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import sheets
from tournaments.results.services import replays, results
from tournaments.rounds.models import GameTable
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(event: Tournament) -> Case:
    return cases.open_case(acting("ren"), event, kind="win", table=table_of(event))


def sends(client: Client, case: Case, **more: str) -> Any:
    return client.post(at("manage_case_facts", case.tournament, case.number), SEVEN_POINTS | more)


def test_facts_on_a_stale_page_are_refused_with_both_versions_side_by_side(case: Case, ren: Client) -> None:
    """Two referees open the page; the second sees what the first has recorded, and says so before recording."""
    assert sends(ren, case, record="1", after="0").status_code == 302
    refused = sends(ren, case, record="1", after="0", hand="123456789m234p5s +5s")
    assert (refused.status_code, ClaimRecord.objects.count()) == (422, 1)
    rows = {label: answers for label, *answers in refused.context["compared"]}
    asked = "Which tiles does the player hold, with melds, winning tile and flowers?"
    assert tuple(answer.value for answer in rows[asked]) == ("234678m345p6711s +8s | 12f", "123456789m234p5s +5s")
    assert [label for label, (first, second) in rows.items() if first != second] == [asked]
    assert 'value="123456789m234p5s +5s"' in refused.content.decode()
    done = sends(ren, case, record="1", after="0", seen="1", hand="123456789m234p5s +5s")
    assert done.status_code == 302
    assert [record.verdict for record in ClaimRecord.objects.order_by("number")] == ["fails", "holds"]


def test_the_api_refuses_stale_facts_with_the_newest(case: Case, ren: Client) -> None:
    assert sends(ren, case, record="1", after="0").status_code == 302
    address = reverse("api-case-facts", args=[case.tournament.slug, case.number])
    body = {"kind": "win", "seat": 1, "facts": {"dead": False}, "after": 0}
    refused = ren.post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["newest"]["number"], refused.json()["field"]) == (409, 1, "after")
    assert (refused["Content-Type"], refused.json()["code"]) == ("application/problem+json", "stale_facts")
    assert ren.post(address, body | {"after": 1}, content_type="application/json").status_code == 201


def test_earlier_facts_stay_readable_on_the_case(case: Case, ren: Client) -> None:
    sends(ren, case, record="1", after="0")
    sends(ren, case, record="1", after="1", hand="123456789m234p5s +5s")
    shown = ren.get(at("manage_case", case.tournament, case.number)).context["shown"]
    assert ([facts.record.number for facts in shown.earlier], shown.record.number) == ([1], 2)
    assert "Earlier facts 1" in ren.get(at("manage_case", case.tournament, case.number)).content.decode()


def test_an_error_at_one_field_leaves_the_findings_of_the_others(case: Case, ren: Client) -> None:
    answer = sends(ren, case, hand="123m99", dead="yes")
    assert "hand" in answer.context["form"].errors
    assert ("MCR-6.7", "fails") in [(each.clause, each.verdict) for each in answer.context["findings"]]
    refused = sends(ren, case, hand="123m99", dead="yes", record="1")
    assert (refused.status_code, ClaimRecord.objects.count()) == (422, 0)


def test_nobody_knows_is_an_answer_to_every_question_and_is_kept(case: Case, ren: Client) -> None:
    page = ren.get(at("manage_case_facts", case.tournament, case.number))
    asked = [question for name in ("asked", "others") for question in page.context[name]]
    without = [
        question.name
        for question in asked
        if "Nobody knows" not in "".join(str(field) + str(field.label) for field in question.fields)
    ]
    assert without == []
    sends(ren, case, record="1", after="0", hand="", hand_unknown="on")
    assert ClaimRecord.objects.get().claim["facts"]["hand"] is None
    again = ren.get(at("manage_case_facts", case.tournament, case.number)).context["form"]
    assert (again["hand_unknown"].value(), again["hand"].value()) == (True, None)


def test_the_biggest_doubt_is_asked_first(case: Case, ren: Client) -> None:
    page = ren.get(at("manage_case_facts", case.tournament, case.number))
    assert (page.context["doubts"][0], page.context["asked"][0].name) == ("hand", "hand")
    priced = sends(ren, case, shown="")
    assert priced.context["doubts"][0] == "shown"


def test_what_if_shows_what_would_change_and_records_nothing(case: Case, ren: Client) -> None:
    sends(ren, case, record="1", after="0")
    address = at("manage_case_facts", case.tournament, case.number)
    opened = ren.get(address, {"what_if": "1"})
    # What is only tried out is kept on no device as a draft.
    assert "data-what-if" in opened.content.decode()
    assert "data-what-if" not in ren.get(address).content.decode()
    assert (opened.context["changes"], opened.context["form"]["hand"].value()) == (False, "234678m345p6711s +8s | 12f")
    changed = sends(ren, case, what_if="1", hand="123456789m234p5s +5s", record="1", after="1")
    assert (changed.status_code, changed.context["changes"], ClaimRecord.objects.count()) == (200, True, 1)
    assert [each.verdict for each in changed.context["other"].findings].count("fails") == 1
    assert "fails" not in [each.verdict for each in changed.context["findings"]]
    assert ">Save facts" not in changed.content.decode().replace("\n", "").replace("  ", "")


def test_a_player_stands_with_wind_or_seat(case: Case, ren: Client) -> None:
    numbered = ren.get(at("manage_case_facts", case.tournament, case.number)).context["form"].seats
    assert [name.rsplit(", ", 1)[1] for _seat, name in numbered] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    Case.objects.update(hand=1)
    winds = ren.get(at("manage_case_facts", case.tournament, case.number)).context["form"].seats
    assert [name.rsplit(", ", 1)[1] for _seat, name in winds] == ["East", "South", "West", "North"]


def test_the_book_finds_a_case_by_the_players_whom_it_concerns(case: Case, ren: Client) -> None:
    first, second = (party.entry for party in case.parties.order_by("seat")[:2])
    address = reverse("manage_case_book", args=[case.tournament.slug])

    def found(words: str) -> list[int]:
        return [each.number for each in ren.get(address, {"q": words}).context["page_obj"].object_list]

    assert (found(first.given_name), found("Nobody")) == ([1], [])
    sends(ren, case, record="1", after="0")
    assert (found(first.given_name), found(second.given_name)) == ([], [1])


@pytest.mark.parametrize(
    ("preset", "hand", "wind", "dealer", "turn"),
    [
        ("mcr-2006", 1, "E", 0, [1, 2, 3, 4]),
        ("mcr-2006", 7, "S", 2, [2, 1, 4, 3]),
        ("mcr-2006", 9, "W", 0, [3, 4, 2, 1]),
        ("mcr-2006", 16, "N", 3, [4, 3, 1, 2]),
        ("riichi-ema-2016", 1, "E", 0, [1, 2, 3, 4]),
        ("taiwan-aono", 1, "E", 0, [1, 2, 3, 4]),
        # Where dealers stay, the number of the hand says nothing of winds.
        ("riichi-ema-2016", 5, "", None, [1, 2, 3, 4]),
        ("taiwan-aono", 2, "", None, [1, 2, 3, 4]),
        ("mcr-2006", None, "", None, [1, 2, 3, 4]),
    ],
)
def test_a_hand_by_its_number(preset: str, hand: int | None, wind: str, dealer: int | None, turn: list[int]) -> None:
    """MCR-2.6 and MCR-2.7: four hands a wind, the deal passes each time, the players change seats between rounds."""
    rules = ruleset(preset)
    deals, found = questions.get_hand_place(rules, hand)
    assert (found.letter if found is not None else "", deals) == (wind, dealer)
    assert questions.order_players(rules, [1, 2, 3, 4], hand) == turn


@pytest.fixture
def seventh(event: Tournament) -> Case:
    return cases.open_case(acting("ren"), event, kind="win", table=table_of(event), hand=7)


def sent(case: Case, **answers: str) -> dict[str, str]:
    """The values of the page after ren's answers, with those that it filled in."""
    page = signed_in("ren").post(reverse("manage_case_facts", args=[case.tournament.slug, case.number]), answers)
    form, filled = page.context["form"], page.context["filled"]
    held = {name: form[name].value() for name in ("seat", "prevalent_wind", "seat_wind", "dead")}
    return {**{name: value for name, value in held.items() if value}, "filled": filled}


def test_the_parties_sit_as_in_that_hand(seventh: Case) -> None:
    """In the South round the second player of the table sits East (MCR-2.7)."""
    assert [party.entry.number for party in seventh.parties.order_by("seat")] == [2, 1, 4, 3]


def test_the_seat_wind_follows_the_player_until_somebody_says_otherwise(seventh: Case) -> None:
    """The third seat deals in the seventh hand."""
    dealer = sent(seventh, seat="2")
    assert (dealer["prevalent_wind"], dealer["seat_wind"], dealer["dead"]) == ("S", "E", "no")
    other = sent(seventh, **{**dealer, "seat": "3"})
    assert other["seat_wind"] == "S"
    changed = sent(seventh, **{**other, "seat_wind": "N"})
    assert changed["seat_wind"] == "N"
    assert sent(seventh, **{**changed, "seat": "2"})["seat_wind"] == "N"
    assert set(parse_qs(changed["filled"])) == {"prevalent_wind", "dead"}


def test_a_hand_ruled_dead_before_is_dead(seventh: Case) -> None:
    """The record of rulings knows it; in the next hand it is over."""
    first = cases.open_case(acting("ren"), seventh.tournament, kind="win", table=seventh.table, hand=7)
    ruled(first, facts(first), fine(seat=3))
    assert [sent(seventh, seat=seat)["dead"] for seat in ("2", "3")] == ["no", "yes"]
    later = cases.open_case(acting("ren"), seventh.tournament, kind="win", table=seventh.table, hand=8)
    assert sent(later, seat="3")["dead"] == "no"


VIOLATED = {
    "kind": "void_suit",
    "seat": "1",
    "void_suit": "m",
    "own_discards": "1m5p3m",
    "just_drawn": "no",
    "void_meld": "no",
    "wall_ended": "no",
    "won_seats": "2",
}


@pytest.fixture
@remembered
def void_suit_case(db: None) -> Case:
    """Ren has a claim about the void suit at a table that plays by the rules of the world championship."""
    tournament = playing(family="sichuan")
    RulesetVersion.objects.filter(tournament=tournament).update(preset="sichuan-world-championship")
    people(tournament)
    return cases.open_case(acting("ren"), tournament, kind="void_suit", table=table_of(tournament), hand=2)


def test_kongs_go_back_line_by_line_and_into_the_ledger(void_suit_case: Case, ren: Client) -> None:
    """The second winner had paid the concealed kong and gets it back; the violation is paid to the two still in."""
    case = void_suit_case
    at = [case.tournament.slug, case.number]
    asked = ren.post(reverse("manage_case_facts", args=at), VIOLATED)
    assert "kongs" in [question.name for question in asked.context["asked"]]
    assert "the kongs are not entered yet" in asked.content.decode()
    sent = VIOLATED | {"kongs": "2 concealed\n2 direct 4 / 3", "record": "1"}
    assert ren.post(reverse("manage_case_facts", args=at), sent).status_code == 302
    (proposal,) = ClaimRecord.objects.get().proposals
    assert (proposal["penalty"], proposal["refund_kongs"]) == ("end_hand", False)
    case.refresh_from_db()
    ruled = {"based_on": str(case.version), "choice_0": "standard", "payments": "ledger"}
    assert ren.post(reverse("manage_case_rule", args=at), ruled).status_code == 302
    shown = ren.get(reverse("manage_case", args=at)).context["shown"].in_force
    names = [seat.entry.name for seat in case.parties.order_by("seat")]
    back = "kong payments returned, SC-7.1"
    assert shown.transfers == [
        (names[1], names[0], "16", "void suit violated, SC-7.1"),
        (names[1], names[3], "16", "void suit violated, SC-7.1"),
        (names[1], names[0], "2", back),
        (names[1], names[2], "2", back),
        (names[1], names[3], "2", back),
        (names[1], names[3], "2", back),
    ]
    assert Ruling.objects.get().payments == "ledger"
    lines = ScoreLine.objects.filter(voided_at=None).order_by("pk")
    assert [(line.entry.name, int(line.amount)) for line in lines] == list(zip(names, (18, -40, 2, 20), strict=True))


def entered(table: GameTable, hands: list[HandRecord]) -> None:
    """Sam types the sheet hand by hand; the points do not matter here."""
    results.submit_sheet(acting("sam"), table, points=(30000,) * 4, hands=hands)


def riichi_sheet(table: GameTable) -> list[HandRecord]:
    """East wins, draws ready, and loses the deal; South loses it at once, West wins."""
    east, south, west, north = (seat.entry.pk for seat in sheets.list_seats(table))
    worth = {"han": 2, "fu": 30}
    return [
        HandRecord(
            number=1, winner_id=east, discarder_id=south, value=2, more={**worth, "winner": "0", "discarder": "1"}
        ),
        HandRecord(number=2, more={"ready_0": True}),
        HandRecord(number=3, winner_id=west, discarder_id=north, value=2, more=worth),
        HandRecord(number=4, winner_id=north, discarder_id=west, value=2, more=worth),
        HandRecord(number=5, winner_id=west, discarder_id=north, value=2, more=worth),
    ]


def test_the_hands_before_it_tell_who_deals_and_how_often() -> None:
    """RI-2.7, RI-2.9: a win and a ready draw keep the deal, each with a counter."""
    table = table_of(playing(family="riichi"))
    entered(table, riichi_sheet(table))
    course = [find_hand_start(table, hand) for hand in range(2, 8)]
    assert [(each.dealer, each.counters) for each in course if each is not None] == [
        (0, 1),
        (0, 2),
        (1, 0),
        (2, 0),
        (2, 1),
    ]
    assert (course[-1], {each.wind.letter for each in course if each is not None}) == (None, {"E"})


def test_the_wind_changes_when_the_deal_is_back() -> None:
    """RI-2.6: four deals passed make the South round."""
    table = table_of(playing(family="riichi"))
    _east, south, west, north = (seat.entry.pk for seat in sheets.list_seats(table))
    won = [south, west, north, _east]
    hands = [
        HandRecord(number=at, winner_id=each, value=1, more={"han": 1, "fu": 30}) for at, each in enumerate(won, 1)
    ]
    entered(table, hands)
    found = find_hand_start(table, 5)
    assert found is not None
    assert (found.dealer, found.wind.letter) == (0, "S")


def test_a_hand_that_is_not_on_the_sheet_leaves_the_question() -> None:
    """So does a table without a sheet."""
    tournament = playing(family="riichi")
    table = table_of(tournament)
    entered(table, [hand for hand in riichi_sheet(table) if hand.number != 2])
    assert (find_hand_start(table, 2), find_hand_start(table, 4)) == (HandPosition(0, Wind.EAST, 1), None)
    assert find_hand_start(table_of(tournament, 2), 2) is None


def test_the_log_of_the_table_knows_better_than_the_sheet() -> None:
    """The first seat of the log is the third line of the sheet."""
    table = table_of(playing(family="riichi"))
    entered(table, riichi_sheet(table))
    text, _points = game("riichi-ema-2016", hands=2)
    replays.attach(acting("sam"), table, text=text, first_line=2)
    found = find_hand_start(table, 2)
    assert found is not None
    assert (found.dealer, found.counters) == (3, 0)


def test_the_form_is_filled_from_the_sheet() -> None:
    """The seat wind follows the player, and the counters are a fact of the win."""
    tournament = playing(family="riichi")
    table = table_of(tournament)
    entered(table, riichi_sheet(table))
    case = cases.open_case(acting("ren"), tournament, kind="win", table=table, hand=6)
    names = ["prevalent_wind", "seat_wind", "dealer", "counters"]
    assert known_facts.find_facts(case, judgments.get_rules_of_case(case), names, 0) == {
        "counters": 1,
        "prevalent_wind": "E",
        "dealer": 2,
        "seat_wind": "W",
    }
    names_of = dict.fromkeys(range(4), "Ana")
    offered = [
        label for _seat, label in known_facts.label_seats_of_case(case, judgments.get_rules_of_case(case), names_of)
    ]
    assert offered == ["Ana, West", "Ana, North", "Ana, East", "Ana, South"]
