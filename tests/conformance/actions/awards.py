from __future__ import annotations

from typing import Any

from tests.conformance.actions import Example, rows
from tests.support.people import acting, people
from tests.support.seasons import played
from tournaments.awards import services
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable

FIRST = {"number": 1}
AT = {"number": 1, "table": 1}
HAND = {"hand": "19m19p19s1234567z +1m", "by": "self_draw", "prevalent": "E", "seat": "E", "circumstances": {}}
REASON = {"reason": "The ceremony was yesterday."}


def _over() -> Tournament:
    event = played("cup", [(30, 10, -10, -30)], ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand"))
    people(event)
    return event


def _with_award(*, published: bool = False) -> Tournament:
    event = _over()
    services.add(acting(), event, figure="best_game", title="", category=None, least=1, one_prize=False)
    if published:
        services.publish(acting(), event)
    return event


def _with_changed_award() -> Tournament:
    event = _with_award(published=True)
    event.awards.get().winners.update(entry=event.entries.get(number=4))
    return event


def _with_hand(*, voided: bool = False) -> Tournament:
    event = _over()
    table = GameTable.objects.get(round__tournament=event)
    hand = services.declare(acting("sam"), table, winner=event.entries.get(number=2), **HAND)
    if voided:
        services.void(acting("sam"), hand, reason="Typed twice.")
    return event


def _of_hand(body: dict[str, Any] | None = None, **more: bool) -> Example:
    return Example(_with_hand(**more), body or {}, api=AT | {"hand": 1}, page=AT | {"hand": 1})


AWARD = {"figure": "best_game", "title": "Best single game", "category": None, "least": 2, "one_prize": True}

rows(
    AddAward=lambda: Example(_over(), AWARD),
    EditAward=lambda: Example(_with_award(), AWARD, api=FIRST, page=FIRST, prefix="a1"),
    RemoveAward=lambda: Example(_with_award(), api=FIRST, page=FIRST),
    PublishAwards=lambda: Example(_with_award()),
    WithdrawAwards=lambda: Example(_with_award(published=True), REASON),
    KeepAwards=lambda: Example(_with_changed_award(), REASON),
    DeclarePrizeHand=lambda: Example(
        _over(),
        {
            "winner": 2,
            "hand": HAND["hand"],
            "by": "self_draw",
            "prevalent_wind": "E",
            "seat_wind": "S",
            "circumstances": {},
        },
        api=AT,
        page=AT,
        form={"circumstances": "{}"},
        wrong={"circumstances": [([1], {"circumstances": "[1]"}), ({"last_tile": None}, None)]},
    ),
    VoidPrizeHand=lambda: _of_hand(REASON),
    RestorePrizeHand=lambda: _of_hand(voided=True),
)
