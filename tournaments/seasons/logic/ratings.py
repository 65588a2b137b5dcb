"""Ratings from games in their order: OpenSkill's Plackett-Luce, or Elo between each two of a table. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Protocol

Player = Hashable
Part = tuple[int, int]
SYSTEMS: Final = ("openskill", "elo")
PROVISIONAL: Final = 10
"""Games below which a rating is provisional."""
ELO_START, ELO_STEP, ELO_SCALE = 1500.0, 32.0, 400.0


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Game; `part` is the number of its event and its round, `places` the players with places, equal ones tied."""

    part: Part
    places: tuple[tuple[Player, int], ...]


@dataclass(slots=True)
class PlayerRating:
    """Rating of a player after all games; `history` has (part, games so far, rating) after each round."""

    value: float
    uncertainty: float = 0.0
    games: int = 0
    history: list[tuple[Part, int, float]] = field(default_factory=list)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL


class _System(Protocol):
    def play(self, places: Sequence[tuple[Player, int]]) -> None: ...

    def get_rating(self, player: Player) -> tuple[float, float]:
        """Return the value and its uncertainty."""
        ...


class _OpenSkill:
    """Plackett-Luce with the usual parameters: a value is the mean less three deviations, 0 for a newcomer."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce, PlackettLuceRating

        self._model = PlackettLuce()
        self._ratings: dict[Player, PlackettLuceRating] = {}

    def play(self, places: Sequence[tuple[Player, int]]) -> None:
        before = [[self._ratings.get(player) or self._model.rating()] for player, _place in places]
        after = self._model.rate(before, ranks=[place for _player, place in places])
        for (player, _place), (rating,) in zip(places, after, strict=True):
            self._ratings[player] = rating

    def get_rating(self, player: Player) -> tuple[float, float]:
        rating = self._ratings[player]
        return rating.ordinal(), rating.sigma


class _Elo:
    """Elo: a table of n players is a game against each of the n - 1 others, each worth that part of a step of 32."""

    def __init__(self) -> None:
        self._values: dict[Player, float] = {}

    def play(self, places: Sequence[tuple[Player, int]]) -> None:
        before = {player: self._values.get(player, ELO_START) for player, _place in places}
        for player, place in places:
            gain = 0.0
            for opponent, their_place in places:
                if opponent != player:
                    scored = 0.5 if place == their_place else float(place < their_place)
                    expected = 1 / (1 + 10 ** ((before[opponent] - before[player]) / ELO_SCALE))
                    gain += scored - expected
            self._values[player] = before[player] + ELO_STEP / (len(places) - 1) * gain

    def get_rating(self, player: Player) -> tuple[float, float]:
        return self._values[player], 0.0


def rate(games: Iterable[RatedGame], system: str) -> dict[Player, PlayerRating]:
    """Return the rating of everybody who plays, from the first game on; a game of fewer than two rates nobody."""
    rated: _System = _OpenSkill() if system == "openskill" else _Elo()
    ratings: dict[Player, PlayerRating] = {}
    for part, played in groupby(games, key=lambda game: game.part):
        present: dict[Player, None] = {}
        for game in played:
            if len(game.places) < 2:
                continue
            rated.play(game.places)
            for player, _place in game.places:
                present[player] = None
                ratings.setdefault(player, PlayerRating(0.0)).games += 1
        for player in present:
            rating = ratings[player]
            rating.value, rating.uncertainty = rated.get_rating(player)
            rating.history.append((part, rating.games, rating.value))
    return ratings


def list_places(ratings: Iterable[tuple[float, bool]]) -> list[int]:
    """Return the place of each (rating, provisional), best first: equal ones share it, a provisional one has 0.

    >>> list_places([(30.0, False), (20.0, False), (20.0, False), (25.0, True)])
    [1, 2, 2, 0]
    """
    places: list[int] = []
    previous = None
    for number, (value, provisional) in enumerate(ratings, 1):
        places.append(0 if provisional else places[-1] if previous == value else number)
        previous = value
    return places


WIDTH, HEIGHT, EDGE = 440, 110, 10


@dataclass(frozen=True)
class RatingChart:
    """Line of a rating in units of its drawing, with a mark at the end of each event."""

    points: str
    marks: tuple[tuple[float, float], ...]
    low: float
    high: float
    width: int = WIDTH
    height: int = HEIGHT


def list_event_ends(history: Sequence[tuple[Part, int, float]]) -> list[tuple[int, int, float]]:
    """Return (event, games so far, rating) at the end of each run of rounds of one event.

    >>> list_event_ends([((1, 1), 1, 1516.0), ((1, 2), 2, 1520.5), ((2, 1), 3, 1508.0)])
    [(1, 2, 1520.5), (2, 3, 1508.0)]
    """
    runs = (list(rows) for _event, rows in groupby(history, key=lambda row: row[0][0]))
    return [(rows[-1][0][0], rows[-1][1], rows[-1][2]) for rows in runs]


def draw_rating_chart(history: Sequence[tuple[Part, int, float]]) -> RatingChart | None:
    """Draw the ratings after each round, the highest on top; None for fewer than two.

    >>> draw_rating_chart([((1, 1), 1, 1500.0), ((1, 2), 2, 1520.0), ((2, 1), 3, 1510.0)]).points
    '10,100 220,10 430,55'
    """
    values = [value for _part, _games, value in history]
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    step, span = (WIDTH - 2 * EDGE) / (len(values) - 1), (high - low) or 1.0
    points = [
        (round(EDGE + index * step, 1), round(EDGE + (high - value) / span * (HEIGHT - 2 * EDGE), 1))
        for index, value in enumerate(values)
    ]
    events = [part[0] for part, _games, _value in history]
    ends = [index for index, event in enumerate(events) if events[index + 1 : index + 2] != [event]]
    return RatingChart(" ".join(f"{x:g},{y:g}" for x, y in points), tuple(points[index] for index in ends), low, high)
