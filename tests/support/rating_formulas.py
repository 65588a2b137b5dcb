"""Ratings once more, from the formulas of their papers; nothing of the program or of the package `openskill`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import exp, sqrt

Player = Hashable
Game = Sequence[tuple[Player, int]]
"""Players with their places; equal places are tied."""
MU, SIGMA = 25.0, 25 / 3
BETA, TAU, KAPPA = SIGMA / 2, SIGMA / 100, 0.0001


def plackett_luce(games: Iterable[Game]) -> dict[Player, tuple[float, float]]:
    """Return (mean, deviation): algorithm 4 of Weng and Lin, "A Bayesian approximation method for online ranking", JMLR
    12 (2011), p. 283, for teams of one, ties by its equations (69) to (74), with gamma = sigma / c. Before each game a
    deviation grows by tau, as in TrueSkill.
    """
    ratings: dict[Player, tuple[float, float]] = {}
    for game in games:
        mean = {player: ratings.get(player, (MU, SIGMA))[0] for player, _place in game}
        variance = {player: ratings.get(player, (MU, SIGMA))[1] ** 2 + TAU**2 for player, _place in game}
        c = sqrt(sum(variance[player] + BETA**2 for player, _place in game))
        place = dict(game)
        for player in place:
            omega = delta = 0.0
            for better in place:
                if place[better] > place[player]:
                    continue
                tied = sum(other == place[better] for other in place.values())
                behind = [other for other in place if place[other] >= place[better]]
                chance = exp(mean[player] / c) / sum(exp(mean[other] / c) for other in behind)
                omega += ((better == player) - chance) / tied
                delta += chance * (1 - chance) / tied
            gamma = sqrt(variance[player]) / c
            shrink = max(1 - gamma * variance[player] / c**2 * delta, KAPPA)
            new = mean[player] + variance[player] / c * omega, sqrt(variance[player] * shrink)
            ratings[player] = new
    return ratings


def openskill_values(games: Iterable[Game]) -> dict[Player, float]:
    return {player: mean - 3 * deviation for player, (mean, deviation) in plackett_luce(games).items()}


def elo_values(games: Iterable[Game]) -> dict[Player, float]:
    """Return Elo's ratings (Elo, "The rating of chessplayers", 1978, 1.4): a table as games against each of the others,
    each with K = 32 / (n - 1).
    """
    ratings: dict[Player, float] = {}
    for game in games:
        before: Mapping[Player, float] = {player: ratings.get(player, 1500.0) for player, _place in game}
        for player, place in game:
            others = [(other, their) for other, their in game if other != player]
            won = sum((place < their) + (place == their) / 2 for _other, their in others)
            expected = sum(1 / (1 + 10 ** ((before[other] - before[player]) / 400)) for other, _their in others)
            ratings[player] = before[player] + 32 / len(others) * (won - expected)
    return ratings


VALUES = {"openskill": openskill_values, "elo": elo_values}
