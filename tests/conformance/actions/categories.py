from __future__ import annotations

from typing import Any

from tests.conformance.actions import Example, planned, rows
from tests.support.people import acting
from tournaments.entries.services import categories
from tournaments.events.models import Tournament

FIRST = {"number": 1}


def _with_juniors() -> Tournament:
    event = planned()
    categories.add(acting(), event, name="Juniors")
    return event


def _of_juniors(body: dict[str, Any] | None = None, **more: Any) -> Example:
    return Example(_with_juniors(), body or {}, api=FIRST, page=FIRST, **more)


rows(
    AddCategory=lambda: Example(planned(), {"name": "Juniors", "asked": True}),
    EditCategory=lambda: _of_juniors({"name": "Youth", "asked": True}, prefix="c1"),
    SetCategoryMembers=lambda: _of_juniors({"players": [2, 3]}),
    RemoveCategory=lambda: _of_juniors(),
)
