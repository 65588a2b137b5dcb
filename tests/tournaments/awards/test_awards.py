"""Awards: winners from figures, categories and declared hands; published ones are fixed until the organiser decides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from engine.family import families
from tests.support.people import acting
from tests.support.seasons import played
from tests.support.tables import enter
from tests.tournaments.figures.test_stored import NAMES, event_with
from tournaments.awards import services
from tournaments.awards.models import Award, AwardWinner, PrizeHand
from tournaments.awards.queries import (
    compute_outcomes,
    list_awards_of,
    list_public_awards,
    list_published_awards,
    query_public_hands,
)
from tournaments.awards.text import format_amount
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import list_open_items
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import categories, players
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.exchange.services import privacy
from tournaments.results.services import results, settings
from tournaments.rounds.models import GameTable, Round

pytestmark = pytest.mark.django_db

POINTS = [(30, 10, -10, -30), (30, -40, 20, -10)]

HANDS = {
    # Each family: its smaller hand, and a larger one.
    "mcr-2006": ("123m123p123s789p5z +5z", "19m19p19s1234567z +1m"),
    "riichi-ema-2016": ("234m345p456s67p55s +8p", "19m19p19s1234567z +1m"),
    "sichuan-tfmj-2024": ("123m456m789m23p55p +4p", "1122334455667m +7m"),
    "taiwan-sml-2026": ("123456789m234p55s67s +8s", "111z222z333z444z55m66m +5m"),
}


def add(event: Tournament, figure: str, **more: Any) -> Award:
    values = {"title": "", "category": None, "least": 1, "one_prize": False, "figure": figure}
    return services.add(acting(), event, **(values | more))


def winners(event: Tournament) -> list[list[tuple[int, Fraction]]]:
    outcomes = compute_outcomes(Tournament.objects.get(pk=event.pk))
    return [[(row.entry.number, row.amount) for row in outcome.winners] for outcome in outcomes]


def declare(event: Tournament, number: int, hand: str, **more: Any) -> PrizeHand:
    values = {"by": "self_draw", "prevalent": "E", "seat": "E", "circumstances": {}, "hand": hand}
    winner = event.entries.get(number=number)
    return services.declare(acting(), GameTable.objects.first(), winner=winner, **(values | more))


def test_the_best_figure_wins_and_ties_share() -> None:
    event = played("cup", POINTS, NAMES)
    add(event, "best_game")
    add(event, "first_rate")
    add(event, "mean_place", least=3)
    assert winners(event) == [[(1, Fraction(30))], [(1, Fraction(1))], []]
    assert [row[0][0] for row in winners(played("tie", [(10, 10, -10, -10)], NAMES)) if row] == []
    tie = Tournament.objects.get(slug="tie")
    add(tie, "best_game")
    assert winners(tie) == [[(1, Fraction(10)), (2, Fraction(10))]]


def test_nobody_wins_for_what_nobody_did() -> None:
    event = event_with("taiwan-sml-2026")
    add(event, "kongs")
    add(event, "deal_in_rate")
    assert winners(event)[0] == []
    assert winners(event)[1] == [(3, Fraction(0)), (4, Fraction(0))]


def test_a_category_has_a_best_of_its_own() -> None:
    event = played("cup", POINTS, NAMES)
    newcomers = categories.add(acting(), event, name="Newcomers")
    categories.set_members(acting(), newcomers, players=event.entries.filter(number__in=(2, 4)))
    add(event, "place", category=newcomers)
    add(event, "best_game", category=newcomers)
    assert winners(event) == [[(2, Fraction(3))], [(2, Fraction(10))]]
    with pytest.raises(UserError, match="award depends on this category"):
        categories.remove(acting(), newcomers)
    with pytest.raises(UserError, match="Choose the category"):
        add(event, "place")


def test_one_prize_leaves_out_the_podium_and_winners_before() -> None:
    event = played("cup", [(*POINTS[0], 5, 2, -3, -4)], (*NAMES, "Ines Falk", "Jan Holm", "Kim Lee", "Lea Maas"))
    add(event, "best_game", one_prize=True)
    add(event, "best_game", one_prize=True)
    places = dict(winners(event)[0] + winners(event)[1])
    assert [len(row) for row in winners(event)] == [1, 1]
    assert 1 not in places
    assert len(places) == 2


@pytest.mark.parametrize("preset", HANDS)
def test_the_largest_hand_is_declared_with_its_tiles(preset: str) -> None:
    event = event_with(preset)
    small, large = HANDS[preset]
    add(event, "largest_hand")
    first = declare(event, 2, small)
    before = winners(event)[0]
    second = declare(event, 3, large)
    assert second.worth > first.worth
    outcome = compute_outcomes(Tournament.objects.get())[0]
    assert [(row.entry.number, row.amount, row.hand) for row in outcome.winners] == [
        (3, Fraction(second.worth), second)
    ]
    declare(event, 4, large)
    assert [number for number, _amount in winners(event)[0]] == [3, 4]
    services.void(acting(), PrizeHand.objects.get(number=3), reason="Not hers.")
    services.void(acting(), second, reason="Typed at the wrong table.")
    assert winners(event)[0] == before
    services.restore(acting(), second)
    assert [number for number, _amount in winners(event)[0]] == [3]
    assert set(families()) == {preset.partition("-")[0] for preset in HANDS}


@pytest.mark.parametrize(
    ("preset", "number", "worth", "text", "japanese"),
    [
        ("mcr-2006", 1, 20, "20 points", "20 点"),
        ("riichi-ema-2016", 1, 6000, "6,000 points", "6,000 点"),
        ("sichuan-tfmj-2024", 1, 2, "2 fan", "2 番"),
        ("taiwan-sml-2026", 4, 5, "5 tai", "5 台"),
    ],
)
def test_a_recorded_hand_without_tiles_wins_too(preset: str, number: int, worth: int, text: str, japanese: str) -> None:
    event = event_with(preset)
    award = add(event, "largest_hand", title="Loudest")
    assert winners(event) == [[(number, Fraction(worth))]]
    assert format_amount(award, Fraction(worth)) == text
    with translation.override("ja"):
        assert format_amount(award, Fraction(worth)) == japanese


@pytest.mark.parametrize(
    ("hand", "more", "message"),
    [
        ("123m +1m", {}, "more tile"),
        ("123m456m789m12p55s +9p", {}, "none of the winning forms"),
        ("11111m234m567m78m +9m", {}, "1m"),
        ("123m456m789m123s5p +5p", {"by": "discard"}, ""),
    ],
)
def test_a_hand_that_is_no_win_is_refused_with_the_reason(hand: str, more: dict[str, str], message: str) -> None:
    event = event_with("mcr-2006")
    if not message:
        assert declare(event, 1, hand, **more).worth >= 8
        return
    with pytest.raises(UserError, match=message) as refusal:
        declare(event, 1, hand, **more)
    assert refusal.value.field == "hand"


def test_the_winner_must_sit_at_the_table() -> None:
    event = played("cup", [(*POINTS[0], 5, 2, -3, -4)], (*NAMES, "Ines Falk", "Jan Holm", "Kim Lee", "Lea Maas"))
    with pytest.raises(UserError, match="must sit"):
        declare(event, 5, HANDS["mcr-2006"][1])


def test_published_winners_stay_until_the_organiser_decides() -> None:
    event = played("cup", POINTS, NAMES)
    award = add(event, "mean_score")
    services.publish(acting(), event)
    assert [[row.entry.number for row in published.winners] for published in list_public_awards(event)] == [[1]]
    entry = AuditEntry.committed.filter(action="awards.publish").get()
    assert entry.after["winners"][0]["number"] == 1
    with pytest.raises(UserError, match="Take them back"):
        services.edit(acting(), award, figure="best_game")
    services.edit(acting(), award, title="Most steady")
    assert changed_items(event) == []
    categories_of_lines = Entry.objects.get(number=1)
    privacy.erase(acting(), categories_of_lines)
    assert list_public_awards(event) == []
    assert len(changed_items(event)) == 1
    services.keep(acting(), Tournament.objects.get(), reason="The ceremony was yesterday.")
    assert changed_items(event) == []
    services.publish(acting(), Tournament.objects.get())
    assert list(AwardWinner.objects.values_list("entry__number", flat=True)) == [3]
    services.withdraw(acting(), Tournament.objects.get(), reason="Wrong figure.")
    assert not AwardWinner.objects.exists()


def test_a_winner_who_was_kept_leaves_an_open_item_when_erased() -> None:
    event = played("cup", POINTS, NAMES)
    add(event, "best_game")
    services.publish(acting(), event)
    corrected = enter(GameTable.objects.get(round__number=1), (10, 50, -30, -30), reason="Misread.")
    results.confirm_sheet(acting("olga"), corrected)
    assert len(changed_items(event)) == 1
    services.keep(acting(), Tournament.objects.get(), reason="The ceremony was yesterday.")
    assert changed_items(event) == []
    privacy.erase(acting(), Entry.objects.get(number=1))
    assert list_public_awards(Tournament.objects.get()) == []
    assert len(changed_items(event)) == 1


def test_a_winner_who_drops_out_later_stays_until_the_organiser_decides() -> None:
    event = played("cup", POINTS, NAMES)
    add(event, "best_game")
    services.publish(acting(), event)
    players.drop(acting(), Entry.objects.get(number=1), from_round=3, reason="Ill.")
    event = Tournament.objects.get()
    assert winners(event) == [[(3, Fraction(20))]]
    assert len(changed_items(event)) == 1
    services.keep(acting(), event, reason="Won before leaving.")
    assert changed_items(event) == []
    assert [row.entry.number for row in list_awards_of(Entry.objects.filter(number=1))] == [1]
    assert [row.entry.number for award in list_public_awards(event) for row in award.winners] == [1]


def changed_items(event: Tournament) -> list[str]:
    return [
        item.label for item in list_open_items(Tournament.objects.get(pk=event.pk)) if item.key.startswith("award ")
    ]


def test_hidden_standings_hide_the_winners_and_the_hands_but_count() -> None:
    event = played("cup", POINTS, NAMES)
    add(event, "firsts_in_a_row")
    declare(event, 1, HANDS["mcr-2006"][1])
    settings.edit(acting(), event, facts={"standings_hidden": True})
    event = Tournament.objects.get()
    assert winners(event) == [[(1, Fraction(2))]]
    services.publish(acting(), event)
    assert (list_public_awards(event), len(list_published_awards(event)), query_public_hands(event).count()) == (
        [],
        1,
        0,
    )
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": False})
    event = Tournament.objects.get()
    assert (len(list_public_awards(event)), query_public_hands(event).count()) == (1, 1)


def test_unreleased_rounds_and_players_who_dropped_out_win_nothing() -> None:
    event = played("cup", POINTS, NAMES)
    add(event, "best_game")
    declare(event, 1, HANDS["mcr-2006"][1])
    Round.objects.update(released_at=None)
    assert (winners(event), query_public_hands(event).count()) == ([[]], 0)
    with pytest.raises(UserError, match="Release the results"):
        services.publish(acting(), Tournament.objects.get())


def test_rules_without_a_checker_take_no_hand() -> None:
    event = played("cup", POINTS, NAMES)
    RulesetVersion.objects.update(preset="custom")
    with pytest.raises(UserError, match="does not know the rules"):
        declare(event, 1, HANDS["mcr-2006"][1])


def test_a_hand_that_has_won_is_not_deleted() -> None:
    event = event_with("mcr-2006")
    add(event, "largest_hand")
    hand = declare(event, 1, HANDS["mcr-2006"][1])
    services.publish(acting(), Tournament.objects.get())
    with pytest.raises(UserError, match="has won"):
        services.void(acting(), hand, reason="Oops.")
