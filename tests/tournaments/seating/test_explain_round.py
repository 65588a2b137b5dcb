"""petra reads how a round was seated: every kind of draw, its aims, its worth, and who met again and why."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, small_tournament
from tests.support.play import played, published
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Seating
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import redraws, seating, swaps
from tournaments.seating.text.draws import unavoidable
from tournaments.seating.views.explain_round import explain_round, pairs_again

pytestmark = pytest.mark.django_db


def publish_all(drafts):
    for draft in drafts:
        seating.publish(acting(), draft)


def drawn(players, rounds, **options):
    event = small_tournament(players, rounds=rounds)
    publish_all(
        seating_drafts.generate(acting(), event, rounds=list(event.rounds.order_by("number")), seed="s", **options)
    )
    return event


def again_of(told):
    return [(first.number, second.number, rounds) for first, second, rounds, _why in told["again"]]


def test_a_fixed_draw_tells_the_construction_the_lottery_and_that_nobody_meets_twice():
    told = explain_round(drawn(16, 3), 3)
    assert told["how"] == [
        "These rounds were drawn at once, before the first of them; results play no part in it.",
        "One round was designed, and everybody moves up one place for the next.",
        "The lottery decided who is which number in it; its seed is published, so anybody can repeat it.",
    ]
    assert told["aims"][0].startswith("Meetings of the same two: a second meeting weighs 1")
    assert told["worth"][0] == "Nobody meets the same opponent twice."
    assert (told["again"], told["changes"], told["draw"].number) == ([], [], 1)


def test_where_counting_forces_repeats_it_is_said_with_the_count():
    told = explain_round(drawn(4, 2), 2)
    assert {why for *_pair, why in told["again"]} == {
        "In 2 rounds everybody has 6 opponents, but there are only 3 others."
    }
    assert [rounds for _first, _second, rounds, _why in told["again"]] == [(1, 2)] * 6
    assert told["worth"][0] == "6 pairs meet more than once, 6 repeats in all; no seating of this size has fewer."


def test_wishes_are_told_with_their_weight():
    event = small_tournament(16, rounds=2)
    event.separate = ["country"]
    event.save()
    Entry.objects.filter(tournament=event, number__lte=4).update(country="Denmark")
    publish_all(seating_drafts.generate(acting(), event, rounds=list(event.rounds.order_by("number")), seed="s"))
    told = explain_round(event, 1)
    assert told["aims"][0] == (
        "Kept apart as well as can be: players of one country. One such meeting weighs as much as 0.1 repeated ones."
    )
    assert any(line.startswith("Meetings between players of one country (1 countries): 0") for line in told["worth"])


def test_a_swiss_round_tells_the_setting_and_the_places_of_those_who_meet_again():
    event = small_tournament(8, rounds=2)
    played(event, 1)
    seating.publish(acting(), seating_drafts.swiss(acting(), event.rounds.get(number=2), setting="close", seed="s"))
    told = explain_round(event, 2)
    assert told["how"][:2] == [
        "Players who stood close to each other were put together, where possible with new opponents.",
        "Closeness in the standings mattered most here, new opponents less.",
    ]
    assert "One earlier meeting weighs as much as 10 places between the two." in told["aims"][0]
    assert len(told["again"]) == 4
    assert all(why.startswith("They stood at places ") for *_pair, why in told["again"])


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("standings", "The first four of the standings sit at one table, the next four at the next, and so on."),
        ("interval", "With 2 tables, the first table has the places 1, 3, 5 and 7, and so on"),
        ("snake", "The standings were dealt to the 2 tables forwards and backwards in turn"),
    ],
)
def test_a_round_by_the_standings_tells_its_order(mode, sentence):
    event = small_tournament(8, rounds=2)
    played(event, 1)
    seating.publish(acting(), seating_drafts.by_standings(acting(), event.rounds.get(number=2), mode=mode))
    told = explain_round(event, 2)
    assert told["how"][0].startswith(sentence)
    assert told["aims"][0] == "Earlier meetings are not looked at: the same players may meet again."
    assert told["again"]
    assert all("put them at one table" in why for *_pair, why in told["again"])


def test_a_random_draw_on_top_of_played_rounds_is_told_as_such():
    event = small_tournament(16, rounds=2)
    published(event.rounds.get(number=1))
    publish_all(seating_drafts.generate(acting(), event, rounds=[event.rounds.get(number=2)], seed="s"))
    told = explain_round(event, 2)
    assert told["how"][0] == (
        "The rounds before were kept; the new ones were drawn on top of them, without regard to the standings."
    )
    assert told["again"] == []


def test_a_redrawn_round_tells_what_changed():
    event = drawn(16, 3)
    leaver = event.entries.get(number=4)
    draw = redraws.redraw(acting(), event, leaves=[leaver], seed="s")
    for draft in draw.seatings.all():
        seating.publish(acting(), draft, leave_out=True)
    told = explain_round(event, 3)
    assert told["how"] == [
        "The field changed during the event: the coming rounds were seated anew.",
        "Left: 4.",
        "Rounds that had started stayed as they were.",
    ]


def test_a_change_by_hand_is_told_and_explains_the_pairs_it_brought():
    event = drawn(16, 2)
    second = event.rounds.get(number=2)
    before = seating.plan_of(event.rounds.get(number=1).current_seating)[1]
    now = seating.plan_of(second.current_seating)
    there = {entry.number: table for table, entries in now.items() for entry in entries}
    first, partner = before[0].number, before[1].number
    chair = next(entry.number for entry in now[there[first]] if entry.number != first)
    swaps.store(acting("sue"), second.current_seating, swaps=[(partner, chair)], seen_state="published")
    told = explain_round(event, 2)
    assert len(told["changes"]) == 1
    assert told["changes"][0].startswith("Changed chairs by hand after the draw: ")
    assert (min(first, partner), max(first, partner), (1, 2)) in again_of(told)
    assert {why for *_pair, why in told["again"]} == {"They came to one table by a change by hand after the draw."}
    # The draw stays the one that is explained, though the version it made is superseded.
    assert told["draw"].number == 1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (Seating.Source.SCHEDULE, "The seating was made elsewhere and entered as it was written."),
        (Seating.Source.MANUAL, "The organisers seated this round by hand."),
        (Seating.Source.IMPORTED, "The seating came with the file of the event."),
    ],
)
def test_a_seating_without_a_draw_tells_where_it_came_from(source, sentence):
    event = small_tournament(16, rounds=2)
    for number in (1, 2):
        published(event.rounds.get(number=number))
    Seating.objects.update(source=source)
    told = explain_round(event, 2)
    assert told["how"] == [sentence]
    assert {why for *_pair, why in told["again"]} == {sentence}
    assert len(told["again"]) == 24


def test_the_page_is_public_with_the_round_and_not_before():
    event = small_tournament(8, rounds=2)
    address = reverse("event_round_explained", args=[event.slug, 1])
    assert Client().get(address).status_code == 404
    published(event.rounds.get(number=1))
    text = Client().get(address).text
    assert "Seating of round 1 explained" in text
    assert "Nobody in this round had met an opponent before." in text
    assert address in Client().get(reverse("event_round_seating", args=[event.slug, 1])).text


@pytest.mark.parametrize(
    ("players", "rounds", "sentence"),
    [
        (16, 5, ""),
        (16, 6, "In 6 rounds everybody has 18 opponents, but there are only 15 others."),
        (20, 6, "20 players cannot play 6 rounds without repeats; that is proven."),
        (12, 3, "At so few tables, players who have just met must meet again from the second round on."),
        (14, 2, "At so few tables, players who have just met must meet again from the second round on."),
        # Three who sat out can join one player of each table of the first round.
        (15, 2, ""),
        (10, 4, "The tables of 4 rounds make 48 meetings, but there are only 45 pairs."),
        (3, 2, ""),
    ],
)
def test_what_counting_and_theory_forbid(players, rounds, sentence):
    assert unavoidable(players, rounds) == sentence


def test_pairs_that_meet_again_are_listed_with_their_rounds():
    assert pairs_again((((1, 2, 3, 4),), ((1, 2, 5, 6),), ((2, 1, 7, 8),)), [1, 2, 5]) == {(1, 2): (1, 2, 5)}


def test_a_draw_whose_draft_was_changed_by_hand_is_public_with_the_changed_version():
    event = small_tournament(16, rounds=1)
    (draft,) = seating_drafts.generate(acting(), event, rounds=[event.rounds.get(number=1)], seed="s")
    newer = swaps.store(acting("sue"), draft, swaps=[(1, 2)], seen_state="draft")
    draw = event.draws.get()
    assert Client().get(draw.get_absolute_url()).status_code == 404
    seating.publish(acting(), newer)
    page = Client().get(draw.get_absolute_url())
    assert (page.status_code, page.context["again"]) == (200, [])
    assert newer.origin == draft


def test_the_page_of_a_draw_names_who_meets_again_and_why():
    event = small_tournament(8, rounds=2)
    played(event, 1)
    seating.publish(acting(), seating_drafts.by_standings(acting(), event.rounds.get(number=2)))
    page = Client().get(event.draws.get().get_absolute_url())
    assert page.context["how"][0].startswith("The first four of the standings sit at one table")
    again = page.context["again"]
    assert [rounds for _first, _second, rounds, _why in again] == [(1, 2)] * len(again)
    assert "Their places, 1 and " in page.text
