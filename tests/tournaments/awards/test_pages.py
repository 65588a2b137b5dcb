"""Pages of awards: the organiser's draft, the scorer's hand, the ceremony, and what visitors see once it is public."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.pages import messages_of
from tests.support.people import acting, people
from tests.tournaments.awards.test_awards import HANDS, add, declare
from tests.tournaments.figures.test_stored import event_with
from tournaments.accounts.models import User
from tournaments.awards import services
from tournaments.awards.models import PrizeHand
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.results.services import settings

pytestmark = pytest.mark.django_db

SMALL, LARGE = HANDS["mcr-2006"]


@pytest.fixture
def event() -> Tournament:
    cup = event_with("mcr-2006")
    people(cup)
    add(cup, "largest_hand")
    add(cup, "best_game", title="The loudest game")
    declare(cup, 3, LARGE)
    return cup


def open_as(name: str, route: str, *parts: object, **query: str) -> str:
    browser = Client()
    if name:
        browser.force_login(User.objects.get(username=name))
    answer = browser.get(reverse(route, args=["cup", *parts]), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def publish() -> None:
    services.publish(acting(), Tournament.objects.get())


def test_the_organiser_sees_a_draft_and_visitors_see_winners_once_published(event: Tournament) -> None:
    draft = open_as("olga", "manage_awards")
    assert ("Draft" in draft, "Olaf Berg" in draft, "92 points" in draft) == (True, True, True)
    assert "The loudest game" not in open_as("", "event_awards")
    publish()
    shown = open_as("", "event_awards")
    assert ("The loudest game" in shown, "Petra Quist" in shown, "Thirteen Orphans" in shown) == (True, True, True)
    assert "The loudest game" in open_as("", "event_player", 1)
    assert "The loudest game" not in open_as("", "event_player", 2)
    assert reverse("event_awards", args=["cup"]) in open_as("", "event_standings")


def test_a_refused_publication_gives_its_reason_at_the_top_and_leaves_the_form_of_a_new_award(
    event: Tournament,
) -> None:
    event.rounds.update(released_at=None)
    browser = Client()
    browser.force_login(User.objects.get(username="olga"))
    answer = browser.post(reverse("manage_awards_publish", args=["cup"]), follow=True)
    assert messages_of(answer) == ["Release the results of round 1 first."]
    assert "figure" in answer.context["form"].fields


def test_the_ceremony_reveals_awards_before_the_places(event: Tournament) -> None:
    assert "data-award" not in open_as("olga", "ceremony")
    publish()
    page = open_as("olga", "ceremony")
    assert page.count("data-award") == 2
    assert page.index("The loudest game") < page.index("Place 4")


def test_hidden_standings_hide_awards_from_visitors_alone(event: Tournament) -> None:
    publish()
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": True})
    for route, parts in (("event_awards", ()), ("event_player", (1,)), ("event_player", (3,))):
        hidden = open_as("", route, *parts)
        assert ("The loudest game" in hidden, "Largest hand" in hidden) == (False, False)
    program = Client()
    for route in ("api-awards", "api-prize-hands"):
        assert program.get(reverse(route, args=["cup"])).json()["results"] == []
    assert "The loudest game" in open_as("olga", "ceremony")


def test_an_erased_player_vanishes(event: Tournament) -> None:
    publish()
    privacy.erase(acting(), event.entries.get(number=3))
    shown = open_as("", "event_awards")
    assert ("Berg" in shown, "O. B." in shown, "Thirteen Orphans" in shown) == (False, False, False)
    rows = Client().get(reverse("api-prize-hands", args=["cup"])).json()["results"]
    assert [row["name"] for row in rows] == []


def test_the_checker_offers_to_declare_a_win_and_explains_any_other_hand(event: Tournament) -> None:
    won = open_as("sam", "manage_prize_hands", 1, 1, hand=SMALL)
    assert "Declare this hand" in won
    refused = open_as("sam", "manage_prize_hands", 1, 1, hand="123m456m789m12p55s +9p")
    assert ("Declare this hand" in refused, "none of the winning forms" in refused) == (False, True)
    low = open_as("sam", "manage_prize_hands", 1, 1, hand="234m pung(666p) chow(345s) chow(678s) 5p +5p", by="discard")
    assert "Declare this hand" not in low


def test_a_scorer_declares_and_deletes_a_hand(event: Tournament) -> None:
    scorer = Client()
    scorer.force_login(User.objects.get(username="sam"))
    address = reverse("manage_prize_hands", args=["cup", 1, 1])
    fields = {"by": "self_draw", "prevalent": "E", "seat": "E", "circumstances": '{"last_tile": "1"}'}
    assert scorer.post(address, fields | {"winner": 2, "hand": SMALL}).status_code == 302
    hand = PrizeHand.objects.get(winner__number=2)
    assert (hand.circumstances, hand.declared_by.username) == ({"last_tile": "1"}, "sam")  # type: ignore[union-attr]
    refused = scorer.post(address, fields | {"winner": 2, "hand": "123m456m789m12p55s +9p"})
    assert (refused.status_code, "none of the winning forms" in refused.content.decode()) == (422, True)
    void = reverse("manage_prize_hand_void", args=["cup", 1, 1, hand.number])
    done = scorer.post(void, {"reason": "Typed twice."}, follow=True)
    assert reverse("manage_prize_hand_restore", args=["cup", 1, 1, hand.number]) in done.content.decode()
    assert "Deleted" in done.content.decode()
