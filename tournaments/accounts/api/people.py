"""People of the site in the API, for administrators: accounts, rights, limits, requests for accounts.

Who changes accounts can open everything: a token needs the scope `accounts`, which must be requested by name.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts import letters
from tournaments.accounts.forms import AccountForm, AccountRulesForm, ApprovalForm, LimitsForm, RightsForm
from tournaments.accounts.models import AccountRequest, AccountRules, User
from tournaments.accounts.queries import RIGHTS, query_people, use_of
from tournaments.accounts.services import people
from tournaments.core.api.base import IdempotentView, validate_body
from tournaments.core.api.lists import Pages, StrictQueries
from tournaments.core.audit import Actor
from tournaments.core.form_serializers import build_serializer_of_form
from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.permissions import can
from tournaments.exchange.services import privacy

ACCOUNT: Final = OpenApiParameter("account", str, OpenApiParameter.PATH, description="The user name.")
NUMBER: Final = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The `id` of the request.")
FINDING: Final = [
    OpenApiParameter("q", str, description="Words of the user name or the e-mail address."),
    OpenApiParameter("right", str, enum=list(RIGHTS)),
]

NewAccountSerializer = build_serializer_of_form(AccountForm, "NewAccount", "A new account.")
AccountRulesSerializer = build_serializer_of_form(
    AccountRulesForm, "AccountRules", "Sign-up, and the limits of all organisers."
)
ApprovalSerializer = build_serializer_of_form(ApprovalForm, "AccountApproval", "Another name than the one asked for.")


class ChangedAccountForm(RightsForm, LimitsForm):
    """Rights, address and limits of an account."""


ChangedAccountSerializer = build_serializer_of_form(
    ChangedAccountForm, "ChangedAccount", "Rights, address and limits; what is left out stays.", partial=True
)


class SiteAccountSerializer(serializers.ModelSerializer[User]):
    """An account with its rights, limits and numbers of events and tokens."""

    organiser = serializers.BooleanField(source="is_staff")
    administrator = serializers.BooleanField(source="is_superuser")
    active = serializers.BooleanField(source="is_active")
    events = serializers.IntegerField()
    tokens = serializers.IntegerField()

    class Meta:
        model = User
        fields = [
            "username", "email", "active", "organiser", "administrator", "last_login", "date_joined", "events",
            "tokens", *people.LIMITS,
        ]  # fmt: skip
        read_only_fields = fields


class SiteAccountDetailSerializer(SiteAccountSerializer):
    """The same with what of its limits is used."""

    used = serializers.SerializerMethodField()

    class Meta(SiteAccountSerializer.Meta):
        fields = [*SiteAccountSerializer.Meta.fields, "used"]
        read_only_fields = fields

    def get_used(self, user: User) -> dict[str, float]:
        """Open events, e-mails of the last 24 hours, megabytes."""
        return use_of(user)._asdict()


class InvitedSerializer(serializers.Serializer[Any]):
    """An account with the path of a link that signs it in once, within seven days."""

    username = serializers.CharField()
    path = serializers.CharField()
    sent = serializers.BooleanField(help_text="Whether the link went to the account by e-mail.")


class AccountRequestSerializer(serializers.ModelSerializer[AccountRequest]):
    """A request for an organiser's account."""

    class Meta:
        model = AccountRequest
        fields = ["id", "username", "email", "about", "created_at"]
        read_only_fields = fields


