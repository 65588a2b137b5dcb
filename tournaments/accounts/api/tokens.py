"""API token endpoint: exchange a user name and password for a token."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.accounts.services import tokens
from tournaments.core.api.base import IdempotentView
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.lockout import check_sign_in_rate
from tournaments.core.permissions import SCOPES, USUAL_SCOPES
from tournaments.events.models import Tournament

DAYS = 30


class TokenRequestSerializer(AuthTokenSerializer):
    """User name, password and purpose of the token.

    Without `scopes` the token gets all of them except those that must be requested by name.
    """

    token = None  # type: ignore[assignment]
    name = serializers.CharField(max_length=80, required=False, help_text="The program that will use it.")
    tournament = serializers.SlugField(max_length=60, required=False, allow_null=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=list(SCOPES)), required=False, max_length=12)
    days = serializers.IntegerField(min_value=1, max_value=tokens.MAX_DAYS, required=False)


class TokenMadeSerializer(serializers.Serializer[Any]):
    """The key, shown only once, and its scopes."""

    token = serializers.CharField()
    name = serializers.CharField()
    tournament = serializers.CharField(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.DateTimeField()


class Token(IdempotentView):
    """A token for an account's name and password."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    # Failed tries must stay counted in the database, and checking a password must not hold a transaction open.
    keyed = ()

    @extend_schema(request=TokenRequestSerializer, responses={201: TokenMadeSerializer}, operation_id="token_create")
    def post(self, request: Request) -> Response:
        """Sign in a program. The account's page lists its tokens and takes them back."""
        check_sign_in_rate(request._request)
        serializer = TokenRequestSerializer(data=request.data, context={"request": request})
        serializer.is_valid(raise_exception=True)
        wanted = serializer.validated_data
        user: User = wanted["user"]
        slug = wanted.get("tournament")
        tournament = Tournament.objects.filter(slug=slug).first() if slug else None
        if slug and tournament is None:
            raise UserError(_("You do not work at that tournament."), field="tournament")
        key, token = tokens.make(
            Actor(user, user.get_username(), "api", request.META.get("REMOTE_ADDR") or None),
            user=user,
            name=wanted.get("name") or _("A program"),
            tournament=tournament,
            scopes=wanted.get("scopes") or list(USUAL_SCOPES),
            days=wanted.get("days", DAYS),
            by_sign_in=True,
        )
        answer = {
            "token": key,
            "name": token.name,
            "tournament": slug or None,
            "scopes": token.scopes,
            "expires_at": token.expires_at,
        }
        return Response(TokenMadeSerializer(answer).data, status=status.HTTP_201_CREATED)
