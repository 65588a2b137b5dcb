from __future__ import annotations

from tests.conformance.actions import Example, example, planned
from tests.support.people import acting
from tests.support.play import played, published
from tests.support.tables import enter, table_of
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.seating.queries.handed_out import PaperInputs
from tournaments.seating.services import drafts, outdated, seating
from tournaments.standings.services import stages

REASON = {"reason": "The players agreed."}


def corrected(*, cut: bool) -> Tournament:
    """Round 2 is cut and drawn, or only drawn; then a sheet of round 1 is corrected."""
    event = planned(rounds=1 if cut else 2)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    if cut:
        final = stages.add(acting(), event, name="Final", cut_to=4)
        stages.cut(acting(), final)
    else:
        drafts.draft_by_standings(acting(), event.rounds.get(number=2))
    sheet = enter(table_of(event), (60, -30, 20, -50), based_on=1, reason="Misread")
    results.confirm_sheet(acting("ren"), sheet)
    return event


@example("KeepDraw")
def keep_draw() -> Example:
    at = {"number": 2, "version": 1}
    return Example(corrected(cut=False), REASON, api=at, page=at)


@example("KeepCut")
def keep_cut() -> Example:
    return Example(corrected(cut=True), REASON, api={"number": 2}, page={"number": 2})


@example("KeepList")
def keep_list() -> Example:
    event = planned(rounds=1)
    played(event, 1)
    outdated.take_list(acting(), event)
    sheet = enter(table_of(event), (20, 60, -30, -50), based_on=1, reason="Misread")
    results.confirm_sheet(acting("ren"), sheet)
    return Example(event, REASON)


@example("DismissPaper")
def dismiss_paper() -> Example:
    event = planned(rounds=1)
    live = published(event.rounds.get(number=1))
    outdated.hand_out(acting(), event, paper="score-sheets", papers=[PaperInputs(live)])
    first, second = (event.entries.get(number=number) for number in (1, 5))
    seating.swap(acting("sue"), live, first=first, second=second)
    return Example(event, REASON, api={"number": 1}, page={"number": 1})
