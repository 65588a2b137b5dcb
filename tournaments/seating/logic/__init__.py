"""Seatings: who plays whom, where and on which wind.

Pure functions on integers (players) and tuples (tables); no database and no Django. The parts:

- `scheduling.schedule_rounds(players, rounds, *, seed, teams=None, constraints=Constraints(), substitutes=(),
  improve=0, base=None, progress=None)` draws all rounds of a fixed schedule: a `FixedSchedule` with `rounds`,
  `table_numbers`, `byes`, `template`, `mapping`, `measures`, `notes`.
- `measures(rounds, constraints=..., players=None, table_numbers=None)` recomputes every figure from the tables alone:
  a `Measures`.
- `scheduling.check_schedule(rounds, players)` lists in sentences why foreign rounds do not fit (missing, extra,
  doubled players).
- `swiss.rounds.by_standings(order, mode)` seats one round from the standings: "standings" (1-4, 5-8 ...), "interval",
  "snake".
- `swiss.rounds.swiss(order, played, *, seed, setting="balanced", ...)` draws one round: close in standing, few repeats.
- `freeze(nested_lists)` turns JSON into rounds. `SeatingError` says in one sentence what cannot be seated.

Rounds are `tuple[round, ...]`, a round is `tuple[table, ...]`, a table is (east, south, west, north).
`progress(share)` may return False to cancel; the best found so far comes back. The same arguments always give the
same result.

What is imported here is quick to load. What computes needs numpy (and networkx), so whoever only holds a draw or shows
it imports that in the function that draws.
"""

from engine.sentences import Sentence
from tournaments.seating.logic.bounds import feasibility, group_bound, repeat_bound, rounds_without_repeat
from tournaments.seating.logic.byes import sitting_out, substitutes_needed
from tournaments.seating.logic.constraints import Constraints, pairs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.fixed_schedule import FixedSchedule
from tournaments.seating.logic.measures import ConstraintLine, Measures, measures, meeting_matrix
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Rounds, RoundTables, Table, Template, freeze
from tournaments.seating.logic.weights import SETTINGS

__all__ = [
    "ALGORITHM_VERSION",
    "SETTINGS",
    "ConstraintLine",
    "Constraints",
    "FixedSchedule",
    "Measures",
    "RoundTables",
    "Rounds",
    "SeatingError",
    "Sentence",
    "Table",
    "Template",
    "feasibility",
    "freeze",
    "group_bound",
    "measures",
    "meeting_matrix",
    "pairs",
    "repeat_bound",
    "rounds_without_repeat",
    "sitting_out",
    "substitutes_needed",
]