class OfAccounts(IdempotentView):
    """Base of views for administrators of the site."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not can(request.user, "site.accounts"):
            if not request.user.is_authenticated:
                raise NotAuthenticated
            raise PermissionDenied

    @property
    def actor(self) -> Actor:
        return Actor.of(self.request._request, origin="api")

    @property
    def account(self) -> User:
        """Return the account in the URL. Raises Http404."""
        return get_object_or_404(query_people(), username=self.kwargs["account"])

    def shown(self) -> Response:
        return Response(SiteAccountDetailSerializer(self.account).data)


def respond_with_invitation(user: User, secret: str, code: int = status.HTTP_201_CREATED) -> Response:
    answer = {
        "username": user.get_username(),
        "path": reverse("sign_in_link", args=[secret]),
        "sent": letters.send_link(user, secret),
    }
    return Response(InvitedSerializer(answer).data, status=code)


class AccountList(OfAccounts, StrictQueries[User], generics.ListAPIView[User]):
    """The accounts of the site by name."""

    # The answer has a sign-in link, which no key may keep.
    keyed = ()

    serializer_class = SiteAccountSerializer
    pagination_class = Pages
    also_asked = ("q", "right")

    def get_queryset(self) -> QuerySet[User]:
        if getattr(self, "swagger_fake_view", False):
            return User.objects.none()
        query = self.request.query_params
        return query_people(query.get("q", ""), query.get("right", ""))

    @extend_schema(parameters=FINDING, operation_id="accounts_list", tags=["site"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        request=NewAccountSerializer,
        responses={201: InvitedSerializer},
        operation_id="accounts_invite",
        tags=["site"],
    )
    def post(self, request: Request) -> Response:
        """Create an account; the answer has its sign-in link."""
        return respond_with_invitation(*people.invite(self.actor, **validate_body(NewAccountSerializer, request)))


@extend_schema(parameters=[ACCOUNT], tags=["site"])
class AccountDetail(OfAccounts):
    """One account."""

    @extend_schema(responses=SiteAccountDetailSerializer, operation_id="accounts_retrieve")
    def get(self, request: Request, account: str) -> Response:
        return self.shown()

    @extend_schema(
        request=ChangedAccountSerializer, responses=SiteAccountDetailSerializer, operation_id="accounts_change"
    )
    def patch(self, request: Request, account: str) -> Response:
        """Change rights, address and limits."""
        values = validate_body(ChangedAccountSerializer, request, partial=True)
        with noted_transaction():
            self.change_account(self.account, values)
        return self.shown()

    def change_account(self, user: User, values: dict[str, Any]) -> None:
        """Change what is given, all of it or nothing."""
        rights = {"organiser": user.is_staff, "administrator": user.is_superuser}
        people.set_rights(
            self.actor,
            user=user,
            email=values.get("email"),
            **{name: values.get(name, value) for name, value in rights.items()},
        )
        people.set_limits(
            self.actor, user=user, **{name: values.get(name, getattr(user, name)) for name in people.LIMITS}
        )


@extend_schema(parameters=[ACCOUNT], tags=["site"])
class Deactivate(OfAccounts):
    """Deactivate an account."""

    @extend_schema(request=None, responses=SiteAccountDetailSerializer, operation_id="accounts_deactivate")
    def post(self, request: Request, account: str) -> Response:
        """Sign the account out for good: no password, link or token opens it."""
        people.deactivate(self.actor, user=self.account)
        return self.shown()


@extend_schema(parameters=[ACCOUNT], tags=["site"])
class EraseAccount(OfAccounts):
    """Erase an account."""

    @extend_schema(request=None, responses=SiteAccountDetailSerializer, operation_id="accounts_erase")
    def post(self, request: Request, account: str) -> Response:
        """Deactivate the account and erase its personal data; what it did stays under its number."""
        erased = privacy.erase_account(self.actor, self.account)
        return Response(SiteAccountDetailSerializer(query_people().get(pk=erased.pk)).data)


@extend_schema(parameters=[ACCOUNT], tags=["site"])
class Activate(OfAccounts):
    """Activate an account again."""

    @extend_schema(request=None, responses=SiteAccountDetailSerializer, operation_id="accounts_activate")
    def post(self, request: Request, account: str) -> Response:
        """Let the account sign in again."""
        people.activate(self.actor, user=self.account)
        return self.shown()


@extend_schema(parameters=[ACCOUNT], tags=["site"])
class Reset(OfAccounts):
    """Reset an account."""

    # The answer has a sign-in link, which no key may keep.
    keyed = ()

    @extend_schema(request=None, responses={200: InvitedSerializer}, operation_id="accounts_reset")
    def post(self, request: Request, account: str) -> Response:
        """Remove password, sessions and tokens; the answer has a new sign-in link."""
        user = self.account
        return respond_with_invitation(user, people.reset(self.actor, user=user), status.HTTP_200_OK)


@extend_schema(parameters=[ACCOUNT], tags=["site"])
class RevokeTokens(OfAccounts):
    """Revoke an account's tokens."""

    @extend_schema(request=None, responses=SiteAccountDetailSerializer, operation_id="accounts_revoke_tokens")
    def post(self, request: Request, account: str) -> Response:
        """Revoke all tokens of the account."""
        people.revoke_tokens(self.actor, user=self.account)
        return self.shown()


@extend_schema(tags=["site"])
class Rules(OfAccounts):
    """Rules for accounts."""

    @extend_schema(responses=AccountRulesSerializer, operation_id="account_rules_retrieve")
    def get(self, request: Request) -> Response:
        return self._rules(AccountRules.current())

    @extend_schema(request=AccountRulesSerializer, responses=AccountRulesSerializer, operation_id="account_rules_set")
    def post(self, request: Request) -> Response:
        """Set sign-up and all limits; those left out are removed."""
        return self._rules(people.set_rules(self.actor, **validate_body(AccountRulesSerializer, request)))

    def _rules(self, rules: AccountRules) -> Response:
        return Response({name: getattr(rules, name) for name in ("sign_up", *people.LIMITS)})


@extend_schema(tags=["site"])
class AccountRequestList(OfAccounts):
    """Requests for accounts that wait for an answer."""

    @extend_schema(responses=AccountRequestSerializer(many=True), operation_id="account_requests_list")
    def get(self, request: Request) -> Response:
        return Response(AccountRequestSerializer(AccountRequest.objects.all(), many=True).data)


@extend_schema(parameters=[NUMBER], tags=["site"])
class RequestApprove(OfAccounts):
    """Approve a request."""

    # The answer has a sign-in link, which no key may keep.
    keyed = ()

    @extend_schema(
        request=ApprovalSerializer, responses={201: InvitedSerializer}, operation_id="account_requests_approve"
    )
    def post(self, request: Request, number: int) -> Response:
        """Make the organiser's account; the answer has its sign-in link."""
        row = get_object_or_404(AccountRequest, pk=number)
        return respond_with_invitation(
            *people.approve(self.actor, request=row, **validate_body(ApprovalSerializer, request))
        )


@extend_schema(parameters=[NUMBER], tags=["site"])
class RequestRefuse(OfAccounts):
    """Refuse a request."""

    @extend_schema(request=None, responses={204: None}, operation_id="account_requests_refuse")
    def post(self, request: Request, number: int) -> Response:
        """Delete the request."""
        people.refuse(self.actor, request=get_object_or_404(AccountRequest, pk=number))
        return Response(status=status.HTTP_204_NO_CONTENT)
