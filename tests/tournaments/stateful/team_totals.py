"""Totals of teams by the machine's own record: what was typed for whom, and which part of it counts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.tournaments.stateful.observation import Facts
from tournaments.events.models import Stage, Tournament


class TeamTotals:
    """Scores of the teams from facts alone, none of which the program has computed."""

    def __init__(self, event: Tournament, facts: Facts) -> None:
        self.facts = facts
        self.absent = {entry: facts["entry", entry, "substitute_for_id"] for entry in self._entries()}
        self.numbers = dict(event.rounds.values_list("pk", "number"))
        played = {where[0] for where, _entry, _points in self._games()}
        played |= {
            self.numbers[value[1]]
            for (kind, *_row), value in facts.items()
            if kind == "forfeit" and value[2] != "disqualified"
        }
        self.last = max(played, default=0)
        self.stages = [stage for stage in event.stages.order_by("number") if self._in_force(stage)]

    def totals(self) -> dict[int, Fraction]:
        """Return the score of each team; those with a forfeited session count other amounts, and are left out."""
        found = dict.fromkeys({team for entry in self._entries() if (team := self.team_of(entry))}, Fraction(0))
        for (number, _table), entry, points in self._games():
            player = self._player(number, entry)
            if (team := self.team_of(self.absent[player] or player)) is not None:
                found[team] = found.get(team, Fraction(0)) + points * self._part(team, player, number)
        for (kind, *row), value in self.facts.items():
            if kind == "line" and row[1] is not None:
                _unit, amount, (_table, round_, _scope) = value
                line_round = self.numbers.get(round_)
                player = self._player(line_round, row[1])
                if (team := self.team_of(player)) is not None and (line_round or 0) <= self.last:
                    part = self._part(team, player, line_round) if line_round else 1
                    found[team] = found.get(team, Fraction(0)) + amount * part
        return {team: score for team, score in found.items() if team not in self._forfeited()}

    def team_of(self, entry: int) -> int | None:
        team: int | None = self.facts["entry", entry, "team_id"]
        return team

    def _entries(self) -> list[int]:
        return [row[0] for (kind, *row) in self.facts if kind == "entry" and row[1] == "team_id"]

    def _games(self) -> Iterator[tuple[tuple[int, int], int, int]]:
        for (kind, *where), value in self.facts.items():
            if kind == "sheet" and where[2] == "confirmed":
                for entry, points in value[0]:
                    yield (where[0], where[1]), entry, points

    def _player(self, number: int | None, entry: int) -> int:
        """Return for whom somebody played a round."""
        player: int = self.facts.get(("stand-in", number, entry), entry)
        return player

    def _part(self, team: int, player: int, number: int) -> Fraction:
        """Return the part that counts for the team of what a player earned in a round."""
        part = Fraction(1)
        for stage in self.stages:
            if number < self._first_round(stage) and self._is_in(stage, team, player):
                part *= stage.carry
        return part

    def _is_in(self, stage: Stage, team: int, player: int) -> bool:
        if stage.cut_to is None:
            return True
        through = {key for key, _place in self.facts["cut", stage.number] or ()}
        if stage.of_teams:
            return team in through
        while player not in through:
            absent = self.absent[player]
            if absent is None or self.facts["entry", player, "from_round"] < self._first_round(stage):
                return False
            player = absent
        return True

    def _in_force(self, stage: Stage) -> bool:
        cut_is_made = stage.cut_to is None or bool(self.facts["cut", stage.number])
        return stage.rounds.exists() and cut_is_made and self._first_round(stage) <= self.last

    def _first_round(self, stage: Stage) -> int:
        return min(stage.rounds.values_list("number", flat=True))

    def _forfeited(self) -> set[int | None]:
        lost = {value[0] for (kind, *_row), value in self.facts.items() if kind == "forfeit"}
        heirs = {entry for entry, absent in self.absent.items() if absent in lost}
        return {self.team_of(entry) for entry in lost | heirs}
