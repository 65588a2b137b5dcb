"""Fees in two currencies: each is owed, paid, reduced, refunded and added up in its own."""

import copy
import importlib
import json
from typing import Any

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import translation

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.core.open_items import ItemKind, list_open_items
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications, players, questions
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.services import event_files
from tournaments.fees import services
from tournaments.fees.files import as_csv
from tournaments.fees.logic import FeeLine, choose_owed_lines, convert_to_decimal
from tournaments.fees.models import Fee, FeeDesk, Payment
from tournaments.fees.queries import get_account, list_accounts, sum_by_currency

pytestmark = pytest.mark.django_db

Sums = dict[str, tuple[int, int, int]]


@pytest.fixture
@remembered
def event() -> Tournament:
    """Three players owe 40 euros; the second and third also 1000 yen for the dinner."""
    made = small_tournament(4)
    people(made)
    made.entries.get(number=4).delete()
    dinner = questions.add(acting(), made, label="Dinner", kind="checkbox")
    services.set_up(acting(), made, currency="EUR", other_currency="JPY")
    services.add(acting(), made, label="Entry fee", amount=4000)
    services.add(acting(), made, label="Dinner", amount=1000, currency="JPY", question=dinner)
    for number in (2, 3):
        players.edit(acting(), made.entries.get(number=number), answers={"1": True})
    made.entries.update(status="registered")
    return made


def state(event: Tournament) -> dict[int, Sums]:
    return {
        account.entry.number: {sums.currency: (sums.due, sums.paid, sums.balance) for sums in account.subtotals}
        for account in list_accounts(event)
    }


def at(event: Tournament, name: str, *parts: int) -> str:
    return reverse(name, args=[event.slug, *parts])


def test_each_currency_is_paid_reduced_and_refunded_by_itself(event: Tournament) -> None:
    first, second, third = event.entries.order_by("number")
    assert state(event) == {
        1: {"EUR": (4000, 0, 4000)},
        2: {"EUR": (4000, 0, 4000), "JPY": (1000, 0, 1000)},
        3: {"EUR": (4000, 0, 4000), "JPY": (1000, 0, 1000)},
    }
    services.pay(acting(), first, method="cash")
    services.pay(acting(), second, method="cash", currency="JPY")
    services.reduce(acting(), third, currency="JPY", amount=400, reason="Eats little")
    # One currency is open, so none has to be named; then the other.
    services.pay(acting(), second, method="card", amount=3000)
    services.refund(acting(), second, method="cash", currency="JPY", amount=100, reason="Too much")
    assert state(event) == {
        1: {"EUR": (4000, 4000, 0)},
        2: {"EUR": (4000, 3000, 1000), "JPY": (1000, 900, 100)},
        3: {"EUR": (4000, 0, 4000), "JPY": (600, 0, 600)},
    }
    assert [
        (one.currency, one.due, one.reduced, one.paid, one.open) for one in sum_by_currency(list_accounts(event))
    ] == [
        ("EUR", 12000, 0, 7000, 5000),
        ("JPY", 1600, 400, 900, 700),
    ]
    assert [
        {method.value: paid for method, paid in one.methods.items()} for one in sum_by_currency(list_accounts(event))
    ] == [
        {"cash": 4000, "card": 3000},
        {"cash": 900},
    ]
    # One open item for both players, however many currencies they owe.
    assert [item.label for item in list_open_items(event) if item.kind == ItemKind.FEE] == [
        "2 players have not paid the fee"
    ]


