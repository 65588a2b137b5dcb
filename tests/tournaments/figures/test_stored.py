"""Sums of play: small events of each family, their figures computed by hand, and rows that are made again alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.support.people import acting
from tests.support.seasons import played
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.exchange.services import privacy
from tournaments.figures import stored
from tournaments.figures.logic.sums import Sums
from tournaments.figures.logic.table import FIGURES
from tournaments.figures.models import FigureSums, StoredFigures
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.results.services import settings
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")

HANDS: dict[str, list[dict[str, Any]]] = {
    # Petra wins 8 from Rosa, Rosa draws 12 herself, nobody wins, Petra wins 20 from Olaf with Olaf fined.
    "mcr-2006": [
        {"winner": 0, "discarder": 1, "value": 8},
        {"winner": 1, "value": 12},
        {},
        {"winner": 0, "discarder": 2, "value": 20, "penalties": [0, 0, -10, 0]},
    ],
    # Petra deals: riichi, wins 2 han 30 fu from Rosa (2,900). She stays and draws 3 han 30 fu (2,000 each, with 100
    # each for the counter). Nobody wins, only Rosa is ready, the deal passes. Rosa deals, Olaf wins 1,000 from Petra.
    "riichi-ema-2016": [
        {"winner": 0, "discarder": 1, "value": 2, "more": {"han": 2, "fu": 30, "riichi_0": True}},
        {"winner": 0, "value": 3, "more": {"han": 3, "fu": 30, "riichi_0": True, "riichi_3": True}},
        {"more": {"ready_1": True, "riichi_0": True}},
        {"winner": 2, "discarder": 0, "value": 1, "more": {"han": 1, "fu": 30}},
    ],
    # After a kong Petra wins 2 fan from Rosa, Olaf draws 1, Uwe wins 0 from Rosa. Then nobody wins.
    "sichuan-tfmj-2024": [
        {
            "winner": 0,
            "discarder": 1,
            "value": 2,
            "more": {
                "winner_1": "0",
                "discarder_1": "1",
                "value_1": 2,
                "winner_2": "2",
                "value_2": 1,
                "winner_3": "3",
                "discarder_3": "1",
                "value_3": 0,
                "kongs": "Ec",
            },
        },
        {
            "more": {
                "state_0": "ready",
                "fan_0": 1,
                "state_1": "flower_pig",
                "state_2": "not_ready",
                "state_3": "ready",
                "fan_3": 0,
            }
        },
    ],
    # Petra wins 3 tai from Rosa and stays; draws 1 tai and stays; Uwe wins 5 tai from Petra.
    "taiwan-sml-2026": [
        {"winner": 0, "discarder": 1, "value": 3},
        {"winner": 0, "value": 1},
        {"winner": 3, "discarder": 0, "value": 5},
    ],
}


def event_with(preset: str) -> Tournament:
    """One released round of one table with these hands, played by the preset."""
    event = played("cup", [(30, 10, -10, -30)], NAMES)
    RulesetVersion.objects.filter(tournament=event).update(preset=preset, parameters={})
    result = TableResult.objects.get()
    entries = dict(enumerate(event.entries.order_by("number")))
    HandRecord.objects.bulk_create(
        HandRecord(
            table=result.table,
            result=result,
            number=number,
            winner=entries.get(hand.get("winner", -1)),
            discarder=entries.get(hand.get("discarder", -1)),
            value=hand.get("value"),
            penalties=hand.get("penalties", []),
            more=hand.get("more", {}),
        )
        for number, hand in enumerate(HANDS[preset], 1)
    )
    return Tournament.objects.get()


def sums_of(event: Tournament, name: str) -> Sums:
    row = FigureSums.objects.get(
        stored=stored.store(event), entry__in=Entry.objects.filter(number=1 + NAMES.index(name))
    )
    return stored.parse_sums(row.amounts)


def figure(event: Tournament, name: str, key: str) -> Fraction | None:
    return FIGURES[key].measure(sums_of(event, name)).amount


BY_HAND: list[tuple[str, str, dict[str, str]]] = [
    # 2 of 4 hands, none self-drawn, (8 + 20) / 2, East in the first hand, which she wins.
    ("mcr-2006", "Petra Quist", {"win_rate": "1/2", "self_draws": "0", "mean_worth_won": "14",
                                 "largest_hand": "20", "deal_in_rate": "0", "dealer_win_rate": "1",
                                 "draw_rate": "1/4", "first_rate": "1", "best_game": "30"}),
    # 1 of 4 by her own draw; she pays one hand of 8; her deal is the second hand, which she wins.
    ("mcr-2006", "Rosa Lind", {"win_rate": "1/4", "self_draw_share": "1", "deal_in_rate": "1/4",
                               "mean_worth_dealt_in": "8", "dealer_win_rate": "1", "mean_place": "2"}),
    ("mcr-2006", "Olaf Berg", {"fines": "1", "mean_worth_dealt_in": "20"}),
    # Worth 2,900 and 3 x 2,000; riichi in three of four hands, won with two; she deals in hands 1 to 3 and wins 2.
    ("riichi-ema-2016", "Petra Quist", {"win_rate": "1/2", "mean_worth_won": "4450", "largest_hand": "6000",
                                        "riichi_rate": "3/4", "riichi_success": "2/3", "deal_in_rate": "1/4",
                                        "mean_worth_dealt_in": "1000", "dealer_win_rate": "2/3",
                                        "repeat_rate": "2/3", "most_repeats": "2"}),
    # She deals in hand 4, the first after Petra's, and pays 2,900 in hand 1.
    ("riichi-ema-2016", "Rosa Lind", {"deal_in_rate": "1/4", "mean_worth_dealt_in": "2900", "dealer_win_rate": "0",
                                      "repeat_rate": "0", "draw_rate": "1/4"}),
    ("riichi-ema-2016", "Olaf Berg", {"win_rate": "1/4", "mean_worth_won": "1000", "self_draw_share": "0"}),
    ("riichi-ema-2016", "Uwe Sand", {"riichi_rate": "1/4", "riichi_success": "0", "win_rate": "0"}),
    ("sichuan-tfmj-2024", "Petra Quist", {"win_rate": "1/2", "kongs": "1", "draw_rate": "1/2", "largest_hand": "2",
                                          "not_ready_rate": "0"}),
    # She pays twice in one hand: 2 and 0 fan.
    ("sichuan-tfmj-2024", "Rosa Lind", {"deal_in_rate": "1/2", "mean_worth_dealt_in": "1", "flower_pig_rate": "1",
                                        "not_ready_rate": "1"}),
    ("sichuan-tfmj-2024", "Olaf Berg", {"self_draw_share": "1", "flower_pig_rate": "0", "not_ready_rate": "1"}),
    # He wins 0 fan, which is a largest hand too.
    ("sichuan-tfmj-2024", "Uwe Sand", {"win_rate": "1/2", "mean_worth_won": "0", "largest_hand": "0",
                                       "not_ready_rate": "0", "self_draws": "0"}),
    ("taiwan-sml-2026", "Rosa Lind", {"deal_in_rate": "1/3", "mean_worth_dealt_in": "3", "win_rate": "0",
                                      "draw_rate": "0"}),
    ("taiwan-sml-2026", "Uwe Sand", {"win_rate": "1/3", "mean_worth_won": "5", "largest_hand": "5",
                                     "self_draw_share": "0", "self_draws": "0", "deal_in_rate": "0"}),
    # 3 and 1 tai in two of three hands; she deals in all three and stays after two.
    ("taiwan-sml-2026", "Petra Quist", {"win_rate": "2/3", "mean_worth_won": "2", "self_draw_share": "1/2",
                                        "dealer_win_rate": "2/3", "repeat_rate": "2/3", "most_repeats": "2",
                                        "mean_worth_dealt_in": "5"}),
]  # fmt: skip


GAMES = ((30, 10, -10, -30), (24, 8, -8, -24), (-30, 10, 30, -10), (12, 12, -4, -20), (50, -10, -30, -10))
"""Scores of Petra, Rosa, Olaf and Uwe, always East to North: both first in round 4, Rosa and Uwe second in round 5."""

GAMES_BY_HAND = {
    # Places 1, 1, 4, 1.5 and 1; table points 4, 4, 0, 3 and 4.
    "Petra Quist": {"games": "5", "mean_place": "17/10", "first_rate": "4/5", "last_rate": "1/5", "mean_score": "86/5",
                    "mean_score_east": "86/5", "mean_table_points": "3", "best_game": "50", "worst_game": "-30",
                    "firsts_in_a_row": "2", "above_last_in_a_row": "2"},
    # Places 2, 2, 2, 1.5 and 2.5; table points 2, 2, 2, 3 and 1.5.
    "Rosa Lind": {"mean_place": "2", "first_rate": "1/5", "second_rate": "4/5", "last_rate": "0", "mean_score": "6",
                  "mean_score_south": "6", "mean_table_points": "21/10", "worst_game": "-10", "firsts_in_a_row": "1",
                  "above_last_in_a_row": "5"},
    # Places 3, 3, 1, 3 and 4; table points 1, 1, 4, 1 and 0.
    "Olaf Berg": {"mean_place": "14/5", "first_rate": "1/5", "third_rate": "3/5", "last_rate": "1/5",
                  "mean_score": "-22/5", "mean_score_west": "-22/5", "mean_table_points": "7/5", "best_game": "30",
                  "above_last_in_a_row": "4"},
    # Places 4, 4, 3, 4 and 2.5; table points 0, 0, 1, 0 and 1.5. Never first.
    "Uwe Sand": {"mean_place": "7/2", "second_rate": "1/5", "third_rate": "1/5", "last_rate": "3/5",
                 "mean_score_north": "-94/5", "mean_table_points": "1/2", "best_game": "-10", "worst_game": "-30",
                 "firsts_in_a_row": "0", "above_last_in_a_row": "1"},
}  # fmt: skip


@pytest.mark.parametrize(("preset", "name", "figures"), BY_HAND)
def test_figures_are_those_computed_by_hand(preset: str, name: str, figures: dict[str, str]) -> None:
    event = event_with(preset)
    assert {key: figure(event, name, key) for key in figures} == {
        key: Fraction(amount) for key, amount in figures.items()
    }
    assert list(StoredFigures.objects.values_list("games", "games_with_hands", "hands")) == [(1, 1, len(HANDS[preset]))]


def test_figures_of_games_are_those_computed_by_hand() -> None:
    event = played("cup", GAMES, NAMES)
    assert {name: {key: figure(event, name, key) for key in figures} for name, figures in GAMES_BY_HAND.items()} == {
        name: {key: Fraction(amount) for key, amount in figures.items()} for name, figures in GAMES_BY_HAND.items()
    }


def test_every_figure_is_computed_by_hand_somewhere() -> None:
    by_hand = {key for _preset, _name, figures in BY_HAND for key in figures}
    assert set(FIGURES) == by_hand | {key for figures in GAMES_BY_HAND.values() for key in figures}


def test_points_from_and_to_an_opponent_are_those_of_the_hands() -> None:
    """Petra wins 8 from Rosa (8 + 8), pays 12 + 8 for Rosa's draw, and gets 8 from her as Olaf deals in."""
    event = event_with("mcr-2006")
    petra, rosa = event.entries.get(number=1), event.entries.get(number=2)
    row = FigureSums.objects.get(stored=stored.store(event), entry=petra)
    assert next(met for met in row.opponents if met[0] == rosa.pk) == [rosa.pk, 1, 1, 16 + 8, 20]


