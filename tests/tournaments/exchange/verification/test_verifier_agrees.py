"""The independent verifier computes what the program does: deals, shuffles, templates, scores and standings."""

import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.family import ruleset
from engine.match.scoring import MatchScoring
from engine.walls.deal import board_wind, make_deal
from engine.walls.wall import BoardName
from tests.support.release import in_full
from tests.support.verifier import verifier
from tournaments.exchange.verification.coding import encode
from tournaments.exchange.verification.scores import build_row, compute_standings_after
from tournaments.results.logic.sheets import TABLE_POINTS, Sheet, compute_ledger_lines
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.random_stream import shuffle
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.standings.logic import METRICS, Heirs

PRESETS = sorted(
    f"{path.parts[-3]}-{path.stem}"
    for path in (Path(verifier().__file__).parents[2] / "engine").glob("rules/*/presets/*.toml")
)
SECRET = bytes(range(32))


@pytest.mark.parametrize("name", PRESETS)
def test_every_ruleset_is_dealt_alike(name: str) -> None:
    family = name.partition("-")[0]
    changed: dict[str, dict[str, Any]] = {
        "mcr": {"hands_per_match": 8},
        "riichi": {"rounds": ["E"]},
        "taiwan": {"rounds_per_game": 2},
    }
    for parameters in ({}, changed.get(family, {})):
        for model in ("seat34", "shared"):
            for flowers in (False, True) if family in ("mcr", "taiwan") and name != "mcr-japan" else (False,):
                for number in (1, 5, 9, 13, 17):
                    board = {"session": 2, "number": number, "reserve": 1}
                    made = {"event": "é", "ruleset": name, "parameters": parameters, "model": model, "value": "3-7"}
                    wind = board_wind(ruleset(name, parameters), number)
                    how: dict[str, Any] = {"model": model, "prevalent_wind": wind, "flowers": flowers}
                    dealt = make_deal(name, SECRET, BoardName(number, "é", "2", 1, "3-7"), **how)
                    assert verifier().dealt(made | {"flowers": flowers}, board, SECRET) == dealt.text


def test_players_are_shuffled_alike() -> None:
    for count in (1, 2, 16, 400):
        for seed in ("", "olga", "é" * 50):
            drawn = verifier().random_order(range(1, count + 1), f"mjseat/1|players|{seed}".encode(), 4)
            assert drawn == shuffle(range(1, count + 1), seed)