def test_an_unknown_currency_is_asked_for_and_never_assumed(event: Tournament) -> None:
    first, second = event.entries.get(number=1), event.entries.get(number=2)
    refused = []
    for do, values in (
        (services.pay, {"method": "cash"}),
        (services.pay, {"method": "cash", "amount": 500}),
        (services.reduce, {"reason": "Helps"}),
        (services.pay, {"method": "cash", "currency": "USD"}),
    ):
        with pytest.raises(UserError) as refusal:
            do(acting(), second, **values)
        refused.append((refusal.value.field, str(refusal.value)))
    assert refused == [("currency", "Choose a currency: EUR, JPY.")] * 4
    with pytest.raises(UserError, match="owes nothing in JPY"):
        services.pay(acting(), first, method="cash", currency="JPY")
    for currency in ("EUR", "JPY"):
        services.pay(acting(), second, method="cash", currency=currency)
    with pytest.raises(UserError) as refusal:
        services.refund(acting(), second, method="cash", reason="Ill")
    assert refusal.value.field == "currency"
    # A yen was refunded: the payment of euros can be voided, that of yen cannot.
    services.refund(acting(), second, method="cash", currency="JPY", amount=1, reason="!")
    euros, yen = (Payment.objects.get(kind="payment", currency=currency) for currency in ("EUR", "JPY"))
    services.void(acting(), euros, reason="A mistake")
    with pytest.raises(UserError, match="refunded"):
        services.void(acting(), yen, reason="A mistake")


def test_pages_show_each_currency_with_its_own_buttons(event: Tournament) -> None:
    ida, olga = signed_in("ida"), signed_in("olga")
    for name in ("manage_check_in", "manage_fees"):
        text = ida.get(at(event, name)).text
        assert (text.count('name="currency" value="EUR"'), text.count('name="currency" value="JPY"')) == (3, 2)
        assert ("40.00 EUR" in text, "1,000 JPY" in text) == (True, True)
    text = ida.get(at(event, "manage_check_in_one", 2)).text
    assert (text.count('name="currency" value="EUR"'), text.count('name="currency" value="JPY"')) == (1, 1)
    told = ida.post(
        at(event, "manage_fee_pay", 2), {"method": "cash", "currency": "JPY", "back": "list"}, follow=True
    ).text
    assert "paid 1,000 JPY (Cash)." in told
    # The page of the account offers the currency that is open first.
    shown = olga.get(at(event, "manage_fee_account", 2))
    offered = [shown.context[name]["currency"].initial for name in ("pay_form", "reduce_form", "refund_form")]
    assert offered == ["EUR", "EUR", "JPY"]
    # Decimal places are those of the chosen currency.
    refused = olga.post(at(event, "manage_fee_reduce", 3), {
        "reduce-amount": "9.5", "reduce-currency": "JPY", "reduce-reason": "Student",
    })  # fmt: skip
    assert refused.context["reduce_form"].errors["amount"] == ["Enter an amount in JPY, such as 1250."]
    olga.post(at(event, "manage_fee_reduce", 3), {
        "reduce-amount": "9.5", "reduce-currency": "EUR", "reduce-reason": "Student",
    })  # fmt: skip
    assert state(event)[3] == {"EUR": (3050, 0, 3050), "JPY": (1000, 0, 1000)}
    # A line of the price list is shown and changed in its own currency.
    prices = olga.get(at(event, "manage_fee_prices"))
    assert [(form["currency"].value(), form["amount"].value()) for _fee, form in prices.context["rows"]] == [
        ("EUR", "40.00"), ("JPY", "1000"),
    ]  # fmt: skip
    olga.post(at(event, "manage_fee_edit", 2), {
        "f2-label": "Dinner", "f2-currency": "EUR", "f2-amount": "12.5", "f2-question": "1",
    })  # fmt: skip
    assert (Fee.objects.get(number=2).currency, Fee.objects.get(number=2).amount) == ("EUR", 1250)


def test_an_event_with_one_currency_asks_for_none(event: Tournament) -> None:
    services.remove(acting(), event.fees.get(number=2))
    services.set_up(acting(), event, currency="EUR")
    shown = signed_in("olga").get(at(event, "manage_fee_account", 1))
    assert [shown.context[name]["currency"].is_hidden for name in ("pay_form", "reduce_form")] == [True, True]
    assert str(shown.context["pay_form"]["amount"].label) == "Amount (EUR)"
    refused = program("olga").post(
        f"/api/v1/tournaments/{event.slug}/entries/1/payments/",
        {"method": "cash", "currency": "JPY"},
        content_type="application/json",
    )
    assert (refused.status_code, refused.json()["field"]) == (400, "currency")


