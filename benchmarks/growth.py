"""Growth of every page with the event: `python -m benchmarks growth [PLAYERS...]`.

For each route that shows something to the director or to a visitor: queries, milliseconds of processor and bytes at
each number of players (100 and 400 unless given), nothing cached, and the exponents between the first and the last: 0
does not grow, 1 grows with the players, above 1.1 would not carry a large event and is marked. Twelve rounds of the
event have been played, or `--rounds=N`; `--page=NAME` selects a route and others with that name,
`--role=visitor` a role. A page that costs a stranger more than `MAX_MS` is marked as well: it belongs into the lane of
public files.
"""

from __future__ import annotations

import gc
import math
import os
import tempfile
import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks.figures import keep

if TYPE_CHECKING:
    from tournaments.rounds.models import Round

USUAL: Final = (100, 400)
ROUNDS: Final = "--rounds="
PAGE: Final = "--page="
ROLE: Final = "--role="
PLAYED: Final = 12
"""Rounds that have been played, unless said."""
AHEAD: Final = 2
"""Rounds of the cast that are seated or drafted and not played: the second and the third."""
ROLES: Final = ("director", "visitor")
MAX_EXPONENT: Final = 1.1
MAX_BYTES: Final = 1.2
"""The same for bytes: the numbers of four hundred players are longer than those of a hundred."""
MIN_MS: Final = 20.0
"""Shorter pages are not judged by their time: it is the frame's, and chance."""


MAX_MS: Final = 200.0
"""Processor of a page for a visitor."""


class PageCost(NamedTuple):
    """Costs of one request of a page."""

    queries: int
    milliseconds: float
    size: int


def main(argv: Sequence[str] = ()) -> int:
    """Print a line a page. Returns 1 where one grows faster than it may."""
    counts = sorted(int(one) for one in argv if one.isdecimal()) or list(USUAL)
    pages = {one.removeprefix(PAGE) for one in argv if one.startswith(PAGE)}
    roles = {one.removeprefix(ROLE) for one in argv if one.startswith(ROLE)} or set(ROLES)
    played = next((int(one.removeprefix(ROUNDS)) for one in argv if one.startswith(ROUNDS)), PLAYED)
    with tempfile.TemporaryDirectory(prefix="mahjong-director-growth-") as data:
        os.environ["MAHJONG_DIRECTOR_DATA"] = data
        os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "ERROR"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        return _report(counts, [looks(count, played, pages, roles) for count in counts])


def looks(players: int, played: int, pages: Collection[str], roles: Collection[str]) -> dict[tuple[str, str], PageCost]:
    """(role, route) -> what a look cost in an event of so many players and played rounds, all entered and confirmed."""
    from django.db import transaction
    from django.utils import timezone

    from tests.roles.cast import Cast
    from tests.roles.rows import table
    from tests.support.people import acting
    from tests.support.tables import enter
    from tournaments.results.services import results
    from tournaments.rounds.models import GameTable

    found = {}
    with transaction.atomic():
        began = time.perf_counter()
        cast = Cast(players, played + AHEAD)
        for each in GameTable.objects.filter(round__tournament=cast.event, round__number=1).exclude(number=1):
            results.confirm_sheet(acting("ren"), enter(each, (60, 20, -30, -50)))
        for number in range(AHEAD + 2, AHEAD + played + 1):
            _play(cast.event.rounds.get(number=number))
        # Without a gap, so that visitors see the standings after the last.
        cast.event.rounds.filter(released_at=None).update(released_at=timezone.now())
        print(f"{players} players, {played} rounds: made in {time.perf_counter() - began:.0f} s", flush=True)
        for role in sorted(roles):
            shown = {row.route for row in table() if row.method == "GET" and role in row.who}
            for route in sorted(shown & set(pages) if pages else shown):
                found[role, route] = _look(cast, role, route)
        transaction.set_rollback(True)
    return found


