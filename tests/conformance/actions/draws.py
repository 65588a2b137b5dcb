from __future__ import annotations

import datetime
from unittest import mock

from django.utils import timezone

from engine.walls.public_value import ValueName
from tests.conformance.actions import Example, example, planned, rows
from tests.support.people import acting
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.seating.models.draws import SeedCommitment, StoredSchedule
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import library, promises

HOUR = datetime.timedelta(hours=1)
LINES = "1 2 3 4\n5 6 7 8\n\n1 2 5 6\n3 4 7 8\n"
TYPED = {"value": "12 23", "again": "12 23"}


def _event() -> Tournament:
    event = planned(rounds=2)
    Entry.objects.create(tournament=event, number=9, family_name="Wei", status=Entry.Status.WAITING)
    return event


@example("SealDraw")
def seal() -> Example:
    named = {"value_kind": "other", "value_source": "the lottery of 2 May"}
    known = {"value_known_at": (timezone.now() + HOUR).isoformat()}
    mistakes = [("no such movement", {"way": "movement"})]
    return Example(_event(), {"rounds": [1, 2], "way": "together", **named, **known}, wrong={"movement": mistakes})


def _promised() -> SeedCommitment:
    event = _event()
    (made,) = promises.seal(
        acting("sue"),
        event,
        rounds=list(event.rounds.order_by("number")),
        way=SeedCommitment.Way.TOGETHER,
        value=ValueName("other", "the lottery of 2 May", ""),
        value_known_at=timezone.now() + HOUR,
    )
    return made


def _of_promise(step: str, body: dict[str, object], *, known: bool = False) -> Example:
    made = _promised()
    now = timezone.now() + 2 * HOUR
    if known:
        with mock.patch("django.utils.timezone.now", return_value=now):
            promises.add_value(acting("sue"), made, value="12 32", again="12 32")
    return Example(
        made.tournament, body, api={"promise": made.pk}, page={"pk": made.pk}, now=now, prefix=f"{step}-{made.pk}"
    )


def _drawn() -> Tournament:
    event = _event()
    seating_drafts.generate(acting("sue"), event, rounds=list(event.rounds.order_by("number")), seed="a seed")
    return event


@example("RedrawRounds")
def redraw() -> Example:
    mistakes = [(["three"], {"tables_gone": "three"}), ([0], {"tables_gone": "0"}), ([7], {"tables_gone": "7"})]
    body = {"leaves": [5], "arrives": [9], "reason": "ill"}
    return Example(_drawn(), body, wrong={"tables_gone": mistakes})


def _stored() -> StoredSchedule:
    return library.store(acting("sue"), _event(), name="Club", text=LINES)


@example("UseSchedule")
def use() -> Example:
    made = _stored()
    form = {"schedule": made.pk}
    return Example(made.tournament, {"seed": "a seed"}, api={"schedule": made.pk}, form=form)


@example("RemoveSchedule")
def remove() -> Example:
    made = _stored()
    return Example(made.tournament, api={"schedule": made.pk}, form={"schedule": made.pk})


rows(
    AddDrawValue=lambda: _of_promise("value", TYPED),
    CorrectDrawValue=lambda: _of_promise("correct", {**TYPED, "reason": "Two digits were turned."}, known=True),
    WithdrawPromise=lambda: _of_promise("withdraw", {"reason": "The hall has moved."}),
    ImproveDraw=lambda: Example(_drawn(), api={"number": 1}, page={"number": 1}),
    PriceWishes=lambda: Example(_drawn(), api={"number": 1}, page={"number": 1}),
    StoreSchedule=lambda: Example(_event(), {"name": "Club", "text": LINES}),
)
