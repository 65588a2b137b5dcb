"""`python -m tests.conformance.record RULESET`: record a hand of a new ruleset as it is played today.

`test_walks` replays every recorded hand, event by event. The hand is the first of the seeded walks that ends with a
win.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.family import ruleset
from engine.play.walks import walk
from engine.records import dumps

PLAYTHROUGHS = Path(__file__).with_name("playthroughs.json")


def main(name: str) -> None:
    """Add the hand to `playthroughs.json` or replace it. Raises RulesetError for an unknown ruleset."""
    for seed in range(1000):
        setup, events, states = walk(ruleset(name), seed)
        if states[-1].wins:
            break
    kept = json.loads(PLAYTHROUGHS.read_text(encoding="utf-8"))
    transfers = [transfer.to_dict() for transfer in states[-1].transfers]
    kept[name] = {"seed": seed, "log": dumps(setup, events), "transfers": transfers}
    text = json.dumps(dict(sorted(kept.items())), ensure_ascii=False, indent=1)
    PLAYTHROUGHS.write_text(text + "\n", encoding="utf-8")
    print(f"{name}: the hand of seed {seed}, {len(events)} events")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