@pytest.mark.parametrize("page", ["checking.md", pytest.param("ja/checking.md", marks=pytest.mark.translations)])
def test_every_metric_has_its_row_and_direction_in_the_page_that_strangers_follow(page: str) -> None:
    text = (Path(verifier().__file__).parents[2] / "docs" / page).read_text("utf-8")
    rows = re.search(r"^\| (?:metric|指標) \|.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert rows is not None
    named = [found for row in rows[1].splitlines() for found in re.findall(r"`(\w+)`( ?[(（])?", row.split("|")[1])]
    assert sorted((name, not mark) for name, mark in named) == sorted(
        (metric.key, metric.higher_wins) for metric in METRICS.values()
    )


class Listed:
    """The lines of a check, by outcome."""

    section = place = ""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def say(self, outcome: str, text: str) -> None:
        self.found.setdefault(outcome, []).append(text)

    def holds(self, true: bool, good: str, why: str = "") -> None:
        self.say("in order" if true else "wrong", good if true else f"{why} {good}")

    def same(self, stated: Any, computed: Any, good: str) -> None:
        self.holds(stated == computed, good, f"{stated} {computed}")


WISHES = {
    "none": Constraints(),
    "a referee, and one club each": Constraints(referees=frozenset({1}), clubs={1: "a", 2: "b", 3: ""}),
    "two of a club": Constraints(clubs={1: "a", 2: "a"}),
    "teams": Constraints(teams={player: (player - 1) // 4 for player in range(1, 17)}),
    "a fixed table": Constraints(fixed_tables={1: 2}),
    "a pair": Constraints(forbidden=frozenset({(1, 2)})),
}


SIZES = ((16, 4, "rotation"), (20, 5, "four flights"), (24, 6, "annealing"), (18, 4, "annealing"), (12, 4, "annealing"))
EVERY = [(*size, wishes) for wishes in WISHES for size in SIZES]


@pytest.mark.parametrize(
    ("players", "rounds", "method", "wishes"), EVERY if in_full() else [*EVERY[:5], *EVERY[5 :: len(SIZES) + 1]]
)
def test_a_fixed_draw_is_in_order_and_a_swap_in_it_is_not(players: int, rounds: int, method: str, wishes: str) -> None:
    value = schedule_rounds(players, rounds, seed="olga", constraints=WISHES[wishes]).certificate()
    assert wishes != "none" or value["template"]["method"] == method
    report = Listed()
    verifier().Report.check_fixed(report, value)
    assert "wrong" not in report.found
    value["rounds"] = [[list(table) for table in tables] for tables in value["rounds"]]
    first, second = value["rounds"][0][:2]
    first[0], second[0] = second[0], first[0]
    forged = Listed()
    verifier().Report.check_fixed(forged, value)
    assert "wrong" in forged.found


WRC = {"start_points": 30000, "divisor": 1000}
SCORINGS: tuple[dict[str, Any], ...] = (
    {"table_points": [4, 2, 1, 0], "fines": "before"},
    {"start_points": 25000, "return_points": 30000, "divisor": 1000, "uma": [15, 5, -5, -15], "oka": 20}
    | {"leftover": "first"},
    WRC | {"uma": [10, 5, -5, -10], "rounding": "whole", "ties": "seat_order"},
    WRC | {"uma": [7.5, 2.5, -2.5, -7.5], "rounding": "whole"},
)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_sheets_are_scored_alike(scoring: dict[str, Any]) -> None:
    chance = random.Random(7)
    for _sheet in range(200):
        step = 1 if scoring.get("divisor", 1) == 1 else 500
        points = [chance.randrange(-3, 4) * step for _seat in range(4)]
        official = {"score": "7/2", "table_points": 3} if chance.random() < 0.1 else {}
        last = chance.sample(range(4), chance.choice((0, 0, 1, 2)))
        fines = {str(chance.randrange(4)): str(-chance.randrange(3) * step)} if chance.random() < 0.3 else {}
        leftover = chance.choice((0, 0, 1000))
        sheet = {"seats": [[at, each, official] for at, each in enumerate(points)], "last": last, "fines": fines}
        computed = verifier().sheet_games(sheet | {"leftover": leftover}, scoring)
        written = Sheet(tuple(enumerate(map(Fraction, points))), leftover, dict.fromkeys(range(4), official))
        given = {int(player): Fraction(amount) for player, amount in fines.items()}
        made = compute_ledger_lines(written, MatchScoring.from_dict(scoring), given, Heirs(dict.fromkeys(last, True)))
        for amount in made:
            if amount.unit == TABLE_POINTS:
                assert computed[amount.player]["table_points"] == str(amount.amount)
                continue
            game = computed[amount.player]
            assert game["score"] == str(amount.amount)
            assert (game["place"], game["shared"]) == (amount.place, amount.shared)
            assert [Fraction(game[name]) for name in ("points", "uma")] == [amount.points, amount.uma]


def some_event(chance: random.Random) -> dict[str, Any]:
    """A ledger as a bundle has it: substitutes, teams, stages, forfeits and everything else that decides places."""
    players, rounds = chance.choice((4, 8, 12)), chance.randrange(1, 5)
    teams = [{"key": name, "number": at} for at, name in enumerate("ABC", 1)] if chance.random() < 0.6 else []
    blank = {"substitute_for": None, "ranked": True, "withdrawn": False, "lot": 0}
    competitors = [
        blank | {"key": key, "number": key, "team": chance.choice("ABC") if teams else None, "lot": chance.randrange(3)}
        for key in range(1, players + 1)
    ]
    competitors[0]["ranked"] = chance.random() < 0.8
    competitors.append(blank | {"key": 90, "number": 90, "team": None, "withdrawn": True})
    competitors.append(blank | {"key": 93, "number": 93, "team": chance.choice("ABC") if teams else None})
    substitute = blank | {"key": 91, "number": 91, "team": None, "substitute_for": 2}
    competitors.append(substitute)
    if chance.random() < 0.5:
        competitors.append(blank | {"key": 92, "number": 92, "team": None, "substitute_for": 91})
    games = []
    for round_ in range(1, rounds + 1):
        field = list(range(1, players + 1))
        chance.shuffle(field)
        if round_ > 1 and chance.random() < 0.7:
            field[field.index(2)] = competitors[-1]["key"]
        for at, player in enumerate(field):
            points = chance.randrange(-3, 4)
            games.append(
                {
                    "player": player, "round": round_, "table": at // 4 + 1, "score": str(Fraction(points, 2)),
                    "points": str(points), "table_points": chance.choice(("0", "1", "7/3", "4")), "uma": str(at % 3),
                    "place": at % 4 + 1, "shared": False, "for_team": True, "forfeit": "", "clause": "",
                    "team": next((each["team"] for each in competitors if each["key"] == player), None),
                }
            )  # fmt: skip
    units = ("score", "table_points", "points")
    adjustments = [
        {
            "amount": str(chance.randrange(-4, 2)), "unit": chance.choice(units), "team": None,
            "player": chance.randrange(1, players + 1), "round": chance.choice((None, 1, 2)),
            "clause": "", "kind": chance.choice(("penalty", "bonus", "result")),
        }
        for _line in range(chance.randrange(4))
    ]  # fmt: skip
    if teams and adjustments:
        adjustments.append(adjustments[0] | {"player": None, "team": "A"})
    forfeit = {"score": "-5/2", "points": "-3", "uma": "0", "table_points": "0", "table": 0, "clause": ""}
    forfeits = [
        forfeit | {"player": player, "round": 2, "kind": kind, "takes_negative": chance.random() < 0.5}
        for player, kind in ((2, "session_lost"), (3, "no_play"), (4, "substitute"))
        if chance.random() < 0.3
    ]
    outs = [
        {"player": 4, "round": 2, "last": True, "clause": ""},
        {"player": 1, "round": None, "last": False, "clause": ""},
    ]
    metrics = chance.sample([each for each in METRICS if each != "best_member"], chance.randrange(0, 5))
    stages = [{"first_round": 1, "players": None, "carry": "1"}]
    stages += [
        {"first_round": first, "players": through, "carry": chance.choice(("0", "1/2", "1"))}
        for first, through in ((2, chance.choice((None, [1, 2, 3, 4, 5, 6]))), (3, [1, 2, 3, 4]))
        if chance.random() < 0.5
    ]
    policy = {"points": chance.choice(("own", "replaced", "zero")), "place": chance.random() < 0.5, "qualify": True}
    policy |= {"team": chance.random() < 0.5, "absent": {"score": "-30"} if chance.random() < 0.5 else {}}
    rule = {
        "best": chance.choice((None, 1, 2)),
        "tie_breaks": chance.choice(([], ["total", "best_member"], ["played"])),
        "carry": chance.random() < 0.7,
    }
    at = chance.randrange(3)
    ranking = {"metrics": metrics, "stages": stages, "team": rule if teams else None, "substitutes": policy}
    return {
        "competitors": competitors, "games": games, "adjustments": adjustments, "forfeits": forfeits,
        "outs": [each for each in outs if chance.random() < 0.3], "teams": teams,
        "stand_ins": [{"player": 93, "round": 1, "plays_for": 3}, {"player": 4, "round": 2, "plays_for": 3}][at:],
        "ranking": ranking | {"list_withdrawn": chance.random() < 0.5, "version": chance.choice((1, 2))},
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(8 if in_full() else 3))
def test_standings_are_computed_alike(seed: int) -> None:
    chance = random.Random(seed)
    for _event in range(40):
        bundle = some_event(chance)
        for after in (1, 2, 4):
            program = compute_standings_after(bundle, after)
            for name, rows in (("individual", program.individual), ("teams", program.teams)):
                assert verifier().standings(bundle, after)[name] == [encode(build_row(row)) for row in rows]


def test_direct_games_after_any_metric_are_computed_alike() -> None:
    chance = random.Random(1)
    for first in (each for each in METRICS if each != "best_member"):
        for _event in range(4):
            bundle = some_event(chance)
            bundle["ranking"]["metrics"] = list(dict.fromkeys([first, "direct_games"]))
            for after in (1, 2):
                program = compute_standings_after(bundle, after).individual
                assert verifier().standings(bundle, after)["individual"] == [encode(build_row(row)) for row in program]
