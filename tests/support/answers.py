"""`python -m tests.support.answers`: what the engine says to many hands and games of every ruleset, one a line.

Two builds of the engine are alike when what this prints is (`python -m tools.compile_engine --check`).
"""

import sys
from collections.abc import Iterator

from engine.errors import EngineError
from engine.family import ruleset, ruleset_names
from engine.play.walks import played
from engine.scoring.score import score
from engine.tiles.hand import Win, WinBy
from engine.tiles.seats import Wind
from tests.benchmarks.hands import winning_hands

HANDS, GAMES = 300, 6


def answers(name: str) -> Iterator[str]:
    """Of one ruleset: scored hands with waits and explanation, then games, event by event."""
    rules = ruleset(name)
    for index, hand in enumerate(winning_hands(rules.family.name, HANDS, seed=7)):
        win = Win(list(WinBy)[index % 3], Wind(index % 4), Wind(index // 4 % 4), last_tile=index % 7 == 0)
        try:
            scored = score(hand, win, rules)
            yield f"{name} {hand} {scored.to_dict()} {scored.explain()}"
        except EngineError as error:
            yield f"{name} {hand} {error}"
    for seed in range(GAMES):
        for event, state in played(rules, seed):
            yield f"{name} {seed} {event!r} {state.phase}"
            last = state
        yield f"{name} {seed} {last!r}"


if __name__ == "__main__":
    for each in ruleset_names():
        sys.stdout.writelines(f"{line}\n" for line in answers(each))
