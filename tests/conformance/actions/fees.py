from __future__ import annotations

from typing import Any

from tests.conformance.actions import Example, example, planned, rows
from tests.support.people import acting
from tournaments.entries.models.categories import Category
from tournaments.entries.services import questions
from tournaments.events.models import Tournament
from tournaments.fees import services
from tournaments.fees.models import Fee

FIRST = {"number": 1}


def _stating() -> Tournament:
    event = planned()
    Category.objects.create(tournament=event, number=1, name="Juniors")
    questions.add(acting(), event, label="Shirt", kind="choice", choices="M\nXXL")
    services.set_up(acting(), event, currency="EUR", other_currency="JPY")
    services.add(acting(), event, label="Entry fee", amount=4000)
    return event


def _paid() -> Tournament:
    event = _stating()
    services.pay(acting(), event.entries.get(number=1), method="cash")
    return event


def _of_first(body: dict[str, Any], event: Tournament | None = None, **more: Any) -> Example:
    return Example(event or _stating(), body, api=FIRST, page=FIRST, **more)


@example("EditFee")
def edit_fee() -> Example:
    event = _stating()
    services.add(acting(), event, label="Shirt", amount=1, question=event.questions.get(), choice="M")
    body = {
        "label": "Shirts", "currency": "JPY", "amount": "1250", "category": 1, "question": 1, "choice": "XXL",
    }  # fmt: skip
    number = {"number": Fee.objects.get(label="Shirt").number}
    return Example(event, body, api=number, page=number, prefix="f2")


rows(
    SetFees=lambda: Example(planned(), {"currency": "JPY", "other_currency": "EUR", "issuer": "Mahjong Club"}),
    AddFee=lambda: Example(
        _stating(), {"label": "Shirt", "currency": "EUR", "amount": "15", "category": 1, "question": 1, "choice": "M"}
    ),
    RemoveFee=lambda: _of_first({}),
    RecordPayment=lambda: _of_first(
        {
            "currency": "EUR",
            "amount": "12.50",
            "method": "card",
            "made_at": "2026-05-01T12:00:00Z",
            "reason": "At the door",
        },
        form={"made_at": "2026-05-01T14:00"},
    ),
    RecordRefund=lambda: _of_first(
        {"currency": "EUR", "amount": "5", "method": "cash", "reason": "Left early."}, _paid()
    ),
    ReduceFee=lambda: _of_first({"currency": "EUR", "amount": "10", "reason": "Helps at the desk."}),
    VoidPayment=lambda: _of_first({"reason": "A mistake."}, _paid()),
)
