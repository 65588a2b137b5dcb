from __future__ import annotations

from tests.conformance.actions import Example, being_played, planned, rows

RESULTS = "player;R1\n" + "\n".join(
    f"Given{n:02} Family{n:02};{points}" for n, points in enumerate((40, 12, -20, -32, 8, 0, 0, -8), 1)
)


rows(
    ImportRoster=lambda: Example(planned(), {"text": "Surname;Name\nBerg;Anna", "save": True}),
    ImportResults=lambda: Example(being_played(), {"text": RESULTS, "save": True, "reason": "Typed elsewhere."}),
    ImportSchedule=lambda: Example(planned(), {"text": "1-2-3-4\n5-6-7-8", "save": True}, api={"number": 1}),
)
