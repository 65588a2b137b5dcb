from __future__ import annotations

from tests.conformance.actions import Example, example, planned, rows
from tests.support.leagues import league_of
from tests.support.people import acting, seat_in_order
from tournaments.rounds.models import Seating
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, swaps


@example("SeatByHand")
def by_hand() -> Example:
    body = {"tables": {"1": [1, 2, 3, 4], "2": [5, 6, 7, 8]}}
    form = {"text": "1 1 2 3 4\n2 5 6 7 8"}
    mistakes = [
        ({}, {"text": ""}),
        ("nonsense", {"text": "nonsense"}),
        ({"1": [1, 2, 3, 4, 5]}, {"text": "1 1 2 3 4 5"}),
        ({"1": [0, 2, 3, 4]}, {"text": "1 0 2 3 4"}),
        ({"0": [1, 2, 3, 4]}, {"text": "0 1 2 3 4"}),
    ]
    return Example(planned(), body, api={"number": 1}, page={"number": 1}, form=form, wrong={"tables": mistakes})


def _of_version(body: dict[str, object], *, published: bool = False, swapped: bool = False) -> Example:
    event = planned()
    made = seat_in_order(event.rounds.get(number=1))
    if swapped:
        made = swaps.store(acting("sue"), made, swaps=[(1, 5)], seen_state=made.state)
    if published:
        seating.publish(acting("sue"), made)
    at = {"number": 1, "version": made.version}
    return Example(event, body, api=at, page=at)


@example("PublishAllSeatings")
def publish_all() -> Example:
    event = planned()
    seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.order_by("number")), seed="a seed")
    return Example(event, api={"number": 1, "version": 1})


@example("SwapSeveral")
def swap_several() -> Example:
    one = _of_version({"swaps": [[1, 5], [2, 6]], "seen_state": Seating.State.DRAFT})
    mistakes = [([[1, 5, 6]], {"swaps": "1-5-6"}), ([[0, 5]], {"swaps": "none"}), ([[1, 1_000_000]], {"swaps": ""})]
    return Example(
        one.scope, one.body, api=one.api, page=one.page, form={"swaps": "1-5.2-6"}, wrong={"swaps": mistakes}
    )


rows(
    DrawFixtures=lambda: Example(
        league_of(4, members=2, rounds=2), {"rounds": [1, 2], "seed": "s"}, page={"number": 1}
    ),
    DrawRounds=lambda: Example(planned(), {"rounds": [1, 2], "seed": "a seed"}, page={"number": 1}),
    DrawSwiss=lambda: Example(planned(), {"setting": "close"}, api={"number": 1}, page={"number": 1}),
    DrawByStandings=lambda: Example(planned(), {"mode": "snake"}, api={"number": 1}, page={"number": 1}),
    PublishSeating=lambda: _of_version({"leave_out": True}),
    PublishShownSeating=lambda: _of_version({"leave_out": True}),
    WithdrawSeating=lambda: _of_version({"reason": "A late player."}, published=True),
    DiscardSeating=lambda: _of_version({"reason": "Drawn too early."}),
    SwapChairs=lambda: _of_version({"first": 1, "second": 5, "reason": "They are neighbours."}),
    TakeSwapsBack=lambda: _of_version({"reason": "They made it up."}, swapped=True),
)