def test_players_read_both_currencies(event: Tournament) -> None:
    applications.set_desk(acting(), event, facts={"is_open": True})
    client = signed_in("petra")
    listed = client.get(at(event, "register")).text
    assert ("40.00 EUR" in listed, "1,000 JPY" in listed) == (True, True)
    facts = {"given_name": "Petra", "family_name": "Quist", "shown": "full"}
    sent = applications.apply(acting("petra"), event, facts=facts | {"answers": {"1": True}})
    sent = applications.admit(acting(), sent)
    own = client.get(reverse("registration_own", args=[sent.token])).text
    assert (own.count("40.00 EUR"), own.count("1,000 JPY")) == (2, 2)
    # The mark of the registration follows when nothing is left in any currency.
    for currency in ("EUR", "JPY"):
        assert Application.objects.get().fee_paid_at is None
        services.pay(acting(), Application.objects.get().entry, method="cash", currency=currency)
    assert Application.objects.get().fee_paid_at is not None


def test_receipts_files_and_programs_name_the_currency_of_each_amount(event: Tournament) -> None:
    second = event.entries.get(number=2)
    for currency in ("EUR", "JPY"):
        services.pay(acting(), second, method="cash", currency=currency)
    paper = find_paper("receipts")
    assert paper is not None
    with translation.override("en"):
        leaves = paper.leaves(Order(event, subject=list(Payment.objects.all())))
    assert [(one.amount, one.purpose) for leaf in leaves for one in leaf.values["receipts"]] == [
        ("40.00 EUR", "Entry fee"),
        ("1,000 JPY", "Dinner"),
    ]
    lines = [line.split(",") for line in as_csv(event).decode("utf-8-sig").splitlines()[1:]]
    assert [line[6:8] for line in lines] == [["40", "EUR"], ["1000", "JPY"]]
    assert [str(one) for one in Payment.objects.all()] == [
        f"Payment 1: 40.00 EUR, {second}",
        f"Payment 2: 1000 JPY, {second}",
    ]
    olga, base = program("olga"), f"/api/v1/tournaments/{event.slug}"
    answer = olga.get(f"{base}/fees/").json()
    assert (answer["currency"], answer["other_currency"]) == ("EUR", "JPY")
    assert [tuple(one.values()) for one in answer["accounts"]] == [
        (1, "EUR", "40.00", "0.00", "0.00", "40.00"),
        (2, "EUR", "40.00", "0.00", "40.00", "0.00"),
        (2, "JPY", "1000", "0", "1000", "0"),
        (3, "EUR", "40.00", "0.00", "0.00", "40.00"),
        (3, "JPY", "1000", "0", "0", "1000"),
    ]
    for path in ("payments", "fees/prices"):
        listed = olga.get(f"{base}/{path}/").json()["results"]
        assert [(one["amount"], one["currency"]) for one in listed] == [("40.00", "EUR"), ("1000", "JPY")]

    def send(path: str, body: dict[str, Any]) -> Any:
        return olga.post(f"{base}/{path}/", body, content_type="application/json")

    # An amount without its currency is asked about, and not read by another's decimal places.
    refused = [send("entries/3/payments", {"method": "cash", **more}) for more in ({}, {"amount": "500"})]
    assert [(one.status_code, one.json()["field"]) for one in refused] == [(400, "currency")] * 2
    made = send("entries/3/payments", {"method": "cash", "amount": "500", "currency": "JPY"}).json()
    assert (made["amount"], made["currency"]) == ("500", "JPY")
    fees = [send("fees/prices", {"label": label, "amount": "15", **more}).json() for label, more in (
        ("Shirt", {}), ("Trip", {"currency": "JPY"}),
    )]  # fmt: skip
    assert [(one["amount"], one["currency"]) for one in fees] == [("15.00", "EUR"), ("15", "JPY")]


