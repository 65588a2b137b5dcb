"""Fixtures: four teams at each group of tables in each week, by annealing in integers, alike on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from tournaments.seating.logic.constructions.templates import choose_template
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import plan_byes

Week = tuple[tuple[int, ...], ...]
"""Groups of four teams, and last the resting teams, which may be none."""

STEPS: Final = 12_000
"""Swaps tried, which take about a second."""
TRIES: Final = 3
WARMTH: Final = 6
"""Amount by which the sum may grow at first."""


def build_fixture_weeks(teams: int, weeks: int, before: Sequence[Week] = ()) -> list[Week]:
    """Return weeks after those `before`: pairs meet as evenly as found, rests of teams differ by one at most.

    >>> build_fixture_weeks(5, 2)
    [((1, 2, 3, 4), (0,)), ((0, 2, 3, 4), (1,))]
    """
    noise, plans = Noise(f"fixtures {teams} {weeks} {len(before)}"), []
    for attempt in range(TRIES):
        plan = _Plan(teams, _start(teams, weeks, before, attempt), before)
        plan.improve(noise)
        plans.append(plan)
        if plan.cost() <= plan.bound():
            break
    best = min(plans, key=lambda plan: (plan.spread(), plan.cost()))
    return [_group_week(week, teams) for week in best.weeks]


def _group_week(order: Sequence[int], teams: int) -> Week:
    playing = teams - teams % 4
    groups = sorted(tuple(sorted(order[start : start + 4])) for start in range(0, playing, 4))
    return (*groups, tuple(sorted(order[playing:])))


def count_meetings(teams: int, weeks: Sequence[Week]) -> list[list[int]]:
    met = [[0] * teams for _team in range(teams)]
    for *groups, _resting in weeks:
        for group in groups:
            for first, second in combinations(group, 2):
                met[first][second] += 1
                met[second][first] += 1
    return met


def compute_balance(teams: int, weeks: Sequence[Week]) -> tuple[int, int, int, int]:
    met = [times for index, row in enumerate(count_meetings(teams, weeks)) for times in row[:index]]
    rested = [sum(team in week[-1] for week in weeks) for team in range(teams)]
    return min(met), max(met), min(rested), max(rested)


def _start(teams: int, weeks: int, before: Sequence[Week], attempt: int) -> list[list[int]]:
    if not teams % 4 and not before and not attempt and teams >= 16:
        return [[team for group in round_ for team in group] for round_ in choose_template(teams, weeks).rounds]
    played = tuple(tuple((group[0], group[1], group[2], group[3]) for group in groups) for *groups, _out in before)
    out = plan_byes(range(teams), teams % 4, played, weeks)
    return [[*(team for team in range(teams) if team not in resting), *resting] for resting in out]


@dataclass
class _Plan:
    teams: int
    weeks: list[list[int]]
    before: Sequence[Week]
    met: list[list[int]] = field(init=False)
    rested: list[int] = field(init=False)

    def __post_init__(self) -> None:
        weeks = [*self.before, *(_group_week(week, self.teams) for week in self.weeks)]
        self.met = count_meetings(self.teams, weeks)
        self.rested = [sum(team in week[-1] for week in weeks) for team in range(self.teams)]

    def cost(self) -> int:
        return sum(times * times for row in self.met for times in row) // 2

    def spread(self) -> int:
        times = [times for index, row in enumerate(self.met) for times in row[:index]]
        return max(times) - min(times)

    def bound(self) -> int:
        pairs = self.teams * (self.teams - 1) // 2
        mean, more = divmod(sum(map(sum, self.met)) // 2, pairs)
        return pairs * mean * mean + more * (2 * mean + 1)

    def improve(self, noise: Noise) -> None:
        playing, bound, now = self.teams - self.teams % 4, self.bound(), self.cost()
        best, best_weeks = now, [list(week) for week in self.weeks]
        words = noise.words(4 * STEPS)
        for step in range(STEPS):
            if best <= bound:
                break
            first, second, third, fourth = words[4 * step : 4 * step + 4]
            week = first % len(self.weeks)
            seat_a, seat_b = second % playing, third % self.teams
            if seat_a // 4 == seat_b // 4 and seat_b < playing:
                continue
            moves = [(week, seat_a, seat_b)]
            if seat_b >= playing:
                more = self._exchange(week, seat_a, seat_b, fourth)
                if more is None:
                    continue
                moves += more
            change = sum(self._swap(*move) for move in moves)
            if change <= WARMTH * (STEPS - step) // STEPS - (fourth >> 8) % 3:
                now += change
                if now < best:
                    best, best_weeks = now, [list(row) for row in self.weeks]
            else:
                for move in reversed(moves):
                    self._swap(*move)
        self.weeks = best_weeks
        self.__post_init__()

    def _exchange(self, week: int, seat_a: int, seat_b: int, word: int) -> list[tuple[int, int, int]] | None:
        """Return the swap in another week that keeps rests even: none if not needed, None if there is none."""
        plays, rests_now = self.weeks[week][seat_a], self.weeks[week][seat_b]
        if self.rested[rests_now] > self.rested[plays]:
            return []
        playing = self.teams - self.teams % 4
        for index in range(len(self.weeks)):
            second = (word + index) % len(self.weeks)
            line = self.weeks[second]
            if second != week and plays in line[playing:] and rests_now not in line[playing:]:
                return [(second, line.index(rests_now), line.index(plays))]
        return None

    def _swap(self, week: int, seat_a: int, seat_b: int) -> int:
        line, playing, change = self.weeks[week], self.teams - self.teams % 4, 0
        first, second = line[seat_a], line[seat_b]
        for leaves, comes, place in ((first, second, seat_a), (second, first, seat_b)):
            if place >= playing:
                self.rested[leaves] -= 1
                self.rested[comes] += 1
                continue
            begin = place - place % 4
            for index in range(begin, begin + 4):
                if index == place:
                    continue
                mate = line[index]
                old_meetings, new_meetings = self.met[leaves][mate], self.met[comes][mate]
                change += 2 * (new_meetings - old_meetings) + 2
                self.met[leaves][mate] = self.met[mate][leaves] = old_meetings - 1
                self.met[comes][mate] = self.met[mate][comes] = new_meetings + 1
        line[seat_a], line[seat_b] = second, first
        return change
