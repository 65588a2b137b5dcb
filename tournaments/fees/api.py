"""Fees, accounts of players and payments in the API. Amounts are decimal texts in the currency beside them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, parse_query_number, respond_with_etag
from tournaments.core.api.lists import EventList
from tournaments.events.models import Tournament
from tournaments.fees.logic import convert_to_decimal
from tournaments.fees.models import Fee, Payment
from tournaments.fees.queries import find_fee_desk, list_accounts

READ = "entries.check_in"


@extend_schema_field(OpenApiTypes.DECIMAL)
class MoneyText(serializers.Field[Any, Any, str, Any]):
    """An amount of the smallest unit as a decimal text, by the currency of its row."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"read_only": True, **options})

    def get_attribute(self, instance: Any) -> Decimal:
        currency = instance["currency"] if isinstance(instance, Mapping) else instance.currency
        amount: Any = super().get_attribute(instance)
        return convert_to_decimal(amount, currency)

    def to_representation(self, value: Any) -> str:
        return str(value)


class FeeSerializer(serializers.ModelSerializer[Fee]):
    """A line of the price list. Lines of one label are alternatives: one for a category first, then the lowest."""

    amount = MoneyText()
    category = serializers.IntegerField(source="category.number", read_only=True, allow_null=True)
    question = serializers.IntegerField(source="question.number", read_only=True, allow_null=True)

    class Meta:
        model = Fee
        fields = ["number", "label", "amount", "currency", "category", "added", "question", "choice"]
        read_only_fields = fields


class PaymentSerializer(serializers.ModelSerializer[Payment]):
    """A payment, refund or reduction; a voided one no longer counts."""

    amount = MoneyText()
    player = serializers.IntegerField(source="entry.number", read_only=True)

    class Meta:
        model = Payment
        fields = [
            "number",
            "receipt",
            "player",
            "kind",
            "amount",
            "currency",
            "method",
            "reason",
            "made_at",
            "voided_at",
        ]
        read_only_fields = fields


class AccountSerializer(serializers.Serializer[Any]):
    """The fees of a player in one currency; `balance` is the amount due, negative if it is to be refunded."""

    player = serializers.IntegerField(read_only=True)
    currency = serializers.CharField(read_only=True)
    due, reduced, paid, balance = MoneyText(), MoneyText(), MoneyText(), MoneyText()


class FeesSerializer(serializers.Serializer[Any]):
    """Currencies, issuer of receipts, and an account for each player and currency that the player owes or paid."""

    currency = serializers.CharField()
    other_currency = serializers.CharField(allow_blank=True)
    issuer = serializers.CharField(allow_blank=True)
    accounts = AccountSerializer(many=True)


@extend_schema(parameters=[SLUG])
class FeesView(OfTournament):
    """The event's currencies and the accounts of its players."""

    @extend_schema(responses=FeesSerializer, operation_id="tournaments_fees_retrieve")
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.require_permission(READ)
        return respond_with_etag(request, tournament, lambda: serialize_fees(tournament))


def serialize_fees(tournament: Tournament) -> dict[str, Any]:
    desk = find_fee_desk(tournament)
    body: dict[str, Any] = {"currency": "", "other_currency": "", "issuer": "", "accounts": []}
    if desk is not None:
        body = {name: getattr(desk, name) for name in ("currency", "other_currency", "issuer")}
        body["accounts"] = [
            {
                "player": account.entry.number,
                "currency": sums.currency,
                "due": sums.due,
                "reduced": sums.reduced,
                "paid": sums.paid,
                "balance": sums.balance,
            }
            for account in list_accounts(tournament)
            for sums in account.subtotals
        ]
    return dict(FeesSerializer(body).data)


class OfFees(EventList[Any]):
    """Base of lists that only those see who keep the fees."""

    def get_versioned_row(self) -> Tournament:
        return self.require_permission(READ)


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class FeeList(OfFees):
    """The price list."""

    queryset = Fee.objects.none()
    serializer_class = FeeSerializer

    def list_rows(self) -> QuerySet[Fee]:
        return self.tournament.fees.select_related("category", "question")


PLAYER = OpenApiParameter("player", int, description="Number of a player.")


@extend_schema_view(get=extend_schema(parameters=[SLUG, PLAYER]))
class PaymentList(OfFees):
    """Payments, refunds and reductions in the order in which they were recorded."""

    queryset = Payment.objects.none()
    serializer_class = PaymentSerializer
    filterset_fields = ["kind", "method"]
    also_asked = ["player"]

    def list_rows(self) -> QuerySet[Payment]:
        payments = self.tournament.payments.select_related("entry")
        player = parse_query_number(self.request, "player", _("Enter the number of a player."), digits=7)
        return payments if player is None else payments.filter(entry__number=player)
