"""Figures of an event, a season or a player as values for pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from engine.exact import integer_or
from tournaments.core.text.rules import format_game_title
from tournaments.figures.logic import charts
from tournaments.figures.logic.table import FIGURES, Figure, Ranked, list_recorded, rank
from tournaments.figures.queries import Numbers
from tournaments.figures.text import format_formula, format_interval, format_measure, format_name, format_unit

FEW: Final = 5
"""Lines of a leaderboard among the others; its own page has all."""
MOST: Final = 9999
BEST: Final = ("best_game", "largest_hand", "win_rate", "deal_in_rate", "first_rate", "firsts_in_a_row", "mean_place")
"""Figures of an event at a glance, the most telling first."""
AT_A_GLANCE: Final = 4
SHARING: Final = 2
"""Players up to which a shared first place says something."""
MAIN: Final = (
    "games", "mean_place", "first_rate", "mean_score", "best_game", "win_rate", "deal_in_rate", "mean_worth_won",
    "largest_hand",
)  # fmt: skip
"""Figures of a person across events."""


@dataclass(frozen=True)
class Minimum:
    """Games or hands that a player needs for a leaderboard."""

    games: int = 1
    hands: int = 1
    of_averages: bool = False
    """True if it is asked for rates and means alone: one hand is enough for the largest."""

    def of(self, figure: Figure) -> int:
        if self.of_averages and figure.kind not in ("rate", "mean"):
            return 1
        return self.games if figure.record == "games" else self.hands


def read_minimum(query: QueryDict) -> Minimum:
    games, hands = (min(MOST, max(1, integer_or(query.get(name)) or 1)) for name in ("games", "hands"))
    return Minimum(games, hands)


def choose_minimum(numbers: Numbers) -> Minimum:
    """Return half of the most games and hands that anybody has, for leaderboards without a visitor who chooses."""
    games, hands = (
        max((int(sums.get(record, 0)) for sums in numbers.listed.values()), default=0) for record in ("games", "hands")
    )
    return Minimum(max(1, (games + 1) // 2), max(1, (hands + 1) // 2), of_averages=True)


def list_telling_boards(numbers: Numbers, people: Mapping[int, Any]) -> list[dict[str, Any]]:
    """Return the leaderboards for the hall; without those whose first place more players share than they have lines."""
    boards = build_leaderboards(numbers, people, choose_minimum(numbers), in_hall=True)
    return [board for board in boards if board["lines"] and not (board["more"] and board["lines"][-1]["place"] == 1)]


def build_leaderboards(
    numbers: Numbers, people: Mapping[int, Any], least: Minimum, chosen: str = "", *, in_hall: bool = False
) -> list[dict[str, Any]]:
    """Return the leaderboards of all figures on record, or the whole one of the figure chosen."""
    sums = {key: of_player for key, of_player in numbers.listed.items() if key in people}
    figures = [figure for figure in list_recorded(sums.values()) if not chosen or figure.key == chosen]
    if in_hall:
        figures = [figure for figure in figures if figure.in_hall]
    boards = []
    for figure in figures:
        ranked = rank(figure, sums, least.of(figure), None if chosen else FEW + 1)
        lines = ranked if chosen else ranked[:FEW]
        boards.append(
            {
                "key": figure.key,
                "name": format_name(figure),
                "formula": format_formula(figure),
                "unit": format_unit(figure),
                "counted": figure.kind in ("rate", "mean"),
                "lines": [describe_line(figure, line) | {"player": people[line.key]} for line in lines],
                "more": len(ranked) > len(lines),
            }
        )
    return boards


def list_best_figures(numbers: Numbers) -> list[dict[str, Any]]:
    """Return the first place of a few figures, with its name and the keys of those who have it."""
    least, lines = choose_minimum(numbers), []
    for figure in (FIGURES[key] for key in BEST):
        ranked = rank(figure, numbers.listed, least.of(figure), SHARING + 1)
        first = [line for line in ranked if line.place == 1]
        if first and first[0].measure.amount and len(first) <= SHARING:
            keys = [line.key for line in first]
            lines.append(describe_line(figure, first[0]) | {"name": format_name(figure), "keys": keys})
    return lines[:AT_A_GLANCE]


def describe_line(figure: Figure, line: Ranked) -> dict[str, Any]:
    return {
        "place": line.place,
        "text": format_measure(figure, line.measure),
        "interval": format_interval(figure, line.measure),
        "sample": line.measure.sample,
        "few": line.measure.is_of_few,
    }


def build_player_figures(numbers: Numbers, key: int, chosen: Collection[str] = FIGURES) -> list[dict[str, Any]]:
    sums = numbers.sums.get(key, {})
    return [
        describe_line(figure, Ranked(0, key, figure.measure(sums)))
        | {"name": format_name(figure), "formula": format_formula(figure), "unit": format_unit(figure)}
        for figure in list_recorded([sums])
        if figure.key in chosen
    ]


def build_charts(numbers: Numbers, people: Mapping[int, Any]) -> dict[str, Any]:
    win, deal_in = FIGURES["win_rate"], FIGURES["deal_in_rate"]
    rates, listed = {}, numbers.listed
    for key in people:
        sums = listed.get(key, {})
        won, dealt = win.compute(sums), deal_in.compute(sums)
        if won is not None and dealt is not None:
            rates[key] = (won, dealt)
    scores = [game.score for key in people for game in numbers.games.get(key, ())]
    return {"distribution": charts.draw_distribution(scores), "dots": charts.draw_dots(rates)}


def list_figure_choices(numbers: Numbers, chosen: str) -> list[tuple[str, str, bool]]:
    """Return key, name and choice of the figures on record."""
    return [
        (figure.key, format_name(figure), figure.key == chosen) for figure in list_recorded(numbers.listed.values())
    ]


def list_families(numbers: Numbers) -> list[tuple[str, str, bool]]:
    """Return key, title and choice of the families on record."""
    return [(family, format_game_title(family), family == numbers.family) for family in numbers.families]
