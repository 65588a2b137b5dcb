from __future__ import annotations

from tests.conformance.actions import MISSING, Example, being_played, example, planned, rows
from tests.support.people import acting
from tests.support.play import played, released
from tests.support.tables import enter, table_of
from tournaments.events.models import Tournament
from tournaments.results.services import forfeits, results
from tournaments.standings.models import Forfeit

REASON = {"reason": "A slip."}
FIRST = {"number": 1}
FIRST_TABLE = {"number": 1, "table": 1}
POINTS = (60, 20, -30, -50)


SHEET = {"points": list(POINTS), "leftover": 0, "reason": "As the table says.", "based_on": 0}
FORM = {f"points_{seat}": points for seat, points in enumerate(POINTS)}
WRONG_POINTS = [
    (MISSING, {"points_0": ""}),
    ([60, 20, -30], {"points_3": ""}),
    ([60, 20, -30, "many"], {"points_3": "many"}),
    ([10_000_001, 20, -30, -50], {"points_0": "10000001"}),
]
WRONG_REASON = [("x" * 1001, {"reason": "x" * 1001}), ("12", {"reason": "12"})]


@example("SubmitSheet")
def submit_sheet() -> Example:
    wrong = {"points": WRONG_POINTS, "reason": WRONG_REASON}
    return Example(being_played(), SHEET, api=FIRST_TABLE, page=FIRST_TABLE, form=FORM, wrong=wrong)


@example("SubmitSheets")
def submit_sheets() -> Example:
    sheet = {"table": 1, **SHEET}
    return Example(being_played(), {"sheets": [sheet]}, api=FIRST, wrong={"sheets": [([{**sheet, "points": [1]}], {})]})


@example("ConfirmSheet")
def confirm_sheet() -> Example:
    event = being_played()
    enter(table_of(event), POINTS)
    body = {"version": 1, "again": list(POINTS), "reason": "They have left."}
    wrong = {"again": [([60], None)], "version": [(MISSING, None), (0, None)], "reason": WRONG_REASON}
    return Example(event, body, api=FIRST_TABLE, page={**FIRST_TABLE, "version": 1}, wrong=wrong)


@example("ConfirmAlike")
def confirm_alike() -> Example:
    event = being_played()
    Tournament.objects.filter(pk=event.pk).update(blind_reentry=True)
    enter(table_of(event), POINTS)
    enter(table_of(event), POINTS, name="ida", based_on=1)
    return Example(event, api=FIRST, page=FIRST, form={"sheet": ["1:1"]})


@example("TakeBackSheets")
def take_back() -> Example:
    event = being_played()
    enter(table_of(event), POINTS)
    results.confirm_sheet(acting(), table_of(event).results.get())
    return Example(event, {"sheets": "1:1"}, api=FIRST, page=FIRST)


@example("ReleaseRound")
def release() -> Example:
    event = planned(rounds=2)
    played(event, 1)
    return Example(event, {"continue_anyway": "The rest can wait."}, api=FIRST, page=FIRST)


@example("WithdrawResults")
def withdraw() -> Example:
    event = planned(rounds=2)
    released(event, 1)
    return Example(event, REASON, api=FIRST, page=FIRST)


@example("RejectResult")
def reject() -> Example:
    event = being_played()
    enter(table_of(event), POINTS)
    return Example(event, {"version": 1, **REASON}, api=FIRST_TABLE, page={**FIRST_TABLE, "version": 1})


@example("VoidForfeit")
def void_forfeit() -> Example:
    event = being_played()
    out = event.entries.get(number=6)
    lost = forfeits.add(acting("ren"), out, kind=Forfeit.Kind.DISQUALIFIED, round_=None, reason="Cheating.")
    return Example(event, REASON, api={"pk": lost.pk}, page={"pk": lost.pk})


rows(
    DecideConfirming=lambda: Example(being_played(), {"way": "own"}, page=FIRST),
    SheetIn=lambda: Example(being_played(), api=FIRST_TABLE, page=FIRST_TABLE),
)
