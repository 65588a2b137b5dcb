from __future__ import annotations

from tests.conformance.actions import Example, example
from tests.support.people import people, small_tournament
from tests.support.tables import playing

RESULTS = "player;R1\n" + "\n".join(
    f"Given{n:02} Family{n:02};{points}" for n, points in enumerate((40, 12, -20, -32, 8, 0, 0, -8), 1)
)


@example("ImportRoster")
def import_roster() -> Example:
    event = small_tournament()
    people(event)
    return Example(event, {"text": "Surname;Name\nBerg;Anna", "save": True})


@example("ImportResults")
def import_results() -> Example:
    event = playing()
    people(event)
    return Example(event, {"text": RESULTS, "save": True, "reason": "Typed elsewhere."})


@example("ImportSchedule")
def import_schedule() -> Example:
    event = small_tournament(8)
    people(event)
    return Example(event, {"text": "1-2-3-4\n5-6-7-8", "save": True}, api={"number": 1})
