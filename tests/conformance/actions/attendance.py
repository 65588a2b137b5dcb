from __future__ import annotations

from tests.conformance.actions import Example, planned, rows

WRONG = [([99], {"players": [99]})]

rows(
    SetAbsent=lambda: Example(
        planned(), {"players": [1, 2]}, api={"number": 1}, page={"number": 1}, wrong={"players": WRONG}
    ),
    SetPresent=lambda: Example(
        planned(),
        {"players": [1, 2]},
        api={"day": "2026-05-02"},
        page={"day": "2026-05-02"},
        wrong={"players": WRONG},
    ),
)