def test_event_files_carry_currencies_and_older_ones_have_that_of_the_event(event: Tournament) -> None:
    for currency in ("EUR", "JPY"):
        services.pay(acting(), event.entries.get(number=2), method="cash", currency=currency)
    file = json.loads(pack_as_json(event))
    before, fees = state(event), [str(fee.currency) for fee in event.fees.all()]
    Tournament.objects.filter(pk=event.pk).update(slug="elsewhere")
    whole, problems = unpack(json.dumps(file).encode())
    assert problems == []
    restored = event_files.restore(acting("otto"), event=whole)
    assert (state(restored), [fee.currency for fee in restored.fees.all()]) == (before, fees)
    older = copy.deepcopy(file)
    del older["fee_desks"][0]["other_currency"]
    for row in [*older["fees"], *older["payments"]]:
        del row["currency"]
    whole, problems = unpack(json.dumps(older).encode())
    assert problems == []
    restored = event_files.restore(acting("otto"), event=whole, slug="older")
    assert {one.currency for one in [*restored.fees.all(), *restored.payments.all()]} == {"EUR"}
    # Without a currency anywhere, nothing is assumed.
    del older["fee_desks"]
    assert [problem.column for problem in unpack(json.dumps(older).encode())[1]] == [
        "fees 1, currency", "fees 2, currency", "payments 1, currency", "payments 2, currency",
    ]  # fmt: skip


def test_stored_fees_and_payments_get_the_currency_of_their_event(event: Tournament) -> None:
    services.pay(acting(), event.entries.get(number=1), method="cash")
    migration = importlib.import_module("tournaments.migrations.0064_fee_currencies")
    for model in (Fee, Payment):
        model.objects.update(currency=migration.NO_CURRENCY)
    FeeDesk.objects.update(currency="CHF")
    migration.fill(apps, None)
    assert [one.currency for one in [*Fee.objects.all(), *Payment.objects.all()]] == ["CHF"] * 3


@rows_of(__file__)
def test_a_currency_of_amounts_so_far_is_neither_lost_nor_reinterpreted(
    event: Tournament, values: dict[str, str], outcome: Any
) -> None:
    try:
        services.set_up(acting(), event, **values)
        found: Any = [f"{convert_to_decimal(fee.amount, fee.currency)} {fee.currency}" for fee in event.fees.all()]
    except UserError as error:
        found = error.field or ""
    assert found == outcome


def test_a_currency_with_payments_stays(event: Tournament) -> None:
    services.pay(acting(), event.entries.get(number=2), method="cash", currency="JPY")
    with pytest.raises(UserError) as refusal:
        services.set_up(acting(), event, currency="EUR", other_currency="TWD")
    assert refusal.value.field == "other_currency"
    services.set_up(acting(), event, currency="JPY", other_currency="USD")
    assert [fee.currency for fee in event.fees.all()] == ["USD", "JPY"]


@rows_of(__file__)
def test_alternatives_in_two_currencies_are_chosen_without_comparing_amounts(
    prices: list[list[Any]], categories: list[int], answers: dict[str, Any], due: list[str]
) -> None:
    lines = [
        FeeLine(label, amount, currency=currency, **(more[0] if more else {}))
        for label, amount, currency, *more in prices
    ]
    assert [f"{line.amount} {line.currency}" for line in choose_owed_lines(lines, categories, answers)] == due
    # Whatever the order of the questions about a player, each purpose is owed once.
    assert len({line.label for line in choose_owed_lines(lines, categories, answers)}) == len(due)


def test_the_account_of_a_player_never_adds_two_currencies(event: Tournament) -> None:
    account = get_account(event.entries.get(number=2))
    for currency in account.currencies:
        lines = [line.amount for line in account.owed if line.currency == currency]
        assert account.get_subtotal(currency).listed == sum(lines)