def dump() -> list[tuple[object, ...]]:
    columns = ("entry", "family", "amounts", "games", "opponents")
    return list(FigureSums.objects.order_by("entry").values_list(*columns))


def test_rows_that_are_deleted_are_made_again_alike() -> None:
    event_with("mcr-2006")
    assert (stored.has_stale_events(), stored.store_stale()) == (True, 1)
    before = dump()
    StoredFigures.objects.all().delete()
    assert (stored.store_stale(), dump(), len(before)) == (1, before, 4)
    assert not stored.has_stale_events()


def test_only_released_rounds_and_public_standings_count() -> None:
    event = played("cup", [(30, 10, -10, -30), (8, -8, 16, -16)], NAMES)
    assert stored.store(event).games == 2
    Round.objects.filter(number=2).update(released_at=None)
    Tournament.objects.update(version=event.version + 1)
    StoredFigures.objects.all().delete()
    assert stored.store(Tournament.objects.get()).games == 1
    settings.edit(acting(), Tournament.objects.get(), facts={"standings_hidden": True})
    hidden = stored.store(Tournament.objects.get())
    assert (hidden.after, hidden.games, FigureSums.objects.count()) == (0, 0, 0)


def test_the_rows_of_an_erased_player_go_and_do_not_come_back() -> None:
    event = event_with("mcr-2006")
    stored.store(event)
    petra = event.entries.get(number=1)
    privacy.erase(acting(), petra, reason="She asked for it.")
    assert not FigureSums.objects.filter(entry=petra).exists()
    stored.store(Tournament.objects.get())
    assert FigureSums.objects.count() == 3
    assert petra.pk not in {met[0] for row in FigureSums.objects.all() for met in row.opponents}
