from __future__ import annotations

from tests.conformance.actions import Example, being_played, planned, rows
from tests.support.leagues import league_of

RESULTS = "player;R1\n" + "\n".join(
    f"Given{n:02} Family{n:02};{points}" for n, points in enumerate((40, 12, -20, -32, 8, 0, 0, -8), 1)
)


rows(
    ImportRoster=lambda: Example(planned(), {"text": "Surname;Name\nBerg;Anna", "save": True}),
    ImportResults=lambda: Example(being_played(), {"text": RESULTS, "save": True, "reason": "Typed elsewhere."}),
    ImportFixtures=lambda: Example(
        league_of(4, members=2, rounds=2),
        {"text": "round,team 1,team 2,team 3,team 4\n1,1,2,3,4", "save": True},
        api={"number": 1},
    ),
    ImportSchedule=lambda: Example(planned(), {"text": "1-2-3-4\n5-6-7-8", "save": True}, api={"number": 1}),
)
