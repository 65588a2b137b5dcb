"""Seatings: who plays whom, where and on which wind.

Pure functions on integers (players) and tuples (tables); no database and no Django. The parts:

- `draws` has the two kinds of inputs, and the `Draw` with its certificate.
- `drawing.draw(inputs, seed)` makes every draw, also again from its certificate.
- `scheduling.schedule_rounds(players, rounds, seed=...)` draws a fixed schedule for those who have no inputs at hand.
- `measures(rounds, constraints=..., players=None, table_numbers=None)` recomputes every figure from the tables alone:
  a `Measures`.
- `scheduling.check_schedule(rounds, players)` lists in sentences why foreign rounds do not fit (missing, extra,
  doubled players).
- `verify.verify(certificate)` checks a certificate.
- `freeze(nested_lists)` turns JSON into rounds. `SeatingError` says in one sentence what cannot be seated.

Rounds are `tuple[round, ...]`, a round is `tuple[table, ...]`, a table is (east, south, west, north).
`progress(share)` may return False to cancel; the best found so far comes back. The same arguments always give the
same result.

What is imported here is quick to load. What computes needs numpy (and networkx), so whoever only holds a draw or shows
it imports that in the function that draws.
"""

from engine.sentences import Sentence
from tournaments.seating.logic.bounds import feasibility, group_bound, repeat_bound, rounds_without_repeat
from tournaments.seating.logic.constraints import Constraints, pairs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import SETTINGS, Measures, measures
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Rounds, freeze

__all__ = [
    "ALGORITHM_VERSION",
    "SETTINGS",
    "Constraints",
    "Measures",
    "Rounds",
    "SeatingError",
    "Sentence",
    "feasibility",
    "freeze",
    "group_bound",
    "measures",
    "pairs",
    "repeat_bound",
    "rounds_without_repeat",
]
