from __future__ import annotations

from tests.conformance.actions import Example, example, planned
from tests.support.people import acting, people, small_tournament
from tournaments.people import services

FIRST = {"number": 1}
KNOWN = {"event": "last-year", "number": 1}


def _known() -> Example:
    past = small_tournament(1, slug="last-year")
    people(past)
    return Example(planned(), KNOWN, api=FIRST, page=FIRST)


example("LinkPlayer")(_known)
example("AnswerSomebodyElse")(_known)


@example("UnlinkPlayer")
def unlink() -> Example:
    row = _known()
    past = small_tournament(1, slug="year-before")
    people(past)
    entry, known = row.scope.entries.get(number=1), past.entries.get()
    services.link(acting(), entry=entry, same_as=known)
    return Example(row.scope, api=FIRST, page=FIRST)
