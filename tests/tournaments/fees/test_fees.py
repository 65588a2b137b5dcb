"""Fees: stated by category and question, paid in one click, reduced, refunded, voided, on receipts and in files."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import ItemKind, list_open_items
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.models.categories import Category
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications, players, questions
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.services import event_files, privacy
from tournaments.fees import services
from tournaments.fees.files import as_csv
from tournaments.fees.logic import FeeLine, choose_owed_lines
from tournaments.fees.models import Payment
from tournaments.fees.queries import get_account, list_accounts, sum_by_currency

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Tournament:
    """Four players; the second is a junior, the third eats and wears the large shirt."""
    made = small_tournament(4)
    people(made)
    junior = Category.objects.create(tournament=made, number=1, name="Juniors")
    meal = questions.add(acting(), made, label="Meal", kind="checkbox")
    shirt = questions.add(acting(), made, label="Shirt", kind="choice", choices="M\nXXL")
    players.edit(acting(), made.entries.get(number=3), answers={"1": True, "2": "XXL"})
    made.entries.filter(number=2).update(categories=[1])
    services.set_up(acting(), made, currency="EUR", issuer="Mahjong Club\nHarbour Street 1")
    for values in (
        {"label": "Entry fee", "amount": 4000},
        {"label": "Entry fee", "amount": 2050, "category": junior},
        {"label": "Meal", "amount": 900, "question": meal},
        {"label": "Shirt", "amount": 1500, "question": shirt, "choice": "M"},
        {"label": "Shirt", "amount": 1800, "question": shirt, "choice": "XXL"},
    ):
        services.add(acting(), made, **values)
    return made


def state(event: Tournament) -> dict[int, tuple[int, int, int]]:
    return {
        account.entry.number: (sums.due, sums.paid, sums.balance)
        for account in list_accounts(event)
        for sums in account.subtotals
    }


def at(event: Tournament, name: str, *parts: int) -> str:
    return reverse(name, args=[event.slug, *parts])


def test_the_desk_takes_payments_in_one_click_and_takes_them_back(event: Tournament) -> None:
    assert state(event) == {1: (4000, 0, 4000), 2: (2050, 0, 2050), 3: (6700, 0, 6700), 4: (4000, 0, 4000)}
    assert [item.label for item in list_open_items(event) if item.kind == ItemKind.FEE] == [
        "4 players have not paid the fee"
    ]
    event.entries.filter(number__in=(1, 4)).update(status="registered")
    ida = signed_in("ida")
    assert "20.50" in ida.get(at(event, "manage_check_in")).content.decode()
    for number, back, method in ((1, "check-in", "cash"), (2, "list", "card")):
        shown = ida.post(at(event, "manage_fee_pay", number), {"method": method, "back": back}, follow=True)
        assert shown.redirect_chain == [(at(event, "manage_fees" if back == "list" else "manage_check_in"), 302)]
        assert at(event, "manage_payment_void", number) in shown.content.decode()
        assert f'name="back" value="{back}"' in shown.content.decode()
    # The desk neither reduces nor refunds, and voids payments only.
    for name in ("manage_fee_reduce", "manage_fee_refund"):
        assert (name, ida.post(at(event, name, 1)).status_code) == (name, 403)
    olga = signed_in("olga")
    olga.post(at(event, "manage_fee_reduce", 4), {"reduce-amount": "15", "reduce-reason": "Helps at the desk"})
    olga.post(at(event, "manage_fee_pay", 4), {"amount": "10,5", "method": "transfer", "made_at": "2026-04-01T12:00"})
    olga.post(
        at(event, "manage_fee_refund", 2), {"refund-amount": "0.5", "refund-method": "cash", "refund-reason": "!"}
    )
    assert ida.post(at(event, "manage_payment_void", 3)).status_code == 403
    assert state(event) == {1: (4000, 4000, 0), 2: (2050, 2000, 50), 3: (6700, 0, 6700), 4: (2500, 1050, 1450)}
    undone = ida.post(at(event, "manage_payment_void", 1), {"reason": "Undone at once.", "back": "check-in"})
    assert undone.headers["Location"] == at(event, "manage_check_in")
    [found] = sum_by_currency(list_accounts(event))
    assert (found.due, found.reduced, found.paid, found.open) == (15250, 1500, 3050, 12200)
    assert {method.value: amount for method, amount in found.methods.items()} == {
        "cash": -50, "card": 2050, "transfer": 1050,
    }  # fmt: skip
    lists = {show: ida.get(at(event, "manage_fees"), {"show": show}).context["rows"] for show in ("open", "paid")}
    assert {show: [one.entry.number for one in rows] for show, rows in lists.items()} == {
        "open": [1, 2, 3, 4], "paid": [],
    }  # fmt: skip
    logged = [(one.action, one.actor_name) for one in AuditEntry.objects.filter(object_type="payment")]
    assert logged == [
        ("fees.pay", "ida"), ("fees.pay", "ida"), ("fees.reduce", "olga"), ("fees.pay", "olga"),
        ("fees.refund", "olga"), ("fees.void", "ida"),
    ]  # fmt: skip
    # Numbers of receipts have no gaps: the voided one keeps its number, a reduction has none.
    assert list(event.payments.values_list("receipt", flat=True)) == [1, 2, None, 3, 4]


def test_voiding_what_somebody_else_recorded_needs_a_reason(event: Tournament) -> None:
    olga, ida = signed_in("olga"), signed_in("ida")
    for number in (1, 2, 3):
        ida.post(at(event, "manage_fee_pay", number), {"method": "cash"})
    ida.post(at(event, "manage_payment_void", 1), {"reason": ""})
    olga.post(at(event, "manage_payment_void", 2), {"reason": " "})
    olga.post(at(event, "manage_payment_void", 3), {"reason": "Paid to the wrong player"})
    assert list(event.payments.exclude(voided_at=None).values_list("number", flat=True)) == [1, 3]
    with pytest.raises(UserError) as refusal:
        services.void(acting("olga"), event.payments.get(number=2))
    assert refusal.value.field == "reason"
    page = {
        name: client.get(at(event, "manage_fee_account", 2)).text for name, client in (("ida", ida), ("olga", olga))
    }
    required = {name: bool(re.search(r'id="void-2"[^>]*\brequired', text)) for name, text in page.items()}
    assert required == {"ida": False, "olga": True}


def test_a_refused_refund_is_in_view_and_a_refused_void_stays_at_the_account(event: Tournament) -> None:
    olga, petra = signed_in("olga"), event.entries.get(number=4)
    for number in (3, 4):
        services.pay(acting(), event.entries.get(number=number), method="cash")
    page = olga.post(at(event, "manage_fee_refund", 4), {"refund-amount": "60", "refund-reason": "x"})
    folds = re.findall(r'<details class="fold" name="fee"([^>]*)>\s*<summary[^>]*>\s*([^<]+?)\s*<', page.text)
    assert [title for attributes, title in folds if "open" in attributes] == ["Refund"]
    services.refund(acting(), petra, method="cash", reason="Ill")
    answer = olga.post(at(event, "manage_payment_void", 2), {"reason": "Mistyped"})
    assert answer.url == at(event, "manage_fee_account", 4)


@rows_of(__file__)
def test_what_does_not_fit_is_refused(event: Tournament, do: str, values: dict[str, Any], field: str) -> None:
    subject = event if do in ("set_up", "add") else event.entries.get(number=1)
    with pytest.raises(UserError) as refusal:
        getattr(services, do)(acting(), subject, **values)
    assert (refusal.value.field or "") == field


def test_those_who_paid_stay_in_the_records(event: Tournament) -> None:
    first, last = event.entries.get(number=1), event.entries.get(number=4)
    payment = services.pay(acting(), first, method="cash")
    with pytest.raises(UserError):
        players.remove(acting(), first)
    services.refund(acting(), first, method="cash", reason="Ill")
    with pytest.raises(UserError):
        services.void(acting(), payment)
    with pytest.raises(UserError):
        questions.remove(acting(), event.questions.get(label="Meal"))
    # Whoever drops out owes nothing more.
    for one in (first, last):
        players.drop(acting(), one, from_round=1)
    assert [get_account(one).get_subtotal("EUR").balance for one in (first, last)] == [0, 0]
    assert [one.entry.number for one in list_accounts(event)] == [1, 2, 3]


def test_marks_of_earlier_releases_become_payments_and_follow_them() -> None:
    event = small_tournament(2)
    applications.set_desk(acting(), event, facts={"is_open": True, "fee": "40 €"})
    facts = {"given_name": "Petra", "family_name": "Quist", "shown": "initials"}
    sent = applications.admit(acting(), applications.apply(acting("petra"), event, facts=facts))
    applications.mark_paid(acting(), sent, paid=True)
    services.set_up(acting(), event, currency="JPY")
    services.add(acting(), event, label="Entry fee", amount=3000)
    assert state(event) == {1: (3000, 0, 3000), 2: (3000, 0, 3000), 3: (3000, 3000, 0)}
    payment = Payment.objects.get()
    assert (payment.method, payment.made_at) == ("other", sent.fee_paid_at)
    with pytest.raises(UserError):
        applications.mark_paid(acting(), sent, paid=False)
    services.void(acting(), payment)
    assert Application.objects.get().fee_paid_at is None
    # A registration of somebody who paid is withdrawn, and the player stays for the refund.
    services.pay(acting(), Payment.objects.get().entry, method="cash")
    assert Application.objects.get().fee_paid_at is not None
    applications.withdraw(acting(), Application.objects.get())
    assert state(event)[3] == (3000, 3000, 0)


def test_receipts_files_and_programs(event: Tournament) -> None:
    event.print_languages = ["ja", "en"]
    event.save()
    first, second = event.entries.get(number=1), event.entries.get(number=2)
    services.pay(acting(), first, method="cash")
    services.reduce(acting(), second, amount=50, reason="Student")
    services.pay(acting(), second, method="card", amount=1200)
    services.refund(acting(), second, method="cash", amount=200, reason="Too much")
    paper = find_paper("receipts")
    assert paper is not None
    rows = Payment.objects.filter(receipt__isnull=False)
    leaves = paper.leaves(Order(event, subject=list(rows)))
    printed = [one for leaf in leaves for one in leaf.values["receipts"]]
    assert [(one.number, one.kind, one.payer, one.amount, one.purpose, one.method) for one in printed] == [
        (1, "payment", "Given01 Family01", "40.00 EUR", "Entry fee", "cash"),
        (2, "payment", "Given02 Family02", "12.00 EUR", "Entry fee", "card"),
        (3, "refund", "Given02 Family02", "2.00 EUR", "Too much", "cash"),
    ]
    assert printed[0].issuer == ("Mahjong Club", "Harbour Street 1")
    pdf = signed_in("ida").get(at(event, "manage_receipts"), {"player": ["1", "2"], "paper": "letter"})
    assert (pdf.status_code, pdf.content[:4]) == (200, b"%PDF")
    cells = as_csv(event).decode("utf-8-sig").splitlines()[4].split(",")
    assert (cells[1], cells[5:10], cells[10]) == ("3", ["refund", "-2", "EUR", "cash", "Too much"], "")
    olga, base = program("olga"), f"/api/v1/tournaments/{event.slug}"
    answer = olga.get(f"{base}/fees/").json()
    assert (answer["currency"], answer["accounts"][1]) == (
        "EUR",
        {"player": 2, "currency": "EUR", "due": "20.00", "reduced": "0.50", "paid": "10.00", "balance": "10.00"},
    )
    listed = olga.get(f"{base}/payments/", {"player": "2", "kind": "refund"}).json()["results"]
    assert [(one["receipt"], one["amount"]) for one in listed] == [(3, "2.00")]
    assert [one["amount"] for one in olga.get(f"{base}/fees/prices/").json()["results"]][:2] == ["40.00", "20.50"]
    assert [program(name).get(f"{base}/fees/").status_code for name in ("ren", "ida")] == [403, 200]
    # The file carries everything; erasure keeps amounts and forgets reasons.
    whole, problems = unpack(pack(event))
    assert (problems, whole is None) == ([], False)
    copy = event_files.restore(acting("otto"), event=whole, slug="copy")
    assert (state(copy), copy.features) == (state(event), ["fees"])
    privacy.erase(acting(), second)
    assert [(one.amount, one.reason) for one in second.payments.all()] == [(50, ""), (1200, ""), (200, "")]


@rows_of(__file__)
def test_the_fee_of_a_category_replaces_the_entry_fee_unless_it_is_added(
    prices: list[dict[str, Any]], categories: list[int], answers: dict[str, bool], due: list[int]
) -> None:
    owed = choose_owed_lines([FeeLine(**line) for line in prices], categories, answers)
    assert [line.amount for line in owed] == due