def _play(round_: Round) -> None:
    """Seat the round, let every sheet of it count, finish and release it.

    The first round of the cast is being played all the while, so this one is not started by the clock.
    """
    from django.utils import timezone

    from tests.support.people import acting, seat_in_order
    from tests.support.tables import enter
    from tournaments.events.models import Tournament
    from tournaments.rounds.models import Seating
    from tournaments.seating.services import seating

    seating.publish(acting("olga"), seat_in_order(round_))
    round_.seatings.filter(state=Seating.State.PUBLISHED).update(state=Seating.State.PLAYING)
    event = Tournament.objects.filter(pk=round_.tournament_id)
    confirmations = event.get().confirmations
    event.update(confirmations=Tournament.Confirmations.NONE)
    round_.refresh_from_db()
    round_.state, round_.ruleset = round_.State.PLAYING, round_.tournament.ruleset
    round_.save()
    for table in round_.tables.select_related("round__tournament", "round__ruleset").order_by("number"):
        points = (table.number % 90 + 30, round_.number, -20)
        enter(table, (*points, -sum(points)))
    event.update(confirmations=confirmations)
    round_.refresh_from_db()
    round_.state, round_.released_at = round_.State.FINISHED, timezone.now()
    round_.save()


def _look(cast: object, role: str, route: str) -> PageCost:
    """Return the costs of a request, without the garbage collector, which walks through the whole cast.

    A request that is long enough to be judged by its time is made twice, and the shorter time counts: the first may
    load what a process loads once.
    """
    first = _looked_once(cast, role, route)
    if first.milliseconds < MIN_MS:
        return first
    return min(first, _looked_once(cast, role, route), key=lambda one: one.milliseconds)


def _looked_once(cast: object, role: str, route: str) -> PageCost:
    from django.core.cache import caches
    from django.db import connection, transaction
    from django.test.utils import CaptureQueriesContext

    from tests.roles.cast import Cast
    from tests.roles.rows import Row

    assert isinstance(cast, Cast)
    for one in caches.all():
        one.clear()
    # The log of queries has an end, beyond which none would be counted any more.
    connection.queries_log.clear()
    with transaction.atomic(), CaptureQueriesContext(connection) as captured:
        gc.collect()
        gc.disable()
        started = time.process_time()
        body = b"".join(cast.browsers[role].get(cast.address(Row("GET", route, "", frozenset()))))
        spent = time.process_time() - started
        gc.enable()
        transaction.set_rollback(True)
    return PageCost(len(captured), spent * 1000, len(body))


def exponent(few: float, many: float, times: float) -> float:
    """The power of the number of players that something grows with: `times` as many players; 0 for as many."""
    return 0.0 if times == 1 else math.log(max(many, 1) / max(few, 1)) / math.log(times)


def _report(counts: Sequence[int], looks: Sequence[dict[tuple[str, str], PageCost]]) -> int:
    first, last, times = looks[0], looks[-1], counts[-1] / counts[0]
    print(f"{'page':44} " + " ".join(f"{count:>22}" for count in counts) + "   queries ms bytes grow as players ^")
    too_fast = 0
    for page, few in sorted(first.items(), key=lambda item: -last[item[0]].milliseconds):
        many = last[page]
        powers = [exponent(a, b, times) for a, b in zip(few, many, strict=True)]
        fast = (
            powers[0] > MAX_EXPONENT
            or (powers[1] > MAX_EXPONENT and many.milliseconds >= MIN_MS)
            or powers[2] > MAX_BYTES
            or (page[0] == "visitor" and many.milliseconds > MAX_MS)
        )
        mark = " !" if fast else ""
        too_fast += bool(mark)
        costs = " ".join(f"{each[page].queries:5} {each[page].milliseconds:6.0f} {each[page].size:9}" for each in looks)
        name = " ".join(page)
        print(f"{name:44} {costs}   {powers[0]:5.2f} {powers[1]:5.2f} {powers[2]:5.2f}{mark}")
        keep(f"{name}, queries at {counts[-1]}", many.queries, "")
        keep(f"{name}, processor at {counts[-1]}", many.milliseconds, "ms")
    print(f"{too_fast} of {len(first)} pages grow faster than with the players, or cost a visitor over {MAX_MS:.0f} ms")
    return 1 if too_fast else 0
